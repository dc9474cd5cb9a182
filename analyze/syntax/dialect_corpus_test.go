package syntax

import (
	"slices"
	"testing"
)

// engineCorpora are the corpora of patterns that an engine's own tests hold, and of real ones, which
// are nearly all valid.
var engineCorpora = []struct {
	dialect Dialect
	file    string
	most    float64 // share of patterns that may disagree
}{
	{Python, "engine-python.jsonl", 0.2},
	{Java, "engine-java.jsonl", 0.2},
	{PCRE, "engine-pcre2.jsonl", 0.2},
	{Ruby, "engine-ruby.jsonl", 0.2},
	{Perl, "engine-perl.jsonl", 0.2},
	{DotNet, "engine-dotnet.jsonl", 0.2},
	{Go, "engine-go.jsonl", 0.2},
	{Rust, "engine-rust.jsonl", 0.2},
	{Python, "real-python.jsonl", 0.2},
	{Java, "real-java.jsonl", 0.2},
	{PCRE, "real-php.jsonl", 0.2},
	{PCRE, "real-crs.jsonl", 0.2},
	{Ruby, "real-ruby.jsonl", 0.2},
	{Perl, "real-perl.jsonl", 0.2},
}

// valid reports what the engine says of a row: where it was asked, its answer, else the label.
func (r corpusRow) valid() bool {
	switch {
	case r.Java != "":
		return r.Java == "valid"
	case r.Ruby != "":
		return r.Ruby == "valid"
	case r.Go != "":
		return r.Go == "valid"
	case r.ValidIn != nil:
		return slices.Contains(r.ValidIn, "3.11")
	}
	return r.Label != "invalid"
}

// TestDialectConformance holds the parser to what engines say of their own patterns.
func TestDialectConformance(t *testing.T) {
	for _, c := range engineCorpora {
		t.Run(c.file, func(t *testing.T) {
			rows := corpus(t, c.file)
			wrong, limits := 0, 0
			for _, row := range rows {
				_, err := c.dialect.Parse(string(row.Pattern), row.Flags)
				if e, ok := err.(*Error); ok && e.Limit {
					limits++
					continue
				}
				if valid := err == nil; valid != row.valid() {
					wrong++
					t.Logf("/%s/%s: engine says %v, got %v (%s)", row.Pattern, row.Flags, row.valid(), err, row.Source)
				}
			}
			share := float64(wrong) / float64(len(rows))
			t.Logf("%d of %d patterns agree, %d are not modelled", len(rows)-wrong-limits, len(rows), limits)
			if share > c.most {
				t.Errorf("%.2f %% disagree, at most %.2f %% may", 100*share, 100*c.most)
			}
		})
	}
}

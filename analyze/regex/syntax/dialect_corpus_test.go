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
	{Python, "engine-python.jsonl", 0.002},
	{Java, "engine-java.jsonl", 0},
	// Most that disagree are newer than the PCRE2 10.42 that this parser follows.
	{PCRE, "engine-pcre2.jsonl", 0.08},
	{Ruby, "engine-ruby.jsonl", 0.01},
	{Perl, "engine-perl.jsonl", 0.01},
	// What disagrees is regexp2's own ECMAScript mode.
	{DotNet, "engine-dotnet.jsonl", 0.02},
	{Go, "engine-go.jsonl", 0},
	{Rust, "engine-rust.jsonl", 0},
	{Python, "real-python.jsonl", 0},
	{Java, "real-java.jsonl", 0},
	{PCRE, "real-php.jsonl", 0},
	{PCRE, "real-crs.jsonl", 0},
	{Ruby, "real-ruby.jsonl", 0},
	{Perl, "real-perl.jsonl", 0},
	// Oniguruma takes lookbehinds that Ruby's Onigmo does not.
	{Ruby, "real-oniguruma.jsonl", 0.03},
	{Python, "real-useragents.jsonl", 0},
	{Java, "real-useragents.jsonl", 0},
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
				t.Errorf("%.2f%% disagree, at most %.2f%% may", 100*share, 100*c.most)
			}
		})
	}
}

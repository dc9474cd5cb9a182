package parser

import (
	"slices"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/syntaxtest"
)

// engineCorpora are the corpora of patterns that an engine's own tests hold, and of real ones, which
// are nearly all valid.
var engineCorpora = []struct {
	dialect syntax.Dialect
	file    string
	most    float64 // share of patterns that may disagree
}{
	{syntax.Python, "engine-python.jsonl", 0.002},
	{syntax.Java, "engine-java.jsonl", 0},
	// Most that disagree are newer than the PCRE2 10.42 that this parser follows.
	{syntax.PCRE, "engine-pcre2.jsonl", 0.08},
	{syntax.Ruby, "engine-ruby.jsonl", 0.01},
	{syntax.Perl, "engine-perl.jsonl", 0.01},
	// What disagrees is regexp2's own ECMAScript mode.
	{syntax.DotNet, "engine-dotnet.jsonl", 0.02},
	{syntax.Go, "engine-go.jsonl", 0},
	{syntax.Rust, "engine-rust.jsonl", 0},
	{syntax.Python, "real-python.jsonl", 0},
	{syntax.Java, "real-java.jsonl", 0},
	{syntax.PCRE, "real-php.jsonl", 0},
	{syntax.PCRE, "real-crs.jsonl", 0},
	{syntax.Ruby, "real-ruby.jsonl", 0},
	{syntax.Perl, "real-perl.jsonl", 0},
	// Oniguruma takes lookbehinds that Ruby's Onigmo does not.
	{syntax.Ruby, "real-oniguruma.jsonl", 0.03},
	{syntax.Python, "real-useragents.jsonl", 0},
	{syntax.Java, "real-useragents.jsonl", 0},
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
				_, err := Parse(c.dialect, string(row.Pattern), row.Flags)
				if e, ok := err.(*syntax.Error); ok && e.Limit {
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

// TestPrintDialectCorpora checks the printer on all valid patterns of the other dialects' corpora.
func TestPrintDialectCorpora(t *testing.T) {
	for _, c := range engineCorpora {
		t.Run(c.file, func(t *testing.T) {
			for _, row := range corpus(t, c.file) {
				if tree, err := Parse(c.dialect, string(row.Pattern), row.Flags); err == nil {
					t.Run("", func(t *testing.T) { syntaxtest.CheckPrint(t, tree, Parse) })
				}
			}
		})
	}
}

// TestPrintCorpora checks the printer on all valid patterns of the JavaScript corpora.
func TestPrintCorpora(t *testing.T) {
	for _, name := range []string{"syntax-javascript.jsonl", "real-javascript.jsonl"} {
		for _, row := range corpus(t, name) {
			if tree, err := Parse(syntax.JavaScript, string(row.Pattern), row.Flags); err == nil {
				syntaxtest.CheckPrint(t, tree, Parse)
			}
		}
	}
}

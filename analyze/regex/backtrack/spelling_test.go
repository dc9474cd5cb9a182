package backtrack_test

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// TestSpellings holds what Ruby 3.1 takes for the same text under i.
func TestSpellings(t *testing.T) {
	for _, test := range []struct {
		pattern, input string
		want           bool
	}{
		{`ss`, "ß", true},
		{`ß`, "SS", true},
		{`[ß]`, "ss", true},
		{`[^a]`, "ss", false},
		{`s[s]`, "ß", false},
		{`s+`, "ß", false},
		{`(?:s)s`, "ß", false},
		{`ß+`, "ßss", true},
		{`asst`, "aßt", true},
		{`asst`, "asﬆ", true},
		{`ffi`, "ﬃ", true},
		{`ffi`, "ﬀi", true},
		{`\p{L}`, "ss", true},
		{`\p{^Nd}`, "ss", false},
		{`[\P{Nd}]`, "ss", true},
		{`[[:alpha:]]`, "ss", false},
		{`[[:alpha:]]`, "եւ", true},
		{`[^[:digit:]]`, "եւ", false},
		{`[[^a]]`, "եւ", true},
		{`\W`, "եւ", false},
		{`[\W]`, "եւ", true},
		{`[ß[:digit:]]`, "fi", false},
		{`(?-i:ss)`, "ß", false},
		{`(?i:s)s`, "ß", false},
		{`sss`, "sß", true},
		{`sss`, "ßs", true},
		{`ssss`, "ßß", true},
		{`\u00df`, "ss", true},
	} {
		tree, err := parser.Parse(syntax.Ruby, `\A(?:`+test.pattern+`)\z`, "i")
		if err != nil {
			t.Fatal(err)
		}
		p, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Match(wtf8.Decode(test.input), backtrack.Options{Captures: true}).Captures != nil; got != test.want {
			t.Errorf("/%s/i on %s: got %t, want %t", test.pattern, test.input, got, test.want)
		}
	}
}

package backtrack_test

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// TestSpellings holds what Ruby 3.1 and Perl 5.36 take for the same text under i.
func TestSpellings(t *testing.T) {
	checkSpellings(t, syntax.Perl, []spelling{
		{`ss`, "ß", true},
		{`ß`, "SS", true},
		{`[ß]`, "ss", true},
		{`[ßt]`, "ss", true},
		{`[ß-à]`, "ss", false},
		{`[^a]`, "ss", false},
		{`\p{L}`, "ss", false},
		{`[[:alpha:]]`, "ss", false},
		{`s[s]`, "ß", true},
		{`s(?:s)`, "ß", true},
		{`(?:s)s`, "ß", true},
		{`s(s)`, "ß", false},
		{`s\Bs`, "ß", false},
		{`[st]s`, "ß", false},
		{`s+`, "ß", false},
		{`s{2}`, "ß", false},
		{`ss+`, "ß", false},
		{`ß+`, "ßss", true},
		{`ß{2}`, "ssß", true},
		{`ffi`, "ﬀi", true},
		{`f[f]i`, "ﬃ", true},
		{`s\x{73}`, "ß", true},
		{`\x{df}`, "ss", true},
		{`ſs`, "ß", true},
		{`ẖ`, "h\u0331", true},
		{`(?aa:ss)`, "ß", false},
		{`(?aa:[ß])`, "ss", false},
		{`(?aa:ΐ)`, "\u03B9\u0308\u0301", true},
		{`(?a:ss)`, "ß", true},
		{`(?-i:ss)`, "ß", false},
		{`(?-i:s)s`, "ß", false},
		{`(?x: s s )`, "ß", true},
	})
	checkSpellings(t, syntax.Ruby, []spelling{
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
	})
}

// spelling is whether a pattern matches a whole text under i.
type spelling struct {
	pattern, input string
	want           bool
}

func checkSpellings(t *testing.T, d syntax.Dialect, rows []spelling) {
	for _, test := range rows {
		tree, err := parser.Parse(d, `\A(?:`+test.pattern+`)\z`, "i")
		if err != nil {
			t.Fatal(err)
		}
		p, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Match(wtf8.Decode(test.input), backtrack.Options{Captures: true}).Captures != nil; got != test.want {
			t.Errorf("%v /%s/i on %s: got %t, want %t", d, test.pattern, test.input, got, test.want)
		}
	}
}

package audit

import (
	"strings"
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/source/extract"
)

func TestHoles(t *testing.T) {
	for _, tt := range []struct{ src, outcome, says string }{
		// Whatever stands in the hole.
		{`RegExp("^(?:(a+)+b)" + x)`, "vulnerable", "whatever stands in place of `x`"},
		{`RegExp("^(a+)+$|^" + x)`, "vulnerable", "whatever stands in place of `x`"},
		{`RegExp("^(?:(a+)+b" + x + "|c)$")`, "vulnerable", "whatever stands in place of `x`"},
		{`RegExp("^(?:(a+)+b(?:c" + x + ")*d)$")`, "vulnerable", "whatever stands in place of `x`"},
		{`RegExp("^(?:c" + escapeRegExp(x) + ")?(?:a|a)*b" + y)`, "vulnerable", "whatever stands in place of `escapeRegExp(x)` and `y`"},
		{`RegExp("^(?:c" + x + "|d)*(?:a|a)*b" + y)`, "vulnerable", "whatever stands in place of `x` and `y`"},
		{`RegExp("^(?:c" + x + "|a)*(?:a|a)*b" + y)`, "unknown", "it grows exponentially"},
		{`RegExp("^(a+)+b" + x)`, "vulnerable", "as long as it does not begin with a quantifier and has no `|` outside of groups"},
		{`RegExp("^(a+)+b" + escapeRegExp(x))`, "vulnerable", "in place of `escapeRegExp(x)`, which the attack does not get to|"},
		{`RegExp("^(a+)+b" + x + "*")`, "unknown", "it grows exponentially"}, // b* where x is empty
		{`RegExp("^(a+)+b" + escapeRegExp(x) + "*")`, "vulnerable", "judged with the texts"},
		{`RegExp("\\1+a{2}" + x)`, "unknown", "it grows"}, // \1 is a group where x has one
		{`RegExp("^(a+)+" + x)`, "unknown", "depends on what stands in place of `x`; with the text \"x\" there it grows exponentially"},
		{`RegExp(x + "(a+)+$")`, "unknown", "it grows exponentially"},
		{`RegExp("^" + x + "|^(a+)+$")`, "unknown", "it grows exponentially"},
		{`RegExp("^(?:" + x + ")*(a+)+$")`, "unknown", "it grows exponentially"},
		{`RegExp("^(?=" + x + ")(a+)+$")`, "unknown", "it is linear"},
		{`RegExp("^" + x + "$")`, "unknown", "it is linear"},

		// Texts that are escaped.
		{"RegExp(`\\\\b${escapeRegExp(x)}\\\\b`, 'g')", "safe", "every text of up to 64 characters in place of `escapeRegExp(x)`"},
		{"RegExp(`^${escapeRegExp(x)}=(.*)$`)", "safe", "every text"},
		{"RegExp(`(?:^|\\\\s)${escapeRegExp(x)}(?:$|\\\\s)`)", "safe", "every text"},
		{"RegExp(escapeRegExp(x))", "safe", "every text"},
		{"RegExp(`^(a+)+${escapeRegExp(x)}$`)", "vulnerable", "judged with the texts \"x\" and \",\" in place of `escapeRegExp(x)`"},
		{"RegExp(`${escapeRegExp(x)}([^;]*);`)", "vulnerable", "judged with the texts"},
		{"RegExp(`^([a-z]+${escapeRegExp(x)})*$`)", "unknown", "with \"x\" it grows exponentially, with \",\" it is linear"},
		{"RegExp(`${escapeRegExp(x)}\\\\s*$`)", "unknown", "with \"x\" it is linear, with \",\" it is linear"}, // not with white space
		{"RegExp(`^a*${escapeRegExp(x)}a*$`)", "unknown", "it is linear"},
		{"RegExp(`^(?:a|${escapeRegExp(x)})*$`)", "unknown", "it is linear"},
		{"RegExp(`^${escapeRegExp(x)}*b$`)", "unknown", "it is linear"},
		{"RegExp(`^(?=${escapeRegExp(x)})b$`)", "unknown", "it is linear"},
		{"RegExp(`^(${escapeRegExp(x)})\\\\1$`)", "unknown", "it is linear"},
		{"RegExp(`^${escapeRegExp(x)}b$`, f)", "unknown", "flags"},

		// Where a hole is no part of the text that is matched, nothing is known.
		{`RegExp("^a{1," + n + "}(b+)+$")`, "unknown", "depends on `n`"},
		{`RegExp("\\u" + n + "(b+)+$")`, "unknown", "depends on `n`"},
		{`RegExp("[^" + escapeRegExp(n) + "]*(b+)+$")`, "unknown", "depends on `n`"},
		{`RegExp("(?<" + n + ">b+)+$")`, "unknown", "depends on `n`"},
		{`RegExp("(" + n + "(b+)+$")`, "unknown", "depends on `n`"},
	} {
		language, _ := extract.ByPath("x.js")
		f := language.Extract([]byte(tt.src))
		r, err := OfLiteral(NewComments(f), &f.Literals[len(f.Literals)-1]).Audit(t.Context(), redos.Analyze, redos.DefaultLimits, repair.Propose)
		if err != nil {
			t.Fatal(err)
		}
		says := r.Assumed + "|" + r.Verdict.Reason
		if got := r.Outcome(); got != tt.outcome || !strings.Contains(says, tt.says) {
			t.Errorf("%s\n got %s: %s\nwant %s: %s", tt.src, got, says, tt.outcome, tt.says)
		}
	}
}

// TestTexts compares what is said of every text with what is said of some.
func TestTexts(t *testing.T) {
	safe := map[string]int{}
	for _, shape := range []string{
		`^#$`, `^a*#$`, `#a*$`, `^(a|#)b*$`, `\s#\s`, `(?:#)+$`, `^a#a*$`, `(a#)*b`, `^(?:a#b)*c#$`, `^[ab]*#[bc]*$`, `#[^b]*b`, `^.*#$`, `^a{2,9}#a$`,
	} {
		for _, in := range []struct{ name, before, hole, after string }{
			{"x.js", "RegExp(String.raw`", "${escapeRegExp(x)}", "`)"},
			{"x.py", `re.search(r"`, `" + re.escape(x) + r"`, `", s)`},
			{"x.rb", `/`, `#{Regexp.escape(x)}`, `/`},
			{"x.php", `<?php preg_match('/`, `' . preg_quote($x) . '`, `/', $s);`},
			{"x.pl", `$s =~ /`, `\Q$x\E`, `/;`},
		} {
			src := in.before + strings.ReplaceAll(shape, "#", in.hole) + in.after
			language, _ := extract.ByPath(in.name)
			f := language.Extract([]byte(src))
			if len(f.Literals) == 0 {
				t.Fatalf("%s: no pattern", src)
			}
			r, err := OfLiteral(NewComments(f), &f.Literals[0]).Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
			if err != nil || r.Outcome() != "safe" {
				continue
			}
			safe[in.name]++
			for _, text := range []string{"", "a", "b", "ab", "aa", "aba", "c", " ", "aaaaaaa"} {
				p := redos.Pattern{Text: strings.ReplaceAll(shape, "#", text), Dialect: f.Literals[0].Dialect}
				if v, err := redos.Analyze(t.Context(), p, redos.DefaultLimits); err == nil && v.Class != redos.Linear {
					t.Errorf("%s: %s, and %s is %v", src, r.Assumed, p.Text, v.Class)
				}
			}
		}
	}
	for _, name := range []string{"x.js", "x.py", "x.rb", "x.php", "x.pl"} {
		if safe[name] == 0 {
			t.Errorf("%s: no pattern is safe with any text", name)
		}
	}
}

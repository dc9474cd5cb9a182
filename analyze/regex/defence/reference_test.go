package defence

import (
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestReferences holds that Perl forgets where loops failed only when it comes to a reference, whether that matches or
// not.
func TestReferences(t *testing.T) {
	for _, test := range []struct {
		pattern, flags, suffix string
		want                   Outcome
	}{
		{`^(?:a|b|ab)*(?:c(x?)\1)?$`, "", "c!", Grows},
		{`^(?:a|b|ab)*(?:c(x?)\1)?$`, "", "!", Protected},
		{`^(?:a|b|ab)*(?:c|d(x?)\1)$`, "", "cd!", Protected}, // behind what no match goes on to
		{`^(?:a|b|ab)*(x)?\1$`, "", "!", Grows},              // of a group that is not passed
		{`^(?:a|b|ab)*(X)x\1$`, "i", "xxy", Grows},
		{`^(?:a|b|ab)*(x)c$`, "", "xc!", Protected},
	} {
		v := redos.Verdict{Class: redos.Exponential, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "ab"}}, Suffix: test.suffix}}
		if f := forecastOf(t, test.pattern, test.flags, v, "perl", "5.36.0"); f.Outcome != test.want {
			t.Errorf("/%s/ on %+v: predicted %+v, want %q", test.pattern, *v.Attack, f, test.want)
		}
	}
}

// TestCaptures holds what the model takes references to match.
func TestCaptures(t *testing.T) {
	for _, test := range []struct {
		pattern, flags, in string
		want               bool
	}{
		{`^(a+)b\1$`, "", "aabaa", true},
		{`^(a+)b\1$`, "", "aaba", false},
		{`^(a+)b\1$`, "i", "aAbAa", true},
		{`^(?:(a)|b)*\1$`, "", "aba", true},
		{`^(?:(a)x|ab)\1$`, "", "aba", false}, // what a way that failed has captured is forgotten
		{`^(?:(a)|b)\1$`, "", "b", false},
	} {
		tree, err := parser.Parse(syntax.Perl, test.pattern, test.flags)
		if err != nil {
			t.Fatal(err)
		}
		p, why := compile(tree, syntax.Search)
		if why != "" {
			t.Fatal(why)
		}
		m := &matcher{program: p, in: []rune(test.in), limit: maxSteps, failed: map[[2]int]bool{}, groups: map[int]span{}}
		if got := m.match(p.root, 0, func(int) bool { return true }); got != test.want {
			t.Errorf("/%s/%s on %q: matches %t, want %t", test.pattern, test.flags, test.in, got, test.want)
		}
	}
}

package redos

import (
	"testing"

	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/syntax"
)

// TestBegun is about engines that look for what a match begins with before they ask a lookaround in front of it: the
// attack has it at the places where it costs, if any text does.
func TestBegun(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
		class   Class
		begins  bool
	}{
		{`(?<!\d.*)x`, syntax.JavaScript, Polynomial, true},
		{`(?<!<[^>]*)==`, syntax.JavaScript, Polynomial, true},
		{`(?<!#[^\n]*)\bend`, syntax.JavaScript, Polynomial, true},
		{`(?<!;.*)[a-f]{3}:`, syntax.JavaScript, Polynomial, true},
		{`(?<!'.*)(?:in|of)\b`, syntax.DotNet, Polynomial, true},
		{`(?<!;.*-.*)\[\]`, syntax.JavaScript, Polynomial, true},
		{`(?<!\blet\s+\w*\s*.*)#\{`, syntax.JavaScript, Polynomial, true},
		{`(?!.*;)=`, syntax.JavaScript, Polynomial, true},
		{`(?!.*;)=`, syntax.PCRE, Polynomial, true},
		{`(?!(?:\w+-?)+;)q`, syntax.JavaScript, Exponential, true},
		{`(?<!a+)b`, syntax.JavaScript, Polynomial, false}, // linear where nothing else than b is looked at
		{`(?=[^x]*x)\$`, syntax.PCRE, Polynomial, true},    // behind a positive one as well
		{`(?=[^x]*x)\$[a-z]`, syntax.Ruby, Polynomial, true},
		{`(?=.*\d)<[a-z]`, syntax.Perl, Polynomial, true},
		{`(?!.*;)=`, syntax.Java, Polynomial, false}, // which looks for nothing
	} {
		v, err := Analyze(t.Context(), Pattern{Text: c.pattern, Dialect: c.dialect}, DefaultLimits)
		if err != nil || v.Class != c.class || v.Attack == nil {
			t.Errorf("%v %s: got %v, %v, attack %v, want %v", c.dialect, c.pattern, v.Class, err, v.Attack, c.class)
			continue
		}
		if got := v.BeginsAt(syntax.Search, prefilter.Opening(v.Tree)); got != c.begins {
			t.Errorf("%v %s: BeginsAt its opening with %q = %t, want %t", c.dialect, c.pattern, v.Attack.Build(3), got, c.begins)
		}
		if v.Cost.SafeLength > v.Cost.LengthForBudget {
			t.Errorf("%v %s: %d characters reach the budget, and no input below %d does", c.dialect, c.pattern, v.Cost.LengthForBudget, v.Cost.SafeLength)
		}
	}
}

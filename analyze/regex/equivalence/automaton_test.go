package equivalence_test

import (
	"testing"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestAutomatonDecidesLookbehinds(t *testing.T) {
	tests := []struct {
		pattern string
		mode    syntax.Mode
		degree  int // of the ambiguity
	}{
		{`\{.+?\}`, syntax.Search, 1},
		{`\{(?<!\{.+?).+?\}`, syntax.Search, 0},
		{`\{(?<!\{[^}]+?).+?\}`, syntax.All, 0},
		{`\s+$`, syntax.Search, 1},
		{`(?<!\s)\s+$`, syntax.Search, 0},
		{`[a-z](?<![a-z][a-z0-9_]+?)[a-z0-9_]*[ ]+`, syntax.Search, 0},
		{`<!--(?<!<!--[^]+?)[^]*?-->`, syntax.Search, 0},
		{`(['"])(?<!["'].+?).*\1`, syntax.Search, 0},
	}
	for _, tt := range tests {
		tree, err := parser.Parse(syntax.JavaScript, tt.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		a, err := equivalence.Automaton(tree, tt.mode, testLimits)
		if err != nil {
			t.Errorf("Automaton(/%s/): %v", tt.pattern, err)
			continue
		}
		res, err := ambiguity.Analyze(a, 1_000_000)
		if err != nil || res.Degree != tt.degree || len(res.Exponential) > 0 {
			t.Errorf("Automaton(/%s/) has ambiguity of degree %d, %d exponential (%v), want %d", tt.pattern, res.Degree, len(res.Exponential), err, tt.degree)
		}
	}
}

// TestAutomatonIsThatOfTheCompiler compares ambiguities with those of package nfa where there is
// nothing to decide.
func TestAutomatonIsThatOfTheCompiler(t *testing.T) {
	for _, pattern := range []string{`a*a*b`, `(?:a|a)*b`, `^(?:\w+\s?)*$`, `.*.*=`, `a+b|c`, `\b\w+$`, `(?:ab?)+`, `(?:a*b)?`, `(?=.*a)b`, `^(?:a*)*$`, `x[^x]*y`} {
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []syntax.Mode{syntax.Search, syntax.Prefix, syntax.All} {
			a, err := equivalence.Automaton(tree, mode, testLimits)
			if err != nil {
				t.Fatal(err)
			}
			b, err := nfa.Compile(tree, nfa.Options{Anchored: mode == syntax.Prefix, Repeat: mode == syntax.All, MaxStates: 3000, Unroll: 100})
			if err != nil {
				t.Fatal(err)
			}
			x, errX := ambiguity.Analyze(a, 1_000_000)
			y, errY := ambiguity.Analyze(b, 1_000_000)
			if errX != nil || errY != nil || x.Degree != y.Degree || (len(x.Exponential) > 0) != (len(y.Exponential) > 0) {
				t.Errorf("/%s/ in mode %d: degree %d, %d exponential (%v), want %d, %d (%v)", pattern, mode,
					x.Degree, len(x.Exponential), errX, y.Degree, len(y.Exponential), errY)
			}
		}
	}
}

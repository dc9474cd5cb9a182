package redos

import (
	"slices"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestRequireKnowsEveryDialect asks for the needed texts in each dialect, and in one after the last.
func TestRequireKnowsEveryDialect(t *testing.T) {
	last := slices.Max(syntax.Dialects())
	for dialect := range last + 2 {
		tree, err := parser.Parse(syntax.JavaScript, "(a|a)+b", "")
		if err != nil {
			t.Fatal(err)
		}
		tree.Dialect = dialect
		d := &decision{ctx: t.Context(), tree: tree, limits: DefaultLimits, prover: newProver(tree, syntax.Search, DefaultLimits.Steps)}
		v := Verdict{Class: Exponential, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "a"}}}}
		want := ""
		if dialect == syntax.PCRE || dialect == syntax.Perl || dialect == syntax.Ruby {
			want = "\nb"
		}
		if got := d.require(v).Attack.Suffix; got != want {
			t.Errorf("%v: suffix %q, want %q", dialect, got, want)
		}
	}
}

package redos

import (
	"strings"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestChainLimitIsItsOwn replays a chain that does not work, once as the first and once after much
// other work: both times it may cost the same.
func TestChainLimitIsItsOwn(t *testing.T) {
	parse := func(pattern string) *syntax.Tree {
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	ambiguous := parse(strings.Repeat("a*", 12) + "$")
	linear := parse("^(?:a?b?){40}a*$") // what is replayed instead, so that no part of the chain works
	spent := func(before int64) int64 {
		d := &decision{ctx: t.Context(), tree: ambiguous, limits: DefaultLimits, prover: newProver(ambiguous, syntax.Search, DefaultLimits.Steps)}
		a, res, err := d.analyze(unrolls[:]...)
		if err != nil || len(res.Chain) < 3 {
			t.Fatalf("%d links, %v", len(res.Chain), err)
		}
		d.prover = newProver(linear, syntax.Search, DefaultLimits.Steps)
		d.prover.steps = before
		if v := d.tryPolynomial(a, res, attack.Synthesize(a, res.Chain)); v.Class != Unknown {
			t.Fatalf("a chain of another pattern works: %v", v)
		}
		return d.prover.steps - before
	}
	first, later := spent(0), spent(1_000_000_000)
	if first != later {
		t.Errorf("%d steps as the first chain, %d after other work", first, later)
	}
}

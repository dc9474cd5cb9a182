package redos

import (
	"context"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
)

// Joined returns v, of a pattern that is applied as mode says, with one pump made of its several, for an engine that does
// not show the growth of v: what counted repetitions read reaches from one pump into the next only where the two meet,
// and everywhere where they take turns. ok is false if it has one pump or such an attack does not grow as v does.
func (v Verdict) Joined(ctx context.Context, mode syntax.Mode) (joined Verdict, ok bool) {
	if v.Tree == nil || v.Attack == nil || len(v.Attack.Pumps) < 2 || v.Class != Polynomial || v.Bounded || v.Attack.Rises() || v.Cost.BudgetSteps <= 0 {
		return v, false
	}
	pump := v.Attack.Pumps[0]
	for _, p := range v.Attack.Pumps[1:] {
		pump.Pump += p.Prefix + p.Pump
	}
	mode = v.Tree.Applied(mode)
	d := &decision{ctx: ctx, tree: v.Tree, mode: mode, limits: Limits{Steps: v.Cost.BudgetSteps}, prover: newProver(v.Tree, mode, v.Cost.BudgetSteps)}
	a := attack.Attack{Pumps: []attack.Pump{pump}, Suffix: v.Attack.Suffix}
	joined, ok = d.claim(v, a, d.prover.replay(a))
	if !ok || !d.settle(&joined) {
		return v, false
	}
	joined.Cost.SafeLength = min(v.Cost.SafeLength, joined.Cost.LengthForBudget)
	return joined, true
}

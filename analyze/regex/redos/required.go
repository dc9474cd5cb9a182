package redos

import (
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/prefilter"
	"snag/analyze/wtf8"
)

// require puts the texts that every match needs behind the attack of v, if it then still works. Else it
// leaves v alone: there the engine is protected.
func (d *decision) require(v Verdict) Verdict {
	if v.Attack == nil || v.Bounded || !prefilter.ForText(d.tree.Dialect) {
		return v
	}
	needed := d.lacks(*v.Attack)
	if len(needed) == 0 || len(needed) > 8 {
		return v
	}
	longest := slices.MaxFunc(needed, func(a, b string) int { return len(a) - len(b) })
	budget := d.prover.steps + chainSteps
	backwards := slices.Clone(needed) // hardly ever matches
	slices.Reverse(backwards)
	for _, texts := range [][]string{needed, backwards, {longest}} {
		for _, between := range []string{"\n", "!", " ", ""} {
			if d.prover.steps > budget {
				return v
			}
			a := attack.Attack{Pumps: v.Attack.Pumps, Suffix: v.Attack.Suffix + between + strings.Join(texts, between)}
			r := d.prover.replay(a)
			works := false
			if v.Class == Exponential {
				_, works = r.exponential()
			} else {
				_, works = r.grows(v.Degree)
			}
			if works {
				v.Attack, v.Cost = &a, r.estimate(v.Degree, d.limits.Steps)
				return v
			}
		}
	}
	return v
}

// lacks returns the texts that every match holds and the end of an attack does not.
func (d *decision) lacks(a attack.Attack) []string {
	var needed []string
	last := a.Pumps[len(a.Pumps)-1].Pump
	for _, text := range prefilter.Texts(d.tree.Root, wtf8.Decode(last)) {
		if !strings.Contains(last, text) && !strings.Contains(a.Suffix, text) && !slices.Contains(needed, text) {
			needed = append(needed, text)
		}
	}
	return needed
}

package redos

import "slices"

// Bounds on following a cost beyond the budget.
const (
	farLength = 20_000         // characters
	farSteps  = 20_000_000_000 // where steps can be computed
	nearSteps = 10             // times the budget where they must be counted
)

// farther adds to the cost of growth that ends what the attack takes beyond the budget, up to where it takes no more with
// one repetition more: no number may be computed from the growth there.
func (d *decision) farther(v Verdict) Verdict {
	if !v.Bounded || v.Attack == nil || v.Cost.Extrapolated || d.limits.ClassOnly {
		return v
	}
	r := d.prover.replay(*v.Attack)
	limit := int64(farSteps)
	if d.prover.meter == nil {
		limit = nearSteps * v.Cost.BudgetSteps
	}
	points := slices.DeleteFunc(slices.Clone(v.Cost.Points), func(p CostPoint) bool { return p.Pumps >= v.Cost.PumpsForBudget })
	most := int64(0)
	for n := v.Cost.PumpsForBudget; r.length(n) <= farLength; {
		point, within := r.cost(n, limit)
		if !within || point.Steps < most+most/100 {
			break
		}
		points, most = append(points, point), point.Steps
		if n++; point.Length > shortLength {
			n += n / 8
		}
	}
	v.Cost.Points = points
	return v
}

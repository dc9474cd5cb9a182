package redos

import (
	"context"
	"math"
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

const (
	curvePoints   = 16         // points of the curve, evenly spaced
	largestBudget = 50_000_000 // steps that a run may take to be worth waiting for
	longestInput  = 4_000_000  // characters
)

// Curve runs the attack of v on the pattern, which is applied as mode says, to find the smallest number
// of pumps at which the budget is exceeded, and points of the curve up to there. ok is false when the
// budget cannot be reached, or ctx ends.
func (v Verdict) Curve(ctx context.Context, mode syntax.Mode) (cost Cost, ok bool) {
	budget := v.Cost.BudgetSteps
	if v.Attack == nil || budget <= 0 || budget > largestBudget {
		return cost, false
	}
	r := newLookupProver(v.Tree, v.Tree.Applied(mode), budget).replay(*v.Attack)
	within := func(n int) bool {
		_, ok := r.cost(n, budget)
		return ok
	}
	least, ok := leastPumps(ctx, r, within)
	if !ok || r.err != nil {
		return cost, false
	}
	for i := range curvePoints {
		within(least * i / curvePoints)
	}
	cost = Cost{BudgetSteps: budget, PumpsForBudget: least, LengthForBudget: r.length(least), SafeLength: min(v.Cost.SafeLength, r.length(least))}
	cost.Points = slices.Clone(r.seen)
	sorting.Stable(cost.Points, func(a, b CostPoint) int { return a.Pumps - b.Pumps })
	return cost, ctx.Err() == nil
}

// leastPumps returns the smallest number of pumps that is not within the budget.
func leastPumps(ctx context.Context, r *replay, within func(n int) bool) (int, bool) {
	low, high := 0, 1
	for within(high) {
		low, high = high, 2*high
		if r.length(1)*high > longestInput || ctx.Err() != nil {
			return 0, false
		}
	}
	for low+1 < high && ctx.Err() == nil {
		if middle := low + (high-low)/2; within(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high, true
}

// Steps runs an attack of n pumps on a pattern that is applied as mode says. over reports whether it takes
// more than the steps that are returned: they reach limit, or the memory of a matcher is spent. The
// error says why the pattern cannot be run.
func Steps(tree *syntax.Tree, mode syntax.Mode, att attack.Attack, n int, limit int64) (point CostPoint, over bool, err error) {
	p := newLookupProver(tree, tree.Applied(mode), limit)
	point, within := p.replay(att).cost(n, limit)
	return point, !within, p.err
}

// estimate returns the cost of a proved attack and the size at which it exceeds the budget. degree 0
// stands for exponential growth.
func (r *replay) estimate(degree int, budget int64) Cost {
	c := Cost{BudgetSteps: budget}
	first, step, count := 0, 1, 64
	if degree > 0 {
		spread, _ := r.grows(degree)
		first, step, count = spread.first, spread.step, degree+1
	}
	for i := range count {
		point, ok := r.cost(first+i*step, max(2*budget, replaySteps))
		if ok {
			c.Points = append(c.Points, point)
		}
		if !ok || point.Steps > budget {
			c.PumpsForBudget, c.LengthForBudget = point.Pumps, point.Length
			c.Extrapolated = degree > 0 && step+first > 1 && point.Pumps > 1 // fewer may exceed it
			return c
		}
		if degree == 0 && point.Steps > quickSteps && i >= 2 {
			break
		}
	}
	last, before := c.Points[len(c.Points)-1], c.Points[len(c.Points)-2]
	c.Extrapolated = true
	if degree == 0 {
		base := float64(last.Steps) / float64(before.Steps)
		more := math.Ceil(math.Log(float64(budget)/float64(last.Steps)) / math.Log(base))
		c.PumpsForBudget = last.Pumps + max(int(more), 1)
	} else {
		c.PumpsForBudget = crossing(c.Points, budget)
	}
	perPump := (last.Length - before.Length) / (last.Pumps - before.Pumps)
	c.LengthForBudget = last.Length + perPump*(c.PumpsForBudget-last.Pumps)
	return c
}

// crossing returns the number of pumps at which the polynomial through equidistant points exceeds
// budget.
func crossing(points []CostPoint, budget int64) int {
	at := func(n int) float64 { return newton(points, float64(n)) }
	low, high := points[len(points)-1].Pumps, points[len(points)-1].Pumps
	for at(high) <= float64(budget) && high < 1<<40 {
		high *= 2
	}
	for low < high {
		mid := low + (high-low)/2
		if at(mid) > float64(budget) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// costly asks for the bound on what any input costs. It reports whether that is linear, else it returns attacks
// made of what repeats in the most expensive text.
func (d *decision) costly() (linear bool, worst []attack.Attack) {
	if d.limits.Bound == 0 {
		return false, nil
	}
	costs := d.prover.costsIn(2 * costStates)
	if costs == nil {
		return false, nil
	}
	res := bound.Of(costs).Compute(d.limits.Steps, bound.Limits{Work: 4 * d.limits.Bound})
	if res.Linear {
		return true, nil
	}
	text := textOf(costs, res.Word[:min(len(res.Word), settleLength)])
	for _, suffix := range []string{"", "!"} {
		all := attack.Periods(text, suffix, wtf8.Encode)
		worst = append(worst, all[:min(len(all), candidates)]...)
	}
	return false, worst
}

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

package redos

import (
	"math"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// StepsAt returns how many steps plain backtracking takes on the attack of v with so many pumps. Up to what
// was counted the number is counted itself or lies between two that were. Beyond, it follows from the
// growth that v claims, or atLeast is set: the growth is known to end, or nothing says how it goes on. It is
// 0 where nothing was counted.
func (v Verdict) StepsAt(pumps int) (steps float64, atLeast bool) {
	points := v.counted()
	if len(points) == 0 || pumps <= 0 {
		return 0, false
	}
	if most := v.counterEnds(points[len(points)-1]); most > 0 && pumps > most {
		steps, _ = v.StepsAt(most)
		return steps, true
	}
	if exact, ok := v.polynomial(); ok && pumps >= exact[0].Pumps {
		return newton(exact, float64(pumps)), false
	}
	i, found := slices.BinarySearchFunc(points, pumps, func(p CostPoint, n int) int { return p.Pumps - n })
	switch {
	case found:
		return float64(points[i].Steps), false
	case i == len(points):
		return v.beyond(points, pumps)
	case i == 0:
		return float64(points[0].Steps) * float64(pumps) / float64(points[0].Pumps), false
	}
	p, q := points[i-1], points[i]
	if p.Steps <= 0 || q.Steps <= 0 {
		return float64(q.Steps), false
	}
	rise := math.Log(float64(q.Steps) / float64(p.Steps))
	part := math.Log(float64(pumps)/float64(p.Pumps)) / math.Log(float64(q.Pumps)/float64(p.Pumps))
	if v.Class == Exponential {
		part = float64(pumps-p.Pumps) / float64(q.Pumps-p.Pumps)
	}
	return float64(p.Steps) * math.Exp(rise*part), false
}

// counterEnds returns the number of pumps from which on a counted repetition may end growth that v claims without an end,
// 0 where none does: large counts are loops to the automaton, and steps were counted up to last alone. So may the end of
// the alphabet growth that needs ever new characters.
func (v Verdict) counterEnds(last CostPoint) (pumps int) {
	const passed = 2 // growth that went on so many times beyond a count is none of it
	if v.Class != Polynomial || v.Bounded || v.Attack == nil || v.Tree == nil {
		return 0
	}
	if n := v.Attack.Distinct(); n > 0 {
		return max(n, last.Pumps)
	}
	var pumped charset.Set
	for _, p := range v.Attack.Pumps {
		for _, r := range v.Tree.Chars(p.Pump) {
			pumped = pumped.Union(charset.New(charset.Range{Lo: r, Hi: r}))
		}
	}
	least := 0
	v.Tree.Root.Has(func(n *syntax.Node) bool {
		if n.Op != syntax.OpRepeat || n.Max == syntax.Unbounded || n.Max*passed < last.Length || n.Max <= 1 {
			return false
		}
		takes := n.Subs[0].Has(func(n *syntax.Node) bool {
			return n.Op == syntax.OpSet && n.Set.Overlaps(pumped)
		})
		if takes && (least == 0 || n.Max < least) {
			least = n.Max
		}
		return false
	})
	if least == 0 {
		return 0
	}
	return max(v.PumpsWithin(least), last.Pumps)
}

// counted returns the points of the cost with pumps, and of growth that ends the one at which the budget is
// exceeded.
func (v Verdict) counted() []CostPoint {
	c := v.Cost
	points := slices.DeleteFunc(slices.Clone(c.Points), func(p CostPoint) bool { return p.Pumps <= 0 })
	if n := len(points); v.Bounded && n > 0 && c.PumpsForBudget > points[n-1].Pumps {
		points = append(points, CostPoint{Pumps: c.PumpsForBudget, Length: c.LengthForBudget, Steps: c.BudgetSteps})
	}
	return points
}

// polynomial returns points that determine the cost, if what was counted lies on one polynomial of the
// degree: as many points as that takes at equal distances, before the last one.
func (v Verdict) polynomial() (points []CostPoint, ok bool) {
	all := v.Cost.Points
	if v.Class != Polynomial || v.Bounded || len(all) != v.Degree+2 {
		return nil, false
	}
	points = all[:v.Degree+1]
	step := points[1].Pumps - points[0].Pumps
	for i := 1; i < len(points); i++ {
		if points[i].Pumps-points[i-1].Pumps != step {
			return nil, false
		}
	}
	last := all[v.Degree+1]
	at := newton(points, float64(last.Pumps)) / float64(last.Steps)
	return points, 0.98 < at && at < 1.02
}

// beyond returns the steps for more pumps than were counted. The growth of an exponential is the one
// between the last point and the latest before it that is clearly cheaper.
func (v Verdict) beyond(points []CostPoint, pumps int) (steps float64, atLeast bool) {
	last := points[len(points)-1]
	steps = float64(last.Steps)
	if v.Bounded {
		return steps, true
	}
	switch v.Class {
	case Exponential:
		for _, p := range slices.Backward(points) {
			if p.Steps > 0 && 2*p.Steps <= last.Steps {
				rate := math.Log(steps/float64(p.Steps)) / float64(last.Pumps-p.Pumps)
				return steps * math.Exp(min(rate*float64(pumps-last.Pumps), 600)), false
			}
		}
		return steps * float64(pumps) / float64(last.Pumps), true
	case Polynomial:
		return steps * math.Pow(float64(pumps)/float64(last.Pumps), float64(v.Degree)), false
	}
	return steps * float64(pumps) / float64(last.Pumps), false
}

// PumpsWithin returns the largest number of pumps with which the attack of v is no longer than length, in
// characters as in Cost. It is 0 where not one fits, or v has no attack.
func (v Verdict) PumpsWithin(length int) int {
	if v.Attack == nil || v.Tree == nil {
		return 0
	}
	fixed, perPump := len(v.Tree.Chars(v.Attack.Suffix)), 0
	for _, p := range v.Attack.Pumps {
		fixed += len(v.Tree.Chars(p.Prefix))
		perPump += len(v.Tree.Chars(p.Pump))
	}
	if perPump == 0 {
		return 0
	}
	return max((length-fixed)/perPump, 0)
}

// newton returns the polynomial through equidistant points at n pumps, by forward differences.
func newton(points []CostPoint, n float64) float64 {
	diffs := make([]float64, len(points))
	for i, p := range points {
		diffs[i] = float64(p.Steps)
	}
	for order := 1; order < len(points); order++ {
		for i := len(points) - 1; i >= order; i-- {
			diffs[i] -= diffs[i-1]
		}
	}
	x := (n - float64(points[0].Pumps)) / float64(points[1].Pumps-points[0].Pumps)
	sum, term := 0.0, 1.0
	for i, d := range diffs {
		sum += term * d
		term *= (x - float64(i)) / float64(i+1)
	}
	return sum
}

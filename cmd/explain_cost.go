package cmd

import (
	"context"
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// costCurve counts the steps of an attack up to a budget.
type costCurve struct {
	ctx     context.Context
	tree    *syntax.Tree
	program *backtrack.Program
	mode    backtrack.Mode
	attack  attack.Attack
	budget  int64
	points  map[int]redos.CostPoint // by pumps, those within the budget
}

const (
	curvePoints   = 16         // points of the curve, evenly spaced
	largestBudget = 50_000_000 // steps that a run may take to be worth waiting for
	longestInput  = 4_000_000  // characters
)

// exactCost runs the attack on a pattern to find the smallest number of pumps at which the budget is
// exceeded, and points of the curve up to there. ok is false when the budget cannot be reached.
func exactCost(ctx context.Context, a *audited) (cost redos.Cost, ok bool) {
	budget := a.verdict.Cost.BudgetSteps
	if a.verdict.Attack == nil || budget <= 0 || budget > largestBudget {
		return cost, false
	}
	tree, err := a.Dialect.Parse(a.Text, a.Flags)
	if err != nil {
		return cost, false
	}
	program, err := backtrack.Compile(tree)
	if err != nil {
		return cost, false
	}
	c := costCurve{
		ctx: ctx, tree: tree, program: program, mode: matchMode(tree, a.Mode), attack: *a.verdict.Attack,
		budget: budget, points: map[int]redos.CostPoint{},
	}
	least, ok := c.leastPumps()
	if !ok {
		return cost, false
	}
	for i := range curvePoints {
		c.within(least * i / curvePoints)
	}
	cost = redos.Cost{
		BudgetSteps: budget, PumpsForBudget: least, LengthForBudget: len(c.input(least)),
	}
	for _, p := range c.points {
		cost.Points = append(cost.Points, p)
	}
	slices.SortFunc(cost.Points, func(p, q redos.CostPoint) int { return p.Pumps - q.Pumps })
	return cost, ctx.Err() == nil
}

// matchMode is how the reference matcher applies a pattern: a search, unless its flags say otherwise.
func matchMode(tree *syntax.Tree, mode redos.Mode) backtrack.Mode {
	switch {
	case mode == redos.All, mode == redos.Search && tree.Flags.Has(syntax.Global) && !tree.Flags.Has(syntax.Sticky):
		return backtrack.All
	case mode == redos.Prefix, mode == redos.Search && tree.Flags.Has(syntax.Sticky):
		return backtrack.Prefix
	case mode == redos.Full:
		return backtrack.Full
	}
	return backtrack.Search
}

// input returns the attack with n pumps in the alphabet of the pattern.
func (c *costCurve) input(n int) []rune {
	points := wtf8.Decode(c.attack.Build(n))
	if c.tree.ByCodePoint {
		return points
	}
	units := wtf8.ToUnits(points)
	input := make([]rune, len(units))
	for i, u := range units {
		input[i] = rune(u)
	}
	return input
}

// within counts the steps for n pumps and reports whether they stay within the budget.
func (c *costCurve) within(n int) bool {
	if _, known := c.points[n]; known {
		return true
	}
	input := c.input(n)
	r := c.program.Match(input, backtrack.Options{Mode: c.mode, MaxSteps: c.budget})
	if r.Outcome == backtrack.StepLimit || r.Outcome == backtrack.MemoryLimit {
		return false
	}
	c.points[n] = redos.CostPoint{Pumps: n, Length: len(input), Steps: r.Steps}
	return true
}

// leastPumps returns the smallest number of pumps that exceeds the budget.
func (c *costCurve) leastPumps() (int, bool) {
	low, high := 0, 1
	for c.within(high) {
		low, high = high, 2*high
		if len(c.input(1))*high > longestInput || c.ctx.Err() != nil {
			return 0, false
		}
	}
	for low+1 < high && c.ctx.Err() == nil {
		if middle := low + (high-low)/2; c.within(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high, true
}

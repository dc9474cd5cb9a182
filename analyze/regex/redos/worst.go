package redos

import (
	"math"
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

const (
	costStates   = 1500    // of the automaton of costs
	settleLength = 100_000 // characters of an attack whose cost is looked for
	candidates   = 5       // attacks that are tried beside the one that was found
	mostFixed    = 24      // characters of those that stand once, in short inputs
	sharp        = 1.1     // times the bound an attack may be that no better attack is looked for
	hopeless     = 2.4     // times the bound an attack may be at most that any at random are tried
	distant      = 1.25    // times the bound an attack may be that no better bound is looked for
)

// worst looks for the worst attack on a vulnerable pattern, and for the length below which no input at all
// exceeds the budget. A pattern of which no input does is not vulnerable.
func (d *decision) worst(v Verdict) Verdict {
	if v.Attack == nil || d.limits.Bound == 0 || d.prover.program == nil || d.prover.err != nil {
		return v
	}
	if d.limits.ClassOnly && endless(d.tree.Root) {
		return v
	}
	costs := d.prover.price()
	reached := d.settle(&v)
	if costs == nil || reached && d.limits.ClassOnly {
		if v = d.reaching(v, reached); v.Attack != nil && !d.limits.ClassOnly {
			d.sooner(&v)
		}
		return v
	}
	limits := bound.Limits{Work: d.limits.Bound, Steep: v.Class == Exponential || v.Degree > 2}
	if reached {
		limits.Length = v.Cost.LengthForBudget
		limits.Roughly = v.Class == Polynomial && v.Degree == 2 && d.prover.meter != nil // see phased
	}
	bounds := bound.Of(costs)
	if reached && v.Class == Polynomial && v.Degree == 2 {
		if res, ok := bounds.Rated(d.limits.Steps); ok {
			v, _ = d.improved(v, costs, res, true)
			if float64(v.Cost.LengthForBudget) <= sharp*float64(res.Length) {
				v.Cost.SafeLength = min(res.Length, v.Cost.LengthForBudget)
				return v
			}
			limits.Length = v.Cost.LengthForBudget
		}
	}
	res := bounds.Compute(d.limits.Steps, limits)
	if reached && costs.Held && !res.Complete && float64(v.Cost.LengthForBudget) > sharp*float64(res.Length) {
		res.Length = max(res.Length, d.plainBound(limits))
	}
	if !reached && res.Linear {
		return Verdict{Class: Linear}
	}
	v, reached = d.improved(v, costs, res, reached)
	if v = d.reaching(v, reached); v.Attack != nil && reached {
		if float64(v.Cost.LengthForBudget) > sharp*float64(res.Length) {
			v = d.balanced(v)
		}
		v, res.Length = d.approached(v, bounds, res.Length)
		if float64(v.Cost.LengthForBudget) > distant*float64(res.Length) {
			d.sooner(&v)
		}
		v.Cost.SafeLength = min(res.Length, v.Cost.LengthForBudget)
	}
	return v
}

// approached returns v and a length below which no input exceeds the budget, where these are far apart, with a shorter attack
// and a greater length as far as they are found.
func (d *decision) approached(v Verdict, bounds *bound.Bounds, least int) (Verdict, int) {
	far := func(times float64) bool {
		return v.Class == Polynomial && float64(v.Cost.LengthForBudget) > times*float64(least)
	}
	if far(distant) {
		v = d.climbed(v)
	}
	if far(distant) {
		least = bounds.Tiered(float64(d.limits.Steps), least, v.Cost.LengthForBudget)
	}
	if far(distant) {
		least = max(least, bounds.Reach(float64(d.limits.Steps), v.Cost.LengthForBudget, v.Degree > 2))
	}
	explored := false
	explore := func() {
		if !explored && far(distant) && !far(hopeless) {
			v, explored = d.explored(v, least), true
		}
	}
	explore() // which takes less time than to tell more apart
	if far(distant) {
		least = bounds.Divided(float64(d.limits.Steps), least, v.Cost.LengthForBudget)
	}
	explore()
	return v, least
}

// improved returns v with an attack made of the inputs that a bound was found with, where that is shorter.
func (d *decision) improved(v Verdict, costs *backtrack.Costs, res bound.Result, reached bool) (Verdict, bool) {
	for _, word := range [][]int{res.Word, res.Other} {
		if len(word) == 0 || reached && float64(v.Cost.LengthForBudget) <= 1.05*float64(res.Length) {
			continue
		}
		if better, ok := d.better(v, costs, textOf(costs, word), reached); ok {
			v, reached = better, true
		}
	}
	return v, reached
}

// plainBound returns a length below which no input exceeds the budget, by the costs that do not know what a reference
// asks for: of fewer states the work allowed may tell more.
func (d *decision) plainBound(limits bound.Limits) int {
	costs, err := d.prover.program.PlainCosts(d.tree.MaxChar(), d.mode, costStates)
	if err != nil {
		return 0
	}
	return bound.Of(costs).Compute(d.limits.Steps, limits).Length
}

// textOf returns a text of the classes.
func textOf(costs *backtrack.Costs, word []int) []rune {
	examples := make([]rune, costs.Alphabet.Len)
	for class := range examples {
		examples[class] = costs.Alphabet.Example(class)
	}
	text := make([]rune, len(word))
	for i, class := range word {
		text[i] = examples[class]
	}
	return text
}

// reaching returns v, or Unknown if its attack does not reach the budget.
func (d *decision) reaching(v Verdict, reached bool) Verdict {
	if !reached && d.fewRuns() {
		return Verdict{Class: Linear}
	}
	if !reached {
		return Verdict{Reason: "the growth that was found ends below the budget, and nothing more is proved"}
	}
	return v
}

// endless reports whether growth that was found goes on: nothing counts.
func endless(root *syntax.Node) bool {
	return !root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpRepeat && n.Max > 1 && n.Max != syntax.Unbounded || n.Op == syntax.OpCall || n.Op == syntax.OpVerb
	})
}

// settle replaces a computed size at which the budget is exceeded by one that was counted. It reports
// whether there is such a size.
func (d *decision) settle(v *Verdict) bool {
	c := &v.Cost
	if !c.Extrapolated {
		return true
	}
	r := d.prover.replay(*v.Attack)
	counted := make(map[int]float64)
	within := func(n int) bool {
		point, ok := r.cost(n, c.BudgetSteps)
		counted[n] = float64(point.Steps)
		return ok
	}
	guess := c.PumpsForBudget
	low, high := 0, max(guess, 1)
	near := r.length(high) <= settleLength && within(high-1) && !within(high) // the longer one ends as the shorter one does
	if near {
		low = high - 1
	} else if r.length(high) > settleLength {
		high = 1
	}
	for !near && within(high) {
		if low > 16 && !d.outpaces(r, low, high) {
			return false
		}
		low, high = high, 2*high
		if r.length(high) > settleLength {
			return false
		}
	}
	before := 0 // the number before low that was within
	for tries := 0; low+1 < high; tries++ {
		middle := low + (high-low)/2
		if tries < 2*secants {
			middle = secant(before, low, counted[before], counted[low], float64(c.BudgetSteps))
			if middle >= high {
				middle = high - 1<<tries
			}
			middle = min(max(middle, low+1), high-1)
		}
		if within(middle) {
			before, low = low, middle
		} else {
			high = middle
		}
	}
	c.PumpsForBudget, c.LengthForBudget, c.Extrapolated = high, r.length(high), false
	if n := len(c.Points); low > 0 && (n == 0 || low > c.Points[n-1].Pumps) {
		c.Points = append(c.Points, CostPoint{Pumps: low, Length: r.length(low), Steps: int64(counted[low])})
	}
	return true
}

// secants is how often a size is guessed where the budget is exceeded, before halves are tried.
const secants = 5

// secant returns the number of repetitions at which the budget is exceeded if the steps go on from n to m and further as
// a power of them does.
func secant(n, m int, atN, atM, budget float64) int {
	if n <= 0 || atN <= 0 || atM <= atN {
		return m + m/2 + 1
	}
	exponent := math.Log(atM/atN) / math.Log(float64(m)/float64(n))
	return int(min(float64(m)*math.Pow(budget/atM, 1/exponent), 1<<30)) + 1
}

// outpaces reports whether the steps grow clearly faster than the length from n to m repetitions, as far as
// that was counted.
func (d *decision) outpaces(r *replay, n, m int) bool {
	a, aKnown := r.seen.at(n)
	b, bKnown := r.seen.at(m)
	return !aKnown || !bKnown || r.exponent(a, b) > 1.15
}

// better returns v with an attack made of what repeats in text that exceeds the budget with a shorter
// input, if there is one.
func (d *decision) better(v Verdict, costs *backtrack.Costs, text []rune, reached bool) (Verdict, bool) {
	suffixes := []string{v.Attack.Suffix}
	if !prefilter.ForText(d.tree.Dialect) {
		suffixes = append(suffixes, "", "!")
	}
	if again := v.Attack.Build(1); len(again) <= mostFixed && len(v.Attack.Pumps) == 1 {
		suffixes = append(suffixes, again)
	}
	var tried, phases []attack.Attack
	phase, several := attack.Phases(text, "", wtf8.Encode)
	periods := attack.Periods(text, "", wtf8.Encode)
	for i, suffix := range suffixes {
		if slices.Contains(suffixes[:i], suffix) {
			continue
		}
		if several && reached {
			phases = append(phases, attack.Attack{Pumps: phase.Pumps, Suffix: phase.Suffix + suffix})
		}
		for _, a := range periods {
			tried = append(tried, attack.Attack{Pumps: a.Pumps, Suffix: a.Suffix + suffix})
		}
	}
	tried = append(phases, tried[:min(len(tried), candidates)]...)
	goal := v.Cost.LengthForBudget
	if !reached {
		goal = 0
		for _, suffix := range suffixes {
			tried = append(leads(d.tree.Root, suffix), tried...)
		}
	}
	if a, ok := d.phased(v, costs, periods, goal); reached && ok {
		tried = append(tried, a)
	}
	for _, a := range tried {
		r := d.prover.replay(a)
		if fixed := r.length(0); reached && fixed > mostFixed && fixed > len(text)/10 {
			continue // hard to read
		}
		if goal > 0 {
			perPump := r.length(1) - r.length(0)
			n := (goal - goal/25 - r.length(0)) / perPump
			if n < 1 || v.Class == Polynomial && n > 16 && !d.promises(*v.Attack, r, n/4) {
				continue
			}
			if _, within := r.cost(n, d.limits.Steps); within {
				continue
			}
		}
		if other, ok := d.claim(v, a, r); ok && d.settle(&other) && (goal == 0 || other.Cost.LengthForBudget < goal) {
			return other, true
		}
	}
	return Verdict{}, false
}

// leads returns attacks that pump what a loop repeats, behind a text that leads to the loop and repeats
// what its backreferences ask for.
func leads(root *syntax.Node, suffix string) (attacks []attack.Attack) {
	for _, loop := range root.Loops() {
		s := sample.New(nil)
		before, found := s.Until(root, loop)
		pump := s.Text(loop.Subs[0])
		if !found || len(pump) == 0 || len(before) > sample.Longest || len(attacks) == candidates {
			continue
		}
		attacks = append(attacks, attack.Attack{
			Pumps:  []attack.Pump{{Prefix: wtf8.Encode(before), Pump: wtf8.Encode(pump)}},
			Suffix: suffix,
		})
	}
	return attacks
}

// promises reports whether replay r with n repetitions costs clearly more than the attack a of no fewer
// characters: so much that the budget is reached with fewer.
func (d *decision) promises(a attack.Attack, r *replay, n int) bool {
	now := d.prover.replay(a)
	perPump := now.length(1) - now.length(0)
	m := (r.length(n) - now.length(0) + perPump - 1) / perPump
	if m < 1 {
		return true
	}
	other, ok := now.cost(m, d.limits.Steps)
	if !ok {
		return false
	}
	point, ok := r.cost(n, d.limits.Steps)
	return !ok || float64(point.Steps) > 1.04*float64(other.Steps)
}

// claim returns v with another attack, whose replay r grows at least as fast as v says; the class stays,
// since it was decided on the automaton, and a few sizes would take a high power for an exponential. A pump
// that multiplies the steps by little is repeated.
func (d *decision) claim(v Verdict, a attack.Attack, r *replay) (Verdict, bool) {
	grew := false
	r.far = r.far || v.Attack != nil && d.prover.replay(*v.Attack).far
	if v.Class == Polynomial {
		_, grew = r.grows(v.Degree)
	}
	for times := 1; v.Class == Exponential && times <= 4 && !grew; times++ {
		longer := attack.Attack{Pumps: slices.Clone(a.Pumps), Suffix: a.Suffix}
		for i := range longer.Pumps {
			longer.Pumps[i].Pump = strings.Repeat(a.Pumps[i].Pump, times)
		}
		repeated := d.prover.replay(longer)
		if _, grew = repeated.exponential(); grew {
			a, r = longer, repeated
		}
	}
	if !grew {
		return v, false
	}
	v.Attack, v.Cost = &a, r.estimate(v.Degree, d.limits.Steps)
	return v, true
}

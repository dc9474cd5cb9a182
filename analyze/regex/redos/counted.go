package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// bounded looks for growth that ends at the bound of a counted repetition, but only after it exceeds the
// budget. Linear is the verdict to return if it is proved that there is none.
func (d *decision) bounded(linear Verdict) Verdict {
	if d.steady() {
		return linear
	}
	a, res, err := d.analyze(1)
	if err != nil {
		return d.marginal(linear, Verdict{Reason: reason(err)})
	}
	var attacks []attack.Attack
	if res.Degree > 0 {
		attacks = attack.Synthesize(a, res.Chain)[:1]
	}
	attacks = append(attacks, simpleAttacks(a)...)
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		all := attack.Synthesize(a, chain)
		if v, ok := d.tryExponential(a, chain, all); ok && d.prover.replay(*v.Attack).amounts() {
			v.Bounded = true
			return v
		}
		attacks = append(attacks, all...)
	}
	for i, att := range attacks {
		r := d.prover.replay(att)
		if probe, ok := r.cost(probeLength, quickSteps); ok && probe.Steps < quickSteps/10 && probe.Length > probeLength/2 {
			continue
		}
		if !r.amounts() {
			continue
		}
		v := Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup}
		last, _ := r.outgrows()
		if spread, ok := r.grows(res.Degree + 1); ok && i == 0 && res.Degree > 0 && last.Length > shortLength && spread.step > 0 {
			v.Class, v.Degree = Polynomial, res.Degree+1
		}
		v.Cost = r.estimate(v.Degree, d.limits.Steps)
		if i == 0 && res.Degree > 0 {
			d.explain(&v, a, res.Chain)
			v.Rule = CountedBlowup
		}
		return v
	}
	return d.marginal(linear, Verdict{Reason: "no input was found on which counted repetitions exceed the budget, and no bound is known on other inputs"})
}

// steady reports whether no input costs much for each of its characters: growth that counted repetitions end stays below
// the budget then.
func (d *decision) steady() bool {
	if d.limits.Bound == 0 {
		return false
	}
	for _, states := range [...]int{fewStates, 2 * costStates} {
		costs := d.prover.costsIn(states)
		if costs == nil {
			return false
		}
		if bound.Of(costs).Steady(steadySteps, 4*d.limits.Bound) {
			return true
		}
		if len(costs.Rows) < fewStates/4 {
			break // no counts were taken for others
		}
	}
	return false
}

// steadySteps are those for each character with which the usual budget is exceeded at a thousand characters.
const steadySteps = 1000

// marginal decides growth that was seen to end below the budget, or of which nothing was seen, by the bound on
// what any input costs and by what repeats in the most expensive text. It returns undecided where that does not tell.
func (d *decision) marginal(linear, undecided Verdict) Verdict {
	if d.endsWithin() {
		return linear
	}
	proved, worst := d.costly()
	if proved || !d.exceeds(worst) && d.levels() {
		return linear
	}
	for _, att := range worst {
		if r := d.prover.replay(att); r.amounts() {
			return Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup, Cost: r.estimate(0, d.limits.Steps)}
		}
	}
	return undecided
}

// endsWithin reports whether no input exceeds the budget that is as long as what one attempt may read. From that length
// on the steps grow no faster than the number of attempts, hence than the length. The counts are not told apart: that
// leaves more costs, and few states.
func (d *decision) endsWithin() bool {
	if d.limits.Bound == 0 {
		return false
	}
	reads := covered(d.tree.Root, mostRead)
	if reads == mostRead || d.tree.Root.MayBeLong() {
		return false
	}
	costs := d.prover.costsIn(fewStates)
	if costs == nil {
		return false
	}
	res := bound.Of(costs).Compute(d.limits.Steps, bound.Limits{Work: d.limits.Bound, Length: reads + 1})
	return res.Length > reads
}

// exceeds reports whether one of the attacks exceeds the budget with no more characters than what all counted repetitions
// pass over: no bound on inputs of that length is within it then.
func (d *decision) exceeds(attacks []attack.Attack) bool {
	reads := covered(d.tree.Root, mostRead)
	return slices.ContainsFunc(attacks, func(a attack.Attack) bool {
		r := d.prover.replay(a)
		fixed := r.length(0)
		n := (reads - fixed) / max(r.length(1)-fixed, 1)
		if n < 1 {
			return false
		}
		_, within := r.cost(n, d.limits.Steps)
		return !within
	})
}

// levels reports whether the steps grow no faster than the length, and no input exceeds the budget that is as long as
// what all counted repetitions pass over: what they do ends there.
func (d *decision) levels() bool {
	if d.limits.Bound == 0 {
		return false
	}
	reads := covered(d.tree.Root, mostRead)
	costs := d.prover.costsIn(2 * costStates)
	if reads == mostRead || costs == nil {
		return false
	}
	budget := float64(d.limits.Steps)
	steps, _, ok := bound.Of(costs).Rate(reads, budget)
	return ok && steps <= budget
}

const (
	mostRead  = 2000 // characters of one attempt from which on the square exceeds the usual budget
	fewStates = 200  // of an automaton that does not tell large counts apart
)

// amounts reports whether an attack still costs more and more when it exceeds the budget, where loops of the
// automaton that proves it stand for counted repetitions.
func (r *replay) amounts() bool {
	_, ok := r.outgrows()
	return ok
}

// simpleAttacks pumps every kind of character, up to a dozen.
func simpleAttacks(a *nfa.NFA) []attack.Attack {
	var attacks []attack.Attack
	for class := range min(a.Alphabet.Len, 12) {
		attacks = append(attacks, attack.Attack{
			Pumps:  []attack.Pump{{Pump: wtf8.Encode([]rune{a.Alphabet.Example(class)})}},
			Suffix: "!",
		})
	}
	return attacks
}

// mayAmount reports whether counted repetitions may spend the budget.
func (d *decision) mayAmount() bool {
	return combinations(d.tree.Root) >= minCombinations ||
		(d.mode == syntax.Search || d.mode == syntax.All) && covered(d.tree.Root, minCombinations) >= minCombinations
}

// covered is the number of characters that counted repetitions of n pass over, as far as that is at most most.
func covered(n *syntax.Node, most int) int {
	if n.Op == syntax.OpSet {
		return 1
	}
	sum, longest := 0, 0
	for _, sub := range n.Subs {
		each := covered(sub, most)
		sum, longest = min(sum+each, most), max(longest, each)
	}
	if n.Op == syntax.OpAlternate {
		return longest
	}
	if n.Op == syntax.OpRepeat && n.Max != syntax.Unbounded {
		return min(sum*min(n.Max, most), most)
	}
	return sum
}

// combinations is the number of ways to go through what n repeats or leaves out a limited number of
// times, as far as that is at most minCombinations.
func combinations(n *syntax.Node) int {
	ways := 1
	for _, sub := range n.Subs {
		switch each := combinations(sub); n.Op {
		case syntax.OpAlternate:
			ways = max(ways, each)
		default:
			ways = min(ways*each, minCombinations)
		}
	}
	if n.Op == syntax.OpAlternate {
		return ways
	}
	if n.Op != syntax.OpRepeat || n.Max == syntax.Unbounded || n.Max == 0 {
		return ways
	}
	if ways == 1 && n.Max > 1 && variesInLength(n.Subs[0]) {
		ways = 2
	}
	each := ways
	for i := 1; i < n.Max && each > 1 && ways < minCombinations; i++ {
		ways *= each
	}
	return min(ways*(n.Max-n.Min+1), minCombinations)
}

// variesInLength reports whether n matches texts of several lengths.
func variesInLength(n *syntax.Node) bool {
	if n.Op == syntax.OpRepeat && n.Min != n.Max || n.Op == syntax.OpAlternate {
		return true
	}
	for _, sub := range n.Subs {
		if variesInLength(sub) {
			return true
		}
	}
	return false
}

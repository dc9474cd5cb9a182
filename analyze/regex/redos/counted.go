package redos

import (
	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// nearBudget is the part of the budget, a third, from which growth that ends is not taken for harmless just because the
// inputs tried did not exceed it.
const nearBudget = 3

// bounded looks for growth that ends at the bound of a counted repetition, but only after it exceeds the
// budget. Linear is the verdict to return if there is none.
func (d *decision) bounded(linear Verdict) Verdict {
	a, res, err := d.analyze(1)
	if err != nil {
		return linear
	}
	near := false // the growth ended not far below the budget
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		if v, ok := d.tryExponential(a, chain, attack.Synthesize(a, chain)); ok {
			last, amounts := d.prover.replay(*v.Attack).outgrows()
			if v.Bounded = true; amounts {
				return v
			}
			near = near || last.Steps > d.prover.budget/nearBudget
		}
	}
	attacks := simpleAttacks(a)
	if res.Degree > 0 {
		attacks = append(attack.Synthesize(a, res.Chain)[:1], attacks...)
	}
	for i, att := range attacks {
		r := d.prover.replay(att)
		if probe, ok := r.cost(probeLength, quickSteps); ok && probe.Steps < quickSteps/10 && probe.Length > probeLength/2 {
			continue
		}
		last, ok := r.outgrows()
		if !ok {
			near = near || last.Steps > d.prover.budget/nearBudget
			continue
		}
		v := Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup}
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
	if near {
		return d.marginal(linear)
	}
	return linear
}

// marginal decides growth that was seen to end not far below the budget, by the bound on what any input costs and
// by what repeats in the most expensive text.
func (d *decision) marginal(linear Verdict) Verdict {
	proved, worst := d.costly()
	if proved || d.limits.Bound == 0 {
		return linear
	}
	for _, att := range worst {
		if r := d.prover.replay(att); r.amounts() {
			return Verdict{Class: Exponential, Bounded: true, Attack: &att, Rule: CountedBlowup, Cost: r.estimate(0, d.limits.Steps)}
		}
	}
	return Verdict{Reason: "growth was found that ends below the budget, and no bound is known on other inputs"}
}

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
		(d.mode == syntax.Search || d.mode == syntax.All) && covered(d.tree.Root) >= minCombinations
}

// covered is the number of characters that counted repetitions of n pass over, as far as that is at most
// minCombinations.
func covered(n *syntax.Node) int {
	if n.Op == syntax.OpSet {
		return 1
	}
	sum, most := 0, 0
	for _, sub := range n.Subs {
		each := covered(sub)
		sum, most = min(sum+each, minCombinations), max(most, each)
	}
	if n.Op == syntax.OpAlternate {
		return most
	}
	if n.Op == syntax.OpRepeat && n.Max != syntax.Unbounded {
		return min(sum*min(n.Max, minCombinations), minCombinations)
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

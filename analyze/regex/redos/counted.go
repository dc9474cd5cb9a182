package redos

import (
	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// bounded looks for growth that ends at the bound of a counted repetition, but only after it is
// astronomical. Linear is the verdict to return if there is none.
func (d *decision) bounded(linear Verdict) Verdict {
	a, res, err := d.analyze(1)
	if err != nil {
		return linear
	}
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		if v, ok := d.tryExponential(a, chain, attack.Synthesize(a, chain)); ok {
			v.Bounded = true
			return v
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
		length, ok := r.outgrows()
		if !ok {
			continue
		}
		v := Verdict{Class: Exponential, Bounded: true, Attack: &att}
		if spread, ok := r.grows(res.Degree + 1); ok && i == 0 && res.Degree > 0 && length > shortLength && spread.step > 0 {
			v.Class, v.Degree = Polynomial, res.Degree+1
		}
		v.Cost = r.estimate(v.Degree, d.limits.Steps)
		if i == 0 && res.Degree > 0 {
			d.explain(&v, a, res.Chain)
		}
		v.Rule = CountedBlowup
		return v
	}
	return linear
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

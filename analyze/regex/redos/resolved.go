package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/bound"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

// resolve decides with automata in which lookaheads and then priorities are worked out. Best is the
// fastest growth that was proved so far, upTo the largest degree that is possible.
func (d *decision) resolve(a *nfa.NFA, best Verdict, upTo int) (v Verdict, tried []attack.Attack) {
	limits := d.limits.resolving()
	if a.Looks > 0 {
		if r, err := a.Resolve(limits, false); err == nil {
			var ok bool
			if v, tried, ok = d.resolved(a, r, best, upTo, false); ok {
				return v, tried
			}
		}
	}
	r, err := a.Resolve(limits, true)
	if err == nil {
		v, more, _ := d.resolved(a, r, best, upTo, true)
		return v, append(tried, more...)
	}
	if r, err := a.ResolveEnds(limits); err == nil {
		v, more, ok := d.resolved(a, r, best, upTo, true)
		if tried = append(tried, more...); ok {
			return v, tried
		}
	}
	return d.undecided(best, upTo, err), tried
}

// atLength reports whether nothing grows in the automaton that knows all of the rest of a text, with more room for what it knows
// than others have, or in one in which loops stand for more of what is counted.
func (d *decision) atLength() bool {
	for _, unroll := range unrolls {
		a, err := d.compile(unroll)
		if err != nil {
			continue
		}
		if a.Nested || a.Recursive {
			return false
		}
		if r, err := a.Resolve(d.limits.ample(), true); err == nil {
			if res, err := ambiguity.Analyze(r.NFA, ample*d.limits.Work); err == nil && !res.Grows() {
				return true
			}
		}
		if !a.Counted && !hasFewerCopies(d.tree.Root) {
			return false
		}
	}
	return false
}

// ample is how many times as much room and work is allowed where a pattern stays undecided else.
const ample = 8

// ample returns the limits for a resolved automaton of such a pattern.
func (l Limits) ample() nfa.Limits {
	limits := l.resolving()
	return nfa.Limits{States: ample * limits.States, Work: ample * limits.Work}
}

// resolving returns the limits for a resolved automaton.
func (l Limits) resolving() nfa.Limits {
	return nfa.Limits{States: l.States / 3, Work: 80 * l.States}
}

// resolved decides with a resolved automaton r of a. ok is false if that is not the last word.
func (d *decision) resolved(a *nfa.NFA, r *nfa.Resolved, best Verdict, upTo int, whole bool) (v Verdict, tried []attack.Attack, ok bool) {
	res, err := ambiguity.Analyze(r.NFA, d.limits.Work)
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		attacks := d.attacks(a, r, chain, whole)
		tried = append(tried, attacks...)
		if v, ok := d.tryExponential(r.NFA, chain, attacks); ok {
			return v, tried, true
		}
	}
	if err != nil {
		return d.undecided(best, upTo, err), tried, false
	}
	if len(res.Exponential) == 0 && res.Degree+1 <= max(best.Degree, 1) {
		if best.Degree > 0 {
			return best, tried, true
		}
		return Verdict{Class: Linear}, tried, true
	}
	if res.Degree > 0 {
		attacks := d.attacks(a, r, res.Chain, whole)
		tried = append(tried, attacks...)
		v := d.tryPolynomial(r.NFA, res, attacks)
		if v.Degree > best.Degree {
			best = v
		}
		if best.Degree == res.Degree+1 {
			return best, tried, true
		}
	}
	return d.undecided(best, min(upTo, res.Degree+1), errNotReproduced), tried, false
}

// attacks returns the attacks for a chain of a resolved automaton of a.
func (d *decision) attacks(a *nfa.NFA, r *nfa.Resolved, chain []ambiguity.Link, whole bool) []attack.Attack {
	if whole {
		return attack.Spell(r.NFA, chain, r.Rest(chain[len(chain)-1].To))
	}
	plain := slices.Clone(chain)
	for i := range plain {
		plain[i].From, plain[i].To = r.Origin[plain[i].From], r.Origin[plain[i].To]
	}
	return append(attack.Synthesize(a, plain), attack.Spell(r.NFA, chain, r.Rest(chain[len(chain)-1].To))...)
}

// fewRuns reports whether no input costs much for each of its characters, as steady does, by the runs of the automaton that
// knows which lookarounds and alternatives succeed.
func (d *decision) fewRuns() bool {
	if d.limits.Bound == 0 || d.mode == syntax.All || d.tree.Root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpVerb || n.Op == syntax.OpAbsent || n.Op == syntax.OpCall
	}) {
		return false
	}
	costs := d.prover.costsIn(2 * costStates)
	if costs == nil {
		return false
	}
	each, more, ok := bound.Of(costs).Costliest()
	steps := min(steadySteps, float64(d.limits.Steps)/1000)
	if length, ok := d.growing(); ok { // what counted repetitions do ends there
		steps = max(steps, float64(d.limits.Steps)/float64(max(length, leastGrowing)))
	}
	most := int((steps - more) / max(each, 1))
	if !ok || most < 1 {
		return false
	}
	limits := nfa.Limits{States: d.limits.States, Work: 240 * d.limits.States}
	if !d.part {
		limits = d.limits.ample()
	}
	for _, unroll := range [...]int{fewCopies, unrolls[0], maxUnroll} {
		a, err := nfa.Compile(d.tree, nfa.Options{Anchored: d.mode != syntax.Search, Whole: d.mode == syntax.Full, MaxStates: d.limits.States, Unroll: unroll, Ways: most})
		if err != nil || a.Nested || a.Recursive {
			return false
		}
		r, err := a.Resolve(limits, true)
		if err != nil {
			r, err = a.ResolveEnds(limits)
		}
		if err == nil && !a.Merged && ambiguity.Runs(r.NFA, most, runsWork) {
			return true
		}
		if !a.Counted {
			return false
		}
	}
	return false
}

// fewCopies is a number of copies of what is counted with which an automaton is small.
const fewCopies = 8

// leastGrowing are characters in which no more steps count than the budget has.
const leastGrowing = 100

// runsWork are the transitions that are looked at to follow all sets of runs.
const runsWork = 8_000_000

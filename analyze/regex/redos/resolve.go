package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
)

// resolve decides with automata in which lookaheads and then priorities are worked out. Best is the
// fastest growth that was proved so far, upTo the largest degree that is possible.
func (d *decision) resolve(a *nfa.NFA, best Verdict, upTo int) Verdict {
	if a.Looks > 0 && len(a.Behinds) == 0 && !a.Counted && !a.Backrefs && !a.Loose && !a.Recursive {
		if v, ok := d.resolved(a, best, upTo, false); ok {
			return v
		}
	}
	v, _ := d.resolved(a, best, upTo, true)
	return v
}

// resolved decides with one resolved automaton. ok is false if that is not the last word.
func (d *decision) resolved(a *nfa.NFA, best Verdict, upTo int, whole bool) (v Verdict, ok bool) {
	r, err := a.Resolve(d.limits.States/5, whole)
	if err != nil {
		return d.undecided(best, upTo, err), false
	}
	res, err := ambiguity.Analyze(r.NFA, d.limits.Work)
	for _, link := range res.Exponential {
		chain := []ambiguity.Link{link}
		if v, ok := d.tryExponential(r.NFA, chain, d.attacks(a, r, chain, whole)); ok {
			return v, true
		}
	}
	if err != nil {
		return d.undecided(best, upTo, err), false
	}
	if len(res.Exponential) == 0 && res.Degree+1 <= max(best.Degree, 1) {
		if best.Degree > 0 {
			return best, true
		}
		return Verdict{Class: Linear}, true
	}
	if res.Degree > 0 {
		v := d.tryPolynomial(r.NFA, res.Chain, d.attacks(a, r, res.Chain, whole))
		if v.Degree > best.Degree {
			best = v
		}
		if best.Degree == res.Degree+1 {
			return best, true
		}
	}
	return d.undecided(best, min(upTo, res.Degree+1), errNotReproduced), false
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

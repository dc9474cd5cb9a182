package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
)

// tryExponential replays attacks on an exponential loop until one works.
func (d *decision) tryExponential(a *nfa.NFA, chain []ambiguity.Link, attacks []attack.Attack) (Verdict, bool) {
	begun := d.prover.steps
	defer func() { d.tried += d.prover.steps - begun }()
	for _, att := range attacks {
		r := d.prover.replay(att)
		if d.tried+d.prover.steps-begun > triedSteps {
			break
		}
		if _, ok := r.exponential(); ok {
			v := Verdict{Class: Exponential, Attack: &att, Bounded: r.ends, Cost: r.estimate(0, d.limits.Steps)}
			d.explain(&v, a, chain)
			return v, true
		}
	}
	return Verdict{}, false
}

// tryPolynomial replays attacks on the chain of res and returns the one that grows fastest, if any. When the
// whole chain is too expensive to replay, a part of it has to do.
func (d *decision) tryPolynomial(a *nfa.NFA, res ambiguity.Result, attacks []attack.Attack) Verdict {
	chain := res.Chain
	whole := d.prover.steps + chainSteps
	parts := whole + chainSteps
	for degree := res.Degree + 1; degree >= 2 && d.prover.steps < whole; degree-- {
		for _, att := range attacks {
			r := d.prover.replay(att)
			if _, ok := r.grows(degree); ok {
				return d.polynomial(a, chain, att, r, degree)
			}
			if d.prover.steps >= whole {
				break
			}
		}
	}
	for length := min(len(chain)-1, 2); length > 0; length-- {
		for end := len(chain); end >= length; end-- {
			part := chain[end-length : end]
			for _, att := range attack.Synthesize(a, d.lead(chain, end-length, part)) {
				r := d.prover.replay(att)
				if _, ok := r.grows(length + 1); ok {
					return d.polynomial(a, part, att, r, length+1)
				}
				if d.prover.steps >= parts {
					return Verdict{}
				}
			}
		}
	}
	return Verdict{}
}

// chainSteps is the work of replaying one chain, in steps of the reference matcher, and again that of
// replaying its parts; triedSteps that of replaying all exponential loops.
const (
	chainSteps = 3_000_000
	triedSteps = 30_000_000
)

// lead returns part, which begins at the given place of chain, with what leads to it.
func (d *decision) lead(chain []ambiguity.Link, from int, part []ambiguity.Link) []ambiguity.Link {
	var before []int
	for _, link := range chain[:from] {
		before = append(append(before, link.Before...), link.Word...)
	}
	part = slices.Clone(part)
	part[0].Before = append(before, part[0].Before...)
	return part
}

// polynomial is the verdict that replay r of an attack proves.
func (d *decision) polynomial(a *nfa.NFA, chain []ambiguity.Link, att attack.Attack, r *replay, degree int) Verdict {
	v := Verdict{Class: Polynomial, Degree: degree, Attack: &att, Bounded: r.ends, Cost: r.estimate(degree, d.limits.Steps)}
	d.explain(&v, a, chain)
	return v
}

package redos

import (
	"math"
	"math/rand/v2"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
	"snag/analyze/wtf8"
)

// Bounds on the search for an attack by replay.
const (
	huntSteps     = 2_000_000 // of the reference matcher, all in all
	huntTrySteps  = 30_000    // in one replay
	huntMutations = 150
	huntParts     = 24 // seeds of one kind
)

// hunt looks for an attack by replaying likely inputs and changing those that cost most, where the
// automaton does not decide. The result is Unknown with the reason of undecided, or what was proved.
// It is the same for the same pattern.
func (d *decision) hunt(a *nfa.NFA, seeds []attack.Attack, undecided Verdict) Verdict {
	h := &hunter{decision: d, rng: rand.New(rand.NewPCG(1, 2)), limit: d.prover.steps + huntSteps}
	h.gather(a, seeds)
	for _, s := range h.seeds {
		h.try(s)
	}
	for range huntMutations {
		if len(h.best) == 0 || h.spent() {
			break
		}
		h.try(h.mutate(h.best[h.rng.IntN(len(h.best))].attack))
	}
	h.limit = d.prover.steps + chainSteps
	for _, b := range h.best {
		if h.spent() {
			break
		}
		r := d.prover.replay(b.attack)
		if counted, ok := r.exponential(); ok && r.persists(counted) {
			return h.verdict(b.attack, 0, r)
		}
		for degree := min(int(math.Ceil(b.exponent)), 6); degree >= 2; degree-- {
			if _, ok := r.grows(degree); ok {
				return h.verdict(b.attack, degree, r)
			}
		}
	}
	return undecided
}

// hunter is the search for an attack by replay.
type hunter struct {
	*decision
	rng   *rand.Rand
	limit int64
	seeds []attack.Attack
	parts []string // to build prefixes, pumps and suffixes from
	best  []trial  // by exponent, the largest first
}

// trial is an attack with the local exponent of its cost.
type trial struct {
	attack   attack.Attack
	exponent float64
}

// gather collects the attacks to begin with: those that the automaton suggests, then every kind of
// character pumped, then what repetitions match. There may be no automaton.
func (h *hunter) gather(a *nfa.NFA, seeds []attack.Attack) {
	h.seeds = append(h.seeds, seeds[:min(len(seeds), huntParts)]...)
	for _, s := range h.seeds {
		for _, p := range s.Pumps {
			h.parts = append(h.parts, p.Prefix, p.Pump)
		}
		h.parts = append(h.parts, s.Suffix)
	}
	if a != nil {
		for _, s := range simpleAttacks(a) {
			h.parts = append(h.parts, s.Pumps[0].Pump)
			h.seeds = append(h.seeds, s, attack.Attack{Pumps: s.Pumps})
		}
	}
	for _, word := range openings(h.tree.Root) {
		h.parts = append(h.parts, word)
		h.seeds = append(h.seeds, attack.Attack{Pumps: []attack.Pump{{Pump: word}}})
	}
	for _, n := range repetitions(h.tree.Root, nil) {
		if len(h.parts) > 4*huntParts {
			break
		}
		if text, ok := sampleOf(n.Subs[0]); ok && len(text) > 0 {
			word := wtf8.Encode(text)
			h.parts = append(h.parts, word)
			h.seeds = append(h.seeds, attack.Attack{Pumps: []attack.Pump{{Pump: word}}})
		}
	}
}

func (h *hunter) spent() bool { return h.prover.steps >= h.limit || h.ctx.Err() != nil }

// try replays an attack at two sizes and keeps it if it is among the best.
func (h *hunter) try(a attack.Attack) {
	if h.spent() {
		return
	}
	r := h.prover.replay(a)
	small, ok := r.cost(8, huntTrySteps)
	if !ok {
		h.keep(trial{a, 6})
		return
	}
	large, _ := r.cost(24, huntTrySteps)
	if large.Length == small.Length || large.Steps < 100 {
		return
	}
	if e := r.exponent(small, large); e > 1.05 {
		h.keep(trial{a, e})
	}
}

func (h *hunter) keep(t trial) {
	const most = 8
	at := len(h.best)
	for at > 0 && h.best[at-1].exponent < t.exponent {
		at--
	}
	if at == most {
		return
	}
	h.best = append(h.best, t)
	copy(h.best[at+1:], h.best[at:])
	h.best[at] = t
	h.best = h.best[:min(len(h.best), most)]
}

// mutate returns a copy of a with one part changed.
func (h *hunter) mutate(a attack.Attack) attack.Attack {
	pumps := append([]attack.Pump(nil), a.Pumps...)
	a.Pumps = pumps
	part := h.parts[h.rng.IntN(len(h.parts))]
	p := &pumps[h.rng.IntN(len(pumps))]
	switch h.rng.IntN(6) {
	case 0:
		p.Prefix += part
	case 1:
		p.Prefix = part
	case 2:
		p.Pump += part
	case 3:
		p.Pump = part + p.Pump
	case 4:
		a.Suffix = part
	case 5:
		a.Suffix += part
	}
	return a
}

// verdict returns what replay r of an attack proves.
func (h *hunter) verdict(a attack.Attack, degree int, r *replay) Verdict {
	v := Verdict{Class: Exponential, Attack: &a}
	if degree > 0 {
		v.Class, v.Degree = Polynomial, degree
	}
	v.Cost = r.estimate(degree, h.limits.Steps)
	v.Rule = BackreferenceLoop
	for _, n := range repetitions(h.tree.Root, nil) {
		v.Hotspots = append(v.Hotspots, n.Span)
	}
	return v
}

package redos

import (
	"math"
	"math/rand/v2"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Bounds on the search for an attack by replay.
const (
	huntSteps     = 2_500_000 // of the reference matcher, in one round
	huntTrySteps  = 30_000    // in one replay
	huntMutations = 150
	huntParts     = 24 // seeds of one kind
	huntLoops     = 16 // loops that are led to
	huntLeads     = 6  // texts that lead to each

	scatteredSteps   = 10_000_000 // of the reference matcher, for all attacks made at random
	scatteredTries   = 2000
	scatteredFew     = 24     // repetitions from which on the steps tell how they grow
	scatteredTimes   = 4      // times as many are compared with those
	scatteredEach    = 60_000 // steps of one
	scatteredLeads   = 60
	scatteredLength  = 200     // characters of an input that is compared with others
	scatteredMost    = 250_000 // steps of one
	scatteredChanges = 600
	scatteredAsked   = 200 // the parts for which such a text is looked for
)

// hunt looks for an attack by replaying likely inputs and changing those that cost most, where the
// automaton does not decide. The result is Unknown with the reason of undecided, or what was proved.
// It is the same for the same pattern. explodes reports whether the growth may be exponential.
func (d *decision) hunt(seeds []attack.Attack, explodes bool, undecided Verdict) Verdict {
	linear, worst := d.costly()
	if linear {
		return Verdict{Class: Linear}
	}
	if d.limits.LinearOnly {
		return undecided
	}
	h := &hunter{decision: d, rng: fixedRandom(), explodes: explodes}
	letters := sample.Kinds(d.tree)
	h.gather(seeds, letters)
	if v, ok := h.round(); ok {
		return v
	}
	tried := h.best
	h.seeds, h.best = append(worst, d.nested(letters)...), nil
	h.lead(letters)
	if v, ok := h.round(); ok {
		return v
	}
	d.spare = append(h.best, tried...)
	if v, ok := h.climbs(); ok {
		return v
	}
	return undecided
}

// climbs returns what the most expensive attacks prove whose growth no polynomial describes exactly.
func (h *hunter) climbs() (v Verdict, ok bool) {
	h.limit = h.prover.steps + 10*chainSteps
	for _, b := range h.spare {
		if h.spent() {
			break
		}
		if degree, cost, ok := h.prover.replay(b.attack).climbs(h.limits.Steps); ok {
			v = h.verdict(b.attack, degree, cost)
			v.AtLeast = true
			return v, true
		}
	}
	return v, false
}

// scattered returns what is proved by the most expensive of many attacks made at random: of one to three words that are
// characters or what is repeated, behind a text that leads to some part of the pattern. So found is what only a pump of
// several words shows, where none of these grows by itself. Where none is seen to grow without an end, those count that cost
// most in an input of usual length, changed as long as they cost more: what counters end may be over in few characters. It
// returns undecided where that proves nothing.
func (d *decision) scattered(undecided Verdict) Verdict {
	h := &hunter{decision: d, rng: fixedRandom(), explodes: true, limit: d.prover.steps + scatteredSteps}
	for _, r := range sample.Kinds(d.tree) {
		h.parts = append(h.parts, wtf8.Encode([]rune{r}))
	}
	if len(h.parts) == 0 || d.tree.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpCall }) {
		return undecided // engines end recursion that reads nothing in ways of their own
	}
	repeated := d.tree.Root.Loops()
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && n.Max > 1 && !n.IsLoop() {
			repeated = append(repeated, n)
		}
		return true
	})
	for _, n := range repeated[:min(len(repeated), 2*huntLoops)] {
		for range partLeads {
			h.parts = append(h.parts, wtf8.Encode(sample.New(h.rng).Text(n.Subs[0])))
		}
	}
	leads := []string{""}
	asked := 0
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if asked++; asked > scatteredAsked {
			return false
		}
		if text, found := sample.New(h.rng).Until(d.tree.Root, n); found && len(text) <= sample.Longest {
			leads = append(leads, wtf8.Encode(text))
		}
		return len(leads) < scatteredLeads
	})
	all := make([]attack.Attack, scatteredTries)
	for i := range all {
		lead := leads[h.rng.IntN(len(leads))]
		switch h.rng.IntN(3) {
		case 0:
			lead = h.words(0, 2)
		case 1:
			lead += h.words(0, 2)
		}
		all[i] = attack.Attack{Pumps: []attack.Pump{{Prefix: lead, Pump: h.words(1, 3)}}, Suffix: h.words(0, 2)}
		if !h.spent() {
			h.tryFar(all[i])
		}
	}
	if v, ok := h.round(); ok && d.goesOn(&v) {
		return v
	}
	if undecided.Class != Unknown {
		return undecided
	}
	h.best, h.limit = nil, d.prover.steps+2*scatteredSteps
	for _, a := range all {
		h.tryLong(a)
	}
	for range scatteredChanges {
		if len(h.best) == 0 {
			break
		}
		h.tryLong(h.mutate(h.best[h.rng.IntN(len(h.best))].attack))
	}
	d.spare = h.best
	if v, ok := h.climbs(); ok && !d.ends {
		return v
	}
	if v, ok := d.counts(); ok {
		return v
	}
	return undecided
}

// words returns so many parts in a row.
func (h *hunter) words(least, most int) (text string) {
	for range least + h.rng.IntN(most-least+1) {
		text += h.parts[h.rng.IntN(len(h.parts))]
	}
	return text
}

// tryFar is try at sizes at which counters of few characters have ended what grows in them.
func (h *hunter) tryFar(a attack.Attack) {
	r := h.prover.replay(a)
	none, ok := r.cost(0, scatteredEach)
	perPump := r.length(1) - r.length(0)
	if !ok || perPump == 0 {
		return
	}
	long := float64(perPump) / 400
	small, ok := r.cost(scatteredFew, scatteredEach)
	if !ok {
		h.keep(trial{a, 6 - long})
		return
	}
	large, ok := r.cost(scatteredTimes*scatteredFew, scatteredEach)
	if small.Steps <= none.Steps {
		return
	}
	e := math.Log(float64(large.Steps-none.Steps)/float64(small.Steps-none.Steps)) / math.Log(scatteredTimes)
	if !ok {
		e = max(e+1, 3)
	}
	if e > 1.2 {
		h.keep(trial{a, e - long})
	}
}

// tryLong keeps an attack if it is among those that cost most in an input of usual length.
func (h *hunter) tryLong(a attack.Attack) {
	r := h.prover.replay(a)
	perPump := r.length(1) - r.length(0)
	if perPump == 0 || h.spent() {
		return
	}
	times := (scatteredLength - r.length(0)) / perPump
	if times < leastTimes {
		return
	}
	if point, _ := r.cost(times, scatteredMost); point.Steps > scatteredLength*scatteredFew {
		h.keep(trial{a, math.Log(float64(point.Steps)) - float64(perPump)/400})
	}
}

// fixedRandom returns a source of numbers that are the same for every pattern.
func fixedRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// round tries the seeds and changes the best of them, and proves growth with one of those if it can.
func (h *hunter) round() (v Verdict, ok bool) {
	h.limit = h.prover.steps + huntSteps
	for _, s := range h.seeds {
		h.try(s)
	}
	for range huntMutations {
		if len(h.best) == 0 || h.spent() {
			break
		}
		h.try(h.mutate(h.best[h.rng.IntN(len(h.best))].attack))
	}
	h.limit = h.prover.steps + 2*chainSteps
	for _, b := range h.best {
		if h.spent() {
			break
		}
		r := h.prover.replay(b.attack)
		if h.explodes {
			if counted, ok := r.exponential(); ok && r.persists(counted) {
				return h.verdict(b.attack, 0, r.estimate(0, h.limits.Steps)), true
			}
		}
		for degree := min(int(math.Ceil(b.exponent)), 6); degree > max(v.Degree, 1); degree-- {
			if _, ok := r.grows(degree); ok {
				v = h.verdict(b.attack, degree, r.estimate(degree, h.limits.Steps))
				v.AtLeast = true
			}
		}
	}
	return v, v.Degree > 0
}

// hunter is the search for an attack by replay.
type hunter struct {
	*decision
	explodes bool // the growth may be exponential
	rng      *rand.Rand
	limit    int64
	seeds    []attack.Attack
	parts    []string // to build prefixes, pumps and suffixes from
	best     []trial  // by exponent, the largest first
}

// trial is an attack with the local exponent of its cost.
type trial struct {
	attack   attack.Attack
	exponent float64
}

// gather collects the attacks to begin with: those that the automaton suggests, then every kind of
// character pumped, then what repetitions match.
func (h *hunter) gather(seeds []attack.Attack, letters []rune) {
	h.seeds = append(h.seeds, spread(seeds, 2*huntParts)...)
	for _, s := range spread(h.seeds, huntParts) {
		for _, p := range s.Pumps {
			h.parts = append(h.parts, p.Prefix, p.Pump)
		}
		h.parts = append(h.parts, s.Suffix)
	}
	for _, r := range letters {
		word := wtf8.Encode([]rune{r})
		h.parts = append(h.parts, word)
		h.seed("", word, "!", "")
	}
	for _, word := range sample.Openings(h.tree.Root) {
		h.parts = append(h.parts, word)
		h.seed("", word, "")
	}
	for _, n := range h.tree.Root.Loops() {
		if len(h.parts) > 4*huntParts {
			break
		}
		if text, ok := sample.Shortest(n.Subs[0]); ok && len(text) > 0 {
			word := wtf8.Encode(text)
			h.parts = append(h.parts, word)
			h.seed("", word, "")
		}
	}
}

// spread returns so many of the attacks, from all over the list.
func spread(all []attack.Attack, most int) []attack.Attack {
	if len(all) <= most {
		return all
	}
	some := make([]attack.Attack, most)
	for i := range some {
		some[i] = all[i*len(all)/most]
	}
	return some
}

// seed adds an attack with each of the suffixes.
func (h *hunter) seed(prefix, pump string, suffixes ...string) {
	for _, suffix := range suffixes {
		h.seeds = append(h.seeds, attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix})
	}
}

// lead adds attacks behind texts that lead to each loop, or on which a match may not begin: what the loop repeats, and each
// kind of character that what it repeats may begin with.
func (h *hunter) lead(letters []rune) {
	loops := h.tree.Root.Loops()
	barred := h.barred()
	for _, loop := range loops[:min(len(loops), huntLoops)] {
		for try := range huntLeads {
			var random *rand.Rand
			if try > 0 {
				random = h.rng
			}
			s := sample.New(random)
			text, found := s.Until(h.tree.Root, loop)
			pump := s.Text(loop.Subs[0])
			if !found || len(text) > sample.Longest {
				continue
			}
			prefix := wtf8.Encode(text)
			if len(pump) > 0 {
				h.seed(prefix, wtf8.Encode(pump), "!", "")
			}
			if len(text) == 0 || try > 1 {
				continue
			}
			h.seed("", prefix, "!", "") // a search begins again at each
			if try > 0 {
				continue
			}
			for _, word := range barred {
				h.seed(word, wtf8.Encode(pump), "!", "")
			}
			for _, r := range letters[:min(len(letters), 6)] {
				h.seed(prefix, wtf8.Encode([]rune{r}), "!", "")
			}
		}
	}
}

// barred returns texts that negative lookarounds match: where a match would begin at once else, the search goes on.
func (h *hunter) barred() (words []string) {
	const most = 3
	syntax.Walk(h.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpLook && n.Negate && len(words) < most {
			if text, ok := sample.Shortest(n.Subs[0]); ok && len(text) > 0 && len(text) <= mostFixed {
				words = append(words, wtf8.Encode(text))
			}
		}
		return true
	})
	return words
}

func (h *hunter) spent() bool { return h.prover.steps >= h.limit || h.ctx.Err() != nil }

// try replays an attack at two sizes and keeps it if it is among the best.
func (h *hunter) try(a attack.Attack) {
	if h.spent() {
		return
	}
	r := h.prover.replay(a)
	none, ok := r.cost(0, huntTrySteps)
	if !ok {
		return
	}
	perPump := r.length(1) - r.length(0)
	long := float64(perPump) / 400 // attacks of short pumps are tried first
	small, ok := r.cost(8, huntTrySteps)
	if !ok {
		h.keep(trial{a, 6 - 50*long})
		return
	}
	large, ok := r.cost(24, huntTrySteps)
	if large.Steps < 100 || small.Steps <= none.Steps {
		return
	}
	e := math.Log(float64(large.Steps-none.Steps)/float64(small.Steps-none.Steps)) / math.Log(3)
	if !ok && perPump <= 4 { // it may be far more
		e = max(e+2, 4)
	}
	if !ok || e > 1.05 {
		h.keep(trial{a, e - long})
	}
}

func (h *hunter) keep(t trial) {
	const most = 24
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

// verdict returns what an attack proves: growth of a degree or, if that is 0, exponential growth.
func (h *hunter) verdict(a attack.Attack, degree int, cost Cost) Verdict {
	v := Verdict{Class: Exponential, Attack: &a, Cost: cost, Rule: BackreferenceLoop}
	if degree > 0 {
		v.Class, v.Degree = Polynomial, degree
	}
	for _, n := range h.tree.Root.Loops() {
		v.Hotspots = append(v.Hotspots, n.Span)
	}
	return v
}

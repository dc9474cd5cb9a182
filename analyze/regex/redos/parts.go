package redos

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

// Bounds on the search for an attack on a part of a pattern.
const (
	maxParts    = 300
	mostParts   = 16     // that are ambiguous
	partText    = 20_000 // characters of all parts
	partStates  = 500    // of the automaton of a part
	partWork    = 30_000
	partSteps   = 6_000_000 // of the reference matcher, for all parts
	partLeads   = 3         // texts that lead to a part
	partAttacks = 4         // of one chain
	mostPadding = 1000      // characters that a counter asks for
	burstLimit  = 10        // times the budget that one input may take
)

// part is a piece of a pattern that is ambiguous by itself.
type part struct {
	target *syntax.Node // where it begins
	nfa    *nfa.NFA
	res    ambiguity.Result
}

// byParts looks for an attack on a part of the pattern, with a text that leads to the part and one that fails
// behind it, where the pattern as a whole is not decided.
func (d *decision) byParts() (Verdict, bool) {
	if d.prover.compile() != nil {
		return Verdict{}, false
	}
	parts := d.ambiguousParts()
	sorting.Stable(parts, func(a, b part) int { return rank(a) - rank(b) })
	limit := d.prover.steps + partSteps
	pads := paddings(d.tree.Root)
	for _, p := range parts {
		chain := p.res.Chain
		if len(p.res.Exponential) > 0 {
			chain = p.res.Exponential[:1]
		}
		attacks := attack.Synthesize(p.nfa, chain)
		for _, lead := range d.leadsTo(p.target) {
			for _, pad := range pads {
				for _, att := range attacks[:min(len(attacks), partAttacks)] {
					if d.prover.steps > limit || d.ctx.Err() != nil {
						return Verdict{}, false
					}
					if v, ok := d.tryPart(p, chain, framed(att, lead, pad)); ok {
						return v, true
					}
				}
			}
		}
	}
	return Verdict{}, false
}

// rank puts exponential parts first, then those of the highest degree.
func rank(p part) int {
	if len(p.res.Exponential) > 0 {
		return math.MinInt
	}
	return -p.res.Degree
}

// framed returns a behind lead and before what pads it.
func framed(a attack.Attack, lead, pad string) attack.Attack {
	pumps := slices.Clone(a.Pumps)
	pumps[0].Prefix = lead + pumps[0].Prefix
	return attack.Attack{Pumps: pumps, Suffix: a.Suffix + pad}
}

// tryPart replays an attack on part p.
func (d *decision) tryPart(p part, chain []ambiguity.Link, att attack.Attack) (v Verdict, ok bool) {
	r := d.prover.replay(att)
	exponential := len(p.res.Exponential) > 0
	v = Verdict{Class: Exponential, Attack: &att}
	if exponential {
		_, ok = r.exponential()
	}
	for degree := p.res.Degree + 2; !exponential && !ok && degree >= 2; degree-- { // the search begins anywhere
		if _, ok = r.grows(degree); ok {
			v.Class, v.Degree = Polynomial, degree
		}
	}
	if !ok {
		// Many parts at once may cost more than any one shows.
		if _, within := r.cost(16, d.limits.Steps); within || !d.bursts(r, &v, exponential) {
			return Verdict{}, false
		}
	}
	v.AtLeast = true
	if v.Degree == 0 || !ok {
		v.Cost = r.estimate(0, d.limits.Steps)
	} else {
		v.Cost = r.estimate(v.Degree, d.limits.Steps)
	}
	d.explain(&v, p.nfa, chain)
	return v, true
}

// bursts reports whether a few repetitions exceed the budget, and gives v the class that they show: that of the
// part if it is exponential, else the highest power by which the steps multiply from one repetition to the next. A
// polynomial without negative coefficients never does so by more than its degree.
func (d *decision) bursts(r *replay, v *Verdict, exponential bool) bool {
	if last, ok := r.outgrows(); !ok || last.Length > shortLength {
		return false
	}
	if exponential {
		return true
	}
	degree := 0.0
	for n := 1; n <= 16; n++ {
		before, ok := r.cost(n, burstLimit*d.prover.budget)
		if !ok {
			break
		}
		after, _ := r.cost(n+1, burstLimit*d.prover.budget)
		degree = max(degree, math.Log(float64(after.Steps)/float64(before.Steps))/math.Log(float64(n+1)/float64(n)))
	}
	v.Class, v.Degree = Polynomial, int(degree)
	return v.Degree >= 2
}

// ambiguousParts returns the loops of the pattern, and what stands from one loop to the next, that are
// ambiguous by themselves: each text of the pattern once.
func (d *decision) ambiguousParts() (parts []part) {
	known := map[string]bool{}
	left := partText
	add := func(nodes []*syntax.Node) {
		first, last := nodes[0].Span, nodes[len(nodes)-1].Span
		if first.Start < 0 || last.End > len(d.tree.Source) || first.Start >= last.End || last.End-first.Start > partStates ||
			len(known) >= maxParts || len(parts) >= mostParts || left <= 0 {
			return
		}
		text := string(d.tree.Source[first.Start:last.End])
		if known[text] {
			return
		}
		known[text] = true
		left -= len(text)
		if a, res, ok := d.ambiguous(nodes); ok {
			parts = append(parts, part{nodes[0], a, res})
		}
	}
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		switch {
		case n.Op == syntax.OpLook && n.Behind:
			return false
		case n.IsLoop():
			add([]*syntax.Node{n})
		case n.Op == syntax.OpConcat:
			last := -1 // loop
			for i, sub := range n.Subs {
				if !sub.Has((*syntax.Node).IsLong) {
					continue
				}
				if last >= 0 {
					add(n.Subs[last : i+1])
				}
				last = i
			}
		}
		return len(known) < maxParts && len(parts) < mostParts && left > 0 && d.ctx.Err() == nil
	})
	return parts
}

// ambiguous returns the automaton of nodes in a row that always fail in the end, and its ambiguity. ok is false if
// it has none.
func (d *decision) ambiguous(nodes []*syntax.Node) (a *nfa.NFA, res ambiguity.Result, ok bool) {
	tree := *d.tree
	never := &syntax.Node{Op: syntax.OpSet}
	tree.Root = &syntax.Node{Op: syntax.OpConcat, Subs: append(slices.Clone(nodes), never)}
	a, err := nfa.Compile(&tree, nfa.Options{Anchored: true, MaxStates: partStates, Unroll: 60})
	if err != nil || a.Counted { // where counters end the growth, no class follows from that of the loops
		return nil, res, false
	}
	res, _ = ambiguity.Analyze(a, partWork)
	return a, res, res.Grows()
}

// leadsTo returns texts that lead to a part.
func (d *decision) leadsTo(target *syntax.Node) (texts []string) {
	rng := fixedRandom()
	for try := range partLeads {
		var random *rand.Rand
		if try > 0 {
			random = rng
		}
		s := sample.New(random)
		if text, found := s.Until(d.tree.Root, target); found && len(text) <= sample.Longest {
			if word := wtf8.Encode(text); !slices.Contains(texts, word) {
				texts = append(texts, word)
			}
		}
	}
	return texts
}

// paddings returns texts to put behind an attack so that counters in the pattern have enough: none, and as many
// characters as some of them ask for at least.
func paddings(root *syntax.Node) []string {
	pads := []string{""}
	syntax.Walk(root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && n.Min > 1 && n.Min <= mostPadding && len(pads) < 4 {
			if pad := strings.Repeat("!", n.Min); !slices.Contains(pads, pad) {
				pads = append(pads, pad)
			}
		}
		return true
	})
	return pads
}

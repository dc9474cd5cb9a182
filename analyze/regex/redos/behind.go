package redos

import (
	"slices"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Bounds on the attacks that are tried behind other texts.
const (
	precededFew   = 4  // repetitions whose steps are compared
	precededMore  = 12 // with those of so many
	precededTimes = 16 // times as many steps, from which on an attack is looked at in earnest
	precededKinds = 7  // of characters that stand before one
)

// HasLongBehind reports whether tree has lookbehinds that see more than one character: Behind decides
// about it what Tree does not.
func HasLongBehind(tree *syntax.Tree) bool {
	return tree.Root.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpLook && n.Behind && !nfa.IsSimple(n)
	})
}

// Behind returns an automaton of tree in which what lookbehinds see is worked out, and its ambiguity. ok
// is false where looking back is not cheap, or a limit is reached.
func Behind(tree *syntax.Tree, mode syntax.Mode, limits Limits) (a *nfa.NFA, res ambiguity.Result, ok bool) {
	if !equivalence.Cheap(tree) {
		return nil, res, false
	}
	a, err := equivalence.Automaton(tree, mode, equivalence.Limits{Program: 8000, States: limits.States, Work: 4 * limits.Work})
	if err != nil {
		return nil, res, false
	}
	if res, err = ambiguity.Analyze(a, limits.Work); err != nil {
		return nil, res, false
	}
	if a.Exact && res.Grows() {
		// Alternatives that are never tried, because an earlier one succeeds, are no ambiguity.
		if resolved, err := a.Resolve(limits.resolving(), true); err == nil {
			if better, err := ambiguity.Analyze(resolved.NFA, limits.Work); err == nil && len(better.Exponential) == 0 && better.Degree <= res.Degree {
				a, res = resolved.NFA, better
			}
		}
	}
	return a, res, true
}

// settles finds the lookbehinds, in no other one, whose bodies are linear when they are read at every place of a text, as a
// pattern that is read the other way round tells. In a pattern that is linear but for these each is asked a bounded number of
// times at a place: else a loop would lead there from ever more places before. It reports whether there are such.
func (d *decision) settles() bool {
	if d.settled != nil || d.tree.Dialect != syntax.JavaScript && d.tree.Dialect != syntax.DotNet {
		return false
	}
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op != syntax.OpLook || !n.Behind {
			return true
		}
		if !nfa.IsSimple(n) && d.linear(n.Mirror(), syntax.All) {
			d.settled = append(d.settled, n.Span)
		}
		return false
	})
	return d.settled != nil
}

// linear reports whether n is when it is read from one place of a text, or from all in mode All.
func (d *decision) linear(n *syntax.Node, mode syntax.Mode) bool {
	if n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpBackref || n.Op == syntax.OpIf || n.Pop > 0 }) {
		return false
	}
	tree := *d.tree
	tree.Root = n
	limits := d.limits
	limits.LinearOnly, limits.ClassOnly = true, true
	each := &decision{ctx: d.ctx, tree: &tree, mode: mode, limits: limits, prover: newProver(&tree, mode, limits.Steps), part: true}
	return each.backtracking().Class == Linear
}

// guarded reports whether a pattern with lookbehinds is linear because of what they see.
func (d *decision) guarded() bool {
	if !HasLongBehind(d.tree) {
		return false
	}
	_, res, ok := Behind(d.tree, d.mode, d.limits)
	return ok && !res.Grows()
}

// concludes reports whether a pattern is linear that ends with lookbehinds. A search ends where one of them is as it should be: it
// pays for that once, which is linear if the body is when it is read from one place. So all that remains to be counted are
// the places at which they are not.
func (d *decision) concludes() bool {
	if d.tree.Dialect != syntax.JavaScript && d.tree.Dialect != syntax.DotNet || d.mode != syntax.Search && d.mode != syntax.Prefix {
		return false
	}
	for _, n := range concluding(d.tree.Root, nil) {
		if d.once(n) {
			d.last = append(d.last, n.Span)
		}
	}
	if d.last == nil {
		return false
	}
	defer func() { d.last = nil }()
	a, res, err := d.analyze(unrolls[:]...)
	if err != nil || a.Nested || a.Recursive {
		return false
	}
	if res.Grows() {
		r, err := a.Resolve(d.limits.resolving(), true)
		if err != nil {
			return false
		}
		if res, err = ambiguity.Analyze(r.NFA, d.limits.Work); err != nil || res.Grows() {
			return false
		}
	}
	return true
}

// once reports whether lookbehind n is linear when it is read from one place of a text. What asks there for what follows fails
// where it stands at the end of a text, as an image of n does: it is read by itself.
func (d *decision) once(n *syntax.Node) bool {
	rest, looks := apart(n)
	return !rest.Has(looksRight) && d.linear(rest.Mirror(), syntax.Prefix) && !slices.ContainsFunc(looks, func(look *syntax.Node) bool {
		return look.Has(looksLeft) || !d.linear(look, syntax.Prefix)
	})
}

// apart returns n, a lookbehind that must hold or its body, without the lookaheads and assertions that it is sure to ask for first,
// at the place where it is asked for itself, and those lookaheads. Where one of them does not hold, n does not, and nothing
// else of it is read.
func apart(n *syntax.Node) (rest *syntax.Node, looks []*syntax.Node) {
	empty := &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
	switch {
	case n.Op == syntax.OpLook && !n.Behind:
		return empty, []*syntax.Node{n}
	case n.Op == syntax.OpAssert && n.Assert != syntax.TextStart:
		return empty, nil
	case n.Op != syntax.OpConcat && n.Op != syntax.OpLook && n.Op != syntax.OpGroup:
		return n, nil
	}
	made := *n
	made.Subs = slices.Clone(n.Subs)
	for i, sub := range slices.Backward(n.Subs) {
		if sub.Op == syntax.OpLook && sub.Behind && sub.Negate {
			if sub.MayBeLong() {
				break // it holds where what it asks for does not
			}
			made.Subs[i] = &syntax.Node{Op: syntax.OpEmpty, Span: sub.Span}
			continue
		}
		part, more := apart(sub)
		made.Subs[i] = part
		if looks = append(looks, more...); sub.Op != syntax.OpLook && sub.Op != syntax.OpAssert {
			break
		}
	}
	return &made, looks
}

// looksRight reports whether n asks for what follows a place.
func looksRight(n *syntax.Node) bool {
	return n.Op == syntax.OpLook && !n.Behind || n.Op == syntax.OpAssert && n.Assert != syntax.TextStart
}

// looksLeft reports whether n asks for what stands before a place.
func looksLeft(n *syntax.Node) bool {
	return n.Op == syntax.OpLook && n.Behind || n.Op == syntax.OpAssert && n.Assert != syntax.TextEnd
}

// concluding appends the lookbehinds of several characters in n, which a pattern ends with, behind which nothing can fail.
func concluding(n *syntax.Node, looks []*syntax.Node) []*syntax.Node {
	switch n.Op {
	case syntax.OpLook:
		if n.Behind && !nfa.IsSimple(n) {
			looks = append(looks, n)
		}
	case syntax.OpGroup:
		if n.Pop == 0 {
			return concluding(n.Subs[0], looks)
		}
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			looks = concluding(sub, looks)
		}
	case syntax.OpConcat:
		for _, sub := range slices.Backward(n.Subs) {
			if sub.Op != syntax.OpEmpty && !(sub.Op == syntax.OpRepeat && sub.Min == 0 && sub.Subs[0].Bare().Op == syntax.OpSet) {
				return concluding(sub, looks)
			}
		}
	}
	return looks
}

// looksWithin reports whether a lookbehind in n holds lookarounds.
func looksWithin(n *syntax.Node) bool {
	return n.Has(func(n *syntax.Node) bool {
		return n.Op == syntax.OpLook && n.Behind && n.Subs[0].Has(func(n *syntax.Node) bool { return n.Op == syntax.OpLook && !nfa.IsSimple(n) })
	})
}

// sees finds where the lookbehinds hold that hold lookarounds themselves, so that the automaton knows of them. It reports
// whether there are such.
func (d *decision) sees() bool {
	if d.sight != nil || !looksWithin(d.tree.Root) {
		return false
	}
	sight, err := equivalence.Sight(d.tree, equivalence.Limits{Program: 8000, States: d.limits.States / 30, Work: d.limits.Work})
	d.sight = sight
	return err == nil
}

// preceded returns what attacks prove to be exponential that cost little as they are, behind a few characters. A lookbehind may
// ask what stands before it in several ways, of which an automaton that keeps to its limits does not know: what it tells of
// the text that is repeated, and of the one that fails then, holds behind any text that the matcher gets there with.
func (d *decision) preceded(tried []attack.Attack) (v Verdict, ok bool) {
	if d.limits.LinearOnly || d.prover.compile() != nil {
		return v, false
	}
	h := &hunter{decision: d, explodes: true, limit: d.prover.steps + huntSteps}
	letters := sample.Kinds(d.tree)
	letters = letters[:min(len(letters), precededKinds)]
	var words []string
	for _, a := range letters {
		words = append(words, wtf8.Encode([]rune{a}))
		for _, b := range letters {
			words = append(words, wtf8.Encode([]rune{a, b}))
		}
	}
	for _, a := range slices.Backward(tried) { // the last ones are of the automata that know most
		for _, word := range words {
			if h.spent() {
				return v, false
			}
			behind := attack.Attack{Pumps: slices.Clone(a.Pumps), Suffix: a.Suffix}
			behind.Pumps[0].Prefix = word
			r := d.prover.replay(behind)
			few, _ := r.cost(precededFew, huntTrySteps)
			if more, within := r.cost(precededMore, huntTrySteps); within && more.Steps < precededTimes*few.Steps {
				continue
			}
			if counted, ok := r.exponential(); ok && r.persists(counted) {
				return h.verdict(behind, 0, r.estimate(0, d.limits.Steps)), true
			}
		}
	}
	return v, false
}

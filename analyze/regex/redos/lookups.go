package redos

import (
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/transform"
	"snag/analyze/wtf8"
)

// mostPower is the largest degree of growth that is looked for in what goes through the stack.
const mostPower = 4

// lookedUp returns v with what Onigmo, the engine of Ruby, spends on going through its stack: see backtrack.Lookup. That
// makes the square of the length of a text that is read once.
func (d *decision) lookedUp(v Verdict) Verdict {
	lookups := backtrack.Lookups(d.tree)
	if len(lookups) == 0 || d.ctx.Err() != nil {
		return v
	}
	counting := newLookupProver(d.tree, d.mode, d.limits.Steps)
	s := &decision{ctx: d.ctx, tree: d.tree, mode: d.mode, limits: d.limits, prover: counting}
	s.limits.Bound = 0 // nothing bounds what is gone through
	found, left := v, 0
	for _, l := range lookups {
		seeds, few := d.visits(l)
		if few {
			continue
		}
		more, harmless := d.marks(l, v)
		if harmless {
			continue
		}
		left++
		if grown, ok := s.grown(found, l, append(seeds, more...)); ok {
			found = grown
		}
	}
	if left == 0 || v.Class == Unknown && found.Class == Unknown {
		return v
	}
	d.prover = counting // which knows no bound: that of the steps does not hold for what is gone through
	if found.Class == Linear || counting.compile() != nil {
		return Verdict{Reason: "what the engine spends on going through its stack is not decided"}
	}
	if found.Rule != StackLookup && !found.Bounded {
		if counted, ok := s.claim(found, *found.Attack, counting.replay(*found.Attack)); ok {
			found = counted
		}
	}
	if found.Class == Polynomial {
		found.UpTo, found.AtLeast = 0, found.Rule != StackLookup || v.AtLeast || v.Class == Unknown
	}
	return found
}

// grown returns v with an attack on a lookup, if one grows with a higher degree than v does.
func (d *decision) grown(v Verdict, l backtrack.Lookup, seeds []attack.Attack) (grown Verdict, ok bool) {
	if v.Class == Exponential {
		return v, false
	}
	if v.Attack != nil {
		seeds = append(seeds, *v.Attack)
	}
	limit := d.prover.steps + huntSteps
	for _, a := range seeds {
		if d.prover.steps > limit || d.ctx.Err() != nil {
			break
		}
		r := d.prover.replay(a)
		for degree := max(v.Degree, 1) + 1; degree <= mostPower; degree++ {
			if _, grows := r.grows(degree); !grows {
				continue
			}
			found := Verdict{Class: Polynomial, Degree: degree, Rule: StackLookup, Hotspots: piled(l.Node), Attack: &a}
			if found.Cost = r.estimate(degree, d.limits.Steps); d.settle(&found) && r.keepsUp(found) {
				found.Bounded = l.Node.Op == syntax.OpRepeat && l.Node.Max != syntax.Unbounded && !l.Node.Subs[0].MayBeLong()
				grown, ok = found, true
			}
		}
		if ok {
			return grown, true
		}
	}
	return v, false
}

// keepsUp reports whether the steps still grow about as v says where they reach the budget: a count that must be reached
// first makes few repetitions look like more.
func (r *replay) keepsUp(v Verdict) bool {
	const few = 16
	n := v.Cost.PumpsForBudget
	half, ok := r.cost(n/2, v.Cost.BudgetSteps)
	all, _ := r.cost(n, 1<<(v.Degree+2)*v.Cost.BudgetSteps)
	return n < few || !ok || r.exponent(half, all) > float64(v.Degree)-0.5
}

// piled are the loops in a part that is looked up, which leave what is gone through, the innermost first, or the part.
func piled(n *syntax.Node) (spots []syntax.Span) {
	for _, loop := range n.Loops() {
		spots = append(spots, loop.Span)
	}
	if slices.Reverse(spots); len(spots) == 0 {
		spots = append(spots, n.Span)
	}
	return spots
}

// marks decides about a lookup by a pattern that at each reads the text to its end, behind which there may be as much again
// as is in the text. If that is linear there is a bounded number of them, and no more is gone through each time than a
// linear number of steps has left. Else the attack on that pattern is one to try.
func (d *decision) marks(l backtrack.Lookup, v Verdict) (seeds []attack.Attack, harmless bool) {
	tree := *d.tree
	if tree.Root = transform.Inlined(d.tree, d.tree.Root, d.looked(l)); tree.Root == nil {
		return nil, false
	}
	pad, mode, ok := transform.Padded(&tree, d.mode)
	if !ok {
		return nil, false
	}
	limits := d.limits
	limits.ClassOnly = true
	m := &decision{ctx: d.ctx, tree: pad, mode: mode, limits: limits, prover: newProver(pad, mode, d.limits.Steps), part: true}
	read := m.backtracking()
	if read.Attack != nil {
		seeds = append(seeds, *read.Attack)
	}
	return seeds, v.Class == Linear && read.Class == Linear
}

// looked returns the nodes at which lookup l is made: that which it is of, and the calls that return from it.
func (d *decision) looked(l backtrack.Lookup) (nodes []*syntax.Node) {
	group := 0
	switch {
	case l.Node.Op == syntax.OpRepeat:
		return []*syntax.Node{l.Node}
	case l.Node != d.tree.Root:
		nodes, group = append(nodes, l.Node), l.Node.Index
	}
	syntax.Walk(d.tree.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpCall && n.Refs[0] == group {
			nodes = append(nodes, n)
		}
		return true
	})
	return nodes
}

// visits returns attacks that come to the end of a lookup again and again from one beginning. few reports whether no
// text does: then all that is gone through is no more than a few times what was read.
func (d *decision) visits(l backtrack.Lookup) (seeds []attack.Attack, few bool) {
	part := l.Node
	if part.Op == syntax.OpRepeat {
		part = part.Subs[0]
	}
	if l.Each && isRun(part) {
		return nil, true // each time that it comes to the end of a shorter run, the next iteration reads the rest
	}
	ok := !l.Nested
	if ok {
		if part = transform.Inlined(d.tree, part, nil); part != nil {
			part, ok = transform.Isolated(part)
		}
	}
	ok = ok && part != nil
	if loop := l.Node; ok && loop.Op == syntax.OpRepeat && !l.Each {
		part = &syntax.Node{Op: syntax.OpRepeat, Subs: []*syntax.Node{part}, Min: 1, Max: loop.Max, Lazy: loop.Lazy, Span: loop.Span}
	}
	var leads []string
	for _, begin := range d.looked(l) {
		if before, found := sample.New(nil).Until(d.tree.Root, begin); found && len(before) <= sample.Longest {
			leads = append(leads, wtf8.Encode(before))
		}
	}
	leads = unique(leads)
	if ok {
		tree := *d.tree
		never := &syntax.Node{Op: syntax.OpSet}
		tree.Root = &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{part, transform.Rest(), never}}
		limits := d.limits
		limits.ClassOnly = true
		one := &decision{ctx: d.ctx, tree: &tree, mode: syntax.Prefix, limits: limits, prover: newProver(&tree, syntax.Prefix, d.limits.Steps), part: true}
		v := one.backtracking()
		if v.Class == Linear {
			return nil, true
		}
		for i := 0; v.Attack != nil && i < len(leads); i++ {
			seeds = append(seeds, ended(leads[i], *v.Attack)...)
		}
	}
	for _, lead := range leads {
		for _, pump := range pumps(l) {
			seeds = append(seeds, ended(lead, attack.Attack{Pumps: []attack.Pump{{Pump: pump}}})...)
		}
	}
	return append(seeds, d.nested(sample.Kinds(d.tree))...), false
}

// isRun reports whether n is a loop of single characters, in groups or not.
func isRun(n *syntax.Node) bool {
	for n.Op == syntax.OpGroup {
		n = n.Subs[0]
	}
	return n.IsLoop() && !n.Lazy && n.Subs[0].Bare().Op == syntax.OpSet
}

// pumps returns what the iterations of a lookup match, in the order of their length.
func pumps(l backtrack.Lookup) (pumps []string) {
	var loops []*syntax.Node
	syntax.Walk(l.Node, func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat && n.Max != 0 && n.Max != 1 {
			loops = append(loops, n)
		}
		return true
	})
	for _, loop := range loops[:min(len(loops), huntLoops)] {
		for try := range 2 {
			s := sample.New(nil)
			if try > 0 {
				s = sample.New(fixedRandom())
			}
			if text := s.Text(loop.Subs[0]); len(text) > 0 {
				pumps = append(pumps, wtf8.Encode(text))
			}
		}
	}
	return pumps
}

// ended returns an attack behind a text that leads to it, with several ends.
func ended(lead string, a attack.Attack) (attacks []attack.Attack) {
	pumps := slices.Clone(a.Pumps)
	pumps[0].Prefix = lead + pumps[0].Prefix
	for _, suffix := range []string{"", "!", "\n"} {
		attacks = append(attacks, attack.Attack{Pumps: pumps, Suffix: suffix})
	}
	return attacks
}

// newLookupProver is newProver for the steps that count what the engine spends on going through its stack, too.
func newLookupProver(tree *syntax.Tree, mode syntax.Mode, budget int64) *prover {
	p := newProver(tree, mode, budget)
	p.lookups = backtrack.Lookups(tree)
	return p
}

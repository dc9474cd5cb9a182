package nfa

import (
	"slices"

	"snag/analyze/charset"
	"snag/analyze/syntax"
)

// ride is a copy of the body of a lookahead that consumes what the lookahead found. Instruction pc of
// the copy corresponds to instruction pc-offset of the body.
type ride struct{ first, last, offset int32 }

// isAtomic reports whether look and ref are (?=(X))\1 with an X that has no lookarounds or
// backreferences: an atomic group in the dialects that have none.
func (c *compiler) isAtomic(look, ref *syntax.Node) bool {
	if c.behind || look.Op != syntax.OpLook || look.Behind || look.Negate || ref.Op != syntax.OpBackref || len(ref.Refs) != 1 {
		return false
	}
	group := look.Subs[0]
	return group.Op == syntax.OpGroup && group.Index == ref.Refs[0] && isRegular(group.Subs[0])
}

// isRegular reports whether what n matches, and the order of its ways, is what the automaton makes of
// it without a body of its own.
func isRegular(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpBackref, syntax.OpAtomic, syntax.OpIf, syntax.OpCall, syntax.OpAbsent, syntax.OpVerb:
		return false
	case syntax.OpLook:
		return isSimple(n)
	case syntax.OpAssert:
		return n.Assert != syntax.TextEndLine && n.Assert != syntax.SearchStart
	}
	return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isRegular(sub) })
}

// atomic compiles body as a lookahead, and as a copy that goes the way the lookahead went first.
func (c *compiler) atomic(body *syntax.Node, next int32) (int32, error) {
	c.nfa.Exact = false
	next = c.add(inst{op: opNote, out: next})
	end := c.add(inst{op: opRideEnd, out: next})
	path, err := c.compile(body, end)
	if err != nil {
		return 0, err
	}
	last := int32(len(c.prog) - 1)
	c.nfa.Looks++
	outer := c.scope
	c.scope = int32(c.nfa.Looks)
	match := c.add(inst{op: opMatch})
	entry, err := c.compile(body, match)
	c.scope = outer
	if err != nil {
		return 0, err
	}
	c.rides = append(c.rides, ride{first: end, last: last, offset: end - match})
	follow := c.add(inst{op: opRide, body: entry, out: path})
	return c.add(inst{op: opLook, body: entry, want: true, out: follow}), nil
}

// plainAtomics returns root without the atomic groups that need no body of their own: those whose body
// has one way at most, and repetitions of one character, which end where no more of them follow.
func plainAtomics(n *syntax.Node) *syntax.Node {
	n = rewrite(n, plainAtomics)
	if n.Op != syntax.OpAtomic {
		return n
	}
	body := n.Subs[0]
	for body.Op == syntax.OpGroup && body.Index == 0 && body.Pop == 0 || body.Op == syntax.OpConcat && len(body.Subs) == 1 {
		body = body.Subs[0]
	}
	if isSingle(body) {
		return body
	}
	switch body.Op {
	case syntax.OpRepeat:
		if r := plainRepeat(body); r != nil {
			return r
		}
	case syntax.OpConcat: // only the last part has several ways
		last := len(body.Subs) - 1
		for _, sub := range body.Subs[:last] {
			if !isSingle(sub) {
				return n
			}
		}
		inner := *n
		inner.Subs = []*syntax.Node{body.Subs[last]}
		c := *body
		c.Subs = append(slices.Clone(body.Subs[:last]), plainAtomics(&inner))
		return &c
	case syntax.OpAlternate: // of single characters
		if a := plainAlternate(body); a != nil {
			return a
		}
	}
	return n
}

// isSingle reports whether n has one way to match at most.
func isSingle(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpSet, syntax.OpLook, syntax.OpKeep, syntax.OpBackref:
		return true
	case syntax.OpAssert:
		return true
	case syntax.OpRepeat:
		return n.Min == n.Max && isSingle(n.Subs[0])
	case syntax.OpConcat, syntax.OpGroup, syntax.OpAtomic:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isSingle(sub) })
	}
	return false
}

// plainRepeat returns what an atomic group around n matches if n repeats one character, else nil.
func plainRepeat(n *syntax.Node) *syntax.Node {
	one := n.Subs[0]
	for one.Op == syntax.OpGroup && one.Index == 0 && one.Pop == 0 {
		one = one.Subs[0]
	}
	if n.Lazy && isSingle(one) {
		least := *n
		least.Max, least.Lazy = n.Min, false
		return &least
	}
	if one.Op != syntax.OpSet || n.Lazy {
		return nil
	}
	no := notNext(one.Set, n.Span)
	least := *n
	least.Max = n.Min
	switch {
	case n.Max == syntax.Unbounded:
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{n, no}}
	case n.Max == n.Min+1:
		more := &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{one, no}}
		return &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{&least, more}}
	}
	return nil
}

// notNext is the lookahead that no character of set comes next.
func notNext(set charset.Set, span syntax.Span) *syntax.Node {
	char := &syntax.Node{Op: syntax.OpSet, Span: span, Set: set}
	return &syntax.Node{Op: syntax.OpLook, Span: span, Negate: true, Subs: []*syntax.Node{char}}
}

// plainAlternate returns what an atomic group around n matches if its alternatives are one character
// long, or one text of two that comes first, as for line breaks; else nil.
func plainAlternate(n *syntax.Node) *syntax.Node {
	var pair []*syntax.Node
	rest := n.Subs
	if first := n.Subs[0]; first.Op == syntax.OpConcat && len(first.Subs) == 2 && first.Subs[0].Op == syntax.OpSet && first.Subs[1].Op == syntax.OpSet {
		pair, rest = first.Subs, n.Subs[1:]
	}
	var set charset.Set
	for _, sub := range rest {
		if sub.Op != syntax.OpSet {
			return nil
		}
		set = set.Union(sub.Set)
	}
	char := func(s charset.Set) *syntax.Node { return &syntax.Node{Op: syntax.OpSet, Span: n.Span, Set: s} }
	if pair == nil {
		return char(set)
	}
	both := pair[0].Set.Intersect(set)
	alone := &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{char(both), notNext(pair[1].Set, n.Span)}}
	return &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{n.Subs[0], alone, char(set.Subtract(both))}}
}

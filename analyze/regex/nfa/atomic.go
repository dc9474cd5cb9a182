package nfa

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// ride is a copy of the body of a lookahead that consumes what the lookahead found. Instruction pc of
// the copy corresponds to instruction pc-offset of the body.
type ride struct{ first, last, offset int32 }

// maxRides is how deep atomic groups are nested that are followed exactly, maxRidden how many characters they
// have then.
const (
	maxRides  = 3
	maxRidden = 100
)

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
		return IsSimple(n)
	case syntax.OpAssert:
		return n.Assert != syntax.TextEndLine && n.Assert != syntax.SearchStart
	}
	return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isRegular(sub) })
}

// canRide reports whether copies of n can be told to go the same way.
func canRide(n *syntax.Node) bool {
	return n.Op != syntax.OpVerb && !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !canRide(sub) })
}

// atomic compiles body as a lookahead, and as a copy that goes the way the lookahead went first.
func (c *compiler) atomic(body *syntax.Node, next int32) (int32, error) {
	c.nfa.Exact = false
	c.riding++
	defer func() { c.riding-- }()
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

package syntax

import "slices"

// Has reports whether is holds for n or a part of it.
func (n *Node) Has(is func(n *Node) bool) bool {
	return is(n) || slices.ContainsFunc(n.Subs, func(sub *Node) bool { return sub.Has(is) })
}

// IsLoop reports whether n repeats without a bound.
func (n *Node) IsLoop() bool { return n.Op == OpRepeat && n.Max == Unbounded }

// IsLong reports whether n, without regard to its parts, may match a text of any length: a loop, a call,
// or what is absent.
func (n *Node) IsLong() bool { return n.IsLoop() || n.Op == OpCall || n.Op == OpAbsent }

// IsNullable reports whether n may match without consuming.
func (n *Node) IsNullable() bool {
	switch n.Op {
	case OpSet:
		return false
	case OpConcat:
		return !slices.ContainsFunc(n.Subs, func(sub *Node) bool { return !sub.IsNullable() })
	case OpAlternate:
		return slices.ContainsFunc(n.Subs, (*Node).IsNullable)
	case OpGroup, OpAtomic:
		return n.Subs[0].IsNullable()
	case OpRepeat:
		return n.Min == 0 || n.Subs[0].IsNullable()
	}
	return true
}

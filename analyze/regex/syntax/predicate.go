package syntax

import "slices"

// Has reports whether is holds for n or a part of it.
func (n *Node) Has(is func(n *Node) bool) bool {
	return is(n) || slices.ContainsFunc(n.Subs, func(sub *Node) bool { return sub.Has(is) })
}

// Bare returns n without the groups around it that only bind: they neither capture nor take a capture away.
// Inlined in all the places of a rewrite that look for it, it would be 30 KB of program.
//
//go:noinline
func (n *Node) Bare() *Node {
	for n.Op == OpGroup && n.Index == 0 && n.Pop == 0 {
		n = n.Subs[0]
	}
	return n
}

// Groups returns the groups in n that have a capture number, in the order of the pattern. Several may share one.
func (n *Node) Groups(index int) (groups []*Node) {
	Walk(n, func(n *Node) bool {
		if n.Op == OpGroup && n.Index == index {
			groups = append(groups, n)
		}
		return true
	})
	return groups
}

// Loops returns the repetitions without a bound that are in n, outer ones first.
func (n *Node) Loops() (loops []*Node) {
	Walk(n, func(n *Node) bool {
		if n.IsLoop() {
			loops = append(loops, n)
		}
		return true
	})
	return loops
}

// Captures reports whether a group in n captures.
func (n *Node) Captures() bool {
	return n.Has(func(n *Node) bool { return n.Op == OpGroup && n.Index > 0 })
}

// IsLoop reports whether n repeats without a bound.
func (n *Node) IsLoop() bool { return n.Op == OpRepeat && n.Max == Unbounded }

// IsLong reports whether n, without regard to its parts, may match a text of any length: a loop, a call,
// or what is absent.
func (n *Node) IsLong() bool { return n.IsLoop() || n.Op == OpCall || n.Op == OpAbsent }

// MayBeLong reports whether n, with its parts, may match a text of any length, or of one that is not told here:
// what a backreference repeats.
func (n *Node) MayBeLong() bool {
	return n.Has(func(n *Node) bool { return n.IsLong() || n.Op == OpBackref })
}

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

package transform

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// Committed returns a tree that does what tree does without the iterations of lazy repetitions that are never asked for:
// those behind which nothing can fail take as few as they may. In a lookahead or an atomic group nothing can fail behind what
// ends it, and at the end of the pattern nothing can in a mode that does not ask for the end of the text. ok is false where
// there are none. The trees share nodes.
func Committed(tree *syntax.Tree, mode syntax.Mode) (short *syntax.Tree, ok bool) {
	refers := false
	unknown := tree.Root.Has(func(n *syntax.Node) bool {
		refers = refers || n.Op == syntax.OpBackref || n.Op == syntax.OpIf
		return n.Op == syntax.OpCall || n.Op == syntax.OpVerb || n.Pop > 0
	})
	if unknown || tree.Flags.Has(syntax.RightToLeft) {
		return nil, false // a call goes on with something else behind it
	}
	// Behind an empty match some engines look for another one at the same place.
	sure := mode == syntax.Search || mode == syntax.Prefix || mode == syntax.All && !tree.Root.IsNullable()
	c := *tree
	c.Root = commitment{refers}.of(tree.Root, sure)
	return &c, c.Root != tree.Root
}

// commitment makes the nodes of a committed tree.
type commitment struct {
	refers bool // what a group captured may be asked for
}

// of returns n as it is where what stands behind it is sure to match, or may fail.
func (c commitment) of(n *syntax.Node, sure bool) *syntax.Node {
	switch n.Op {
	case syntax.OpGroup, syntax.OpAlternate:
		return c.each(n, func(int) bool { return sure })
	case syntax.OpAtomic:
		return c.each(n, func(int) bool { return true })
	case syntax.OpLook:
		if n.Behind {
			return n // it is matched the other way
		}
		return c.each(n, func(int) bool { return true })
	case syntax.OpConcat:
		return c.each(n, func(i int) bool { return sure && !slices.ContainsFunc(n.Subs[i+1:], mayFail) })
	case syntax.OpRepeat:
		if !sure || !n.Lazy || n.Max == n.Min || n.Min == 0 && c.refers && n.Captures() {
			// An iteration that matches nothing may fail at its end.
			return c.each(n, func(int) bool { return sure && n.Min <= 1 && (!n.Lazy || n.Max == 1) && !n.Subs[0].IsNullable() })
		}
		if n.Min == 0 {
			return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
		}
		least := *n
		least.Max = n.Min
		return c.each(&least, func(int) bool { return n.Min == 1 && !n.Subs[0].IsNullable() })
	}
	return n
}

// each returns n with its operands as they are behind which a match is sure or not.
func (c commitment) each(n *syntax.Node, sure func(i int) bool) *syntax.Node {
	made := n
	for i, sub := range n.Subs {
		if short := c.of(sub, sure(i)); short != sub {
			if made == n {
				copied := *n
				copied.Subs = slices.Clone(n.Subs)
				made = &copied
			}
			made.Subs[i] = short
		}
	}
	return made
}

// mayFail reports whether n may not match somewhere.
func mayFail(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpKeep:
		return false
	case syntax.OpGroup, syntax.OpAtomic:
		return mayFail(n.Subs[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(n.Subs, mayFail)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !mayFail(sub) })
	case syntax.OpRepeat:
		return n.Min > 0
	}
	return true
}

package transform

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Settled returns a tree that matches what tree does, with about the same steps, in which something is said otherwise that is
// hard to follow as it stands: a lookahead with a reference to all of it behind, which is an atomic group; a reference to a
// group that has captured nothing on any way there, or a condition on it; and the place where a search began, which is the
// start of the text where no other match went before. ok is false where there is nothing of that. The trees share nodes.
func Settled(tree *syntax.Tree, mode syntax.Mode) (other *syntax.Tree, ok bool) {
	s := settlement{
		first: mode != syntax.All, ecma: tree.Dialect == syntax.JavaScript, refs: make(map[int]int),
		// A group may keep what it captured on a way that was given up.
		keeps: tree.Dialect == syntax.Python || tree.Dialect == syntax.Java,
	}
	unknown := tree.Root.Has(func(n *syntax.Node) bool {
		for _, ref := range n.Refs {
			s.refs[ref]++
		}
		return n.Op == syntax.OpCall || n.Op == syntax.OpIf && len(n.Refs) == 0 || n.Pop > 0
	})
	if unknown || tree.Flags.Has(syntax.RightToLeft) {
		return nil, false
	}
	c := *tree
	c.Root = s.of(tree.Root, nil)
	return &c, c.Root != tree.Root
}

// settlement makes the nodes of a settled tree.
type settlement struct {
	first, ecma, keeps bool
	backwards          bool        // in a lookbehind, which is matched the other way
	refs               map[int]int // references to each group
}

// of returns n as it is where some groups may have captured something.
func (s settlement) of(n *syntax.Node, set []int) *syntax.Node {
	if n.Op == syntax.OpLook && n.Behind || n.Op == syntax.OpRepeat && !s.ecma { // where an iteration begins with none
		set = captures(n, set) // what stands behind goes before
	}
	switch n.Op {
	case syntax.OpLook:
		s.backwards = n.Behind
	case syntax.OpAssert:
		if n.Assert == syntax.SearchStart && s.first {
			return &syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextStart, Span: n.Span}
		}
	case syntax.OpBackref:
		if s.keeps || slices.ContainsFunc(n.Refs, func(ref int) bool { return slices.Contains(set, ref) }) {
			break
		}
		if s.ecma {
			return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
		}
		return &syntax.Node{Op: syntax.OpSet, Set: charset.Set{}, Span: n.Span}
	case syntax.OpIf:
		if !slices.ContainsFunc(n.Refs, func(ref int) bool { return slices.Contains(set, ref) }) {
			return s.of(n.Subs[1], set)
		}
	case syntax.OpGroup:
		if n.Index > 0 && s.keeps && slices.ContainsFunc(n.Subs, (*syntax.Node).Captures) {
			set = append(slices.Clip(set), n.Index)
		}
	}
	made := n
	change := func(i int, sub *syntax.Node) {
		if made == n {
			copied := *n
			copied.Subs = slices.Clone(n.Subs)
			made = &copied
		}
		made.Subs[i] = sub
	}
	for i, sub := range n.Subs {
		if n.Op == syntax.OpConcat && i > 0 {
			if before := n.Subs[i-1]; !s.backwards && s.holds(before, sub) {
				body := s.of(before.Subs[0].Subs[0], set)
				change(i-1, &syntax.Node{Op: syntax.OpAtomic, Subs: []*syntax.Node{body}, Span: before.Span})
				change(i, &syntax.Node{Op: syntax.OpEmpty, Span: sub.Span})
				continue
			}
			set = captures(n.Subs[i-1], set)
		}
		if other := s.of(sub, set); other != sub {
			change(i, other)
		}
	}
	return made
}

// holds reports whether a look and a reference behind it are (?=(X))\1, and nothing else refers to that group.
func (s settlement) holds(look, ref *syntax.Node) bool {
	if look.Op != syntax.OpLook || look.Behind || look.Negate || ref.Op != syntax.OpBackref || len(ref.Refs) != 1 || ref.Fold != syntax.FoldNone {
		return false
	}
	group := look.Subs[0].Bare()
	return group == look.Subs[0] && group.Op == syntax.OpGroup && group.Index == ref.Refs[0] && s.refs[group.Index] == 1
}

// captures returns the groups that are set, and those in n.
func captures(n *syntax.Node, set []int) []int {
	set = slices.Clip(set)
	syntax.Walk(n, func(n *syntax.Node) bool {
		if n.Op == syntax.OpGroup && n.Index > 0 {
			set = append(set, n.Index)
		}
		return true
	})
	return set
}

package syntax

import (
	"slices"

	"snag/analyze/regex/charset"
)

// WithoutAbsent returns the tree with loops in place of its absent operators, as far as all that is absent has one
// length: (?~X) reads on as long as X does not begin, and of an X that begins all but its last character. The order in which texts
// are tried is the same. Nodes without absent operators are shared.
func (t *Tree) WithoutAbsent() *Tree {
	if t.Dialect != Ruby || !t.Root.Has(func(n *Node) bool { return n.Op == OpAbsent }) {
		return t
	}
	out := *t
	out.Root = t.present(t.Root)
	return &out
}

// present returns n without absent operators.
func (t *Tree) present(n *Node) *Node {
	var subs []*Node
	for i, sub := range n.Subs {
		if other := t.present(sub); other != sub {
			if subs == nil {
				subs = slices.Clone(n.Subs)
			}
			subs[i] = other
		}
	}
	if subs != nil {
		changed := *n
		changed.Subs = subs
		n = &changed
	}
	if n.Op != OpAbsent || !n.Subs[0].isWord() {
		return n
	}
	least, most := n.Subs[0].Widths()
	if least == 0 || least != most {
		return n
	}
	node := func(op Op, subs ...*Node) *Node { return &Node{Op: op, Span: n.Span, Subs: subs} }
	any := node(OpSet)
	any.Set = charset.Set{{Lo: 0, Hi: t.MaxChar()}}
	begins, not := node(OpLook, n.Subs[0]), node(OpLook, n.Subs[0])
	not.Negate = true
	loop, rest, end := node(OpRepeat, node(OpConcat, not, any)), node(OpRepeat, any), node(OpRepeat)
	loop.Max, rest.Max, end.Max = Unbounded, least-1, 1
	end.Subs = []*Node{node(OpConcat, begins, rest)}
	if least == 1 {
		return loop
	}
	return node(OpConcat, loop, end)
}

// isWord reports whether n is made of characters alone, and repeats and chooses among them.
func (n *Node) isWord() bool {
	return !n.Has(func(n *Node) bool {
		switch n.Op {
		case OpEmpty, OpSet, OpConcat, OpAlternate, OpRepeat:
			return false
		}
		return n.Op != OpGroup || n.Index > 0
	})
}

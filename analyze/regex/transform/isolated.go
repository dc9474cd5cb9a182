package transform

import "snag/analyze/regex/syntax"

// Isolated returns n without what it asks of the text around it, which then matches at least as often. ok is false where
// it needs what stands elsewhere.
func Isolated(n *syntax.Node) (out *syntax.Node, ok bool) {
	switch n.Op {
	case syntax.OpAssert, syntax.OpLook, syntax.OpKeep:
		return &syntax.Node{Op: syntax.OpEmpty}, true
	case syntax.OpBackref, syntax.OpCall, syntax.OpIf, syntax.OpAbsent, syntax.OpVerb:
		return nil, false
	}
	if n.Op == syntax.OpAtomic && n.Has(asksAround) {
		return Isolated(n.Subs[0]) // which takes another way there
	}
	c := *n
	if c.Op == syntax.OpGroup {
		c.Index, c.Pop = 0, 0
	}
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		if c.Subs[i], ok = Isolated(sub); !ok {
			return nil, false
		}
	}
	return &c, true
}

// asksAround reports whether n is a condition on the text around it.
func asksAround(n *syntax.Node) bool { return n.Op == syntax.OpAssert || n.Op == syntax.OpLook }

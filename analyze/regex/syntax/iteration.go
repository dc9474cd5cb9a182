package syntax

// Iteration returns what an engine of the dialect goes through in an iteration of the repetition n. That is its body,
// save in Ruby, where an iteration that matches nothing is not the last one if it changes a capture: the next one begins at
// the same place, so that each is gone through in two ways, as behind (?:|). A few iterations do not make that much.
func (n *Node) Iteration(d Dialect) *Node {
	const few = 20
	body := n.Subs[0]
	captures := func(n *Node) bool { return n.Op == OpGroup && n.Index > 0 || n.Op == OpCall }
	if d != Ruby || body.Bare().Op == OpAtomic || n.Max != Unbounded && n.Max <= few || !body.IsNullable() || !body.Has(captures) {
		return body
	}
	either := &Node{Op: OpAlternate, Span: body.Span, Subs: []*Node{{Op: OpEmpty, Span: body.Span}, {Op: OpEmpty, Span: body.Span}}}
	return &Node{Op: OpConcat, Span: body.Span, Subs: []*Node{either, body}}
}

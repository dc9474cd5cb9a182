package syntax

// finish resolves what refers to groups, and returns the tree.
func (p *parser) finish(root *Node) *Node {
	if p.err != nil {
		return nil
	}
	for _, n := range p.refs {
		p.resolve(n)
	}
	if p.err != nil {
		return nil
	}
	return root
}

// resolve finds the groups that n refers to.
func (p *parser) resolve(n *Node) {
	if n.Op == OpLook {
		// The condition on recursion (?(R)...): it never holds in a pattern without calls.
		if p.perl.calls {
			p.unmodelled(n.Span.Start, "a condition on recursion")
		}
		n.Name = ""
		return
	}
	if n.Name != "" {
		if n.Refs = p.byName[n.Name]; n.Refs == nil {
			p.fail(n.Span.Start, msgBadReference)
			return
		}
		if n.Op == OpCall {
			n.Refs = n.Refs[:1]
		}
		return
	}
	if n.Refs[0] <= len(p.names) {
		return
	}
	if p.dialect == Java {
		// Such a reference never matches.
		n.Op, n.Set, n.Refs = OpSet, never, nil
		return
	}
	p.fail(n.Span.Start, msgBadReference)
}

package equivalence

import (
	"fmt"

	"snag/analyze/regex/syntax"
)

// verbs allows the verb SKIP where a match has consumed something when it comes there, and where it stands for
// no part of the pattern only: outside of loops, atomic groups and lookarounds. Where it is passed, what is behind
// it in the order of paths is given up, and the search goes on from there if the rest fails.
func (c *compiler) verbs(t *syntax.Tree) error {
	found, ok := false, true
	var look func(n *syntax.Node, consumed, plain bool)
	look = func(n *syntax.Node, consumed, plain bool) {
		switch n.Op {
		case syntax.OpVerb:
			found = true
			ok = ok && n.Name == "SKIP" && consumed && plain
		case syntax.OpConcat:
			for _, sub := range n.Subs {
				look(sub, consumed, plain)
				consumed = consumed || !sub.IsNullable()
			}
			return
		case syntax.OpGroup, syntax.OpAlternate:
		default:
			plain = false
		}
		for _, sub := range n.Subs {
			look(sub, consumed, plain)
		}
	}
	look(t.Root, false, true)
	if !ok {
		return fmt.Errorf("%w: verbs", ErrUnsupported)
	}
	c.cuts = c.cuts || found
	return nil
}

// mayBeEmpty reports whether a match of n, which begins where \K says, may be empty.
func mayBeEmpty(n *syntax.Node) bool {
	if n.Op == syntax.OpConcat {
		for i, sub := range n.Subs {
			if sub.Op == syntax.OpKeep {
				rest := *n
				rest.Subs = n.Subs[i+1:]
				return len(rest.Subs) == 0 || mayBeEmpty(&rest)
			}
		}
	}
	return n.IsNullable() || n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpKeep })
}

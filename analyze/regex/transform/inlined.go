package transform

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// inlined makes copies of nodes in which what is called stands in the place of its calls.
type inlined struct {
	tree   *syntax.Tree
	read   []*syntax.Node // behind which, or behind what they repeat, all of the text is read
	within []int          // groups that are being copied: one that calls itself does so in the copy
	left   int            // nodes that may be made
}

// mostInlined bounds the nodes of a pattern with what it calls.
const mostInlined = 2000

// Inlined returns a copy of n, a node of tree, in which what is called stands in the place of its calls, and the rest of the
// text is read behind some nodes, of a repetition behind each iteration; nil where it has more than 2,000 nodes.
func Inlined(tree *syntax.Tree, n *syntax.Node, read []*syntax.Node) *syntax.Node {
	return (&inlined{tree: tree, read: read, left: mostInlined}).of(n)
}

// of returns the copy of n, or nil where it is too large.
func (c *inlined) of(n *syntax.Node) *syntax.Node {
	if c.left--; c.left < 0 {
		return nil
	}
	made := *n
	if body := c.called(n); body != nil {
		c.within = append(c.within, n.Refs[0])
		inner := c.of(body)
		if c.within = c.within[:len(c.within)-1]; inner == nil {
			return nil
		}
		made = *inner
	} else {
		made.Subs = make([]*syntax.Node, len(n.Subs))
		for i, sub := range n.Subs {
			if made.Subs[i] = c.of(sub); made.Subs[i] == nil {
				return nil
			}
		}
	}
	switch {
	case !slices.Contains(c.read, n):
	case n.Op == syntax.OpRepeat:
		made.Subs[0] = thenReads(made.Subs[0])
	default:
		return thenReads(&made)
	}
	return &made
}

// called returns what n calls, if that can be copied.
func (c *inlined) called(n *syntax.Node) *syntax.Node {
	if n.Op != syntax.OpCall || n.Refs[0] == 0 || slices.Contains(c.within, n.Refs[0]) {
		return nil
	}
	if groups := c.tree.Root.Groups(n.Refs[0]); len(groups) == 1 {
		return groups[0]
	}
	return nil
}

// anything is any character.
var anything = &syntax.Node{Op: syntax.OpSet, Set: charset.Set{{Lo: 0, Hi: charset.MaxRune}}}

// Rest returns a loop that reads the text up to its end, padding included.
func Rest() *syntax.Node {
	return &syntax.Node{Op: syntax.OpRepeat, Subs: []*syntax.Node{anything}, Max: syntax.Unbounded}
}

// thenReads returns n with a lookahead behind it that reads the rest of the text.
func thenReads(n *syntax.Node) *syntax.Node {
	return concat(n, &syntax.Node{Op: syntax.OpLook, Subs: []*syntax.Node{Rest()}})
}

package syntax

import (
	"slices"

	"snag/analyze/regex/charset"
)

// Mirror returns a node that matches the texts that n matches, turned round.
func (n *Node) Mirror() *Node {
	c := *n
	c.Subs = make([]*Node, len(n.Subs))
	for i, sub := range n.Subs {
		c.Subs[i] = sub.Mirror()
	}
	switch n.Op {
	case OpConcat:
		slices.Reverse(c.Subs)
	case OpLook:
		c.Behind = !n.Behind
	case OpAssert:
		switch n.Assert {
		case TextStart:
			c.Assert = TextEnd
		case TextEnd:
			c.Assert = TextStart
		case LineStart:
			c.Assert = LineEnd
		case LineEnd:
			c.Assert = LineStart
		case TextEndLine:
			return firstLine(n.Span, n.Set)
		}
	}
	return &c
}

// firstLine holds at the start of the text, and behind a line terminator that stands there.
func firstLine(span Span, terminators charset.Set) *Node {
	start := &Node{Op: OpAssert, Span: span, Assert: TextStart}
	line := &Node{Op: OpSet, Span: span, Set: terminators}
	behind := &Node{Op: OpLook, Span: span, Behind: true, Subs: []*Node{
		{Op: OpConcat, Span: span, Subs: []*Node{start, line}},
	}}
	return &Node{Op: OpAlternate, Span: span, Subs: []*Node{start, behind}}
}

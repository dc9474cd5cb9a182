package prefilter

import (
	"slices"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Texts returns the texts that stand in every match of n, in their order, as one of their
// spellings. Where one of several characters is required, one is taken, unless pump has one of them;
// where one of several texts is, the first.
func Texts(n *syntax.Node, pump []rune) []string {
	c := textCollector{pump: pump}
	c.visit(n)
	c.flush()
	return c.texts
}

type textCollector struct {
	pump  []rune
	texts []string
	run   []rune
}

func (c *textCollector) flush() {
	if len(c.run) > 0 {
		c.texts = append(c.texts, wtf8.Encode(c.run))
		c.run = c.run[:0]
	}
}

func (c *textCollector) visit(n *syntax.Node) {
	switch n.Op {
	case syntax.OpSet:
		if r, ok := spelling(n); ok {
			c.run = append(c.run, r)
			return
		}
		c.flush()
		if !slices.ContainsFunc(c.pump, n.Set.Contains) {
			if r, ok := n.Set.Printable(); ok {
				c.run = append(c.run, r)
				c.flush()
			}
		}
	case syntax.OpConcat, syntax.OpGroup, syntax.OpAtomic:
		for _, sub := range n.Subs {
			c.visit(sub)
		}
	case syntax.OpRepeat:
		if n.Min == 1 && n.Max == 1 {
			c.visit(n.Subs[0])
			return
		}
		c.flush()
		if n.Min > 0 {
			c.visit(n.Subs[0])
			c.flush()
		}
	case syntax.OpEmpty, syntax.OpAssert, syntax.OpKeep:
	case syntax.OpLook:
		if !n.Negate && !n.Behind {
			c.flush()
			c.visit(n.Subs[0])
			c.flush()
		}
	case syntax.OpAlternate:
		c.flush()
		c.visit(n.Subs[0])
		c.flush()
	default:
		c.flush()
	}
}

// spelling returns the character that n matches, in lower case if it matches both.
func spelling(n *syntax.Node) (rune, bool) {
	if size := n.Set.Size(); size == 0 || size > 4 {
		return 0, false
	}
	first := n.Set[0].Lo
	if n.Set.Size() == 1 {
		return first, true
	}
	lower := first | 0x20
	return lower, 'a' <= lower && lower <= 'z' && n.Set.Contains(first) && n.Set.Contains(lower) && !n.Set.Contains(first+1)
}

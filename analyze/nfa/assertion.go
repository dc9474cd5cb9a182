package nfa

import (
	"snag/analyze/charset"
	"snag/analyze/syntax"
)

// isSimple reports whether lookaround n looks at one character, or one edge of the input, only.
func isSimple(n *syntax.Node) bool {
	_, _, ok := single(n.Subs[0], n.Behind)
	return ok
}

// single returns the characters that the body of a lookaround tests, and whether it also holds at
// the edge of the input that it looks towards. ok is false for a body that sees more.
func single(n *syntax.Node, behind bool) (chars charset.Set, edge, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		return n.Set, false, true
	case syntax.OpGroup:
		if n.Index != 0 { // what it captures may be used
			return nil, false, false
		}
		return single(n.Subs[0], behind)
	case syntax.OpConcat:
		if len(n.Subs) == 1 {
			return single(n.Subs[0], behind)
		}
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			c, e, ok := single(sub, behind)
			if !ok {
				return nil, false, false
			}
			chars, edge = chars.Union(c), edge || e
		}
		return chars, edge, true
	case syntax.OpAssert:
		switch {
		case n.Assert == syntax.TextStart && behind, n.Assert == syntax.TextEnd && !behind:
			return nil, true, true
		case n.Assert == syntax.LineStart && behind, n.Assert == syntax.LineEnd && !behind:
			return n.Set, true, true
		}
	}
	return nil, false, false
}

// testSet is the set of characters that a test looks at, nil if it looks at the edges only.
func testSet(n *syntax.Node) charset.Set {
	if n.Op == syntax.OpLook {
		chars, _, _ := single(n.Subs[0], n.Behind)
		return chars
	}
	return n.Set
}

// rectangles returns the condition of test n, whose characters are the classes in chars. The pseudo-class
// end stands for the end of the input in next, and for its start in prev.
func rectangles(n *syntax.Node, chars, all charset.Bits, end int) []beside {
	with := func(b charset.Bits, edge bool) charset.Bits {
		r := append(charset.Bits(nil), b...)
		if edge {
			r.Add(end)
		}
		return r
	}
	without := func(b charset.Bits) charset.Bits {
		r := append(charset.Bits(nil), all...)
		for i := range r {
			r[i] &^= b[i]
		}
		return r
	}
	none := make(charset.Bits, len(all))
	if n.Op == syntax.OpLook {
		_, edge, _ := single(n.Subs[0], n.Behind)
		holds := with(chars, edge)
		if n.Negate {
			holds = without(holds)
		}
		if n.Behind {
			return []beside{{holds, all}}
		}
		return []beside{{all, holds}}
	}
	switch n.Assert {
	case syntax.TextStart:
		return []beside{{with(none, true), all}}
	case syntax.TextEnd:
		return []beside{{all, with(none, true)}}
	case syntax.LineStart:
		return []beside{{with(chars, true), all}}
	case syntax.LineEnd:
		return []beside{{all, with(chars, true)}}
	case syntax.WordBoundary:
		return []beside{{chars, without(chars)}, {without(chars), chars}}
	default:
		return []beside{{chars, chars}, {without(chars), without(chars)}}
	}
}

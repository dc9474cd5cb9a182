package nfa

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Beside is a condition on the characters before and after a position. A zero-width test is a
// union of such rectangles that exclude each other.
type Beside struct{ Prev, Next charset.Bits }

// Divide divides the characters from 0 to top into classes that neither the sets nor the tests, which are
// assertions and simple lookarounds, tell apart. The Sets of the partition begin with the given ones. all
// are its classes and the pseudo-class behind the last of them, which stands for the edge of the input:
// its end where the next character is meant, else its start. besides are the conditions of each test.
func Divide(sets []charset.Set, tests []*syntax.Node, top rune) (part *charset.Partition, all charset.Bits, besides [][]Beside) {
	first := len(sets)
	for _, t := range tests {
		sets = append(sets, testSet(t))
	}
	pairs := slices.ContainsFunc(tests, func(t *syntax.Node) bool { return t.Pair })
	if pairs {
		sets = append(sets, returnSet, feedSet)
	}
	part = charset.NewPartition(sets, top)
	all = make(charset.Bits, part.Words())
	for class := range part.Len + 1 {
		all.Add(class)
	}
	line := line{all: all, end: part.Len}
	if pairs {
		line.feed, line.back = part.Sets[len(sets)-1], part.Sets[len(sets)-2]
	}
	for i, t := range tests {
		besides = append(besides, line.rectangles(t, part.Sets[first+i]))
	}
	return part, all, besides
}

// IsSimple reports whether lookaround n looks at one character, or one edge of the input, only.
func IsSimple(n *syntax.Node) bool {
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
		var last charset.Set // what ends the last line
		for _, sub := range n.Subs {
			if sub.Op == syntax.OpAssert && sub.Assert == syntax.TextEndLine && !behind {
				last, edge = last.Union(sub.Set), true
				continue
			}
			c, e, ok := single(sub, behind)
			if !ok {
				return nil, false, false
			}
			chars, edge = chars.Union(c), edge || e
		}
		return chars, edge, len(last.Subtract(chars)) == 0
	case syntax.OpAssert:
		switch {
		case n.Assert == syntax.TextStart && behind, n.Assert == syntax.TextEnd && !behind:
			return nil, true, true
		case n.Assert == syntax.LineStart && behind && !n.Pair && !n.Inner, n.Assert == syntax.LineEnd && !behind && !n.Pair:
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

var (
	returnSet = charset.Of('\r')
	feedSet   = charset.Of('\n')
)

// line is what tests of lines are made of, in classes.
type line struct {
	all        charset.Bits
	end        int          // the pseudo-class of the end, and of the start
	back, feed charset.Bits // carriage return and line feed, if a test has them as a pair
}

func (l *line) without(b charset.Bits) charset.Bits { return l.all.Less(b) }

func (l *line) with(b charset.Bits, edge bool) charset.Bits {
	r := append(charset.Bits(nil), b...)
	if edge {
		r.Add(l.end)
	}
	return r
}

// rectangles returns the condition of test n, whose characters are the classes in chars. The
// pseudo-class end stands for the end of the input in next, and for its start in prev.
func (l *line) rectangles(n *syntax.Node, chars charset.Bits) []Beside {
	none := make(charset.Bits, len(l.all))
	edge := l.with(none, true)
	if n.Op == syntax.OpLook {
		_, edge, _ := single(n.Subs[0], n.Behind)
		holds := l.with(chars, edge)
		if n.Negate {
			holds = l.without(holds)
		}
		if n.Behind {
			return []Beside{{holds, l.all}}
		}
		return []Beside{{l.all, holds}}
	}
	switch n.Assert {
	case syntax.TextStart:
		return []Beside{{edge, l.all}}
	case syntax.TextEnd:
		return []Beside{{l.all, edge}}
	case syntax.LineStart:
		return l.starts(n, chars, edge)
	case syntax.LineEnd:
		if !n.Pair {
			return []Beside{{l.all, l.with(chars, true)}}
		}
		return []Beside{{l.all, l.with(chars.Less(l.feed), true)}, {l.without(l.back), chars.And(l.feed)}}
	case syntax.WordBoundary:
		return []Beside{{chars, l.without(chars)}, {l.without(chars), chars}}
	default:
		return []Beside{{chars, chars}, {l.without(chars), l.without(chars)}}
	}
}

// starts returns the condition that a line starts.
func (l *line) starts(n *syntax.Node, chars, edge charset.Bits) []Beside {
	if !n.Pair && !n.Inner {
		return []Beside{{l.with(chars, true), l.all}}
	}
	next := l.all
	if n.Inner {
		next = l.without(edge)
	}
	if !n.Pair {
		return []Beside{{edge, l.all}, {chars, next}}
	}
	return []Beside{{edge, l.all}, {chars.Less(l.back), next}, {chars.And(l.back), next.Less(l.feed)}}
}

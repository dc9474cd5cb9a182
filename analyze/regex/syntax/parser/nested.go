package parser

import "snag/analyze/regex/syntax"

// Onigmo makes one quantifier of two that are nested directly, so that (?:a+)+ costs no more than a+.

// A reduction says what becomes of a quantifier p around a quantifier c.
type reduction uint8

const (
	reduceNothing  reduction = iota
	reduceInner              // c alone
	reduceStar               // *
	reduceLazyStar           // *?
	reduceLazyOne            // ??
	reducePlusOne            // (?:x+)??
)

// reductions holds what becomes of the six quantifiers that have signs: by c, then by p.
var reductions = [6][6]reduction{
	//   ?            *               +               ??             *?              +?
	{reduceInner, reduceStar, reduceStar, reduceLazyOne, reduceLazyStar, reduceNothing},        // ?
	{reduceInner, reduceInner, reduceInner, reducePlusOne, reducePlusOne, reduceInner},         // *
	{reduceStar, reduceStar, reduceInner, reduceNothing, reducePlusOne, reduceInner},           // +
	{reduceInner, reduceLazyStar, reduceLazyStar, reduceInner, reduceLazyStar, reduceLazyStar}, // ??
	{reduceInner, reduceInner, reduceInner, reduceInner, reduceInner, reduceInner},             // *?
	{reduceNothing, reduceNothing, reduceNothing, reduceLazyStar, reduceLazyStar, reduceInner}, // +?
}

// sign returns the index of a quantifier in reductions, or -1 if it has no sign.
func sign(least, most int, lazy bool) int {
	i := -1
	switch {
	case least == 0 && most == 1:
		i = 0
	case least == 0 && most == syntax.Unbounded:
		i = 1
	case least == 1 && most == syntax.Unbounded:
		i = 2
	}
	if i >= 0 && lazy {
		i += 3
	}
	return i
}

// reduce returns the quantifier and what it repeats that Onigmo makes of q around sub.
func (p *parser) reduce(q quantifier, lazy bool, sub *syntax.Node) (quantifier, bool, *syntax.Node) {
	inner := sub.Bare()
	if inner.Op != syntax.OpRepeat {
		return q, lazy, sub
	}
	c, outer := sign(inner.Min, inner.Max, inner.Lazy), sign(q.min, q.max, lazy)
	switch {
	case c < 0:
	case outer >= 0:
		switch reductions[c][outer] {
		case reduceInner:
			return quantifier{min: inner.Min, max: inner.Max}, inner.Lazy, inner.Subs[0]
		case reduceStar:
			return quantifier{max: syntax.Unbounded}, false, inner.Subs[0]
		case reduceLazyStar:
			return quantifier{max: syntax.Unbounded}, true, inner.Subs[0]
		case reduceLazyOne:
			return quantifier{max: 1}, true, inner.Subs[0]
		case reducePlusOne:
			plus := p.newNode(syntax.OpRepeat, inner.Span.Start)
			plus.Span, plus.Subs, plus.Min, plus.Max = inner.Span, inner.Subs, 1, syntax.Unbounded
			plus.GroupLo = inner.GroupLo
			return quantifier{max: 1}, true, plus
		}
	case (c == 1 || c == 2) && q.max > 1 && !lazy:
		// Further rounds could match no other text.
		q.max = max(q.min, 1)
	}
	return q, lazy, sub
}

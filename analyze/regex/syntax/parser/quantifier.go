package parser

import "snag/analyze/regex/syntax"

// quantify wraps the last term in the quantifier that follows, if one does.
func (p *parser) quantify() {
	at := p.pos
	q, braces, ok := p.quantifier()
	switch {
	case !ok && braces && p.codePoints:
		p.fail(at, msgIncompleteQuantifier)
		return
	case !ok:
		return
	case q.reversed:
		p.fail(at, msgQuantifierOutOfOrder)
		return
	}
	lazy := p.accept('?')
	sub := p.terms[len(p.terms)-1]
	if sub.Op == syntax.OpLook && (sub.Behind || p.codePoints) {
		// Annex B lets lookaheads be repeated, but not lookbehinds and not with u or v.
		p.fail(at, msgInvalidQuantifier)
		return
	}
	n := p.newNode(syntax.OpRepeat, sub.Span.Start)
	n.Subs = p.newSubs(sub)
	n.Min, n.Max, n.Lazy = q.min, q.max, lazy
	n.GroupLo = sub.GroupLo
	p.terms[len(p.terms)-1] = n
}

type quantifier struct {
	min, max int
	reversed bool // the numbers are out of order
}

// quantifier reads a quantifier without what makes it lazy or possessive. braces reports whether it
// begins with one. If there is none, ok is false, and p has not moved.
func (p *parser) quantifier() (q quantifier, braces, ok bool) {
	q.max = syntax.Unbounded
	switch p.peek() {
	case '*':
	case '+':
		q.min = 1
	case '?':
		q.max = 1
	case '{':
		q, ok = p.bracesOf()
		return q, true, ok
	default:
		return q, false, false
	}
	p.pos++
	return q, false, true
}

// digits reads decimal digits.
func (p *parser) digits() []rune {
	start := p.pos
	for isDigit(p.peek()) {
		p.pos++
	}
	return p.src[start:p.pos]
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func trimZeros(digits []rune) []rune {
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	return digits
}

// count returns the value of decimal digits, at most MaxRepeat.
func count(digits []rune) int {
	n := 0
	for _, d := range digits {
		if n = 10*n + int(d-'0'); n > syntax.MaxRepeat {
			return syntax.MaxRepeat
		}
	}
	return n
}

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

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

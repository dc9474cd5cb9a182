package syntax

import "slices"

// quantify wraps the last term in the quantifier that follows, if one does.
func (p *parser) quantify() {
	at := p.pos
	q := quantifier{max: Unbounded}
	switch p.peek() {
	case '*':
		p.pos++
	case '+':
		q.min = 1
		p.pos++
	case '?':
		q.max = 1
		p.pos++
	case '{':
		var ok bool
		if q, ok = p.braces(); !ok {
			if p.codePoints {
				p.fail(at, msgIncompleteQuantifier)
			}
			return
		}
		if q.reversed {
			p.fail(at, msgQuantifierOutOfOrder)
			return
		}
	default:
		return
	}
	lazy := p.accept('?')
	sub := p.terms[len(p.terms)-1]
	if sub.Op == OpLook && (sub.Behind || p.codePoints) {
		// Annex B lets lookaheads be repeated, but not lookbehinds and not with u or v.
		p.fail(at, msgInvalidQuantifier)
		return
	}
	n := p.newNode(OpRepeat, sub.Span.Start)
	n.Subs = p.newSubs(sub)
	n.Min, n.Max, n.Lazy = q.min, q.max, lazy
	n.GroupLo = sub.GroupLo
	p.terms[len(p.terms)-1] = n
}

type quantifier struct {
	min, max int
	reversed bool // the numbers are out of order
}

// braces reads {n}, {n,} or {n,m}. If there is something else it reports false and does not move.
func (p *parser) braces() (quantifier, bool) {
	start := p.pos
	p.pos++
	low := p.digits()
	high := low
	unbounded := false
	if len(low) > 0 && p.accept(',') {
		high = p.digits()
		unbounded = len(high) == 0
	}
	if len(low) == 0 || !p.accept('}') {
		p.pos = start
		return quantifier{}, false
	}
	if unbounded {
		return quantifier{min: count(low), max: Unbounded}, true
	}
	// Counts may be larger than MaxRepeat, so digits are compared.
	low, high = trimZeros(low), trimZeros(high)
	return quantifier{
		min: count(low), max: count(high),
		reversed: len(low) > len(high) || len(low) == len(high) && slices.Compare(low, high) > 0,
	}, true
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
		if n = 10*n + int(d-'0'); n > MaxRepeat {
			return MaxRepeat
		}
	}
	return n
}

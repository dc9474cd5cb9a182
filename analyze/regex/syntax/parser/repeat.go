package parser

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// repeat wraps the last term in the quantifiers that follow.
func (p *parser) repeat() {
	for count := 0; p.err == nil; count++ {
		for !p.quoting && p.skip() {
		}
		at := p.pos
		q, braces, ok := p.quantifier()
		if !ok || p.err != nil {
			return
		}
		if count > 0 && p.dialect == syntax.Java && braces {
			p.pos = at // these repeat the empty text behind
			return
		}
		if count > 0 && p.dialect != syntax.Ruby {
			if !p.has(featurePossessive) && p.src[at] == '+' {
				p.foreign(at, featurePossessive, "")
			}
			p.fail(at, msgManyRepeats)
			return
		}
		p.wrap(q, braces, at)
	}
}

// repeatAnchor is repeat behind an anchor, which not all dialects allow to be repeated.
func (p *parser) repeatAnchor() {
	if p.dialect != syntax.Python && p.dialect != syntax.PCRE {
		p.repeat()
		return
	}
	p.skip()
	switch c := p.peek(); c {
	case '{':
		at := p.pos
		_, ok := p.bracesOf()
		if p.pos = at; ok {
			p.fail(at, msgNoOperand)
		}
	case '*', '+', '?':
		p.fail(p.pos, msgNoOperand)
	}
}

// wrap repeats the last term by the quantifier q, which stood at offset at, after reading what makes
// it lazy or possessive.
func (p *parser) wrap(q quantifier, braces bool, at int) {
	if q.reversed {
		if p.dialect == syntax.Perl {
			p.pushNever()
			return
		}
		p.fail(at, msgCountOrder)
		return
	}
	lazy, possessive := false, false
	p.skipBeforeSuffix()
	switch p.peek() {
	case '?':
		if p.dialect == syntax.Ruby && braces && q.min == q.max {
			break // another quantifier
		}
		p.pos++
		lazy = true
	case '+':
		if p.dialect == syntax.Ruby && braces || !p.has(featurePossessive) {
			break
		}
		p.pos++
		possessive = true
	}
	if p.flags.Has(syntax.Ungreedy) && !possessive {
		lazy = !lazy
	}
	p.pushRepeat(q, lazy, possessive)
}

// pushNever puts what never matches before the last term, which Perl takes a{2,1} for.
func (p *parser) pushNever() {
	sub := p.terms[len(p.terms)-1]
	fail := p.newNode(syntax.OpSet, sub.Span.Start)
	fail.Set = never
	fail.Span.End = sub.Span.Start
	fail.GroupLo, fail.GroupHi = sub.GroupLo, sub.GroupLo
	n := p.newNode(syntax.OpConcat, sub.Span.Start)
	n.Subs = p.newSubs(fail, sub)
	n.GroupLo = sub.GroupLo
	p.terms[len(p.terms)-1] = n
}

// skipBeforeSuffix skips blanks between a quantifier and what makes it lazy or possessive, where that
// is allowed.
func (p *parser) skipBeforeSuffix() {
	switch p.dialect {
	case syntax.PCRE, syntax.Perl, syntax.Java, syntax.DotNet:
		if p.flags.Has(syntax.Extended) {
			for p.isBlank(p.peek()) {
				p.pos++
			}
		}
	}
}

func (p *parser) pushRepeat(q quantifier, lazy, possessive bool) {
	sub := p.terms[len(p.terms)-1]
	n := p.newNode(syntax.OpRepeat, sub.Span.Start)
	if p.dialect == syntax.Ruby && !possessive {
		q, lazy, sub = p.reduce(q, lazy, sub)
	}
	n.Subs = p.newSubs(sub)
	n.Min, n.Max, n.Lazy = q.min, q.max, lazy
	n.GroupLo = sub.GroupLo
	if possessive {
		atomic := p.newNode(syntax.OpAtomic, sub.Span.Start)
		atomic.Subs = p.newSubs(n)
		atomic.GroupLo = n.GroupLo
		n = atomic
	}
	p.terms[len(p.terms)-1] = n
}

// bracesOf reads {n}, {n,}, {n,m} or, where the dialect has it, {,m}. If there is something else it
// does not move and reports false, or fails where a brace must be a quantifier.
func (p *parser) bracesOf() (quantifier, bool) {
	start := p.pos
	p.pos++
	p.braceBlanks()
	low := p.digits()
	p.braceBlanks()
	high := low
	unbounded := false
	if (len(low) > 0 || p.has(featureOpenMax)) && p.accept(',') {
		p.braceBlanks()
		high = p.digits()
		p.braceBlanks()
		unbounded = len(high) == 0
	}
	ok := p.accept('}')
	if ok && len(low) == 0 && unbounded && p.dialect != syntax.Python {
		ok = false
	}
	if ok && len(low) == 0 && len(high) == 0 && !unbounded {
		ok = false
	}
	if !ok {
		p.pos = start
		if p.dialect == syntax.Java || p.dialect == syntax.Rust {
			p.fail(start, msgBadCount)
		}
		return quantifier{}, false
	}
	if limit := p.maxCount(); limit > 0 && (exceeds(low, limit) || exceeds(high, limit)) {
		p.fail(start, msgCountLarge)
		return quantifier{}, false
	}
	if unbounded {
		return quantifier{min: count(low), max: syntax.Unbounded}, true
	}
	// Counts may be larger than MaxRepeat, so digits are compared.
	low, high = trimZeros(low), trimZeros(high)
	reversed := len(low) > len(high) || len(low) == len(high) && slices.Compare(low, high) > 0
	return quantifier{min: count(low), max: count(high), reversed: reversed}, true
}

// exceeds reports whether decimal digits make a number above limit.
func exceeds(digits []rune, limit int) bool {
	digits = trimZeros(digits)
	if len(digits) > 12 {
		return true
	}
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n > limit
}

// braceBlanks skips blanks that may stand in the braces of a quantifier.
func (p *parser) braceBlanks() {
	for p.dialect == syntax.Perl && (p.peek() == ' ' || p.peek() == '\t') || p.dialect == syntax.Rust && p.flags.Has(syntax.Extended) && p.isBlank(p.peek()) {
		p.pos++
	}
}

// maxCount is the largest count that the engine takes, or 0.
func (p *parser) maxCount() int {
	switch p.dialect {
	case syntax.PCRE, syntax.Perl:
		return 65535
	case syntax.Ruby:
		return 100_000
	case syntax.DotNet:
		return syntax.MaxRepeat
	case syntax.Java:
		return syntax.MaxRepeat - 1
	case syntax.Python:
		return 1<<32 - 2
	case syntax.Go:
		return 1000
	}
	return 0
}

// openBrace reads a brace that follows nothing to repeat.
func (p *parser) openBrace(start int) {
	_, ok := p.bracesOf()
	if p.err != nil {
		return
	}
	switch {
	case ok && p.dialect == syntax.Java:
		p.pos = start
		n := p.newNode(syntax.OpEmpty, start)
		p.push(n)
		p.repeat()
		return
	case ok && p.dialect != syntax.Perl:
		p.fail(start, msgNoOperand)
		return
	}
	p.pos = start + 1
	p.literal('{', start)
	p.repeat()
}

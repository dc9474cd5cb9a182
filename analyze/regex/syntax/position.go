package syntax

import (
	"strings"

	"snag/analyze/regex/charset"
)

// position reads an escape for an assertion about the position.
func (p *parser) position(c rune, start int) bool {
	switch c {
	case 'A':
		p.only(featureTextStart, start)
		p.pos++
		p.pushAnchor(TextStart, nil, start)
	case 'z':
		if p.dialect == Python {
			return false
		}
		p.only(featureTextEnd, start)
		p.pos++
		p.pushAnchor(TextEnd, nil, start)
	case 'Z':
		if !p.has(featureTextEndLine) {
			return false
		}
		p.pos++
		if p.dialect == Python {
			p.pushAnchor(TextEnd, nil, start)
			break
		}
		p.pushAnchor(TextEndLine, p.alphabet.newline, start)
	case 'G':
		if !p.has(featureSearchStart) {
			return false
		}
		p.pos++
		p.pushAnchor(SearchStart, nil, start)
	case 'b', 'B':
		p.pos++
		if p.peek() == '{' && p.boundaryKind(c, start) {
			break
		}
		assert := WordBoundary
		if c == 'B' {
			assert = NotWordBoundary
		}
		p.pushAssert(assert, p.alphabet.boundary, start)
	case '<', '>':
		if !p.has(featureWordStart) {
			return false
		}
		p.pos++
		if c == '<' {
			p.wordEdge("start", start)
		} else {
			p.wordEdge("end", start)
		}
	}
	return true
}

// boundaryKind reads the braces of \b{...}, where the dialect has such.
func (p *parser) boundaryKind(c rune, start int) bool {
	end := p.pos
	for end < len(p.src) && p.src[end] != '}' && end-p.pos < 20 {
		end++
	}
	if end == len(p.src) || p.src[end] != '}' {
		return false
	}
	kind := string(p.src[p.pos+1 : end])
	if p.dialect == Perl {
		kind = strings.Trim(kind, " \t")
	}
	switch {
	case p.dialect == Rust:
		switch kind {
		case "start", "end", "start-half", "end-half":
			p.pos = end + 1
			p.wordEdge(kind, start)
			return true
		}
	case p.dialect == Perl, p.dialect == Java && kind == "g":
		switch kind {
		case "gcb", "g", "lb", "sb", "wb":
			p.unmodelled(start, `a boundary \b{`+kind+`}`)
			return true
		}
		p.fail(start, msgBadEscape)
		return true
	}
	return false
}

// wordEdge adds Rust's "start" or "end" of a word, or the half of one that looks only at the character
// outside of the word.
func (p *parser) wordEdge(kind string, at int) {
	look := func(behind, negate bool) *Node {
		set := p.newNode(OpSet, at)
		set.Set = p.alphabet.word
		n := p.newNode(OpLook, at)
		n.Subs, n.Behind, n.Negate = p.newSubs(set), behind, negate
		return n
	}
	switch kind {
	case "start-half":
		p.push(look(true, true))
	case "end-half":
		p.push(look(false, true))
	default:
		start := kind == "start"
		n := p.newNode(OpConcat, at)
		n.Subs = p.newSubs(look(true, start), look(false, !start))
		p.push(n)
	}
}

// lineBreak adds \R: \r\n, which is not divided, or one character that ends a line.
func (p *parser) lineBreak(start int) {
	set := func(s charset.Set) *Node {
		n := p.newNode(OpSet, start)
		n.Set = s
		return n
	}
	single := upTo(vertical, p.alphabet.limit)
	if p.perl.breaks {
		single = charset.Of('\n', '\r')
	}
	pair := p.newNode(OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(lineFeed))
	alt := p.newNode(OpAlternate, start)
	alt.Subs = p.newSubs(pair, set(single))
	n := p.newNode(OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

// cluster adds \X as a character and the marks and joiners behind it, which is what most grapheme
// clusters of Unicode are.
func (p *parser) cluster(start int) {
	set := func(s charset.Set) *Node {
		n := p.newNode(OpSet, start)
		n.Set = upTo(s, p.alphabet.limit)
		return n
	}
	pair := p.newNode(OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(lineFeed))
	rest := p.newNode(OpRepeat, start)
	rest.Subs, rest.Max = p.newSubs(set(union("M", "Join_Control", "Emoji_Modifier"))), Unbounded
	any := p.newNode(OpConcat, start)
	any.Subs = p.newSubs(set(p.alphabet.any), rest)
	alt := p.newNode(OpAlternate, start)
	alt.Subs = p.newSubs(pair, any)
	n := p.newNode(OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

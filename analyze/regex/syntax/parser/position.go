package parser

import (
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// position reads an escape for an assertion about the position.
func (p *parser) position(c rune, start int) bool {
	switch c {
	case 'A':
		p.only(featureTextStart, start)
		p.pos++
		p.pushAnchor(syntax.TextStart, nil, start)
	case 'z':
		if p.dialect == syntax.Python {
			return false
		}
		p.only(featureTextEnd, start)
		p.pos++
		p.pushAnchor(syntax.TextEnd, nil, start)
	case 'Z':
		if !p.has(featureTextEndLine) {
			return false
		}
		p.pos++
		if p.dialect == syntax.Python {
			p.pushAnchor(syntax.TextEnd, nil, start)
			break
		}
		p.pushAnchor(syntax.TextEndLine, p.alphabet.Newline, start)
	case 'G':
		if !p.has(featureSearchStart) {
			return false
		}
		p.pos++
		p.pushAnchor(syntax.SearchStart, nil, start)
	case 'b', 'B':
		p.pos++
		if p.peek() == '{' && p.boundaryKind(c, start) {
			break
		}
		assert := syntax.WordBoundary
		if c == 'B' {
			assert = syntax.NotWordBoundary
		}
		p.pushAssert(assert, p.alphabet.Boundary, start)
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
	if p.dialect == syntax.Perl {
		kind = strings.Trim(kind, " \t")
	}
	switch {
	case p.dialect == syntax.Rust:
		switch kind {
		case "start", "end", "start-half", "end-half":
			p.pos = end + 1
			p.wordEdge(kind, start)
			return true
		}
	case p.dialect == syntax.Perl, p.dialect == syntax.Java && kind == "g":
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
	look := func(behind, negate bool) *syntax.Node {
		set := p.newNode(syntax.OpSet, at)
		set.Set = p.alphabet.Word
		n := p.newNode(syntax.OpLook, at)
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
		n := p.newNode(syntax.OpConcat, at)
		n.Subs = p.newSubs(look(true, start), look(false, !start))
		p.push(n)
	}
}

// lineBreak adds \R: \r\n, which is not divided, or one character that ends a line.
func (p *parser) lineBreak(start int) {
	set := func(s charset.Set) *syntax.Node {
		n := p.newNode(syntax.OpSet, start)
		n.Set = s
		return n
	}
	single := alphabet.Vertical.UpTo(p.alphabet.Limit)
	if p.perl.breaks {
		single = charset.Of('\n', '\r')
	}
	pair := p.newNode(syntax.OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(charset.Of('\n')))
	alt := p.newNode(syntax.OpAlternate, start)
	alt.Subs = p.newSubs(pair, set(single))
	n := p.newNode(syntax.OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

// cluster adds \X as a character and the marks and joiners behind it, which is what most grapheme
// clusters of Unicode are.
func (p *parser) cluster(start int) {
	set := func(s charset.Set) *syntax.Node {
		n := p.newNode(syntax.OpSet, start)
		n.Set = s.UpTo(p.alphabet.Limit)
		return n
	}
	pair := p.newNode(syntax.OpConcat, start)
	pair.Subs = p.newSubs(set(charset.Of('\r')), set(charset.Of('\n')))
	rest := p.newNode(syntax.OpRepeat, start)
	rest.Subs, rest.Max = p.newSubs(set(charset.Properties("M", "Join_Control", "Emoji_Modifier"))), syntax.Unbounded
	any := p.newNode(syntax.OpConcat, start)
	any.Subs = p.newSubs(set(p.alphabet.Any), rest)
	alt := p.newNode(syntax.OpAlternate, start)
	alt.Subs = p.newSubs(pair, any)
	n := p.newNode(syntax.OpAtomic, start)
	n.Subs = p.newSubs(alt)
	p.push(n)
}

package parser

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
)

// backslash reads what follows a backslash, which stands at start, outside of classes, and reports
// whether a quantifier may follow.
func (p *parser) backslash(start int) bool {
	c := p.peek()
	if c == eof {
		p.fail(start, msgEscapeAtEnd)
		return false
	}
	switch c {
	case 'Q':
		if p.has(featureQuote) {
			p.pos++
			p.quoting = true
			return false
		}
	case 'A', 'z', 'Z', 'G', 'b', 'B', '<', '>':
		if p.position(c, start) {
			if p.dialect == syntax.Python || p.dialect == syntax.PCRE {
				p.repeatAnchor()
				return false
			}
			return true
		}
	case 'K':
		if p.has(featureKeep) {
			if p.frames[len(p.frames)-1].inLook && p.dialect == syntax.Perl {
				p.fail(start, `\K in a lookaround`)
				return false
			}
			p.pos++
			p.push(p.newNode(syntax.OpKeep, start))
			if p.dialect == syntax.PCRE {
				p.repeatAnchor()
				return false
			}
			return true
		}
	case 'R':
		if p.has(featureLineBreak) {
			p.pos++
			p.lineBreak(start)
			return true
		}
	case 'X':
		if p.has(featureCluster) {
			p.pos++
			p.cluster(start)
			return true
		}
	case 'N':
		if p.has(featureNotNewline) && (p.at(1) != '{' || p.countAhead(1)) {
			p.pos++
			p.pushSet(p.alphabet.Dot, start)
			return true
		}
	case 'C':
		if p.has(featureByte) {
			p.pos++
			if p.codePoints {
				p.unmodelled(start, `a single byte \C of a character`)
				return false
			}
			p.pushSet(p.alphabet.Any, start)
			return true
		}
	case 'k':
		if next := p.at(1); p.has(featureNamedRef) && (p.dialect != syntax.Ruby || next == '<' || next == '\'') {
			p.namedReference(start)
			return true
		}
	case 'g':
		if next := p.at(1); p.has(featureGRef) || p.has(featureSubexpCall) && (next == '<' || next == '\'') {
			p.gReference(start)
			return true
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if p.numberedReference(start) || p.err != nil {
			return true
		}
	}
	if set, ok := p.setEscape(start); ok {
		switch {
		case p.err != nil:
		case p.dialect == syntax.Ruby && p.src[start+1] == 'p' && p.src[start+3] != '^':
			p.pushSpelled(set, set, start)
		default:
			p.pushSet(set, start)
		}
		return true
	}
	p.pos = start + 1
	for _, r := range p.escapedRunes(start, false) {
		p.pushRune(r, start)
	}
	return true
}

// countAhead reports whether the braces n characters ahead hold counts, as in \N{3}.
func (p *parser) countAhead(n int) bool {
	at := p.pos
	defer func() { p.pos = at }()
	p.pos += n
	_, ok := p.bracesOf()
	return ok
}

// setEscape reads an escape that stands for a set, in classes and outside of them.
func (p *parser) setEscape(start int) (charset.Set, bool) {
	c := p.peek()
	switch c {
	case 'p', 'P':
		if p.dialect == syntax.Python || p.dialect == syntax.Ruby && p.at(1) != '{' {
			break
		}
		return p.property(start), true
	}
	set, ok := p.alphabet.Class(c)
	if ok {
		p.pos++
	}
	return set, ok
}

// plainEscape returns what a backslash before a character without a meaning of its own stands for.
func (p *parser) plainEscape(c rune, start int, inClass bool) rune {
	letter := c < 0x80 && 'a' <= c|0x20 && c|0x20 <= 'z'
	switch p.dialect {
	case syntax.Ruby, syntax.Perl:
		return c
	case syntax.DotNet:
		if letter || c == '_' || c >= 0x80 && alphabet.DotNetWord().Contains(c) {
			p.badLetter(c, start)
		}
	case syntax.Rust:
		if letter || c == '<' || c == '>' || c >= 0x80 {
			p.badLetter(c, start)
		}
	case syntax.PCRE:
		if letter && !(inClass && c == 'g') {
			p.badLetter(c, start)
		}
	default:
		if letter {
			p.badLetter(c, start)
		}
	}
	return c
}

// letterFeatures are the escapes that only some dialects have, by letter.
var letterFeatures = map[rune]feature{
	'h': featureHorizontal, 'H': featureHorizontal, 'V': featureVertical, 'R': featureLineBreak,
	'X': featureCluster, 'K': featureKeep, 'N': featureCharName, 'G': featureSearchStart,
	'z': featureTextEnd, 'Z': featureTextEndLine, 'k': featureNamedRef, 'g': featureGRef,
	'p': featureProperty, 'P': featureProperty, 'Q': featureQuote, 'E': featureQuote, 'o': featureOctalBraces,
	'C': featureByte,
}

// badLetter fails because \c means nothing here.
func (p *parser) badLetter(c rune, start int) {
	if f, ok := letterFeatures[c]; ok && !p.has(f) {
		p.foreign(start, f, "")
		return
	}
	p.fail(start, msgBadEscape)
}

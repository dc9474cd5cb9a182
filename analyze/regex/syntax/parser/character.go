package parser

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// escapedRunes reads a character by its escape, after the backslash at start. A few escapes stand for
// several characters.
func (p *parser) escapedRunes(start int, inClass bool) []rune {
	r, more := p.escapedRune(start, inClass)
	if p.err != nil {
		return nil
	}
	return append([]rune{r}, more...)
}

// escapedRune reads a character by its escape and returns it, and those that follow it if there are
// several.
func (p *parser) escapedRune(start int, inClass bool) (rune, []rune) {
	c := p.peek()
	p.pos++
	switch c {
	case eof:
		p.fail(start, msgEscapeAtEnd)
		return 0, nil
	case 'a':
		return '\a', nil
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'v':
		return '\v', nil
	case 'e':
		if p.dialect != syntax.Python && p.dialect != syntax.Rust && p.dialect != syntax.Go {
			return 0x1B, nil
		}
	case 'b':
		if inClass && p.dialect != syntax.Java && p.dialect != syntax.Go && p.dialect != syntax.Rust {
			return '\b', nil
		}
	case 'c':
		if p.dialect != syntax.Python && p.dialect != syntax.Rust && p.dialect != syntax.Go {
			return p.control(start), nil
		}
	case 'x':
		if r := p.hexEscape(start); p.dialect == syntax.Ruby && r >= 0x80 && !p.bytes && p.err == nil {
			return p.utf8Bytes(r, start)
		} else {
			return r, nil
		}
	case 'o':
		if p.has(featureOctalBraces) {
			return p.octalBraces(start), nil
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.octalEscape(c, start, inClass)
	case 'u':
		switch p.dialect {
		case syntax.Python, syntax.Java, syntax.Ruby, syntax.DotNet, syntax.Rust:
			if !(p.dialect == syntax.Python && p.bytes) {
				return p.utf16Escape(start)
			}
		}
	case 'U':
		switch {
		case p.dialect == syntax.Python && !p.bytes, p.dialect == syntax.Rust:
			return p.longEscape(start), nil
		}
	case 'N':
		if p.has(featureCharName) || p.dialect == syntax.PCRE {
			return p.charName(start, inClass), nil
		}
	case 'C', 'M':
		if p.dialect == syntax.Perl && c == 'C' {
			p.fail(start, msgBadEscape)
		}
		if p.dialect == syntax.Ruby && p.peek() != '-' {
			p.fail(start, msgBadEscape)
		}
		if p.dialect == syntax.Ruby && p.peek() == '-' {
			p.pos--
			if r := p.metaEscape(start); r < 0x80 || p.bytes || p.err != nil {
				return r, nil
			}
			p.fail(start, msgBadCode)
		}
	}
	return p.plainEscape(c, start, inClass), nil
}

// control reads what follows \c.
func (p *parser) control(start int) rune {
	c := p.peek()
	if c == eof {
		p.fail(start, msgBadEscape)
		return 0
	}
	p.pos++
	switch p.dialect {
	case syntax.Java:
		return c ^ 0x40
	case syntax.Ruby:
		if c == '\\' {
			return p.rawEscape(start) & 0x1F
		}
		if c == '?' {
			return 0x7F
		}
		return c & 0x1F
	}
	upper := c
	if 'a' <= c && c <= 'z' {
		upper -= 'a' - 'A'
	}
	if p.dialect == syntax.Perl && c == '{' {
		p.fail(start, msgBadEscape)
	}
	if upper < ' ' || upper > '~' || p.dialect == syntax.DotNet && (upper < '@' || upper > '_') {
		p.fail(start, msgBadEscape)
	}
	return upper ^ 0x40
}

// hexEscape reads what follows \x.
func (p *parser) hexEscape(start int) rune {
	if p.peek() == '{' && p.has(featureHexBraces) {
		return p.hexBraces(start)
	}
	if p.peek() == '{' && p.dialect != syntax.Ruby {
		p.foreign(start, featureHexBraces, "")
		return 0
	}
	least := 2
	switch p.dialect {
	case syntax.PCRE, syntax.Perl:
		least = 0
	case syntax.Ruby:
		least = 1
	}
	var r rune
	n := 0
	for ; n < 2 && hexValue(p.peek()) >= 0; n++ {
		r = 16*r + hexValue(p.peek())
		p.pos++
	}
	if n < least {
		p.fail(start, msgBadCode)
	}
	return r
}

// hexBraces reads {...} with hexadecimal digits.
func (p *parser) hexBraces(start int) rune {
	p.pos++
	p.codeBlanks()
	var r rune
	n := 0
	for {
		c := p.peek()
		if c == '_' && p.dialect == syntax.Perl && n > 0 {
			p.pos++
			continue
		}
		d := hexValue(c)
		if d < 0 {
			break
		}
		if r = 16*r + d; r > charset.MaxRune {
			r = charset.MaxRune + 1
		}
		n++
		p.pos++
	}
	p.codeBlanks()
	if p.dialect == syntax.Perl && p.peek() != '}' && p.peek() != eof {
		// What is no digit ends the number, and the rest is ignored.
		for p.peek() != '}' && p.peek() != eof {
			p.pos++
		}
	} else if n == 0 && p.dialect != syntax.Perl {
		p.fail(start, msgBadCode)
		return 0
	}
	if !p.accept('}') {
		p.fail(start, msgBadCode)
	}
	return p.checkCode(r, start)
}

func (p *parser) codeBlanks() {
	if p.dialect == syntax.Perl {
		p.braceBlanks()
	}
}

// checkCode fails if r is no character of the alphabet.
func (p *parser) checkCode(r rune, start int) rune {
	bad := r > charset.MaxRune && p.dialect != syntax.Perl
	switch p.dialect {
	case syntax.PCRE:
		bad = bad || r > p.alphabet.Limit || p.codePoints && wtf8.IsSurrogate(r)
	case syntax.Rust, syntax.Go:
		bad = bad || wtf8.IsSurrogate(r)
	case syntax.Ruby:
		bad = bad || wtf8.IsSurrogate(r)
	}
	if bad {
		p.fail(start, msgBadCode)
	}
	return min(r, charset.MaxRune)
}

// octalBraces reads \o{...}.
func (p *parser) octalBraces(start int) rune {
	if !p.accept('{') {
		p.fail(start, msgBadCode)
		return 0
	}
	p.codeBlanks()
	var r rune
	n := 0
	for c := p.peek(); '0' <= c && c <= '7' || c == '_' && p.dialect == syntax.Perl; c = p.peek() {
		if c != '_' {
			r = min(8*r+c-'0', charset.MaxRune+1)
			n++
		}
		p.pos++
	}
	p.codeBlanks()
	if p.dialect == syntax.Perl && n > 0 {
		for p.peek() != '}' && p.peek() != eof {
			p.pos++
		}
	}
	if n == 0 || !p.accept('}') {
		p.fail(start, msgBadCode)
	}
	return p.checkCode(r, start)
}

// octalEscape reads a backslash before a digit that is no backreference.
func (p *parser) octalEscape(c rune, start int, inClass bool) (rune, []rune) {
	most := 3
	switch p.dialect {
	case syntax.Java:
		if c != '0' || p.peek() < '0' || p.peek() > '7' {
			p.fail(start, msgBadEscape)
			return 0, nil
		}
		if most = 2; p.peek() <= '3' {
			most = 3
		}
	case syntax.Python:
		if c >= '8' {
			p.fail(start, msgBadEscape)
			return 0, nil
		}
		p.pos--
	case syntax.Rust:
		p.foreign(start, featureBackref, "")
		return 0, nil
	case syntax.DotNet:
		if c >= '8' {
			p.fail(start, msgBadReference)
			return 0, nil
		}
		p.pos--
	default:
		if c >= '8' {
			return c, nil
		}
		p.pos--
	}
	var r rune
	for n := 0; n < most && '0' <= p.peek() && p.peek() <= '7'; n++ {
		if p.dialect == syntax.DotNet && p.flags.Has(syntax.ECMAScript) && r >= 0x20 {
			break
		}
		r = 8*r + p.peek() - '0'
		p.pos++
	}
	switch p.dialect {
	case syntax.Python:
		if r > 0o377 {
			p.fail(start, msgBadCode)
		}
	case syntax.PCRE:
		if !p.codePoints && r > 0xFF {
			p.fail(start, msgBadCode)
		}
	case syntax.DotNet:
		r &= 0xFF
	case syntax.Ruby:
		if r > 0xFF {
			p.fail(start, msgBadCode)
		} else if r >= 0x80 && !p.bytes {
			return p.utf8Bytes(r, start)
		}
	}
	return r, nil
}

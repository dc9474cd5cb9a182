package parser

import (
	"unicode/utf8"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// utf16Escape reads \uHHHH, two of them for a surrogate pair where characters are code points, and
// \u{...} where the dialect has it.
func (p *parser) utf16Escape(start int) (rune, []rune) {
	if p.peek() == '{' && (p.dialect == syntax.Ruby || p.dialect == syntax.Rust) {
		if p.dialect == syntax.Rust {
			return p.hexBraces(start), nil
		}
		return p.listEscape(start)
	}
	r, ok := p.hex(4)
	if !ok {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	if p.dialect == syntax.Java && wtf8.IsHigh(r) && p.peek() == '\\' && p.at(1) == 'u' {
		at := p.pos
		p.pos += 2
		if low, ok := p.hex(4); ok && wtf8.IsLow(low) {
			return wtf8.Join(r, low), nil
		}
		p.pos = at
	}
	return p.checkCode(r, start), nil
}

// listEscape reads Ruby's \u{...} with codes between blanks.
func (p *parser) listEscape(start int) (rune, []rune) {
	p.pos++
	var rs []rune
	for {
		for p.peek() == ' ' || p.peek() == '\t' {
			p.pos++
		}
		if p.accept('}') {
			break
		}
		var r rune
		from := p.pos
		for d := hexValue(p.peek()); d >= 0 && p.pos-from < 6; d = hexValue(p.peek()) {
			r = 16*r + d
			p.pos++
		}
		if p.pos == from {
			p.fail(start, msgBadCode)
			return 0, nil
		}
		rs = append(rs, p.checkCode(min(r, charset.MaxRune+1), start))
	}
	if len(rs) == 0 {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	return rs[0], rs[1:]
}

// longEscape reads \UHHHHHHHH, or \U{...}.
func (p *parser) longEscape(start int) rune {
	if p.dialect == syntax.Rust && p.peek() == '{' {
		return p.hexBraces(start)
	}
	var r rune
	for i := range 8 {
		d := hexValue(p.at(i))
		if d < 0 {
			p.fail(start, msgBadCode)
			return 0
		}
		if r = 16*r + d; r > charset.MaxRune {
			p.fail(start, msgBadCode)
			return 0
		}
	}
	p.pos += 8
	return p.checkCode(r, start)
}

// charName reads \N{U+hhhh}, or a character by its name.
func (p *parser) charName(start int, inClass bool) rune {
	end := p.pos
	for end < len(p.src) && p.src[end] != '}' {
		end++
	}
	if p.peek() != '{' || end == len(p.src) {
		p.fail(start, msgBadEscape)
		return 0
	}
	if p.at(1) == 'U' && p.at(2) == '+' && p.dialect != syntax.Python && p.dialect != syntax.Java {
		for i := p.pos + 3; i < end || i == p.pos+3; i++ {
			if c := p.src[i]; hexValue(c) < 0 && !(c == '_' && i > p.pos+3) || p.dialect == syntax.PCRE && p.bytes {
				p.fail(start, msgBadCode)
				return 0
			}
		}
		p.pos += 2
		return p.hexBraces(start)
	}
	if p.dialect == syntax.PCRE {
		p.foreign(start, featureCharName, "")
		return 0
	}
	if p.at(1) == '}' {
		p.fail(start, "no character has this name")
		return 0
	}
	p.unmodelled(start, "a character by its name")
	return 0
}

// utf8Bytes reads the escapes behind the first byte of a character that is written byte by byte, as
// Ruby allows.
func (p *parser) utf8Bytes(first rune, start int) (rune, []rune) {
	text := []byte{byte(first)}
	for !utf8.FullRune(text) && p.peek() == '\\' && (p.at(1) == 'x' || isDigit(p.at(1))) {
		p.pos++
		digits, base := 3, rune(8)
		if p.accept('x') {
			digits, base = 2, 16
		}
		var b rune
		for n := 0; n < digits; n++ {
			d := hexValue(p.peek())
			if d < 0 || d >= base {
				break
			}
			b = base*b + d
			p.pos++
		}
		text = append(text, byte(b))
	}
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size <= 1 || size < len(text) {
		p.fail(start, msgBadCode)
		return 0, nil
	}
	return r, nil
}

// metaEscape reads Ruby's \C-x and \M-x.
func (p *parser) metaEscape(start int) rune {
	kind := p.peek()
	p.pos += 2
	c := p.peek()
	if c == eof || c >= 0x80 {
		p.fail(start, msgBadEscape)
		return 0
	}
	p.pos++
	if c == '\\' {
		c = p.rawEscape(start)
	}
	if kind == 'C' {
		if c == '?' {
			return 0x7F
		}
		return c & 0x9F
	}
	return c&0xFF | 0x80
}

// rawEscape reads an escape within a \C- or \M- of Ruby: a byte above U+007F needs no others.
func (p *parser) rawEscape(start int) rune {
	bytes := p.bytes
	p.bytes = true
	r, _ := p.escapedRune(start, false)
	p.bytes = bytes
	return r & 0xFF
}

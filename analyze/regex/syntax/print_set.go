package syntax

import (
	"strconv"
	"strings"
	"unicode"

	"snag/analyze/regex/charset"
)

// dialectSet prints a term that matches exactly s.
func (p *printer) dialectSet(s charset.Set) {
	a := p.alphabet
	switch {
	case s.Equal(a.dot) && !p.flags.Has(DotAll), s.Equal(a.any) && p.flags.Has(DotAll):
		p.write(".")
		return
	case s.Equal(a.any):
		p.write(`[\s\S]`)
		return
	case len(s) == 0:
		p.write(`[^\s\S]`)
		return
	}
	if name := p.shorthand(s); name != "" {
		p.write(name)
		return
	}
	if r, ok := p.dialectLiteral(s); ok {
		if p.afterNumber && isDigit(r) {
			p.write("[" + string(r) + "]")
			return
		}
		p.dialectRune(r, false)
		return
	}
	if !p.isClosed(s) {
		p.withFlags(p.flags&^IgnoreCase, func() { p.dialectSet(s) })
		return
	}
	p.class(s, p.dialectRune)
}

// isClosed reports whether a class of the characters of s matches no others.
func (p *printer) isClosed(s charset.Set) bool {
	if p.alphabet.fold == FoldNone {
		return true
	}
	if p.alphabet.fold == FoldJava {
		return charset.FoldClosure(s, FoldJava).Equal(s)
	}
	return p.dialect.reader.fold(s).Equal(s)
}

// dialectLiteral returns a character that alone matches s.
func (p *printer) dialectLiteral(s charset.Set) (rune, bool) {
	if s.Size() > 6 {
		return 0, false
	}
	// The lower case letter of ASCII reads best.
	best := rune(-1)
	for _, r := range s {
		for c := r.Lo; c <= r.Hi; c++ {
			if p.alphabet.literal(c).Equal(s) && (best < 0 || best < 'a' && 'a' <= c && c <= 'z') {
				best = c
			}
		}
	}
	return best, best >= 0
}

// noSurrogates reports whether surrogates cannot be written as numbers.
func (p *printer) noSurrogates() bool {
	if p.dialect == nil {
		return false
	}
	switch p.dialect.Dialect {
	case PCRE, Ruby, Go, Rust:
		return p.codePoints
	}
	return false
}

// dialectRune prints one character, escaped as its place demands.
func (p *printer) dialectRune(r rune, inClass bool) {
	if i := strings.IndexRune("\t\n\f\r", r); i >= 0 {
		p.write(`\` + "tnfr"[i:i+1])
		return
	}
	d := p.dialect.Dialect
	special := isSyntaxCharacter(r)
	if inClass {
		special = strings.ContainsRune(`\][^-&~`, r)
	}
	special = special || p.flags.Has(Extended) && r == '#' || d == Perl && (r == '@' || r == '$') || d == Ruby && r == '#'
	graphic := ' ' < r && r < 0x7F || r == ' ' && !p.flags.Has(Extended) ||
		r > 0xA0 && r != 0xAD && r <= p.alphabet.limit && !p.dialect.reader.bytes && !(d == Ruby && p.flags.Has(Bytes)) && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	hex := strconv.FormatInt(int64(r), 16)
	switch {
	case special:
		p.write(`\` + string(r))
	case graphic:
		p.write(string(r))
	case r <= 0xFF && (d != Ruby || r < 0x80 || p.dialect.reader.bytes):
		p.write(`\x` + strings.Repeat("0", 2-len(hex)) + hex)
	case d == PCRE || d == Perl || d == Go || d == Java:
		p.write(`\x{` + hex + "}")
	case d == Ruby || d == Rust:
		p.write(`\u{` + hex + "}")
	case r <= charset.MaxUnit:
		p.write(`\u` + strings.Repeat("0", 4-len(hex)) + hex)
	default:
		p.write(`\U` + strings.Repeat("0", 8-len(hex)) + hex)
	}
}

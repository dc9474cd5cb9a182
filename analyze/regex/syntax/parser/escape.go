package parser

import (
	"sync"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// atomEscape reads what follows a backslash outside of classes and reports whether a quantifier may
// follow. start is the offset of the backslash.
func (p *parser) atomEscape(start int) bool {
	c := p.peek()
	switch {
	case c == eof:
		p.fail(start, msgEscapeAtEnd)
	case c == 'b' || c == 'B':
		p.pos++
		assert := syntax.WordBoundary
		if c == 'B' {
			assert = syntax.NotWordBoundary
		}
		p.pushAssert(assert, p.alphabet.Word, start)
		return false
	case '1' <= c && c <= '9':
		p.decimalEscape(start)
	case c == '0' && p.codePoints && isDigit(p.at(1)):
		p.fail(start, msgInvalidDecimalEscape)
	case c == 'k' && p.namedSyntax():
		p.pos++
		if !p.accept('<') {
			p.fail(start, msgInvalidNamedReference)
			break
		}
		if name := p.groupName(start); name != "" {
			p.pushBackref(0, name, start)
		}
	case c == 'p' || c == 'P':
		if !p.codePoints {
			p.pos++
			p.pushRune(c, start)
			break
		}
		if set := p.propertyEscape(start, msgInvalidPropertyName); p.err == nil {
			p.pushClassSet(set, start)
		}
	default:
		if set, ok := p.alphabet.Class(c); ok {
			p.pos++
			p.pushSet(set, start)
			break
		}
		if r := p.characterEscape(start, false); p.err == nil {
			p.pushRune(r, start)
		}
	}
	return true
}

// decimalEscape reads a backslash before 1 to 9: a backreference if there is such a capture, else
// (Annex B) an octal escape or the digit itself.
func (p *parser) decimalEscape(start int) {
	at := p.pos
	if index := count(p.digits()); p.hasCapture(index) {
		p.pushBackref(index, "", start)
		return
	}
	p.pos = at
	if p.codePoints {
		p.fail(start, msgInvalidEscape)
		return
	}
	if r, ok := p.octal(); ok {
		p.pushRune(r, start)
		return
	}
	p.pos++
	p.pushRune(p.src[at], start)
}

// octal reads a legacy octal escape of up to three digits and at most 0377 (Annex B).
func (p *parser) octal() (rune, bool) {
	start := p.pos
	var r rune
	for p.pos-start < 3 && r < 32 {
		c := p.peek()
		if c < '0' || c > '7' {
			break
		}
		r = 8*r + c - '0'
		p.pos++
	}
	return r, p.pos > start
}

// characterEscape reads a CharacterEscape after its backslash, which stands at start, and returns
// the character it stands for. A \c that is no control escape is the backslash alone.
func (p *parser) characterEscape(start int, inClass bool) rune {
	c := p.peek()
	p.pos++
	switch c {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case 'c':
		return p.controlEscape(start, inClass)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if c == '0' && !isDigit(p.peek()) {
			return 0
		}
		if p.codePoints {
			p.fail(start, msgInvalidClassEscape)
			return 0
		}
		p.pos--
		r, _ := p.octal()
		return r
	case 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
		if p.codePoints {
			p.fail(start, msgInvalidEscape)
		}
		return c
	case 'u':
		if r, ok := p.unicodeEscape(p.codePoints); ok {
			return r
		}
		if p.codePoints {
			p.fail(start, msgInvalidUnicodeEscape)
		}
		return c
	}
	switch {
	case p.codePoints:
		if !syntax.IsSyntaxCharacter(c) && c != '/' && !(c == '-' && inClass) {
			if f, ok := letterFeatures[c]; ok {
				p.foreign(start, f, msgInvalidEscape)
			}
			p.fail(start, msgInvalidEscape)
		}
	case c == 'k' && p.namedSyntax():
		p.fail(start, msgInvalidEscape)
	}
	return c
}

// controlEscape reads what follows \c. Annex B allows digits and _ in classes, and takes the
// backslash literally where no control character follows.
func (p *parser) controlEscape(start int, inClass bool) rune {
	c := p.peek()
	letter := 'a' <= c|0x20 && c|0x20 <= 'z' && c < 128
	if letter || inClass && !p.codePoints && (isDigit(c) || c == '_') {
		p.pos++
		return c & 0x1F
	}
	if p.codePoints {
		p.fail(start, msgInvalidUnicodeEscape)
		return 0
	}
	p.pos--
	return '\\'
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (rune, bool) {
	var r rune
	for i := range n {
		d := hexValue(p.at(i))
		if d < 0 {
			return 0, false
		}
		r = 16*r + d
	}
	p.pos += n
	return r, true
}

func hexValue(c rune) rune {
	switch {
	case isDigit(c):
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

// unicodeEscape reads what follows \u, or nothing. With points it reads \u{...} as well, and two
// escapes that form a surrogate pair as one character.
func (p *parser) unicodeEscape(points bool) (rune, bool) {
	if points && p.peek() == '{' {
		at := p.pos
		p.pos++
		var r rune
		for d := hexValue(p.peek()); d >= 0 && r <= charset.MaxRune; d = hexValue(p.peek()) {
			r = 16*r + d
			p.pos++
		}
		if p.pos == at+1 || r > charset.MaxRune || !p.accept('}') {
			p.pos = at
			return 0, false
		}
		return r, true
	}
	r, ok := p.hex(4)
	if ok && points && wtf8.IsHigh(r) && p.peek() == '\\' && p.at(1) == 'u' {
		at := p.pos
		p.pos += 2
		if low, ok := p.hex(4); ok && wtf8.IsLow(low) {
			return wtf8.Join(r, low), true
		}
		p.pos = at
	}
	return r, ok
}

// propertyEscape reads \p{...} or \P{...} at the p, whose backslash stands at start, or fails with
// msg. Only under v it can hold strings.
func (p *parser) propertyEscape(start int, msg string) classSet {
	negate := p.peek() == 'P'
	p.pos++
	end := p.pos
	for end < len(p.src) && end-p.pos <= maxPropertyLength && p.src[end] != '}' {
		end++
	}
	if p.peek() == '{' && end < len(p.src) && p.src[end] == '}' {
		name := string(p.src[p.pos+1 : end])
		p.pos = end + 1
		if s, ok := property(propertyKey{name, negate, p.sets, p.alphabet.Fold}); ok {
			return s
		}
	}
	p.fail(start, msg)
	return classSet{}
}

// maxPropertyLength is more than the length of any property with its value.
const maxPropertyLength = 100

// A propertyKey is all that the meaning of a property escape depends on.
type propertyKey struct {
	name         string // between the braces
	negate, sets bool
	fold         syntax.Fold
}

// properties caches the sets of property escapes by propertyKey. There are a few thousand at most.
var properties sync.Map

func property(key propertyKey) (classSet, bool) {
	if s, ok := properties.Load(key); ok {
		return s.(classSet), true
	}
	s, ok := makeProperty(key)
	if ok {
		properties.Store(key, s)
	}
	return s, ok
}

func makeProperty(key propertyKey) (classSet, bool) {
	if set, ok := charset.Property(key.name); ok {
		// Under v the folding comes before the complement (MaybeSimpleCaseFolding). Under u the
		// complement is what gets compared without regard to case; in a class all members are
		// folded together, which comes to the same.
		switch {
		case key.negate && key.sets:
			set = charset.FoldClosure(set, key.fold).Negate(charset.MaxRune)
		case key.negate:
			set = charset.FoldClosure(set.Negate(charset.MaxRune), key.fold)
		default:
			set = charset.FoldClosure(set, key.fold)
		}
		return classSet{chars: set}, true
	}
	if key.sets && !key.negate {
		if words, ok := charset.StringProperty(key.name); ok {
			return newClassSet(words, key.fold), true
		}
	}
	return classSet{}, false
}

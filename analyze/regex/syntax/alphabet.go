package syntax

import (
	"sync"
	"unicode"

	"snag/analyze/regex/charset"
)

// alphabet holds the sets that patterns use over and over, for one way of reading characters.
type alphabet struct {
	fold  Fold
	limit rune // the largest character

	ascii             [128]charset.Set // what a literal matches
	digit, notDigit   charset.Set
	space, notSpace   charset.Set
	word, notWord     charset.Set
	boundary          charset.Set // what \b takes for word characters
	dot, any, newline charset.Set
	pair              bool // \r\n is one end of a line
	unicode           bool // POSIX classes go beyond ASCII
	divided           bool // no character of ASCII equals one beyond
}

// The white space and the line terminators of ECMA-262, section 12.
var (
	whiteSpace = charset.New(
		charset.Range{Lo: '\t', Hi: '\r'}, charset.Range{Lo: ' ', Hi: ' '},
		charset.Range{Lo: 0xA0, Hi: 0xA0}, charset.Range{Lo: 0x1680, Hi: 0x1680},
		charset.Range{Lo: 0x2000, Hi: 0x200A}, charset.Range{Lo: 0x2028, Hi: 0x2029},
		charset.Range{Lo: 0x202F, Hi: 0x202F}, charset.Range{Lo: 0x205F, Hi: 0x205F},
		charset.Range{Lo: 0x3000, Hi: 0x3000}, charset.Range{Lo: 0xFEFF, Hi: 0xFEFF})
	lineTerminators = charset.Of('\n', '\r', 0x2028, 0x2029)
	asciiDigits     = charset.New(charset.Range{Lo: '0', Hi: '9'})
	asciiWord       = charset.New(charset.Range{Lo: '0', Hi: '9'}, charset.Range{Lo: 'A', Hi: 'Z'},
		charset.Range{Lo: '_', Hi: '_'}, charset.Range{Lo: 'a', Hi: 'z'})
)

// alphabets holds, by case folding and then by whether the alphabet is code points, those that
// exist: FoldLegacy is for code units only and FoldUnicode for code points.
var alphabets = [3][2]func() *alphabet{
	FoldNone:    {newAlphabet(FoldNone, charset.MaxUnit), newAlphabet(FoldNone, charset.MaxRune)},
	FoldLegacy:  {0: newAlphabet(FoldLegacy, charset.MaxUnit)},
	FoldUnicode: {1: newAlphabet(FoldUnicode, charset.MaxRune)},
}

func newAlphabet(fold Fold, limit rune) func() *alphabet {
	return sync.OnceValue(func() *alphabet {
		// \w holds what equals a word character (ECMA-262, WordCharacters): under iu and iv also
		// U+017F and U+212A.
		word := charset.FoldClosure(asciiWord, fold)
		a := &alphabet{fold: fold, limit: limit, digit: asciiDigits, space: whiteSpace, word: word, boundary: word, newline: lineTerminators}
		a.complete()
		return a
	})
}

// complete makes the sets that follow from the others.
func (a *alphabet) complete() {
	a.notDigit, a.notSpace, a.notWord = a.digit.Negate(a.limit), a.space.Negate(a.limit), a.word.Negate(a.limit)
	a.dot, a.any = a.newline.Negate(a.limit), charset.New(charset.Range{Hi: a.limit})
	for c := range a.ascii {
		a.ascii[c] = upTo(charset.FoldClosure(charset.Of(rune(c)), a.fold), a.limit)
	}
}

// literal returns what the character r matches.
func (a *alphabet) literal(r rune) charset.Set {
	if r < 128 {
		return a.ascii[r]
	}
	single := charset.Set{{Lo: r, Hi: r}}
	switch {
	case a.fold == FoldJava && unicode.ToUpper(r) == r && unicode.ToLower(r) == r:
		return single // Pattern only asks whether this character has cases
	case a.divided:
		return charset.FoldClosure(single, a.fold).Subtract(asciiAll)
	}
	return upTo(charset.FoldClosure(single, a.fold), a.limit)
}

// class returns the set of \d, \D, \s, \S, \w or \W, by its letter.
func (a *alphabet) class(letter rune) (charset.Set, bool) {
	switch letter {
	case 'd':
		return a.digit, true
	case 'D':
		return a.notDigit, true
	case 's':
		return a.space, true
	case 'S':
		return a.notSpace, true
	case 'w':
		return a.word, true
	case 'W':
		return a.notWord, true
	}
	return nil, false
}

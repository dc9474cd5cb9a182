// Package alphabet says what characters mean in a dialect under flags: what a literal matches where case does
// not count, what \d, \w, a property and a POSIX class stand for, and what ends a line.
package alphabet

import (
	"sync"
	"unicode"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// An Alphabet holds the sets that patterns use over and over, for one way of reading characters.
type Alphabet struct {
	key   Key
	Fold  syntax.Fold
	Limit rune // the largest character

	ascii             [128]charset.Set // what a literal matches
	digit, notDigit   charset.Set
	space, notSpace   charset.Set
	Word, notWord     charset.Set
	Boundary          charset.Set // what \b takes for word characters
	Dot, Any, Newline charset.Set
	Pair              bool // \r\n is one end of a line
	beyond            bool // POSIX classes go beyond ASCII
	divided           bool // no character of ASCII equals one beyond
}

// A Key is all that an alphabet depends on. Where characters are neither code points nor bytes they are UTF-16
// code units.
type Key struct {
	Dialect    syntax.Dialect
	Flags      syntax.Flags
	CodePoints bool
	Bytes      bool
	Newline    Newline
}

// Flags are the flags that an alphabet depends on.
const Flags = syntax.IgnoreCase | syntax.Unicode | syntax.ASCII | syntax.ASCIIOnly | syntax.Bytes | syntax.UnixLines |
	syntax.UnicodeClasses | syntax.ECMAScript | syntax.Invariant | syntax.CRLF

// A Newline says what ends a line in PCRE, where a pattern may begin by choosing.
type Newline uint8

// The choices of PCRE. The zero Newline is what the other dialects have, and PCRE without a choice.
const (
	NewlineDefault Newline = iota
	NewlineCR
	NewlineAnyCRLF
	NewlineAny
	NewlineNul
)

// made caches alphabets by Key. There are a few hundred at most.
var made sync.Map

// Of returns the alphabet for k.
func Of(k Key) *Alphabet {
	if k.Dialect == syntax.JavaScript {
		fold, points := syntax.FoldNone, 0
		if k.CodePoints {
			points = 1
		}
		if k.Flags.Has(syntax.IgnoreCase) {
			fold = syntax.FoldLegacy
			if k.CodePoints {
				fold = syntax.FoldUnicode
			}
		}
		return ecmaScript[fold][points]()
	}
	k.Flags &= Flags
	a, ok := made.Load(k)
	if !ok {
		a, _ = made.LoadOrStore(k, k.make())
	}
	return a.(*Alphabet)
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
)

// ecmaScript holds, by case folding and then by whether the alphabet is code points, those that
// exist: FoldLegacy is for code units only and FoldUnicode for code points.
var ecmaScript = [3][2]func() *Alphabet{
	syntax.FoldNone:    {newECMAScript(syntax.FoldNone, charset.MaxUnit), newECMAScript(syntax.FoldNone, charset.MaxRune)},
	syntax.FoldLegacy:  {0: newECMAScript(syntax.FoldLegacy, charset.MaxUnit)},
	syntax.FoldUnicode: {1: newECMAScript(syntax.FoldUnicode, charset.MaxRune)},
}

func newECMAScript(fold syntax.Fold, limit rune) func() *Alphabet {
	return sync.OnceValue(func() *Alphabet {
		// \w holds what equals a word character (ECMA-262, WordCharacters): under iu and iv also
		// U+017F and U+212A.
		word := charset.FoldClosure(ASCIIWord, fold)
		a := &Alphabet{Fold: fold, Limit: limit, digit: asciiDigits, space: whiteSpace, Word: word, Boundary: word, Newline: lineTerminators}
		a.complete()
		return a
	})
}

// complete makes the sets that follow from the others.
func (a *Alphabet) complete() {
	a.notDigit, a.notSpace, a.notWord = a.digit.Negate(a.Limit), a.space.Negate(a.Limit), a.Word.Negate(a.Limit)
	a.Dot, a.Any = a.Newline.Negate(a.Limit), charset.New(charset.Range{Hi: a.Limit})
	for c := range a.ascii {
		a.ascii[c] = charset.FoldClosure(charset.Of(rune(c)), a.Fold).UpTo(a.Limit)
	}
}

// Literal returns what the character r matches.
func (a *Alphabet) Literal(r rune) charset.Set {
	if r < 128 {
		return a.ascii[r]
	}
	single := charset.Set{{Lo: r, Hi: r}}
	switch {
	case a.Fold == syntax.FoldJava && unicode.ToUpper(r) == r && unicode.ToLower(r) == r:
		return single // Pattern only asks whether this character has cases
	case a.divided:
		return charset.FoldClosure(single, a.Fold).Subtract(asciiAll)
	}
	return charset.FoldClosure(single, a.Fold).UpTo(a.Limit)
}

// Class returns the set of \d, \D, \s, \S, \w or \W, by its letter, and of \h, \H, \v and \V in the dialects
// where they are sets.
func (a *Alphabet) Class(letter rune) (charset.Set, bool) {
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
		return a.Word, true
	case 'W':
		return a.notWord, true
	case 'h', 'H', 'v', 'V':
		return a.spacing(letter)
	}
	return nil, false
}

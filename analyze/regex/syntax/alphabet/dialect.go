package alphabet

import (
	"sync"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Sets that programs name beside those of an alphabet.
var (
	ASCIIWord = charset.New(charset.Range{Lo: '0', Hi: '9'}, charset.Range{Lo: 'A', Hi: 'Z'},
		charset.Range{Lo: '_', Hi: '_'}, charset.Range{Lo: 'a', Hi: 'z'})
	// Vertical is what ends a line by Unicode, which \v and \R are made of.
	Vertical = charset.New(
		charset.Range{Lo: '\n', Hi: '\r'}, charset.Range{Lo: 0x85, Hi: 0x85},
		charset.Range{Lo: 0x2028, Hi: 0x2029})
)

// Sets of Unicode, which take a while to make, and are made when they are first asked for.
var (
	UnicodeWord   = lazily("Alphabetic", "M", "Nd", "Pc", "Join_Control")
	UnicodeLetter = lazily("L")
	UnicodeDigit  = lazily("Nd")
	UnicodeSpace  = lazily("White_Space")
	DotNetWord    = lazily("L", "Mn", "Nd", "Pc")

	wordRuby = lazily("Alphabetic", "M", "Nd", "Pc")
	// pcreSpace is \s by Unicode as PCRE has it.
	pcreSpace = sync.OnceValue(func() charset.Set { return UnicodeSpace().Union(charset.Of(0x180E)) })
)

// lazily returns the characters that have one of the properties, which are looked up once.
func lazily(properties ...string) func() charset.Set {
	return sync.OnceValue(func() charset.Set { return charset.Properties(properties...) })
}

// Sets that dialects have in common.
var (
	spaceASCII = charset.New(charset.Range{Lo: '\t', Hi: '\r'}, charset.Range{Lo: ' ', Hi: ' '})
	spaceGo    = charset.Of('\t', '\n', '\f', '\r', ' ')
	underscore = charset.Of('_')

	horizontal = charset.New(
		charset.Range{Lo: '\t', Hi: '\t'}, charset.Range{Lo: ' ', Hi: ' '}, charset.Range{Lo: 0xA0, Hi: 0xA0},
		charset.Range{Lo: 0x1680, Hi: 0x1680}, charset.Range{Lo: 0x180E, Hi: 0x180E},
		charset.Range{Lo: 0x2000, Hi: 0x200A}, charset.Range{Lo: 0x202F, Hi: 0x202F},
		charset.Range{Lo: 0x205F, Hi: 0x205F}, charset.Range{Lo: 0x3000, Hi: 0x3000})
	hexDigits = charset.New(charset.Range{Lo: '0', Hi: '9'}, charset.Range{Lo: 'A', Hi: 'F'}, charset.Range{Lo: 'a', Hi: 'f'})
	lineFeed  = charset.Of('\n')
	asciiAll  = charset.Set{{Hi: 0x7F}}

	horizontalSpace = horizontal.Subtract(charset.Of(0x180E))
)

// make returns the alphabet for k.
func (k Key) make() *Alphabet {
	f := k.Flags
	a := &Alphabet{key: k, Limit: charset.MaxRune, digit: asciiDigits, space: spaceASCII, Word: ASCIIWord, Newline: lineFeed}
	switch {
	case k.Bytes:
		a.Limit = 0xFF
	case k.Dialect == syntax.DotNet:
		a.Limit = charset.MaxUnit
	}
	fold := syntax.FoldUnicode
	switch k.Dialect {
	case syntax.Python:
		fold = syntax.FoldPython
		if f&(syntax.ASCII|syntax.Bytes) != 0 {
			fold = syntax.FoldASCII
		} else {
			a.beyond = true
			a.digit, a.space = UnicodeDigit(), UnicodeSpace().Union(charset.New(charset.Range{Lo: 0x1C, Hi: 0x1F}))
			a.Word = charset.Properties("L", "N").Union(underscore)
		}
	case syntax.Java:
		fold = syntax.FoldASCII
		if f&(syntax.Unicode|syntax.UnicodeClasses) != 0 {
			fold = syntax.FoldJava
		}
		a.Boundary = UnicodeLetter().Union(UnicodeDigit()).Union(underscore)
		if f.Has(syntax.UnicodeClasses) {
			a.beyond = true
			a.digit, a.space, a.Word, a.Boundary = UnicodeDigit(), UnicodeSpace(), UnicodeWord(), UnicodeWord()
		}
		if !f.Has(syntax.UnixLines) {
			a.Newline, a.Pair = charset.Of('\n', '\r', 0x85, 0x2028, 0x2029), true
		}
	case syntax.PCRE:
		if k.Bytes {
			fold = syntax.FoldASCII
		}
		if f.Has(syntax.UnicodeClasses) {
			a.beyond = true
			a.digit, a.space, a.Word = UnicodeDigit(), pcreSpace(), charset.Properties("L", "N").Union(underscore)
		}
		switch k.Newline {
		case NewlineCR:
			a.Newline = charset.Of('\r')
		case NewlineAnyCRLF:
			a.Newline, a.Pair = charset.Of('\r', '\n'), true
		case NewlineAny:
			a.Newline, a.Pair = Vertical, true
		case NewlineNul:
			a.Newline = charset.Of(0)
		}
	case syntax.Ruby:
		a.beyond = !f.Has(syntax.ASCII)
		if k.Bytes {
			fold = syntax.FoldASCII
		} else if !f.Has(syntax.ASCII) {
			a.Boundary = wordRuby()
		}
		if f.Has(syntax.Unicode) {
			// Of the characters up to U+00FF, Onigmo takes fractions and superscripts for letters.
			a.digit, a.space = UnicodeDigit(), UnicodeSpace()
			a.Word = wordRuby().Union(charset.Of(0xB2, 0xB3, 0xB9, 0xBC, 0xBD, 0xBE))
		}
	case syntax.Perl:
		a.divided = f.Has(syntax.ASCIIOnly)
		if !f.Has(syntax.ASCII) && !a.divided {
			a.beyond = true
			a.digit, a.space, a.Word = UnicodeDigit(), UnicodeSpace(), UnicodeWord()
		}
	case syntax.DotNet:
		if fold = syntax.FoldLower; f.Has(syntax.Invariant) {
			fold = syntax.FoldInvariant
		}
		if !f.Has(syntax.ECMAScript) {
			a.beyond = true
			a.digit, a.space, a.Word = UnicodeDigit(), charset.Properties("Z").Union(Vertical).Union(charset.Of('\t')), DotNetWord()
			a.Boundary = DotNetWord().Union(charset.Of(0x200C, 0x200D))
		}
	case syntax.Go:
		a.space = spaceGo
	case syntax.Rust:
		if f.Has(syntax.Unicode) {
			a.beyond = true
			a.digit, a.space, a.Word = UnicodeDigit(), UnicodeSpace(), UnicodeWord()
		} else {
			fold = syntax.FoldASCII
		}
		if f.Has(syntax.CRLF) {
			a.Newline, a.Pair = charset.Of('\r', '\n'), true
		}
	}
	if f.Has(syntax.IgnoreCase) {
		a.Fold = fold
	}
	if a.Boundary == nil {
		a.Boundary = a.Word
	}
	for _, s := range []*charset.Set{&a.digit, &a.space, &a.Word, &a.Boundary, &a.Newline} {
		*s = s.UpTo(a.Limit)
	}
	a.complete()
	if a.divided && f.Has(syntax.IgnoreCase) {
		for c := range a.ascii {
			a.ascii[c] = charset.FoldClosure(charset.Of(rune(c)), syntax.FoldASCII)
		}
	}
	return a
}

// spacing returns the set of \h, \H, \v or \V: spaces, but in Ruby, where \h is a hexadecimal digit.
func (a *Alphabet) spacing(letter rune) (charset.Set, bool) {
	var s charset.Set
	horizontally := letter|0x20 == 'h'
	switch d := a.key.Dialect; {
	case d == syntax.Ruby && horizontally:
		s = hexDigits
	case d == syntax.Perl && horizontally:
		s = horizontalSpace
	case (d == syntax.Java || d == syntax.PCRE) && horizontally:
		s = horizontal
	case d == syntax.Java || d == syntax.PCRE || d == syntax.Perl:
		s = Vertical
	default:
		return nil, false
	}
	s = s.UpTo(a.Limit)
	if letter < 'a' {
		s = s.Negate(a.Limit)
	}
	return s, true
}

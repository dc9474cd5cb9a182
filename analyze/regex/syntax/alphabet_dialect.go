package syntax

import (
	"sort"
	"sync"
	"unicode"

	"snag/analyze/regex/charset"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

// alphabetOf reports whether the characters of a pattern in another dialect than JavaScript are code
// points or bytes; if neither, they are UTF-16 code units.
func (d Dialect) alphabetOf(src []rune, f Flags) (codePoints, bytes bool) {
	switch d {
	case DotNet:
		return false, false
	case PCRE:
		bytes = !f.Has(Unicode)
	case Python:
		bytes = f.Has(Bytes)
	case Ruby:
		// Without a byte above U+007F the pattern takes the encoding of the text.
		bytes = f.Has(Bytes) && namesBytes(src)
	}
	return !bytes, bytes
}

// namesBytes reports whether src has a character or a hexadecimal escape above U+007F.
func namesBytes(src []rune) bool {
	for i, r := range src {
		if r >= 0x80 || r == 'x' && i > 0 && src[i-1] == '\\' && i+1 < len(src) && hexValue(src[i+1]) >= 8 {
			return true
		}
	}
	return false
}

// alphabetFlags are the flags that an alphabet depends on.
const alphabetFlags = IgnoreCase | Unicode | ASCII | ASCIIOnly | Bytes | UnixLines | UnicodeClasses | ECMAScript | Invariant | CRLF

// An alphabetKey is all that an alphabet depends on.
type alphabetKey struct {
	dialect Dialect
	flags   Flags
	bytes   bool
	newline newline
}

// madeAlphabets caches alphabets by alphabetKey. There are a few hundred at most.
var madeAlphabets sync.Map

// dialectAlphabet returns the alphabet for the flags in a dialect other than JavaScript.
func (p *parser) dialectAlphabet(f Flags) *alphabet {
	key := alphabetKey{p.dialect, f & alphabetFlags, p.bytes, p.perl.newline}
	if p.perl.last != nil && p.perl.lastKey == key {
		return p.perl.last
	}
	a, ok := madeAlphabets.Load(key)
	if !ok {
		a, _ = madeAlphabets.LoadOrStore(key, key.make())
	}
	p.perl.last, p.perl.lastKey = a.(*alphabet), key
	return p.perl.last
}

// Sets that dialects have in common.
var (
	spaceASCII   = charset.New(charset.Range{Lo: '\t', Hi: '\r'}, charset.Range{Lo: ' ', Hi: ' '})
	spaceGo      = charset.Of('\t', '\n', '\f', '\r', ' ')
	spaceUnicode = mustProperty("White_Space")
	digitUnicode = mustProperty("Nd")
	letters      = mustProperty("L")
	wordUnicode  = union("Alphabetic", "M", "Nd", "Pc", "Join_Control")
	wordRuby     = union("Alphabetic", "M", "Nd", "Pc")
	wordDotNet   = union("L", "Mn", "Nd", "Pc")
	underscore   = charset.Of('_')

	horizontal = charset.New(
		charset.Range{Lo: '\t', Hi: '\t'}, charset.Range{Lo: ' ', Hi: ' '}, charset.Range{Lo: 0xA0, Hi: 0xA0},
		charset.Range{Lo: 0x1680, Hi: 0x1680}, charset.Range{Lo: 0x180E, Hi: 0x180E},
		charset.Range{Lo: 0x2000, Hi: 0x200A}, charset.Range{Lo: 0x202F, Hi: 0x202F},
		charset.Range{Lo: 0x205F, Hi: 0x205F}, charset.Range{Lo: 0x3000, Hi: 0x3000})
	vertical = charset.New(
		charset.Range{Lo: '\n', Hi: '\r'}, charset.Range{Lo: 0x85, Hi: 0x85},
		charset.Range{Lo: 0x2028, Hi: 0x2029})
	hexDigits = charset.New(charset.Range{Lo: '0', Hi: '9'}, charset.Range{Lo: 'A', Hi: 'F'}, charset.Range{Lo: 'a', Hi: 'f'})
	lineFeed  = charset.Of('\n')
	asciiAll  = charset.Set{{Hi: 0x7F}}

	horizontalSpace = horizontal.Subtract(charset.Of(0x180E))
)

func mustProperty(name string) charset.Set {
	s, ok := charset.Property(name)
	if !ok {
		panic("no property " + name)
	}
	return s
}

// union returns what has one of the named properties.
func union(names ...string) charset.Set {
	var s charset.Set
	for _, name := range names {
		s = s.Union(mustProperty(name))
	}
	return s
}

// upTo returns the characters of s that are not above limit.
func upTo(s charset.Set, limit rune) charset.Set {
	if len(s) == 0 || s[len(s)-1].Hi <= limit {
		return s
	}
	return s.Intersect(charset.Set{{Hi: limit}})
}

// A newline says what ends a line in PCRE, where a pattern may begin by choosing.
type newline uint8

const (
	newlineDefault newline = iota
	newlineCR
	newlineAnyCRLF
	newlineAny
	newlineNul
)

// make returns the alphabet for k.
func (k alphabetKey) make() *alphabet {
	f := k.flags
	a := &alphabet{limit: charset.MaxRune, digit: asciiDigits, space: spaceASCII, word: asciiWord, newline: lineFeed}
	switch {
	case k.bytes:
		a.limit = 0xFF
	case k.dialect == DotNet:
		a.limit = charset.MaxUnit
	}
	fold := FoldUnicode
	switch k.dialect {
	case Python:
		fold = FoldPython
		if f&(ASCII|Bytes) != 0 {
			fold = FoldASCII
		} else {
			a.unicode = true
			a.digit, a.space = digitUnicode, spaceUnicode.Union(charset.New(charset.Range{Lo: 0x1C, Hi: 0x1F}))
			a.word = union("L", "N").Union(underscore)
		}
	case Java:
		fold = FoldASCII
		if f&(Unicode|UnicodeClasses) != 0 {
			fold = FoldJava
		}
		a.boundary = letters.Union(digitUnicode).Union(underscore)
		if f.Has(UnicodeClasses) {
			a.unicode = true
			a.digit, a.space, a.word, a.boundary = digitUnicode, spaceUnicode, wordUnicode, wordUnicode
		}
		if !f.Has(UnixLines) {
			a.newline, a.pair = charset.Of('\n', '\r', 0x85, 0x2028, 0x2029), true
		}
	case PCRE:
		if k.bytes {
			fold = FoldASCII
		}
		if f.Has(UnicodeClasses) {
			a.unicode = true
			a.digit, a.space, a.word = digitUnicode, pcreSpace, union("L", "N").Union(underscore)
		}
		switch k.newline {
		case newlineCR:
			a.newline = charset.Of('\r')
		case newlineAnyCRLF:
			a.newline, a.pair = charset.Of('\r', '\n'), true
		case newlineAny:
			a.newline, a.pair = vertical, true
		case newlineNul:
			a.newline = charset.Of(0)
		}
	case Ruby:
		a.unicode = !f.Has(ASCII)
		if k.bytes {
			fold = FoldASCII
		} else if !f.Has(ASCII) {
			a.boundary = wordRuby
		}
		if f.Has(Unicode) {
			// Of the characters up to U+00FF, Onigmo takes fractions and superscripts for letters.
			a.digit, a.space = digitUnicode, spaceUnicode
			a.word = wordRuby.Union(charset.Of(0xB2, 0xB3, 0xB9, 0xBC, 0xBD, 0xBE))
		}
	case Perl:
		a.divided = f.Has(ASCIIOnly)
		if !f.Has(ASCII) && !a.divided {
			a.unicode = true
			a.digit, a.space, a.word = digitUnicode, spaceUnicode, wordUnicode
		}
	case DotNet:
		if fold = FoldLower; f.Has(Invariant) {
			fold = FoldInvariant
		}
		if !f.Has(ECMAScript) {
			a.unicode = true
			a.digit, a.space, a.word = digitUnicode, union("Z").Union(vertical).Union(charset.Of('\t')), wordDotNet
			a.boundary = wordDotNet.Union(charset.Of(0x200C, 0x200D))
		}
	case Go:
		a.space = spaceGo
	case Rust:
		if f.Has(Unicode) {
			a.unicode = true
			a.digit, a.space, a.word = digitUnicode, spaceUnicode, wordUnicode
		} else {
			fold = FoldASCII
		}
		if f.Has(CRLF) {
			a.newline, a.pair = charset.Of('\r', '\n'), true
		}
	}
	if f.Has(IgnoreCase) {
		a.fold = fold
	}
	if a.boundary == nil {
		a.boundary = a.word
	}
	for _, s := range []*charset.Set{&a.digit, &a.space, &a.word, &a.boundary, &a.newline} {
		*s = upTo(*s, a.limit)
	}
	a.complete()
	if a.divided && f.Has(IgnoreCase) {
		for c := range a.ascii {
			a.ascii[c] = charset.FoldClosure(charset.Of(rune(c)), FoldASCII)
		}
	}
	return a
}

// escapeSet returns the set of an escape such as \d by its letter, where the dialect has it.
func (p *parser) escapeSet(letter rune) (charset.Set, bool) {
	if s, ok := p.alphabet.class(letter); ok {
		return s, true
	}
	var s charset.Set
	switch letter {
	case 'h', 'H':
		switch {
		case p.has(featureHexDigit):
			s = hexDigits
		case p.has(featureHorizontal):
			s = horizontal
			if p.dialect == Perl {
				s = horizontalSpace
			}
		default:
			return nil, false
		}
	case 'v', 'V':
		if !p.has(featureVertical) {
			return nil, false
		}
		s = vertical
	default:
		return nil, false
	}
	s = upTo(s, p.alphabet.limit)
	if letter < 'a' {
		s = s.Negate(p.alphabet.limit)
	}
	return s, true
}

// fold returns the members of a class together with their counterparts, under IgnoreCase.
func (p *parser) fold(s charset.Set) charset.Set {
	if p.alphabet.fold == FoldNone {
		return s
	}
	switch {
	case p.alphabet.divided:
		low := charset.FoldClosure(upTo(s, 0x7F), FoldASCII)
		return low.Union(charset.FoldClosure(s.Subtract(asciiAll), FoldUnicode).Subtract(asciiAll))
	case p.alphabet.fold == FoldJava:
		return s // done for each member: see addRange
	case p.dialect == Ruby && !p.bytes:
		// Onigmo adds counterparts up to U+00FF to a table that it then does not look at.
		added := charset.FoldClosure(s, FoldUnicode).Subtract(s).Subtract(charset.Set{{Lo: 0x80, Hi: 0xFF}})
		if s.Contains(0x1E9E) {
			added = added.Union(charset.Of(0xDF))
		}
		return s.Union(added)
	}
	return upTo(charset.FoldClosure(s, p.alphabet.fold), p.alphabet.limit)
}

// javaRange returns what a range of a class matches under the flags i and u: a character in it, whose
// upper case is in it, or the lower case of that.
func javaRange(lo, hi rune) charset.Set {
	out := []charset.Range{{Lo: lo, Hi: hi}}
	cases := javaCases()
	at := sort.Search(len(cases), func(i int) bool { return cases[i].image >= lo })
	for ; at < len(cases) && cases[at].image <= hi; at++ {
		out = append(out, charset.Range{Lo: cases[at].char, Hi: cases[at].char})
	}
	return charset.Normalize(out)
}

// A javaCase is the upper case of a character, or the lower case of that.
type javaCase struct{ image, char rune }

// javaCases returns all of them in ascending order of their images.
var javaCases = sync.OnceValue(func() []javaCase {
	var cases []javaCase
	for _, r := range charset.Cased(FoldJava) {
		upper := unicode.ToUpper(r)
		cases = append(cases, javaCase{upper, r}, javaCase{unicode.ToLower(upper), r})
	}
	sorting.Stable(cases, func(a, b javaCase) int { return int(a.image - b.image) })
	return cases
})

// splitUnits returns r in UTF-16.
func splitUnits(r rune) []rune {
	if r <= charset.MaxUnit {
		return []rune{r}
	}
	high, low := wtf8.Split(r)
	return []rune{high, low}
}

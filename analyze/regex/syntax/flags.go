package syntax

import "strings"

// Flags are the flags of a pattern, by meaning: what m means in JavaScript is Multiline, what it means
// in Ruby is DotAll.
type Flags uint32

// The flags, those of ECMAScript 2025 first, by letter.
const (
	HasIndices      Flags = 1 << iota // d
	Global                            // g
	IgnoreCase                        // i
	Multiline                         // m
	DotAll                            // s
	Unicode                           // u; elsewhere case folding or classes beyond ASCII
	UnicodeSets                       // v
	Sticky                            // y; elsewhere a match only where the search begins
	Extended                          // white space and comments in the pattern are skipped
	ExtendedMore                      // blanks in classes are skipped as well
	ASCII                             // \d, \s and \w are ASCII only
	ASCIIOnly                         // and no ASCII character equals another in case folding
	Locale                            // by the locale of the process, taken for C
	UnixLines                         // only \n ends a line
	UnicodeClasses                    // \d, \s, \w and POSIX classes are Unicode
	Literal                           // no character is special
	DollarEnd                         // $ does not match before a final \n
	Ungreedy                          // quantifiers are lazy, and greedy with ?
	DuplicateNames                    // several groups may have one name
	NoCapture                         // plain parentheses do not capture
	Bytes                             // the text is bytes
	RightToLeft                       // the search goes from the end to the start
	ECMAScript                        // .NET's imitation of JavaScript
	NonBacktracking                   // .NET's engine that is linear in the text
	CRLF                              // \r, \n and both together end a line
	Invariant                         // case folding by the invariant culture
	Compiled                          // compiled to code, with no other meaning
	Oniguruma                         // the engine is Oniguruma 6.9, as in editors, not that of Ruby
)

// A flagLetter is how a dialect writes a flag. A flag of 0 is accepted and means nothing here.
type flagLetter struct {
	letter string // one letter, or one twice
	flag   Flags
	place  flagPlace
}

// A flagPlace tells where a flag may stand.
type flagPlace uint8

const (
	outside flagPlace = 1 << iota // with the pattern
	inside                        // in the pattern: (?...)

	everywhere = outside | inside
)

// flagLetters holds the flags of each dialect, in alphabetical order.
var flagLetters = [...][]flagLetter{
	JavaScript: {
		{"d", HasIndices, outside}, {"g", Global, outside}, {"i", IgnoreCase, everywhere}, {"m", Multiline, everywhere},
		{"s", DotAll, everywhere}, {"u", Unicode, outside}, {"v", UnicodeSets, outside}, {"y", Sticky, outside},
	},
	Python: {
		{"L", Locale, everywhere}, {"a", ASCII, everywhere}, {"b", Bytes, outside}, {"i", IgnoreCase, everywhere},
		{"m", Multiline, everywhere}, {"s", DotAll, everywhere}, {"u", Unicode, everywhere}, {"x", Extended, everywhere},
	},
	Java: {
		{"U", UnicodeClasses, everywhere}, {"c", 0, inside}, {"d", UnixLines, everywhere}, {"i", IgnoreCase, everywhere},
		{"l", Literal, outside}, {"m", Multiline, everywhere}, {"s", DotAll, everywhere}, {"u", Unicode, everywhere},
		{"x", Extended, everywhere},
	},
	PCRE: {
		{"A", Sticky, outside}, {"D", DollarEnd, outside}, {"J", DuplicateNames, everywhere}, {"S", 0, outside},
		{"U", Ungreedy, everywhere}, {"X", 0, outside}, {"i", IgnoreCase, everywhere}, {"m", Multiline, everywhere},
		{"n", NoCapture, everywhere}, {"r", 0, outside}, {"s", DotAll, everywhere}, {"u", Unicode, outside},
		{"x", Extended, everywhere}, {"xx", Extended | ExtendedMore, everywhere},
	},
	Ruby: {
		{"O", Oniguruma, outside}, {"a", ASCII, inside}, {"d", 0, inside}, {"e", 0, outside}, {"i", IgnoreCase, everywhere},
		{"m", DotAll, everywhere}, {"n", Bytes, outside}, {"o", 0, outside}, {"s", 0, outside}, {"u", 0, outside},
		{"u", Unicode, inside}, {"x", Extended, everywhere},
	},
	Perl: {
		{"a", ASCII, everywhere}, {"aa", ASCII | ASCIIOnly, everywhere}, {"c", 0, outside}, {"d", 0, everywhere}, {"e", 0, outside},
		{"g", Global, outside}, {"i", IgnoreCase, everywhere}, {"l", Locale, everywhere}, {"m", Multiline, everywhere},
		{"n", NoCapture, everywhere}, {"o", 0, outside}, {"p", 0, everywhere}, {"r", 0, outside}, {"s", DotAll, everywhere},
		{"u", Unicode, everywhere}, {"x", Extended, everywhere}, {"xx", Extended | ExtendedMore, everywhere},
	},
	DotNet: {
		{"C", Compiled, outside}, {"b", NonBacktracking, outside}, {"c", Invariant, outside},
		{"e", ECMAScript, outside}, {"i", IgnoreCase, everywhere}, {"m", Multiline, everywhere},
		{"n", NoCapture, everywhere}, {"r", RightToLeft, outside}, {"s", DotAll, everywhere}, {"x", Extended, everywhere},
	},
	Go: {
		{"U", Ungreedy, everywhere}, {"i", IgnoreCase, everywhere}, {"m", Multiline, everywhere}, {"s", DotAll, everywhere},
	},
	Rust: {
		{"R", CRLF, everywhere}, {"U", Ungreedy, everywhere}, {"a", Sticky, outside}, {"i", IgnoreCase, everywhere},
		{"m", Multiline, everywhere}, {"s", DotAll, everywhere}, {"u", Unicode, everywhere}, {"x", Extended, everywhere},
	},
}

// letter returns the flag that s begins with, the longest, where it stands in that place.
func (d Dialect) letter(s string, place flagPlace) (found flagLetter, ok bool) {
	for _, l := range flagLetters[d] {
		if l.place&place != 0 && len(l.letter) > len(found.letter) && strings.HasPrefix(s, l.letter) {
			found = l
		}
	}
	return found, found.letter != ""
}

// ParseFlags reads flags as the dialect writes them, such as "gi". The error is an *Error: a letter
// that is no flag, or flags that exclude each other. In JavaScript no flag may be given twice.
func (d Dialect) ParseFlags(s string) (Flags, error) {
	var flags Flags
	for pos := 0; pos < len(s); {
		l, ok := d.letter(s[pos:], outside)
		if !ok || d == JavaScript && flags&l.flag != 0 {
			return 0, d.flagError(s, pos)
		}
		flags |= l.flag
		if d == JavaScript && flags.Has(Unicode|UnicodeSets) {
			return 0, d.flagError(s, pos)
		}
		pos += len(l.letter)
	}
	if pos := strings.IndexAny(s, "bLau"); d == Python && pos >= 0 {
		clash := flags.Has(ASCII|Unicode) || flags.Has(ASCII|Locale) || flags.Has(Locale|Unicode)
		if clash || flags.Has(Bytes|Unicode) || flags&(Bytes|Locale) == Locale {
			return 0, d.flagError(s, pos)
		}
	}
	return flags, nil
}

// flagError returns the error for the flags s at a byte offset, which it counts in code points.
func (d Dialect) flagError(s string, offset int) *Error {
	msg := "Invalid flags"
	if d != JavaScript {
		msg = "the flags are not those of " + d.String()
	}
	return &Error{Pos: len([]rune(s[:offset])), Msg: msg, InFlags: true}
}

// FormatFlags writes flags as the dialect does, in alphabetical order. Those it does not have are left
// out.
func (d Dialect) FormatFlags(f Flags) string {
	return d.letters(f, outside, func(flagLetter) bool { return true })
}

// letters writes those of the flags f that stand in a place and that keep picks.
func (d Dialect) letters(f Flags, place flagPlace, keep func(flagLetter) bool) string {
	var b strings.Builder
	for i, l := range flagLetters[d] {
		if l.flag == 0 || l.place&place == 0 || !f.Has(l.flag) || !keep(l) {
			continue
		}
		if next := i + 1; next < len(flagLetters[d]) && flagLetters[d][next].letter == l.letter+l.letter && f.Has(flagLetters[d][next].flag) {
			continue // the doubled letter says it all
		}
		b.WriteString(l.letter)
	}
	return b.String()
}

// Has reports whether all of want are set.
func (f Flags) Has(want Flags) bool { return f&want == want }

// String returns the letters that ECMAScript has for f.
func (f Flags) String() string { return JavaScript.FormatFlags(f) }

package syntax

import (
	"slices"
	"unicode/utf8"

	"snag/analyze/regex/charset"
	"snag/analyze/wtf8"
)

// MaxChar returns the largest character of the alphabet of t.
func (t *Tree) MaxChar() rune {
	switch {
	case t.ByByte:
		return 0xFF
	case t.ByCodePoint:
		return charset.MaxRune
	}
	return charset.MaxUnit
}

// Chars returns a text, which is WTF-8, in characters of the alphabet of t. Over bytes the characters up
// to U+00FF stand for themselves, and larger ones for the bytes of their UTF-8.
func (t *Tree) Chars(text string) []rune {
	runes, top := wtf8.Decode(text), t.MaxChar()
	if !slices.ContainsFunc(runes, func(r rune) bool { return r > top }) {
		return runes
	}
	var out []rune
	if !t.ByByte {
		for _, u := range wtf8.ToUnits(runes) {
			out = append(out, rune(u))
		}
		return out
	}
	for _, r := range runes {
		if r <= top {
			out = append(out, r)
			continue
		}
		for _, b := range utf8.AppendRune(nil, r) {
			out = append(out, rune(b))
		}
	}
	return out
}

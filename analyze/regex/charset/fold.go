package charset

import (
	"slices"
	"sort"
	"sync"
	"unicode"

	"snag/analyze/sorting"
)

// Fold tells how characters that differ in case compare.
type Fold uint8

// The ways to compare characters. The zero Fold compares them exactly.
const (
	FoldNone      Fold = iota
	FoldLegacy         // ECMAScript i without u or v: by toUppercase, of UTF-16 code units
	FoldUnicode        // ECMAScript iu and iv: by simple case folding, of code points
	FoldASCII          // the letters of ASCII only
	FoldLower          // by simple lower case, as .NET does
	FoldInvariant      // by simple lower case but for U+0130, as .NET does in the invariant culture
	FoldPython         // by simple lower case and the equivalents that Python's re adds
	FoldJava           // by the lower case of the upper case, as java.util.regex does
)

// orbits holds the characters that have a counterpart in another case.
type orbits struct {
	chars     []rune // ascending
	canonical []rune // of chars[i]
	// members lists, one orbit after the other, the characters with the same canonical form; the
	// orbit of chars[i] is members[first[i]:][:length[i]].
	members []rune
	first   []uint16
	length  []uint8
}

var foldOrbits = [...]func() *orbits{
	FoldLegacy:    sync.OnceValue(func() *orbits { return newOrbits(tables()[upperStart:upperEnd]) }),
	FoldUnicode:   sync.OnceValue(func() *orbits { return newOrbits(tables()[foldStart:foldEnd]) }),
	FoldASCII:     sync.OnceValue(func() *orbits { return mappedOrbits(lowerASCII) }),
	FoldLower:     sync.OnceValue(func() *orbits { return mappedOrbits(unicode.ToLower) }),
	FoldInvariant: sync.OnceValue(func() *orbits { return mappedOrbits(lowerInvariant) }),
	FoldPython:    sync.OnceValue(func() *orbits { return mappedOrbits(lowerPython) }),
	FoldJava:      sync.OnceValue(func() *orbits { return mappedOrbits(lowerJava) }),
}

// newOrbits groups the characters of an encoded mapping by their image.
func newOrbits(s string) *orbits {
	pairs := make([]foldPair, 0, len(s))
	for key := rune(0); len(s) > 0; {
		var step, zigzag rune
		step, s = uvarint(s)
		zigzag, s = uvarint(s)
		key += step
		canonical := key + (zigzag>>1 ^ -(zigzag & 1))
		pairs = append(pairs, foldPair{canonical, key}, foldPair{canonical, canonical})
	}
	return groupOrbits(pairs)
}

// A foldPair is a character and what stands for it in comparisons.
type foldPair struct{ canonical, char rune }

func groupOrbits(pairs []foldPair) *orbits {
	sorting.Stable(pairs, func(a, b foldPair) int {
		if a.canonical != b.canonical {
			return int(a.canonical - b.canonical)
		}
		return int(a.char - b.char)
	})
	pairs = slices.Compact(pairs)
	n := len(pairs)
	o := &orbits{
		chars: make([]rune, n), canonical: make([]rune, n),
		members: make([]rune, n), first: make([]uint16, n), length: make([]uint8, n),
	}
	for i, p := range pairs {
		o.chars[i], o.members[i] = p.char, p.char
	}
	slices.Sort(o.chars)
	for i := 0; i < n; {
		j := i
		for j < n && pairs[j].canonical == pairs[i].canonical {
			j++
		}
		for _, p := range pairs[i:j] {
			k := o.index(p.char)
			o.canonical[k], o.first[k], o.length[k] = p.canonical, uint16(i), uint8(j-i)
		}
		i = j
	}
	return o
}

// index returns the index of the first character of o that is r or above it.
func (o *orbits) index(r rune) int {
	return sort.Search(len(o.chars), func(i int) bool { return o.chars[i] >= r })
}

// orbit returns the characters with the canonical form of chars[i], ascending.
func (o *orbits) orbit(i int) []rune { return o.members[o.first[i]:][:o.length[i]] }

// Canonicalize returns the character that stands for r in comparisons without regard to case, as
// ECMAScript's Canonicalize does (ECMA-262, section 22.2.2.7.3). For FoldLegacy r is a UTF-16 code
// unit.
func Canonicalize(r rune, fold Fold) rune {
	if fold == FoldNone {
		return r
	}
	if r < 0x80 {
		if fold == FoldLegacy && 'a' <= r && r <= 'z' {
			return r - 32
		}
		if fold != FoldLegacy && 'A' <= r && r <= 'Z' {
			return r + 32
		}
		return r
	}
	o := foldOrbits[fold]()
	if i := o.index(r); i < len(o.chars) && o.chars[i] == r {
		return o.canonical[i]
	}
	return r
}

// FoldClosure returns all characters that compare equal to a character of s.
func FoldClosure(s Set, fold Fold) Set {
	if fold == FoldNone || len(s) == 0 {
		return s
	}
	if s[len(s)-1].Hi < 0x80 {
		return closeASCII(s, fold)
	}
	o := foldOrbits[fold]()
	inside := 0
	for _, r := range s {
		inside += o.index(r.Hi+1) - o.index(r.Lo)
	}
	if inside == 0 || inside == len(o.chars) {
		return s
	}
	var add []Range
	if inside <= len(o.chars)/2 {
		for _, r := range s {
			for i := o.index(r.Lo); i < len(o.chars) && o.chars[i] <= r.Hi; i++ {
				for _, c := range o.orbit(i) {
					if c < r.Lo || c > r.Hi {
						add = append(add, Range{c, c})
					}
				}
			}
		}
	} else {
		// Fewer cased characters are outside: look which of those have a counterpart inside.
		for _, r := range s.Negate(MaxRune) {
			for i := o.index(r.Lo); i < len(o.chars) && o.chars[i] <= r.Hi; i++ {
				if slices.ContainsFunc(o.orbit(i), s.Contains) {
					add = append(add, Range{o.chars[i], o.chars[i]})
				}
			}
		}
	}
	return s.Union(Normalize(add))
}

// beyondASCII lists the characters outside ASCII that equal a letter: U+0130 and U+0131 are the
// letters I with and without dot, U+017F is the long S and U+212A the Kelvin sign.
var beyondASCII = [...][]struct{ letter, char rune }{
	FoldUnicode:   {{'s', 0x17F}, {'k', 0x212A}},
	FoldLower:     {{'i', 0x130}, {'k', 0x212A}},
	FoldInvariant: {{'k', 0x212A}},
	FoldPython:    {{'i', 0x130}, {'i', 0x131}, {'s', 0x17F}, {'k', 0x212A}},
	FoldJava:      {{'i', 0x130}, {'i', 0x131}, {'s', 0x17F}, {'k', 0x212A}},
}

// closeASCII is FoldClosure for a set of ASCII characters.
func closeASCII(s Set, fold Fold) Set {
	upper, lower := s.letters('A', 'Z'), s.letters('a', 'z')
	letters := upper | lower
	var outside [4]Range
	n := 0
	for _, b := range beyondASCII[fold] {
		if letters&(1<<(b.letter-'a')) != 0 {
			outside[n] = Range{b.char, b.char}
			n++
		}
	}
	if n == 0 && upper == lower {
		return s
	}
	out := make(Set, 0, 2*len(s)+n+2)
	i := 0
	flush := func(before rune) {
		for ; i < len(s) && s[i].Lo < before; i++ {
			out = appendRange(out, s[i])
		}
	}
	for _, base := range [...]rune{'A', 'a'} {
		for bit := rune(0); bit < 26; bit++ {
			if letters&(1<<bit) != 0 {
				flush(base + bit)
				out = appendRange(out, Range{base + bit, base + bit})
			}
		}
	}
	flush(0x80)
	for _, r := range outside[:n] {
		out = appendRange(out, r)
	}
	return out
}

// letters returns the characters of s between lo and hi as bits counted from lo.
func (s Set) letters(lo, hi rune) uint32 {
	var bits uint32
	for _, r := range s {
		if a, b := max(r.Lo, lo), min(r.Hi, hi); a <= b {
			bits |= (1<<(b-lo+1) - 1) &^ (1<<(a-lo) - 1)
		}
	}
	return bits
}

// Cased returns the characters that compare equal to others, in ascending order. The caller must not
// modify them.
func Cased(fold Fold) []rune {
	if fold == FoldNone {
		return nil
	}
	return foldOrbits[fold]().chars
}

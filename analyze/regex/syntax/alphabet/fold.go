package alphabet

import (
	"slices"
	"sort"
	"sync"
	"unicode"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
)

// Closure returns the members of a class together with their counterparts, under IgnoreCase.
func (a *Alphabet) Closure(s charset.Set) charset.Set {
	if a.Fold == syntax.FoldNone {
		return s
	}
	switch {
	case a.divided:
		low := charset.FoldClosure(s.UpTo(0x7F), syntax.FoldASCII)
		return low.Union(charset.FoldClosure(s.Subtract(asciiAll), syntax.FoldUnicode).Subtract(asciiAll))
	case a.Fold == syntax.FoldJava:
		return s // done for each member: see JavaRange
	case a.key.Dialect == syntax.Ruby && !a.key.Bytes:
		// Onigmo adds counterparts up to U+00FF to a table that it then does not look at.
		added := charset.FoldClosure(s, syntax.FoldUnicode).Subtract(s).Subtract(charset.Set{{Lo: 0x80, Hi: 0xFF}})
		if s.Contains(0x1E9E) {
			added = added.Union(charset.Of(0xDF))
		}
		return s.Union(added)
	}
	return charset.FoldClosure(s, a.Fold).UpTo(a.Limit)
}

// Joins reports whether a character and the text that full folding makes of it match each other, as far as the flags tell.
func (a *Alphabet) Joins(s charset.Spelling) bool {
	return !a.divided || !slices.ContainsFunc(s.Text, func(r rune) bool { return r < 0x80 })
}

// JavaRange returns what a range of a class matches under the flags i and u: a character in it, whose
// upper case is in it, or the lower case of that.
func JavaRange(lo, hi rune) charset.Set {
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
	for _, r := range charset.Cased(syntax.FoldJava) {
		upper := unicode.ToUpper(r)
		cases = append(cases, javaCase{upper, r}, javaCase{unicode.ToLower(upper), r})
	}
	sorting.Stable(cases, func(a, b javaCase) int { return int(a.image - b.image) })
	return cases
})

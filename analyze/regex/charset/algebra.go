package charset

import (
	"slices"
	"sort"
)

// New returns the set of the characters in any of the ranges, which may be given in any order, may
// overlap, and are empty where Lo > Hi. It does not keep rs.
func New(rs ...Range) Set { return Normalize(slices.Clone(rs)) }

// Normalize is New without a copy: it sorts and merges rs in place and returns the part of it that
// is left. The caller must not use rs afterwards.
func Normalize(rs []Range) Set {
	sorted := true
	for i, r := range rs {
		if r.Lo > r.Hi || i > 0 && r.Lo <= rs[i-1].Hi+1 {
			sorted = false
			break
		}
	}
	if sorted {
		return rs
	}
	keys := make([]int64, len(rs))
	for i, r := range rs {
		keys[i] = key(r.Lo, r.Hi)
	}
	slices.Sort(keys)
	out := rs[:0]
	for _, k := range keys {
		out = appendRange(out, Range{rune(k >> 32), rune(k)})
	}
	return out
}

// key is a number that is ordered as lo is, and where that is the same as hi: to sort numbers takes less time than to sort
// pairs, and no code of its own.
func key(lo, hi rune) int64 { return int64(lo)<<32 | int64(uint32(hi)) }

// appendRange adds r to a normal set whose last range does not begin after r, in place.
func appendRange(s Set, r Range) Set {
	if r.Lo > r.Hi {
		return s
	}
	if n := len(s); n > 0 && r.Lo <= s[n-1].Hi+1 {
		s[n-1].Hi = max(s[n-1].Hi, r.Hi)
		return s
	}
	return append(s, r)
}

// Of returns the set of the given characters.
func Of(rs ...rune) Set {
	ranges := make([]Range, len(rs))
	for i, r := range rs {
		ranges[i] = Range{r, r}
	}
	return Normalize(ranges)
}

// search returns the index of the first range that ends at or after r.
func (s Set) search(r rune) int {
	if len(s) < 8 {
		i := 0
		for i < len(s) && s[i].Hi < r {
			i++
		}
		return i
	}
	return sort.Search(len(s), func(i int) bool { return s[i].Hi >= r })
}

// Contains reports whether r is in s.
func (s Set) Contains(r rune) bool {
	i := s.search(r)
	return i < len(s) && s[i].Lo <= r
}

// IsEmpty reports whether s has no character.
func (s Set) IsEmpty() bool { return len(s) == 0 }

// Size returns the number of characters in s.
func (s Set) Size() int {
	n := 0
	for _, r := range s {
		n += int(r.Hi-r.Lo) + 1
	}
	return n
}

// Equal reports whether s and t hold the same characters.
func (s Set) Equal(t Set) bool { return slices.Equal(s, t) }

// Union returns the characters in s or in t.
func (s Set) Union(t Set) Set {
	if len(s) == 0 {
		return t
	}
	if len(t) == 0 {
		return s
	}
	out := make(Set, 0, len(s)+len(t))
	for len(s) > 0 || len(t) > 0 {
		if len(t) == 0 || len(s) > 0 && s[0].Lo <= t[0].Lo {
			out = appendRange(out, s[0])
			s = s[1:]
		} else {
			out = appendRange(out, t[0])
			t = t[1:]
		}
	}
	return out
}

// Intersect returns the characters in both s and t.
func (s Set) Intersect(t Set) Set {
	var out Set
	for len(s) > 0 && len(t) > 0 {
		if lo, hi := max(s[0].Lo, t[0].Lo), min(s[0].Hi, t[0].Hi); lo <= hi {
			out = append(out, Range{lo, hi})
		}
		if s[0].Hi < t[0].Hi {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

// Overlaps reports whether s and t have a character in common.
func (s Set) Overlaps(t Set) bool {
	for len(s) > 0 && len(t) > 0 {
		if s[0].Hi < t[0].Lo {
			s = s[1:]
		} else if t[0].Hi < s[0].Lo {
			t = t[1:]
		} else {
			return true
		}
	}
	return false
}

// Subtract returns the characters in s that are not in t.
func (s Set) Subtract(t Set) Set {
	if !s.Overlaps(t) {
		return s
	}
	out := make(Set, 0, len(s)+len(t))
	for _, r := range s {
		for len(t) > 0 && t[0].Hi < r.Lo {
			t = t[1:]
		}
		lo := r.Lo
		for _, cut := range t {
			if cut.Lo > r.Hi {
				break
			}
			if cut.Lo > lo {
				out = append(out, Range{lo, cut.Lo - 1})
			}
			lo = cut.Hi + 1
		}
		if lo <= r.Hi {
			out = append(out, Range{lo, r.Hi})
		}
	}
	return out
}

// UpTo returns the characters of s that are not above limit.
func (s Set) UpTo(limit rune) Set {
	if len(s) == 0 || s[len(s)-1].Hi <= limit {
		return s
	}
	return s.Intersect(Set{{Hi: limit}})
}

// Negate returns the characters from 0 to limit that are not in s.
func (s Set) Negate(limit rune) Set {
	out := make(Set, 0, len(s)+1)
	next := rune(0)
	for _, r := range s {
		if r.Lo > limit {
			break
		}
		if r.Lo > next {
			out = append(out, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= limit {
		out = append(out, Range{next, limit})
	}
	return out
}

// Printable returns a character of s that is ASCII and printable, a letter or digit if there is one.
func (s Set) Printable() (r rune, ok bool) {
	for _, span := range []Range{{Lo: 'a', Hi: 'z'}, {Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: ' ', Hi: '~'}} {
		if common := s.Intersect(New(span)); len(common) > 0 {
			return common[0].Lo, true
		}
	}
	return 0, false
}

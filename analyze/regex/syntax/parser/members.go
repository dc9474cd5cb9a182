package parser

import (
	"slices"

	"snag/analyze/regex/charset"
)

// members collects the characters of a class. The zero value is empty.
type members struct {
	ranges []charset.Range // in any order
	// large is the union of the larger sets: merging these as they come is faster than sorting
	// their ranges in the end.
	large charset.Set
}

// largeSet is how many ranges make a set large.
const largeSet = 64

func (m *members) addRange(lo, hi rune) {
	m.ranges = append(m.ranges, charset.Range{Lo: lo, Hi: hi})
}

func (m *members) addSet(s charset.Set) {
	if len(s) < largeSet {
		m.ranges = append(m.ranges, s...)
		return
	}
	m.large = m.large.Union(s)
}

// reset empties m, keeping its memory.
func (m *members) reset() { *m = members{ranges: m.ranges[:0]} }

// set returns what was collected. It shares no memory with m, except for sets that were added.
func (m *members) set() charset.Set {
	if len(m.ranges) == 0 {
		return m.large
	}
	return slices.Clone(charset.Normalize(m.ranges)).Union(m.large)
}

package charset

import "slices"

// A Builder collects the members of a set. The zero value has none.
type Builder struct {
	ranges []Range // in any order
	// large is the union of the larger sets: merging these as they come is faster than sorting
	// their ranges in the end.
	large Set
}

// largeSet is how many ranges make a set large.
const largeSet = 64

// AddRange adds the characters from lo to hi.
func (b *Builder) AddRange(lo, hi rune) {
	b.ranges = append(b.ranges, Range{Lo: lo, Hi: hi})
}

// AddSet adds the members of s.
func (b *Builder) AddSet(s Set) {
	if len(s) < largeSet {
		b.ranges = append(b.ranges, s...)
		return
	}
	b.large = b.large.Union(s)
}

// Reset empties b, keeping its memory.
func (b *Builder) Reset() { *b = Builder{ranges: b.ranges[:0]} }

// Set returns what was collected. It shares no memory with b, except for sets that were added.
func (b *Builder) Set() Set {
	if len(b.ranges) == 0 {
		return b.large
	}
	return slices.Clone(Normalize(b.ranges)).Union(b.large)
}

// Cap is for how many ranges b keeps memory.
func (b *Builder) Cap() int { return cap(b.ranges) }

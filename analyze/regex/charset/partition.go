package charset

import (
	"encoding/binary"
	"slices"
)

// Bits is a set of classes of a Partition, one bit each. All Bits of one Partition have the same
// length; the bit after the last class is free for a pseudo-class of the caller's.
type Bits []uint64

// Has reports whether class is in b.
func (b Bits) Has(class int) bool { return b[class>>6]>>(class&63)&1 != 0 }

// Add puts class into b.
func (b Bits) Add(class int) { b[class>>6] |= 1 << (class & 63) }

// Meets reports whether b and c share a class.
func (b Bits) Meets(c Bits) bool {
	for i, w := range b {
		if w&c[i] != 0 {
			return true
		}
	}
	return false
}

// IsEmpty reports whether b has no class.
func (b Bits) IsEmpty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Within reports whether every class of b is in c.
func (b Bits) Within(c Bits) bool {
	for i, w := range b {
		if w&^c[i] != 0 {
			return false
		}
	}
	return true
}

// And returns the classes that are in b and in c.
func (b Bits) And(c Bits) Bits {
	r := make(Bits, len(b))
	for i := range b {
		r[i] = b[i] & c[i]
	}
	return r
}

// Or returns the classes that are in b or in c.
func (b Bits) Or(c Bits) Bits {
	r := make(Bits, len(b))
	for i := range b {
		r[i] = b[i] | c[i]
	}
	return r
}

// Less returns the classes that are in b but not in c.
func (b Bits) Less(c Bits) Bits {
	r := make(Bits, len(b))
	for i := range b {
		r[i] = b[i] &^ c[i]
	}
	return r
}

// Key returns bytes that other Bits of the same length have if they have the same classes.
func (b Bits) Key() []byte { return b.AppendKey(make([]byte, 0, 8*len(b))) }

// AppendKey appends to key what Key returns.
func (b Bits) AppendKey(key []byte) []byte {
	for _, w := range b {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return key
}

// Equal reports whether b and c have the same classes.
func (b Bits) Equal(c Bits) bool { return slices.Equal(b, c) }

// Partition divides an alphabet into the coarsest classes that several sets cannot tell apart.
type Partition struct {
	// Len is the number of classes. Classes are numbered from 0.
	Len int
	// Sets holds, for each set given to NewPartition, the classes that make it up.
	Sets []Bits

	ranges [][]Range // of each class
}

// Words is the length of every Bits of p, with room for one class more than Len.
func (p *Partition) Words() int { return p.Len/64 + 1 }

// Ranges returns the characters of class in ascending order.
func (p *Partition) Ranges(class int) Set { return p.ranges[class] }

// NewPartition divides the characters from 0 to max. A set may stand in sets several times.
func NewPartition(sets []Set, max rune) *Partition {
	// Patterns use few distinct sets many times.
	distinct := make([]Set, 0, 8)
	index := make([]int32, len(sets))
	for i, s := range sets {
		found := int32(-1)
		for j, d := range distinct {
			if len(d) == len(s) && (len(s) == 0 || &d[0] == &s[0] || slices.Equal(d, s)) {
				found = int32(j)
				break
			}
			if j > 64 && len(sets) > 1024 { // do not compare everything with everything
				break
			}
		}
		if found < 0 {
			found = int32(len(distinct))
			distinct = append(distinct, s)
		}
		index[i] = found
	}
	count := 0
	for _, s := range distinct {
		count += len(s)
	}
	edges := make([]int64, 0, 2*count) // where a set begins or ends, and its number
	for i, s := range distinct {
		for _, r := range s {
			edges = append(edges, key(r.Lo, rune(i)), key(r.Hi+1, rune(i)))
		}
	}
	slices.Sort(edges)

	p := &Partition{}
	words := len(distinct)/64 + 1
	member := make([]uint64, words) // which sets the current stretch belongs to
	narrow := make(map[uint64]int)
	wide := make(map[string]int)
	var signatures [][]uint64
	classOf := func() int {
		if words == 1 {
			if c, ok := narrow[member[0]]; ok {
				return c
			}
			narrow[member[0]] = p.Len
		} else {
			key := Bits(member).Key()
			if c, ok := wide[string(key)]; ok {
				return c
			}
			wide[string(key)] = p.Len
		}
		p.Len++
		p.ranges = append(p.ranges, nil)
		signatures = append(signatures, slices.Clone(member))
		return p.Len - 1
	}
	lo := rune(0)
	stretch := func(hi rune) {
		if lo > hi {
			return
		}
		c := classOf()
		p.ranges[c] = append(p.ranges[c], Range{lo, hi})
		lo = hi + 1
	}
	for _, e := range edges {
		at, of := rune(e>>32), rune(e)
		if at > max {
			break
		}
		stretch(at - 1)
		member[of>>6] ^= 1 << (of & 63)
	}
	stretch(max)

	bits := make([]Bits, len(distinct))
	arena := make([]uint64, len(distinct)*p.Words())
	for i := range bits {
		bits[i], arena = arena[:p.Words():p.Words()], arena[p.Words():]
		for c, sig := range signatures {
			if sig[i>>6]>>(i&63)&1 != 0 {
				bits[i].Add(c)
			}
		}
	}
	p.Sets = make([]Bits, len(sets))
	for i, d := range index {
		p.Sets[i] = bits[d]
	}
	return p
}

// Example returns the character of class that reads best: a letter, a digit, other printable ASCII,
// a space, and only then anything else, never a surrogate where there is a choice.
func (p *Partition) Example(class int) rune {
	best, bestRank := rune(-1), 0
	for _, r := range p.ranges[class] {
		for _, want := range preference {
			lo, hi := max(r.Lo, want.Lo), min(r.Hi, want.Hi)
			if lo > hi {
				continue
			}
			if best < 0 || want.rank < bestRank {
				best, bestRank = lo, want.rank
			}
			break
		}
	}
	return best
}

// preference lists stretches of characters from the most to the least readable.
var preference = []struct {
	Range
	rank int
}{
	{Range{'a', 'z'}, 0}, {Range{'A', 'Z'}, 1}, {Range{'0', '9'}, 2},
	{Range{'!', '!'}, 3}, {Range{'#', '&'}, 4}, {Range{'(', '/'}, 5}, {Range{':', '@'}, 6},
	{Range{'_', '_'}, 7}, {Range{'!', '~'}, 8}, {Range{' ', ' '}, 9},
	{Range{'\t', '\t'}, 10}, {Range{'\n', '\n'}, 11}, {Range{'\r', '\r'}, 12},
	{Range{0xA1, 0xAC}, 13}, {Range{0xAE, 0x2FF}, 14}, {Range{0x370, 0x1FFF}, 15},
	{Range{0x3000, 0x9FFF}, 16}, {Range{0x2000, 0xD7FF}, 17}, {Range{1, 0xD7FF}, 18},
	{Range{0xE000, 0xFFFF}, 19}, {Range{0x10000, MaxRune}, 20}, {Range{0, MaxRune}, 21},
}

package arena

import "math/bits"

// Table holds a number for each of many pairs of numbers that are not both 0. The zero Table is empty.
type Table struct {
	slots []slot
	used  int
}

type slot struct {
	key [2]int32
	to  int32
}

// fewSlots is the number of slots of a table to begin with, a power of two.
const fewSlots = 1 << 8

// slot returns the slot of a pair, or the free one that it would get.
func (t *Table) slot(key [2]int32) *slot {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(key[0]))<<32 | uint64(uint32(key[1]))) * odd
	h = (h ^ h>>32) * odd
	mask := uint64(len(t.slots) - 1)
	for i := bits.RotateLeft64(h, 32) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.key == key || s.key == [2]int32{} {
			return s
		}
	}
}

// Get returns the number of a pair, and whether it has one.
func (t *Table) Get(key [2]int32) (to int32, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	s := t.slot(key)
	return s.to, s.key == key
}

// Set gives a pair a number.
func (t *Table) Set(key [2]int32, to int32) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(fewSlots, 2*len(old)))
		for _, s := range old {
			if s.key != [2]int32{} {
				*t.slot(s.key) = s
			}
		}
	}
	s := t.slot(key)
	if s.key != key {
		t.used++
	}
	*s = slot{key, to}
}

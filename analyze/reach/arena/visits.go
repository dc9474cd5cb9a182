package arena

// Visits holds a number for each of the places where a search was, which are lists of five numbers. It is emptied in no
// time, and keeps its room for the next search: most of what searches would allocate is this table. The zero Visits has
// none.
type Visits struct {
	slots []placed
	round uint32 // slots of other rounds are free
	used  int
}

type placed struct {
	key   [5]int32
	to    int32
	round uint32
}

// fewPlaces is the number of slots of a table to begin with, a power of two.
const fewPlaces = 1 << 10

// Clear removes all places.
func (x *Visits) Clear() {
	x.used = 0
	if x.round++; x.round == 0 {
		clear(x.slots)
		x.round = 1
	}
}

// slot returns the slot of a place, or the free one that it would get. The last number of a place is mostly the same, and
// is left out of what is mixed.
func (x *Visits) slot(key [5]int32) *placed {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(key[0]))<<32 | uint64(uint32(key[1]))) * odd
	h = (h ^ h>>29 ^ (uint64(uint32(key[2]))<<32 | uint64(uint32(key[3])))) * odd
	mask := uint64(len(x.slots) - 1)
	for i := (h >> 32) & mask; ; i = (i + 1) & mask {
		if s := &x.slots[i]; s.round != x.round || s.key == key {
			return s
		}
	}
}

// Find returns the number of a place, -1 for none.
func (x *Visits) Find(key [5]int32) int32 {
	if x.used == 0 {
		return -1
	}
	if s := x.slot(key); s.round == x.round {
		return s.to
	}
	return -1
}

// Set gives a place a number.
func (x *Visits) Set(key [5]int32, to int32) {
	if 3*x.used >= 2*len(x.slots) {
		x.grow()
	}
	s := x.slot(key)
	if s.round != x.round {
		x.used++
	}
	*s = placed{key, to, x.round}
}

func (x *Visits) grow() {
	old := x.slots
	x.slots = make([]placed, max(fewPlaces, 2*len(old)))
	for i := range old {
		if s := &old[i]; s.round == x.round {
			*x.slot(s.key) = *s
		}
	}
}

package flow

// visits numbers the places of a search. It is emptied in no time, and keeps its room for the next search: most
// of what searches would allocate is this table. The zero visits are none.
type visits struct {
	slots []placed
	round uint32 // slots of other rounds are free
	used  int
}

type placed struct {
	place
	state int32
	round uint32
}

// fewPlaces is the number of slots of a table to begin with, a power of two.
const fewPlaces = 1 << 10

// clear removes all places.
func (x *visits) clear() {
	x.used = 0
	if x.round++; x.round == 0 {
		clear(x.slots)
		x.round = 1
	}
}

// slot returns the slot of a place, or the free one that it would get.
func (x *visits) slot(key place) *placed {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(key.at))<<32 | uint64(uint32(key.path))) * odd
	h = (h ^ h>>29 ^ (uint64(uint32(key.stack))<<32 | uint64(uint32(key.edits)))) * odd
	mask := uint64(len(x.slots) - 1)
	for i := (h >> 32) & mask; ; i = (i + 1) & mask {
		if s := &x.slots[i]; s.round != x.round || s.place == key {
			return s
		}
	}
}

// find returns the state at a place, -1 for none.
func (x *visits) find(key place) int32 {
	if x.used == 0 {
		return -1
	}
	if s := x.slot(key); s.round == x.round {
		return s.state
	}
	return -1
}

// set notes the state at a place.
func (x *visits) set(key place, state int32) {
	if 3*x.used >= 2*len(x.slots) {
		x.grow()
	}
	s := x.slot(key)
	if s.round != x.round {
		x.used++
	}
	*s = placed{key, state, x.round}
}

func (x *visits) grow() {
	old := x.slots
	x.slots = make([]placed, max(fewPlaces, 2*len(old)))
	for i := range old {
		if s := &old[i]; s.round == x.round {
			*x.slot(s.place) = *s
		}
	}
}

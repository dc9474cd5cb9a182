package arena

// Visits holds a number for each of the places where a search was, which are lists of five numbers. It is emptied in no
// time, and keeps its room for the next search: most of what searches would allocate is this table, and to look into it is
// most of what they wait for. The zero Visits has none.
type Visits struct {
	slots  []spot
	places []placed
	round  uint16 // slots of other rounds are free
}

type placed struct {
	key [5]int32
	to  int32
}

// spot is where a place is among the places. With a part of its digest hardly any other place is looked at.
type spot struct {
	at          int32
	part, round uint16
}

// fewPlaces is the number of slots of a table to begin with, a power of two.
const fewPlaces = 1 << 10

// Clear removes all places.
func (x *Visits) Clear() {
	x.places = x.places[:0]
	if x.round++; x.round == 0 {
		clear(x.slots)
		x.round = 1
	}
}

// digest mixes the numbers of a place. The last one is mostly the same, and is left out.
func digest(key [5]int32) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(key[0]))<<32 | uint64(uint32(key[1]))) * odd
	return (h ^ h>>29 ^ (uint64(uint32(key[2]))<<32 | uint64(uint32(key[3])))) * odd
}

// slot returns the slot of a place, or the free one that it would get.
func (x *Visits) slot(key [5]int32, digest uint64) *spot {
	mask := uint64(len(x.slots) - 1)
	for i := (digest >> 32) & mask; ; i = (i + 1) & mask {
		if s := &x.slots[i]; s.round != x.round || s.part == uint16(digest>>48) && x.places[s.at].key == key {
			return s
		}
	}
}

// Find returns the number of a place, -1 for none.
func (x *Visits) Find(key [5]int32) int32 {
	if len(x.places) == 0 {
		return -1
	}
	if s := x.slot(key, digest(key)); s.round == x.round {
		return x.places[s.at].to
	}
	return -1
}

// Set gives a place a number.
func (x *Visits) Set(key [5]int32, to int32) {
	if 3*len(x.places) >= 2*len(x.slots) {
		x.grow()
	}
	d := digest(key)
	s := x.slot(key, d)
	if s.round == x.round {
		x.places[s.at].to = to
		return
	}
	*s = spot{int32(len(x.places)), uint16(d >> 48), x.round}
	x.places = append(x.places, placed{key, to})
}

// grow makes room for twice as many places.
func (x *Visits) grow() {
	x.slots = make([]spot, max(fewPlaces, 2*len(x.slots)))
	x.round = 1
	mask := uint64(len(x.slots) - 1)
	for at := range x.places {
		d := digest(x.places[at].key)
		i := (d >> 32) & mask
		for x.slots[i].round == x.round {
			i = (i + 1) & mask
		}
		x.slots[i] = spot{int32(at), uint16(d >> 48), x.round}
	}
}

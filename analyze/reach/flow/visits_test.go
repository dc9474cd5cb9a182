package flow

import (
	"math/rand/v2"
	"testing"
)

// TestVisitsAreAMap compares the table with a map, over rounds of many sizes.
func TestVisitsAreAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x visits
	for round, size := range []int{5, 3000, 0, 40, 20000} {
		x.clear()
		want := map[place]int32{}
		for i := range size {
			key := place{node(r.IntN(size)), int32(r.IntN(3)), int32(r.IntN(3)), int32(r.IntN(2)), membership(r.IntN(2))}
			x.set(key, int32(i))
			want[key] = int32(i)
		}
		for at := range size + 1 {
			for path := range int32(4) {
				key := place{node(at), path, int32(at % 3), path % 2, itself}
				state, known := want[key]
				if !known {
					state = -1
				}
				if got := x.find(key); got != state {
					t.Fatalf("round %d: find(%v) = %d, want %d", round, key, got, state)
				}
			}
		}
	}
	x.round = ^uint32(0)
	x.set(place{at: 1}, 7)
	if x.clear(); x.find(place{at: 1}) != -1 {
		t.Errorf("find(1) = %d behind the last round, want -1", x.find(place{at: 1}))
	}
}

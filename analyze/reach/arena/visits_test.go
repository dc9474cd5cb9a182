package arena

import (
	"math/rand/v2"
	"testing"
)

// TestVisitsAreAMap compares the table with a map, over rounds of many sizes.
func TestVisitsAreAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x Visits
	for round, size := range []int{5, 3000, 0, 40, 20000} {
		x.Clear()
		want := map[[5]int32]int32{}
		for i := range size {
			key := [5]int32{int32(r.IntN(size)), int32(r.IntN(3)), int32(r.IntN(3)), int32(r.IntN(2)), int32(r.IntN(2))}
			x.Set(key, int32(i))
			want[key] = int32(i)
		}
		for at := range size + 1 {
			for path := range int32(4) {
				key := [5]int32{int32(at), path, int32(at % 3), path % 2}
				to, known := want[key]
				if !known {
					to = -1
				}
				if got := x.Find(key); got != to {
					t.Fatalf("round %d: Find(%v) = %d, want %d", round, key, got, to)
				}
			}
		}
	}
	x.round = ^uint16(0)
	x.Set([5]int32{1}, 7)
	if x.Clear(); x.Find([5]int32{1}) != -1 {
		t.Errorf("Find(1) = %d behind the last round, want -1", x.Find([5]int32{1}))
	}
}

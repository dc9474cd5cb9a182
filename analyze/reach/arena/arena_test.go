package arena

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Lists of all lengths keep what was added to them, and what was read of one stays as it is while others grow.
func TestListsKeepTheirNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var l Lists
	var all [40]List
	var want [40][]int32
	for i := range int32(200_000) {
		k := min(rnd.IntN(len(all)), rnd.IntN(len(all)))
		before, few := l.Get(all[k]), len(want[k]) < 300
		l.Push(&all[k], i)
		if few && !slices.Equal(before, want[k]) {
			t.Fatalf("list %d changed while it grew to %d", k, len(want[k])+1)
		}
		want[k] = append(want[k], i)
		if i%1000 == 0 {
			l.Settle()
		}
	}
	room := 0
	for k := range all {
		room += 2 * len(want[k])
		if !slices.Equal(l.Get(all[k]), want[k]) {
			t.Errorf("list %d of %d numbers has others", k, len(want[k]))
		}
	}
	have := 0
	for _, page := range l.pages {
		have += len(page)
	}
	if have > 2*room {
		t.Errorf("room for %d numbers instead of %d: what lists left is not used again", have, room)
	}
}

func TestTableIsAMap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var x Table
	want := map[[2]int32]int32{}
	for i := range int32(100_000) {
		key := [2]int32{rnd.Int32N(300), 1 + rnd.Int32N(300)}
		if to, ok := x.Get(key); ok != (want[key] != 0) || to != want[key] {
			t.Fatalf("%v is %d, %v instead of %d", key, to, ok, want[key])
		}
		x.Set(key, i+1)
		want[key] = i + 1
	}
	if x.used != len(want) {
		t.Errorf("%d pairs instead of %d", x.used, len(want))
	}
}

func TestLongListFirst(t *testing.T) {
	var l Lists
	long := l.room(pageSize)
	if short := l.room(2); short/pageSize == long/pageSize {
		t.Errorf("a short list at %d is in the page of a long one at %d", short, long)
	}
}

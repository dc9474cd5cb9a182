package pool

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// serve plays a queue in its order with k places, and returns how many slow requests end before each light one, and
// when they end. Each takes a time of its own, or, in waves, the same.
func serve(random *rand.Rand, k int, behind []int, waves bool) (counts []Count, at []time.Duration) {
	places := make([]float64, k)
	var ends []float64
	for _, n := range behind {
		for len(ends) < n {
			i := slices.Index(places, slices.Min(places))
			took := 1.0
			if !waves {
				took = random.ExpFloat64()
			}
			places[i] += took
			ends = append(ends, places[i])
		}
		begins, before := slices.Min(places), 0
		for _, end := range ends {
			if end <= begins && begins > 0 {
				before++
			}
		}
		counts = append(counts, Count{n, before})
	}
	for _, end := range ends {
		at = append(at, time.Duration(end*1e9))
	}
	return counts, at
}

func TestCounting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct{ about, k, max int }{{16, 16, 64}, {32, 32, 64}, {64, 48, 64}, {64, 64, 64}, {128, 100, 128}, {16, 64, 64}, {32, 100, 128}, {100, 64, 128}} {
		for _, waves := range []bool{false, true} {
			c := NewCounting(test.about, test.max)
			for behind, more := c.Next(); more; behind, more = c.Next() {
				c.Add(serve(random, test.k, behind, waves))
			}
			got := c.Size()
			if !waves && (got.K != test.k || !got.Counted) {
				t.Errorf("%+v: got %+v, want %d", test, got, test.k)
			}
			if waves && (got.K != test.k || !got.Counted) {
				t.Errorf("%+v in waves: got %+v, want %d", test, got, test.k)
			}
		}
	}
}

// TestCountingDisturbed asks for no size where the order is now this and now that.
func TestCountingDisturbed(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 2))
		c := NewCounting(64, 64)
		for behind, more := c.Next(); more; behind, more = c.Next() {
			counts, ends := serve(random, 64, behind, false)
			for i := range counts {
				counts[i].Before += random.IntN(6)
			}
			c.Add(counts, ends)
		}
		if got := c.Size(); got.K > 0 && (got.K < 62 || got.K > 64) || got.K == 0 && got.Unknown == "" {
			t.Errorf("seed %d: got %+v, want 64 or unknown", seed, got)
		}
	}
}

// TestCountingLate counts a size although a third of the light requests are answered late, but not where most are.
func TestCountingLate(t *testing.T) {
	unknown := 0
	for seed := range uint64(200) {
		for _, late := range []float64{0.35, 0.6} {
			random := rand.New(rand.NewPCG(seed, 3))
			c := NewCounting(64, 64)
			for behind, more := c.Next(); more; behind, more = c.Next() {
				counts, ends := serve(random, 64, behind, false)
				for i := range counts {
					for random.Float64() < late {
						counts[i].Before++
					}
				}
				c.Add(counts, ends)
			}
			got := c.Size()
			if got.K != 64 && got.K != 0 {
				t.Errorf("seed %d, %.0f%% late: got %+v, want 64 or unknown", seed, 100*late, got)
			}
			if late < 0.5 && got.K == 0 {
				unknown++
			}
		}
	}
	if unknown > 20 {
		t.Errorf("%d of 200 are unknown", unknown)
	}
}

// TestWave takes only waves of one size, clearly apart.
func TestWave(t *testing.T) {
	for _, test := range []struct {
		ends []time.Duration
		want int
	}{
		{[]time.Duration{100, 102, 104, 200, 203, 205, 301}, 3}, {[]time.Duration{100, 102, 104, 200, 203}, 3},
		{[]time.Duration{100, 102, 104, 200, 203, 301}, 0}, {[]time.Duration{100, 102, 200, 201, 203}, 0},
		{[]time.Duration{100, 120, 140, 160, 200, 220, 240}, 0}, {[]time.Duration{100, 102, 104}, 0}, {nil, 0},
	} {
		if got := wave(test.ends, 2); got != test.want {
			t.Errorf("%v: got %d, want %d", test.ends, got, test.want)
		}
	}
}

func TestDoubtful(t *testing.T) {
	weak, void, full, room := Trial{Full: true, Weak: true}, Trial{Void: true}, Trial{Full: true}, Trial{}
	for _, test := range []struct {
		holds    int
		computes bool
		trials   []Trial
		want     int
	}{
		{16, false, []Trial{weak, weak}, 16}, {8, false, []Trial{weak, weak}, 0}, {16, true, []Trial{weak, weak}, 0}, {32, true, []Trial{weak, weak}, 32},
		{32, false, []Trial{weak, full}, 0}, {32, false, []Trial{weak, weak, room}, 0}, {32, false, []Trial{void, void, void, void, void, void}, 32}, {32, false, []Trial{weak}, 0},
		{64, false, []Trial{void, void, full, void, void, room, void, void}, 64}, {64, false, []Trial{void, full, full, void, void, room, void, void, void}, 0},
	} {
		s := NewSearch(64)
		for _, one := range test.trials {
			one.Holds, one.Computes = test.holds, test.computes
			s.Add(one)
		}
		if got := s.Doubtful(); got != test.want {
			t.Errorf("%+v: got %d", test, got)
		}
	}
}

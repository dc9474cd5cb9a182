package growth

import (
	"testing"

	"snag/analyze/stats"
)

func TestSince(t *testing.T) {
	linear := Run{N: 200, Stall: []float64{10, 10.1, 10.2}, Costs: []SizeCosts{{10, []float64{1, 1.1, 1.05}}, {100, []float64{10, 10.1, 10.2}}}}
	steeper := Run{N: 200, Stall: []float64{30, 31, 32}, Costs: []SizeCosts{{10, []float64{1, 1.1, 1.05}}, {200, []float64{80, 81, 82}}}}
	stall := func(n int, of ...float64) Run { return Run{N: n, Stall: of} }
	for _, test := range []struct {
		name        string
		before, now Run
		of          string // "" when nothing can be compared
		n           int
		want        stats.Change
	}{
		{"the same costs", linear, linear, "cost", 100, stats.WithinNoise},
		{"a cost between two sizes", linear, steeper, "cost", 100, stats.Worse},
		{"the other way", steeper, linear, "cost", 100, stats.Better},
		{"stalls alone", stall(5, 10, 10.1, 10.2), stall(5, 20, 21, 22), "stall", 5, stats.Worse},
		{"stalls of other sizes", stall(5, 10), stall(6, 10), "", 0, ""},
		{"nothing", Run{}, Run{}, "", 0, ""},
	} {
		got := test.now.Since(test.before)
		if got == nil && test.of == "" {
			continue
		}
		if got == nil || got.Of != test.of || got.N != test.n || got.Change != test.want {
			t.Errorf("%s: got %+v, want %s of the %s at %d", test.name, got, test.want, test.of, test.n)
		}
	}
}

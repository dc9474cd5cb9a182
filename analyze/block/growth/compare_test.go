package growth_test

import (
	"testing"

	"snag/analyze/block/growth"
	"snag/analyze/stats"
)

func TestSince(t *testing.T) {
	linear := growth.Run{N: 200, Stall: []float64{10, 10.1, 10.2}, Costs: []growth.SizeCosts{{10, []float64{1, 1.1, 1.05}}, {100, []float64{10, 10.1, 10.2}}}}
	steeper := growth.Run{N: 200, Stall: []float64{30, 31, 32}, Costs: []growth.SizeCosts{{10, []float64{1, 1.1, 1.05}}, {200, []float64{80, 81, 82}}}}
	stall := func(n int, of ...float64) growth.Run { return growth.Run{N: n, Stall: of} }
	for _, test := range []struct {
		name        string
		before, now growth.Run
		of          string // "" when nothing can be compared
		n           int
		want        stats.Change
	}{
		{"the same costs", linear, linear, "cost", 100, stats.WithinNoise},
		{"a cost between two sizes", linear, steeper, "cost", 100, stats.Worse},
		{"the other way", steeper, linear, "cost", 100, stats.Better},
		{"stalls alone", stall(5, 10, 10.1, 10.2), stall(5, 20, 21, 22), "stall", 5, stats.Worse},
		{"stalls of other sizes", stall(5, 10), stall(6, 10), "", 0, ""},
		{"nothing", growth.Run{}, growth.Run{}, "", 0, ""},
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

package stats_test

import (
	"testing"

	"snag/analyze/stats"
)

func TestCompare(t *testing.T) {
	low, high, mixed := []float64{10, 10.2, 9.9, 10.1}, []float64{20, 21, 20.5, 19}, []float64{8, 10, 14, 30}
	for _, test := range []struct {
		before, after []float64
		want          stats.Change
	}{{low, high, stats.Worse}, {high, low, stats.Better}, {low, low, stats.WithinNoise}, {low, mixed, stats.WithinNoise}, {nil, low, stats.WithinNoise}} {
		if got := stats.Compare(test.before, test.after); got != test.want {
			t.Errorf("%v to %v: got %s, want %s", test.before, test.after, got, test.want)
		}
	}
}

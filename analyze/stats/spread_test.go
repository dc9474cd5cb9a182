package stats_test

import (
	"math"
	"testing"

	"snag/analyze/stats"
)

func TestMoved(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{1, 1, 1, 1, 1, 1}, 0}, {[]float64{1, 1, 1, 1.5, 1.5, 1.5}, 0.5}, {[]float64{1, 9, 1, 9}, 0}, {[]float64{0, 0, 0, 1, 1, 1}, 0},
		{[]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 40}, 0}, // one that was disturbed
	} {
		if got := stats.Moved(test.values); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v: got %g, want %g", test.values, got, test.want)
		}
	}
}

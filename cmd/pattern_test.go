package cmd

import "testing"

func TestRound(t *testing.T) {
	for in, want := range map[float64]float64{
		0: 0, 1.004: 1, 1.006: 1.01, -1.004: -1, -1.006: -1.01, -0.25: -0.25, -2: -2, 1e300: 1e300,
	} {
		if got := round(in); got != want {
			t.Errorf("%v: got %v, want %v", in, got, want)
		}
	}
}

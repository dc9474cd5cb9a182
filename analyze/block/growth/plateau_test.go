package growth_test

import (
	"testing"

	"snag/analyze/block/growth"
)

func TestPlateau(t *testing.T) {
	for _, test := range []struct {
		name    string
		lengths map[int]int64
		want    int
	}{
		{"it stops", map[int]int64{1: 40, 100: 4000, 300: 12000, 1000: 12001, 1_000_000: 12003}, 300},
		{"it grows", map[int]int64{1: 40, 100: 4000, 10_000: 400_000}, 0},
		{"it stops at the end", map[int]int64{1: 40, 600: 4000, 1000: 4000}, 0},
		{"it never grew", map[int]int64{1: 2, 100: 2, 10_000: 2}, 0},
		{"too few", map[int]int64{1: 2, 100: 200}, 0},
	} {
		if got, _ := growth.Plateau(test.lengths); got != test.want {
			t.Errorf("%s: %v: got %d, want %d", test.name, test.lengths, got, test.want)
		}
	}
}

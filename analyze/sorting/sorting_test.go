package sorting_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"snag/analyze/sorting"
)

// TestStable compares with slices.SortStableFunc.
func TestStable(t *testing.T) {
	type pair struct{ key, n int }
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		var got []pair
		for i := range n {
			got = append(got, pair{random.IntN(10), i})
		}
		want := slices.Clone(got)
		compare := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		slices.SortStableFunc(want, compare)
		sorting.Stable(got, compare)
		if !slices.Equal(got, want) {
			t.Fatalf("%d values: got %v, want %v", n, got, want)
		}
	}
}

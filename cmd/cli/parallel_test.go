package cli

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
)

func TestInOrder(t *testing.T) {
	items := make([]int, 1000)
	for i := range items {
		items[i] = i
	}
	square := func(i int) int { return i * i }
	var want []int
	for _, i := range items {
		want = append(want, square(i))
	}
	for _, jobs := range []int{1, 2, 7} {
		got := slices.Collect(InOrder(t.Context(), jobs, slices.Values(items), square))
		if !slices.Equal(got, want) {
			t.Errorf("%d jobs: got %v", jobs, got)
		}
	}
}

func TestInOrderStops(t *testing.T) {
	endless := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	var begun atomic.Int64
	work := func(i int) int { begun.Add(1); return i }
	seen := 0
	for range InOrder(t.Context(), 3, endless, work) {
		if seen++; seen == 10 {
			break
		}
	}
	if n := begun.Load(); n > 10+4*3+3+1 {
		t.Errorf("%d items begun after the consumer broke off at 10", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen = 0
	for range InOrder(ctx, 3, endless, work) {
		if seen++; seen == 10 {
			cancel()
		}
	}
	if seen < 10 || seen > 10+4*3+3+1 {
		t.Errorf("%d results, want some more than 10", seen)
	}
}

package bound

import (
	"math/rand/v2"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestTwins looks for each crowd anew that was taken for one that was known.
func TestTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	shared, same := 0, 0
	for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(400, 2000)) {
		w, ok := wildCosts(rng, syntax.JavaScript, 3, 600, 50)
		if !ok {
			continue
		}
		b := Of(w.costs)
		if !b.settled || b.e.summing().tangled() {
			continue
		}
		for i, from := range crowds {
			got := b.e.crowd(b.letters, i)
			if i > leastApart && b.e.crowds[leastApart] == nil {
				continue
			}
			want, ok := newCrowd(newSystem(b.e.sums, b.letters, settled(b.e.sums, b.letters, from.few), nil), from.apart, from.most)
			if (got != nil) != ok || ok && !got.equal(want) {
				t.Fatalf("/%s/%s: crowd %d is not the one that is found by itself", w.pattern, w.flags, i)
			}
			if b.e.systems[1] == b.e.systems[0] {
				shared++
			}
			if i > 0 && got != nil && got == b.e.crowds[i-1] {
				same++
			}
		}
	}
	if shared == 0 || same == 0 {
		t.Errorf("%d systems and %d crowds were known, want some", shared, same)
	}
}

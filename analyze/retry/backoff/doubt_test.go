package backoff

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestFloorFreeOfBase gives the gaps of a client whose floor is not its base: 250 ms, doubled, halved by
// chance, never less than 500 ms. The answer is right or is none.
func TestFloorFreeOfBase(t *testing.T) {
	t.Parallel()
	want, err := ParsePolicy("exponential:base=250ms,factor=2,jitter=equal,floor=500ms")
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 1))
		runs := played(want, rng, 8, 4, 2)
		in := Infer(runs, Options{})
		if in.Certain() && mistaken(want, in.Policy, 4) {
			t.Errorf("seed %d: Infer(%v) = %v with certainty, want %v", seed, runs, in.Policy, want)
		}
		if p := in.Policy; p.Shape == Exponential && p.Jitter == Equal && p.Floor > 480*time.Millisecond && p.Base < 300*time.Millisecond {
			right++
		}
	}
	if right < 2 {
		t.Errorf("%d of 3 sets are recognised as %v", right, want)
	}
}

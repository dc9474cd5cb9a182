package backoff

import (
	"math"
	"testing"
)

// TestDecay compares with the exponential function of the standard library.
func TestDecay(t *testing.T) {
	t.Parallel()
	for z := 0.; z < 700; z = z*1.0009 + 1e-6 {
		if got, want := decay(z), math.Exp(-z); math.Abs(got-want) > 1e-10*want && want > 1e-299 {
			t.Errorf("decay(%v) = %v, want %v", z, got, want)
		}
	}
	for _, z := range []float64{701, 1e9, math.Inf(1)} {
		if got := decay(z); got != 0 {
			t.Errorf("decay(%v) = %v, want 0", z, got)
		}
	}
}

func BenchmarkDecay(b *testing.B) {
	b.Run("decay", func(b *testing.B) {
		sum := 0.
		for i := range b.N {
			sum += decay(float64(i&1023) * 0.03)
		}
		if sum < 0 {
			b.Fatal()
		}
	})
	b.Run("math.Exp", func(b *testing.B) {
		sum := 0.
		for i := range b.N {
			sum += math.Exp(-float64(i&1023) * 0.03)
		}
		if sum < 0 {
			b.Fatal()
		}
	})
}

package growth

import (
	"math"
	"math/rand/v2"
	"time"

	"snag/analyze/stats"
)

// Crossing is the size at which a cost exceeds a budget.
type Crossing struct {
	// N is the size, Low and High bound it with 90%. N is 0 when the budget was not reached: then
	// Within is the largest size that is known to stay within it, 0 for none.
	N, Low, High float64
	Within       int
	// Extrapolated reports whether N lies beyond the sizes that were measured.
	Extrapolated bool
}

// UpTo returns the crossing of a cost whose input is refused beyond a size, 0 for none.
func (c Crossing) UpTo(accepted int) Crossing {
	if accepted > 0 && c.N > float64(accepted) {
		return Crossing{Within: accepted}
	}
	return c
}

// CrossingOf returns the size at which the cost of the series reaches the budget, by interpolating
// between the two sizes around it. Beyond the largest size it follows a growth of at least medium
// confidence for at most a factor of four in cost.
func CrossingOf(s Series, g Growth, budget time.Duration) Crossing {
	if len(g.Curve) == 0 {
		return Crossing{}
	}
	values, clock := s.clock()
	n, beyond := crossing(aggregate(values, clock), g, budget)
	if n == 0 {
		if g.Curve[0].Cost >= budget {
			return Crossing{N: float64(g.Curve[0].N), Low: 0, High: float64(g.Curve[0].N)}
		}
		return Crossing{Within: g.Curve[len(g.Curve)-1].N}
	}
	random := rand.New(rand.NewPCG(3, 4))
	var all []float64
	for range resamples {
		if again, _ := crossing(aggregate(resample(values, random), clock), g, budget); again > 0 {
			all = append(all, again)
		}
	}
	c := Crossing{N: n, Extrapolated: beyond}
	c.Low, c.High = interval(all, n, 0.01*n, 0)
	if g.Kind == stats.Threshold {
		c.N, c.Low, c.High = float64(g.Below), float64(g.Above), float64(g.Below)
	}
	return c
}

func crossing(curve []Cost, g Growth, budget time.Duration) (n float64, beyond bool) {
	for i := 1; i < len(curve); i++ {
		low, high := curve[i-1], curve[i]
		if low.Cost >= budget || high.Cost < budget {
			continue
		}
		return between(low, high, g, budget), false
	}
	last := curve[len(curve)-1]
	if last.Cost >= budget || last.Cost*4 < budget || last.Cost <= 0 || g.Confidence < 0.5 {
		return 0, false
	}
	excess := float64(budget) / float64(last.Cost)
	switch g.Kind {
	case stats.Exponential:
		return float64(last.N) + math.Log(excess)/math.Log(g.Base), true
	case stats.Linear, stats.Polynomial:
		return float64(last.N) * math.Pow(excess, 1/g.Exponent), true
	}
	return 0, false
}

// between interpolates the size at which the cost passes the budget: on logarithms of both, or of
// the cost alone where that grows exponentially.
func between(low, high Cost, g Growth, budget time.Duration) float64 {
	a := math.Log(float64(max(low.Cost, time.Microsecond)))
	b, x := math.Log(float64(high.Cost)), math.Log(float64(budget))
	part := (x - a) / (b - a)
	if g.Kind == stats.Exponential {
		return float64(low.N) + part*float64(high.N-low.N)
	}
	return float64(low.N) * math.Pow(float64(high.N)/float64(low.N), part)
}

// Package growth judges how the cost of a request grows with its input, and at which size it breaks a
// budget.
package growth

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// Measurement is one request of size N.
type Measurement struct {
	N    int
	Wall time.Duration // latency, less that of a trivial request and of its upload
	// CPU is the processor time that the target used, less that of a trivial request; it counts when
	// Series.CPU is set.
	CPU time.Duration
}

// Series is everything that was measured of a growing input.
type Series struct {
	Measurements []Measurement
	// Noise is the latency below which a measurement says nothing.
	Noise time.Duration
	// CPU reports whether the processor time of the target is known.
	CPU bool
	// Pressure is the share of time, 0 to 1, in which something waited for a processor; negative
	// when it is not known.
	Pressure float64
}

// Growth is the judgement of a Series.
type Growth struct {
	// Kind is how the cost grows. Linear includes n log n, which no measurement over a few decades tells
	// apart.
	Kind stats.Kind
	// Exponent is d of n^d with an interval of 90%, for Linear and Polynomial.
	Exponent, Low, High float64
	// Base is the factor for each unit of n with its interval, for Exponential.
	Base, BaseLow, BaseHigh float64
	// Above and Below bracket the size at which a Threshold lies.
	Above, Below int
	// Clock says what was judged: "cpu" or "wall".
	Clock string
	// Confidence is from 0 to 1; Grade says it in a word: low, medium or high.
	Confidence float64
	Reason     string // why it is Inconclusive or not of high confidence
	Curve      []Cost // what each size costs, in the order of sizes
	Residual   float64
}

// Grade returns the confidence as a word.
func (g Growth) Grade() string {
	switch {
	case g.Confidence >= 0.8:
		return "high"
	case g.Confidence >= 0.5:
		return "medium"
	}
	return "low"
}

// Class names the kind of growth: "inconclusive" when it is undetermined, and "superlinear" for what grows
// clearly faster than linear and slower than a polynomial is taken for.
func (g Growth) Class() string {
	switch {
	case g.Kind == stats.Undetermined:
		return "inconclusive"
	case g.Kind == stats.Linear && g.between():
		return "superlinear"
	}
	return g.Kind.String()
}

// between reports whether the cost grows clearly faster than n log n, and clearly slower than n².
func (g Growth) between() bool {
	return (g.Kind == stats.Linear || g.Kind == stats.Polynomial) && g.Exponent > 1.3 && g.Exponent < 1.7 && (g.Low == 0 || g.Low > 1.2)
}

// String returns the growth in a few characters, such as "~n^2.02" or "~2.01^n".
func (g Growth) String() string {
	if g.between() {
		return fmt.Sprintf("~n^%.2f, between linear and quadratic", g.Exponent)
	}
	switch g.Kind {
	case stats.Linear:
		return fmt.Sprintf("~linear (n or n log n), n^%.2f", g.Exponent)
	case stats.Polynomial:
		return fmt.Sprintf("~n^%.2f", g.Exponent)
	case stats.Exponential:
		return fmt.Sprintf("~%.3g^n", g.Base)
	case stats.Threshold:
		return fmt.Sprintf("a step between n = %d and %d", g.Above, g.Below)
	}
	return g.Class()
}

// resamples is the number of bootstrap samples; the sequence is fixed, so that the same series has
// the same judgement.
const resamples = 200

// Judge decides how the cost of the series grows.
func Judge(s Series) Growth {
	values, clock := s.clock()
	g := s.fit(aggregate(values, clock), clock)
	g.Clock = clock
	if g.Kind == stats.Undetermined {
		return g
	}
	random := rand.New(rand.NewPCG(1, 2))
	var exponents, bases []float64
	agree := 0
	for range resamples {
		again := s.fit(aggregate(resample(values, random), clock), clock)
		if again.Kind == g.Kind {
			agree++
		}
		switch {
		case again.Kind == stats.Exponential:
			bases = append(bases, again.Base)
		case again.Exponent > 0:
			exponents = append(exponents, again.Exponent)
		}
	}
	widen := 0.0
	if s.Pressure > 0.3 && clock == "wall" {
		widen = 0.15 * s.Pressure // contention only ever inflates, and resampling cannot see it
	}
	g.Low, g.High = interval(exponents, g.Exponent, 0.01, widen)
	g.BaseLow, g.BaseHigh = interval(bases, g.Base, 0.001, 0)
	if g.Kind == stats.Exponential {
		g.Exponent, g.Low, g.High = 0, 0, 0
	} else {
		g.Base, g.BaseLow, g.BaseHigh = 0, 0, 0
	}
	s.trust(&g, float64(agree)/resamples)
	return g
}

// interval is the 90% interval of the values around a centre, at least as wide as the resolution.
func interval(values []float64, centre, resolution, below float64) (low, high float64) {
	if len(values) == 0 {
		return centre, centre
	}
	low, high = stats.Quantile(values, 0.05), stats.Quantile(values, 0.95)
	return min(low, centre-resolution) - below, max(high, centre+resolution)
}

// trust grades the judgement by the worst of what speaks against it.
func (s Series) trust(g *Growth, agree float64) {
	g.Confidence = agree
	lower := func(to float64, why string) {
		if to < g.Confidence {
			g.Confidence, g.Reason = to, why
		}
	}
	if agree < 0.8 {
		g.Reason = fmt.Sprintf("%.0f%% of the resamples show another growth", 100*(1-agree))
	}
	first, last := g.Curve[0], g.Curve[len(g.Curve)-1]
	if g.Kind == stats.Flat {
		if last.N < 100*first.N {
			lower(0.6, "the sizes differ by little")
		}
	} else if g.Kind != stats.Threshold {
		if g.Residual > 0.3 {
			lower(0.4, fmt.Sprintf("the points lie %.0f%% off the fit", 100*g.Residual))
		} else if g.Residual > 0.15 {
			lower(0.7, fmt.Sprintf("the points lie %.0f%% off the fit", 100*g.Residual))
		}
		if rise := float64(last.Cost) / float64(max(s.Noise, 1)); rise < 10 {
			lower(0.45, "the cost hardly rises out of the noise")
		}
	}
	if g.Clock == "wall" && s.Pressure > 0.6 {
		lower(0.6, "the processors are overloaded, which inflates exponents")
	}
}

// clock returns the costs by size, of the processor's clock where the target computes and that
// clock is known: contention for the processors inflates the other.
func (s Series) clock() (map[int][]float64, string) {
	wall, cpu := map[int][]float64{}, map[int][]float64{}
	largest := 0
	for _, m := range s.Measurements {
		wall[m.N] = append(wall[m.N], float64(m.Wall))
		cpu[m.N] = append(cpu[m.N], float64(m.CPU))
		largest = max(largest, m.N)
	}
	if s.CPU && largest > 0 {
		w, c := slices.Min(wall[largest]), stats.Median(cpu[largest])
		// What waits for a processor most of the time computes less than its latency, and yet
		// nothing else.
		least := 0.6
		if s.Pressure > 0.5 {
			least = 0.2
		}
		if c > float64(200*time.Microsecond) && c > least*w {
			return cpu, "cpu"
		}
	}
	return wall, "wall"
}

// aggregate takes one cost for each size: the smallest latency, since disturbances only ever add,
// but the median of processor times, which may be out of date.
func aggregate(values map[int][]float64, clock string) []Cost {
	var curve []Cost
	for n, costs := range values {
		cost := slices.Min(costs)
		if clock == "cpu" {
			cost = stats.Median(costs)
		}
		curve = append(curve, Cost{n, time.Duration(max(cost, 0))})
	}
	sorting.Stable(curve, func(a, b Cost) int { return cmp.Compare(a.N, b.N) })
	return curve
}

func resample(values map[int][]float64, random *rand.Rand) map[int][]float64 {
	out := make(map[int][]float64, len(values))
	for _, n := range slices.Sorted(maps.Keys(values)) {
		costs := values[n]
		for range costs {
			out[n] = append(out[n], costs[random.IntN(len(costs))])
		}
	}
	return out
}

// fit judges one cost for each size.
func (s Series) fit(curve []Cost, clock string) Growth {
	g := Growth{Curve: curve}
	if len(curve) < 4 {
		g.Reason = fmt.Sprintf("only %d sizes could be measured", len(curve))
		return g
	}
	if above, below, ok := stepped(curve, s.noise(clock)); ok {
		g.Kind, g.Above, g.Below = stats.Threshold, above, below
		return g
	}
	var points []stats.Point
	for _, c := range curve {
		points = append(points, stats.Point{N: float64(c.N), Cost: float64(c.Cost)})
	}
	fitted := stats.Fit(points, stats.Options{Noise: float64(s.noise(clock))})
	g.Residual = fitted.Misfit
	switch g.Kind = fitted.Kind; g.Kind {
	case stats.Linear, stats.Polynomial:
		g.Exponent = fitted.Degree
	case stats.Exponential:
		g.Base = fitted.Base
	case stats.Undetermined:
		g.Reason = fitted.Reason
		// What rises by less than the noise over decades is flat for every purpose.
		first, last := curve[0], curve[len(curve)-1]
		if last.Cost < 3*s.noise(clock) && last.N >= 10*first.N {
			g.Kind, g.Reason = stats.Flat, ""
		}
	}
	return g
}

// noise is what a measurement on the clock may be off by accident.
func (s Series) noise(clock string) time.Duration {
	if clock == "cpu" {
		return 150 * time.Microsecond
	}
	return s.Noise
}

// stepped finds a cost that jumps once and is flat on both sides of the jump.
func stepped(curve []Cost, noise time.Duration) (above, below int, ok bool) {
	at, jump := 0, 0.0
	for i := 1; i < len(curve); i++ {
		rise := float64(max(curve[i].Cost, noise)) / float64(max(curve[i-1].Cost, noise))
		if rise > jump {
			at, jump = i, rise
		}
	}
	if jump < 8 || at < 2 || len(curve)-at < 2 {
		return 0, 0, false
	}
	spread := func(part []Cost) float64 {
		low, high := math.Inf(1), 0.0
		for _, c := range part {
			low, high = min(low, float64(max(c.Cost, noise))), max(high, float64(max(c.Cost, noise)))
		}
		return high / low
	}
	if spread(curve[:at]) > 3 || spread(curve[at:]) > 2 {
		return 0, 0, false
	}
	return curve[at-1].N, curve[at].N, true
}

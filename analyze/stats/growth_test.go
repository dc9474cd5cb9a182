package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"snag/analyze/stats"
)

// sizes returns count sizes from first, each factor times the one before and at least one more.
func sizes(first, factor float64, count int) []float64 {
	var out []float64
	for n := first; len(out) < count; n = math.Max(n+1, math.Floor(n*factor)) {
		out = append(out, n)
	}
	return out
}

func steps(first, step float64, count int) []float64 {
	var out []float64
	for i := range count {
		out = append(out, first+step*float64(i))
	}
	return out
}

func curve(ns []float64, f func(n float64) float64) []stats.Point {
	var out []stats.Point
	for _, n := range ns {
		out = append(out, stats.Point{N: n, Cost: f(n)})
	}
	return out
}

func power(a, d float64) func(float64) float64 {
	return func(n float64) float64 { return a * math.Pow(n, d) }
}

func exponential(a, b float64) func(float64) float64 {
	return func(n float64) float64 { return a * math.Pow(b, n) }
}

func TestFit(t *testing.T) {
	for _, test := range []struct {
		name   string
		points []stats.Point
		noise  float64
		kind   stats.Kind
		degree int     // of Polynomial
		base   float64 // of Exponential, within 5%
		sure   bool
	}{
		{name: "nothing", kind: stats.Undetermined},
		{name: "one point", points: curve([]float64{10}, power(1, 2)), kind: stats.Undetermined},
		{name: "two points", points: curve([]float64{10, 20}, power(1, 2)), kind: stats.Undetermined},
		{name: "exact constant", points: curve(sizes(1, 2, 12), power(7, 0)), kind: stats.Flat, sure: true},
		{name: "exact linear", points: curve(sizes(16, 2, 12), func(n float64) float64 { return 3*n + 5 }), kind: stats.Linear, sure: true},
		{name: "linear without a floor", points: curve(sizes(16, 2, 12), power(2, 1)), kind: stats.Linear, sure: true},
		{name: "n log n", points: curve(sizes(64, 2, 14), func(n float64) float64 { return n * math.Log2(n) }), kind: stats.Linear, sure: true},
		{name: "exact quadratic", points: curve(sizes(16, 2, 10), func(n float64) float64 { return n * (n + 1) / 2 }), kind: stats.Polynomial, degree: 2, sure: true},
		{name: "quadratic under a linear part", points: curve(sizes(16, 2, 13), func(n float64) float64 { return 300*n + n*n/2 }), kind: stats.Polynomial, degree: 2, sure: true},
		{name: "cubic", points: curve(sizes(8, 1.5, 10), func(n float64) float64 { return n * (n + 1) * (n + 2) / 6 }), kind: stats.Polynomial, degree: 3, sure: true},
		{name: "degree 5", points: curve(sizes(20, 1.3, 9), power(1e-6, 5)), kind: stats.Polynomial, degree: 5, sure: true},
		{name: "degree 13, as noise makes of few characters", points: curve([]float64{12, 14, 16, 18, 20, 22, 24}, power(1e-17, 13.3)), kind: stats.Exponential},
		{name: "exact 2^n", points: curve(steps(1, 1, 20), exponential(3, 2)), kind: stats.Exponential, base: 2, sure: true},
		{name: "2^n on a short range", points: curve(steps(18, 1, 9), exponential(1e-6, 2)), noise: 0.1, kind: stats.Exponential, base: 2, sure: true},
		{name: "slow base", points: curve(steps(100, 10, 12), exponential(1e-6, 1.07)), kind: stats.Exponential, base: 1.07, sure: true},
		{name: "n·2^n", points: curve(steps(4, 2, 10), func(n float64) float64 { return n * math.Exp2(n) }), kind: stats.Exponential, base: 2.15, sure: true},
		{name: "quadratic over a floor of 2 ms", points: curve(sizes(16, 1.6, 18), func(n float64) float64 { return 2 + 1e-6*n*n }), noise: 0.3, kind: stats.Polynomial, degree: 2, sure: true},
		{name: "all in the noise", points: curve(sizes(16, 2, 14), power(1e-7, 1)), noise: 0.3, kind: stats.Flat, sure: true},
		{
			name: "linear, and five times more expensive once memory runs out",
			points: curve(sizes(1000, 2, 9), func(n float64) float64 {
				return 5e-5 * n * min(5, max(1, n/40e3))
			}),
			noise: 0.1, kind: stats.Polynomial, degree: 2, // at a glance, but without confidence
		},
		{
			name: "tier-up in the middle of a quadratic",
			points: curve(sizes(200, 1.41, 14), func(n float64) float64 {
				if n < 1000 {
					return 12e-6 * n * n
				}
				return 2e-6 * n * n
			}),
			noise: 0.3, kind: stats.Polynomial, degree: 2, sure: true,
		},
		{
			name: "tier-up in the middle of an exponential",
			points: curve(steps(12, 1, 16), func(n float64) float64 {
				if n < 18 {
					return 6e-6 * math.Exp2(n)
				}
				return 1e-6 * math.Exp2(n)
			}),
			noise: 0.3, kind: stats.Exponential, base: 2, sure: true,
		},
		{
			name:   "outlier upwards",
			points: append(curve(sizes(100, 1.41, 14), power(1e-5, 2)), stats.Point{N: 850, Cost: 70}),
			noise:  0.3, kind: stats.Polynomial, degree: 2, sure: true,
		},
		{
			name:   "outlier at the end",
			points: append(curve(sizes(100, 1.41, 14), power(1e-5, 2)), stats.Point{N: 13000, Cost: 4 * 1e-5 * 13000 * 13000}),
			noise:  0.3, kind: stats.Polynomial, degree: 2, sure: true,
		},
		{
			name:   "exponential broken off early",
			points: []stats.Point{{N: 8, Cost: 0.01}, {N: 16, Cost: 0.2}, {N: 32, Cost: 1000, AtLeast: true}},
			noise:  0.3, kind: stats.Exponential, base: 1.66,
		},
		{
			name:   "a broken-off quadratic",
			points: append(curve(sizes(1000, 1.41, 7), power(1e-5, 2)), stats.Point{N: 16000, Cost: 1000, AtLeast: true}),
			noise:  0.3, kind: stats.Polynomial, degree: 2, sure: true,
		},
		{name: "only broken off", points: []stats.Point{{N: 5, Cost: 1000, AtLeast: true}}, kind: stats.Undetermined},
		{name: "no numbers", points: []stats.Point{{N: math.NaN(), Cost: 1}, {N: 1, Cost: math.Inf(1)}, {N: -1, Cost: 3}}, kind: stats.Undetermined},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := stats.Fit(test.points, stats.Options{Noise: test.noise})
			if got.Kind != test.kind || got.Confident != test.sure {
				t.Fatalf("%v: got %+v, want %v, confident %v", test.points, got, test.kind, test.sure)
			}
			if test.degree != 0 && got.DegreeInt != test.degree {
				t.Errorf("%v: got degree %.2f, want %d", test.points, got.Degree, test.degree)
			}
			if test.base != 0 && math.Abs(got.Base/test.base-1) > 0.05 {
				t.Errorf("%v: got base %.3f, want %.3f", test.points, got.Base, test.base)
			}
			if !got.Confident && got.Reason == "" {
				t.Errorf("%v: got no reason in %+v", test.points, got)
			}
		})
	}
}

// TestFitNoise measures known curves as a timer would, and counts how often the fit is right.
func TestFitNoise(t *testing.T) {
	const trials, noise = 400, 0.3
	for _, test := range []struct {
		name   string
		ns     func(r *rand.Rand) []float64
		cost   func(r *rand.Rand) func(float64) float64
		kind   stats.Kind
		degree int
	}{
		{"linear", func(*rand.Rand) []float64 { return sizes(1000, 1.9, 11) },
			func(r *rand.Rand) func(float64) float64 { return power(4e-6*math.Exp2(4*r.Float64()), 1) }, stats.Linear, 1},
		{"quadratic", func(*rand.Rand) []float64 { return sizes(100, 1.5, 14) },
			func(r *rand.Rand) func(float64) float64 { return power(1e-6*math.Exp2(3*r.Float64()), 2) }, stats.Polynomial, 2},
		{"cubic", func(*rand.Rand) []float64 { return sizes(30, 1.35, 14) },
			func(r *rand.Rand) func(float64) float64 { return power(1e-6*math.Exp2(3*r.Float64()), 3) }, stats.Polynomial, 3},
		{"degree 4", func(*rand.Rand) []float64 { return sizes(20, 1.25, 14) },
			func(r *rand.Rand) func(float64) float64 { return power(1e-6*math.Exp2(2*r.Float64()), 4) }, stats.Polynomial, 4},
		{"exponential", func(*rand.Rand) []float64 { return steps(10, 1, 17) },
			func(r *rand.Rand) func(float64) float64 { return exponential(1e-6, 1.8+0.4*r.Float64()) }, stats.Exponential, 0},
		{"slow exponential", func(*rand.Rand) []float64 { return steps(60, 12, 16) },
			func(r *rand.Rand) func(float64) float64 { return exponential(1e-6, 1.07+0.01*r.Float64()) }, stats.Exponential, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			right, sure, misled := 0, 0, 0
			for range trials {
				f, floor := test.cost(r), 0.01*r.Float64()
				points := curve(test.ns(r), func(n float64) float64 {
					disturbed := f(n)*(1+0.06*math.Abs(r.NormFloat64())) + floor + 0.02*r.Float64()
					if r.IntN(20) == 0 {
						disturbed = 2*disturbed + 1
					}
					return disturbed
				})
				r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
				g := stats.Fit(points, stats.Options{Noise: noise})
				ok := g.Kind == test.kind && (test.degree == 0 || g.DegreeInt == test.degree) ||
					g.Kind == stats.Flat && test.kind == stats.Linear // much of it is in the noise
				switch {
				case ok && g.Confident:
					right, sure = right+1, sure+1
				case ok:
					right++
				case g.Confident && g.Kind != test.kind && (g.Kind.SuperLinear() || test.kind.SuperLinear()):
					misled++
				}
			}
			t.Logf("right %d, confident %d, confidently of another kind %d of %d", right, sure, misled, trials)
			if right < trials*97/100 || sure < trials*85/100 || misled > trials/100 {
				t.Errorf("right %d, confident %d, confidently of another kind %d of %d", right, sure, misled, trials)
			}
		})
	}
}

// TestFitIgnoresOrder checks that neither order nor repetition of points changes a fit.
func TestFitIgnoresOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var points []stats.Point
		for range 3 + r.IntN(12) {
			points = append(points, stats.Point{N: float64(1 + r.IntN(1000)), Cost: math.Exp(8 * r.Float64()), AtLeast: r.IntN(8) == 0})
		}
		want := stats.Fit(points, stats.Options{Noise: 1})
		shuffled := append(slices.Clone(points), points...)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := stats.Fit(shuffled, stats.Options{Noise: 1}); got != want {
			t.Fatalf("%v: got %+v, want %+v", points, got, want)
		}
	}
}

func FuzzFit(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Fuzz(func(t *testing.T, data []byte) {
		var points []stats.Point
		for i := 0; i+2 < len(data); i += 3 {
			points = append(points, stats.Point{N: float64(data[i]) - 2, Cost: math.Exp2(float64(data[i+1])/4 - 8), AtLeast: data[i+2] > 250})
		}
		g := stats.Fit(points, stats.Options{Noise: 0.1})
		for _, v := range []float64{g.Degree, g.Base, g.R2, g.Misfit} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%v: got %+v", points, g)
			}
		}
		if !g.Confident && g.Reason == "" {
			t.Fatalf("%v: no reason in %+v", points, g)
		}
		if g.Kind == stats.Undetermined && g.Confident {
			t.Fatalf("%v: confident of nothing: %+v", points, g)
		}
	})
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{[]float64{4}, 0.3, 4},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{1, 2, 3, 4}, 0.5, 2.5},
		{[]float64{1, 2, 3, 4, 5}, 0.25, 2},
		{[]float64{1, 2}, 0.99, 1.99},
		{[]float64{1, 2}, 1, 2},
		{[]float64{1, 2}, -1, 1},
		{[]float64{1, 2}, 7, 2},
	} {
		if got := stats.Quantile(test.values, test.q); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("Quantile(%v, %v): got %v, want %v", test.values, test.q, got, test.want)
		}
	}
	if got := stats.Median(nil); !math.IsNaN(got) {
		t.Errorf("Median(nil): got %v, want NaN", got)
	}
}

func ExampleFit() {
	g := stats.Fit([]stats.Point{{N: 100, Cost: 0.5}, {N: 200, Cost: 2}, {N: 400, Cost: 8.2}, {N: 800, Cost: 32}}, stats.Options{Noise: 0.1})
	fmt.Println(g.Kind, g.DegreeInt, g.Confident)
	// Output: polynomial 2 true
}

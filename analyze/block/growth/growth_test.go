package growth_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/stats"
)

const ms = time.Millisecond

// probe plays the prober against a cost with noise, and returns the series and the most expensive request.
func probe(cost func(float64) float64, noise time.Duration, seed uint64) (growth.Series, time.Duration) {
	random := rand.New(rand.NewPCG(seed, 7))
	plan := growth.Plan{From: 1, To: 1_000_000, Target: 150 * ms, Cap: time.Second, Noise: 2 * noise}
	costliest := time.Duration(0)
	measure := func(n int) time.Duration {
		c := time.Duration(cost(float64(n)) * (1 + 0.05*random.Float64()))
		costliest = max(costliest, c)
		return c + time.Duration(random.ExpFloat64()*float64(noise)/2)
	}
	var costs []growth.Cost
	s := growth.Series{Noise: noise, Pressure: -1}
	add := func(n, times int) time.Duration {
		best := time.Duration(math.MaxInt64)
		for range times {
			w := measure(n)
			best = min(best, w)
			s.Measurements = append(s.Measurements, growth.Measurement{N: n, Wall: w})
		}
		return best
	}
	for {
		n, why := plan.Next(costs)
		if why != growth.Growing {
			break
		}
		costs = append(costs, growth.Cost{n, add(n, 2)})
	}
	s.Measurements = nil
	for _, n := range plan.Sizes(costs, 9) {
		add(n, 7)
	}
	if len(costs) > 0 {
		for _, c := range costs[max(0, len(costs)-6):] {
			add(c.N, 1)
		}
	}
	return s, costliest
}

func TestLevelOfGrowth(t *testing.T) {
	for _, noise := range []time.Duration{200 * time.Microsecond, ms} {
		wrong, runs := 0, 0
		for _, h := range handlers {
			for seed := range uint64(10) {
				s, costliest := probe(h.cost, noise, seed)
				if limit := 5 * time.Second; costliest > limit {
					t.Errorf("%s: a request of %s, over the limit of %s", h.name, costliest, limit)
				}
				runs++
				if g := growth.Judge(s); g.Kind != h.want {
					wrong++
					t.Logf("%s with noise %s: got %s (%s) over %v", h.name, noise, g, g.Reason, g.Curve)
				}
			}
		}
		if wrong*50 > runs {
			t.Errorf("noise %s: %d of %d levels are wrong", noise, wrong, runs)
		}
	}
}

// TestNoWallIsSteppedOver plays exponential handlers of every base, whose small sizes hide in noise.
func TestNoWallIsSteppedOver(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 9))
		base := math.Exp(math.Pow(10, -4+4.15*random.Float64())) // 1.0001 to about 4
		unit := math.Pow(10, random.Float64()*3)                 // nanoseconds
		_, costliest := probe(func(n float64) float64 { return unit * math.Pow(base, n) }, 5*ms, seed)
		if costliest > 5*time.Second {
			t.Errorf("base %.5f, unit %.0f ns: a request of %s", base, unit, costliest)
		}
	}
}

func TestBudgetSize(t *testing.T) {
	for _, test := range []struct {
		name string
		cost func(float64) float64
		want float64
	}{
		{"linear", func(n float64) float64 { return 1000 * n }, 50_000},
		{"square", func(n float64) float64 { return 12 * n * n }, math.Sqrt(5e7 / 12)},
		{"2^n", func(n float64) float64 { return 12 * math.Pow(2, n) }, math.Log2(5e7 / 12)},
	} {
		s, _ := probe(test.cost, 200*time.Microsecond, 1)
		c := growth.CrossingOf(s, growth.Judge(s), 50*ms)
		if math.Abs(c.N-test.want) > 0.05*test.want || c.Low > c.N || c.High < c.N {
			t.Errorf("%s: got %+v, want %.1f", test.name, c, test.want)
		}
	}
	s, _ := probe(func(float64) float64 { return 1e5 }, 200*time.Microsecond, 1)
	if c := growth.CrossingOf(s, growth.Judge(s), 50*ms); c.N != 0 || c.Within < 900_000 {
		t.Errorf("flat: got %+v, want no crossing", c)
	}
}

// TestSizesOfADisturbedLadder measures an exponential where it rises, although a small size took long by
// accident.
func TestSizesOfADisturbedLadder(t *testing.T) {
	p := growth.Plan{From: 1, To: 1000, Target: 150 * time.Millisecond, Cap: time.Second, Noise: time.Millisecond}
	var ladder []growth.Cost
	for n := 1; n <= 26; n++ {
		ladder = append(ladder, growth.Cost{n, time.Duration(1<<n) * 3})
	}
	ladder[1].Cost = 20 * time.Millisecond
	sizes := p.Sizes(ladder, 9)
	rising := 0
	for _, n := range sizes {
		if time.Duration(1<<n)*3 > time.Millisecond {
			rising++
		}
	}
	if rising < 5 {
		t.Errorf("of %v only %d rise out of the noise", sizes, rising)
	}
}

// handlers are costs in nanoseconds by n, as handlers have them.
var handlers = []struct {
	name string
	cost func(n float64) float64
	want stats.Kind
}{
	{"constant", func(float64) float64 { return 3e4 }, stats.Flat},
	{"free", func(float64) float64 { return 0 }, stats.Flat},
	{"log", func(n float64) float64 { return 1e3 * math.Log2(n+1) }, stats.Flat},
	{"linear", func(n float64) float64 { return 300 * n }, stats.Linear},
	{"n log n", func(n float64) float64 { return 40 * n * math.Log2(n+1) }, stats.Linear},
	{"square", func(n float64) float64 { return 12 * n * n }, stats.Polynomial},
	{"square and linear", func(n float64) float64 { return 2*n*n + 500*n }, stats.Polynomial},
	{"n^1.8", func(n float64) float64 { return 30 * math.Pow(n, 1.8) }, stats.Polynomial},
	{"cube", func(n float64) float64 { return 3 * n * n * n }, stats.Polynomial},
	{"2^n", func(n float64) float64 { return 12 * math.Pow(2, n) }, stats.Exponential},
	{"phi^n", func(n float64) float64 { return 15 * math.Pow(1.618, n) }, stats.Exponential},
	{"1.2^n", func(n float64) float64 { return 20 * math.Pow(1.2, n) }, stats.Exponential},
	{"4^n", func(n float64) float64 { return 10 * math.Pow(4, n) }, stats.Exponential},
	{"n!", func(n float64) float64 { return math.Gamma(n+1) * 5 }, stats.Exponential},
	{"step", func(n float64) float64 {
		if n > 20_000 {
			return 5e7
		}
		return 1e4
	}, stats.Threshold},
}

// TestNothingIsExtrapolatedFromNoise reaches beyond the largest size by a growth that is trusted, and not by
// one that is not.
func TestNothingIsExtrapolatedFromNoise(t *testing.T) {
	s, _ := probe(func(n float64) float64 { return 40_000 * n }, 200*time.Microsecond, 1)
	g := growth.Judge(s)
	for confidence, want := range map[float64]bool{1: true, 0.5: true, 0.49: false, 0: false} {
		g.Confidence = confidence
		budget := g.Curve[len(g.Curve)-1].Cost * 2
		if c := growth.CrossingOf(s, g, budget); c.Extrapolated != want {
			t.Errorf("confidence %v: got %+v, want extrapolated %t", confidence, c, want)
		}
	}
}

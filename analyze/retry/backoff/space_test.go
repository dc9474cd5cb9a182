package backoff

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// wild draws a policy from the space of what programs do, also what no model here describes: a floor and a
// cap anywhere, factors and increments of any size, tables, an immediate first retry before any law.
func wild(rng *rand.Rand) Policy {
	logUniform := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }
	chance := func(p float64) bool { return rng.Float64() < p }
	p := Policy{
		Base:   millis(logUniform(60, 2000)),
		Shape:  []Shape{Fixed, Linear, Fibonacci, Quadratic, Exponential, Exponential, Exponential, Exponential, Steps}[rng.IntN(9)],
		Jitter: syntheticKinds[rng.IntN(len(syntheticKinds))],
	}
	if p.Jitter == Decorrelated || p.Jitter == PollyV2 {
		p.Shape, p.Factor = Exponential, 2
	}
	switch {
	case p.Shape == Exponential && p.Factor == 0:
		p.Factor = []float64{2, 2, 2, 1.5, 3, logUniform(1.15, 5)}[rng.IntN(6)]
	case p.Shape == Linear:
		p.Increment = scaled(p.Base, []float64{1, logUniform(0.2, 4)}[rng.IntN(2)])
	case p.Shape == Fibonacci:
		if chance(0.5) {
			p.FibonacciFrom = 1
		}
	case p.Shape == Steps:
		for range 2 + rng.IntN(5) {
			p.Table = append(p.Table, scaled(p.Base, logUniform(0.4, 8)))
		}
		if chance(0.7) {
			slices.Sort(p.Table)
		}
		p.Base = p.Table[0]
	}
	switch p.Jitter {
	case Proportional:
		p.Proportion = []float64{0.1, 0.2, 0.25, 0.5, 0.05 + 0.5*rng.Float64()}[rng.IntN(5)]
	case Additive:
		p.Width = scaled(p.Base, logUniform(0.1, 3))
	}
	if p.Jitter != PollyV2 && p.Shape != Fixed && chance(0.35) {
		p.Cap = scaled(p.Base, logUniform(0.6, 12))
		if p.Jitter != NoJitter && p.Jitter != Decorrelated {
			p.CapOrder = []CapOrder{CapFirst, CapFirst, CapLast, CapBare}[rng.IntN(4)]
		}
	}
	if p.Jitter != Decorrelated && p.Jitter != PollyV2 && chance(0.2) { // these have one of their own
		p.Floor = scaled(p.Base, logUniform(0.4, 5))
	}
	if p.Cap > 0 {
		p.Floor = min(p.Floor, p.Cap)
	}
	p.FirstImmediate = chance(0.12)
	return p
}

// exponential is a machine whose timers are late by tau milliseconds on average.
func exponential(tau float64) func(*rand.Rand) float64 {
	return func(rng *rand.Rand) float64 { return 0.3 + tau*rng.ExpFloat64() }
}

// busy is a machine that others use: its timers are late by anything to 10 ms, seldom by 50.
func busy(rng *rand.Rand) float64 {
	if rng.IntN(50) == 0 {
		return 50
	}
	return 10 * rng.Float64()
}

// played are the gaps of runs of a client with the policy, on a machine that is late by so many milliseconds.
func played(p Policy, rng *rand.Rand, runs, gaps int, lateness func(*rand.Rand) float64) [][]time.Duration {
	var rows [][]time.Duration
	for range runs {
		sampler := p.Sampler(rng)
		var row []time.Duration
		for range gaps {
			row = append(row, sampler.Next()+millis(lateness(rng)))
		}
		rows = append(rows, row)
	}
	return rows
}

// differs is the largest factor by which two policies disagree about the low, the middle and the high
// delays before each of the retries; 10 ms are nothing.
func differs(a, b Policy, gaps int) float64 { return apart(gaps, a.law, b.law) }

// law is the policy as one.
func (p Policy) law(rng *rand.Rand) func() float64 {
	s := p.Sampler(rng)
	return func() float64 { return float64(s.Next()) / float64(time.Millisecond) }
}

// apart is [differs] for laws.
func apart(gaps int, a, b law) float64 {
	rng := rand.New(rand.NewPCG(3, 5))
	const draws = 600
	columns := func(l law) [][]float64 {
		list := make([][]float64, gaps)
		for range draws {
			next := l(rng)
			for k := range list {
				list[k] = append(list[k], next())
			}
		}
		for _, column := range list {
			slices.Sort(column)
		}
		return list
	}
	one, two, most := columns(a), columns(b), 1.
	for k := range one {
		for _, at := range []float64{0.04, 0.5, 0.96} {
			i := int(at * draws)
			// A share of 3% either way is the luck of the draw.
			x := min(max(one[k][i], two[k][i-draws*3/100]), two[k][i+draws*3/100])
			lo, hi := min(one[k][i], x), max(one[k][i], x)
			most = max(most, (hi+1)/(min(lo+10, hi)+1))
		}
	}
	return most
}

// mistaken reports whether the answer is wrong: another kind or shape that also behaves otherwise, or the
// same with delays that are far off.
func mistaken(want, got Policy, gaps int) bool {
	if want.Jitter == NoJitter && got.Jitter != NoJitter {
		return true // what the machine is late by counts as jitter
	}
	if got.Jitter == want.Jitter && got.Shape == want.Shape {
		return differs(want, got, gaps) > 1.4
	}
	return differs(want, got, gaps) > 1.15
}

// TestSpace draws policies from a wide space and counts the answers that are certain and wrong.
func TestSpace(t *testing.T) {
	t.Parallel()
	usual, fresh := 6, 18
	if snagtest.IsLong() {
		usual, fresh = 400, int(time.Now().Unix())
	}
	policies := snagtest.Number(t, "SNAG_POLICIES", usual)
	seed := uint64(snagtest.Number(t, "SNAG_SEED", fresh))
	var certain, determined, bold atomic.Int64
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				p := wild(rng)
				runs, gaps, tau := 2+rng.IntN(10), 2+rng.IntN(6), 0.5+3*rng.Float64()
				lateness := exponential(tau)
				if i%2 == 1 {
					lateness = busy
				}
				rows := played(p, rng, runs, gaps, lateness)
				in := Infer(rows, Options{})
				if in.Determined() {
					determined.Add(1)
				}
				if !in.Certain() {
					continue
				}
				certain.Add(1)
				if mistaken(p, in.Policy, gaps) {
					bold.Add(1)
					t.Logf("seed %d, policy %d: want %v, got %v (%.3f, %.3f) from %d runs of %d gaps\n%v", seed, i, p, in.Policy, in.Confidence, in.ShapeConfidence, runs, gaps, rows)
				}
			}
		})
	}
	for i := range policies {
		next <- i
	}
	close(next)
	group.Wait()
	t.Logf("seed %d: of %d policies %d determined, %d certain, %d certain and wrong (%.2f%%)", seed, policies, determined.Load(), certain.Load(), bold.Load(), 100*float64(bold.Load())/float64(policies))
	// One in a thousand may be, and by chance a few more in a sample.
	allowed := float64(policies) / 1000
	if float64(bold.Load()) > allowed+3*math.Sqrt(allowed)+2 {
		t.Errorf("seed %d: %d of %d policies are wrong with certainty, want at most 0.1%%", seed, bold.Load(), policies)
	}
}

// TestMistaken repeats policies of the space that were once wrong with certainty, by what hid the law.
func TestMistaken(t *testing.T) {
	snagtest.Long(t)
	t.Parallel()
	for what, i := range map[string]uint64{
		"two laws under full jitter":                 367,
		"decorrelated jitter far above its base":     1490,
		"a floor under every delay but two":          1579,
		"a floor that hides jitter in three runs":    2624,
		"a floor, a cap and two runs":                2746,
		"a cap below the base, in two runs":          2915,
		"Fibonacci that loses its jitter at the cap": 1125,
	} {
		notMistaken(t, what, 77001, i)
	}
	for what, i := range map[string]uint64{
		"a table that looks like a loop in a loop":        194,
		"a cap that most of decorrelated jitter reaches":  255,
		"a floor and a cap that hide all but first delay": 360,
		"a cap above what six runs of full jitter reach":  532,
		"a floor above most of full jitter":               1807,
	} {
		notMistaken(t, what, 6001, i)
	}
	for what, i := range map[string]uint64{
		"delays of a table under full jitter, some of them short": 2306,
		"short delays under full jitter":                          1677,
		"two delays, the second at a cap":                         4858,
	} {
		notMistaken(t, what, 118001, i)
	}
	for what, i := range map[string]uint64{
		"two delays, the second at a cap, under a floor": 2492,
		"a floor under most of full jitter":              2861,
		"a floor under most of equal jitter":             1963,
	} {
		notMistaken(t, what, 118003, i)
	}
	for what, i := range map[string]uint64{
		"a table under jitter of 43 ms":    231109<<8 | 43,
		"a table under equal jitter":       231109<<8 | 46,
		"a cap below most of equal jitter": 231104<<8 | 33,
	} {
		notMistaken(t, what, i>>8, i&0xff)
	}
	if in := Infer(inMillis([][]float64{
		{225.6, 228.5, 223.4, 228.6}, {278.6, 257.8, 228.7, 224.9}, {221.9, 227, 227.8, 227.3}, {276.1, 228, 227.1, 271.6}, {221.9, 230.6, 222.5, 229.4},
		{228.9, 228.6, 221.9, 222.8}, {231.2, 228.4, 228.2, 228.5}, {260.6, 231, 226.9, 222.7}, {221.9, 227.3, 230.3, 221.6}, {226, 226, 226.1, 226.7},
	}), Options{}); in.Certain() {
		t.Errorf("a floor under all but five delays: %v with certainty", in.Policy)
	}
	notMistaken(t, "a short delay between a floor and a cap", 918001, 390)
	notMistaken(t, "a cap where full jitter happened to stay short", 5001, 646)
}

// notMistaken infers a policy of the space, and fails the test where that is wrong with certainty.
func notMistaken(t *testing.T, what string, seed, i uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, i))
	p := wild(rng)
	runs, gaps, tau := 2+rng.IntN(10), 2+rng.IntN(6), 0.5+3*rng.Float64()
	if in := Infer(played(p, rng, runs, gaps, exponential(tau)), Options{}); in.Certain() && mistaken(p, in.Policy, gaps) {
		t.Errorf("%s: want %v, got %v with certainty", what, p, in.Policy)
	}
}

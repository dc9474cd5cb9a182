package stall

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const ms = time.Millisecond

// stream simulates a server with one thread that is busy in the given intervals, under a canary at
// fixed times.
func stream(interval, length time.Duration, busy ...[2]time.Duration) Stream {
	s := Stream{Interval: interval, Base: 100 * time.Microsecond}
	for at := time.Duration(0); at < length; at += interval {
		done := at + s.Base
		for _, b := range busy {
			if done > b[0] && at < b[1] {
				done = max(done, b[1]+s.Base/2)
			}
		}
		s.Samples = append(s.Samples, Sample{Intended: at, Sent: at, Done: done})
	}
	return s
}

func near(t *testing.T, what string, got, want time.Duration, share float64) {
	t.Helper()
	if math.Abs(float64(got-want)) > share*float64(want) {
		t.Errorf("%s: got %s, want %s within %.0f%%", what, got, want, 100*share)
	}
}

func TestPercentilesOfKnownStalls(t *testing.T) {
	var busy [][2]time.Duration
	for i := range 4 {
		start := time.Duration(1+2*i) * time.Second
		busy = append(busy, [2]time.Duration{start, start + 500*ms})
	}
	s := stream(2*ms, 10*time.Second, busy...)
	p := Responses(s.Samples)
	// An open-loop client waits for the rest of the stall: a fifth of the time, evenly.
	near(t, "p90", p.P90, 250*ms, 0.05)
	near(t, "p95", p.P95, 375*ms, 0.05)
	near(t, "p99", p.P99, 475*ms, 0.05)
	stalls := s.Stalls(50 * ms)
	if len(stalls) != 4 {
		t.Fatalf("got %d stalls, want 4: %v", len(stalls), stalls)
	}
	for i, st := range stalls {
		near(t, "length", st.Length, 500*ms, 0.01)
		near(t, "start", st.Start, busy[i][0], 0.01)
		if st.Delayed < 245 || st.Delayed > 255 {
			t.Errorf("got %d delayed requests, want about 250", st.Delayed)
		}
	}
}

// TestLateClientInventsNoStall stops the client, not the server.
func TestLateClientInventsNoStall(t *testing.T) {
	s := stream(2*ms, time.Second)
	for i := range s.Samples {
		if a := &s.Samples[i]; a.Intended > 300*ms && a.Intended < 500*ms {
			a.Sent = 500 * ms
			a.Done = 500*ms + s.Base
		}
	}
	if stalls := s.Stalls(5 * ms); len(stalls) != 0 {
		t.Errorf("a client that slept invented %v", stalls)
	}
	if lag := Lags(s.Samples); lag.Max < 190*ms {
		t.Errorf("its lag is %v, want about 200 ms", lag.Max)
	}
}

// TestStallOfManyLanes counts the stall of a process once, whatever the number of its connections.
func TestStallOfManyLanes(t *testing.T) {
	s := stream(2*ms, time.Second, [2]time.Duration{300 * ms, 400 * ms}, [2]time.Duration{600 * ms, 650 * ms})
	for i := range s.Samples {
		s.Samples[i].Lane = i % 3
	}
	stalls := s.Stalls(20 * ms)
	if len(stalls) != 2 || stalls[0].Delayed < 48 || stalls[0].Delayed > 53 || (stalls[0].Length-100*ms).Abs() > 6*ms || (stalls[1].Length-50*ms).Abs() > 6*ms {
		t.Errorf("stalls of 100 and 50 ms seen by three connections: got %+v", stalls)
	}
}

func TestOpenStall(t *testing.T) {
	s := stream(10*ms, time.Second)
	for i := range s.Samples {
		if a := &s.Samples[i]; a.Intended >= 600*ms {
			a.Lost, a.Done = true, time.Second
		}
	}
	stalls := s.Stalls(50 * ms)
	if len(stalls) != 1 || !stalls[0].Open || stalls[0].Length < 390*ms {
		t.Errorf("got %v, want one open stall of 400 ms", stalls)
	}
}

func TestStallOfASuspect(t *testing.T) {
	for _, length := range []time.Duration{5 * ms, 20 * ms, 50 * ms, 200 * ms} {
		for phase := range 10 {
			start := 300*ms + time.Duration(phase)*200*time.Microsecond
			s := stream(2*ms, time.Second, [2]time.Duration{start, start + length})
			// The stream sends one more request right behind the suspect.
			at := start + 60*time.Microsecond
			s.Samples = append(s.Samples, Sample{Intended: at, Sent: at, Done: start + length + s.Base/2})
			got := s.During(start-s.Base/2, start+length+s.Base/2)
			if d := (got.Length - length).Abs(); d > 200*time.Microsecond {
				t.Errorf("stall of %s at phase %d: got %s", length, phase, got.Length)
			}
		}
	}
}

func TestJudgeCollateral(t *testing.T) {
	trials := func(own, stall, cpu, raised time.Duration) []Trial {
		return []Trial{{Own: own, Stall: Stall{Length: stall}, CPU: cpu, Raised: raised}, {Own: own, Stall: Stall{Length: stall}, CPU: cpu, Raised: raised}, {Lost: true}}
	}
	for _, test := range []struct {
		name     string
		trials   []Trial
		workers  int
		overlaps []Overlap
		want     Effect
	}{
		{"nothing", nil, 1, nil, EffectUnknown},
		{"spin", trials(200*ms, 201*ms, 200*ms, 90*ms), 1, nil, BlocksEveryone},
		{"spin in a cluster", trials(200*ms, 201*ms, 200*ms, 90*ms), 4, nil, BlocksWorker},
		{"timer", trials(201*ms, 3*ms, 0, 0), 1, []Overlap{{2, 205 * ms}}, Slow},
		{"mutex", trials(50*ms, ms, 0, 0), 1, []Overlap{{2, 100 * ms}}, BlocksLock},
		{"pool of two", trials(50*ms, ms, 0, 0), 1, []Overlap{{2, 51 * ms}, {8, 200 * ms}}, BlocksPool},
		{"chunks", trials(218*ms, 2*ms, 200*ms, ms), 1, nil, Partitioned},
		{"half", trials(200*ms, 100*ms, 0, 0), 1, nil, BlocksPartly},
		{"fast", trials(ms, ms, 0, 0), 1, nil, EffectFast},
	} {
		if got := JudgeCollateral(test.trials, test.workers, test.overlaps); got.Effect != test.want {
			t.Errorf("%s: got %s (%+v), want %s", test.name, got.Effect, got, test.want)
		}
	}
}

// handlers are costs in nanoseconds by n, as handlers have them.
var handlers = []struct {
	name string
	cost func(n float64) float64
	want Class
}{
	{"constant", func(float64) float64 { return 3e4 }, Flat},
	{"free", func(float64) float64 { return 0 }, Flat},
	{"log", func(n float64) float64 { return 1e3 * math.Log2(n+1) }, Flat},
	{"linear", func(n float64) float64 { return 300 * n }, Linear},
	{"n log n", func(n float64) float64 { return 40 * n * math.Log2(n+1) }, Linear},
	{"square", func(n float64) float64 { return 12 * n * n }, Polynomial},
	{"square and linear", func(n float64) float64 { return 2*n*n + 500*n }, Polynomial},
	{"n^1.8", func(n float64) float64 { return 30 * math.Pow(n, 1.8) }, Polynomial},
	{"cube", func(n float64) float64 { return 3 * n * n * n }, Polynomial},
	{"2^n", func(n float64) float64 { return 12 * math.Pow(2, n) }, Exponential},
	{"phi^n", func(n float64) float64 { return 15 * math.Pow(1.618, n) }, Exponential},
	{"1.2^n", func(n float64) float64 { return 20 * math.Pow(1.2, n) }, Exponential},
	{"4^n", func(n float64) float64 { return 10 * math.Pow(4, n) }, Exponential},
	{"n!", func(n float64) float64 { return math.Gamma(n+1) * 5 }, Exponential},
	{"step", func(n float64) float64 {
		if n > 20_000 {
			return 5e7
		}
		return 1e4
	}, Threshold},
}

// probe plays the prober against a cost with noise, and returns the series and the most expensive request.
func probe(cost func(float64) float64, noise time.Duration, seed uint64) (Series, time.Duration) {
	random := rand.New(rand.NewPCG(seed, 7))
	plan := Plan{From: 1, To: 1_000_000, Target: 150 * ms, Cap: time.Second, Noise: 2 * noise}
	costliest := time.Duration(0)
	measure := func(n int) time.Duration {
		c := time.Duration(cost(float64(n)) * (1 + 0.05*random.Float64()))
		costliest = max(costliest, c)
		return c + time.Duration(random.ExpFloat64()*float64(noise)/2)
	}
	var costs []Cost
	s := Series{Noise: noise, Pressure: -1}
	add := func(n, times int) time.Duration {
		best := time.Duration(math.MaxInt64)
		for range times {
			w := measure(n)
			best = min(best, w)
			s.Measurements = append(s.Measurements, Measurement{N: n, Wall: w})
		}
		return best
	}
	for {
		n, why := plan.Next(costs)
		if why != Growing {
			break
		}
		costs = append(costs, Cost{n, add(n, 2)})
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
				if g := JudgeGrowth(s); g.Class != h.want {
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
		c := BudgetSize(s, JudgeGrowth(s), 50*ms)
		if math.Abs(c.N-test.want) > 0.05*test.want || c.Low > c.N || c.High < c.N {
			t.Errorf("%s: got %+v, want %.1f", test.name, c, test.want)
		}
	}
	s, _ := probe(func(float64) float64 { return 1e5 }, 200*time.Microsecond, 1)
	if c := BudgetSize(s, JudgeGrowth(s), 50*ms); c.N != 0 || c.Within < 900_000 {
		t.Errorf("flat: got %+v, want no crossing", c)
	}
}

func TestCompare(t *testing.T) {
	low, high, mixed := []float64{10, 10.2, 9.9, 10.1}, []float64{20, 21, 20.5, 19}, []float64{8, 10, 14, 30}
	for _, test := range []struct {
		before, after []float64
		want          Change
	}{{low, high, Worse}, {high, low, Better}, {low, low, WithinNoise}, {low, mixed, WithinNoise}, {nil, low, WithinNoise}} {
		if got := Compare(test.before, test.after); got != test.want {
			t.Errorf("%v to %v: got %s, want %s", test.before, test.after, got, test.want)
		}
	}
}

// TestSizesOfADisturbedLadder measures an exponential where it rises, although a small size took long by
// accident.
func TestSizesOfADisturbedLadder(t *testing.T) {
	p := Plan{From: 1, To: 1000, Target: 150 * time.Millisecond, Cap: time.Second, Noise: time.Millisecond}
	var ladder []Cost
	for n := 1; n <= 26; n++ {
		ladder = append(ladder, Cost{n, time.Duration(1<<n) * 3})
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

// Package endpoint observes one endpoint: how long it takes as its input grows, how many processes serve
// it, and what becomes of requests that overlap.
package endpoint

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/stats"
	"snag/probe/process"
	"snag/probe/wire"
)

// GrowConfig says how to grow the input of an endpoint.
type GrowConfig struct {
	Target  wire.Target
	Input   *Input
	Canary  []byte // a cheap request, by which the target shows that it has recovered
	Control string // a path that ignores bodies, to take their upload off; "" for none
	PIDs    []int  // the processes of the target on this machine, if they are known
	Plan    growth.Plan
	// Sizes and Repetitions bound the measurement that follows the growing; 9 and 7 when 0.
	Sizes, Repetitions int
	MaxRequests        int           // 0 means 400
	MaxTime            time.Duration // 0 means 20 s
	// Limit ends a request, and with it the growing.
	Limit    time.Duration
	Seed     uint64
	Progress func(n int)
}

// Growing is what was observed.
type Growing struct {
	Series   growth.Series
	Ladder   []growth.Cost // the sizes in the order in which they grew
	Why      growth.Why    // why growing ended, unless Failure says so
	Failure  *Failure
	Base     time.Duration // latency of a trivial request over this client
	Requests int
	Bytes    int // of the largest request
	Largest  int // the largest size that was answered
	// Longest is the longest request.
	Longest time.Duration
	// Cut reports whether requests or time ran out.
	Cut bool
	// FirstTime and Later are what the most expensive size took first and then: much less then is the work
	// of a cache.
	FirstTime, Later time.Duration
}

// Failure is an answer that ended the growing.
type Failure struct {
	N       int
	Outcome wire.Outcome
	Status  int
	Error   string
}

// errEnough ends a series whose requests or time ran out.
var errEnough = errors.New("enough")

type grower struct {
	GrowConfig
	client  *wire.Client
	started time.Time
	g       Growing
	seed    uint64
	random  *rand.Rand
	upload  map[int]time.Duration // by size of the body
	total   []time.Duration       // parallel to the measurements: of all threads
	top     []time.Duration       // of the busiest thread
	// What a trivial request takes of each.
	baseTotal, baseTop time.Duration
}

// Grow sends requests of growing size until they take long enough to judge, one after the other,
// and then measures some of the sizes again and again in random order.
func Grow(ctx context.Context, c GrowConfig) Growing {
	if c.Sizes == 0 {
		c.Sizes = 9
	}
	if c.Repetitions == 0 {
		c.Repetitions = 7
	}
	if c.MaxRequests == 0 {
		c.MaxRequests = 400
	}
	if c.MaxTime == 0 {
		c.MaxTime = 20 * time.Second
	}
	if c.Limit == 0 {
		c.Limit = 10 * time.Second
	}
	g := &grower{GrowConfig: c, client: wire.NewClient(c.Target), started: time.Now(), seed: c.Seed,
		random: rand.New(rand.NewPCG(c.Seed, 2)), upload: map[int]time.Duration{}}
	defer g.client.Close()
	load := process.StartPressure()
	if g.prepare(ctx) {
		if g.ladder(ctx) {
			g.repeat(ctx)
		}
		g.choose()
	}
	g.g.Series.Pressure = load.Share()
	return g.g
}

// prepare measures the base latency and warms the target up.
func (g *grower) prepare(ctx context.Context) bool {
	var base, total, top []float64
	const cold, counted = 20, 40
	for i := range cold + counted {
		before := process.ReadUsage(g.PIDs)
		r := g.client.Do(ctx, g.Canary, g.Limit)
		g.g.Requests++
		if r.Outcome != wire.Answered {
			g.g.Failure = &Failure{0, r.Outcome, r.Status, r.Error}
			return false
		}
		g.settle()
		if i >= cold {
			all, most := process.ReadUsage(g.PIDs).Since(before)
			total, top = append(total, float64(all)), append(top, float64(most))
			if !r.Fresh {
				base = append(base, float64(r.Latency()))
			}
		}
	}
	if len(base) == 0 {
		base = []float64{float64(time.Millisecond)} // no kept-alive connections
	}
	g.g.Base = time.Duration(stats.Quantile(base, 0.1))
	g.baseTotal, g.baseTop = time.Duration(stats.Median(total)), time.Duration(stats.Median(top))
	spread := time.Duration(stats.Quantile(base, 0.75)) - g.g.Base
	g.g.Series.Noise = min(max(2*spread, 200*time.Microsecond), 5*time.Millisecond)
	g.g.Series.CPU = len(g.PIDs) > 0
	if g.Plan.Noise == 0 {
		g.Plan.Noise = 2 * g.g.Series.Noise
	}
	for range 15 {
		if _, err := g.request(ctx, g.Plan.From); err != nil {
			return false
		}
	}
	g.g.Series.Measurements, g.total, g.top = nil, nil, nil
	return true
}

// request measures one request of size n.
func (g *grower) request(ctx context.Context, n int) (time.Duration, error) {
	if g.g.Requests >= g.MaxRequests || time.Since(g.started) > g.MaxTime || ctx.Err() != nil {
		g.g.Cut = true
		return 0, errEnough
	}
	g.seed++
	request, err := g.Input.Request(n, g.seed)
	if errors.Is(err, errTooLarge) {
		g.g.Why = growth.ReachedEnd
		return 0, errTooLarge
	}
	if err != nil {
		g.g.Failure = &Failure{N: n, Outcome: wire.Failed, Error: err.Error()}
		return 0, err
	}
	bytes := request.Bytes(g.Target)
	before := process.ReadUsage(g.PIDs)
	r := g.client.Do(ctx, bytes, g.Limit)
	g.g.Requests++
	g.g.Longest = max(g.g.Longest, r.Latency())
	if r.Outcome == wire.Cancelled {
		g.g.Cut = true
		return 0, errEnough
	}
	if r.Outcome != wire.Answered || r.Status >= 400 {
		g.g.Failure = &Failure{n, r.Outcome, r.Status, r.Error}
		return 0, errors.New("not answered")
	}
	g.settle()
	total, top := process.ReadUsage(g.PIDs).Since(before)
	wall := max(r.Latency()-g.g.Base-g.uploadOf(ctx, request), 0)
	g.g.Series.Measurements = append(g.g.Series.Measurements, growth.Measurement{N: n, Wall: wall})
	g.total, g.top = append(g.total, total), append(g.top, top)
	g.g.Bytes, g.g.Largest = max(g.g.Bytes, len(bytes)), max(g.g.Largest, n)
	if g.Progress != nil {
		g.Progress(n)
	}
	return wall, nil
}

// settle lets the threads of the target fall asleep: the kernel adds to the time of one that runs only
// now and then, and a reading that it has not reached yet lacks all of a short request.
func (g *grower) settle() {
	if len(g.PIDs) > 0 {
		time.Sleep(500 * time.Microsecond)
	}
}

// uploadOf measures what it takes to send the same body to a path that ignores it.
func (g *grower) uploadOf(ctx context.Context, r wire.Request) time.Duration {
	if len(r.Body) < 64<<10 || g.Control == "" {
		return 0
	}
	if known, ok := g.upload[len(r.Body)]; ok {
		return known
	}
	r.Path = g.Control
	bytes := r.Bytes(g.Target)
	best := time.Duration(0)
	for i := range 2 {
		reply := g.client.Do(ctx, bytes, g.Limit)
		g.g.Requests++
		if reply.Outcome != wire.Answered {
			break
		}
		if took := max(reply.Latency()-g.g.Base, 0); i == 0 || took < best {
			best = took
		}
	}
	g.upload[len(r.Body)] = best
	return best
}

// recover waits until a cheap request is answered as fast as at first, so that what a request left
// behind (a collection of garbage, say) does not count against the next one.
func (g *grower) recover(ctx context.Context) {
	for range 20 {
		r := g.client.Do(ctx, g.Canary, g.Limit)
		if r.Outcome != wire.Answered || r.Latency() < 2*g.g.Base+g.g.Series.Noise {
			return
		}
	}
}

// ladder grows the input. It returns whether there is something to measure again.
func (g *grower) ladder(ctx context.Context) bool {
	for {
		n, why := g.Plan.Next(g.g.Ladder)
		if why == growth.Wall && g.reconsider(ctx) {
			continue
		}
		if why != growth.Growing {
			g.g.Why = why
			return true
		}
		best, err := g.least(ctx, n)
		if err != nil {
			return len(g.g.Ladder) > 3 && !g.g.Cut
		}
		g.g.Ladder = append(g.g.Ladder, growth.Cost{N: n, Cost: best})
		if best > 20*time.Millisecond {
			g.recover(ctx)
		}
	}
}

// least is the smallest of two or more latencies: what rises out of the noise may be noise itself,
// unless it does so again.
func (g *grower) least(ctx context.Context, n int) (time.Duration, error) {
	best, before := time.Duration(0), g.Plan.Noise
	if n := len(g.g.Ladder); n > 0 {
		before = max(before, g.g.Ladder[n-1].Cost)
	}
	for i := 0; i < 2 || i < 4 && best > g.Plan.Noise && best < g.Plan.Target/8; i++ {
		wall, err := g.request(ctx, n)
		if err != nil {
			return 0, err
		}
		if i == 0 || wall < best {
			best = wall
		}
		if wall > g.Plan.Target/4 && (wall < 6*before || i > 0) {
			break // an expensive one needs no second opinion, unless it comes as a surprise
		}
	}
	return best, nil
}

// reconsider measures the last two sizes again when the next could take too long, and returns
// whether they are cheaper than they had seemed.
func (g *grower) reconsider(ctx context.Context) bool {
	cheaper := false
	for i := max(0, len(g.g.Ladder)-2); i < len(g.g.Ladder); i++ {
		c := &g.g.Ladder[i]
		for range 3 {
			wall, err := g.request(ctx, c.N)
			if err != nil {
				return false
			}
			if wall < c.Cost*8/10 {
				c.Cost, cheaper = wall, true
			}
		}
	}
	return cheaper
}

// repeat measures the sizes that decide, in random order.
func (g *grower) repeat(ctx context.Context) {
	sizes := g.Plan.Sizes(g.g.Ladder, g.Sizes)
	if len(sizes) == 0 {
		return
	}
	largest := sizes[len(sizes)-1]
	failed := g.g.Failure
	first, later := time.Duration(0), time.Duration(0)
	for _, m := range g.g.Series.Measurements {
		if m.N == largest && first == 0 {
			first = m.Wall
		}
	}
	// What the ladder measured had a colder target; its sizes at the top are kept when there is
	// nothing better.
	ladder := g.g.Series.Measurements
	g.g.Series.Measurements, g.total, g.top = nil, nil, nil
	for range g.Repetitions {
		order := slices.Clone(sizes)
		g.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, n := range order {
			wall, err := g.request(ctx, n)
			if err != nil {
				g.g.Failure = failed
				if len(g.g.Series.Measurements) < 2*len(sizes) {
					g.g.Series.Measurements, g.total, g.top = ladder, nil, nil
					g.g.Series.CPU = false
				}
				return
			}
			if n == largest && (later == 0 || wall < later) {
				later = wall
			}
			if wall > 20*time.Millisecond {
				g.recover(ctx)
			}
		}
	}
	g.g.FirstTime, g.g.Later = first, later
}

// choose takes the time of the busiest thread where one does the work, else that of all: a
// collector of garbage or a compiler beside an event loop is none of the request's cost.
func (g *grower) choose() {
	m := g.g.Series.Measurements
	if len(g.top) != len(m) || len(m) == 0 {
		g.g.Series.CPU = false
		return
	}
	var share []float64
	for i := range m {
		if m[i].N == g.g.Largest || m[i].Wall > 10*time.Millisecond {
			share = append(share, float64(g.top[i])/float64(max(g.total[i], 1)))
		}
	}
	one := len(share) > 0 && stats.Median(share) > 0.7
	for i := range m {
		m[i].CPU = max(g.total[i]-g.baseTotal, 0)
		if one {
			m[i].CPU = max(g.top[i]-g.baseTop, 0)
		}
	}
}

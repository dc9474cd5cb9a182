// Package endpoint observes one endpoint: how long it takes as its input grows, how many processes serve
// it, and what becomes of requests that overlap.
package endpoint

import (
	"context"
	"errors"
	"maps"
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
	// Expected are statuses that are as good an answer as 200, whatever they usually mean.
	Expected []int
	// Sizes and Repetitions bound the measurement that follows the growing; 9 and 7 when 0.
	Sizes, Repetitions int
	MaxRequests        int           // 0 means 400
	MaxTime            time.Duration // 0 means 20 s
	// Limit ends a request, and with it the growing.
	Limit    time.Duration
	Seed     uint64
	Progress func(n int)
	// Idle is what is known of trivial requests from before, nil to measure it.
	Idle *Idle
	// Known is a glance at the same input, whose sizes need not be looked for again; nil for none.
	Known *Growing
	// Glance measures what stays within the noise once and not again: it is a look at whether a cost grows at
	// all, before it is measured in earnest.
	Glance bool
}

// Idle is what trivial requests take.
type Idle struct {
	Base, Noise    time.Duration
	total, busiest time.Duration // of processor time, of all threads and of the busiest one
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
	// Redirected is the status of a redirect that the smallest size was answered with, 0 for none, and
	// Location its target.
	Redirected int
	Location   string
	// Cut reports whether requests or time ran out.
	Cut bool
	// FirstTime and Later are what the most expensive size took first and then: much less then is the work
	// of a cache.
	FirstTime, Later time.Duration
	// Lengths are those of the answers, in bytes by size.
	Lengths map[int]int64
	// Statuses are those of the answers, also of the one that ended the growing.
	Statuses growth.Statuses
	// Bound is the largest size that was answered as the smaller ones were, where larger ones are refused;
	// 0 where none is.
	Bound int
	// Paces are how long a fixed piece of work took on a processor, in nanoseconds, while sizes were measured again.
	Paces []float64
}

// Failure is an answer that ended the growing, or the lack of one.
type Failure struct {
	N       int
	Outcome wire.Outcome
	Status  int
	Error   string
	Limit   time.Duration // how long an answer was waited for at most
}

// NewFailure returns what became of a request of size n.
func NewFailure(n int, r wire.Reply) *Failure {
	return &Failure{n, r.Outcome, r.Status, r.Error, r.Limit}
}

// String says how the request ended.
func (f *Failure) String() string { return f.Reply().String() }

// Reply returns how the request ended as a reply without what was answered.
func (f *Failure) Reply() wire.Reply {
	return wire.Reply{Outcome: f.Outcome, Status: f.Status, Error: f.Error, Limit: f.Limit}
}

// errEnough ends a series whose requests or time ran out.
var errEnough = errors.New("enough")

type grower struct {
	GrowConfig
	Growing
	client  *wire.Client
	started time.Time
	seed    uint64
	random  *rand.Rand
	upload  map[int]upload  // by size of the body
	total   []time.Duration // parallel to the measurements: of all threads
	top     []time.Duration // of the busiest thread
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
		random: rand.New(rand.NewPCG(c.Seed, 2)), upload: map[int]upload{}, Growing: Growing{Lengths: map[int]int64{}, Statuses: growth.Statuses{}}}
	defer g.client.Close()
	load := process.StartPressure()
	if g.prepare(ctx) {
		if g.climbed() || g.ladder(ctx) {
			g.leaveOutRefused()
			if !g.Glance {
				g.repeat(ctx)
			}
		}
		g.choose()
	}
	g.Series.Pressure = load.Share()
	return g.Growing
}

// MeasureIdle measures what trivial requests to a target take, with the processor time of its processes. The
// failure is that of a request that was not answered.
func MeasureIdle(ctx context.Context, c GrowConfig) (Idle, *Failure) {
	if c.Limit == 0 {
		c.Limit = 10 * time.Second
	}
	g := &grower{GrowConfig: c, client: wire.NewClient(c.Target), started: time.Now()}
	defer g.client.Close()
	if r := g.idle(ctx); r.Outcome != wire.Answered {
		return Idle{}, NewFailure(0, r)
	}
	return Idle{g.Base, g.Series.Noise, g.baseTotal, g.baseTop}, nil
}

// prepare measures the base latency, unless it is known, and warms the target up.
func (g *grower) prepare(ctx context.Context) bool {
	if known := g.GrowConfig.Idle; known != nil {
		g.Base, g.Series.Noise, g.baseTotal, g.baseTop = known.Base, known.Noise, known.total, known.busiest
	} else if r := g.idle(ctx); r.Outcome != wire.Answered {
		g.fail(0, r)
		return false
	}
	g.Series.CPU = len(g.PIDs) > 0
	if g.Plan.Noise == 0 {
		g.Plan.Noise = 2 * g.Series.Noise
	}
	warm := 15
	if g.Glance {
		warm = 2
	}
	for range warm {
		if _, err := g.request(ctx, g.Plan.From); err != nil {
			return false
		}
	}
	g.Series.Measurements, g.total, g.top = nil, nil, nil
	return true
}

// fail notes that a request of size n was not answered, or that there was no more time for it.
func (g *grower) fail(n int, r wire.Reply) {
	if g.Cut = g.Cut || r.Cut(g.Limit); !r.Cut(g.Limit) {
		g.Failure = NewFailure(n, r)
	}
}

// idle measures the base latency. It returns the last answer, or what came instead of one.
func (g *grower) idle(ctx context.Context) (r wire.Reply) {
	var base, total, top []float64
	const cold, counted = 20, 40
	for i := range cold + counted {
		clock := StartClock(g.PIDs)
		r = g.client.Do(ctx, g.Canary, g.Limit)
		g.Requests++
		if r.Outcome != wire.Answered {
			return r
		}
		g.settle()
		if i >= cold {
			spent := clock.Read()
			total, top = append(total, float64(spent.Total)), append(top, float64(spent.Top))
			if !r.Fresh {
				base = append(base, float64(spent.Undelayed(r.Latency(), 0)))
			}
		}
	}
	if len(base) == 0 {
		base = []float64{float64(time.Millisecond)} // no kept-alive connections
	}
	g.Base = time.Duration(stats.Quantile(base, 0.1))
	g.baseTotal, g.baseTop = time.Duration(stats.Median(total)), time.Duration(stats.Median(top))
	spread := time.Duration(stats.Quantile(base, 0.75)) - g.Base
	g.Series.Noise = min(max(2*spread, 200*time.Microsecond), 5*time.Millisecond)
	return r
}

// climbed takes over the sizes of a glance. It returns whether there is something to measure again.
func (g *grower) climbed() bool {
	known := g.GrowConfig.Known
	if known == nil || len(known.Ladder) < 4 || known.Cut || known.Failure != nil {
		return false
	}
	g.Ladder, g.Why, g.Bound, g.Largest, g.Bytes = slices.Clone(known.Ladder), known.Why, known.Bound, known.Largest, known.Bytes
	g.Lengths, g.Statuses = maps.Clone(known.Lengths), maps.Clone(known.Statuses)
	return true
}

// ladder grows the input. It returns whether there is something to measure again.
func (g *grower) ladder(ctx context.Context) bool {
	for {
		n, why := g.Plan.Next(g.Ladder)
		if why == growth.Wall && g.reconsider(ctx) {
			continue
		}
		if why != growth.Growing {
			g.Why = why
			return true
		}
		best, err := g.least(ctx, n)
		if g.Bound == 0 && g.refusedAnew(n) {
			g.edge(ctx, n)
		}
		if err != nil {
			return len(g.Ladder) > 3 && !g.Cut
		}
		g.Ladder = append(g.Ladder, growth.Cost{N: n, Cost: best})
		if best > 20*time.Millisecond {
			g.recover(ctx)
		}
	}
}

// reconsider measures the last two sizes again when the next could take too long, and returns
// whether they are cheaper than they had seemed.
func (g *grower) reconsider(ctx context.Context) bool {
	cheaper := false
	for i := max(0, len(g.Ladder)-2); i < len(g.Ladder); i++ {
		c := &g.Ladder[i]
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
	sizes := g.Plan.Sizes(g.Ladder, g.Sizes)
	if len(sizes) == 0 {
		return
	}
	largest := sizes[len(sizes)-1]
	failed := g.Failure
	first, later := time.Duration(0), time.Duration(0)
	for _, m := range g.Series.Measurements {
		if m.N == largest && first == 0 {
			first = m.Wall
		}
	}
	// What the ladder measured had a colder target; its sizes at the top are kept when there is
	// nothing better.
	ladder := g.Series.Measurements
	g.Series.Measurements, g.total, g.top = nil, nil, nil
	for range g.Repetitions {
		g.Paces = append(g.Paces, float64(process.Pace()))
		order := slices.Clone(sizes)
		g.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, n := range order {
			wall, err := g.request(ctx, n)
			if err != nil {
				g.Failure = failed
				if len(g.Series.Measurements) < 2*len(sizes) {
					g.Series.Measurements, g.total, g.top = ladder, nil, nil
					g.Series.CPU = false
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
	// What has never been asked for is in no cache: when it is quick as well, the target was merely cold.
	if fresh := largest - 1; first > 5*time.Millisecond && later < first/5 && fresh > g.Plan.From {
		if wall, err := g.request(ctx, fresh); err != nil || wall < first/2 {
			first = later
		}
		g.Failure = failed
	}
	g.FirstTime, g.Later = first, later
}

// choose takes the time of the busiest thread where one does the work, else that of all: a
// collector of garbage or a compiler beside an event loop is none of the request's cost.
func (g *grower) choose() {
	m := g.Series.Measurements
	if len(g.top) != len(m) || len(m) == 0 {
		g.Series.CPU = false
		return
	}
	var share []float64
	for i := range m {
		if m[i].N == g.Largest || m[i].Wall > 10*time.Millisecond {
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

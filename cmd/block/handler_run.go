package block

import (
	"context"
	"fmt"
	"strings"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/probe/endpoint"
	"snag/probe/stream"
	"snag/probe/wire"
)

// handlerRun is what was observed and judged.
type handlerRun struct {
	options *handlerOptions
	attack  *firedAttack // in the input, nil for none
	several bool         // it is one of several attacks
	time    time.Duration
	input   *endpoint.Input
	grows   bool
	// glance, plan and idle are what is known from a look at the same input, nil for nothing. Alone says that one
	// process serves, so that there are none to count.
	glance    *endpoint.Growing
	plan      *growth.Plan
	idle      *endpoint.Idle
	alone     bool
	canary    endpoint.Canary
	pipelined bool
	rate      int // canaries a second

	growing  *endpoint.Growing
	growth   growth.Growth
	crossing growth.Crossing
	workers  *endpoint.Workers
	size     int // n of the trials
	stream   *stream.Observation
	stall.Beside
	overlaps   []stall.Overlap
	collateral stall.Collateral
	where      *target.Place
	stalling   []target.Process // of several
	pressure   float64
	failure    *endpoint.Failure
	partial    bool
	unwatched  error // why nobody could be watched beside the request, nil where that was not tried or came to its end
	notes      []string
	// redirected and redirectsTo are the status and the target of a redirect that was answered to the
	// smallest size, 0 and "" for none.
	redirected  int
	redirectsTo string
	compared    *growth.Comparison
}

// once measures a request that does not grow.
func (r *handlerRun) once(ctx context.Context, p *cli.Progress) {
	p.Set(0, 0, "measuring the request")
	request, err := r.input.Request(1, r.options.seed)
	if err != nil {
		r.failure = &endpoint.Failure{Outcome: wire.Failed, Error: err.Error()}
		return
	}
	client := wire.NewClient(r.options.Wire)
	defer client.Close()
	reply := client.Do(ctx, request.Bytes(r.options.Wire), r.options.Limit)
	if reply.Status/100 == 3 {
		r.redirected, r.redirectsTo = reply.Status, reply.Get("Location")
	}
	if !reply.Cut(r.options.Limit) && (reply.Outcome != wire.Answered || growth.MeaningOf(reply.Status, r.options.expected) != growth.Handled) {
		r.failure = endpoint.NewFailure(0, reply)
	}
}

// grow grows the input and judges how the cost does.
func (r *handlerRun) grow(ctx context.Context, p *cli.Progress) {
	o := r.options
	plan := growth.NewPlan(o.from, o.to, o.budget, o.Limit)
	if r.plan != nil {
		plan = *r.plan
	}
	g := endpoint.Grow(ctx, endpoint.GrowConfig{
		Target: o.Wire, Input: r.input, Canary: r.canary.Bytes, Control: o.control, PIDs: o.PIDs,
		Plan: plan, Known: r.glance, Idle: r.idle, Expected: o.expected,
		Sizes: o.sizes, Repetitions: o.repetitions, MaxRequests: o.maxRequests * 3 / 4, MaxTime: r.time * 6 / 10, Limit: o.Limit, Seed: o.seed,
		Progress: func(n int) { p.Set(0, 0, fmt.Sprintf("growing the input, n = %d", n)) },
	})
	r.growing, r.failure = &g, g.Failure
	r.redirected, r.redirectsTo = g.Redirected, g.Location
	r.growth = growth.Judge(g.Series)
	r.crossing = growth.CrossingOf(g.Series, r.growth, o.budget).UpTo(g.Bound)
	if o.size == 0 {
		r.size = max(g.Largest, o.from)
	}
	if r.glance != nil {
		r.size = r.enough(r.size)
	}
	if g.FirstTime > 5*time.Millisecond && g.Later < g.FirstTime/5 {
		r.notes = append(r.notes, fmt.Sprintf("n = %d took %s the first time and %s later: a cache answers, and the growth is the cache's", g.Largest, cli.ShortMillis(g.FirstTime), cli.ShortMillis(g.Later)))
	}
	if reasons := r.whyFlat(); len(reasons) > 0 {
		r.notes = append(r.notes, "the cost hardly grows although an attack was sent: "+strings.Join(reasons, "; or "))
	}
	if n, bytes := growth.Plateau(g.Lengths); n > 0 {
		r.notes = append(r.notes, fmt.Sprintf("the answer grows up to n = %s (%s bytes) and no more up to n = %s: there may be nothing more to ask for, or a limit", cli.Thousands(int64(n)), cli.Thousands(bytes), cli.Thousands(int64(g.Largest))))
	}
	if moved := stats.Moved(g.Paces); moved > target.PaceNoise && r.crossing.N > 0 {
		r.notes = append(r.notes, fmt.Sprintf("the machine's speed moved by %.0f%% meanwhile: the size at the budget, n = %s, is off by up to as much", 100*moved, r.crossing.Words()))
	}
	if g.Cut && ctx.Err() != context.Canceled && g.Largest > 0 {
		r.notes = append(r.notes, "requests or time for growing ran out; --max-requests and --max-time allow more")
	}
}

// enough is the smallest size that was measured to take twice the budget, as far as any is below the largest.
func (r *handlerRun) enough(largest int) int {
	for _, c := range r.growth.Curve {
		if c.N <= largest && c.Cost >= 2*r.options.budget {
			return c.N
		}
	}
	return largest
}

// watch fires the suspect beside a stream of cheap requests.
func (r *handlerRun) watch(ctx context.Context, p *cli.Progress) {
	o := r.options
	if ctx.Err() != nil || r.growing != nil && r.growing.Largest == 0 {
		return
	}
	shots := make([][]byte, 0, o.trials)
	for i := range o.trials {
		request, err := r.input.Request(r.size, o.seed+uint64(1000+i))
		if err != nil {
			break
		}
		shots = append(shots, request.Bytes(o.Wire))
	}
	if len(shots) == 0 {
		return
	}
	expected := r.expected(ctx, shots[0])
	if expected < 0 {
		return
	}
	lanes := 1
	if r.pipelined && expected > 20*time.Millisecond && !r.alone {
		p.Set(0, 0, "counting processes")
		w := endpoint.CountWorkers(ctx, o.Wire, shots[0], r.canary.Bytes, expected, 96, 20)
		r.workers = &w
		if w.Count > 1 {
			lanes = min(2*w.Count, 40) // the kernel or the parent deals connections out: twice as many reach all
		}
	}
	p.Set(0, 0, "measuring whom it stalls")
	if r.rate = o.rate; r.rate == 0 {
		var note string
		quiet := stream.Plan{Target: o.Wire, Canary: r.canary.Bytes, Pipelined: r.pipelined, Limit: o.Limit}
		if r.rate, note = stream.ChooseRate(ctx, quiet, o.PIDs, stream.UsualRate); note != "" {
			r.notes = append(r.notes, note)
		}
	}
	interval := time.Second / time.Duration(r.rate)
	if expected > 0 { // no more than what the time allows
		if left := target.TimeLeft(ctx) - time.Second; left > 0 {
			shots = shots[:min(len(shots), max(1, int(left/(2*expected+100*time.Millisecond))))]
		}
	}
	var usage []endpoint.Spent
	var clock endpoint.Clock
	plan := stream.Plan{
		Target: o.Wire, Canary: r.canary.Bytes, Interval: interval, Pipelined: r.pipelined, Lanes: lanes,
		Shots: shots, Lead: 500 * time.Millisecond, Rest: max(100*time.Millisecond, expected/4), Limit: o.Limit, Seed: o.seed,
	}
	if len(o.PIDs) > 0 {
		plan.Fired = func(after bool) {
			if !after {
				clock = endpoint.StartClock(o.PIDs)
				return
			}
			usage = append(usage, clock.Read())
		}
	}
	seen, err := stream.Run(ctx, plan)
	if err != nil {
		r.unwatched = err
		return
	}
	r.stream = &seen
	r.judgeStream(plan, usage)
	if w := r.workers; w != nil && (w.Partial || r.collateral.Ratio < 0.75 || r.collateral.MachineStalls()) {
		w.Count = 0 // what does not block a process cannot count them
	}
	if !r.collateral.Effect.Blocks() && r.collateral.Own > 20*time.Millisecond {
		if ctx.Err() == nil {
			r.overlap(ctx, shots[0])
			r.collateral = stall.JudgeCollateral(r.Trials, r.workerCount(), r.overlaps)
		}
		r.fill(ctx, shots[0])
	}
}

// fill sends as many suspects at once as there are processes that take connections from one queue: where one of them
// makes nobody wait, all of them may. The others are served by another process then, and not in between.
func (r *handlerRun) fill(ctx context.Context, shot []byte) {
	o := r.options
	count := o.Serving()
	if o.Child == nil {
		count = len(o.PIDs)
	}
	if count < 2 || count > mostProcesses {
		return
	}
	if r.collateral.Effect == stall.Partitioned {
		r.collateral.Effect = stall.Slow
	}
	// One of those that listen may serve nobody, as that does which has started the others.
	for ; count >= 2; count-- {
		waited, ok := r.fills(ctx, shot, count)
		if !ok {
			break
		}
		r.collateral = r.collateral.Filled(count, waited)
	}
	if ctx.Err() != nil && r.collateral.Together == 0 {
		r.collateral.Effect = stall.EffectUnknown // there was no time to see whether all of them may make others wait
	}
}

// fills reports whether so many suspects at once make everybody wait, the second time as well and not by chance, and for
// how long at the least.
func (r *handlerRun) fills(ctx context.Context, shot []byte, count int) (least time.Duration, ok bool) {
	for range 2 {
		waited, ok := endpoint.Fills(ctx, r.options.Wire, shot, r.canary.Bytes, count, r.collateral.Own, r.options.Limit)
		if !ok || ctx.Err() != nil {
			return 0, false
		}
		if least == 0 || waited < least {
			least = waited
		}
	}
	return least, true
}

// mostProcesses is how many are filled at the most.
const mostProcesses = 16

// expected is about how long the suspect takes; negative when it does not answer.
func (r *handlerRun) expected(ctx context.Context, shot []byte) time.Duration {
	client := wire.NewClient(r.options.Wire)
	defer client.Close()
	reply := client.Do(ctx, shot, r.options.Limit)
	if reply.Outcome != wire.Answered {
		if r.failure == nil && !reply.Cut(r.options.Limit) {
			r.failure = endpoint.NewFailure(r.size, reply)
		}
		return -1
	}
	return reply.Latency()
}

func (r *handlerRun) workerCount() int {
	if r.workers == nil {
		return 0
	}
	return r.workers.Count
}

// judgeStream makes trials of what the stream saw.
func (r *handlerRun) judgeStream(plan stream.Plan, usage []endpoint.Spent) {
	var shots []stall.Shot
	for i, seen := range r.stream.Shots {
		shot := stall.Shot{Sent: seen.Sent, Done: seen.Done, Lost: seen.Outcome != wire.Answered}
		if i < len(usage) {
			shot.CPU, shot.Waited, shot.Busiest, shot.Others = usage[i].Total, usage[i].Waited, usage[i].Top, usage[i].Others
		}
		shots = append(shots, shot)
		if shot.Lost && r.failure == nil && seen.Outcome != wire.Cancelled {
			r.failure = &endpoint.Failure{N: r.size, Outcome: seen.Outcome, Status: seen.Status, Limit: plan.Limit}
		}
	}
	r.Beside = stall.JudgeBeside(r.stream.Samples, shots, plan.Interval, plan.Lead)
	r.collateral = stall.JudgeCollateral(r.Trials, r.workerCount(), nil)
	var computed []int
	for i, shot := range shots {
		// Others that only answer meanwhile use little, and one that sleeps as little as they.
		if own := shot.Done - shot.Sent; i < len(usage) && usage[i].Busiest > max(usage[i].Total/2, own/10) && usage[i].Busiest+usage[i].Waited > own/2 {
			computed = append(computed, usage[i].PID)
		}
	}
	if stalling := target.Processes(computed); r.collateral.Effect.Blocks() && (len(stalling) > 1 || r.workerCount() > 1 || r.options.Serving() > 1) {
		r.stalling = stalling
	}
}

// overlap sends two and eight suspects at once.
func (r *handlerRun) overlap(ctx context.Context, shot []byte) {
	for _, count := range []int{2, 8} {
		makespan, ok := endpoint.Makespan(ctx, r.options.Wire, shot, count, r.options.Limit)
		if !ok {
			return
		}
		r.overlaps = append(r.overlaps, stall.Overlap{Count: count, Makespan: makespan})
	}
}

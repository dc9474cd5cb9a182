package stall

import (
	"math"
	"time"

	"snag/analyze/stats"
)

// Trial is one request of the suspect while the stream ran.
type Trial struct {
	Own   time.Duration // its own latency, less that of a trivial request
	Stall Stall         // the longest stall of the others meanwhile
	// CPU is the processor time that the target used meanwhile; 0 when it is not known.
	CPU time.Duration
	// Waited is how long the target was ready to run meanwhile and had no processor; 0 when that is not known.
	Waited time.Duration
	// Busiest is the processor time of the busiest thread of it; 0 when that is not known.
	Busiest time.Duration
	// Others is how long another thread of it, which may serve others, waited for a processor at the most; 0 when that is
	// not known.
	Others time.Duration
	// Raised is the median response time of the others meanwhile, less that of an idle server.
	Raised time.Duration
	Lost   bool // it was given up
	// Held is how many of the others were answered only when the suspect was, after a good part of its time, and
	// HeldFor the longest of their waits: they went to the process that it kept busy.
	Held    int
	HeldFor time.Duration
}

// Effect says whom a slow request makes wait.
type Effect string

// The effects.
const (
	EffectUnknown  Effect = "unknown"            // nothing could be measured
	EffectFast     Effect = "fast"               // too fast to delay anyone
	BlocksEveryone Effect = "blocks-everyone"    // nobody is answered meanwhile
	BlocksWorker   Effect = "blocks-one-process" // those that the same worker process serves wait
	BlocksPartly   Effect = "blocks-partly"      // others wait for a part of the time
	BlocksLock     Effect = "blocks-a-lock"      // only requests of its kind wait, one after the other
	BlocksPool     Effect = "blocks-its-pool"    // only requests of its kind wait, once several run
	Partitioned    Effect = "partitioned"        // it works in small pieces and lets others in between
	Slow           Effect = "slow"               // it takes long, and nobody else notices
)

// Blocks reports whether requests of other kinds wait.
func (e Effect) Blocks() bool {
	return e == BlocksEveryone || e == BlocksWorker || e == BlocksPartly
}

// Collateral is what the suspect does to others.
type Collateral struct {
	Effect Effect
	// Own and Stall are medians of the trials, Delayed is the largest number of requests.
	Own, Stall time.Duration
	Delayed    int
	// Ratio is the median of Stall to Own, trial by trial: 1 when everybody waits as long as the
	// request itself takes.
	Ratio   float64
	Trials  int
	Stalled int // trials with a ratio of at least a half
	// Computed is the number of trials in which one thread of the target computed for at least half of the stall: a
	// busy machine does not delay others like that.
	Computed int
	// Starved is the number of trials in which another thread of the target than the busiest waited for a processor for at
	// least half of the stall: others may have waited for that one, and so for the machine.
	Starved int
	// Together is how many at once everybody else waits for where one alone is not: as many as processes take
	// connections from one queue. It is 0 for one.
	Together int
}

// Filled is the collateral of requests of which so many at once made others wait so long, where one alone makes nobody
// wait as other processes go on.
func (c Collateral) Filled(together int, waited time.Duration) Collateral {
	c.Effect, c.Together, c.Stall, c.Stalled = BlocksWorker, together, waited, c.Trials
	c.Ratio = float64(waited) / float64(max(c.Own, 1))
	return c
}

// leastOwn is the latency below which the ratio says nothing: noise of the scheduler is as large.
const leastOwn = 3 * time.Millisecond

// Overlap is what several requests of the suspect, sent at once, took until all were done.
type Overlap struct {
	Count    int
	Makespan time.Duration
}

// JudgeCollateral judges the trials. Workers is the number of processes that serve, 0 when unknown;
// the overlaps may be none.
func JudgeCollateral(trials []Trial, workers int, overlaps []Overlap) Collateral {
	c := Collateral{Effect: EffectUnknown}
	var own, stall, ratio, wanted, raised []float64
	for _, t := range trials {
		if t.Lost {
			continue
		}
		t.Own = max(t.Own, time.Microsecond) // faster than a trivial request, by chance
		r := float64(t.Stall.Length) / float64(t.Own)
		own, stall, ratio = append(own, float64(t.Own)), append(stall, float64(t.Stall.Length)), append(ratio, r)
		wanted, raised = append(wanted, float64(t.CPU+t.Waited)), append(raised, float64(t.Raised))
		if r >= 0.5 {
			c.Stalled++
		}
		if t.Stall.Length > 0 && t.Busiest >= t.Stall.Length/2 {
			c.Computed++
		}
		if t.Stall.Length > 0 && t.Others >= t.Stall.Length/2 {
			c.Starved++
		}
		c.Delayed = max(c.Delayed, t.Stall.Delayed)
	}
	c.Trials = len(own)
	if c.Trials == 0 {
		return c
	}
	c.Own, c.Stall = time.Duration(stats.Median(own)), time.Duration(stats.Median(stall))
	c.Ratio = stats.Median(ratio)
	if of := float64(c.Stall) / float64(c.Own); math.Abs(of-c.Ratio) > 0.1 {
		// The medians are those of different trials: show one trial, the one whose ratio is in the middle.
		at := 0
		for i := range ratio {
			if math.Abs(ratio[i]-c.Ratio) < math.Abs(ratio[at]-c.Ratio) {
				at = i
			}
		}
		c.Own, c.Stall, c.Ratio = time.Duration(own[at]), time.Duration(stall[at]), ratio[at]
	}
	switch {
	case c.Own < leastOwn:
		c.Effect = EffectFast
	case c.Ratio >= 0.25 && c.MachineStalls():
	case c.Ratio >= 0.75 && workers > 1:
		c.Effect = BlocksWorker
	case c.Ratio >= 0.75:
		c.Effect = BlocksEveryone
	case c.Ratio >= 0.25 && c.Stall >= leastOwn:
		c.Effect = BlocksPartly
	case c.held(trials):
		c.Effect = BlocksWorker
	default:
		c.Effect = quiet(c.Own, time.Duration(stats.Median(wanted)), time.Duration(stats.Median(raised)), overlaps)
	}
	return c
}

// MachineStalls reports whether others may have waited for a processor in most trials, and not for the suspect: whom that
// delays is not known then.
func (c Collateral) MachineStalls() bool { return 2*c.Starved > c.Trials }

// held reports whether in most trials some of the others were held until the suspect was answered, while the rest were
// served: there are several processes, and connections are dealt out anew for each request. The stall is theirs then.
// A cluster of Node hands a busy process one connection and no more, so that one of a trial is enough.
func (c *Collateral) held(trials []Trial) bool {
	var waits []float64
	for _, t := range trials {
		if !t.Lost && t.Held > 0 {
			waits = append(waits, float64(t.HeldFor))
		}
	}
	if len(waits) < 2 || 2*len(waits) <= c.Trials || c.Own < leastHeld {
		return false
	}
	c.Stall, c.Stalled = time.Duration(stats.Median(waits)), len(waits)
	c.Ratio = float64(c.Stall) / float64(max(c.Own, 1))
	return true
}

// leastHeld is how long a suspect takes at the least whose end others are seen to wait for.
const leastHeld = 50 * time.Millisecond

// Undelayed is the median of what the trials took without the waiting of the target for a processor, and not less
// than its busiest thread computed; 0 when there are none.
func Undelayed(trials []Trial) time.Duration {
	var own []float64
	for _, t := range trials {
		if !t.Lost {
			own = append(own, float64(max(t.Own-t.Waited, min(t.Busiest, t.Own), 0)))
		}
	}
	if len(own) == 0 {
		return 0
	}
	return time.Duration(stats.Median(own))
}

// quiet tells apart what a request can do when others are answered meanwhile. Wanted is the processor time that the target
// used or would have used, had there been one.
func quiet(own, wanted, raised time.Duration, overlaps []Overlap) Effect {
	// Requests that compute share the cores, which looks like a lock from outside.
	computes := wanted > own/2
	for _, o := range overlaps {
		if computes || o.Makespan < own*7/5 {
			continue
		}
		if o.Makespan >= own*time.Duration(o.Count)*4/5 {
			return BlocksLock
		}
		return BlocksPool
	}
	if raised > 500*time.Microsecond {
		return Partitioned
	}
	return Slow
}

package stream

import (
	"context"
	"fmt"
	"time"

	"snag/probe/process"
	"snag/probe/wire"
)

// Rates of canaries a second, and the share of a processor that they may take from the server. The
// discreet rate is for servers whose cost nobody can read and that are watched without end.
const (
	UsualRate, DiscreetRate = 500, 200
	leastRate               = 100
	canaryShare             = 0.05
)

// serial is how long a canary takes on a connection whose requests the server works on one after the other, where more of
// them would only wait for each other; 0 where several are answered in the time of one.
func serial(ctx context.Context, p Plan) time.Duration {
	client := wire.NewClient(p.Target)
	defer client.Close()
	each := time.Duration(0)
	for range 5 { // on a busy machine most of them may be late
		r := client.Do(ctx, p.Canary, p.Limit)
		if r.Outcome != wire.Answered {
			return 0 // the stream tells
		}
		if each == 0 || r.Latency() < each {
			each = r.Latency()
		}
		if each < time.Second/leastRate {
			return each
		}
	}
	if !p.Pipelined {
		return each
	}
	const few = 4
	p.Interval, p.Duration = 5*time.Millisecond, few*5*time.Millisecond
	for range 3 {
		seen, err := Run(ctx, p)
		if n := len(seen.Samples); err == nil && n >= few-1 {
			if last := seen.Samples[n-1]; last.Done-last.Sent > each*9/5 {
				return each
			}
			break
		}
	}
	return 0
}

// ChooseRate measures what the canaries of a plan cost the server, where that can be read, and returns how
// many a second it bears, at most UsualRate and at least 100, with a note when it bears fewer. Where the cost
// cannot be read it returns the rate blind. The stall of a suspect is measured as well with fewer: one is
// sent right behind it, and its end shows in the answer.
func ChooseRate(ctx context.Context, p Plan, pids []int, blind int) (rate int, note string) {
	if each := serial(ctx, p); each > time.Second/leastRate {
		rate = max(int(time.Second/(2*each)), 1)
		return rate, fmt.Sprintf("a canary takes %d ms, one after the other over a connection: %d a second are sent rather than %d", each.Milliseconds(), rate, UsualRate)
	}
	if len(pids) == 0 {
		return blind, ""
	}
	p.Interval, p.Duration = time.Second/UsualRate, 150*time.Millisecond
	asked := 0
	ask := func() {
		seen, err := Run(ctx, p)
		if asked = 0; err == nil {
			asked = len(seen.Samples)
		}
	}
	used := func(work func()) time.Duration {
		before := process.ReadUsage(pids)
		work()
		total, _ := process.ReadUsage(pids).Since(before)
		return total
	}
	ask() // until its code is compiled
	busy, idle := used(ask), used(func() { time.Sleep(p.Duration) })
	if asked == 0 || busy <= idle {
		return UsualRate, ""
	}
	each := (busy - idle) / time.Duration(asked)
	bears := int(canaryShare * float64(time.Second) / float64(max(each, 1)))
	if bears >= UsualRate {
		return UsualRate, ""
	}
	rate = max(bears, leastRate)
	return rate, fmt.Sprintf("a canary takes the server %d µs: %d a second are sent rather than %d", each.Microseconds(), rate, UsualRate)
}

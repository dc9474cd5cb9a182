package block

import (
	"context"
	"fmt"
	"time"

	"snag/probe/process"
	"snag/probe/stream"
)

// Rates of canaries a second, and the share of a processor that they may take from the server. The
// discreet rate is for servers whose cost nobody can read and that are watched without end.
const (
	usualRate, discreetRate, leastRate = 500, 200, 100
	canaryShare                        = 0.05
)

// chooseRate measures what canaries cost the server, where that can be read, and returns how many it
// bears, at most usualRate and at least leastRate, with a note when it bears fewer. Where the cost
// cannot be read it returns the rate blind. The stall of a suspect is measured as well with fewer: one
// is sent right behind it, and its end shows in the answer.
func (t *blockTarget) chooseRate(ctx context.Context, canary []byte, pipelined bool, blind int) (int, string) {
	if len(t.pids) == 0 {
		return blind, ""
	}
	const duration = 150 * time.Millisecond
	asked := 0
	ask := func() {
		seen, err := stream.Run(ctx, stream.Plan{Target: t.target, Canary: canary, Interval: time.Second / usualRate, Pipelined: pipelined, Duration: duration, Limit: t.limit})
		if asked = 0; err == nil {
			asked = len(seen.Samples)
		}
	}
	used := func(work func()) time.Duration {
		before := process.ReadUsage(t.pids)
		work()
		total, _ := process.ReadUsage(t.pids).Since(before)
		return total
	}
	ask() // until its code is compiled
	busy, idle := used(ask), used(func() { time.Sleep(duration) })
	if asked == 0 || busy <= idle {
		return usualRate, ""
	}
	each := (busy - idle) / time.Duration(asked)
	bears := int(canaryShare * float64(time.Second) / float64(max(each, 1)))
	if bears >= usualRate {
		return usualRate, ""
	}
	rate := max(bears, leastRate)
	return rate, fmt.Sprintf("a canary takes the server %d µs: %d a second are sent rather than %d", each.Microseconds(), rate, usualRate)
}

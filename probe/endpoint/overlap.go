package endpoint

import (
	"context"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/process"
	"snag/probe/wire"
)

// OverlapConfig says how to look for requests that hang when they overlap.
type OverlapConfig struct {
	Target wire.Target
	// Request makes the next request.
	Request func() []byte
	Canary  []byte
	PIDs    []int
	Most    int // requests at once
	// Limit bounds the whole search.
	Limit time.Duration
	// OnStall is called while requests hang, to gather evidence, if it is not nil.
	OnStall  func()
	Progress func(requests int)
}

// Overlapping is what was observed.
type Overlapping struct {
	Own      time.Duration // of one request alone
	Alone    wire.Outcome  // how one request alone ended
	Hang     *pool.Hang    // nil when none hung
	Most     int           // the largest number that was sent at once and answered
	Requests int
}

// Overlap sends one request, then two at once, three, and so on, and waits for each group longer
// than they would take sequentially. It ends at the first that hangs.
func Overlap(ctx context.Context, c OverlapConfig) Overlapping {
	var o Overlapping
	started := time.Now()
	burst := NewBurst(c.Target, c.Canary, 10*time.Second)
	defer burst.Close()
	alone := burst.Send(ctx, [][]byte{c.Request()}, c.Limit)[0]
	o.Requests, o.Own, o.Alone = 1, alone.Latency(), alone.Outcome
	if alone.Outcome != wire.Answered {
		return o
	}
	for n := 2; n <= c.Most && ctx.Err() == nil; n++ {
		deadline := pool.Deadline(o.Own, n)
		if time.Since(started)+deadline > c.Limit {
			return o // what cannot be waited for long enough cannot be told from slow
		}
		if c.Progress != nil {
			c.Progress(n)
		}
		requests := make([][]byte, n)
		for i := range requests {
			requests[i] = c.Request()
		}
		type sample struct {
			usage   time.Duration
			healthy bool
		}
		// The evidence is taken while they hang, a little before they are given up.
		samples := make(chan sample, 1)
		finished := make(chan struct{})
		go func() {
			var s sample
			select {
			case <-time.After(deadline - 1500*time.Millisecond):
				before := process.ReadUsage(c.PIDs)
				time.Sleep(400 * time.Millisecond)
				s.usage, _ = process.ReadUsage(c.PIDs).Since(before)
				client := wire.NewClient(c.Target)
				s.healthy = client.Do(ctx, c.Canary, 500*time.Millisecond).Outcome == wire.Answered
				client.Close()
				select {
				case <-finished: // late, but answered
				default:
					if c.OnStall != nil {
						c.OnStall()
					}
				}
			case <-finished:
			}
			samples <- s
		}()
		replies := burst.Send(ctx, requests, deadline)
		close(finished)
		s := <-samples
		o.Requests += n
		stuck := 0
		for _, r := range replies {
			if r.Outcome == wire.TimedOut {
				stuck++
			}
		}
		if ctx.Err() != nil {
			return o
		}
		if stuck == 0 {
			o.Most = n
			continue
		}
		h := pool.Hang{Requests: n, Stuck: stuck, Healthy: s.healthy, BusyKnown: len(c.PIDs) > 0, Busy: s.usage > 100*time.Millisecond}
		single := wire.NewClient(c.Target)
		h.Permanent = single.Do(ctx, c.Request(), pool.Deadline(o.Own, 1)).Outcome == wire.TimedOut
		single.Close()
		o.Requests++
		o.Hang = &h
		return o
	}
	return o
}

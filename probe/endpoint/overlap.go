package endpoint

import (
	"context"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/wire"
)

// Overlapping is what was observed.
type Overlapping struct {
	Own      time.Duration // of one request alone
	Alone    wire.Outcome  // how one request alone ended
	Hang     *pool.Hang    // nil when none hung
	Most     int           // the largest number that was sent at once and answered
	Requests int
}

// Overlap sends one request, then two at once, three, and so on up to most, and the largest group a few
// times more while that is quick, and waits for each group longer than they would take one after the other.
// It ends at the first that hangs, and before what cannot be waited for within the limit.
func (w HangWatch) Overlap(ctx context.Context, most int, limit time.Duration, progress func(requests int)) Overlapping {
	const again = 4
	var o Overlapping
	started := time.Now()
	burst := NewBurst(w.Target, w.Canary, 10*time.Second)
	defer burst.Close()
	alone, hang := w.Send(ctx, burst, [][]byte{w.Request()})
	o.Requests, o.Own, o.Alone, o.Hang = 1, alone[0].Latency(), alone[0].Outcome, hang
	if alone[0].Outcome != wire.Answered {
		return o
	}
	w.Own = max(w.Own, o.Own)
	for n, times := 2, 0; n <= most && ctx.Err() == nil; {
		if time.Since(started)+pool.Patience(w.Own, n) > limit {
			return o // what cannot be waited for long enough cannot be told from slow
		}
		progress(n)
		requests := make([][]byte, n)
		for i := range requests {
			requests[i] = w.Request()
		}
		_, o.Hang = w.Send(ctx, burst, requests)
		o.Requests += n
		if o.Hang != nil || ctx.Err() != nil {
			return o
		}
		o.Most = n
		switch {
		case n < most:
			n++
		case times < again && w.Own < 300*time.Millisecond:
			times++
		default:
			return o
		}
	}
	return o
}

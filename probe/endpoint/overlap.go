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
	// CutOff is the number that was sent at once and not answered, nor waited for long enough, when the run ended; 0 when
	// there was none.
	CutOff int
}

// Overlap sends one request, then two at once, three, and so on, and six a few times more while that is quick. Pools
// have ten places, twenty and more: while it stays quick it goes on with twice as many up to most, and then keeps a
// crowd of requests under way for a moment, for what goes wrong only once in a while. It waits for each group longer
// than they would take one after the other, ends at the first that hangs, and before what cannot be waited for within
// the limit.
func (w HangWatch) Overlap(ctx context.Context, most int, limit time.Duration, progress func(requests int)) Overlapping {
	const few, again, quick = 6, 4, 2 * time.Second
	var o Overlapping
	started := time.Now()
	burst := NewBurst(w.Target, w.Canary, 10*time.Second)
	defer burst.Close()
	var took time.Duration // by the last group
	group := func(n int) (more bool) {
		if time.Since(started)+pool.Patience(w.Own, n) > limit {
			return false // what cannot be waited for long enough cannot be told from slow
		}
		progress(n)
		requests := make([][]byte, n)
		for i := range requests {
			requests[i] = w.Request()
		}
		begun := time.Now()
		replies, hang := w.Send(ctx, burst, requests)
		took, o.Hang = time.Since(begun), hang
		o.Requests += n
		if ctx.Err() != nil && hang == nil && timedOut(replies) > 0 {
			o.CutOff = n
		}
		if o.Hang != nil || ctx.Err() != nil || !anyAnswered(replies) {
			return false
		}
		o.Most = max(o.Most, n)
		if n == 1 {
			o.Own, o.Alone = replies[0].Latency(), replies[0].Outcome
			w.Own = max(w.Own, o.Own)
		}
		return true
	}
	for n := 1; n <= min(most, few); n++ {
		if !group(n) {
			return o
		}
	}
	for range again {
		if most > 1 && w.Own < 300*time.Millisecond && !group(min(most, few)) {
			return o
		}
	}
	for n := 2 * few; n <= most && took < quick/2; n *= 2 {
		if !group(n) || took < quick/4 && !group(n) {
			return o
		}
	}
	if crowd := min(most, 16); crowd > few && took < quick && time.Since(started)+quick+pool.Patience(w.Own, crowd) <= limit {
		progress(crowd)
		o.Hang = w.Try(ctx, crowd, quick, &burst.answered, func(ctx context.Context) int {
			sent, stuck := burst.Crowd(ctx, w.Request, crowd, quick)
			o.Requests += sent
			return stuck
		})
	}
	return o
}

// anyAnswered reports whether one of some requests was answered.
func anyAnswered(replies []wire.Reply) bool {
	for _, r := range replies {
		if r.Outcome == wire.Answered {
			return true
		}
	}
	return false
}

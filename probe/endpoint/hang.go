package endpoint

import (
	"context"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/process"
	"snag/probe/wire"
)

// HangWatch tells requests that hang from slow ones.
type HangWatch struct {
	Target  wire.Target
	Canary  []byte
	Request func() []byte // makes the next request
	PIDs    []int         // of the target, none when not known
	Own     time.Duration // the longest that a request takes alone
	// OnStall is called while requests are late, to gather evidence, if it is not nil.
	OnStall func()
}

// Glimpse is what was seen of a target while requests were late.
type Glimpse struct {
	Late    bool // they were; else the rest is empty
	Busy    bool // the target used a processor, or was ready to most of the time
	PID     int  // of the process that used most
	Healthy bool // unrelated requests were answered
	Starved bool // the target had less of a processor than the requests need
}

// During runs what sends a number of requests at once, and looks at the target if they are not answered in
// the time that they would take one after the other.
func (w HangWatch) During(ctx context.Context, requests int, send func()) Glimpse {
	over, seen := make(chan struct{}), make(chan Glimpse, 1)
	begin, wanted := process.ReadUsage(w.PIDs), time.Duration(0)
	go func() {
		select {
		case <-over:
			seen <- Glimpse{}
			return
		case <-ctx.Done():
			seen <- Glimpse{}
			return
		case <-time.After(pool.Deadline(w.Own, requests)):
		}
		before, looked := process.ReadUsage(w.PIDs), time.Now()
		time.Sleep(400 * time.Millisecond)
		g := Glimpse{Late: true}
		now := process.ReadUsage(w.PIDs)
		used, _ := now.Since(before)
		g.Busy = pool.IsBusy(used, now.HeldSince(before), time.Since(looked))
		g.PID, _ = now.Busiest(before)
		wanted = used + now.WaitedSince(before)
		client := wire.NewClient(w.Target)
		g.Healthy = client.Do(ctx, w.Canary, 500*time.Millisecond).Outcome == wire.Answered
		client.Close()
		select {
		case <-over: // late, but answered
		default:
			if w.OnStall != nil {
				w.OnStall()
			}
		}
		seen <- g
	}()
	send()
	close(over)
	g := <-seen
	used, _ := process.ReadUsage(w.PIDs).Since(begin)
	g.Starved = g.Late && pool.IsStarved(wanted, used, w.Own, requests)
	return g
}

// Hang judges requests of which some were given up without an answer, after all patience. It sends a single
// one more.
func (w HangWatch) Hang(ctx context.Context, requests, stuck int, seen Glimpse) *pool.Hang {
	h := &pool.Hang{Requests: requests, Stuck: stuck, Healthy: seen.Healthy, BusyKnown: len(w.PIDs) > 0 && seen.Late, Busy: seen.Busy}
	if h.Starved = seen.Starved; h.Starved {
		return h
	}
	if h.Busy {
		h.PID = seen.PID
	}
	client := wire.NewClient(w.Target)
	defer client.Close()
	h.Permanent = client.Do(ctx, w.Request(), pool.AloneDeadline(w.Own)).Outcome == wire.TimedOut && ctx.Err() == nil
	return h
}

// Send sends the requests of a burst at once, and returns the hang if some are not answered.
func (w HangWatch) Send(ctx context.Context, burst *Burst, requests [][]byte) ([]wire.Reply, *pool.Hang) {
	var replies []wire.Reply
	seen := w.During(ctx, len(requests), func() { replies = burst.Send(ctx, requests, pool.Patience(w.Own, len(requests))) })
	if stuck := timedOut(replies); stuck > 0 && ctx.Err() == nil {
		return replies, w.Hang(ctx, len(requests), stuck, seen)
	}
	return replies, nil
}

// timedOut counts the replies that never came.
func timedOut(replies []wire.Reply) (stuck int) {
	for _, r := range replies {
		if r.Outcome == wire.TimedOut {
			stuck++
		}
	}
	return stuck
}

// GiveUp sends sequential requests whose clients go away in the middle, and a single one after each
// few of them that is waited for. It returns the number of those that were given up, and the hang if the
// single one is never answered.
func (w HangWatch) GiveUp(ctx context.Context, count int) (given int, hang *pool.Hang) {
	const between = 8
	for given < count && ctx.Err() == nil {
		for range min(between, count-given) {
			client := wire.NewClient(w.Target)
			client.Do(ctx, w.Request(), max(w.Own/3, time.Millisecond))
			client.Close()
			given++
		}
		client := wire.NewClient(w.Target)
		var reply wire.Reply
		seen := w.During(ctx, given+1, func() { reply = client.Do(ctx, w.Request(), pool.Patience(w.Own, given+1)) })
		client.Close()
		if reply.Outcome == wire.TimedOut && ctx.Err() == nil {
			hang = w.Hang(ctx, 1, 1, seen)
			hang.GivenUp = given
			return given, hang
		}
	}
	return given, nil
}

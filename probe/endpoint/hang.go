package endpoint

import (
	"context"
	"sync"
	"sync/atomic"
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
	// Idle is how often a second each thread of the target wakes while it has nothing to do, nil when not known.
	Idle map[int]float64
	// Timed is the number of threads of the target that wait for a time at most while it has nothing to do, negative
	// when not known.
	Timed int
	// Locks are the locks on files that the target holds while it has nothing to do.
	Locks map[string]bool
	// OnStall is called while so many requests are late, to gather evidence, if it is not nil. It returns what the target
	// is seen to wait for.
	OnStall func(unanswered int) pool.Outlook
}

// glimpse is what was seen of a target while requests were late.
type glimpse struct {
	late    bool          // they were; else the rest is empty
	busy    bool          // the target used a processor, or was ready to most of the time
	wanted  time.Duration // of a processor, while it was looked at
	pid     int           // of the process that used most
	healthy bool          // unrelated requests were answered
	waited  time.Duration // for the requests while another one of them was answered; 0 when it was not
	woken   bool          // none was answered until another one had been sent, and then they were
	dead    bool          // nothing will happen in the target by itself
	crowded bool          // the target tried again and again to the end, and waited for a processor
}

// Try calls what sends a number of requests at once, for a period again and again, and returns how many of them were
// not answered. The context that it gets ends when they are to be given up: when patience is over and one more is not
// answered either. While one more is answered they may only be slow, and are waited for much longer; so they are, sent
// once more, where one is answered after they were given up, since what they waited for may have ended just then. Try
// returns the hang, nil when there is none or ctx ended first. Requests that were answered as soon as one more was sent
// hang when that is seen again, one more being sent later: a timeout may end just then. Not each wakeup need be lost, so
// it is tried a few times. What sends the requests may count in answered how many of them were answered.
func (w HangWatch) Try(ctx context.Context, requests int, period time.Duration, answered *atomic.Int64, send func(ctx context.Context) (stuck int)) *pool.Hang {
	const again, later = 3, 3 * time.Second
	hang, dead := w.try(ctx, requests, period, 0, answered, send)
	switch {
	case hang == nil || hang.Permanent || hang.Starved || hang.CutOff || hang.Waited > 0 || dead:
		return hang
	case !hang.Woken:
		patience := pool.Patience(w.Own, requests)
		longer := max(patience, pool.Outwait)
		if hang.Waited = patience; ctx.Err() != nil {
			return hang
		}
		again, _ := w.try(ctx, requests, period, longer-patience, answered, send)
		switch {
		case again == nil && ctx.Err() != nil: // there was no time for it
			return hang
		case again != nil && !again.Permanent:
			again.Waited = max(again.Waited, longer)
		}
		return again
	}
	for range again {
		if hang, _ = w.try(ctx, requests, period, later, answered, send); hang != nil {
			break
		}
	}
	return hang
}

// try tries once, with so much more patience. It also reports whether nothing will happen in the target by itself.
func (w HangWatch) try(ctx context.Context, requests int, period, more time.Duration, answered *atomic.Int64, send func(ctx context.Context) (stuck int)) (hang *pool.Hang, dead bool) {
	if answered == nil {
		answered = new(atomic.Int64)
	}
	sending, end := context.WithCancelCause(ctx)
	defer end(nil)
	begin := process.ReadUsage(w.PIDs)
	over, seen := make(chan struct{}), make(chan glimpse, 1)
	go func() {
		seen <- w.look(ctx, requests, period, more, answered, over)
		end(context.DeadlineExceeded)
	}()
	stuck := send(sending)
	close(over)
	g := <-seen
	if stuck == 0 && !g.woken || ctx.Err() != nil {
		return nil, false
	}
	hang = &pool.Hang{Requests: requests, Stuck: stuck, Healthy: g.healthy, BusyKnown: len(w.PIDs) > 0 && g.late, Busy: g.busy, Waited: g.waited, Woken: stuck == 0}
	used, _ := process.ReadUsage(w.PIDs).Since(begin)
	if hang.Starved = g.late && (g.crowded || pool.IsStarved(g.wanted, used, w.Own, requests)); hang.Starved {
		return hang, false
	}
	if hang.Busy {
		hang.PID = g.pid
	}
	if hang.Woken {
		return hang, false
	}
	// Where another one was answered meanwhile the next may be one of those that are not by chance.
	hang.Permanent = w.another(ctx).Outcome == wire.TimedOut && (hang.Waited == 0 || w.another(ctx).Outcome == wire.TimedOut) && ctx.Err() == nil
	hang.CutOff = ctx.Err() != nil
	return hang, g.dead
}

// another sends a single request, and returns what became of it.
func (w HangWatch) another(ctx context.Context) wire.Reply {
	client := wire.NewClient(w.Target)
	defer client.Close()
	return client.Do(ctx, w.Request(), pool.AloneDeadline(w.Own))
}

// moment is how long after another request those may be answered that it has woken.
const moment = 300 * time.Millisecond

// look looks at the target if a number of requests are not answered in the time that they would take one after the
// other, behind the period in which they are sent. It returns when they are over or to be given up, which is so much later
// than usual.
func (w HangWatch) look(ctx context.Context, requests int, period, more time.Duration, answered *atomic.Int64, over <-chan struct{}) (g glimpse) {
	started := time.Now()
	late := func(after time.Duration) bool {
		select {
		case <-over:
		case <-ctx.Done():
		case <-time.After(time.Until(started.Add(period + after))):
			select {
			case <-over: // both at once
			default:
				return true
			}
		}
		return false
	}
	if !late(pool.Deadline(w.Own, requests)) {
		return g
	}
	before, looked := process.ReadUsage(w.PIDs), time.Now()
	time.Sleep(400 * time.Millisecond)
	g.late = true
	now := process.ReadUsage(w.PIDs)
	used, _ := now.Since(before)
	g.busy = pool.IsBusy(used, now.HeldSince(before), time.Since(looked))
	g.pid, _ = now.Busiest(before)
	g.wanted = used + now.WaitedSince(before)
	client := wire.NewClient(w.Target)
	g.healthy = client.Do(ctx, w.Canary, 500*time.Millisecond).Outcome == wire.Answered
	client.Close()
	select {
	case <-over: // late, but answered
		return g
	default:
	}
	outlook := pool.Unclear
	if w.OnStall != nil {
		outlook = w.OnStall(requests - int(answered.Load()))
	}
	g.dead = outlook == pool.Nothing && !g.busy
	settled := process.ReadPulse(w.PIDs)
	stood, patience := answered.Load(), pool.Patience(w.Own, requests)+more
	keeps := w.keepsLocks(ctx)
	defer keeps()
	// Another one is waited for together with them, but sent when it can be told whether the target moves.
	soon := patience - pool.AloneDeadline(w.Own)
	switch {
	case g.dead: // no timeout will end it, so that one is enough
		soon = time.Since(started) - period
		patience = soon + pool.AloneDeadline(w.Own)
	case outlook == pool.Unclear:
		soon = max(soon, time.Since(started)-period+step)
	}
	if !late(soon) {
		return g
	}
	still := answered.Load() == stood
	moves := !g.busy && (outlook == pool.Something || outlook == pool.Unclear && w.moves(settled))
	if reply := w.another(ctx); reply.Outcome == wire.Answered {
		// What was held up until then would have held up that one as well.
		passed := reply.Latency() < 2*w.Own+100*time.Millisecond
		since := time.Since(started) - period
		g.woken = passed && !late(since+moment)
		if passed && !g.woken && still && answered.Load() > stood { // one wakes the next
			g.woken = !late(since + pool.Deadline(w.Own, requests))
		}
		g.woken = g.woken && ctx.Err() == nil
		if !g.woken && g.dead {
			late(patience)
		} else if !g.woken {
			g.waited = max(patience, pool.Outwait)
			late(g.waited)
		}
		return g
	}
	if !late(patience) {
		return g
	}
	// What tries again may succeed yet, until it rests.
	before, looked = process.ReadUsage(w.PIDs), time.Now()
	for longest, last := max(patience, pool.Outwait), patience; moves && last < longest; {
		settled, stood = process.ReadPulse(w.PIDs), answered.Load()
		if last = time.Since(started) - period + step; !late(last) {
			break
		}
		if answered.Load() > stood { // one after the other is answered
			longest = last + pool.Outwait
		}
		if moves = outlook == pool.Something || w.moves(settled); moves {
			g.waited = last
		} else {
			g.waited = 0
		}
	}
	// Who keeps a lock on a file all the time does not come back, however seldom the others get to try.
	g.crowded = moves && pool.IsCrowded(process.ReadUsage(w.PIDs).Waited(before), time.Since(looked)) && !keeps()
	return g
}

// keepsLocks returns what reports whether the target has kept one lock on a file ever since, which it had not while it
// had nothing to do. It looks often, since who takes turns has no lock in between.
func (w HangWatch) keepsLocks(ctx context.Context) func() bool {
	const often = 40 * time.Millisecond
	if w.Locks == nil {
		return func() bool { return false }
	}
	ctx, end := context.WithCancel(ctx)
	kept := make(chan bool, 1)
	go func() {
		held := process.ReadLocks(w.PIDs)
		for lock := range w.Locks {
			delete(held, lock)
		}
		for len(held) > 0 {
			select {
			case <-ctx.Done():
				kept <- true
				return
			case <-time.After(often):
			}
			now := process.ReadLocks(w.PIDs)
			for lock := range held {
				if !now[lock] {
					delete(held, lock)
				}
			}
		}
		kept <- false
	}()
	return sync.OnceValue(func() bool {
		end()
		return <-kept
	})
}

// step is how long a target is looked at to tell whether it moves.
const step = 2 * time.Second

// moves reports whether the target has moved since a reading, or may have since there was no time to tell, or will once a
// time is over: more of its threads wait for one than usual.
func (w HangWatch) moves(before process.Pulse) bool {
	now := process.ReadPulse(w.PIDs)
	return w.Idle != nil && (now.At.Sub(before.At) < step || w.Timed >= 0 && now.Timed > w.Timed || pool.IsMoving(now.Rates(before), w.Idle))
}

// Send sends the requests of a burst at once, and returns the hang if some are not answered.
func (w HangWatch) Send(ctx context.Context, burst *Burst, requests [][]byte) (replies []wire.Reply, hang *pool.Hang) {
	hang = w.Try(ctx, len(requests), 0, &burst.answered, func(ctx context.Context) int {
		replies = burst.Send(ctx, requests, noLimit)
		return timedOut(replies)
	})
	return replies, hang
}

// Single sends one request over a client, while up to some may still run with it, and returns the hang if it is not
// answered.
func (w HangWatch) Single(ctx context.Context, client *wire.Client, running int) (reply wire.Reply, hang *pool.Hang) {
	hang = w.Try(ctx, running, 0, nil, func(ctx context.Context) int {
		reply = client.Do(ctx, w.Request(), noLimit)
		return timedOut([]wire.Reply{reply})
	})
	if hang != nil {
		hang.Requests = 1
	}
	return reply, hang
}

// noLimit is the limit of requests that are given up by the end of their context.
const noLimit = 24 * time.Hour

// timedOut counts the replies that never came.
func timedOut(replies []wire.Reply) (stuck int) {
	for _, r := range replies {
		if r.Outcome == wire.TimedOut {
			stuck++
		}
	}
	return stuck
}

// GiveUp sends sequential requests whose clients go away after a time, which is in the middle, and a single one after
// each few of them that is waited for. It returns the number of those that were given up before a single one was
// answered or hung, and the hang if one is never answered.
func (w HangWatch) GiveUp(ctx context.Context, count int, after time.Duration) (given int, hang *pool.Hang) {
	const between = 8
	for given < count {
		next := given + min(between, count-given)
		for range next - given {
			client := wire.NewClient(w.Target)
			client.Do(ctx, w.Request(), max(after, time.Millisecond))
			client.Close()
		}
		client := wire.NewClient(w.Target)
		_, hang = w.Single(ctx, client, next+1) // those that were given up may still run
		client.Close()
		if ctx.Err() != nil && hang == nil {
			break // the single one was cut off
		}
		if given = next; hang != nil {
			hang.GivenUp = given
			return given, hang
		}
	}
	return given, nil
}

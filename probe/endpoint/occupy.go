package endpoint

import (
	"context"
	"sync"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/process"
	"snag/probe/wire"
)

// Occupation is what one attempt to occupy a resource showed.
type Occupation struct {
	Trial pool.Trial
	// Waited reports whether a request which has nothing to do with the slow ones had to wait for one of
	// them as well. It counts when Tested is set: nobody asks while the resource has room.
	Waited, Tested bool
	// Stuck is the number of requests that were never answered.
	Stuck int
	// First is how long the first of the slow requests took, 0 when none was answered.
	First time.Duration
	// Busy is the number of processors that the target kept busy meanwhile; negative when its
	// processes are not known.
	Busy float64
}

// Occupy keeps holds slow requests under way, sends a light one, and tells from the order of the
// answers whether the light one had to wait for a slow one to end. Expected is about how long it takes
// until the first of them ends: a good part of it passes before the light one is sent, since on busy
// processors requests need time to get as far as the resource.
//
// Every request has a new connection, opened in the order in which they are sent. A server with a
// thread or a process for each connection keeps one for a connection that was used a moment ago
// (puma waits a fifth of a second for another request on it) or that is open and silent (gunicorn waits
// for what it may say), and that is no slow request.
func (b *Burst) Occupy(ctx context.Context, hold func() []byte, light []byte, holds int, expected time.Duration) Occupation {
	seen := Occupation{Trial: pool.Trial{Holds: holds, Void: true}, Busy: -1}
	clients, ok := b.fresh(ctx, holds)
	defer closeAll(clients)
	if !ok {
		return seen
	}
	before, started := process.ReadUsage(b.PIDs), time.Now()
	h := &holding{burst: b, next: hold}
	for _, c := range clients {
		h.add()
		h.wait.Go(func() { h.run(ctx, c) })
	}
	wait := max(4*time.Millisecond+time.Duration(holds)*300*time.Microsecond, min(expected*35/100, 2*time.Second))
	quiet := min(max(4*time.Millisecond+time.Duration(holds)*100*time.Microsecond, wait/3), wait)
	settled := h.settle(ctx, wait, quiet)
	b.Requests++
	var answer, other wire.Reply
	answered := make(chan struct{})
	last := wire.NewClient(b.target)
	defer last.Close()
	h.wait.Go(func() { answer = last.Do(ctx, light, b.limit); close(answered) })
	select {
	case <-answered: // there was room: an unrelated request would only have taken a place
	case <-time.After(max(5*time.Millisecond, expected/10)):
		b.Requests++
		client := wire.NewClient(b.target)
		defer client.Close()
		other = client.Do(ctx, b.canary, b.limit)
	}
	h.wait.Wait()
	seen.First, seen.Stuck = h.first, h.stuck+timedOut([]wire.Reply{answer})
	if total, _ := process.ReadUsage(b.PIDs).Since(before); len(b.PIDs) > 0 {
		seen.Busy = float64(total) / float64(max(time.Since(started), 1))
	}
	seen.Trial.Computes = seen.Busy > 0.5
	switch first := h.firstAfter(answer.Sent); {
	case answer.Outcome == wire.Answered && (answer.Status == 503 || answer.Status == 429):
		seen.Trial.Void, seen.Trial.Full = false, true // it is turned away
	case answer.Outcome != wire.Answered || h.failed || !settled || first.IsZero():
	case h.ended(answer.Sent, started.Add(24*time.Hour)) < holds || answer.Sent.Sub(h.sent) < quiet/2:
		// On a busy machine some had ended, or the latest had only just been sent, when that was not yet seen here.
	case first.Sub(answer.Sent) < 5*time.Millisecond && answer.Done.After(first.Add(-1500*time.Microsecond)):
		// A place that became free just then may have been given to the light one, or not.
	default:
		// A server may give the place to the next before it has written the answer, and both then
		// arrive together.
		remained := first.Sub(answer.Sent)
		together := max(1500*time.Microsecond, remained/10)
		seen.Trial.Void, seen.Trial.Full = false, answer.Done.After(first.Add(-together))
		seen.Tested = other.Outcome == wire.Answered && other.Sent.Before(first.Add(-together))
		seen.Waited = seen.Tested && other.Done.After(first.Add(-together))
		short, few := remained < 40*time.Millisecond, h.ended(answer.Sent, answer.Done) < 3
		// A process that stands still for a moment answers everybody at its end.
		seen.Trial.Weak = remained < 2*b.roomy || short && (few || seen.Waited) || seen.Busy > 0.25 && few
		if !seen.Trial.Full {
			b.roomy = max(b.roomy, answer.Latency())
		}
	}
	return seen
}

// fresh opens new connections, and none of before stays open. It is false when one cannot be opened.
func (b *Burst) fresh(ctx context.Context, count int) ([]*wire.Client, bool) {
	b.Close()
	clients := make([]*wire.Client, count)
	for i := range clients {
		clients[i] = wire.NewClient(b.target)
		if err := clients[i].Connect(ctx); err != nil {
			return clients[:i+1], false
		}
	}
	return clients, true
}

func closeAll(clients []*wire.Client) {
	for _, c := range clients {
		c.Close()
	}
}

// holding keeps slow requests under way: one that ends is followed by another one, until the light
// one is sent.
type holding struct {
	burst *Burst
	next  func() []byte
	wait  sync.WaitGroup

	mu     sync.Mutex
	last   time.Time // when the latest was about to be sent
	sent   time.Time // when the latest of those was that were answered
	done   []time.Time
	over   bool // no more are to be sent
	failed bool // one was not answered, or with an error
	stuck  int  // those that were never answered
	first  time.Duration
}

// add counts a request that is about to be sent. It is false when no more are to be sent.
func (h *holding) add() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false
	}
	h.last = time.Now()
	h.burst.Requests++
	return true
}

func (h *holding) run(ctx context.Context, c *wire.Client) {
	for {
		h.mu.Lock()
		request := h.next()
		h.mu.Unlock()
		r := c.Do(ctx, request, h.burst.limit)
		h.mu.Lock()
		if r.Sent.After(h.sent) {
			h.sent = r.Sent
		}
		if h.done = append(h.done, r.Done); r.Outcome == wire.Answered && len(h.done) == 1 {
			h.first = r.Latency()
		}
		failed := r.Outcome != wire.Answered || r.Status >= 400
		h.failed = h.failed || failed
		h.stuck += timedOut([]wire.Reply{r})
		h.mu.Unlock()
		if failed || !h.add() {
			return
		}
	}
}

// settle waits the time, and then until the latest of the requests has had time quiet to get as far as the resource. It
// is false when there is no such moment; no more requests are sent then.
func (h *holding) settle(ctx context.Context, wait, quiet time.Duration) bool {
	time.Sleep(wait)
	for end := time.Now().Add(time.Second); ; time.Sleep(500 * time.Microsecond) {
		h.mu.Lock()
		settled := time.Since(h.last) >= quiet
		if settled || time.Now().After(end) || ctx.Err() != nil {
			h.over = true
			h.mu.Unlock()
			return settled
		}
		h.mu.Unlock()
	}
}

// ended counts the requests that ended between two times.
func (h *holding) ended(from, to time.Time) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	count := 0
	for _, done := range h.done {
		if done.After(from) && !done.After(to) {
			count++
		}
	}
	return count
}

// firstAfter returns when the first of the requests ended that were under way at the time; the zero
// Time when none was.
func (h *holding) firstAfter(at time.Time) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	var first time.Time
	for _, done := range h.done {
		if done.After(at) && (first.IsZero() || done.Before(first)) {
			first = done
		}
	}
	return first
}

package handler

import (
	"context"
	"sync"
	"time"

	"snag/analyze/pool"
)

// Burst holds connections that were warmed up, to send requests at the same moment.
type Burst struct {
	target  Target
	canary  []byte
	limit   time.Duration
	clients []*Client
	once    bool // the target answers one request a connection
	// PIDs are the processes of the target on this machine, if they are known.
	PIDs []int
	// Requests counts what was sent, without the warming up.
	Requests int
}

// NewBurst returns a burst without connections. The caller closes it.
func NewBurst(t Target, canary []byte, limit time.Duration) *Burst {
	return &Burst{target: t, canary: canary, limit: limit}
}

// Close closes the connections.
func (b *Burst) Close() {
	for _, c := range b.clients {
		c.Close()
	}
}

// warm opens connections until there are count, and opens those again that the server closed.
func (b *Burst) warm(ctx context.Context, count int) bool {
	for len(b.clients) < count {
		b.clients = append(b.clients, NewClient(b.target))
	}
	for _, c := range b.clients[:count] {
		if c.conn == nil && !b.once {
			if r := c.Do(ctx, b.canary, b.limit); r.Outcome != Answered {
				return false
			}
			// Connections that are not kept alive can at least be there. An open one may occupy
			// what serves it, so nothing else is sent before all are.
			b.once = c.conn == nil
		}
		if err := c.connect(ctx); err != nil {
			return false
		}
	}
	return true
}

// Send sends the requests at once, each over a connection of its own, and returns the replies in
// their order.
func (b *Burst) Send(ctx context.Context, requests [][]byte, limit time.Duration) []Reply {
	replies := make([]Reply, len(requests))
	if !b.warm(ctx, len(requests)) {
		for i := range replies {
			replies[i].Outcome = Failed
		}
		return replies
	}
	b.Requests += len(requests)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for i, request := range requests {
		wait.Go(func() {
			<-gate
			replies[i] = b.clients[i].Do(ctx, request, limit)
		})
	}
	close(gate)
	wait.Wait()
	return replies
}

// Occupation is what one attempt to occupy a resource showed.
type Occupation struct {
	Trial pool.Trial
	// Waited tells that a request which has nothing to do with the slow ones had to wait for one of
	// them as well. It counts when Tested is set: nobody asks while the resource has room.
	Waited, Tested bool
	// Busy is the number of processors that the target kept busy meanwhile; negative when its
	// processes are not known.
	Busy float64
}

// Occupy sends holds slow requests at once and a moment later a light one, and tells from the order
// of the answers whether the light one had to wait for a slow one to end. Own is about how long a slow
// one takes alone: a good part of it passes before the light one is sent, since on busy processors
// requests need time to get as far as the resource.
//
// Each request has a new connection, opened in the order in which they are sent. A server with a
// thread or a process for each connection keeps one for a connection that was used a moment ago
// (puma waits a fifth of a second for another request on it), and that is no slow request.
func (b *Burst) Occupy(ctx context.Context, hold func() []byte, light []byte, holds int, own time.Duration) Occupation {
	seen := Occupation{Trial: pool.Trial{Holds: holds, Void: true}, Busy: -1}
	b.Close()
	clients := make([]*Client, holds+1)
	for i := range clients {
		clients[i] = NewClient(b.target)
		defer clients[i].Close()
		if err := clients[i].connect(ctx); err != nil {
			return seen
		}
	}
	b.Requests += holds + 1
	requests := make([][]byte, holds)
	for i := range requests {
		requests[i] = hold()
	}
	before, started := ReadUsage(b.PIDs), time.Now()
	replies := make([]Reply, holds)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for i := range holds {
		wait.Go(func() {
			<-gate
			replies[i] = clients[i].Do(ctx, requests[i], b.limit)
		})
	}
	close(gate)
	time.Sleep(max(4*time.Millisecond+time.Duration(holds)*300*time.Microsecond, min(own*3/10, 150*time.Millisecond)))
	var answer, other Reply
	answered := make(chan struct{})
	wait.Go(func() { answer = clients[holds].Do(ctx, light, b.limit); close(answered) })
	select {
	case <-answered: // there was room: an unrelated request would only have taken a place
	case <-time.After(max(5*time.Millisecond, own/10)):
		b.Requests++
		client := NewClient(b.target)
		defer client.Close()
		other = client.Do(ctx, b.canary, b.limit)
	}
	wait.Wait()
	if total, _, _ := ReadUsage(b.PIDs).Since(before); len(b.PIDs) > 0 {
		seen.Busy = float64(total) / float64(max(time.Since(started), 1))
	}
	first := replies[0]
	for _, r := range replies {
		if r.Outcome != Answered || r.Status >= 500 {
			return seen
		}
		if r.Done.Before(first.Done) {
			first = r
		}
	}
	if answer.Outcome != Answered || first.Done.Before(answer.Sent) {
		return seen
	}
	seen.Trial.Void, seen.Trial.Full = false, answer.Done.After(first.Done)
	seen.Tested = other.Outcome == Answered && other.Sent.Before(first.Done)
	seen.Waited = seen.Tested && other.Done.After(first.Done)
	return seen
}

// Answers describes replies in the vocabulary of the judge.
func Answers(replies []Reply) []pool.Answer {
	var out []pool.Answer
	for _, r := range replies {
		out = append(out, pool.Answer{
			Status: r.Status, Latency: r.Latency(), Hung: r.Outcome == TimedOut,
			Reset: r.Outcome == Reset || r.Outcome == Closed || r.Outcome == Refused,
		})
	}
	return out
}

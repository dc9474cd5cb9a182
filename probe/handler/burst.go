package handler

import (
	"context"
	"slices"
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
		if c.conn != nil {
			continue
		}
		if r := c.Do(ctx, b.canary, b.limit); r.Outcome != Answered {
			return false
		}
		if c.conn == nil { // not kept alive: at least the connection can be there
			conn, err := b.target.dial(ctx)
			if err != nil {
				return false
			}
			c.conn, c.parser = conn, parser{}
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

// Occupy sends holds slow requests at once and a moment later a light one, and tells from the order
// of the answers whether the light one had to wait for a slow one to end. Own is about how long a slow
// one takes alone: a good part of it passes before the light one is sent, since on busy processors
// requests need time to get as far as the resource. The other results are a request that has nothing
// to do with them, sent meanwhile, and the latency of the first slow one.
func (b *Burst) Occupy(ctx context.Context, hold func() []byte, light []byte, holds int, own time.Duration) (pool.Trial, Reply, time.Duration) {
	t := pool.Trial{Holds: holds, Void: true}
	if !b.warm(ctx, holds+2) {
		return t, Reply{}, 0
	}
	b.Requests += holds + 1
	requests := make([][]byte, holds)
	for i := range requests {
		requests[i] = hold()
	}
	replies := make([]Reply, holds)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for i := range holds {
		wait.Go(func() {
			<-gate
			replies[i] = b.clients[i].Do(ctx, requests[i], b.limit)
		})
	}
	close(gate)
	time.Sleep(max(4*time.Millisecond+time.Duration(holds)*300*time.Microsecond, min(own*3/10, 150*time.Millisecond)))
	var other Reply
	wait.Go(func() { other = b.clients[holds+1].Do(ctx, b.canary, b.limit) })
	answer := b.clients[holds].Do(ctx, light, b.limit)
	wait.Wait()
	if answer.Outcome != Answered {
		return t, other, 0
	}
	first := slices.MinFunc(replies, func(x, y Reply) int { return x.Done.Compare(y.Done) })
	for _, r := range replies {
		if r.Outcome != Answered || r.Status >= 500 {
			return t, other, 0
		}
	}
	if first.Done.Before(answer.Sent) {
		return t, other, first.Latency()
	}
	t.Void, t.Full = false, answer.Done.After(first.Done)
	return t, other, first.Latency()
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

package endpoint

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/wire"
)

// Burst holds connections that were warmed up, to send requests at the same moment.
type Burst struct {
	target  wire.Target
	canary  []byte
	limit   time.Duration
	clients []*wire.Client
	once    bool // the target answers one request a connection
	// roomy is the longest that a light request took that did not wait for a slow one: when the first slow one ends
	// about so soon, the light one may as well have been under way.
	roomy time.Duration
	// answered counts the requests that Send and Crowd got answers to.
	answered atomic.Int64
	// PIDs are the processes of the target on this machine, if they are known.
	PIDs []int
	// Requests counts what was sent, without the warming up.
	Requests int
}

// NewBurst returns a burst without connections. The caller closes it.
func NewBurst(t wire.Target, canary []byte, limit time.Duration) *Burst {
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
		b.clients = append(b.clients, wire.NewClient(b.target))
	}
	for _, c := range b.clients[:count] {
		if !c.Connected() && !b.once {
			if r := c.Do(ctx, b.canary, b.limit); r.Outcome != wire.Answered {
				return false
			}
			// Connections that are not kept alive can at least be there. An open one may occupy
			// what serves it, so nothing else is sent before all are.
			b.once = !c.Connected()
		}
		if err := c.Connect(ctx); err != nil {
			return false
		}
	}
	return true
}

// Send sends the requests at once, each over a connection of its own, and returns the replies in
// their order.
func (b *Burst) Send(ctx context.Context, requests [][]byte, limit time.Duration) []wire.Reply {
	replies := make([]wire.Reply, len(requests))
	if !b.warm(ctx, len(requests)) {
		for i := range replies {
			replies[i].Outcome = wire.Failed
		}
		return replies
	}
	b.Requests += len(requests)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for i, request := range requests {
		wait.Go(func() {
			<-gate
			replies[i] = b.do(ctx, b.clients[i], request, limit)
		})
	}
	close(gate)
	wait.Wait()
	return replies
}

// do sends a request over a client, and counts its answer.
func (b *Burst) do(ctx context.Context, c *wire.Client, request []byte, limit time.Duration) wire.Reply {
	reply := c.Do(ctx, request, limit)
	if reply.Outcome == wire.Answered {
		b.answered.Add(1)
	}
	return reply
}

// Crowd keeps count requests under way for a time, each over a connection of its own, at most two thousand of them. It
// returns how many were sent, and how many of them were not answered when the context ended.
func (b *Burst) Crowd(ctx context.Context, next func() []byte, count int, period time.Duration) (sent, stuck int) {
	const most = 2000
	if !b.warm(ctx, count) {
		return 0, 0
	}
	end := time.Now().Add(period)
	var mu sync.Mutex // of all below
	var wait sync.WaitGroup
	request := func() []byte {
		mu.Lock()
		defer mu.Unlock()
		if sent == most || ctx.Err() != nil || time.Now().After(end) {
			return nil
		}
		sent++
		return next()
	}
	for _, client := range b.clients[:count] {
		wait.Go(func() {
			for one := request(); one != nil; one = request() {
				if r := b.do(ctx, client, one, noLimit); r.Outcome == wire.TimedOut {
					mu.Lock()
					stuck++
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	b.Requests += sent
	return sent, stuck
}

// Answers describes replies in the vocabulary of the judge.
func Answers(replies []wire.Reply) []pool.Answer {
	var out []pool.Answer
	for _, r := range replies {
		out = append(out, pool.Answer{
			Status: r.Status, Latency: r.Latency(), Hung: r.Outcome == wire.TimedOut,
			Reset: r.Outcome == wire.Reset || r.Outcome == wire.Closed || r.Outcome == wire.Refused,
		})
	}
	return out
}

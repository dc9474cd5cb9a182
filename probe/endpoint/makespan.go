package endpoint

import (
	"context"
	"sync"
	"time"

	"snag/probe/wire"
)

// Makespan sends the same request over several warm connections at once and returns how long it
// took until all were answered. It is false when one was not.
func Makespan(ctx context.Context, t wire.Target, request []byte, count int, limit time.Duration) (time.Duration, bool) {
	clients := make([]*wire.Client, count)
	for i := range clients {
		clients[i] = wire.NewClient(t)
		defer clients[i].Close()
		if err := clients[i].Connect(ctx); err != nil {
			return 0, false
		}
	}
	replies := make([]wire.Reply, count)
	start := time.Now()
	var wait sync.WaitGroup
	for i, c := range clients {
		wait.Go(func() { replies[i] = c.Do(ctx, request, limit) })
	}
	wait.Wait()
	var last time.Time
	for _, r := range replies {
		if r.Outcome != wire.Answered {
			return 0, false
		}
		if r.Done.After(last) {
			last = r.Done
		}
	}
	return last.Sub(start), true
}

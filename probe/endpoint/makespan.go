package endpoint

import (
	"context"
	"sync"
	"time"

	"snag/probe/wire"
)

// Fills sends the same request over several new connections at once, and a cheap one while they run. It returns how long
// that took where it was answered only when one of them was: they keep all processes that serve.
func Fills(ctx context.Context, t wire.Target, request, cheap []byte, count int, own, limit time.Duration) (waited time.Duration, ok bool) {
	replies := make([]wire.Reply, count)
	var wait sync.WaitGroup
	for i := range replies {
		wait.Go(func() {
			client := wire.NewClient(t)
			defer client.Close()
			replies[i] = client.Do(ctx, request, limit)
		})
	}
	time.Sleep(own / 6)
	client := wire.NewClient(t)
	defer client.Close()
	other := client.Do(ctx, cheap, limit)
	wait.Wait()
	// One that ended at once kept nothing, and the cheap one may be answered a little before the first of them.
	first := replies[0]
	for _, r := range replies {
		if r.Done.Before(first.Done) {
			first = r
		}
	}
	// What it took just now counts: beside canaries, or on a busy machine, it takes another time.
	took := first.Latency()
	return other.Latency(), other.Outcome == wire.Answered && first.Outcome == wire.Answered && other.Sent.Before(first.Done.Add(-took/3)) && other.Done.After(first.Done.Add(-took/10))
}

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

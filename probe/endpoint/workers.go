package endpoint

import (
	"context"
	"slices"
	"sync"
	"time"

	"snag/probe/wire"
)

// Workers is what a count of processes found.
type Workers struct {
	// Count is the number of processes (or threads) that serve connections of their own, 0 when it
	// could not be told.
	Count int
	// Connections were opened, and the first blocking request made Stuck of them wait.
	Connections, Stuck int
	Requests           int
	// Partial reports whether there may be more.
	Partial bool
}

// CountWorkers opens connections to the target and lets the suspect block what serves one of them:
// those that wait meanwhile are served by the same process. It goes on with a connection that has not
// waited yet until each belongs to a process that is known. Each is tried twice: where other connections wait then, the
// number is not known. The suspect must take at least 20 ms,
// and expected says about how long.
func CountWorkers(ctx context.Context, t wire.Target, suspect, canary []byte, expected time.Duration, connections, most int) Workers {
	w := Workers{Connections: connections}
	clients := make([]*wire.Client, connections)
	defer func() {
		for _, c := range clients {
			if c != nil {
				c.Close()
			}
		}
	}()
	for i := range clients {
		clients[i] = wire.NewClient(t)
		w.Requests++
		if r := clients[i].Do(ctx, canary, 5*time.Second); r.Outcome != wire.Answered || !clients[i].Connected() {
			return w // connections are not kept alive
		}
	}
	owner := make([]int, connections) // 0 while unknown
	failures := 0
	for count := 0; count < most && ctx.Err() == nil; {
		at := -1
		for i, o := range owner {
			if o == 0 {
				at = i
				break
			}
		}
		if at < 0 {
			w.Count = count
			return w
		}
		stuck, n, ok := stuckBy(ctx, clients, at, owner, suspect, canary, expected)
		w.Requests += n
		if !ok {
			if failures++; failures > 4 {
				w.Count = 0
				return w
			}
			continue // snag was late, or the suspect ended early
		}
		if count > 0 || len(stuck) > 0 && len(stuck) < connections-1 {
			// On a busy machine any of them may be late: a process always makes the same ones wait.
			again, n, ok := stuckBy(ctx, clients, at, owner, suspect, canary, expected)
			if w.Requests += n; !ok || !alike(stuck, again) {
				if failures++; failures > 4 {
					w.Count = 0
					return w
				}
				continue
			}
		}
		count++
		owner[at] = count
		for _, i := range stuck {
			owner[i] = count
		}
		if count == 1 {
			w.Stuck = len(stuck) + 1
			if len(stuck) == 0 {
				return w // it blocks nobody, so it does not tell
			}
		}
		w.Count = count
	}
	w.Partial = true
	return w
}

// alike reports whether two lists of connections, which hold none twice, are the same but for one in ten.
func alike(a, b []int) bool {
	common := 0
	for _, i := range a {
		if slices.Contains(b, i) {
			common++
		}
	}
	return 10*common >= 9*max(len(a), len(b))
}

// stuckBy fires the suspect on one connection and returns the others, of those without an owner,
// that were not answered before it.
func stuckBy(ctx context.Context, clients []*wire.Client, at int, owner []int, suspect, canary []byte, expected time.Duration) (stuck []int, requests int, ok bool) {
	type answer struct {
		client int
		done   time.Time
		ok     bool
	}
	limit := 10*expected + 5*time.Second
	first := make(chan wire.Reply, 1)
	started := time.Now()
	go func() { first <- clients[at].Do(ctx, suspect, limit) }()
	time.Sleep(max(expected/10, 2*time.Millisecond)) // it must have begun
	answers := make(chan answer, len(clients))
	var wait sync.WaitGroup
	for i, c := range clients {
		if i == at || owner[i] != 0 {
			continue
		}
		requests++
		wait.Go(func() {
			r := c.Do(ctx, canary, limit)
			answers <- answer{i, r.Done, r.Outcome == wire.Answered}
		})
	}
	sent := time.Now()
	wait.Wait()
	close(answers)
	r := <-first
	requests++
	// All must have been sent well before it ended, or nothing follows.
	if r.Outcome != wire.Answered || sent.After(started.Add(r.Latency()*7/10)) {
		return nil, requests, false
	}
	ok = true
	for a := range answers {
		// Those that wait are answered after the suspect was, or as it is.
		if a.ok && a.done.After(r.Done.Add(-r.Latency()/10)) {
			stuck = append(stuck, a.client)
		}
	}
	return stuck, requests, ok
}

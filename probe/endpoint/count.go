package endpoint

import (
	"context"
	"sync"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/wire"
)

// Count sends slow requests, and a light one behind each of the given numbers of them, rising. It returns how many slow
// ones were answered before each light one, without those of which that cannot be told, and when after the first was
// sent each slow one was. Stuck is the number of requests that were never answered.
func (b *Burst) Count(ctx context.Context, hold func() []byte, light []byte, behind []int) (counts []pool.Count, ends []time.Duration, stuck int) {
	holds := behind[len(behind)-1]
	clients, ok := b.fresh(ctx, holds+len(behind))
	defer closeAll(clients)
	if !ok {
		return nil, nil, 0
	}
	replies := make([]wire.Reply, len(clients))
	var wait sync.WaitGroup
	sent := 0
	send := func(request []byte) {
		i := sent
		sent++
		wait.Go(func() { replies[i] = clients[i].Do(ctx, request, b.limit) })
	}
	var lights, slow []int // their places in the replies
	for _, n := range behind {
		more := n - len(slow)
		for range more {
			slow = append(slow, sent)
			send(hold())
		}
		// They must have got as far as the resource before the next.
		time.Sleep(4*time.Millisecond + time.Duration(more)*300*time.Microsecond)
		lights = append(lights, sent)
		send(light)
		time.Sleep(3 * time.Millisecond)
	}
	wait.Wait()
	b.Requests += len(clients)
	for _, r := range replies {
		ok = ok && r.Outcome == wire.Answered && r.Status < 400
	}
	if !ok {
		return nil, nil, timedOut(replies)
	}
	for i, light := range lights {
		if before := countBefore(replies, slow, replies[light].Done); before >= 0 {
			counts = append(counts, pool.Count{Holds: behind[i], Before: before})
		}
	}
	for _, i := range slow {
		ends = append(ends, replies[i].Done.Sub(replies[slow[0]].Sent))
	}
	return counts, ends, 0
}

// countBefore counts those of some replies that came before a time, with the one that made room for what came then:
// a server may give the place away before it has written the answer. It is negative when several came just then.
func countBefore(replies []wire.Reply, of []int, at time.Time) int {
	const earlier, later = 500 * time.Microsecond, time.Millisecond
	before, around := 0, 0
	for _, i := range of {
		switch done := replies[i].Done; {
		case done.Before(at.Add(-earlier)):
			before++
		case done.Before(at.Add(later)):
			around++
		}
	}
	if around > 1 {
		return -1
	}
	return before + around
}

package demo

import (
	"context"
	"sync"
	"time"
)

// loop is the one thread that runs the code of every request, as the event loop of Node.js does:
// whoever computes on it keeps all others waiting, whoever waits leaves it to them.
type loop struct{ sync.Mutex }

// await leaves the loop to others for a time, or until ctx ends.
func (l *loop) await(ctx context.Context, d time.Duration) {
	l.Unlock()
	defer l.Lock()
	sleep(ctx, d)
}

// acquire waits for a place among those of a semaphore, leaving the loop to others. It returns false
// when ctx ended first.
func (l *loop) acquire(ctx context.Context, places chan struct{}) bool {
	l.Unlock()
	defer l.Lock()
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

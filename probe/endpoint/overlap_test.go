package endpoint

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/snagtest"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// crowded serves requests, and counts how many there were, and at most at once.
type crowded struct {
	mu            sync.Mutex
	now, most, in int
}

func (c *crowded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.add(1)
	time.Sleep(time.Millisecond)
	c.add(-1)
}

func (c *crowded) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += n
	c.in += max(n, 0)
	c.most = max(c.most, c.now)
}

// serve returns the target of a server with the handler.
func serve(t *testing.T, h http.Handler) wire.Target {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return wiretest.Target(t, server.URL)
}

// TestOverlapTriesManyAtOnce goes beyond the sizes of common pools while that is quick.
func TestOverlapTriesManyAtOnce(t *testing.T) {
	seen := &crowded{}
	target := serve(t, seen)
	get := wiretest.GetRequest(target, "/")
	w := HangWatch{Target: target, Canary: get, Request: func() []byte { return get }, Own: time.Millisecond}
	o := w.Overlap(t.Context(), 64, time.Minute, func(int) {})
	if o.Hang != nil || o.Most < 24 || seen.most < 16 || seen.most > 64 {
		t.Errorf("got %+v, and %d at once, want at least 24 tried and none that hangs", o, seen.most)
	}
	if o.Requests > 2500 || seen.in < o.Requests {
		t.Errorf("%d requests are said to be sent, and %d came", o.Requests, seen.in)
	}
}

// TestOverlapKeepsToTheNumber sends no more at once than it may.
func TestOverlapKeepsToTheNumber(t *testing.T) {
	seen := &crowded{}
	target := serve(t, seen)
	get := wiretest.GetRequest(target, "/")
	w := HangWatch{Target: target, Canary: get, Request: func() []byte { return get }, Own: time.Millisecond}
	if o := w.Overlap(t.Context(), 3, time.Minute, func(int) {}); o.Most != 3 || seen.most > 3 {
		t.Errorf("got %+v, and %d at once, want 3", o, seen.most)
	}
}

// TestTry tells what hangs for good from what is only late, and what hangs while it overlaps.
func TestTry(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		name  string
		after func(n int) time.Duration // how long the nth request takes
		want  *pool.Hang
	}{
		{"the third takes ten seconds", func(n int) time.Duration { return map[bool]time.Duration{true: 10 * time.Second}[n == 3] }, nil},
		{"the third is never answered", func(n int) time.Duration { return map[bool]time.Duration{true: time.Hour}[n == 3] }, &pool.Hang{Waited: pool.Outwait}},
		{"none is answered from the third on", func(n int) time.Duration { return map[bool]time.Duration{true: time.Hour}[n >= 3] }, &pool.Hang{Permanent: true}},
		// The fifth is the one that is sent while they are late, the sixth comes when they were given up.
		{"what the third to fifth wait for ends when they are given up, and that of the ninth soon", func(n int) time.Duration {
			return map[int]time.Duration{3: time.Hour, 4: time.Hour, 5: time.Hour, 9: 12 * time.Second}[n]
		}, nil},
		{"the third to fifth hang, and the ninth to eleventh", func(n int) time.Duration {
			return map[bool]time.Duration{true: time.Hour}[n >= 3 && n <= 5 || n >= 9 && n <= 11]
		}, &pool.Hang{Waited: pool.Outwait}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			count := &crowded{}
			target := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/health" {
					return
				}
				count.mu.Lock()
				count.in++
				n := count.in
				count.mu.Unlock()
				select {
				case <-time.After(test.after(n)):
				case <-r.Context().Done():
				}
			}))
			get := wiretest.GetRequest(target, "/")
			w := HangWatch{Target: target, Canary: wiretest.GetRequest(target, "/health"), Request: func() []byte { return get }, Own: time.Millisecond}
			burst := NewBurst(target, w.Canary, 10*time.Second)
			defer burst.Close()
			_, hang := w.Send(context.Background(), burst, [][]byte{get, get, get, get})
			if (hang == nil) != (test.want == nil) || hang != nil && (hang.Permanent != test.want.Permanent || hang.Waited != test.want.Waited || !hang.Healthy) {
				t.Errorf("got %+v, want %+v", hang, test.want)
			}
		})
	}
}

// baton serves one request at a time. Who has been served wakes the next that waits, but for the third.
type baton struct {
	mu     sync.Mutex
	wake   *sync.Cond
	taken  bool
	served int
}

func (b *baton) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/health" {
		return
	}
	b.mu.Lock()
	for b.taken {
		b.wake.Wait()
	}
	b.taken = true
	b.mu.Unlock()
	time.Sleep(100 * time.Millisecond)
	b.mu.Lock()
	if b.taken, b.served = false, b.served+1; b.served%13 != 3 {
		b.wake.Signal()
	}
	b.mu.Unlock()
}

// TestWaitersThatAnotherRequestWakes finds that a wakeup is lost, also where those that wait wake each other then, which
// takes longer than a moment.
func TestWaitersThatAnotherRequestWakes(t *testing.T) {
	snagtest.Long(t)
	b := &baton{}
	b.wake = sync.NewCond(&b.mu)
	target := serve(t, b)
	get := wiretest.GetRequest(target, "/")
	w := HangWatch{Target: target, Canary: wiretest.GetRequest(target, "/health"), Request: func() []byte { return get }, Own: 100 * time.Millisecond}
	burst := NewBurst(target, w.Canary, 10*time.Second)
	defer burst.Close()
	requests := make([][]byte, 11) // with the one that wakes them twelve: not each try loses a wakeup
	for i := range requests {
		requests[i] = get
	}
	if _, hang := w.Send(context.Background(), burst, requests); hang == nil || !hang.Woken || !hang.Healthy {
		t.Errorf("got %+v, want waiters that are woken by another request", hang)
	}
}

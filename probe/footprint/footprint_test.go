package footprint

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/block/memory"
	"snag/probe/snagtest"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// serve is a server in this process that counts how often each key is asked for.
func serve(t *testing.T, status int) (Config, map[string]int) {
	t.Helper()
	var mu sync.Mutex
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Query().Get("key")]++
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	target := wiretest.Target(t, server.URL)
	return Config{
		Target: target, Plan: memory.Plan{Round: 20, Keys: 60, Most: 400}, Limit: 5 * time.Second, MaxTime: time.Minute, Progress: func(string) {},
		Request: func(key uint64) []byte {
			return wire.Request{Method: "GET", Path: fmt.Sprint("/?key=", key)}.Bytes(target)
		},
		PIDs:      func() []int { return []int{os.Getpid()} },
		Collector: &Collector{Name: "a heap that never changes"},
	}, asked
}

// TestObserve sends one key in the control rounds and each new one once.
func TestObserve(t *testing.T) {
	snagtest.Linux(t)
	t.Parallel()
	c, asked := serve(t, http.StatusOK)
	c.Collector.collect = func(context.Context) (int64, error) { return 20 << 20, nil }
	o := Observe(t.Context(), c)
	s := o.Series
	if o.Ended != nil || o.Cut || len(s.Control) == 0 || len(s.Keys) == 0 || len(s.Rest) != 0 || o.Held.PSS == 0 {
		t.Fatalf("got %+v", o)
	}
	if last := s.Keys[len(s.Keys)-1]; last.Keys != len(asked) || last.Requests != o.Requests || o.Statuses[200] != o.Requests {
		t.Errorf("%d keys and %d requests are told, %d and %v were sent", last.Keys, last.Requests, len(asked), o.Statuses)
	}
	if first := s.Control[0]; first.Keys != 1 || first.Descriptors == 0 || first.Threads == 0 {
		t.Errorf("the first reading is %+v", first)
	}
	for key, times := range asked {
		if key != "1" && times != 1 {
			t.Errorf("key %s was sent %d times, want once", key, times)
		}
	}
}

// TestObserveAgain sends the one key once more after the new ones, where the memory grew.
func TestObserveAgain(t *testing.T) {
	snagtest.Linux(t)
	t.Parallel()
	c, asked := serve(t, http.StatusOK)
	c.Plan.Most = 2000
	c.Collector.collect = func(context.Context) (int64, error) {
		held := int64(20 << 20)
		for _, times := range asked { // nothing is sent meanwhile
			held += 10_000 * int64(times)
		}
		return held, nil
	}
	o := Observe(t.Context(), c)
	last := o.Series.Keys[len(o.Series.Keys)-1]
	if n := len(o.Series.After); n == 0 || o.Series.After[n-1].Requests != o.Requests || o.Series.After[n-1].Keys != last.Keys || o.Cut || len(o.Series.Rest) > 0 {
		t.Errorf("got %+v", o)
	}
	if v := memory.Judge(o.Series); v.Kind != memory.ByRequest || o.Requests-last.Keys+1 != asked["1"] {
		t.Errorf("got %s, and the one key %d times in %d requests", v, asked["1"], o.Requests)
	}
}

// TestObserveEnds gives up on a target that does not answer as it should.
func TestObserveEnds(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, http.StatusInternalServerError)
	if o := Observe(t.Context(), c); o.Ended == nil || len(o.Series.Keys) > 0 {
		t.Errorf("got %+v", o)
	}
}

// TestObserveEndsInTime gives up a round in which a server stops answering, and what was read before counts; a wait for
// what comes back is within the time as well. Without the limit neither would end.
func TestObserveEndsInTime(t *testing.T) {
	snagtest.Linux(t)
	for _, test := range []struct {
		name     string
		answered int // requests, then none
		grows    bool
	}{{"it stops answering", 60, false}, {"it grows and is watched", 1 << 30, true}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, _ := serve(t, http.StatusOK)
			inner := c.Request
			var sent atomic.Int64
			if test.answered < 1<<30 {
				backend := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					if sent.Add(1) > int64(test.answered) {
						<-r.Context().Done()
					}
				}))
				t.Cleanup(backend.Close)
				c.Target = wiretest.Target(t, backend.URL)
			}
			var held atomic.Int64
			c.Request = func(key uint64) []byte {
				if key != 1 {
					held.Add(100_000)
				}
				return inner(key)
			}
			c.Collector.collect = func(context.Context) (int64, error) {
				if !test.grows {
					return 20 << 20, nil
				}
				return 20<<20 + held.Load(), nil
			}
			c.Limit, c.Wait, c.MaxTime = time.Hour, time.Hour, 4*time.Second
			o := Observe(t.Context(), c)
			if !o.Cut || o.Ended != nil || o.Failed > 0 {
				t.Errorf("cut %t, ended by %v, %d failed, want cut alone", o.Cut, o.Ended, o.Failed)
			}
			if test.answered < 1<<30 && o.Requests > test.answered {
				t.Errorf("%d requests are told, %d were answered", o.Requests, test.answered)
			}
		})
	}
}

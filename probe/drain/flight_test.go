package drain

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/snagtest"
)

// TestRenewed lets requests in flight and an answer in parts end before the signal, as they do when snag itself has
// to wait for a processor, and expects others in their place.
func TestRenewed(t *testing.T) {
	snagtest.Long(t)
	first, second := make(chan bool), make(chan bool)
	var gate atomic.Pointer[chan bool] // at which requests wait that come now
	gate.Store(&first)
	var tried atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" && tried.CompareAndSwap(false, true) {
			time.Sleep(shortestSlow + 50*time.Millisecond) // by which the time of the others is known
		} else if r.URL.Path != "/" {
			w.(http.Flusher).Flush()
			<-*gate.Load()
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	l, err := Open(t.Context(), Config{Address: address, Protocol: shutdown.HTTP, SlowPath: "/slow", Without: []shutdown.Kind{shutdown.Silent, shutdown.Idle, shutdown.Active},
		With: []StreamConfig{{shutdown.Chunked, "/parts"}}})
	if err != nil {
		t.Fatal(err)
	}
	gate.Store(&second)
	close(first)
	for l.underway() && !l.lapsed(l.streams[0]) {
		time.Sleep(time.Millisecond)
	}
	l.plan.landing.Wait()
	l.renew()
	l.Signalled(time.Now())
	close(second)
	l.Ended(10 * time.Second)
	l.Stop()
	var tl shutdown.Timeline
	l.Fill(&tl)
	if tl.InFlight.Started() != 4 || tl.InFlight.Count(shutdown.Completed) != 4 {
		t.Errorf("in flight %+v, want 4 of 4 completed", tl.InFlight)
	}
	if s := tl.Streams[0]; s.Outcome != shutdown.Finished {
		t.Errorf("the answer in parts: %q %q, want %q", s.Outcome, s.Reason, shutdown.Finished)
	}
}

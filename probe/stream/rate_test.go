package stream

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"snag/probe/wire/wiretest"
)

// TestSlowCanary sends no more canaries than are answered where each waits for the one before.
func TestSlowCanary(t *testing.T) {
	for _, test := range []struct {
		takes time.Duration
		fewer bool
	}{{0, false}, {50 * time.Millisecond, true}} {
		server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(test.takes) }))
		target := wiretest.Target(t, server.URL)
		p := Plan{Target: target, Canary: wiretest.GetRequest(target, "/"), Pipelined: true, Limit: 10 * time.Second}
		rate, note := ChooseRate(t.Context(), p, nil, DiscreetRate)
		if fewer := rate <= leastRate/2; fewer != test.fewer || (note != "") != fewer {
			t.Errorf("a canary of %s: got %d a second and %q, want fewer than %d: %t", test.takes, rate, note, DiscreetRate, test.fewer)
		}
		server.Close()
	}
}

package wire_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// TestCut tells a request that was not answered within its own limit from one that the end of the run cut off.
func TestCut(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-ended }))
	defer server.Close()
	defer close(ended)
	target := wiretest.Target(t, server.URL)
	for _, test := range []struct {
		name       string
		run, limit time.Duration // run is 0 for one without an end
		cut        bool
	}{
		{"no end", 0, 50 * time.Millisecond, false},
		{"later end", time.Hour, 50 * time.Millisecond, false},
		{"earlier end", 50 * time.Millisecond, time.Hour, true},
	} {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if test.run > 0 {
			ctx, cancel = context.WithTimeout(ctx, test.run)
		}
		client := wire.NewClient(target)
		reply := client.Do(ctx, wiretest.GetRequest(target, "/"), test.limit)
		if reply.Outcome != wire.TimedOut || reply.Cut(test.limit) != test.cut {
			t.Errorf("%s: a run of %s and a limit of %s: outcome %s with limit %s, cut off %t; want %s, %t", test.name, test.run, test.limit, reply.Outcome, reply.Limit, reply.Cut(test.limit), wire.TimedOut, test.cut)
		}
		client.Close()
		cancel()
	}
}

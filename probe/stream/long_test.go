package stream

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/snagtest"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// TestLongStream runs a stream that gives its samples away as it goes: what it holds stays small, and
// nothing is lost on the way.
func TestLongStream(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	defer server.Close()
	target := wiretest.Target(t, server.URL)
	duration := 300 * time.Millisecond
	if snagtest.IsLong() {
		duration = 1500 * time.Millisecond
	}
	multiplexed := wiretest.GoHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }, nil)
	for name, test := range map[string]struct {
		target  wire.Target
		observe func(context.Context, Plan) (Observation, error)
	}{"best": {target, Run}, "portable": {target, observePortably}, "HTTP/2": {multiplexed, Run}} {
		given, parts := 0, 0
		last := time.Duration(-1)
		o, err := test.observe(t.Context(), Plan{
			Target: test.target, Canary: wiretest.GetRequest(test.target, "/"), Interval: 50 * time.Microsecond, Pipelined: true, Duration: duration, Limit: time.Minute,
			Part: func(samples []stall.Sample) {
				parts++
				for _, s := range samples {
					if s.Done == 0 || s.Intended < last {
						t.Errorf("%s: %+v after %s", name, s, last)
					}
					last = s.Intended
				}
				given += len(samples)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if all := given + len(o.Samples); all < partSize {
			t.Logf("%s: this machine sends no more than %d requests in the time", name, all)
		} else if parts == 0 || len(o.Samples) > 2*partSize {
			t.Errorf("%s: %d samples in %d parts and %d at the end", name, given, parts, len(o.Samples))
		}
		for _, s := range o.Samples {
			if s.Lost {
				t.Errorf("%s: lost %+v", name, s)
				break
			}
		}
	}
}

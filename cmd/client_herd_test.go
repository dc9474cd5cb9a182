package cmd

import (
	"slices"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
)

func TestHerdTimesLeaveOutWhoNeverCame(t *testing.T) {
	const ms = time.Millisecond
	client := func(at ...time.Duration) backoff.Trace {
		var trace backoff.Trace
		for _, start := range at {
			trace.Attempts = append(trace.Attempts, backoff.Attempt{Method: "GET", Target: "/", Start: start, End: start, Fault: backoff.Fault{Status: 503}})
		}
		return trace
	}
	for _, test := range []struct {
		name string
		herd []backoff.Trace
		want [][]time.Duration
		skew time.Duration
	}{
		{"nobody", []backoff.Trace{{}, {}}, nil, 0},
		{"the first did not", []backoff.Trace{{}, client(500*ms, 700*ms), client(510*ms, 720*ms)}, [][]time.Duration{{0, 200 * ms}, {0, 220 * ms}}, 10 * ms},
		{"a later one did not", []backoff.Trace{client(510*ms, 720*ms), {}, client(500*ms, 700*ms)}, [][]time.Duration{{0, 220 * ms}, {0, 200 * ms}}, 10 * ms},
	} {
		got, skew := (&clientAudit{herd: test.herd}).herdTimes()
		if !slices.EqualFunc(got, test.want, slices.Equal) || skew != test.skew {
			t.Errorf("%s: got %v %s, want %v %s", test.name, got, skew, test.want, test.skew)
		}
	}
}

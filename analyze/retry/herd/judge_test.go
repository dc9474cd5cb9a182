package herd_test

import (
	"slices"
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/analyze/retry/herd"
)

func TestGatherLeavesOutWhoNeverCame(t *testing.T) {
	const ms = time.Millisecond
	client := func(at ...time.Duration) experiment.Trace {
		var trace experiment.Trace
		for _, start := range at {
			trace.Attempts = append(trace.Attempts, experiment.Attempt{Method: "GET", Target: "/", Start: start, End: start, Fault: experiment.Fault{Status: 503}})
		}
		return trace
	}
	for _, test := range []struct {
		name string
		herd []experiment.Trace
		want [][]time.Duration
		skew time.Duration
	}{
		{"nobody", []experiment.Trace{{}, {}}, nil, 0},
		{"the first did not", []experiment.Trace{{}, client(500*ms, 700*ms), client(510*ms, 720*ms)}, [][]time.Duration{{0, 200 * ms}, {0, 220 * ms}}, 10 * ms},
		{"a later one did not", []experiment.Trace{client(510*ms, 720*ms), {}, client(500*ms, 700*ms)}, [][]time.Duration{{0, 220 * ms}, {0, 200 * ms}}, 10 * ms},
	} {
		c := herd.Gather(test.herd, backoff.Policy{})
		if !slices.EqualFunc(c.Times, test.want, slices.Equal) || c.Skew != test.skew {
			t.Errorf("%s: got %v %s, want %v %s", test.name, c.Times, c.Skew, test.want, test.skew)
		}
	}
}

// TestJudge judges cohorts of clients that come back after a second, the first so many of them together.
func TestJudge(t *testing.T) {
	cohort := func(clients, together int) herd.Cohort {
		var runs []experiment.Trace
		for i := range clients {
			back := time.Second
			if i >= together {
				back += time.Duration(i) * 200 * time.Millisecond
			}
			runs = append(runs, experiment.Trace{Attempts: []experiment.Attempt{{Method: "GET", Fault: experiment.Fault{Status: 503}}, {Method: "GET", Start: back, End: back, Fault: experiment.Fault{Status: 503}}}})
		}
		return herd.Gather(runs, backoff.Policy{Shape: backoff.Fixed, Base: time.Second, Jitter: backoff.NoJitter})
	}
	result := func(clients, served int, share float64) herd.Result {
		return herd.Result{Config: herd.Config{Clients: clients}, Served: served, Waves: []herd.Wave{{Retry: 1, Clients: clients, Share: share}}}
	}
	for _, test := range []struct {
		name string
		got  []judge.Finding
		want string
	}{
		{"all together", cohort(20, 20).Judge(), "error: 100% of 20 clients that failed together come back within a tenth of the delay."},
		{"a crowd", cohort(20, 12).Judge(), "warning: 60% of 20 clients that failed together come back within a tenth of the delay."},
		{"spread", cohort(20, 1).Judge(), ""},
		{"too few", cohort(9, 9).Judge(), ""},
		{"never served", result(2500, 1000, 0.95).Judge(), "error: 60% of 2,500 clients are never served: they come back together, exceed the capacity together and use up their attempts."},
		{"hardly any not served", result(1000, 1, 0.2).Judge(), "error: 99.90% of 1,000 clients are never served: their attempts end before the server has time for them."},
		{"served together", result(10, 10, 0.9).Judge(), "warning: 90% of the clients arrive within a tenth of their delay."},
		{"served, few", result(9, 9, 1).Judge(), ""},
		{"served apart", result(100, 100, 0.3).Judge(), ""},
	} {
		got := ""
		for _, f := range test.got {
			got += f.Level.String() + ": " + f.Message
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

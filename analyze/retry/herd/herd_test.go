package herd_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
)

func outage(t *testing.T, policy string) herd.Config {
	t.Helper()
	p, err := backoff.ParsePolicy(policy)
	if err != nil {
		t.Fatal(err)
	}
	return herd.Config{Clients: 100, Policy: p, MaxAttempts: 12, Outage: 3 * time.Second, Capacity: 30, Burst: 8, Seed: 1}
}

// TestKnownResult is the recovery of 100 clients from an outage of 3 seconds: without jitter a large
// share is never served, with any jitter all are, with half of the load.
func TestKnownResult(t *testing.T) {
	without := herd.Simulate(outage(t, "exp:base=100ms,cap=10s"))
	if share := float64(without.Served) / 100; share > 0.65 || share < 0.4 {
		t.Errorf("without jitter %.0f%% are served, want about 57%%", 100*share)
	}
	if a := without.Amplification(); a < 9 {
		t.Errorf("without jitter the load is multiplied by %.1f, want 10 or more", a)
	}
	for _, jitter := range []string{"full", "equal"} {
		with := herd.Simulate(outage(t, "exp:base=100ms,cap=10s,jitter="+jitter))
		if with.Served != 100 || with.Amplification() > 8 {
			t.Errorf("with %s jitter %d are served with an amplification of %.1f, want all and less than 8", jitter, with.Served, with.Amplification())
		}
		if with.Peak >= without.Peak {
			t.Errorf("the peak with %s jitter is %d, without it %d", jitter, with.Peak, without.Peak)
		}
	}
}

func TestWaves(t *testing.T) {
	for _, test := range []struct {
		policy   string
		low, top float64 // of the share at the second retry
	}{
		{"exp:base=1s", 1, 1},
		{"exp:base=1s,jitter=10%", 0.4, 0.75},
		{"exp:base=1s,jitter=20%", 0.2, 0.55},
		{"exp:base=1s,jitter=equal", 0.15, 0.45},
		{"exp:base=1s,jitter=full", 0.08, 0.3},
		{"immediate", 1, 1},
	} {
		c := outage(t, test.policy)
		c.Clients, c.Outage = 200, time.Hour
		c.MaxAttempts = 4
		r := herd.Simulate(c)
		if len(r.Waves) != 3 {
			t.Fatalf("%s: %d waves, want 3", test.policy, len(r.Waves))
		}
		if share := r.Waves[1].Share; share < test.low || share > test.top {
			t.Errorf("%s: a share of %.2f arrives together at the second retry, want %.2f to %.2f", test.policy, share, test.low, test.top)
		}
	}
}

func TestSimulateCounts(t *testing.T) {
	c := outage(t, "fixed:base=1s")
	c.Capacity, c.Clients, c.MaxAttempts = 0, 5, 10
	r := herd.Simulate(c)
	// Attempts at 0, 1, 2 fail, the one at 3 is served.
	if r.Served != 5 || r.Attempts != 20 || r.Recovered != 0 || r.Amplification() != 4 {
		t.Errorf("served %d, attempts %d, recovered %v; want 5, 20, 0", r.Served, r.Attempts, r.Recovered)
	}
	total := 0.
	counts, _ := herd.Histogram(r.Arrivals, 7)
	for _, n := range counts {
		total += n
	}
	if math.Abs(total-20) > 0 {
		t.Errorf("the histogram counts %g arrivals, want 20", total)
	}
	c.Policy.Shape = backoff.NoRetry
	if r := herd.Simulate(c); r.Served != 0 || r.Attempts != 5 {
		t.Errorf("without retries %d are served in %d attempts, want 0 in 5", r.Served, r.Attempts)
	}
	c = outage(t, "exp:base=100ms,jitter=full")
	if !reflect.DeepEqual(herd.Simulate(c), herd.Simulate(c)) {
		t.Error("the same configuration gives different results")
	}
}

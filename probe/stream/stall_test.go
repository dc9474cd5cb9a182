package stream

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/snagtest"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// stallErrors fires a spin and returns how far the stalls lie from what the server says it took, as
// shares of it.
func stallErrors(t *testing.T, target wire.Target, spin, count int, observe func(Plan) (Observation, error)) []float64 {
	t.Helper()
	p := Plan{Target: target, Canary: wiretest.GetRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true,
		Lead: 300 * time.Millisecond, Rest: 30 * time.Millisecond, Limit: 10 * time.Second}
	for range count {
		p.Shots = append(p.Shots, wiretest.GetRequest(target, fmt.Sprintf("/spin?n=%d", spin)))
	}
	o, err := observe(p)
	if err != nil {
		t.Fatal(err)
	}
	var trips []float64
	for _, s := range o.Samples {
		if s.Done < p.Lead {
			trips = append(trips, float64(s.Done-s.Sent))
		}
	}
	slices.Sort(trips)
	if len(trips) == 0 {
		return []float64{math.Inf(1)} // not one request was answered before the first shot
	}
	stream := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: time.Duration(trips[len(trips)/4])}
	var errors []float64
	for _, shot := range o.Shots {
		took, err := strconv.ParseFloat(wire.Get(shot.Header, "X-Took-Ms"), 64)
		if err != nil {
			t.Fatalf("%+v: %v", shot, err)
		}
		stall := float64(stream.During(shot.Sent, shot.Done).Length) / 1e6
		errors = append(errors, math.Abs(stall-took)/took)
	}
	slices.Sort(errors)
	return errors
}

// TestStallAgainstTruth compares stalls with the server's own clock. The figures are logged; what is
// asserted holds on a machine that is very busy.
func TestStallAgainstTruth(t *testing.T) {
	snagtest.Long(t)
	target := wiretest.NodeServer(t)
	count := 12
	if snagtest.IsWhole() {
		count = 100
	}
	for _, engine := range []struct {
		name    string
		observe func(Plan) (Observation, error)
	}{
		{"best", func(p Plan) (Observation, error) { return Run(t.Context(), p) }},
		{"portable", func(p Plan) (Observation, error) { return observePortably(t.Context(), p) }},
	} {
		for _, spin := range []int{5, 20, 50, 200} {
			snagtest.InThree(t, func() error {
				errors := stallErrors(t, target, spin, count, engine.observe)
				median, p90 := errors[len(errors)/2], errors[len(errors)*9/10]
				t.Logf("%s: %d ms: off by %.2f%% in the median, %.2f%% in nine of ten", engine.name, spin, 100*median, 100*p90)
				if spin >= 50 && median > 0.25 {
					return fmt.Errorf("%s: a stall of %d ms is off by %.0f%%", engine.name, spin, 100*median)
				}
				return nil
			})
		}
	}
}

// TestStallOfOneProcess watches a cluster over several connections, some of which the stalled process
// serves, with both engines.
func TestStallOfOneProcess(t *testing.T) {
	snagtest.Long(t)
	target := wiretest.NodeServer(t, "0", "2")
	for name, observe := range map[string]func(context.Context, Plan) (Observation, error){"best": Run, "portable": observePortably} {
		snagtest.InThree(t, func() error {
			p := Plan{Target: target, Canary: wiretest.GetRequest(target, "/health"), Interval: 2 * time.Millisecond, Pipelined: true, Lanes: 6,
				Lead: 300 * time.Millisecond, Shots: [][]byte{wiretest.GetRequest(target, "/spin?n=200")}, Limit: 10 * time.Second}
			o, err := observe(t.Context(), p)
			if err != nil {
				return err
			}
			lanes := map[int]bool{}
			for _, s := range o.Samples {
				lanes[s.Lane] = true
			}
			stall := stall.Stream{Samples: o.Samples, Interval: p.Interval, Base: time.Millisecond}.During(o.Shots[0].Sent, o.Shots[0].Done)
			if len(lanes) != p.Lanes || stall.Length < 150*time.Millisecond || stall.Length > 300*time.Millisecond {
				return fmt.Errorf("%s: a stall of %s over %d connections, want 200 ms over %d", name, stall.Length, len(lanes), p.Lanes)
			}
			return nil
		})
	}
}

// TestStreamOfServersThatMisbehave ends cleanly whatever the suspect does.
func TestStreamOfServersThatMisbehave(t *testing.T) {
	snagtest.Long(t)
	target := wiretest.NodeServer(t)
	for path, want := range map[string]wire.Outcome{"/hang": wire.TimedOut, "/close": wire.Closed, "/endless": "", "/error?n=99": wire.Answered} {
		p := Plan{Target: target, Canary: wiretest.GetRequest(target, "/health"), Interval: 10 * time.Millisecond, Pipelined: true,
			Shots: [][]byte{wiretest.GetRequest(target, path)}, Limit: time.Second}
		snagtest.InThree(t, func() error {
			o, err := Run(t.Context(), p)
			if err != nil || len(o.Shots) != 1 || want != "" && o.Shots[0].Outcome != want {
				return fmt.Errorf("%s: %+v, %v, want %s", path, o.Shots, err, want)
			}
			return nil
		})
	}
}

package stall

import (
	"math"
	"testing"
	"time"
)

const ms = time.Millisecond

// stream simulates a server with one thread that is busy in the given intervals, under a canary at
// fixed times.
func stream(interval, length time.Duration, busy ...[2]time.Duration) Stream {
	s := Stream{Interval: interval, Base: 100 * time.Microsecond}
	for at := time.Duration(0); at < length; at += interval {
		done := at + s.Base
		for _, b := range busy {
			if done > b[0] && at < b[1] {
				done = max(done, b[1]+s.Base/2)
			}
		}
		s.Samples = append(s.Samples, Sample{Intended: at, Sent: at, Done: done})
	}
	return s
}

func near(t *testing.T, what string, got, want time.Duration, share float64) {
	t.Helper()
	if math.Abs(float64(got-want)) > share*float64(want) {
		t.Errorf("%s: got %s, want %s within %.0f%%", what, got, want, 100*share)
	}
}

func TestPercentilesOfKnownStalls(t *testing.T) {
	var busy [][2]time.Duration
	for i := range 4 {
		start := time.Duration(1+2*i) * time.Second
		busy = append(busy, [2]time.Duration{start, start + 500*ms})
	}
	s := stream(2*ms, 10*time.Second, busy...)
	p := Responses(s.Samples)
	// An open-loop client waits for the rest of the stall: a fifth of the time, evenly.
	near(t, "p90", p.P90, 250*ms, 0.05)
	near(t, "p95", p.P95, 375*ms, 0.05)
	near(t, "p99", p.P99, 475*ms, 0.05)
	stalls := s.Stalls(50 * ms)
	if len(stalls) != 4 {
		t.Fatalf("got %d stalls, want 4: %v", len(stalls), stalls)
	}
	for i, st := range stalls {
		near(t, "length", st.Length, 500*ms, 0.01)
		near(t, "start", st.Start, busy[i][0], 0.01)
		if st.Delayed < 245 || st.Delayed > 255 {
			t.Errorf("got %d delayed requests, want about 250", st.Delayed)
		}
	}
}

// TestLateClientInventsNoStall stops the client, not the server.
func TestLateClientInventsNoStall(t *testing.T) {
	s := stream(2*ms, time.Second)
	for i := range s.Samples {
		if a := &s.Samples[i]; a.Intended > 300*ms && a.Intended < 500*ms {
			a.Sent = 500 * ms
			a.Done = 500*ms + s.Base
		}
	}
	if stalls := s.Stalls(5 * ms); len(stalls) != 0 {
		t.Errorf("a client that slept invented %v", stalls)
	}
	if lag := Lags(s.Samples); lag.Max < 190*ms {
		t.Errorf("its lag is %v, want about 200 ms", lag.Max)
	}
}

// TestStallOfManyLanes counts the stall of a process once, whatever the number of its connections.
func TestStallOfManyLanes(t *testing.T) {
	s := stream(2*ms, time.Second, [2]time.Duration{300 * ms, 400 * ms}, [2]time.Duration{600 * ms, 650 * ms})
	for i := range s.Samples {
		s.Samples[i].Lane = i % 3
	}
	stalls := s.Stalls(20 * ms)
	if len(stalls) != 2 || stalls[0].Delayed < 48 || stalls[0].Delayed > 53 || (stalls[0].Length-100*ms).Abs() > 6*ms || (stalls[1].Length-50*ms).Abs() > 6*ms {
		t.Errorf("stalls of 100 and 50 ms seen by three connections: got %+v", stalls)
	}
}

func TestOpenStall(t *testing.T) {
	s := stream(10*ms, time.Second)
	for i := range s.Samples {
		if a := &s.Samples[i]; a.Intended >= 600*ms {
			a.Lost, a.Done = true, time.Second
		}
	}
	stalls := s.Stalls(50 * ms)
	if len(stalls) != 1 || !stalls[0].Open || stalls[0].Length < 390*ms {
		t.Errorf("got %v, want one open stall of 400 ms", stalls)
	}
}

func TestStallOfASuspect(t *testing.T) {
	for _, length := range []time.Duration{5 * ms, 20 * ms, 50 * ms, 200 * ms} {
		for phase := range 10 {
			start := 300*ms + time.Duration(phase)*200*time.Microsecond
			s := stream(2*ms, time.Second, [2]time.Duration{start, start + length})
			// The stream sends one more request right behind the suspect.
			at := start + 60*time.Microsecond
			s.Samples = append(s.Samples, Sample{Intended: at, Sent: at, Done: start + length + s.Base/2})
			got := s.During(start-s.Base/2, start+length+s.Base/2)
			if d := (got.Length - length).Abs(); d > 200*time.Microsecond {
				t.Errorf("stall of %s at phase %d: got %s", length, phase, got.Length)
			}
		}
	}
}

func TestJudgeCollateral(t *testing.T) {
	trials := func(own, stall, cpu, raised time.Duration) []Trial {
		return []Trial{{Own: own, Stall: Stall{Length: stall}, CPU: cpu, Raised: raised}, {Own: own, Stall: Stall{Length: stall}, CPU: cpu, Raised: raised}, {Lost: true}}
	}
	for _, test := range []struct {
		name     string
		trials   []Trial
		workers  int
		overlaps []Overlap
		want     Effect
	}{
		{"nothing", nil, 1, nil, EffectUnknown},
		{"spin", trials(200*ms, 201*ms, 200*ms, 90*ms), 1, nil, BlocksEveryone},
		{"spin in a cluster", trials(200*ms, 201*ms, 200*ms, 90*ms), 4, nil, BlocksWorker},
		{"timer", trials(201*ms, 3*ms, 0, 0), 1, []Overlap{{2, 205 * ms}}, Slow},
		{"mutex", trials(50*ms, ms, 0, 0), 1, []Overlap{{2, 100 * ms}}, BlocksLock},
		{"pool of two", trials(50*ms, ms, 0, 0), 1, []Overlap{{2, 51 * ms}, {8, 200 * ms}}, BlocksPool},
		{"computing in processes of its own", trials(494*ms, 11*ms, 300*ms, 0), 3, []Overlap{{2, 950 * ms}}, Slow},
		{"the same on a busy machine", []Trial{{Own: 494 * ms, CPU: 110 * ms, Waited: 370 * ms}, {Own: 480 * ms, CPU: 105 * ms, Waited: 350 * ms}}, 3, []Overlap{{2, 950 * ms}}, Slow},
		{"chunks", trials(218*ms, 2*ms, 200*ms, ms), 1, nil, Partitioned},
		{"half", trials(200*ms, 100*ms, 0, 0), 1, nil, BlocksPartly},
		{"fast", trials(ms, ms, 0, 0), 1, nil, EffectFast},
	} {
		if got := JudgeCollateral(test.trials, test.workers, test.overlaps); got.Effect != test.want {
			t.Errorf("%s: got %s (%+v), want %s", test.name, got.Effect, got, test.want)
		}
	}
}

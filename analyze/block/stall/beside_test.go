package stall

import (
	"testing"
	"time"
)

// A stream of a request each 2 ms is answered after 1 ms, and by nobody while the one shot runs.
func TestJudgeBeside(t *testing.T) {
	const ms = time.Millisecond
	shot := Shot{Sent: 600 * ms, Done: 701 * ms, CPU: 90 * ms}
	var samples []Sample
	for at := time.Duration(0); at < 900*ms; at += 2 * ms {
		s := Sample{Intended: at, Sent: at, Done: at + ms}
		if s.Done > shot.Sent && at < shot.Done {
			s.Done = max(s.Done, shot.Done+ms)
		}
		samples = append(samples, s)
	}
	got := JudgeBeside(samples, []Shot{shot}, 2*ms, 500*ms)
	if got.Idle.P50 != ms || got.Idle.Max != ms {
		t.Errorf("idle: got %+v, want 1ms throughout", got.Idle)
	}
	if len(got.Trials) != 1 || len(got.Stalls) != 1 {
		t.Fatalf("got %d trials and %d stalls, want one of each: %+v", len(got.Trials), len(got.Stalls), got)
	}
	trial := got.Trials[0]
	if trial.Own != 100*ms || trial.CPU != shot.CPU || trial.Stall.Length < 98*ms || trial.Stall.Length > 102*ms {
		t.Errorf("trial: got %+v, want a stall of about 100ms and 100ms of its own", trial)
	}
	if trial.Raised < 40*ms || trial.Raised > 60*ms {
		t.Errorf("raised: got %s, want about half of the stall", trial.Raised)
	}
	if effect := JudgeCollateral(got.Trials, 0, nil).Effect; effect != BlocksEveryone {
		t.Errorf("effect: got %s, want %s", effect, BlocksEveryone)
	}
}

func TestUndelayed(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		trials []Trial
		want   time.Duration
	}{
		{nil, 0},
		{[]Trial{{Own: 100 * ms}}, 100 * ms},
		{[]Trial{{Own: 100 * ms, Waited: 90 * ms, Busiest: 8 * ms}}, 10 * ms},
		{[]Trial{{Own: 100 * ms, Waited: 300 * ms, Busiest: 40 * ms}}, 40 * ms},
		{[]Trial{{Own: 100 * ms, Waited: 300 * ms}, {Own: 50 * ms, Lost: true}}, 0},
	} {
		if got := Undelayed(c.trials); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.trials, got, c.want)
		}
	}
}

// TestHeldByOneProcess judges a service of four processes that are dealt the connections in turn, one for each request:
// those that get the busy one wait for its end, and the others are served.
func TestHeldByOneProcess(t *testing.T) {
	const interval, own, lead = 10 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond
	for _, test := range []struct {
		held bool
		want Effect
	}{{true, BlocksWorker}, {false, Slow}} {
		var samples []Sample
		var shots []Shot
		for i := range 3 {
			sent := lead + time.Duration(i)*400*time.Millisecond
			shots = append(shots, Shot{Sent: sent, Done: sent + own, CPU: own, Busiest: own})
		}
		for i := range 170 {
			at := time.Duration(i)*interval + interval/2
			s := Sample{Intended: at, Sent: at, Done: at + time.Millisecond}
			for _, shot := range shots {
				if test.held && i%4 == 0 && at > shot.Sent && at < shot.Done {
					s.Done = shot.Done + time.Millisecond
				}
			}
			samples = append(samples, s)
		}
		b := JudgeBeside(samples, shots, interval, lead)
		c := JudgeCollateral(b.Trials, 0, nil)
		if c.Effect != test.want || test.held && (c.Stall < own/2 || c.Stalled != 3) {
			t.Errorf("held %t: got %+v, want %s", test.held, c, test.want)
		}
		if found := c.Judge(50*time.Millisecond, 0, 0); len(found) > 0 != test.held {
			t.Errorf("held %t: got %v", test.held, found)
		}
	}
}

// TestStarvedThreads blames no request for a stall in which the threads that serve others had no processor, and blames
// one that computes in the only thread that serves, whatever that waits for.
func TestStarvedThreads(t *testing.T) {
	const ms = time.Millisecond
	trial := func(own, stalled, busiest, waited, others time.Duration) Trial {
		return Trial{Own: own, Stall: Stall{Length: stalled}, CPU: busiest, Busiest: busiest, Waited: waited, Others: others}
	}
	for _, test := range []struct {
		name   string
		trials []Trial
		want   Effect
	}{
		{"many threads on a busy machine", []Trial{trial(24*ms, 64*ms, 12*ms, 60*ms, 55*ms), trial(66*ms, 68*ms, 12*ms, 90*ms, 60*ms), trial(51*ms, 56*ms, 13*ms, 80*ms, 20*ms)}, EffectUnknown},
		{"one thread on a busy machine", []Trial{trial(64*ms, 64*ms, 12*ms, 52*ms, 2*ms), trial(66*ms, 68*ms, 12*ms, 54*ms, 0), trial(51*ms, 50*ms, 13*ms, 38*ms, ms)}, BlocksEveryone},
		{"many threads that are held by one", []Trial{trial(64*ms, 64*ms, 60*ms, 2*ms, ms), trial(66*ms, 68*ms, 60*ms, 2*ms, ms)}, BlocksEveryone},
	} {
		if c := JudgeCollateral(test.trials, 0, nil); c.Effect != test.want {
			t.Errorf("%s: got %s, want %s", test.name, c.Effect, test.want)
		}
	}
}

package stall

import (
	"testing"
	"time"

	"snag/analyze/judge"
)

func TestJudgeStalls(t *testing.T) {
	blocks := Collateral{Effect: BlocksWorker, Own: 80 * ms, Stall: 79 * ms, Ratio: 0.99, Stalled: 5, Trials: 5}
	want := "all that the same of 3 processes serves waits 79.0 ms while one request at n = 7 runs (80.0 ms, ratio 0.99, 5 of 5 runs)."
	if got := blocks.Judge(50*ms, 3, 7); len(got) != 1 || got[0].Rule != RuleOthersWait || got[0].Message != want {
		t.Errorf("got %+v, want %q", got, want)
	}
	if got := blocks.Judge(80*ms, 3, 7); len(got) != 0 {
		t.Errorf("within the budget: got %+v", got)
	}
	log := Log{Budget: 50 * ms, Stalls: []Stall{{Length: 20 * ms}, {Length: 90 * ms, Delayed: 4}}, End: 2000 * ms}
	want = "1 stall of 50ms or more in 2.0 s; the longest lasted 90.0 ms and delayed 4 requests."
	if got := log.Judge(); len(got) != 1 || got[0].Rule != RuleStalled || got[0].Message != want {
		t.Errorf("got %+v, want %q", got, want)
	}
	log.Budget = 100 * ms
	if got := log.Judge(); len(got) != 0 {
		t.Errorf("within the budget: got %+v", got)
	}
	for status, level := range map[int]judge.Level{0: judge.Warning, 413: judge.Note, 500: judge.Warning} {
		if got := JudgeFailure(0, status, "how"); got.Level != level || got.Message != "the probe ended: how." {
			t.Errorf("status %d: got %+v, want level %s", status, got, level)
		}
	}
}

// TestFewTrialsBlameNobody stalls others beside a handler on a busy machine.
func TestFewTrialsBlameNobody(t *testing.T) {
	trial := func(busiest time.Duration) Trial {
		return Trial{Own: 90 * ms, Stall: Stall{Length: 85 * ms}, Busiest: busiest}
	}
	for _, test := range []struct {
		name   string
		trials []Trial
		want   judge.Level
	}{
		{"one, which waited", []Trial{trial(2 * ms)}, judge.Note},
		{"one, which computed", []Trial{trial(80 * ms)}, judge.Error},
		{"two, one of which computed", []Trial{trial(80 * ms), trial(2 * ms)}, judge.Note},
		{"three, which waited", []Trial{trial(2 * ms), trial(2 * ms), trial(2 * ms)}, judge.Error},
	} {
		got := JudgeCollateral(test.trials, 1, nil).Judge(50*ms, 1, 0)
		if len(got) != 1 || got[0].Level != test.want {
			t.Errorf("%s: got %+v, want one finding of level %s", test.name, got, test.want)
		}
	}
}

// TestJudgeFilled warns of requests that others wait for once there is one in each process.
func TestJudgeFilled(t *testing.T) {
	const ms = time.Millisecond
	c := Collateral{Effect: Partitioned, Own: 400 * ms, Stall: 20 * ms, Ratio: 0.05, Trials: 5}
	got := c.Filled(4, 300*ms).Judge(50*ms, 0, 1000)
	const want = "everybody else waits 300 ms while 4 requests at n = 1000 run, one in each process; one takes 400 ms."
	if len(got) != 1 || got[0].Message != want || got[0].Level != judge.Warning {
		t.Errorf("got %v, want a warning: %s", got, want)
	}
	if got := c.Judge(50*ms, 0, 1000); len(got) != 0 {
		t.Errorf("one alone: got %v, want nothing", got)
	}
}

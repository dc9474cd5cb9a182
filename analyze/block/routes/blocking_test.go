package routes

import (
	"testing"
	"time"
)

func TestJudgeBlocking(t *testing.T) {
	call := Blocking{Name: "fs.readFileSync", File: "a.js", Line: 7, Within: 5, Handlers: []string{"a.js:3"}}
	filled := &Spot{Key: "query.n", Filling: Filling{Form: AsNumber}}
	for _, test := range []struct {
		name    string
		verdict Verdict // of the trial
		file    string
		line    int
		own     time.Duration
		largest int
		spot    *Spot
		want    Verdict
		why     string
	}{
		{"at its line", Proved, "a.js", 7, time.Second, 1, nil, Proved, ""},
		{"native code in its function", Proved, "a.js", 5, time.Second, 1, nil, Proved, ""},
		{"while an input grows", Proved, "a.js", 7, time.Second, 9, filled, Proved, ""},
		{"at another line", Proved, "a.js", 9, time.Second, 1, nil, NotReproduced, "the route stalls at a.js:9 instead"},
		{"nobody knows where", Proved, "", 0, time.Second, 1, nil, Undecided, "the route stalls, and where the service stands meanwhile is not known"},
		{"cheap", Harmless, "", 0, 2 * time.Millisecond, 1, nil, NotReproduced, "one request takes 2.00 ms, within the budget of 50.0 ms"},
		{"on another thread", Harmless, "", 0, time.Second, 1, nil, NotReproduced, "it takes long, and nobody else waits for long"},
		{"no answer", NotMeasured, "", 0, 0, 0, nil, NotMeasured, "no answer"},
		{"an input that is harmless", Harmless, "", 0, time.Millisecond, 9, filled, NotMeasured, ""},
	} {
		m := Measured{Own: test.own, Largest: test.largest}
		if test.largest == 0 {
			m.Failed = "no answer"
		}
		got, why := m.JudgeBlocking(call, test.verdict, test.file, test.line, Trial{Spot: test.spot, Suspect: -1}, 50*time.Millisecond)
		if got != test.want || why != test.why {
			t.Errorf("%s: got %s, %q; want %s, %q", test.name, got, why, test.want, test.why)
		}
	}
	for _, test := range []struct {
		handlers []string
		want     bool
	}{{[]string{"a.js:3"}, true}, {[]string{"a.js:4", "b.js:3"}, false}, {nil, false}} {
		if r := (Route{Handlers: test.handlers}); r.Runs(call) != test.want {
			t.Errorf("a route with handlers %v: got %v, want %v", test.handlers, r.Runs(call), test.want)
		}
	}
}

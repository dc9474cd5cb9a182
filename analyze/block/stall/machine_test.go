package stall

import (
	"testing"
	"time"
)

// TestExcuse tells the stalls of a machine from those of a target, by ticks of 10 ms.
func TestExcuse(t *testing.T) {
	const ms = time.Millisecond
	steady := func(cpu, waited time.Duration) (ticks []Tick) {
		for at := 10 * ms; at <= 300*ms; at += 10 * ms {
			tick := Tick{At: at}
			if at > 100*ms && at <= 160*ms {
				tick.CPU, tick.Waited = cpu, waited
			}
			ticks = append(ticks, tick)
		}
		return ticks
	}
	stall := Stall{Start: 100 * ms, Length: 60 * ms}
	for _, test := range []struct {
		name    string
		ticks   []Tick
		machine bool
	}{
		{"it computes", steady(10*ms, 0), false},
		{"it computes on a busy machine", steady(6*ms, 4*ms), false},
		{"it sleeps", steady(0, 0), false},
		{"nothing is known", nil, false},
		{"it waits for a processor", steady(ms, 9*ms), true},
		{"the kernel tells the wait at the end", []Tick{{At: 100 * ms}, {At: 170 * ms, Waited: 58 * ms}}, true},
		{"snag is late", []Tick{{At: 100 * ms}, {At: 160 * ms, Late: 50 * ms}}, true},
		{"snag is late and it computes", []Tick{{At: 100 * ms}, {At: 160 * ms, Late: 50 * ms, CPU: 60 * ms}}, false},
		{"it waited at another time", []Tick{{At: 50 * ms, Waited: 40 * ms}, {At: 300 * ms, Waited: 40 * ms}}, false},
	} {
		list := []Stall{stall}
		if Excuse(list, test.ticks); (list[0].Machine != "") != test.machine {
			t.Errorf("%s: got %q, want the machine's %t", test.name, list[0].Machine, test.machine)
		}
	}
}

// TestStallsOfTheMachineDoNotCount leaves them out of the finding.
func TestStallsOfTheMachineDoNotCount(t *testing.T) {
	l := Log{Budget: 50 * time.Millisecond, Stalls: []Stall{{Length: time.Second, Machine: "busy"}}}
	if got := l.Judge(); len(got) != 0 {
		t.Errorf("got %v, want nothing", got)
	}
}

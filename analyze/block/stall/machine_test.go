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
		if excuse(list, test.ticks, 20*ms); (list[0].Machine != "") != test.machine {
			t.Errorf("%s: got %q, want the machine's %t", test.name, list[0].Machine, test.machine)
		}
	}
}

// TestExcuseInPart finds what of a stall the target made itself, on a machine that stretches it, by ticks of 10 ms.
func TestExcuseInPart(t *testing.T) {
	const ms = time.Millisecond
	const loop, other = 1, 2
	// From 100 ms on nobody is answered for 200 ms.
	ticks := func(beside, first, rest []Spell) (all []Tick) {
		for at := 10 * ms; at <= 900*ms; at += 10 * ms {
			tick := Tick{At: at, Spells: beside}
			switch {
			case at == 110*ms:
				tick.Spells = first
			case at > 110*ms && at <= 300*ms:
				tick.Spells = rest
			}
			for _, s := range tick.Spells {
				tick.CPU, tick.Waited = tick.CPU+s.Ran, max(tick.Waited, s.Waited)
			}
			all = append(all, tick)
		}
		return all
	}
	spells := func(s ...Spell) []Spell { return s }
	for _, test := range []struct {
		name    string
		ticks   []Tick
		length  time.Duration
		machine bool
	}{
		{"it computes for 40 ms", ticks(nil, nil, spells(Spell{loop, 40 * ms / 19, 7 * ms})), 40 * ms, false},
		{"it computes for 10 ms", ticks(nil, nil, spells(Spell{loop, 10 * ms / 19, 9 * ms})), 200 * ms, true},
		{"it computes as it always does", ticks(spells(Spell{loop, 2 * ms, 0}), spells(Spell{loop, 5 * ms, 0}), spells(Spell{loop, 0, 9 * ms})), 200 * ms, true},
		{"another thread computes", ticks(nil, nil, spells(Spell{other, 2 * ms, ms}, Spell{loop, 0, 9 * ms})), 200 * ms, true},
		{"another thread computes more", ticks(nil, nil, spells(Spell{other, 3 * ms, 0}, Spell{loop, 30 * ms / 19, 8 * ms})), 30 * ms, false},
	} {
		list := []Stall{{Start: 100 * ms, Length: 200 * ms}}
		excuse(list, test.ticks, 20*ms)
		got := list[0]
		seen := map[bool]time.Duration{false: 200 * ms}[test.machine]
		if (got.Machine != "") != test.machine || (got.Length-test.length).Abs() > ms || got.Seen != seen {
			t.Errorf("%s: got %s, seen for %s, machine %q; want %s, %s and the machine's %t", test.name, got.Length, got.Seen, got.Machine, test.length, seen, test.machine)
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

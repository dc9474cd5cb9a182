package awake

import (
	"slices"
	"testing"
	"time"

	"snag/analyze/block/stall"
)

// TestStretches makes stretches of switches.
func TestStretches(t *testing.T) {
	const ms = time.Millisecond
	type step = func(*thread)
	in := func(at time.Duration) step { return func(t *thread) { t.in(at) } }
	sleeps := func(at time.Duration) step { return func(t *thread) { t.out(at, true) } }
	yields := func(at time.Duration) step { return func(t *thread) { t.out(at, false) } }
	divides := func(at time.Duration) step { return func(t *thread) { t.divide(at) } }
	lost := func(t *thread) { t.lost() }
	of := func(all ...stall.Stretch) []stall.Stretch { return all }
	for _, test := range []struct {
		name  string
		steps []step
		want  []stall.Stretch
	}{
		{"it runs and sleeps", []step{in(ms), sleeps(21 * ms)}, of(stall.Stretch{From: ms, Until: 21 * ms, Ran: 20 * ms})},
		{"it is taken off its processor", []step{in(ms), yields(5 * ms), in(9 * ms), sleeps(21 * ms)}, of(stall.Stretch{From: ms, Until: 21 * ms, Ran: 16 * ms})},
		{"it sleeps meanwhile", []step{in(ms), sleeps(5 * ms), in(9 * ms), sleeps(21 * ms)}, of(stall.Stretch{From: ms, Until: 5 * ms, Ran: 4 * ms}, stall.Stretch{From: 9 * ms, Until: 21 * ms, Ran: 12 * ms})},
		{"short ones are left out", []step{in(ms), sleeps(ms + ms/2), in(2 * ms), sleeps(4 * ms)}, of(stall.Stretch{From: 2 * ms, Until: 4 * ms, Ran: 2 * ms})},
		{"it runs at a reading", []step{in(ms), divides(10 * ms), sleeps(10*ms + ms/2)}, of(stall.Stretch{From: ms, Until: 10 * ms, Ran: 9 * ms}, stall.Stretch{From: 10 * ms, Until: 10*ms + ms/2, Ran: ms / 2})},
		{"it waits at a reading", []step{in(ms), yields(4 * ms), divides(10 * ms), in(12 * ms), sleeps(13 * ms)}, of(stall.Stretch{From: ms, Until: 10 * ms, Ran: 3 * ms}, stall.Stretch{From: 10 * ms, Until: 13 * ms, Ran: ms})},
		{"it sleeps at a reading", []step{in(ms), sleeps(4 * ms), divides(10 * ms)}, of(stall.Stretch{From: ms, Until: 4 * ms, Ran: 3 * ms})},
		{"it ran when the trace began", []step{sleeps(4 * ms), in(6 * ms), sleeps(8 * ms)}, of(stall.Stretch{From: 6 * ms, Until: 8 * ms, Ran: 2 * ms})},
		{"switches are missing", []step{in(ms), lost, sleeps(40 * ms), in(50 * ms), sleeps(60 * ms)}, of(stall.Stretch{From: 50 * ms, Until: 60 * ms, Ran: 10 * ms})},
	} {
		var one thread
		for _, step := range test.steps {
			step(&one)
		}
		if !slices.Equal(one.told, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.name, one.told, test.want)
		}
	}
}

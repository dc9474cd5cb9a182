// Package awake records when threads of other processes had a processor, by the kernel's own trace of its switches.
package awake

import (
	"time"

	"snag/analyze/block/stall"
)

// notable is the shortest stretch that is told.
const notable = time.Millisecond

// thread is what is known of one thread. Times count from the start of the trace.
type thread struct {
	id             int
	awake, running bool
	from, since    time.Duration // when the stretch and the run in it began
	ran            time.Duration // in the runs of the stretch that have ended
	cut            bool          // the stretch goes on from one that was told
	told           []stall.Stretch
}

// in notes that the thread got a processor.
func (t *thread) in(at time.Duration) {
	if !t.awake {
		t.awake, t.from, t.ran, t.cut = true, at, 0, false
	}
	t.running, t.since = true, at
}

// out notes that it left the processor: because it sleeps, or because another one was to run.
func (t *thread) out(at time.Duration, sleeps bool) {
	if t.running {
		t.running = false
		t.ran += at - t.since
	}
	if t.awake && sleeps {
		t.awake = false
		t.tell(at, t.cut)
	}
}

// lost notes that nothing is known of the thread until it is switched again.
func (t *thread) lost() { t.awake, t.running = false, false }

// divide tells what there is of a stretch that goes on.
func (t *thread) divide(at time.Duration) {
	if !t.awake || at <= t.from {
		return
	}
	if t.running {
		t.ran += max(at-t.since, 0)
		t.since = max(at, t.since)
	}
	t.tell(at, true)
	t.from, t.ran, t.cut = at, 0, true
}

func (t *thread) tell(until time.Duration, divided bool) {
	if divided || until-t.from >= notable {
		t.told = append(t.told, stall.Stretch{Thread: t.id, From: t.from, Until: until, Ran: t.ran})
	}
}

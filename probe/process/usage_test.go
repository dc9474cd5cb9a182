package process

import (
	"testing"
	"time"
)

// TestWaitedBeside tells how long another thread of the busiest one's process waited, and not those of others.
func TestWaitedBeside(t *testing.T) {
	const ms = time.Millisecond
	type times = map[int]time.Duration
	before := Usage{Threads: times{1: ms, 2: ms, 3: ms}, Waits: times{1: ms, 2: ms, 3: ms}}
	now := Usage{Threads: times{1: 20 * ms, 2: 2 * ms, 3: 3 * ms}, Waits: times{1: 50 * ms, 2: 31 * ms, 3: 41 * ms}, Owners: map[int]int{1: 7, 2: 7, 3: 8}}
	if got := now.WaitedBeside(before); got != 30*ms {
		t.Errorf("got %s, want 30ms", got)
	}
	if got := (Usage{}).WaitedBeside(Usage{}); got != 0 {
		t.Errorf("nothing is known: got %s, want 0", got)
	}
}

package drain

import (
	"testing"
	"time"

	"snag/probe/process"
)

func TestStarvation(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		waited map[int]time.Duration
		want   time.Duration
	}{
		{nil, 0},
		{map[int]time.Duration{1: 30 * ms}, 30 * ms},
		{map[int]time.Duration{1: 30 * ms, 2: 80 * ms, 3: 70 * ms, 4: 80 * ms}, 110 * ms},
		{map[int]time.Duration{2: 80 * ms}, 80 * ms},
	} {
		s := starvation{waited: c.waited}
		if got := s.kept(1); got != c.want {
			t.Errorf("%v: %s, want %s", c.waited, got, c.want)
		}
	}
}

func TestWaitedFor(t *testing.T) {
	const ms = time.Millisecond
	type times = map[int]time.Duration
	before := process.Usage{Total: 5 * ms, Threads: times{1: 5 * ms}, Waits: times{1: 10 * ms}}
	for _, c := range []struct {
		name string
		now  process.Usage
		want time.Duration
	}{
		{"the same thread", process.Usage{Total: 7 * ms, Threads: times{1: 7 * ms}, Waits: times{1: 40 * ms}}, 30 * ms},
		{"another one", process.Usage{Total: 8 * ms, Threads: times{1: 7 * ms, 2: ms}, Waits: times{1: 40 * ms, 2: 5 * ms}}, 35 * ms},
		{"another one that has ended", process.Usage{Total: 8 * ms, Threads: times{1: 7 * ms}, Waits: times{1: 40 * ms}}, time.Second},
	} {
		if got := waitedFor(c.now, before, time.Second); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

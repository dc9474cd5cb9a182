package endpoint

import (
	"testing"
	"time"
)

func TestUndelayed(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name          string
		spent         Spent
		latency, base time.Duration
		want          time.Duration
	}{
		{"nothing is known", Spent{}, 30 * ms, 0, 30 * ms},
		{"it computes, and waits for a processor", Spent{Total: 12 * ms, Top: 10 * ms, Waited: 50 * ms}, 60 * ms, 0, 10 * ms},
		{"it sleeps", Spent{Total: ms, Top: ms, Waited: 2 * ms}, 100 * ms, ms, 98 * ms},
		{"snag waits as well", Spent{Total: 10 * ms, Top: 10 * ms, Waited: 20 * ms, late: 15 * ms}, 45 * ms, 0, 10 * ms},
		{"threads wait at once", Spent{Total: 20 * ms, Top: 20 * ms, Waited: 90 * ms}, 60 * ms, 0, 20 * ms},
		{"a trivial request computes as much", Spent{Total: 2 * ms, Top: 2 * ms, Waited: 40 * ms}, 40 * ms, 2 * ms, 0},
		{"faster than a trivial request", Spent{}, -ms, 0, 0},
		{"threads compute at once", Spent{Total: 30 * ms, Top: 30 * ms}, 20 * ms, 0, 20 * ms},
	} {
		if got := c.spent.Undelayed(c.latency, c.base); got != c.want {
			t.Errorf("%s: %+v of %s, base %s: got %s, want %s", c.name, c.spent, c.latency, c.base, got, c.want)
		}
	}
}

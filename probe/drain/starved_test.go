package drain

import (
	"testing"
	"time"
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

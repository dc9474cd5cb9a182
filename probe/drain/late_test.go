package drain

import (
	"testing"
	"time"

	"snag/analyze/shutdown"
)

// TestLateStream ends streams of which snag holds back a part, before and after it should have sent that.
func TestLateStream(t *testing.T) {
	const hold = time.Second
	early, late := hold/2, hold+2*lateness
	for _, c := range []struct {
		name      string
		halved    bool
		completed time.Duration // after the signal, 0 for never
		ended     time.Duration
		reason    string
	}{
		{"cut before the rest was due", true, 0, early, ""},
		{"cut while the rest was overdue", true, 0, late, tooLate},
		{"cut after a rest that came late", true, late, 2 * late, tooLate},
		{"cut after a rest that came in time", true, hold, late, ""},
		{"nothing was held back", false, 0, late, ""},
	} {
		now := time.Now()
		l := &Load{config: Config{Hold: hold}, origin: now.Add(-c.ended)}
		s := &stream{halved: c.halved}
		if c.completed > 0 {
			s.completed = l.origin.Add(c.completed)
		}
		l.end(s, shutdown.Cut, "fin")
		if s.reason != c.reason || (s.outcome == shutdown.Cut) != (c.reason == "") {
			t.Errorf("%s: reason %q, outcome %q, want reason %q", c.name, s.reason, s.outcome, c.reason)
		}
	}
}

package watch

import (
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/cmd/report"
)

// watched is a log of a minute in which the server was silent each second for the time.
func watched(silent time.Duration) *stall.Log {
	l := &stall.Log{Interval: 10 * time.Millisecond, Floor: 20 * time.Millisecond}
	var all []stall.Sample
	for at := time.Duration(0); at < time.Minute; at += l.Interval {
		done := at + time.Millisecond
		if until := at.Truncate(time.Second) + 500*time.Millisecond + silent; at%time.Second >= 500*time.Millisecond && at < until {
			done = until
		}
		all = append(all, stall.Sample{Intended: at, Sent: at, Done: done})
	}
	l.Add(all)
	l.Finish()
	return l
}

// TestWatchCompared compares watches of a server that is silent for longer, as long, and not at all.
func TestWatchCompared(t *testing.T) {
	for _, test := range []struct {
		before, now             time.Duration
		often, longest, typical string
	}{
		{200 * time.Millisecond, 200 * time.Millisecond, "within noise", "within noise", "within noise"},
		{200 * time.Millisecond, 205 * time.Millisecond, "within noise", "within noise", "within noise"},
		{0, 200 * time.Millisecond, "worse", "worse", "within noise"},
		{200 * time.Millisecond, 0, "better", "better", "within noise"},
		{100 * time.Millisecond, 300 * time.Millisecond, "within noise", "worse", "within noise"},
	} {
		now := &report.Report{Figures: figures(watched(test.now))}
		now.Compare(&report.Report{Figures: figures(watched(test.before))})
		got := map[report.Text]string{}
		for _, c := range now.Since.Figures {
			got[c.Name] = c.Change
		}
		if got["stalls a minute"] != test.often || got["longest stall"] != test.longest || got["median of the answers"] != test.typical {
			t.Errorf("%s to %s: got %v, want %s, %s, %s", test.before, test.now, got, test.often, test.longest, test.typical)
		}
	}
}

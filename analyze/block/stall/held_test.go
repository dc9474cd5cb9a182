package stall

import (
	"testing"
	"time"
)

// TestSharpen takes the length of a stall from the processor time of the target, where the answers allow it.
func TestSharpen(t *testing.T) {
	const ms = time.Millisecond
	// An answer every 10 ms until 100 ms; the next one, sent at 110 ms, is answered at 150 ms.
	var samples []Sample
	for at := 10 * ms; at < 300*ms; at += 10 * ms {
		done := at + ms
		if at > 100*ms && at <= 150*ms {
			done = 150*ms + at/100
		}
		samples = append(samples, Sample{Intended: at, Sent: at, Done: done})
	}
	ticks := func(held ...time.Duration) (all []Tick) {
		for i, h := range held {
			all = append(all, Tick{At: time.Duration(i) * 20 * ms, Held: h})
		}
		return all
	}
	for _, test := range []struct {
		name  string
		ticks []Tick
		want  time.Duration
	}{
		{"nothing is known", nil, 45 * ms},
		{"it computed for 47 ms", ticks(0, 0, 0, 0, 0, 0, 17*ms, 20*ms, 10*ms, 0, 0), 47 * ms},
		{"it computes a tenth of all time", ticks(2*ms, 2*ms, 2*ms, 2*ms, 2*ms, 2*ms, 17*ms, 20*ms, 13650*time.Microsecond, 2*ms, 2*ms), 47 * ms},
		{"it computed a little longer than nobody was answered", ticks(0, 0, 0, 0, 0, 0, 20*ms, 20*ms, 11*ms, 0, 0), 50 * ms},
		{"it slept", ticks(0, 0, 0, 0, 0, 0, ms, 0, ms, 0, 0), 45 * ms},
		{"others computed as well", ticks(0, 0, 0, 0, 0, 0, 20*ms, 20*ms, 20*ms, 0, 0), 45 * ms},
		{"the last tick is missing", ticks(0, 0, 0, 0, 0, 0, 17*ms, 20*ms), 45 * ms},
		{"the first tick is missing", ticks(0, 0, 0, 0, 0, 0, 17*ms, 20*ms, 10*ms)[6:], 45 * ms},
	} {
		l := Log{Interval: 10 * ms, Floor: 20 * ms}
		l.Add(samples)
		l.Finish()
		l.Sharpen(0, test.ticks)
		if len(l.Stalls) != 1 {
			t.Fatalf("%s: stalls %v, want one", test.name, l.Stalls)
		}
		got := l.Stalls[0]
		if (got.Length-test.want).Abs() > ms*3/2 || l.Stalled != got.Length || (got.Start+got.Length-151*ms).Abs() > 2*ms {
			t.Errorf("%s: got %s from %s, in all %s; want %s", test.name, got.Length, got.Start, l.Stalled, test.want)
		}
	}
}

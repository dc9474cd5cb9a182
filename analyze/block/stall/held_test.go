package stall

import (
	"testing"
	"time"
)

// TestMark takes the length of a stall from the processor time of the target, where the answers allow it.
func TestMark(t *testing.T) {
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
		l.Mark(test.ticks, time.Hour)
		if len(l.Stalls) != 1 {
			t.Fatalf("%s: stalls %v, want one", test.name, l.Stalls)
		}
		got := l.Stalls[0]
		if (got.Length-test.want).Abs() > ms*3/2 || l.Stalled != got.Length || (got.Start+got.Length-151*ms).Abs() > 2*ms {
			t.Errorf("%s: got %s from %s, in all %s; want %s", test.name, got.Length, got.Start, l.Stalled, test.want)
		}
	}
}

// TestMarkByStretches takes start and length of a stall from when the thread that answers began to work, and what it
// would have taken on a processor of its own.
func TestMarkByStretches(t *testing.T) {
	const ms = time.Millisecond
	// An answer every 10 ms until 101 ms; the next one, sent at 110 ms, is answered at 151 ms: it began from 101 to 110.
	var samples []Sample
	for at := 10 * ms; at < 300*ms; at += 10 * ms {
		done := at + ms
		if at > 100*ms && at <= 150*ms {
			done = 151 * ms
		}
		samples = append(samples, Sample{Intended: at, Sent: at, Done: done})
	}
	const loop, other = 1, 2
	const machine = -1 // in place of a length
	for _, test := range []struct {
		name         string
		stretches    []Stretch
		waited       time.Duration // in the tick that ends behind the stall
		length, seen time.Duration
	}{
		{"nothing is known", nil, 0, 45 * ms, 0},
		{"it began at 104 ms", []Stretch{{loop, 104 * ms, 152 * ms, 48 * ms}}, 0, 47 * ms, 0},
		{"readings divide it", []Stretch{{loop, 104 * ms, 120 * ms, 16 * ms}, {loop, 120 * ms, 140 * ms, 20 * ms}, {loop, 140 * ms, 152 * ms, 12 * ms}}, 0, 47 * ms, 0},
		{"it had been at work before", []Stretch{{loop, 60 * ms, 152 * ms, 92 * ms}}, 0, 50 * ms, 0},
		{"it slept before", []Stretch{{loop, 90 * ms, 103 * ms, 13 * ms}, {loop, 106 * ms, 152 * ms, 46 * ms}}, 0, 45 * ms, 0},
		{"it slept for a moment", []Stretch{{loop, 104 * ms, 130 * ms, 26 * ms}, {loop, 130*ms + ms/2, 152 * ms, 22*ms - ms/2}}, 0, 47 * ms, 0},
		{"another thread computes as well", []Stretch{{loop, 104 * ms, 152 * ms, 48 * ms}, {other, 101 * ms, 140 * ms, 39 * ms}}, 0, 47 * ms, 0},
		{"another one hands over to it", []Stretch{{other, 104 * ms, 150 * ms, 46 * ms}}, 0, 47 * ms, 0},
		{"another one handed over long before", []Stretch{{other, 104 * ms, 140 * ms, 36 * ms}}, 0, 45 * ms, 0},
		{"the other then waited for a processor", []Stretch{{other, 104 * ms, 140 * ms, 36 * ms}}, 11 * ms, 36 * ms, 47 * ms},
		{"it was taken off its processor", []Stretch{{loop, 104 * ms, 151 * ms, 30 * ms}}, 0, 30 * ms, 47 * ms},
		{"it was so for most of the time", []Stretch{{loop, 104 * ms, 151 * ms, 15 * ms}}, 0, machine, 0},
		{"it was so for a moment", []Stretch{{loop, 104 * ms, 151 * ms, 46 * ms}}, 0, 47 * ms, 0},
		{"it began when requests had waited", []Stretch{{loop, 125 * ms, 151 * ms, 26 * ms}}, 0, 45 * ms, 0},
		{"it waited before it began", []Stretch{{loop, 125 * ms, 151 * ms, 26 * ms}}, 24 * ms, 26 * ms, 45 * ms},
	} {
		var ticks []Tick
		for at := time.Duration(0); at <= 200*ms; at += 20 * ms {
			ticks = append(ticks, Tick{At: at})
			if at == 160*ms {
				ticks[len(ticks)-1].Waited = test.waited
			}
		}
		for _, s := range test.stretches {
			i := min(int((s.Until+20*ms-1)/(20*ms)), len(ticks)-1)
			ticks[i].Stretches = append(ticks[i].Stretches, s)
		}
		l := Log{Interval: 10 * ms, Floor: 20 * ms}
		l.Add(samples)
		l.Finish()
		l.Mark(ticks, time.Hour)
		if len(l.Stalls) != 1 {
			t.Fatalf("%s: stalls %v, want one", test.name, l.Stalls)
		}
		got := l.Stalls[0]
		wrong := (got.Length-test.length).Abs() > ms || (got.Seen-test.seen).Abs() > ms
		if test.length == machine {
			wrong = got.Machine == ""
		} else if got.Machine != "" {
			wrong = true
		}
		if wrong {
			t.Errorf("%s: got %s, seen for %s, machine %q; want %s and %s", test.name, got.Length, got.Seen, got.Machine, test.length, test.seen)
		}
	}
}

// TestStallsAtTheFloor lists a stall that lasts as long as the floor, in whatever place between two requests it begins,
// and none that is shorter; where nothing tells when a thread began to work, an idle server has none at any rate.
func TestStallsAtTheFloor(t *testing.T) {
	const ms = time.Millisecond
	const count, pause = 20, 500 * ms
	for _, test := range []struct {
		interval, length time.Duration
		switches         bool // are known
		want             int
	}{
		{2 * ms, 20*ms + ms/10, true, count},
		{5 * ms, 20*ms + ms/10, true, count},
		{10 * ms, 20*ms + ms/10, true, count},
		{5 * ms, 19 * ms, true, 0},
		{10 * ms, 19 * ms, true, 0},
		{10 * ms, 15 * ms, true, 0},
		{50 * ms, 0, true, 0},
		{10 * ms, 0, false, 0},
		{50 * ms, 0, false, 0},
		{200 * ms, 0, false, 0},
		{50 * ms, 5 * ms, false, 0},
	} {
		var busy [][2]time.Duration
		var ticks []Tick
		for i := range count {
			from := time.Duration(i+1)*pause + test.interval*time.Duration(i)/count
			busy = append(busy, [2]time.Duration{from, from + test.length})
		}
		s := stream(test.interval, (count+2)*pause, busy...)
		for at := time.Duration(0); at <= (count+2)*pause; at += 10 * ms {
			ticks = append(ticks, Tick{At: at})
		}
		if test.switches {
			for _, b := range busy {
				i := int(b[1]/(10*ms)) + 1
				ticks[i].Stretches = append(ticks[i].Stretches, Stretch{1, b[0], b[1] + s.Base, b[1] - b[0] + s.Base})
			}
		}
		l := Log{Interval: test.interval, Floor: 20 * ms}
		marked := 0
		for part := s.Samples; len(part) > 0; { // as they come
			n := min(len(part), 37)
			l.Add(part[:n])
			marked += len(l.Mark(ticks, part[n-1].Done-30*ms))
			part = part[n:]
		}
		l.Finish()
		marked += len(l.Mark(ticks, time.Hour))
		if len(l.Stalls) != test.want || marked != test.want {
			t.Errorf("%d stalls of %s, requests each %s, switches known %t: %d listed and %d told, want %d: %v",
				count, test.length, test.interval, test.switches, len(l.Stalls), marked, test.want, l.Stalls)
		}
	}
}

package watch

import (
	"runtime"
	"testing"
	"time"

	"snag/analyze/block/stall"
)

// TestTallyOfADay counts every stall of a day with more of them than are listed, tells each once, keeps the longest, and tells
// in which hours they were.
func TestTallyOfADay(t *testing.T) {
	const interval, round, day = 10 * time.Millisecond, 600 * time.Millisecond, 24 * time.Hour
	tick := newTicker(nil, newLives(func() []int { return nil }))
	tick.end()
	tally := newTally(interval, 20*time.Millisecond, 50*time.Millisecond, tick)
	tally.hours.Phase = 0
	told, latest := 0, time.Duration(-1)
	tally.told = func(s stall.Stall) {
		if told++; s.Start <= latest {
			t.Fatalf("a stall at %s is told behind one at %s", s.Start, latest)
		}
		latest = s.Start
	}
	var part []stall.Sample
	stalls := 0
	for at := time.Duration(0); at < day; at += round {
		silent := 30 * time.Millisecond
		if at >= 23*time.Hour && at < 23*time.Hour+10*round {
			silent = 200 * time.Millisecond // near the end
		}
		// Of all the others those alone that are next to the stall.
		for _, s := range []stall.Sample{{Intended: at, Done: at + time.Millisecond}, {Intended: at + interval, Done: at + interval + silent}, {Intended: at + round/2, Done: at + round/2 + time.Millisecond}} {
			s.Sent = s.Intended
			part = append(part, s)
		}
		stalls++
		if len(part) >= 2000 {
			tally.add(part)
			part = nil
			if n := len(tally.log.Stalls); n > stall.MaxStalls {
				t.Fatalf("%d stalls are kept", n)
			}
		}
	}
	tally.finish(part)
	counted := tally.now()
	if got := counted.Stalls.Count + counted.Machine.Count; got != stalls || stalls <= stall.MaxStalls || len(tally.log.Stalls)+tally.log.Dropped != stalls {
		t.Errorf("%d of %d stalls are counted, %d listed and %d dropped", got, stalls, len(tally.log.Stalls), tally.log.Dropped)
	}
	if told != stalls {
		t.Errorf("%d of %d stalls are told as they come", told, stalls)
	}
	over, longest := tally.log.Over()
	if over != 10 || longest.Length < 150*time.Millisecond {
		t.Errorf("%d stalls are over the budget, the longest %s: want 10 of some 200 ms", over, longest.Length)
	}
	if n := len(tally.hours.List); n != 24 {
		t.Fatalf("there are %d hours, want 24", n)
	}
	for i, h := range tally.hours.List {
		if want := map[bool]int{true: 10}[i == 23]; h.Requests != 3*int(time.Hour/round) || h.Stalls != int(time.Hour/round) || h.Over != want {
			t.Errorf("hour %d: %+v", i, h)
		}
	}
	if items := hourItems(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), tally.hours.List); items[23].Start != "2026-01-02T23:00:00Z" || items[23].Over != 10 {
		t.Errorf("the last hour is told as %+v", items[23])
	}
}

// BenchmarkDays measures how much a watch at 100 requests a second holds after an hour and after days with a stall each
// second: all of them are kept until they are as many as are listed.
func BenchmarkDays(b *testing.B) {
	for _, length := range []time.Duration{time.Hour, 24 * time.Hour, 48 * time.Hour, 72 * time.Hour} {
		b.Run(length.String(), func(b *testing.B) {
			const interval = 10 * time.Millisecond
			for b.Loop() {
				tick := newTicker(nil, newLives(func() []int { return nil }))
				tick.end()
				tally := newTally(interval, 20*time.Millisecond, 50*time.Millisecond, tick)
				part := make([]stall.Sample, 0, 2000)
				for at := time.Duration(0); at < length; at += interval {
					done := max(at+time.Millisecond, at.Truncate(time.Second)+60*time.Millisecond)
					if part = append(part, stall.Sample{Intended: at, Sent: at, Done: done}); len(part) == cap(part) {
						tally.add(part)
						part = make([]stall.Sample, 0, 2000)
					}
				}
				runtime.GC()
				var held runtime.MemStats
				runtime.ReadMemStats(&held)
				b.ReportMetric(float64(held.HeapAlloc)/1e6, "MB-held")
				b.ReportMetric(float64(len(tally.log.Stalls)), "stalls-kept")
				tally.finish(part)
			}
		})
	}
}

package stall

import (
	"math/rand/v2"
	"testing"
	"time"
)

// stalling makes the samples of a stream of a server that answers nobody for half a second every
// minute, from one index on.
func stalling(from, count int, interval time.Duration) []Sample {
	random := rand.New(rand.NewPCG(uint64(from), 1))
	out := make([]Sample, count)
	for i := range out {
		at := time.Duration(from+i) * interval
		done := at + 200*time.Microsecond + time.Duration(random.IntN(100))*time.Microsecond
		if into := at % time.Minute; into > 30*time.Second && into <= 30500*time.Millisecond {
			done = at - into + 30500*time.Millisecond + 200*time.Microsecond
		}
		out[i] = Sample{Intended: at, Sent: at, Done: done}
	}
	return out
}

// TestLogOfHours summarises an hour in parts as it does a few minutes at once.
func TestLogOfHours(t *testing.T) {
	const interval, part = 10 * time.Millisecond, 10_007
	l := Log{Interval: interval, Floor: 100 * time.Millisecond}
	const minutes = 60
	for from := 0; from < minutes*6000; from += part {
		l.Add(stalling(from, min(part, minutes*6000-from), interval))
	}
	l.Finish()
	if len(l.Stalls) != minutes {
		t.Errorf("%d stalls, want %d", len(l.Stalls), minutes)
	}
	for _, s := range l.Stalls {
		if s.Length < 485*time.Millisecond || s.Length > 506*time.Millisecond || s.Delayed < 48 || s.Delayed > 52 {
			t.Errorf("a stall %+v, want half a second", s)
			break
		}
	}
	whole := Responses(stalling(0, 60_000, interval))
	got := l.Responses()
	for _, c := range []struct{ got, want time.Duration }{{got.P50, whole.P50}, {got.P99, whole.P99}, {got.Max, whole.Max}} {
		if c.got < c.want*98/100 || c.got > c.want*102/100 {
			t.Errorf("got %s, want about %s", c.got, c.want)
		}
	}
	if got.Count != minutes*6000 || len(l.Peaks.Values) > maxPeaks || len(l.responses.counts) > 3000 {
		t.Errorf("%d requests in %d peaks and %d classes", got.Count, len(l.Peaks.Values), len(l.responses.counts))
	}
}

// TestLogInParts lists the same stalls however the stream is cut.
func TestLogInParts(t *testing.T) {
	const interval = 10 * time.Millisecond
	samples := stalling(0, 12_000, interval)
	for _, part := range []int{1, 7, 100, 3000, 12_000} {
		l := Log{Interval: interval, Floor: 100 * time.Millisecond}
		for from := 0; from < len(samples); from += part {
			l.Add(samples[from:min(from+part, len(samples))])
		}
		l.Finish()
		if len(l.Stalls) != 2 || l.Stalls[0].Delayed < 45 {
			t.Errorf("in parts of %d: %v, want two stalls", part, l.Stalls)
		}
	}
}

// TestOneStallWhileDead lists one stall however many parts of the stream a dead target leaves without an answer.
func TestOneStallWhileDead(t *testing.T) {
	const ms = time.Millisecond
	for _, back := range []bool{false, true} {
		l := &Log{Interval: 2 * ms, Floor: 20 * ms, Budget: 50 * ms}
		part, dead := []Sample(nil), 2*maxKept
		sent := func(i int) time.Duration { return time.Duration(i) * 2 * ms }
		for i := range dead + 1000 {
			one := Sample{Intended: sent(i), Sent: sent(i), Done: sent(i) + ms, Lost: i >= 500 && (i < 500+dead || !back)}
			if part = append(part, one); len(part) == 50_000 {
				l.Add(part)
				part = nil
			}
		}
		l.Add(part)
		l.Finish()
		lost := dead
		if !back {
			lost += 500
		}
		if len(l.Stalls) != 1 || l.Stalls[0].Open == back || l.Stalls[0].Lost != lost || l.Lost != lost || (l.Stalls[0].Length-sent(lost)).Abs() > 4*ms || (l.Stalls[0].Start-sent(500)).Abs() > 4*ms {
			t.Errorf("back %t: got %d stalls, %d lost, %+v, want one of %d lost from %s on for %s", back, len(l.Stalls), l.Lost, l.Stalls[:min(len(l.Stalls), 3)], lost, sent(500), sent(lost))
		}
	}
}

package stall

import (
	"sort"
	"time"

	"snag/analyze/stats"
)

// Sharpen takes the lengths of the stalls from one on from how long a thread of the target computed, going by the
// ticks, which are in order: answers tell the start of a stall to the interval of the stream, and to less where
// snag was late. A length stays as it is where the answers do not allow that time: the target waited for something
// then, or several of its threads computed.
func (l *Log) Sharpen(from int, ticks []Tick) {
	usual := l.usual(from, ticks)
	for i := from; i < len(l.Stalls); i++ {
		s := &l.Stalls[i]
		held, ok := s.held(ticks, usual)
		if !ok || held < s.least-unsure || held > s.most+unsure {
			continue
		}
		end, length := s.Start+s.Length, min(max(held, s.least), s.most)
		l.Stalled += length - s.Length
		s.Start, s.Length = end-length, length
	}
}

// unsure is how far the time of a thread may lie beyond what the answers allow: the thread answers as well.
const unsure = 2 * time.Millisecond

// usual is which share of the time a thread computes beside the stalls from one on.
func (l *Log) usual(from int, ticks []Tick) float64 {
	var shares []float64
	next := from
	for i := 1; i < len(ticks); i++ {
		start, end := ticks[i-1].At, ticks[i].At
		for next < len(l.Stalls) && l.Stalls[next].Start+l.Stalls[next].Length+settling < start {
			next++
		}
		if end > start && (next == len(l.Stalls) || l.Stalls[next].Start > end) {
			shares = append(shares, float64(ticks[i].Held)/float64(end-start))
		}
	}
	if len(shares) == 0 {
		return 0
	}
	return min(stats.Median(shares), 1)
}

// held is for how long the thread that computed most did so because of the stall, when it computes a usual share
// of all time. The requests that wait are answered together behind it, which takes about half of what they take
// one by one. It is false when the ticks do not span the stall.
func (s Stall) held(ticks []Tick, usual float64) (time.Duration, bool) {
	end := s.Start + s.Length
	first := sort.Search(len(ticks), func(i int) bool { return ticks[i].At > end-s.most })
	if s.most == 0 || first == 0 {
		return 0, false
	}
	var held time.Duration
	for _, t := range ticks[first:] {
		if held += t.Held; t.At > end {
			beside := usual * float64(t.At-ticks[first-1].At)
			return time.Duration((float64(held) - beside) / (1 - usual/2)), true
		}
	}
	return 0, false
}

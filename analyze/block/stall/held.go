package stall

import (
	"sort"
	"time"

	"snag/analyze/stats"
)

// Sharpen takes the lengths of the stalls from one on from when the thread that answers began to work, going by the
// ticks, which are in order: answers tell the start of a stall to the interval of the stream, and to less where
// snag was late. Where its switches are not known, they are taken from how long a thread of the target computed. A
// length stays as it is where the answers do not allow that time: the target waited for something then, or several of
// its threads computed.
func (l *Log) Sharpen(from int, ticks []Tick) {
	usual := l.usual(from, ticks)
	for i := from; i < len(l.Stalls); i++ {
		s := &l.Stalls[i]
		var begun time.Duration
		begun, s.own = s.work(ticks)
		if s.worked = s.own > 0 && begun <= s.Start+s.Length-s.least+unsure; s.worked {
			l.lasts(s, min(max(s.Start+s.Length-begun, s.least), s.most))
			continue
		}
		held, ok := s.held(ticks, usual)
		if !ok || held < s.least-unsure || held > s.most+unsure {
			continue
		}
		l.lasts(s, min(max(held, s.least), s.most))
	}
}

// lasts gives a stall another length. Its end stays.
func (l *Log) lasts(s *Stall, length time.Duration) {
	l.Stalled += length - s.Length
	s.Start, s.Length = s.Start+s.Length-length, length
}

// work is since when the thread that computed most up to the end of a stall had been at work then, and for how long it
// would have been on a processor of its own: without the time for which it was taken off one. Own is 0 where nothing is
// known of such a thread. What it did before the stall can have begun is left out.
func (s Stall) work(ticks []Tick) (begun, own time.Duration) {
	end := s.Start + s.Length
	earliest := end - s.most
	first := sort.Search(len(ticks), func(i int) bool { return ticks[i].At > earliest })
	latest := map[int]Stretch{} // of each thread, short pauses included
	for _, t := range ticks[first:] {
		for _, one := range t.Stretches {
			from, until := max(one.From, earliest), min(one.Until, end)
			if from >= until {
				continue
			}
			share := float64(until-from) / float64(one.Until-one.From)
			part := Stretch{one.Thread, from, until, time.Duration(float64(one.Ran) * share)}
			before, known := latest[one.Thread]
			if paused := from - before.Until; known && paused <= min(before.Until-before.From, pause) {
				part.From, part.Ran = before.From, before.Ran+paused+part.Ran
			}
			latest[one.Thread] = part
		}
		if t.At > end+settling {
			break
		}
	}
	for _, one := range latest {
		if end-one.Until <= unsure+s.waited(ticks[first:], one.Until) && (one.Ran > own || one.Ran == own && one.From < begun) {
			begun, own = one.From, one.Ran
		}
	}
	return begun, own
}

// waited is for how long a thread of the target was ready to run and had no processor between a time and the end of a
// stall: one may hand on to another that answers.
func (s Stall) waited(ticks []Tick, from time.Duration) (all time.Duration) {
	for _, t := range ticks {
		if t.At > from && s.covers(t) {
			all += t.Waited
		}
	}
	return all
}

// pause is for how long a thread that is at work may sleep meanwhile, as it waits for a file.
const pause = time.Millisecond

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

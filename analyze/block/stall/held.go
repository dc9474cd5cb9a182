package stall

import (
	"slices"
	"sort"
	"time"

	"snag/analyze/stats"
)

// Mark ends what is to be known of the stalls that ended before a time, by the ticks, which are in order, and returns
// them. Their lengths are taken from when the thread that answers began to work: answers tell the start of a stall to
// the interval of the stream, and to less where snag was late. Where its switches are not known, they are taken from how
// long a thread of the target computed. A length stays as it is where the answers do not allow that time: the target
// waited for something then, or several of its threads computed. What then lasts less than the floor is dropped, and what
// is the machine's is marked so.
func (l *Log) Mark(ticks []Tick, until time.Duration) []Stall {
	from := l.marked
	fresh := l.Stalls[from:]
	count := 0
	for count < len(fresh) && fresh[count].Start+fresh[count].Length < until {
		count++
	}
	usual := usual(fresh, ticks)
	kept := l.Stalls[:from]
	for _, s := range fresh[:count] {
		if s.sharpen(ticks, usual); s.Length >= l.Floor {
			kept = append(kept, s)
		}
	}
	marked := kept[from:]
	excuse(marked, ticks, l.Floor)
	for _, s := range marked {
		l.Stalled += s.Length
	}
	l.marked, l.Stalls = len(kept), append(kept, fresh[count:]...)
	return slices.Clone(marked)
}

// sharpen takes the length from the ticks, where they tell of it.
func (s *Stall) sharpen(ticks []Tick, usual float64) {
	var begun time.Duration
	begun, s.own = s.work(ticks)
	if s.worked = s.own > 0 && begun <= s.Start+s.Length-s.least+unsure; s.worked {
		s.lasts(min(max(s.Start+s.Length-begun, s.least), s.most))
		return
	}
	if held, ok := s.held(ticks, usual); ok && held >= s.least-unsure && held <= s.most+unsure {
		s.lasts(min(max(held, s.least), s.most))
	}
}

// lasts gives a stall another length. Its end stays.
func (s *Stall) lasts(length time.Duration) {
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

// usual is which share of the time a thread computes beside the stalls.
func usual(stalls []Stall, ticks []Tick) float64 {
	var shares []float64
	next := 0
	for i := 1; i < len(ticks); i++ {
		start, end := ticks[i-1].At, ticks[i].At
		for next < len(stalls) && stalls[next].Start+stalls[next].Length+settling < start {
			next++
		}
		if end > start && (next == len(stalls) || stalls[next].Start > end) {
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

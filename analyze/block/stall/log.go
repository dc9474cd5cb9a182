package stall

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// Log summarises a stream of any length, part by part, in memory that Trim bounds. Interval, Floor and Budget are set
// before the first part. Percentiles are right to half of a percent.
type Log struct {
	Interval time.Duration // of the stream
	Floor    time.Duration // the shortest stall that is listed
	Budget   time.Duration // how long a stall may last
	// Stalls are those of at least the floor, in the order of their starts, and until Mark has seen them those as well
	// that can have lasted so long.
	Stalls []Stall
	// Dropped is the number of stalls that Trim took off the list, DroppedOwn of those that are not the machine's, and
	// DroppedOver of those that lasted the budget or longer.
	Dropped, DroppedOwn, DroppedOver int
	// Stalled is the time of all stalls that are marked, End when the last request had ended.
	Stalled, End time.Duration
	// Lost is the number of requests that were never answered.
	Lost  int
	Peaks Peaks

	base            time.Duration // of an idle server, from the first part
	last            time.Duration // when the last request was answered
	kept            []Sample
	open            Stall // with which the parts so far end, the zero Stall for none
	marked          int   // of the stalls
	responses, lags histogram
}

// MaxStalls bounds the list of a Log that is trimmed.
const MaxStalls = 100_000

// Trim takes a quarter of the stalls off a list that is longer than MaxStalls: those that are the machine's first,
// then the shortest. It leaves those that Mark has not seen.
func (l *Log) Trim() {
	if l.marked <= MaxStalls {
		return
	}
	least := slices.Clone(l.Stalls[:l.marked])
	rank := func(s Stall) time.Duration {
		if s.Machine != "" {
			return 0
		}
		return s.Length
	}
	sorting.Stable(least, func(a, b Stall) int { return cmp.Compare(rank(a), rank(b)) })
	excess := l.marked - MaxStalls*3/4
	limit := rank(least[excess-1])
	l.marked -= excess
	l.Stalls = slices.DeleteFunc(l.Stalls, func(s Stall) bool {
		if excess == 0 || rank(s) > limit {
			return false
		}
		excess--
		l.Dropped++
		if s.Machine == "" {
			l.DroppedOwn++
			if s.Length >= l.Budget {
				l.DroppedOver++
			}
		}
		return true
	})
}

// Add takes the next part of the stream, in the order of intended times. All of its requests have ended.
// What may belong to a stall that goes on is kept for the next part.
func (l *Log) Add(samples []Sample) {
	l.kept = append(l.kept, samples...)
	end := len(l.kept)
	for end > 0 && len(l.kept)-end < maxKept && (l.kept[end-1].Lost || l.kept[end-1].Response() > l.Floor/2) {
		end--
	}
	l.take(l.kept[:end])
	l.kept = append([]Sample(nil), l.kept[end:]...)
}

// Finish takes what was kept: the stream has ended.
func (l *Log) Finish() {
	l.take(l.kept)
	l.kept = nil
	if l.open.Open {
		l.Stalls = append(l.Stalls, l.open)
		l.open = Stall{}
	}
}

// maxKept bounds what is kept for the next part.
const maxKept = 100_000

func (l *Log) take(samples []Sample) {
	var trips []float64
	for _, s := range samples {
		if s.Lost {
			l.Lost++
		} else {
			l.responses.add(s.Response())
		}
		l.lags.add(s.Lag())
		l.Peaks.Add(s.Intended, s.Response())
		l.End = max(l.End, s.Done)
		if !s.Lost {
			trips = append(trips, float64(s.Done-s.Sent))
		}
	}
	if l.base == 0 && len(trips) > 0 {
		l.base = time.Duration(stats.Quantile(trips, 0.25))
	}
	stream := Stream{Samples: samples, Interval: l.Interval, Base: l.base, After: l.last}
	l.Stalls = append(l.Stalls, l.continued(stream)...)
	for _, s := range samples {
		if !s.Lost {
			l.last = max(l.last, s.Done)
		}
	}
}

// continued returns the stalls of the next part of the stream that are over. The one with which the parts before it end goes
// on until somebody is answered, however many parts that takes.
func (l *Log) continued(s Stream) []Stall {
	if len(s.Samples) == 0 {
		return nil
	}
	before := l.open
	if before.Open {
		first := Sample{Intended: before.Start, Sent: before.Start, Done: before.Start + before.Length, Lost: true, Lane: s.Samples[0].Lane}
		s.Samples = append([]Sample{first}, s.Samples...)
	}
	l.open = Stall{}
	stalls := s.candidates(l.Floor)
	for i := range stalls {
		if one := &stalls[i]; before.Open && one.Start <= before.Start+before.Length && one.Start+one.Length > before.Start {
			one.Delayed, one.Lost = one.Delayed+before.Delayed, one.Lost+before.Lost
			if before.Start >= one.Start { // the first counts in both
				one.Delayed, one.Lost = one.Delayed-1, one.Lost-1
			}
			break
		}
	}
	if n := len(stalls); n > 0 && stalls[n-1].Open {
		l.open, stalls = stalls[n-1], stalls[:n-1]
	}
	return stalls
}

// Answered reports whether any request was answered.
func (l *Log) Answered() bool { return l.last > 0 }

// Silent is since when nobody had been answered at the end of the stream, and whether that was so for at least the floor.
func (l *Log) Silent() (since time.Duration, ok bool) {
	if n := len(l.Stalls); n > 0 && l.Stalls[n-1].Open {
		return l.Stalls[n-1].Start, true
	}
	return 0, false
}

// Responses summarises the response times of the requests that were answered, Lags how late requests were sent.
func (l *Log) Responses() Percentiles { return l.responses.percentiles() }

// Lags summarises how late the requests were sent.
func (l *Log) Lags() Percentiles { return l.lags.percentiles() }

// histogram counts durations in classes that are one percent wide.
type histogram struct {
	counts map[int]int
	total  int
	most   time.Duration
}

const classWidth = 1.01

func (h *histogram) add(d time.Duration) {
	if h.counts == nil {
		h.counts = map[int]int{}
	}
	h.counts[int(math.Floor(math.Log(float64(max(d, 1)))/math.Log(classWidth)))]++
	h.total++
	h.most = max(h.most, d)
}

func (h *histogram) percentiles() Percentiles {
	p := Percentiles{Count: h.total, Max: h.most}
	classes := slices.Sorted(maps.Keys(h.counts))
	at := func(q float64) time.Duration {
		rank := max(int(math.Ceil(q*float64(h.total))), 1)
		for _, class := range classes {
			if rank -= h.counts[class]; rank <= 0 {
				return min(time.Duration(math.Pow(classWidth, float64(class)+0.5)), h.most)
			}
		}
		return h.most
	}
	if h.total > 0 {
		p.P50, p.P90, p.P95, p.P99 = at(0.5), at(0.9), at(0.95), at(0.99)
	}
	return p
}

// Peaks are the largest values over pieces of a time that may go on for ever: the pieces grow longer, so
// that there are never more than a thousand or so.
type Peaks struct {
	Width  time.Duration // of a piece
	Values []time.Duration
}

const maxPeaks = 1200

// Add notes a value at a time.
func (p *Peaks) Add(at, value time.Duration) {
	if p.Width == 0 {
		p.Width = 2 * time.Millisecond
	}
	i := int(max(at, 0) / p.Width)
	for i >= maxPeaks {
		var merged []time.Duration
		for j := 0; j < len(p.Values); j += 2 {
			v := p.Values[j]
			if j+1 < len(p.Values) {
				v = max(v, p.Values[j+1])
			}
			merged = append(merged, v)
		}
		p.Values, p.Width = merged, 2*p.Width
		i = int(max(at, 0) / p.Width)
	}
	for len(p.Values) <= i {
		p.Values = append(p.Values, 0)
	}
	p.Values[i] = max(p.Values[i], value)
}

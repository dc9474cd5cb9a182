package stall

import (
	"slices"
	"time"
)

// Histogram counts durations in cumulative buckets, as the metric type of OpenMetrics 1.0 (section 5.3) does.
type Histogram struct {
	// Bounds are the upper bounds of the buckets, each included, rising. What is longer than the last counts in
	// Count alone.
	Bounds []time.Duration
	// Counts are the numbers of durations at most as long as each bound.
	Counts []int
	Count  int
	Sum    time.Duration
}

// Add counts a duration.
func (h *Histogram) Add(d time.Duration) {
	if h.Counts == nil {
		h.Counts = make([]int, len(h.Bounds))
	}
	for i := len(h.Bounds) - 1; i >= 0 && d <= h.Bounds[i]; i-- {
		h.Counts[i]++
	}
	h.Count++
	h.Sum += d
}

func bounds(milliseconds ...int) []time.Duration {
	var list []time.Duration
	for _, ms := range milliseconds {
		list = append(list, time.Duration(ms)*time.Millisecond)
	}
	return list
}

// Metrics count a stream from its start, in constant memory.
type Metrics struct {
	// Stalls are those of the target, Machine those that are the machine's.
	Stalls, Machine Histogram
	// Responses are the times from when requests were meant to be sent, Lags how late snag sent them.
	Responses, Lags Histogram
	// Delayed is how many requests were to be sent during stalls of the target, Lost how many were not answered.
	Delayed, Lost int
	// Ends is how often no process of the target was left, and Gone reports whether that is so now.
	Ends int
	Gone bool
}

// NewMetrics returns metrics of nothing.
func NewMetrics() *Metrics {
	stalls := bounds(20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000)
	times := bounds(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
	return &Metrics{
		Stalls: Histogram{Bounds: stalls}, Machine: Histogram{Bounds: stalls},
		Responses: Histogram{Bounds: times}, Lags: Histogram{Bounds: times},
	}
}

// Add counts requests that have ended, and stalls that have been marked.
func (m *Metrics) Add(samples []Sample, stalls []Stall) {
	for _, s := range samples {
		m.Lags.Add(s.Lag())
		if s.Lost {
			m.Lost++
			continue
		}
		m.Responses.Add(s.Response())
	}
	for _, s := range stalls {
		if s.Machine != "" {
			m.Machine.Add(s.Length)
			continue
		}
		m.Stalls.Add(s.Length)
		m.Delayed += s.Delayed
	}
}

// Copy returns the metrics as they are now.
func (m *Metrics) Copy() Metrics {
	now := *m
	for _, h := range []*Histogram{&now.Stalls, &now.Machine, &now.Responses, &now.Lags} {
		h.Counts = slices.Clone(h.Counts)
	}
	return now
}

// Hours tell of a long stream hour by hour of the clock.
type Hours struct {
	// Phase is how long before the start of the stream the first hour began, below an hour.
	Phase time.Duration
	// Budget is how long a stall may last.
	Budget time.Duration
	List   []Hour
}

// Hour is what happened in an hour of the clock.
type Hour struct {
	Requests, Lost int
	// Stalls are those of the target that began in the hour, Over those that lasted at least the budget.
	Stalls, Over int
	// Stalled is the time of all of them, Longest that of the longest, Slowest the longest response.
	Stalled, Longest, Slowest time.Duration
}

// maxHours bounds the list: ten years.
const maxHours = 10 * 366 * 24

// Add counts requests that have ended, and stalls that have been marked.
func (h *Hours) Add(samples []Sample, stalls []Stall) {
	for _, s := range samples {
		hour := h.at(s.Intended)
		hour.Requests++
		if s.Lost {
			hour.Lost++
		}
		if !s.Lost {
			hour.Slowest = max(hour.Slowest, s.Response())
		}
	}
	for _, s := range stalls {
		if s.Machine != "" {
			continue
		}
		hour := h.at(s.Start)
		hour.Stalls++
		if s.Length >= h.Budget {
			hour.Over++
		}
		hour.Stalled += s.Length
		hour.Longest = max(hour.Longest, s.Length)
	}
}

// at returns the hour of a time of the stream.
func (h *Hours) at(t time.Duration) *Hour {
	i := min(int((max(t, 0)+h.Phase)/time.Hour), maxHours-1)
	for len(h.List) <= i {
		h.List = append(h.List, Hour{})
	}
	return &h.List[i]
}

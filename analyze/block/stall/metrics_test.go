package stall

import (
	"slices"
	"testing"
	"time"
)

func TestMetrics(t *testing.T) {
	m := NewMetrics()
	samples := []Sample{
		{Intended: 0, Sent: 0, Done: 2 * time.Millisecond},
		{Intended: time.Second, Sent: time.Second + 3*time.Millisecond, Done: time.Second + 50*time.Millisecond},
		{Intended: 2 * time.Second, Sent: 2 * time.Second, Done: 3 * time.Second, Lost: true},
	}
	m.Add(samples, []Stall{
		{Start: time.Second, Length: 50 * time.Millisecond, Delayed: 7},
		{Start: 2 * time.Second, Length: 2 * time.Minute, Delayed: 5},
		{Start: 3 * time.Second, Length: 30 * time.Millisecond, Delayed: 9, Machine: "busy"},
	})
	before := m.Copy()
	if m.Delayed != 12 || m.Lost != 1 || m.Stalls.Count != 2 || m.Machine.Count != 1 || m.Responses.Count != 2 || m.Lags.Count != 3 {
		t.Errorf("got %+v", m)
	}
	if got, want := m.Stalls.Counts, []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}; !slices.Equal(got, want) || m.Stalls.Sum != 2*time.Minute+50*time.Millisecond {
		t.Errorf("stalls of 50 ms and 2 min: got %v, %s, want %v", got, m.Stalls.Sum, want)
	}
	if got, want := m.Responses.Counts[:7], []int{0, 1, 1, 1, 1, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("responses of 2 and 50 ms: got %v, want %v", got, want)
	}
	m.Add(samples, nil)
	if before.Responses.Counts[1] != 1 || m.Responses.Counts[1] != 2 {
		t.Errorf("a copy changes with its original: %v", before.Responses.Counts)
	}
}

func TestHours(t *testing.T) {
	h := Hours{Phase: 50 * time.Minute, Budget: 50 * time.Millisecond}
	for at := time.Duration(0); at < 2*time.Hour; at += time.Minute {
		h.Add([]Sample{{Intended: at, Sent: at, Done: at + time.Millisecond}}, nil)
	}
	h.Add(nil, []Stall{
		{Start: 5 * time.Minute, Length: 40 * time.Millisecond},
		{Start: 15 * time.Minute, Length: 60 * time.Millisecond},
		{Start: 16 * time.Minute, Length: time.Second},
		{Start: 17 * time.Minute, Length: time.Second, Machine: "busy"},
	})
	want := []Hour{
		{Requests: 10, Stalls: 1, Stalled: 40 * time.Millisecond, Longest: 40 * time.Millisecond, Slowest: time.Millisecond},
		{Requests: 60, Stalls: 2, Over: 2, Stalled: 1060 * time.Millisecond, Longest: time.Second, Slowest: time.Millisecond},
		{Requests: 50, Slowest: time.Millisecond},
	}
	if !slices.Equal(h.List, want) {
		t.Errorf("got %+v, want %+v", h.List, want)
	}
}

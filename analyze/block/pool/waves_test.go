package pool

import (
	"testing"
	"time"
)

// TestWaves finds the size of pools out of the times of requests that wait for a place.
func TestWaves(t *testing.T) {
	const own = 100 * time.Millisecond
	for _, test := range []struct {
		k, max    int
		usual     time.Duration
		computing bool
		unknown   bool
		want      Size
	}{
		{1, 64, own, false, false, Size{K: 1, Tried: 2}},
		{3, 64, own, false, false, Size{K: 3, Tried: 4}},
		{10, 64, own, false, false, Size{K: 10, Tried: 16}},
		{64, 64, own, false, false, Size{Tried: 64}},
		{100, 6, own, false, false, Size{Tried: 6}},
		{4, 64, 2 * own, false, true, Size{Tried: 8}},
		{4, 64, own, true, true, Size{Tried: 8}},
		{1, 64, own, true, false, Size{K: 1, Tried: 2}},
	} {
		w := NewWaves(test.max, own, test.usual)
		sent := 0
		for {
			n, more := w.Next()
			if !more {
				break
			}
			var took []time.Duration
			for i := range n {
				took = append(took, test.usual*time.Duration(i/test.k+1)+time.Duration(i)*time.Millisecond/10)
			}
			w.Add(took)
			sent++
		}
		got := w.Size(test.computing)
		if test.unknown != (got.Unknown != "") {
			t.Errorf("pool of %d, computing %t: got %+v", test.k, test.computing, got)
		}
		if got.Unknown = ""; got != test.want || sent > 14 {
			t.Errorf("pool of %d: got %+v after %d waves, want %+v", test.k, got, sent, test.want)
		}
	}
}

// TestWavesOfMixedRequests knows no size of requests of which two ran at once, and of four only one: readers, and a
// writer that keeps them out.
func TestWavesOfMixedRequests(t *testing.T) {
	const own = 100 * time.Millisecond
	w := NewWaves(64, own, own)
	for n, more := w.Next(); more; n, more = w.Next() {
		took := make([]time.Duration, n)
		for i := range took {
			if took[i] = own; n > 2 && i > 0 {
				took[i] = 2 * own
			}
		}
		w.Add(took)
	}
	if got := w.Size(false); got.K != 0 || got.Unknown == "" {
		t.Errorf("got %+v, want it to be unknown", got)
	}
}

// TestWavesOfRandomTimes knows no size of requests whose times are random, though four of them alone took about the same,
// and as many of each group were answered in that time.
func TestWavesOfRandomTimes(t *testing.T) {
	const own = 100 * time.Millisecond
	for _, test := range []struct {
		name  string
		group []time.Duration // in hundredths of own, of eight at once
	}{
		{"some end early", []time.Duration{20, 35, 60, 80, 95, 110, 210, 300}},
		{"some end between", []time.Duration{80, 85, 90, 95, 100, 110, 140, 240}},
	} {
		w := NewWaves(64, own, own)
		for n, more := w.Next(); more; n, more = w.Next() {
			took := make([]time.Duration, n)
			for i := range took {
				if took[i] = own; n == 8 {
					took[i] = own * test.group[i] / 100
				}
			}
			w.Add(took)
		}
		if got := w.Size(false); got.K != 0 || got.Unknown == "" {
			t.Errorf("%s: got %+v, want it to be unknown", test.name, got)
		}
	}
}

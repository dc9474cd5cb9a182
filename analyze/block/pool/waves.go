package pool

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Waves finds the number of requests at once out of how long each of several takes that are sent at the same
// moment, where there is no light request: those that run at once are answered in the time that one takes
// alone, the others after that. The zero Waves is not usable.
type Waves struct {
	// Max bounds the number.
	Max int
	// Fastest and Usual are the shortest and the median time of a request alone.
	Fastest, Usual time.Duration

	first map[int][]int // how many of so many were answered in the time of one
	// shortest and longest are the times of those that were answered in the time of one, waited the shortest of the
	// others; all are 0 when there was none.
	shortest, longest, waited time.Duration
}

// NewWaves returns waves up to max requests that take so long alone.
func NewWaves(max int, fastest, usual time.Duration) *Waves {
	return &Waves{Max: max, Fastest: fastest, Usual: usual, first: map[int][]int{}}
}

// Add notes how long each of several requests took that were sent at once.
func (w *Waves) Add(took []time.Duration) {
	count := 0
	for _, t := range took {
		switch {
		case t >= w.Fastest/2+w.Usual: // the second wave takes twice as long as the first
			if w.waited == 0 || t < w.waited {
				w.waited = t
			}
		default:
			count++
			if w.longest = max(w.longest, t); w.shortest == 0 || t < w.shortest {
				w.shortest = t
			}
		}
	}
	w.first[len(took)] = append(w.first[len(took)], count)
}

// repeated is how often a number is tried at which some had to wait.
const repeated = 4

// Next returns how many requests to send at once, and false when nothing more is to be learnt.
func (w *Waves) Next() (count int, more bool) {
	for n := 2; ; n = min(2*n, w.Max) {
		seen := w.first[n]
		switch {
		case len(seen) == 0, slices.Max(seen) < n && len(seen) < repeated:
			return n, true
		case slices.Max(seen) < n || n >= w.Max:
			return 0, false
		}
	}
}

// varies reports whether requests take so different times that a wave is none: those of the first differ by half, or
// one of the next ended before a request that began only when the first had ended can have.
func (w *Waves) varies() bool {
	shortest := min(cmp.Or(w.shortest, w.Fastest), w.Fastest)
	return max(w.longest, w.Usual) > shortest*3/2 || w.waited < shortest*7/4
}

// Size returns the outcome; computing says that the target kept a processor busy meanwhile. It is unknown where
// requests take now longer and now shorter.
func (w *Waves) Size(computing bool) Size {
	if _, more := w.Next(); more {
		return Size{Unknown: "time ran out"}
	}
	together := 1 // so many ran at once
	for n := 2; ; n = min(2*n, w.Max) {
		seen := w.first[n]
		switch {
		case slices.Max(seen) == n && n >= w.Max:
			return Size{Tried: n}
		case slices.Max(seen) == n:
			together = n
			continue
		case computing && (slices.Max(seen) != 1 || slices.Min(seen) != 1): // one after the other on an event loop
			return Size{Tried: n, Unknown: fmt.Sprintf("the requests compute, and %d at once take longer for want of processors: --light tells how many have a place", n)}
		}
		if w.varies() || slices.Min(seen) != slices.Max(seen) || seen[0] < together {
			return Size{Tried: n, Unknown: "the requests take now longer and now shorter: --light tells how many have a place"}
		}
		return Size{K: seen[0], Tried: n}
	}
}

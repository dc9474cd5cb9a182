package pool

import (
	"fmt"
	"math"
	"slices"
	"time"

	"snag/analyze/judge"
)

// Counting finds the number of requests at once where they take now longer and now shorter: more are sent than can
// run, light ones among them, and those slow ones are counted that are answered before each light one. A queue that is
// served in its order lets a light one in when as many have been answered as stood in front of it, less the places.
// Light ones behind different numbers of slow ones must tell the same. Slow ones that take the same time, or compute
// and share the processors, end in waves instead, as many at a time as there are places: two bursts of different
// length must show waves of one size. The zero Counting is not usable.
type Counting struct {
	// Max bounds the size that is looked for.
	Max int

	holds  int // the smallest number of slow requests in front of a light one
	counts []Count
	waves  map[int]map[int]bool // by their size, the lengths of the bursts that showed it
	bursts int
}

// Count is a light request behind a number of slow ones, and how many of these were answered before it.
type Count struct{ Holds, Before int }

// size is the number of places that follows.
func (c Count) size() int { return c.Holds + 1 - c.Before }

// leastCounted is the smallest size that is counted: one of fewer is found by its order alone.
const leastCounted = 16

// NewCounting returns a counting of a size of about the given one or more, and at most max.
func NewCounting(about, max int) *Counting {
	return &Counting{Max: max, holds: about + about/2, waves: map[int]map[int]bool{}}
}

// Add notes what a burst of requests showed, in the order of the light ones, and how long after its start each of the
// slow ones ended; it may show nothing.
func (c *Counting) Add(counts []Count, ends []time.Duration) {
	c.bursts++
	if k := wave(ends, leastCounted); k > 0 {
		if c.waves[k] == nil {
			c.waves[k] = map[int]bool{}
		}
		c.waves[k][len(ends)] = true
	}
	none := 0
	for _, one := range counts {
		if one.Before <= 1 {
			none++
		}
	}
	if none >= 2 && c.holds < 2*c.Max { // they did not fill anything
		c.holds, c.counts, c.bursts = min(2*c.holds, 2*c.Max), nil, 0
		return
	}
	c.counts = append(c.counts, counts...)
}

// Next returns behind which numbers of slow requests to send a light one, rising, and false when the counting has
// ended.
func (c *Counting) Next() (behind []int, more bool) {
	const bursts, lights = 8, 6
	if _, known := c.agreed(); known || c.bursts >= bursts {
		return nil, false
	}
	step := max(c.holds/16, 2)
	for i := range lights {
		behind = append(behind, c.holds+i*step+c.bursts%2*step/2)
	}
	return behind, true
}

// wave returns how many requests ended together, at least the given number, when each wave but the last is as large and
// the time between two is much longer than what the ends of one lie apart; 0 otherwise.
func wave(ends []time.Duration, least int) (size int) {
	ends = slices.Sorted(slices.Values(ends))
	var sizes []int
	first := 0
	widest, narrowest := time.Duration(0), time.Duration(math.MaxInt64) // of waves, and between them
	for i := 1; i <= len(ends); i++ {
		if i < len(ends) && ends[i]-ends[i-1] < ends[0]/4 {
			continue
		}
		sizes, widest = append(sizes, i-first), max(widest, ends[i-1]-ends[first])
		if first = i; i < len(ends) {
			narrowest = min(narrowest, ends[i]-ends[i-1])
		}
	}
	if len(sizes) < 2 || sizes[0] < least || widest > narrowest/2 || sizes[len(sizes)-1] > sizes[0] {
		return 0
	}
	for _, n := range sizes[:len(sizes)-1] {
		if n != sizes[0] {
			return 0
		}
	}
	return sizes[0]
}

// agreed returns the size that two bursts of different length show in waves, or that most of the light requests tell,
// behind different numbers of slow ones. A light one that is answered late lets more slow ones pass and tells a size
// that is too small, so that smaller ones may be told more often than larger ones.
func (c *Counting) agreed() (size int, known bool) {
	for k, lengths := range c.waves {
		if len(lengths) >= 2 && len(c.waves) == 1 {
			return k, true
		}
	}
	behind := map[int]map[int]bool{}
	votes := map[int]int{}
	for _, one := range c.counts {
		k := one.size()
		if behind[k] == nil {
			behind[k] = map[int]bool{}
		}
		behind[k][one.Holds] = true
		votes[k]++
	}
	for k, n := range votes {
		larger, next := 0, 0
		for other, m := range votes {
			if other > k {
				larger += m
			}
			if other != k {
				next = max(next, m)
			}
		}
		most := 5*n >= 3*len(c.counts) || n >= 16 && 2*n >= len(c.counts) && n >= 2*next
		if k > 0 && n >= 6 && most && n >= 8*larger && len(behind[k]) >= 3 {
			return k, true
		}
	}
	return 0, false
}

// Size returns the outcome.
func (c *Counting) Size() Size {
	k, known := c.agreed()
	if known && k <= c.Max {
		return Size{K: k, Tried: c.Max, Counted: true}
	}
	var sizes []int
	for _, one := range c.counts {
		sizes = append(sizes, max(one.size(), 1))
	}
	slices.Sort(sizes)
	switch {
	case len(sizes) == 0:
		return Size{Tried: c.Max, Unknown: "the requests take now longer and now shorter, and their order does not tell how many have a place"}
	case sizes[0] > c.Max:
		return Size{Tried: c.Max}
	case sizes[0] == sizes[len(sizes)-1]:
		return Size{Tried: c.Max, Unknown: fmt.Sprintf("time ran out; %s showed %d places, which is too few to be sure", judge.Plural(len(sizes), "answer"), sizes[0])}
	}
	return Size{Tried: c.Max, Unknown: fmt.Sprintf("the order of the answers tells now one size and now another, from %d to %d: run it again on an idle machine, or with requests that take longer", sizes[0], sizes[len(sizes)-1])}
}

package pool

import (
	"fmt"
	"slices"

	"snag/analyze/judge"
)

// Counting finds the number of requests at once where they take now longer and now shorter: more are sent than can
// run, light ones among them, and those slow ones are counted that are answered before each light one. A queue that is
// served in its order lets a light one in when as many have been answered as stood in front of it, less the places.
// Light ones behind different numbers of slow ones must tell the same. The zero Counting is not usable.
type Counting struct {
	// Max bounds the size that is looked for.
	Max int

	holds  int // the smallest number of slow requests in front of a light one
	counts []Count
	bursts int
}

// Count is a light request behind a number of slow ones, and how many of these were answered before it.
type Count struct{ Holds, Before int }

// size is the number of places that follows.
func (c Count) size() int { return c.Holds + 1 - c.Before }

// LeastCounted is the smallest size that is counted: one of fewer is found by its order alone.
const LeastCounted = 16

// NewCounting returns a counting of a size of about the given one or more, and at most max.
func NewCounting(about, max int) *Counting { return &Counting{Max: max, holds: about + about/2} }

// Add notes what a burst of requests showed, in the order of the light ones; it may show nothing.
func (c *Counting) Add(counts []Count) {
	c.bursts++
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
	const bursts, lights = 6, 6
	if _, known := c.agreed(); known || c.bursts >= bursts {
		return nil, false
	}
	for i := range lights {
		behind = append(behind, c.holds+i*max(c.holds/16, 2))
	}
	return behind, true
}

// agreed returns the size that most of the light requests tell, behind different numbers of slow ones.
func (c *Counting) agreed() (size int, known bool) {
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
		if k > 0 && n >= 6 && 5*n >= 3*len(c.counts) && len(behind[k]) >= 3 {
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

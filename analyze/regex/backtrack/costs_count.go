package backtrack

import (
	"encoding/binary"
	"slices"

	"snag/analyze/regex/syntax"
)

// bounds returns the least and the most iterations, as far as they are told apart.
func (c *coster) bounds(least, most int32) (int32, int32) {
	if least > c.most {
		least = c.most
		c.guess()
	}
	if most > c.most {
		most = syntax.Unbounded
		c.guess()
	}
	return least, most
}

// blurs reports whether counts of a repetition with these bounds are not told apart that matter: then it cannot
// be sure of success, which may come of an iteration too few or too many.
func (c *coster) blurs(least, most int32) bool { return least > c.most || most > c.most }

// set returns counts with that of a loop changed.
func (c *coster) set(counts, loop, value int32) int32 {
	old := c.values[counts]
	list := c.counted[:0]
	done := false
	for i := 0; i < len(old); i += 2 {
		if old[i] == loop {
			list, done = append(list, loop, value), true
			continue
		}
		if !done && old[i] > loop {
			list, done = append(list, loop, value), true
		}
		list = append(list, old[i], old[i+1])
	}
	if !done {
		list = append(list, loop, value)
	}
	c.counted = list
	return c.number(list)
}

// number returns the number of counts. The list stays the caller's.
func (c *coster) number(list []int32) int32 {
	key := c.key[:0]
	for _, v := range list {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	c.key = key
	if n, ok := c.counts[string(key)]; ok {
		return n
	}
	n := int32(len(c.values))
	c.counts[string(key)] = n
	c.values = append(c.values, slices.Clone(list))
	return n
}

// value returns the count of a loop.
func (c *coster) value(counts, loop int32) int32 {
	list := c.values[counts]
	for i := 0; i < len(list); i += 2 {
		if list[i] == loop {
			return list[i+1]
		}
	}
	return 0
}

// keepLive returns counts without those that do not matter at pc.
func (c *coster) keepLive(counts, pc int32) int32 {
	list := c.values[counts]
	if len(list) == 0 {
		return counts
	}
	kept := c.counted[:0]
	for i := 0; i < len(list); i += 2 {
		for _, l := range c.live[pc] {
			if l == list[i] {
				kept = append(kept, list[i], list[i+1])
			}
		}
	}
	if c.counted = kept; len(kept) == len(list) {
		return counts
	}
	return c.number(kept)
}

// count is a counted repetition that chooses.
func (c *coster) count(s spot, index int32) outcome {
	l := &c.loops[index]
	least, most := c.bounds(l.min, l.max)
	count := c.value(s.counts, index)
	exit := func() outcome {
		out := c.on(s, 0, l.exit)
		if c.blurs(l.min, l.max) {
			out = c.soften(out)
		}
		return out
	}
	switch {
	case count == most:
		return exit()
	case count < least:
		return c.on(s, 1, l.body)
	case l.lazy:
		return c.join(s, 1, exit(), c.on(s, 0, l.body))
	}
	return c.join(s, 1, c.on(s, 0, l.body), exit())
}

// countNext is the end of an iteration of a counted repetition.
func (c *coster) countNext(s spot, in *inst) outcome {
	l := &c.loops[in.x]
	least, most := c.bounds(l.min, l.max)
	count := c.value(s.counts, in.x)
	if l.mark > 63 {
		c.bad = true
		return c.fail(s, 0)
	}
	if l.mark >= 0 && s.marks>>(l.mark&63)&1 != 0 && l.empty != emptyCounts {
		if least != l.min && count >= least {
			c.bad = true // whether an empty iteration counts is not known
			return c.fail(s, 0)
		}
		if count >= least && l.empty == emptyFails {
			return c.fail(s, 0)
		}
		if count >= least || l.empty == emptyLeaves && count+1 == l.min || l.empty == emptyLeavesEarly {
			return c.on(s, 0, l.exit)
		}
	}
	if count < least || most != syntax.Unbounded {
		s.counts = c.set(s.counts, in.x, count+1)
	}
	return c.onWith(s, 0, in.y)
}

package backtrack

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// visit returns what happens from s on.
func (c *coster) visit(s spot) outcome {
	for c.code[s.pc].op == opJump && s.k == 0 {
		s.pc = c.code[s.pc].x
	}
	if op := c.code[s.pc].op; (op == opChar || op == opClass) && s.view == inside {
		return c.look(s) // which takes no longer than to remember it
	}
	at, known := c.memo.number(s)
	if known {
		got := c.found[at]
		if got.node == pending { // a loop that consumes nothing
			c.bad = true
			return outcome{node: c.node(CostNode{}), ends: failsHere}
		}
		return got
	}
	c.found = append(doubled(c.found), outcome{node: pending})
	if c.work++; c.work > c.maxWork || c.bad {
		c.large = true
		return outcome{node: c.node(CostNode{}), ends: failsHere}
	}
	out := c.look(s)
	c.found[at] = out
	return out
}

// picking reports whether s looks for one way through an atomic group whose body was counted already.
func (c *coster) picking(s spot) bool { return c.frames[s.frame].pick }

// join returns what costs so many steps and then each of the ways, until one succeeds.
func (c *coster) join(s spot, steps float64, ways ...outcome) outcome {
	picking := c.picking(s)
	if !picking && len(ways) == 0 && steps < float64(len(c.failing)) {
		id := c.failing[int(steps)]
		if id < 0 {
			id = c.node(CostNode{Steps: steps})
			c.failing[int(steps)] = id
		}
		return outcome{node: id, ends: failsHere, try: c.try(TryEach, steps, 0)}
	}
	if !picking && len(ways) == 1 && steps == 0 && c.isPlain(ways[0].node) {
		if ways[0].ends == succeeds {
			ways[0].wins = nil
		}
		return ways[0]
	}
	var hereRoom [4]int32
	n := CostNode{Steps: steps, Here: hereRoom[:0]}
	if picking {
		n.Steps, n.Max = 0, true
	}
	ends := failsHere
	var wins []int32
	var room [4]int32
	tries := room[:0]
	for i, way := range ways {
		n.Here = append(n.Here, way.node)
		tries = append(tries, way.try)
		switch {
		case n.Max && i > 0 && way.ends != ends:
			ends = open // only one of them is gone
		case n.Max, way.ends != failsHere:
			ends = way.ends
		}
		if n.Max {
			continue
		}
		if ends == succeeds {
			return outcome{node: c.node(n), ends: succeeds, try: c.try(TryEach, steps, 0, tries...)}
		}
		if len(wins) == 0 {
			wins = slices.Clip(way.wins)
		} else {
			wins = append(wins, way.wins...)
		}
	}
	return outcome{c.node(n), ends, c.try(TryEach, steps, 0, tries...), wins[:min(len(wins), mostWins)]}
}

// isPlain reports whether a node is dissolved in the sums that it is part of.
func (c *coster) isPlain(node int32) bool {
	m := &c.costs.Nodes[node]
	return !m.Max && len(m.Ahead)+len(m.Here)+len(m.Back) <= mostPlain
}

// fail returns what costs so many steps and leads nowhere.
func (c *coster) fail(s spot, steps float64) outcome { return c.join(s, steps) }

// on returns what costs so many steps and goes on at pc.
func (c *coster) on(s spot, steps float64, pc int32) outcome {
	s.pc, s.k = pc, 0
	s.counts = c.keepLive(s.counts, pc)
	return c.join(s, steps, c.visit(s))
}

// test returns what an assertion costs that holds or does not; where that is not known it may hold.
func (c *coster) test(s spot, holds bool) outcome {
	if !holds {
		return c.fail(s, 1)
	}
	return c.on(s, 1, s.pc+1)
}

// letter returns the class of the character that an instruction reads which reads backwards or not. known
// is false where that may be any character. moved is the view from behind it.
func (c *coster) letter(s spot, back bool) (class int32, known bool, moved view) {
	along := back == c.back
	switch {
	case s.view == inside && along, s.view == free:
		return s.class, true, s.view
	case s.view == beside && !along:
		return c.samples[s.kind], true, before
	case s.view == before && along:
		return c.samples[s.kind], true, beside
	}
	return 0, false, free
}

// taken is what follows when the character of s was read and pc comes next, k characters into a run.
func (c *coster) taken(s spot, pc, k int32) CostNode {
	for c.code[pc].op == opJump && k == 0 {
		pc = c.code[pc].x
	}
	if op := c.code[pc].op; k == 0 && (op == opLookEnd || op == opLookNotEnd) {
		return CostNode{}
	}
	kind := int32(0)
	if s.view == inside {
		kind = c.kinds[s.class]
	}
	to := place{pc: pc, k: k, kind: kind, frame: s.frame, counts: c.keepLive(s.counts, pc), free: s.view == free}
	return CostNode{Ahead: c.kept([]int32{c.state(to)})}
}

// read returns what reading the character of s costs that must be in set.
func (c *coster) read(s spot, set int, back bool) outcome {
	class, known, moved := c.letter(s, back)
	if !known {
		return c.unknown(s)
	}
	if class < 0 || !c.sets[set].Has(int(class)) {
		return c.fail(s, 1)
	}
	if s.view == beside || s.view == before {
		next := s
		next.view, next.marks = moved, 0
		return c.on(next, 1, s.pc+1)
	}
	if s.view == inside {
		s.counts = c.hold(s.counts, s.pc, s.class)
	}
	return c.ahead(s, 1, c.taken(s, s.pc+1, 0))
}

// ahead returns what costs so many steps and then n, with an end that is open.
func (c *coster) ahead(s spot, steps float64, n CostNode) outcome {
	if !c.picking(s) {
		n.Steps += steps
	}
	if len(n.Ahead) == 0 { // the end of a lookaround
		return outcome{node: c.node(n), ends: succeeds, try: c.try(TryMatch, steps, 0)}
	}
	if s.view != inside {
		c.guess()
		return outcome{node: c.node(n), ends: open}
	}
	to := n.Ahead[0]
	try := c.try(TryAhead, steps, to)
	if c.ends(c.index.keys[to]) {
		n.Ahead = won[:]
		return outcome{node: c.node(n), ends: succeeds, try: try}
	}
	if c.sure[c.index.keys[to]] {
		return outcome{node: c.node(n), ends: succeeds, try: try}
	}
	return outcome{c.node(n), open, try, n.Ahead[:1:1]}
}

// unknown returns what s costs where the characters that it reads may be any.
func (c *coster) unknown(s spot) outcome {
	c.guess()
	at := place{pc: s.pc, k: s.k, frame: s.frame, counts: s.counts, free: true}
	return outcome{node: c.node(CostNode{Back: []int32{c.state(at)}}), ends: open}
}

// soften returns out where success is not sure.
func (c *coster) soften(out outcome) outcome {
	if out.ends == succeeds {
		out.ends = open
	}
	out.wins = nil
	return out
}

// onWith is on for an instruction at which the counters have just been set.
func (c *coster) onWith(s spot, steps float64, pc int32) outcome {
	s.pc, s.k = pc, 0
	return c.join(s, steps, c.visit(s))
}

func (c *coster) choose(s spot, steps float64, first, second int32) outcome {
	return c.join(s, steps, c.on(s, 0, first), c.on(s, 0, second))
}

// run is a repetition of a class.
func (c *coster) run(s spot, r *run) outcome {
	class, known, moved := c.letter(s, r.back)
	least, most := c.bounds(r.min, r.max)
	rest := func() outcome {
		out := c.on(s, 0, s.pc+1)
		if c.blurs(r.min, r.max) {
			out = c.soften(out)
		}
		return out
	}
	if s.k == most || least == most && s.k >= most {
		return rest()
	}
	if !known {
		return c.unknown(s)
	}
	takes := class >= 0 && int(class) != c.costs.Alphabet.Len && c.sets[r.class].Has(int(class))
	k := s.k + 1
	if most == syntax.Unbounded && !r.lazy {
		k = min(k, least)
	} else if most == syntax.Unbounded {
		k = min(k, least+1)
	}
	more := func(steps float64) outcome {
		if s.view == beside || s.view == before {
			next := s
			next.view, next.k, next.marks = moved, k, 0
			return c.join(s, steps, c.visit(next))
		}
		return c.ahead(s, steps, c.taken(s, s.pc, k))
	}
	switch {
	case s.k < least && takes:
		return more(2)
	case s.k < least:
		return c.fail(s, 2)
	case !r.lazy && takes:
		return c.join(s, 0, more(2), rest())
	case !r.lazy:
		return c.join(s, 2, rest())
	}
	begun := 0.0
	if s.k == least {
		begun = 1
	}
	switch {
	case takes && k == most:
		return c.join(s, begun, rest(), more(1))
	case takes:
		return c.join(s, begun, rest(), more(2))
	}
	return c.join(s, begun, rest(), c.fail(s, 1))
}

func (c *coster) frame(parent, register int32, pick bool) int32 {
	f := frameOf{parent, register, pick}
	for i, known := range c.frames {
		if known == f {
			return int32(i)
		}
	}
	c.frames = append(c.frames, f)
	return int32(len(c.frames) - 1)
}

// reference is a backreference, which takes as many characters as its group may have, of those that it may have.
func (c *coster) reference(s spot, index int32) outcome {
	r := &c.refs[index]
	class, known, moved := c.letter(s, r.back)
	if text, ok := c.heldBy(s, r); ok && known && s.view == inside {
		switch {
		case int(class) == c.costs.Alphabet.Len:
			return c.fail(s, 1)
		case class != text:
			return c.fail(s, 2)
		}
		return c.ahead(s, 2, c.taken(s, s.pc+1, 0))
	}
	c.guess()
	if !known {
		return c.unknown(s)
	}
	least, most := c.bounds(r.least, r.most)
	n := CostNode{Max: true}
	if s.k == 0 && !c.picking(s) {
		n.Steps = float64(1 + len(r.groups))
	}
	if s.k >= least {
		n.Here = append(n.Here, c.on(s, 0, s.pc+1).node)
	}
	if class >= 0 && int(class) != c.costs.Alphabet.Len && s.k != most && c.mayMatch(s, index) {
		k := s.k + 1
		if most == syntax.Unbounded {
			k = min(k, max(least, 1))
		}
		more := CostNode{Steps: float64(len(r.groups))}
		if next := s; s.view == beside || s.view == before {
			next.view, next.k, next.marks = moved, k, 0
			more.Here = []int32{c.visit(next).node}
		} else {
			more.Ahead = c.taken(s, s.pc, k).Ahead
		}
		if c.picking(s) {
			more.Steps = 0
		}
		n.Here = append(n.Here, c.node(more))
	}
	n.Max = len(n.Here) > 1
	ends := open
	if len(n.Here) == 0 {
		ends = failsHere
	}
	return outcome{node: c.node(n), ends: ends}
}

// mayMatch reports whether the character of s may be the next one of what a reference asks for. Where that is read
// against the direction of the search, or compared against that in which it is read, it may.
func (c *coster) mayMatch(s spot, index int32) bool {
	r := &c.refs[index]
	if r.letters == nil || r.back || c.back || s.view != inside && s.view != free {
		return true
	}
	return c.sets[c.spelled[index]].Has(int(s.class))
}

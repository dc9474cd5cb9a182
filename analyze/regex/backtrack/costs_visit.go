package backtrack

import (
	"encoding/binary"

	"snag/analyze/regex/syntax"
)

// visit returns what happens from s on.
func (c *coster) visit(s spot) outcome {
	for c.code[s.pc].op == opJump && s.k == 0 {
		s.pc = c.code[s.pc].x
	}
	if got, ok := c.memo[s]; ok {
		if got.node == pending { // a loop that consumes nothing
			c.bad = true
			return outcome{node: c.node(CostNode{}), ends: failsHere}
		}
		return got
	}
	if c.work++; c.work > c.maxWork || c.bad {
		c.large = true
		return outcome{node: c.node(CostNode{}), ends: failsHere}
	}
	c.memo[s] = outcome{node: pending}
	out := c.look(s)
	c.memo[s] = out
	return out
}

// picking reports whether s looks for one way through an atomic group whose body was counted already.
func (c *coster) picking(s spot) bool { return c.frames[s.frame].pick }

// join returns what costs so many steps and then each of the ways, until one succeeds.
func (c *coster) join(s spot, steps float64, ways ...outcome) outcome {
	n := CostNode{Steps: steps}
	if c.picking(s) {
		n.Steps, n.Max = 0, true
	}
	ends := failsHere
	var wins []int32
	for i, way := range ways {
		n.Here = append(n.Here, way.node)
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
			return outcome{node: c.node(n), ends: succeeds}
		}
		wins = append(wins, way.wins...)
	}
	return outcome{c.node(n), ends, wins[:min(len(wins), mostWins)]}
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
	return CostNode{Ahead: []int32{c.state(to)}}
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
	return c.ahead(s, 1, c.taken(s, s.pc+1, 0))
}

// ahead returns what costs so many steps and then n, with an end that is open.
func (c *coster) ahead(s spot, steps float64, n CostNode) outcome {
	if !c.picking(s) {
		n.Steps += steps
	}
	if len(n.Ahead) == 0 { // the end of a lookaround
		return outcome{node: c.node(n), ends: succeeds}
	}
	if s.view != inside {
		return outcome{node: c.node(n), ends: open}
	}
	to := n.Ahead[0]
	if c.ends(c.places[to]) {
		n.Ahead = nil
		return outcome{node: c.node(n), ends: succeeds}
	}
	if c.sure[c.places[to]] {
		return outcome{node: c.node(n), ends: succeeds}
	}
	return outcome{c.node(n), open, n.Ahead[:1:1]}
}

// unknown returns what s costs where the characters that it reads may be any.
func (c *coster) unknown(s spot) outcome {
	c.costs.Exact = false
	at := place{pc: s.pc, k: s.k, frame: s.frame, counts: s.counts, free: true}
	return outcome{node: c.node(CostNode{Back: []int32{c.state(at)}}), ends: open}
}

// look returns what happens from s on, whose memo is not known yet.
func (c *coster) look(s spot) outcome {
	in := &c.code[s.pc]
	end := int32(c.costs.Alphabet.Len)
	sees := s.view == inside || s.view == beside // both characters beside are known
	has := func(set, class int32) bool { return class >= 0 && class != end && c.sets[set].Has(int(class)) }
	last := s.class // what is to the right
	first := c.samples[s.kind]
	atStart, atEnd := first < 0, last == end
	if c.back {
		first, last = last, first
		if atStart, atEnd = first == end, last < 0; atStart {
			first = -1
		}
	}
	switch in.op {
	case opMatch:
		if c.mode == syntax.Full && s.class != end && s.view == inside {
			return c.fail(s, 0)
		}
		return outcome{node: c.node(CostNode{}), ends: succeeds}
	case opChar, opCharBack:
		return c.read(s, c.chars[in.x], in.op == opCharBack)
	case opClass, opClassBack:
		return c.read(s, int(in.x), in.op == opClassBack)
	case opRun:
		return c.run(s, &c.runs[in.x])
	case opJump:
		return c.on(s, 0, in.x)
	case opAlternative:
		other := s
		other.pc = in.x
		return c.join(s, 1, c.on(s, 0, s.pc+1), c.on(other, 0, in.x))
	case opGreedy:
		return c.choose(s, 1, in.x, in.y)
	case opLazy:
		return c.choose(s, 1, in.y, in.x)
	case opCountInit:
		s.counts = c.set(s.counts, c.counters[in.x], 0)
		return c.onWith(s, 0, s.pc+1)
	case opCount:
		return c.count(s, in.x)
	case opCountNext:
		return c.countNext(s, in)
	case opMark:
		s.marks |= 1 << (in.x & 63)
		c.bad = c.bad || in.x > 63
		return c.on(s, 0, s.pc+1)
	case opProgress:
		if s.marks>>(in.x&63)&1 != 0 {
			return c.fail(s, 0)
		}
		return c.on(s, 0, s.pc+1)
	case opLeave:
		if s.marks>>(in.x&63)&1 != 0 {
			return c.on(s, 0, in.y)
		}
		return c.on(s, 0, s.pc+1)
	case opForget, opOpen:
		return c.on(s, 0, s.pc+1)
	case opClose, opClosePair, opKeep, opHeight, opCommit, opPrune, opSkip, opThen:
		// What cuts off ways is left out of account.
		c.costs.Exact = c.costs.Exact && (in.op == opClose || in.op == opClosePair || in.op == opKeep)
		return c.on(s, 1, s.pc+1)
	case opPop:
		c.costs.Exact = false
		return c.soften(c.on(s, 1, s.pc+1))
	case opFail:
		return c.fail(s, 1)
	case opLook, opLookNot, opLookOr:
		return c.lookAround(s, in)
	case opLookEnd, opLookNotEnd:
		return outcome{node: c.node(CostNode{}), ends: succeeds}
	case opAt:
		if s.view == before {
			return c.fail(s, 1)
		}
		out := c.on(s, 1, s.pc+1)
		if s.view == free {
			out = c.soften(out)
		}
		return out
	case opBackref:
		return c.reference(s, &c.refs[in.x])
	case opIfSet:
		c.costs.Exact = false
		yes, no := c.on(s, 0, s.pc+1), c.on(s, 0, in.y)
		n := CostNode{Max: true, Steps: 1, Here: []int32{yes.node, no.node}}
		return outcome{node: c.node(n), ends: open}
	case opAtomic:
		return c.atomic(s, in)
	case opAtomicEnd:
		if f := c.frames[s.frame]; f.register == in.x {
			if !f.pick {
				return outcome{node: c.node(CostNode{}), ends: succeeds}
			}
			s.frame = f.parent
		}
		return c.on(s, 0, s.pc+1)
	}
	if !sees {
		c.costs.Exact = false
		return c.soften(c.on(s, 1, s.pc+1))
	}
	switch in.op {
	case opTextStart:
		return c.test(s, atStart)
	case opTextEnd:
		return c.test(s, atEnd)
	case opSearchStart:
		if c.mode == syntax.All && !atStart {
			c.costs.Exact = false
			return c.soften(c.on(s, 1, s.pc+1))
		}
		return c.test(s, atStart)
	case opLineStart:
		if in.y != 0 {
			c.costs.Exact = false
			return c.soften(c.test(s, atStart || has(in.x, first)))
		}
		return c.test(s, atStart || has(in.x, first))
	case opLineEnd:
		if in.y != 0 {
			c.costs.Exact = false
			return c.soften(c.test(s, atEnd || has(in.x, last)))
		}
		return c.test(s, atEnd || has(in.x, last))
	case opTextEndLine:
		c.costs.Exact = false
		return c.soften(c.test(s, atEnd || has(in.x, last)))
	case opBoundary, opNotBoundary:
		between := has(in.x, first) != has(in.x, last)
		return c.test(s, between == (in.op == opBoundary) && (in.y == 0 || !atStart || !atEnd))
	}
	c.bad = true
	return c.fail(s, 0)
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

// bounds returns the least and the most iterations, as far as they are told apart.
func (c *coster) bounds(least, most int32) (int32, int32) {
	if least > c.most {
		least, c.costs.Exact = c.most, false
	}
	if most > c.most {
		most, c.costs.Exact = syntax.Unbounded, false
	}
	return least, most
}

// run is a repetition of a class.
func (c *coster) run(s spot, r *run) outcome {
	class, known, moved := c.letter(s, r.back)
	least, most := c.bounds(r.min, r.max)
	rest := func() outcome { return c.on(s, 0, s.pc+1) }
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

// set returns counts with that of a loop changed.
func (c *coster) set(counts, loop, value int32) int32 {
	old := c.values[counts]
	list := make([]int32, 0, len(old)+2)
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
	return c.number(list)
}

func (c *coster) number(list []int32) int32 {
	key := make([]byte, 0, 4*len(list))
	for _, v := range list {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	if n, ok := c.counts[string(key)]; ok {
		return n
	}
	n := int32(len(c.values))
	c.counts[string(key)] = n
	c.values = append(c.values, list)
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
	var kept []int32
	for i := 0; i < len(list); i += 2 {
		for _, l := range c.live[pc] {
			if l == list[i] {
				kept = append(kept, list[i], list[i+1])
			}
		}
	}
	if len(kept) == len(list) {
		return counts
	}
	return c.number(kept)
}

// count is a counted repetition that chooses.
func (c *coster) count(s spot, index int32) outcome {
	l := &c.loops[index]
	least, most := c.bounds(l.min, l.max)
	count := c.value(s.counts, index)
	switch {
	case count == most:
		return c.on(s, 0, l.exit)
	case count < least:
		return c.on(s, 1, l.body)
	case l.lazy:
		return c.choose(s, 1, l.exit, l.body)
	}
	return c.choose(s, 1, l.body, l.exit)
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

// lookAround is a lookaround: its body, and what comes behind it as if the body said so.
func (c *coster) lookAround(s spot, in *inst) outcome {
	after := in.y
	if in.op == opLookOr {
		after = int32(c.lookEnds[int(s.pc)] + 1)
	}
	proceed := func() outcome {
		if in.op == opLookOr {
			yes, no := c.on(s, 0, after), c.on(s, 0, in.y)
			return outcome{node: c.node(CostNode{Max: true, Here: []int32{yes.node, no.node}}), ends: open}
		}
		return c.on(s, 0, after)
	}
	if c.picking(s) {
		return c.soften(proceed())
	}
	body := s
	body.pc, body.frame, body.counts = s.pc+1, 0, 0
	if s.view != free {
		body.view = inside
		if c.against[int(s.pc)] {
			body.view = beside
		}
		if s.view == before {
			body.view = free
		}
	}
	if body.view == free && s.view != free { // seen from elsewhere than where the text is known
		c.costs.Exact = false
		at := place{pc: body.pc, free: true}
		n := CostNode{Steps: 1, Here: []int32{c.soften(proceed()).node}, Back: []int32{c.state(at)}}
		return outcome{node: c.node(n), ends: open}
	}
	found := c.visit(body)
	holds := found.ends
	if in.op == opLookNot && holds != open {
		holds = succeeds + failsHere - holds
	}
	if n := c.costs.Nodes[found.node]; len(n.Ahead)+len(n.Back) > 0 || n.Max || len(n.Here) > 0 {
		c.costs.Exact = false
	}
	switch {
	case in.op != opLookOr && holds == failsHere:
		return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node}}), ends: failsHere}
	case in.op != opLookOr && holds == succeeds:
		rest := proceed()
		return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node, rest.node}}), ends: rest.ends, wins: rest.wins}
	}
	rest := c.soften(proceed())
	return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node, rest.node}}), ends: rest.ends}
}

// atomic is an atomic group: its body, and then what comes behind it at one of the places where it ends.
func (c *coster) atomic(s spot, in *inst) outcome {
	if c.picking(s) {
		return c.on(s, 0, s.pc+1)
	}
	c.costs.Exact = false
	body, way := s, s
	body.frame, way.frame = c.frame(s.frame, in.x, false), c.frame(s.frame, in.x, true)
	explored, rest := c.on(body, 0, s.pc+1), c.on(way, 0, s.pc+1)
	ends := rest.ends
	if explored.ends != succeeds && ends == succeeds {
		ends = open
	}
	return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{explored.node, rest.node}}), ends: ends}
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

// reference is a backreference, which takes as many characters as its group may have.
func (c *coster) reference(s spot, r *ref) outcome {
	c.costs.Exact = false
	class, known, moved := c.letter(s, r.back)
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
	if class >= 0 && int(class) != c.costs.Alphabet.Len && s.k != most {
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
	return outcome{node: c.node(n), ends: open}
}

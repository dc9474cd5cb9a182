package backtrack

import (
	"math"

	"snag/analyze/regex/syntax"
)

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
		out := outcome{node: c.node(CostNode{}), ends: succeeds, try: c.matched(s)}
		if c.cuts {
			return c.soften(out)
		}
		return out
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
		if in.op != opClose && in.op != opClosePair && in.op != opKeep {
			c.guess()
		}
		return c.on(s, 1, s.pc+1)
	case opPop:
		c.guess()
		return c.soften(c.on(s, 1, s.pc+1))
	case opFail:
		return c.fail(s, 1)
	case opLook, opLookNot, opLookOr:
		return c.lookAround(s, in)
	case opLookEnd, opLookNotEnd:
		return outcome{node: c.node(CostNode{}), ends: succeeds, try: c.try(TryMatch, 0, 0)}
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
		return c.reference(s, in.x)
	case opIfSet:
		c.guess()
		yes, no := c.on(s, 0, s.pc+1), c.on(s, 0, in.y)
		n := CostNode{Max: true, Steps: 1, Here: []int32{yes.node, no.node}}
		return outcome{node: c.node(n), ends: open}
	case opAtomic:
		return c.atomic(s, in)
	case opAtomicEnd:
		if f := c.frames[s.frame]; f.register == in.x {
			if !f.pick && c.cuts {
				return outcome{node: c.node(CostNode{}), ends: open}
			}
			if !f.pick {
				return outcome{node: c.node(CostNode{}), ends: succeeds}
			}
			s.frame = f.parent
		}
		return c.on(s, 0, s.pc+1)
	}
	if !sees {
		c.guess()
		return c.soften(c.on(s, 1, s.pc+1))
	}
	switch in.op {
	case opTextStart:
		return c.test(s, atStart)
	case opTextEnd:
		return c.test(s, atEnd)
	case opSearchStart:
		if c.mode == syntax.All && !atStart {
			c.guess()
			return c.soften(c.on(s, 1, s.pc+1))
		}
		return c.test(s, atStart)
	case opLineStart:
		if in.y&flagPair != 0 {
			c.guess()
			return c.soften(c.test(s, atStart || has(in.x, first)))
		}
		return c.test(s, atStart && (in.y&flagNever == 0 || !atEnd) || has(in.x, first) && (in.y&(flagInner|flagNever) == 0 || !atEnd))
	case opLineEnd:
		if in.y != 0 {
			c.guess()
			return c.soften(c.test(s, atEnd || has(in.x, last)))
		}
		return c.test(s, atEnd || has(in.x, last))
	case opTextEndLine:
		if atEnd || !has(in.x, last) {
			return c.test(s, atEnd)
		}
		return c.lastLine(s, in)
	case opBoundary, opNotBoundary:
		between := has(in.x, first) != has(in.x, last)
		return c.test(s, between == (in.op == opBoundary) && (in.y == 0 || !atStart || !atEnd))
	}
	c.bad = true
	return c.fail(s, 0)
}

// lastLine is the end of the text but for the terminator that is to the right, where the next character is not known:
// it costs as if the text ended there, and is tried as a lookahead that asks for that.
func (c *coster) lastLine(s spot, in *inst) outcome {
	if s.view != inside || c.back || in.y&flagPair != 0 {
		c.guess()
		return c.soften(c.test(s, true))
	}
	c.costs.Exact = false
	rest := c.on(s, 0, s.pc+1)
	out := c.soften(c.join(s, 1, rest))
	out.try = c.try(TryLook, 1, 0, c.try(TryAhead, 0, c.state(place{pc: atEndOnly, frame: noFrame})), rest.try)
	return out
}

// atEndOnly stands for an instruction that costs nothing and succeeds at the end of the input only. It is in no frame.
const (
	atEndOnly = -1
	noFrame   = math.MaxInt32
)

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
	body.pc, body.frame, body.counts, body.fresh = s.pc+1, 0, c.onlyTexts(s.counts), false
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
		c.guess()
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
	if in.op == opLookOr {
		c.guess()
	}
	op := TryLook
	if in.op == opLookNot {
		op = TryLookNot
	}
	switch {
	case in.op != opLookOr && holds == failsHere:
		return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node}}), ends: failsHere, try: c.try(op, 1, 0, found.try, c.try(TryEach, 0, 0))}
	case in.op != opLookOr && holds == succeeds:
		rest := proceed()
		return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node, rest.node}}), ends: rest.ends, try: c.try(op, 1, 0, found.try, rest.try), wins: rest.wins}
	}
	rest := c.soften(proceed())
	return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{found.node, rest.node}}), ends: rest.ends, try: c.try(op, 1, 0, found.try, rest.try)}
}

// atomic is an atomic group: its body, and then what comes behind it at one of the places where it ends.
func (c *coster) atomic(s spot, in *inst) outcome {
	if c.picking(s) {
		return c.on(s, 0, s.pc+1)
	}
	c.guess()
	body, way := s, s
	body.frame, way.frame = c.frame(s.frame, in.x, false), c.frame(s.frame, in.x, true)
	explored, rest := c.on(body, 0, s.pc+1), c.on(way, 0, s.pc+1)
	ends := rest.ends
	if explored.ends != succeeds && ends == succeeds {
		ends = open
	}
	return outcome{node: c.node(CostNode{Steps: 1, Here: []int32{explored.node, rest.node}}), ends: ends}
}

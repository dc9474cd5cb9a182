package backtrack

import "math"

// frame is a call that is running or has been.
type frame struct {
	pc     int32 // to return to
	entry  int32 // of the code that was called
	pos    int32 // where it was called
	parent int32 // frame that it was called from, or -1
}

// capture is a value of a group, on top of the values that it had before.
type capture struct{ lo, hi, below int32 }

// rare runs an instruction that few patterns have. ok is false if it fails.
func (m *machine) rare(p *Program, a *attempt, stack []entry, pc, pos int) (s []entry, nextPC, nextPos int, ok bool) {
	in := p.code[pc]
	registers := m.registers
	switch in.op {
	case opClosePair:
		if a.captures || in.keep {
			stack = append(stack, entry{^in.x, registers[in.x]}, entry{^(in.x + 1), registers[in.x+1]})
			// The later bound is where the group began if it was matched right to left.
			registers[in.x], registers[in.x+1] = order(registers[in.y], int32(pos))
		}
	case opPop:
		if stack, ok = m.pop(p, &p.pops[in.x], stack, int32(pos)); !ok {
			return stack, pc, pos, false
		}
	case opLookOr:
		registers[in.x], registers[in.x+1] = int32(len(stack)), int32(pos)
		stack = append(stack, entry{in.y, int32(pos)})
	case opAt:
		if int(registers[in.x]) != pos {
			return stack, pc, pos, false
		}
	case opIfSet:
		if !p.refs[in.x].isSet(registers) {
			return stack, int(in.y), pos, true
		}
	case opCall:
		return m.call(p, stack, pc, pos)
	case opReturn:
		return m.back(p, stack, pos)
	case opKeep:
		stack = m.assign(stack, int32(p.keep), int32(pos))
	case opSearchStart:
		if pos != a.origin {
			return stack, pc, pos, false
		}
	case opHeight:
		registers[in.x] = int32(len(stack))
	case opBegin:
		stack = m.assign(stack, in.x, int32(len(stack)))
	case opLookup:
		m.looked += remaining(stack[registers[in.x]:], int32(p.lasting))
		stack = append(stack, entry{remainEntry, 1}) // as a count does
	case opCommit:
		stack = append(stack, entry{commitEntry, 0})
	case opPrune:
		stack = append(stack, entry{pruneEntry, 0})
	case opSkip:
		stack = append(stack, entry{skipEntry, int32(pos)})
	case opThen:
		stack = append(stack, entry{thenEntry, registers[in.x] + in.y})
	default: // opFail
		return stack, pc, pos, false
	}
	return stack, pc + 1, pos, true
}

// order returns two positions, the smaller one first.
func order(x, y int32) (lo, hi int32) { return min(x, y), max(x, y) }

// assign sets a register, and pushes what undoes that.
func (m *machine) assign(stack []entry, register, value int32) []entry {
	stack = append(stack, entry{^register, m.registers[register]})
	m.registers[register] = value
	return stack
}

// rewind undoes the entry e, which was on top of stack, where that is more than to restore a register.
// The result is nil when the match has failed.
func (m *machine) rewind(p *Program, a *attempt, stack []entry, e entry) []entry {
	switch e.pc {
	case remainEntry:
		return stack
	case frameEntry:
		m.restore(e.pos)
		return stack
	case thenEntry:
		return m.undo(stack, int(e.pos))
	case commitEntry:
		return nil
	case skipEntry:
		if from := int(e.pos); from > a.start && !p.back {
			a.start = from - 1 // the attempt that comes next begins behind it
		}
	}
	m.unset(p)
	return stack[:0]
}

// undo shrinks the stack to height, restoring the registers.
func (m *machine) undo(stack []entry, height int) []entry {
	for i := len(stack) - 1; i >= height; i-- {
		switch e := stack[i]; {
		case e.pc == frameEntry:
			m.restore(e.pos)
		case e.pc >= firstUndo && e.pc < 0:
			m.registers[^e.pc] = e.pos
		}
	}
	return stack[:height]
}

// cut removes what lies above height on the stack and resumes something, and keeps what restores
// the captures, which are the registers below captures.
func cut(stack []entry, height int, captures int32) []entry {
	kept := height
	for _, e := range stack[height:] {
		if e.pc < 0 && e.pc >= firstUndo && ^e.pc < captures {
			stack[kept] = e
			kept++
		}
	}
	return stack[:kept]
}

// givenUp is cut on a stack on which, if remains is not 0, what is removed leaves entries that are passed over.
func givenUp(stack []entry, height int, captures, remains int32) []entry {
	if remains == 0 {
		return cut(stack, height, captures)
	}
	n := remaining(stack[height:], captures)
	stack = cut(stack, height, captures)
	if n -= int64(len(stack) - height); n > 0 {
		stack = append(stack, entry{remainEntry, int32(min(n, math.MaxInt32))})
	}
	return stack
}

// remaining is the number of entries that Onigmo has on its stack for these. It keeps nothing else to be restored than
// captures, which are the first registers.
func remaining(stack []entry, captures int32) (n int64) {
	for i := len(stack) - 1; i >= 0; i-- {
		switch e := stack[i]; {
		case e.pc == greedyRun: // one for each shorter run
			i--
			n += int64(max(e.pos-stack[i].pos, stack[i].pos-e.pos)) + 1
		case e.pc == lazyRun:
			i--
			n++
		case e.pc == remainEntry:
			n += int64(e.pos)
		case e.pc < firstUndo || e.pc >= 0 || ^e.pc < captures:
			n++
		}
	}
	return n
}

// call begins a call. It fails where the same code was called at the same place already, which would
// go on forever.
func (m *machine) call(p *Program, stack []entry, pc, pos int) (s []entry, nextPC, nextPos int, ok bool) {
	parent := m.registers[p.frame]
	entry0 := p.code[pc].x
	for f := parent; f >= 0 && int(m.frames[f].pos) == pos; f = m.frames[f].parent {
		if m.frames[f].entry == entry0 {
			return stack, pc, pos, false
		}
	}
	var f int32
	stack, f = m.save(stack, frame{int32(pc + 1), entry0, int32(pos), parent})
	m.registers[p.frame] = f
	return stack, int(entry0), pos, true
}

// save pushes a frame with the registers, and what brings them back, and returns its number.
func (m *machine) save(stack []entry, f frame) ([]entry, int32) {
	n := int32(len(m.frames))
	m.frames = append(m.frames, f)
	m.saved = append(m.saved, m.registers...)
	return append(stack, entry{frameEntry, n}), n
}

// restore brings back the registers of frame n, and forgets it and those after it.
func (m *machine) restore(n int32) {
	at := int(n) * len(m.registers)
	copy(m.registers, m.saved[at:at+len(m.registers)])
	m.frames, m.saved = m.frames[:n], m.saved[:at]
}

// back ends a call: the registers are again what they were before, but for what the call captured
// where that lasts.
func (m *machine) back(p *Program, stack []entry, pos int) (s []entry, nextPC, nextPos int, ok bool) {
	call := m.registers[p.frame]
	stack, _ = m.save(stack, frame{parent: -1, pos: -1})
	from := 0
	if !p.restore {
		from = 2 * p.groups
	}
	keep := int32(0)
	if p.keep >= 0 {
		keep = m.registers[p.keep]
	}
	copy(m.registers[from:], m.saved[int(call)*p.registers+from:])
	if p.keep >= 0 {
		m.registers[p.keep] = keep
	}
	return stack, int(m.frames[call].pc), pos, true
}

// pop ends a group of a pattern in which groups take values away from each other. A group captures
// what lies between itself and the value that it takes away.
func (m *machine) pop(p *Program, g *pop, stack []entry, pos int32) ([]entry, bool) {
	lo, hi := order(m.registers[g.open], pos)
	top := func(group int32) int32 { return int32(p.stacks) + group - 1 }
	if g.from != 0 {
		at := m.registers[top(g.from)]
		if at < 0 {
			return stack, false
		}
		v := m.values[at]
		switch {
		case lo >= v.hi:
			lo, hi = v.hi, lo
		case hi <= v.lo:
			lo = v.lo
		default:
			lo, hi = max(lo, v.lo), min(hi, v.hi)
		}
		stack = m.show(stack, g.from, top(g.from), v.below)
	}
	if g.to != 0 {
		m.values = append(m.values, capture{lo, hi, m.registers[top(g.to)]})
		stack = m.show(stack, g.to, top(g.to), int32(len(m.values)-1))
	}
	return stack, true
}

// show makes a value the current one of a group, or none if at is -1.
func (m *machine) show(stack []entry, group, top, at int32) []entry {
	v := capture{-1, -1, -1}
	if at >= 0 {
		v = m.values[at]
	}
	stack = m.assign(stack, top, at)
	stack = m.assign(stack, 2*group-2, v.lo)
	return m.assign(stack, 2*group-1, v.hi)
}

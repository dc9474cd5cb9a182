package backtrack

import "snag/analyze/regex/syntax"

// run interprets the program from a.start on. It gives up soon after a.steps exceeds a.maxSteps;
// the caller looks at that.
//
// Each case of the switch either continues with the next instruction or breaks to the code behind
// the switch, which backtracks.
func (m *machine) run(p *Program, a *attempt) Outcome {
	var (
		code      = p.code
		input     = a.input
		registers = m.registers
		stack     = m.stack[:0]
		steps     = a.steps + 1
		maxSteps  = a.maxSteps
		maxStack  = a.maxStack
		end       = len(input)
		pos       = a.start
		pc        = 0
	)
	outcome := Failed
interpret:
	for {
		in := &code[pc]
		switch in.op {
		case opMatch:
			if !a.full || pos == a.last {
				a.end = pos
				outcome = Matched
				break interpret
			}

		case opChar:
			steps++
			if pos < end && input[pos] == in.x {
				pos++
				pc++
				continue
			}
		case opCharBack:
			steps++
			if pos > 0 && input[pos-1] == in.x {
				pos--
				pc++
				continue
			}
		case opClass:
			steps++
			if pos < end && p.classes[in.x].has(input[pos]) {
				pos++
				pc++
				continue
			}
		case opClassBack:
			steps++
			if pos > 0 && p.classes[in.x].has(input[pos-1]) {
				pos--
				pc++
				continue
			}

		case opRun:
			r := &p.runs[in.x]
			set := &p.classes[r.class]
			most := r.max
			if r.lazy {
				most = r.min
			}
			from := pos
			if r.back {
				stop := 0
				if most >= 0 && int(most) < pos {
					stop = pos - int(most)
				}
				for pos > stop && set.has(input[pos-1]) {
					pos--
				}
			} else {
				stop := end
				if most >= 0 && int(most) < end-pos {
					stop = pos + int(most)
				}
				for pos < stop && set.has(input[pos]) {
					pos++
				}
			}
			n := int32(max(pos-from, from-pos))
			steps += 2 * int64(n)
			if n != most {
				steps += 2 // begun, but the character does not belong to the set
			}
			if n < r.min {
				break
			}
			pc++
			switch {
			case r.lazy && r.max != r.min:
				steps++
				stack = append(stack, entry{int32(pc - 1), r.bound(from)}, entry{lazyRun, int32(pos)})
			case n == r.min:
			case r.back:
				stack = append(stack, entry{int32(pc - 1), int32(from) - r.min}, entry{greedyRun, int32(pos + 1)})
			default:
				stack = append(stack, entry{int32(pc - 1), int32(from) + r.min}, entry{greedyRun, int32(pos - 1)})
			}
			if len(stack) > maxStack {
				outcome = MemoryLimit
				break interpret
			}
			continue

		case opJump:
			pc = int(in.x)
			continue
		case opAlternative:
			steps++
			stack = append(stack, entry{in.x, int32(pos)})
			pc++
			continue
		case opGreedy:
			steps++
			stack = append(stack, entry{in.y, int32(pos)})
			if len(stack) > maxStack {
				outcome = MemoryLimit
				break interpret
			}
			if steps > maxSteps {
				outcome = StepLimit
				break interpret
			}
			pc = int(in.x)
			continue
		case opLazy:
			steps++
			stack = append(stack, entry{in.x, int32(pos)})
			if len(stack) > maxStack {
				outcome = MemoryLimit
				break interpret
			}
			if steps > maxSteps {
				outcome = StepLimit
				break interpret
			}
			pc = int(in.y)
			continue

		case opCountInit:
			stack = append(stack, entry{^in.x, registers[in.x]})
			registers[in.x] = 0
			pc++
			continue
		case opCount:
			l := &p.loops[in.x]
			count := registers[l.counter]
			if count == l.max {
				pc = int(l.exit)
				continue
			}
			steps++
			switch {
			case count < l.min:
				pc = int(l.body)
			case l.lazy:
				stack = append(stack, entry{l.body, int32(pos)})
				pc = int(l.exit)
			default:
				stack = append(stack, entry{l.exit, int32(pos)})
				pc = int(l.body)
			}
			if len(stack) > maxStack {
				outcome = MemoryLimit
				break interpret
			}
			if steps > maxSteps {
				outcome = StepLimit
				break interpret
			}
			continue
		case opCountNext:
			l := &p.loops[in.x]
			count := registers[l.counter]
			if l.mark >= 0 && int(registers[l.mark]) == pos && l.empty != emptyCounts {
				if count >= l.min && l.empty == emptyFails {
					break
				}
				if count >= l.min || l.empty == emptyLeaves && count+1 == l.min || l.empty == emptyLeavesEarly {
					pc = int(l.exit)
					continue
				}
			}
			if count < l.min || l.max != syntax.Unbounded {
				stack = append(stack, entry{^l.counter, count})
				registers[l.counter] = count + 1
			}
			pc = int(in.y)
			continue
		case opMark:
			stack = append(stack, entry{^in.x, registers[in.x]})
			registers[in.x] = int32(pos)
			pc++
			continue
		case opProgress:
			if int(registers[in.x]) != pos {
				pc++
				continue
			}
		case opForget:
			for i, r := range registers[in.x:in.y] {
				if r != -1 {
					stack = append(stack, entry{^(in.x + int32(i)), r})
					registers[in.x+int32(i)] = -1
				}
			}
			pc++
			continue

		case opOpen:
			if a.captures || in.keep {
				stack = append(stack, entry{^in.x, registers[in.x]})
				registers[in.x] = int32(pos)
			}
			pc++
			continue
		case opClose:
			steps++
			if a.captures || in.keep {
				stack = append(stack, entry{^in.x, registers[in.x]})
				registers[in.x] = int32(pos)
			}
			pc++
			continue

		case opLook:
			steps++
			registers[in.x], registers[in.x+1] = int32(len(stack)), int32(pos)
			pc++
			continue
		case opLookEnd:
			// The body is not entered again, but what it captured is undone on backtracking.
			stack = givenUp(stack, int(registers[in.x]), int32(p.lasting), in.y)
			pos = int(registers[in.x+1])
			pc++
			continue
		case opLookNot:
			steps++
			registers[in.x], registers[in.x+1] = int32(len(stack)), int32(pos)
			stack = append(stack, entry{in.y, int32(pos)})
			pc++
			continue
		case opLookNotEnd:
			stack = m.undo(stack, int(registers[in.x]))

		case opBackref:
			steps++
			r := &p.refs[in.x]
			if r.each {
				next, cost := r.tryEach(registers, input, pos)
				if steps += cost; next >= 0 {
					pos = next
					pc++
					continue
				}
				break
			}
			lo, hi := r.captured(registers)
			if lo < 0 {
				break
			}
			to := pos
			if r.back {
				pos -= hi - lo
			} else {
				to += hi - lo
			}
			if pos < 0 || to > end {
				break
			}
			n := r.common(input[lo:hi], input[pos:to])
			if n < hi-lo {
				steps += int64(n) + 1
				break
			}
			steps += int64(n)
			if !r.back {
				pos = to
			}
			pc++
			continue

		case opTextStart:
			steps++
			if pos == 0 {
				pc++
				continue
			}
		case opTextEnd:
			steps++
			if pos == end {
				pc++
				continue
			}
		case opLineStart:
			steps++
			if pos == 0 && (in.y&flagNever == 0 || end > 0) || pos > 0 && p.classes[in.x].has(input[pos-1]) && (in.y == 0 || !in.noLine(input, pos)) {
				pc++
				continue
			}
		case opLineEnd:
			steps++
			if pos == end || p.classes[in.x].has(input[pos]) && (in.y == 0 || !within(input, pos)) {
				pc++
				continue
			}
		case opBoundary, opNotBoundary:
			steps++
			words := &p.classes[in.x]
			before := pos > 0 && words.has(input[pos-1])
			after := pos < end && words.has(input[pos])
			if (before != after) == (in.op == opBoundary) && (in.y == 0 || end > 0) {
				pc++
				continue
			}

		case opTextEndLine:
			steps++
			if pos == end || p.classes[in.x].has(input[pos]) && in.lastLine(input, pos) {
				pc++
				continue
			}
		case opLeave:
			if pc++; int(registers[in.x]) == pos {
				pc = int(in.y)
			}
			continue
		case opAtomic:
			steps++
			registers[in.x] = int32(len(stack))
			pc++
			continue
		case opAtomicEnd:
			stack = givenUp(stack, int(registers[in.x]), int32(p.lasting), in.y)
			pc++
			continue
		default:
			steps++
			var ok bool
			if stack, pc, pos, ok = m.rare(p, a, stack, pc, pos); ok {
				steps, m.looked = steps+m.looked, 0
				if len(stack) > maxStack || len(m.frames)*(p.registers+8) > maxStack/savedShare || len(m.values) > maxStack {
					outcome = MemoryLimit
					break interpret
				}
				continue
			}
		}

	backtrack:
		if steps > maxSteps {
			outcome = StepLimit
			break interpret
		}
		top := len(stack) - 1
		if top < 0 {
			if len(a.ends) > 0 {
				steps = a.pass(steps)
			}
			if !a.search || a.start == a.last {
				break interpret
			}
			if a.start++; p.back {
				a.start -= 2
			}
			steps++
			pos, pc = a.start, 0
			continue
		}
		switch e := stack[top]; {
		case e.pc >= 0:
			pc, pos = int(e.pc), int(e.pos)
			stack = stack[:top]
		case e.pc >= firstUndo:
			registers[^e.pc] = e.pos
			stack = stack[:top]
			goto backtrack
		case e.pc == greedyRun:
			base := stack[top-1]
			pc, pos = int(base.pc)+1, int(e.pos)
			switch {
			case e.pos > base.pos:
				stack[top].pos--
			case e.pos < base.pos:
				stack[top].pos++
			default:
				stack = stack[:top-1]
			}
		case e.pc == lazyRun:
			base := stack[top-1]
			r := &p.runs[code[base.pc].x]
			steps++
			next := e.pos
			if r.back {
				next--
			}
			if next < 0 || int(next) >= end || !p.classes[r.class].has(input[next]) {
				stack = stack[:top-1]
				goto backtrack
			}
			if !r.back {
				next++
			}
			if next == base.pos {
				stack = stack[:top-1]
			} else {
				steps++
				stack[top].pos = next
			}
			pc, pos = int(base.pc)+1, int(next)
		default:
			if stack = m.rewind(p, a, stack[:top], e); stack == nil {
				break interpret
			}
			goto backtrack
		}
	}
	m.stack, a.steps = stack, steps
	return outcome
}

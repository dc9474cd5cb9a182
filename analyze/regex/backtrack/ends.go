package backtrack

import "math"

// Ends remembers what a program costs at places from which on several inputs are the same, character before it
// included: there a match that fails takes the same steps in all of them. It must not be used by two goroutines at once.
type Ends struct {
	steps []int32 // by the number of characters up to the end of the input, 0 where they are not known
}

// HasEnds reports whether Ends tell what the program costs: nothing looks further back than at the character before the
// place where it is tried, or at what was tried before.
func (p *Program) HasEnds() bool {
	if p.back || p.lookups || p.stacks >= 0 {
		return false
	}
	for _, in := range p.code {
		switch in.op {
		case opCharBack, opClassBack, opAt, opSearchStart, opCommit, opPrune, opSkip, opCall:
			return false
		case opRun:
			if p.runs[in.x].back {
				return false
			}
		case opBackref:
			if p.refs[in.x].back {
				return false
			}
		}
	}
	return true
}

// pass notes that a match failed where it was tried last, and goes on behind the places of which it is known that it
// fails there as well. It returns the steps up to there.
func (a *attempt) pass(steps int64) int64 {
	end, known := len(a.input), a.ends
	if left := end - a.start; left < len(known) && steps-a.begun <= math.MaxInt32 {
		known[left] = int32(steps - a.begun)
	}
	for a.start < a.last && end-a.start-1 < len(known) && known[end-a.start-1] > 0 {
		a.start++
		steps += int64(known[end-a.start])
	}
	a.begun = steps
	return steps
}

// upTo returns what is known of the places with at most so many characters up to the end of the input.
func (e *Ends) upTo(most int) []int32 {
	if more := most + 1 - len(e.steps); more > 0 {
		e.steps = append(e.steps, make([]int32, more)...)
	}
	return e.steps[:most+1]
}

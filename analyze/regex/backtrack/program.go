// Package backtrack matches patterns by backtracking, as the ECMAScript specification prescribes it
// (ES2025 §22.2.2) and as the engines of the other dialects do it, and counts the steps that this
// takes.
//
// It is the oracle of the analysis, so it never takes a short cut: nothing is memoised, no start
// position or branch is skipped because it cannot match, and the number of steps follows from the
// tree and the input alone. What an engine does to avoid such work is no part of the dialect.
//
// The dialects differ in what happens after an iteration of a loop that consumed nothing (ECMAScript
// takes it back, the others leave the loop), in whether captures outlive an iteration (not in
// ECMAScript), in references to a group that is not set (they match nothing in ECMAScript and fail
// elsewhere) and in the direction of lookbehind (right to left in ECMAScript and .NET, elsewhere from
// every place at which a match may begin that ends here).
//
// One step is
//
//   - a start position tried,
//   - a character, or the missing character at either end of the input, tested against a set,
//   - an assertion tested,
//   - a lookahead or lookbehind begun,
//   - a backreference begun, and each pair of characters that it compares,
//   - an alternative tried, save the last of an alternation,
//   - a repetition that chooses whether to begin an iteration, or must begin one: RepeatMatcher
//     entered with max other than 0,
//   - a capture group closed,
//   - an atomic group, conditional or call begun, a call ended, and a verb passed,
//   - in a program of CompileLookups, an entry of the stack gone through.
//
// Every operation of a backtracking engine is one of these or within a constant factor of one.
package backtrack

import (
	"math"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// opcode tells what an inst does. Those that read characters come in two directions: inside
// lookbehind the position moves towards the start of the input.
type opcode uint8

const (
	opMatch       opcode = iota // the pattern has matched
	opChar                      // the next character is x
	opCharBack                  // the previous character is x
	opClass                     // the next character is in classes[x]
	opClassBack                 // the previous character is in classes[x]
	opRun                       // runs[x]: a repetition of one class
	opJump                      // go to x
	opAlternative               // try what follows, then x
	opGreedy                    // iterate at x, then leave to y
	opLazy                      // leave to y, then iterate at x
	opCountInit                 // register x = 0
	opCount                     // counted loops[x] chooses
	opCountNext                 // counted loops[x] ends an iteration
	opMark                      // register x = position
	opProgress                  // fail unless the position moved since register x was marked
	opForget                    // registers x to y-1 = unset
	opOpen                      // capture register x = position
	opClose                     // capture register x = position, and the group is closed
	opLook                      // begin a positive look: registers x, x+1
	opLookEnd                   // its body matched
	opLookNot                   // begin a negative look: registers x, x+1, go to y when the body fails
	opLookNotEnd                // its body matched
	opBackref                   // refs[x]
	opTextStart                 //
	opTextEnd                   //
	opLineStart                 // classes[x] is the line terminators
	opLineEnd                   //
	opBoundary                  // classes[x] is the word characters
	opNotBoundary               //

	// No pattern of JavaScript has the following.

	opFail        // fail
	opLeave       // go to y if the position has not moved since register x was marked
	opClosePair   // the group whose first register is x is closed, it began at register y
	opPop         // the last value of the group whose first register is pops[x] is taken away
	opAtomic      // begin an atomic group: register x
	opAtomicEnd   // its body matched
	opLookOr      // begin a positive look: registers x, x+1, go to y at the same place when the body fails
	opAt          // the position is that in register x
	opIfSet       // go to y unless a group of refs[x] is set
	opCall        // run the code at x up to opReturn
	opReturn      //
	opKeep        // the match is said to begin here
	opTextEndLine // classes[x] is the line terminators
	opSearchStart //
	opHeight      // register x = height of the stack
	opCommit      // when backtracked to: the match fails
	opPrune       // when backtracked to: the attempt from this start fails
	opSkip        // likewise, and the next attempt starts here
	opThen        // when backtracked to: the stack shrinks to the height in register x, plus y
	opBegin       // register x = height of the stack, as long as this is not come back to
	opLookup      // go through the stack down to the height in register x
)

// What y holds for the tests of lines.
const (
	flagPair  = 1 << iota // "\r\n" is one terminator
	flagInner             // no line begins at the end, unless that is the start
	flagNever             // no line begins at the end
)

// inst is one instruction. Control goes to the next one unless the opcode says otherwise.
type inst struct {
	op opcode
	// keep reports whether an opOpen or opClose counts although nobody asked for captures, because a
	// backreference looks at the group.
	keep bool
	x, y int32
}

// class is a set of characters made for fast membership tests.
type class struct {
	low  [4]uint64   // one bit for each character below 256
	high charset.Set // the ranges that reach 256 or more
}

func newClass(set charset.Set) class {
	var c class
	for i, r := range set {
		if r.Hi > 0xFF {
			c.high = set[i:]
			if r.Lo > 0xFF {
				break
			}
		}
		hi := min(r.Hi, 0xFF)
		for w := r.Lo >> 6; w <= hi>>6; w++ {
			bits := ^uint64(0)
			if w == r.Lo>>6 {
				bits <<= uint(r.Lo & 63)
			}
			if w == hi>>6 {
				bits &= ^uint64(0) >> uint(63-hi&63)
			}
			c.low[w] |= bits
		}
		if r.Hi > 0xFF {
			break
		}
	}
	return c
}

func (c *class) has(r rune) bool {
	if uint32(r) < 256 {
		return c.low[uint32(r)>>6]>>(uint32(r)&63)&1 != 0
	}
	return c.hasHigh(r)
}

func (c *class) hasHigh(r rune) bool {
	lo, hi := 0, len(c.high)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch {
		case r < c.high[mid].Lo:
			hi = mid
		case r > c.high[mid].Hi:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

// run is a repetition of a single class, the most frequent kind. Its iterations need one position
// on the stack instead of one entry each; they count the same steps.
type run struct {
	class      int32
	min, max   int32 // max may be syntax.Unbounded
	lazy, back bool
}

// loop is a repetition that counts its iterations in a register.
type loop struct {
	counter    int32 // register
	mark       int32 // register of the position at which the iteration began, or -1
	min, max   int32 // max may be syntax.Unbounded
	body, exit int32
	lazy       bool
	empty      emptyRule
}

// emptyRule tells what an iteration does that consumes nothing.
type emptyRule uint8

const (
	emptyFails       emptyRule = iota // it fails, unless it is one of the minimum
	emptyLeaves                       // it is the last one, unless more are needed
	emptyLeavesLate                   // it is the last one, unless it is one of the minimum
	emptyLeavesEarly                  // it is the last one, even if it is one of the minimum
	emptyCounts                       // it is one like any other
)

// ref is a backreference.
type ref struct {
	groups []int // capture numbers; shared with the tree
	fold   charset.Fold
	back   bool
	// least and most are the lengths of the shortest and the longest text that it matches; most may be
	// syntax.Unbounded.
	least, most int32
	// letters are the characters of such a text, nil if they may be any.
	letters charset.Set
	// unset reports whether a group that is not set matches the empty text.
	unset bool
	// each reports whether the groups are compared in turn, the last one first, and not only the one that
	// is set.
	each bool
}

// pop is the end of a group that takes a value away from another one, as .NET's balancing groups do.
type pop struct {
	from int32 // number of the group that loses its last value
	to   int32 // number of the group that captures what lies between, or 0
	open int32 // register of where this group began
	back bool
}

// Program is a compiled pattern. It is immutable and safe for concurrent use.
type Program struct {
	code    []inst
	classes []class
	runs    []run
	loops   []loop
	refs    []ref
	pops    []pop
	groups  int
	back    bool // the search goes from the end of the input to the start
	// registers is the number of registers. The first 2*groups are the bounds of the captures,
	// those of capture n at 2n-2 and 2n-1. With those that come next, up to lasting, they are unset
	// when a match begins, and keep what an atomic group gave them.
	registers, lasting int
	keep, frame        int  // registers: where the match is said to begin, the call that is running; or -1
	stacks             int  // register of the values of capture 1, those of the others follow; or -1
	restore            bool // captures have the value they had before when a call returns
	lookups            bool // what goes through the stack is counted
}

// bound returns the position at which a lazy run that began at from has taken all it may, or one
// that is never reached.
func (r *run) bound(from int) int32 {
	switch {
	case r.back && (r.max == syntax.Unbounded || int(r.max) > from):
		return -1
	case r.back:
		return int32(from) - r.max
	case r.max == syntax.Unbounded || int(r.max) > math.MaxInt32-from:
		return math.MaxInt32
	default:
		return int32(from) + r.max
	}
}

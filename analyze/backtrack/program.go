// Package backtrack matches patterns by the backtracking that the ECMAScript specification
// prescribes (ES2025 §22.2.2) and counts the steps that this takes.
//
// It is the oracle of the analysis, so it never takes a short cut: nothing is memoised, no start
// position or branch is skipped because it cannot match, and the number of steps follows from the
// tree and the input alone. One step is
//
//   - a start position tried,
//   - a character, or the missing character at either end of the input, tested against a set,
//   - an assertion tested,
//   - a lookahead or lookbehind begun,
//   - a backreference begun, and each pair of characters that it compares,
//   - an alternative tried, save the last of an alternation,
//   - a repetition that chooses whether to begin an iteration, or must begin one: RepeatMatcher
//     entered with max other than 0,
//   - a capture group closed.
//
// Every operation of a backtracking engine is one of these or within a constant factor of one.
package backtrack

import "snag/analyze/charset"

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
)

// inst is one instruction. Control goes to the next one unless the opcode says otherwise.
type inst struct {
	op opcode
	// keep tells that an opOpen or opClose counts although nobody asked for captures, because a
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
}

// ref is a backreference.
type ref struct {
	groups []int // capture numbers; shared with the tree
	fold   charset.Fold
	back   bool
}

// Program is a compiled pattern. It is immutable and safe for concurrent use.
type Program struct {
	code    []inst
	classes []class
	runs    []run
	loops   []loop
	refs    []ref
	groups  int
	// registers is the number of registers. The first 2*groups are the bounds of the captures,
	// those of capture n at 2n-2 and 2n-1.
	registers int
}

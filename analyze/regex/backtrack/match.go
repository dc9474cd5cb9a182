package backtrack

import (
	"math"
	"sync"

	"snag/analyze/regex/syntax"
)

// The limits that hold where Options sets none.
const (
	DefaultMaxSteps  = 100_000_000
	DefaultMaxMemory = 64 << 20 // as large as V8 lets its backtrack stack grow
)

// Options tells how to apply a program. The zero Options searches from the start of the input
// under the default limits and does not record captures.
type Options struct {
	// Start is the index of the first character at which a match may begin, or the distance from the
	// end of the input where the pattern is matched from right to left. Lookbehind and assertions see
	// the characters before it.
	Start int
	// Mode decides whether the match may begin later than Start, must end with the input, or is one of many.
	Mode syntax.Mode
	// MaxSteps is the number of steps after which to give up; 0 means DefaultMaxSteps.
	MaxSteps int64
	// MaxMemory bounds the backtrack stack, in bytes; 0 means DefaultMaxMemory.
	MaxMemory int64
	// Captures asks for Result.Captures. It does not change the number of steps.
	Captures bool
	// Ends are those of the program for inputs that end as this one does, or nil. They hold for the places with at most
	// Common characters up to the end of the input. They change nothing but the time that a match takes.
	Ends   *Ends
	Common int
}

// Outcome is how a match ended.
type Outcome uint8

// The outcomes. The zero Outcome is Failed.
const (
	Failed      Outcome = iota
	Matched             // in mode All: at least once
	StepLimit           // gave up after Options.MaxSteps
	MemoryLimit         // gave up because the stack would exceed Options.MaxMemory
)

// Result is what a match came to.
type Result struct {
	Outcome Outcome
	// Steps is the number of steps taken, at most Options.MaxSteps. It includes, in mode All, the
	// search that found no further match.
	Steps int64
	// Matches is the number of matches, which is at most 1 save in mode All. It counts there what
	// was found before a limit.
	Matches int
	// Start and End bound the match, the last one in mode All. They are 0 without a match. \K moves
	// Start, even behind End if it stands in a lookahead.
	Start, End int
	// Captures holds the start and end of the whole match and of each capture in turn, -1 for those
	// that are unset, if Options.Captures asked for it and there is a match. The caller owns it.
	Captures []int
}

// machine is the memory of a match, reused from one to the next.
type machine struct {
	registers []int32
	stack     []entry
	frames    []frame   // of calls
	saved     []int32   // registers of each frame in turn
	values    []capture // of groups whose values pile up
	looked    int64     // entries of the stack that were gone through, that are no steps yet
}

// entry is one frame of the backtrack stack.
//
//   - pc >= 0: resume there at pos.
//   - pc == greedyRun or lazyRun: a run that now stands at pos. The entry below has the pc of its
//     opRun and the position at which there is nothing more to give back or to take.
//   - pc < firstUndo: see rare.
//   - else: restore register ^pc to pos.
type entry struct{ pc, pos int32 }

const (
	greedyRun = math.MinInt32 + iota
	lazyRun
	frameEntry  // the registers are those of frame pos
	commitEntry // the match fails
	pruneEntry  // the attempt from this start fails
	skipEntry   // the next attempt starts at pos
	thenEntry   // shrink the stack to the height pos
	remainEntry // there are pos entries that lead nowhere
	firstUndo
)

var machines = sync.Pool{New: func() any { return new(machine) }}

// keepStack is the largest stack, in entries, that waits for the next match, and keepSaved the largest
// number of saved registers.
const (
	keepStack = 1 << 18
	keepSaved = 1 << 22
)

// savedShare is the part of the memory that the registers of calls may take, so that those of the
// default limit are among what waits for the next match and need not grow again.
const savedShare = 4

// Match applies the program to input, whose characters are those of the tree's alphabet: code points,
// UTF-16 code units or bytes. It reads nothing but the input and may run
// concurrently. The result is a function of its arguments. It does not allocate in the steady
// state unless captures are asked for.
func (p *Program) Match(input []rune, opt Options) Result {
	if opt.Start < 0 || opt.Start > len(input) {
		return Result{}
	}
	if len(input) >= math.MaxInt32 {
		return Result{Outcome: MemoryLimit}
	}
	if opt.MaxSteps <= 0 {
		opt.MaxSteps = DefaultMaxSteps
	}
	if opt.MaxMemory <= 0 {
		opt.MaxMemory = DefaultMaxMemory
	}
	m := machines.Get().(*machine)
	defer machines.Put(m)
	res := m.match(p, input, opt)
	if cap(m.stack) > keepStack {
		m.stack = nil
	}
	if cap(m.saved) > keepSaved {
		m.saved = nil
	}
	return res
}

func (m *machine) match(p *Program, input []rune, opt Options) (res Result) {
	a := attempt{
		input:    input,
		start:    opt.Start,
		search:   opt.Mode == syntax.Search || opt.Mode == syntax.All,
		full:     opt.Mode == syntax.Full,
		captures: opt.Captures,
		maxSteps: opt.MaxSteps,
		maxStack: int(min(opt.MaxMemory/8, math.MaxInt32)),
		last:     len(input),
	}
	step := 1
	if p.back {
		a.start, a.last, step = len(input)-opt.Start, 0, -1
	}
	if opt.Ends != nil && a.search {
		a.ends = opt.Ends.upTo(opt.Common)
	}
	if cap(m.registers) < p.registers {
		m.registers = make([]int32, p.registers)
	}
	m.registers, m.looked = m.registers[:p.registers], 0
	for {
		m.unset(p)
		a.origin, a.begun = a.start, a.steps
		outcome := m.run(p, &a)
		if a.steps > opt.MaxSteps {
			a.steps, outcome = opt.MaxSteps, StepLimit
		}
		res.Steps = a.steps
		if outcome != Matched {
			if outcome != Failed || res.Matches == 0 {
				res.Outcome = outcome
			}
			return res
		}
		res.Outcome = Matched
		res.Matches++
		res.Start, res.End = a.start, a.end
		if p.back {
			res.Start, res.End = a.end, a.start
		}
		if p.keep >= 0 && m.registers[p.keep] >= 0 {
			res.Start = int(m.registers[p.keep])
		}
		if opt.Captures {
			res.Captures = m.captures(res.Captures, p, &res)
		}
		if a.start == a.end {
			a.end += step
		}
		a.start = a.end
		if opt.Mode != syntax.All || a.start < 0 || a.start > len(input) {
			return res
		}
	}
}

// unset gives the registers that last the values that they have when a match begins.
func (m *machine) unset(p *Program) {
	for i := range m.registers[:p.lasting] {
		m.registers[i] = -1
	}
	m.frames, m.saved, m.values = m.frames[:0], m.saved[:0], m.values[:0]
}

// captures fills to, or a new slice, with the bounds of the match and the captures.
func (m *machine) captures(to []int, p *Program, res *Result) []int {
	if to == nil {
		to = make([]int, 2*p.groups+2)
	}
	to[0], to[1] = res.Start, res.End
	for i := 0; i < 2*p.groups; i += 2 {
		lo, hi := int(m.registers[i]), int(m.registers[i+1])
		if lo < 0 || hi < 0 {
			lo, hi = -1, -1
		}
		to[i+2], to[i+3] = lo, hi
	}
	return to
}

// attempt is one match to find: what run reads and writes beside the machine.
type attempt struct {
	input    []rune
	search   bool // try later starts as well
	full     bool // the match must reach the end of the input
	captures bool
	maxSteps int64
	maxStack int // entries

	start, end int     // start: the first position to try, then where the match began
	origin     int     // where the search began
	last       int     // the last position to try
	steps      int64   // taken so far
	begun      int64   // of them, before the last position that was tried
	ends       []int32 // of Options.Ends, for the positions that are common
}

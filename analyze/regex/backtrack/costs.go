package backtrack

import (
	"errors"
	"math"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Costs says what a program costs on every input, as an automaton that reads the input from where a
// match begins. Its states are the places at which a matcher can stand after a character, with the
// values of the counters; its rows add up what happens from there.
//
// The cost of a state on a text is that of trying all ways to match from there. A matcher that finds a
// match, or an engine that does less than the reference matcher, takes no more steps. Where the automaton
// does not know what a matcher knows, as after a lookaround or a backreference, it takes the more expensive way.
type Costs struct {
	// Alphabet divides the characters; the class Alphabet.Len stands for the end of the input.
	Alphabet *charset.Partition
	// Rows holds for each state and class of next character the node that says what it costs. State 0 is
	// the start of the input.
	Rows [][]int32
	// Free says which states read text that is not known, behind the place of a lookbehind: any text at
	// all, in either direction.
	Free []bool
	// Part says of each state which repetition it stands in, the outermost one that may take many characters: 0 for
	// none, and -1 for the states of the search itself, of which an input is in one at a time.
	Part []int32
	// Nodes are the terms of which costs are made. Those that a node refers to come before it.
	Nodes []CostNode
	// Success is what each character may cost more, all in all, on the way to the match that ends a search:
	// the states from which a match is sure lead nowhere in the nodes of others.
	Success float64
	// Exact reports whether an input without a match takes exactly as many steps.
	Exact bool
	// Held reports whether the states tell apart which of a few characters a group has matched. That multiplies them:
	// see PlainCosts.
	Held bool
	// Whole reports whether no limit was reached: the costs are the same with more states allowed.
	Whole bool
	// Tries tell the steps of any input exactly. They are nil where that takes more than a state to know.
	Tries *Tries
}

// CostNode is a number of steps and the costs to be added to them or, if Max is set, the largest of the
// costs to be added to them.
type CostNode struct {
	Max   bool
	Steps float64
	Here  []int32 // nodes at the same place
	Ahead []int32 // states that read on behind the next character
	Back  []int32 // free states
}

// ErrCosts reports that the costs of a program are not known: it calls groups, goes through its stack, or is too large.
var ErrCosts = errors.New("the cost of the pattern is not bounded by an automaton")

// Costs returns the automaton of what the program costs in a search or, if mode is Prefix or Full, at one
// place. top is the largest character of the alphabet. It has at most maxStates states. The error is ErrCosts.
func (p *Program) Costs(top rune, mode syntax.Mode, maxStates int) (*Costs, error) {
	if p.lookups {
		return nil, ErrCosts
	}
	texts := p.held()
	if len(texts) > 0 {
		c := &coster{Program: p, mode: mode, maxStates: maxStates, most: 1 << 20, texts: texts}
		if costs, ok := c.result(top); ok {
			costs.Held = true
			return costs, nil
		}
	}
	costs, err := p.PlainCosts(top, mode, maxStates)
	if err == nil && len(texts) > 0 {
		costs.Whole = false
	}
	return costs, err
}

// PlainCosts returns the costs as Costs does, with fewer states: they take any reference to fail or to match, whichever
// is more expensive.
func (p *Program) PlainCosts(top rune, mode syntax.Mode, maxStates int) (*Costs, error) {
	largest := int32(math.MaxInt32)
	for _, most := range []int32{1 << 20, 200, 30, 6, 1} {
		if most < 1<<20 && most >= largest {
			continue
		}
		c := &coster{Program: p, mode: mode, maxStates: maxStates, most: most}
		if costs, ok := c.result(top); ok {
			costs.Whole = costs.Whole && most == 1<<20
			return costs, nil
		}
		if !c.large {
			break
		}
		largest = c.largest
	}
	return nil, ErrCosts
}

// coster builds the costs of one program.
type coster struct {
	*Program
	mode      syntax.Mode
	maxStates int
	maxWork   int
	most      int32 // counts beyond are not told apart
	largest   int32 // bound of a counter that was met
	costs     *Costs
	tries     Tries
	texts     []held          // groups whose text is told apart
	untold    bool            // something happens that tries do not tell
	cuts      bool            // a way that fails may take others with it that would succeed
	sets      []charset.Bits  // of each class of the program, then of each single character
	chars     map[int32]int   // index in sets of a single character
	spelled   []int           // index in sets of the characters that each reference may match
	kinds     []int32         // of each class, and of the start of the input: what tests of the character before tell apart
	samples   []int32         // a class of each kind, -1 for the start
	live      [][]int32       // counters that matter at each instruction
	counters  map[int32]int32 // loop of each counter
	lookEnds  map[int]int     // end of the body of each lookaround
	against   map[int]bool    // lookarounds that look the other way

	*room
	slab      []int32  // for the lists of nodes
	failing   [4]int32 // nodes that cost so many steps and lead nowhere, -1 for those that were not made
	counts    map[string]int32
	values    [][]int32
	frames    []frameOf
	sure      map[place]bool // states that are sure to succeed, whatever comes
	drop      bool           // what comes of those is added up apart
	inLook    []bool         // instructions in a lookaround
	outermost []int32        // repetition of each instruction: see Costs.Part
	ways      [][]outcome    // of each state and class
	large     bool           // too many states, or too much work
	bad       bool           // something that is not known
	work      int
	key       []byte
}

// place is where a matcher stands. Its number is that of a state.
type place struct {
	pc, k  int32 // k characters of a run, or of a reference, were taken
	kind   int32 // of the character before
	frame  int32 // of atomic groups
	counts int32
	free   bool
}

// spot is a place within the moves that consume nothing, and what is known of the characters beside.
type spot struct {
	pc, k, frame, counts int32
	kind, class          int32
	marks                uint64 // registers that hold this position, by their number in order
	fresh                bool   // no character was read since the match began: told apart in mode All
	view                 view
}

// view is where a spot is seen from.
type view uint8

const (
	inside view = iota // in the pattern or a lookaround that reads the same way
	beside             // in a lookaround that reads the other way, where it begins
	before             // one character away from there
	free               // anywhere
)

// frameOf is an atomic group around a place: its body is explored, or a way through it is picked.
type frameOf struct {
	parent, register int32
	pick             bool
}

// outcome is what comes of a spot: a node, and whether the ways from there end in success.
type outcome struct {
	node int32
	ends ending
	try  int32
	wins []int32 // states that make it end in success if they are sure to
}

// mostPlain is the number of terms of a node that is dissolved in sums.
const mostPlain = 12

// mostWins is how many states an outcome remembers.
const mostWins = 6

type ending int8

const (
	open ending = iota
	succeeds
	failsHere
)

const pending = -2 // node of a spot that is being looked at

// result makes the costs with the limits of c. It reports whether they are known.
func (c *coster) result(top rune) (*Costs, bool) {
	c.begin(top)
	defer c.release()
	if !c.unroll() {
		return nil, false
	}
	c.costs.Whole = true
	if sure := c.winning(); len(sure) > 0 {
		for _, drop := range []bool{c.mode != syntax.All, false} {
			again := &coster{Program: c.Program, mode: c.mode, maxStates: c.maxStates, most: c.most, texts: c.texts}
			again.begin(top)
			again.sure, again.drop = sure, drop
			if again.unroll() && again.succeed() {
				again.costs.Tries, again.costs.Whole = again.tried(), c.costs.Whole
				again.release()
				return again.costs, true
			}
			again.release()
			c.costs.Whole = c.costs.Whole && !again.large
		}
	}
	c.costs.Tries = c.tried()
	return c.costs, true
}

// begin makes what is needed to find states, and the classes of characters up to top.
func (c *coster) begin(top rune) {
	*c = coster{
		Program: c.Program, mode: c.mode, maxStates: c.maxStates, maxWork: 100 * c.maxStates, most: c.most, texts: c.texts,
		costs: &Costs{Exact: true}, chars: make(map[int32]int), counters: make(map[int32]int32),
		lookEnds: make(map[int]int), against: make(map[int]bool),
		room:   rooms.Get().(*room),
		counts: map[string]int32{"": 0}, values: [][]int32{nil}, frames: []frameOf{{parent: -1, register: -1}}, failing: [...]int32{-1, -1, -1, -1},
	}
	c.divide(top)
	c.survey()
}

// set returns the characters of a class.
func (c *class) set() charset.Set {
	var set charset.Set
	for r := rune(0); r < 256; r++ {
		if c.low[r>>6]>>(r&63)&1 == 0 {
			continue
		}
		if last := len(set) - 1; last >= 0 && set[last].Hi == r-1 {
			set[last].Hi = r
		} else {
			set = append(set, charset.Range{Lo: r, Hi: r})
		}
	}
	return charset.New(append(set, c.high...)...)
}

// winning returns the places from which the matcher is sure to succeed, whatever the rest of the input: at
// its end they succeed, and with every character before it they lead to such places again.
func (c *coster) winning() map[place]bool {
	wins := make([]bool, len(c.index.keys))
	for n, at := range c.index.keys {
		wins[n] = at.frame >= 0 && !at.free && at.pc != atEndOnly
	}
	for changed := true; changed; {
		changed = false
		for n, ways := range c.ways {
			if !wins[n] {
				continue
			}
			for _, out := range ways {
				if out.ends == failsHere || out.ends == open && !slices.ContainsFunc(out.wins, func(to int32) bool { return wins[to] }) {
					wins[n], changed = false, true
					break
				}
			}
		}
	}
	sure := make(map[place]bool)
	for n, at := range c.index.keys {
		if wins[n] {
			sure[at] = true
		}
	}
	return sure
}

// ends reports whether the search is sure to end with a match that leads through a place.
func (c *coster) ends(at place) bool {
	return c.drop && at.frame == 0 && !c.inLook[at.pc] && c.sure[at]
}

// attempt is what it costs to try a match at a place, and then at later ones.
func (c *coster) attempt(kind, class int32) outcome {
	out := c.visit(spot{kind: kind, class: class, fresh: c.mode == syntax.All})
	sum := []int32{out.node}
	n := CostNode{Steps: 1, Here: sum}
	end := c.costs.Alphabet.Len
	searches := c.mode == syntax.Search && out.ends != succeeds || c.mode == syntax.All
	if searches && int(class) < end {
		n.Ahead = []int32{c.state(place{kind: c.kinds[class], frame: -1})}
		op := TryEach
		if c.mode == syntax.All {
			op = TryAll
		}
		out.try = c.try(op, 1, 0, out.try, c.try(TryAhead, 0, n.Ahead[0]))
	} else {
		out.try = c.try(TryEach, 1, 0, out.try)
	}
	out.node = c.node(n)
	return out
}

// state returns the number of a place.
func (c *coster) state(p place) int32 {
	n, known := c.index.number(p)
	if known {
		return n
	}
	c.costs.Free = append(c.costs.Free, p.free)
	part := int32(0)
	if p.frame < 0 {
		part = -1
	} else if p.pc != atEndOnly {
		part = c.outermost[p.pc]
	}
	c.costs.Part = append(c.costs.Part, part)
	return n
}

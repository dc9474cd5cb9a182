package backtrack

import (
	"errors"
	"slices"

	"snag/analyze/charset"
	"snag/analyze/syntax"
)

// maxDepth is the deepest tree that Compile descends into. Its recursion stays below 64 MB of stack.
const maxDepth = 200_000

// ErrTooDeep is the error of Compile for a tree that is nested more than 200,000 deep.
var ErrTooDeep = errors.New("pattern is nested too deeply")

// Compile translates a tree into a program whose size is linear in the size of the tree: counted
// repetitions count, they are not unrolled. The program shares the sets of the tree. The error is
// nil or ErrTooDeep.
func Compile(tree *syntax.Tree) (*Program, error) {
	p := &Program{groups: tree.Groups, registers: 2 * tree.Groups}
	p.code = make([]inst, 0, min(len(tree.Source)+8, 256))
	c := compiler{p: p}
	c.node(tree.Root, false)
	if c.tooDeep {
		return nil, ErrTooDeep
	}
	c.emit(opMatch, 0, 0)
	c.keepReferenced()
	return p, nil
}

// compiler translates one tree.
type compiler struct {
	p       *Program
	depth   int
	tooDeep bool
	sets    []charset.Set // the set of each class of p
}

func (c *compiler) emit(op opcode, x, y int) int {
	c.p.code = append(c.p.code, inst{op: op, x: int32(x), y: int32(y)})
	return len(c.p.code) - 1
}

func (c *compiler) here() int { return len(c.p.code) }

func (c *compiler) register() int {
	c.p.registers++
	return c.p.registers - 1
}

// class returns the index of a set. Equal sets mostly stand close to each other, and share memory
// if they are large, so it looks at the last few only.
func (c *compiler) class(set charset.Set) int {
	for i := len(c.sets) - 1; i >= max(0, len(c.sets)-8); i-- {
		s := c.sets[i]
		if len(s) == len(set) && (len(s) == 0 || &s[0] == &set[0] || len(s) <= 4 && slices.Equal(s, set)) {
			return i
		}
	}
	c.sets = append(c.sets, set)
	c.p.classes = append(c.p.classes, newClass(set))
	return len(c.p.classes) - 1
}

// node emits the code of n, to be matched right to left if back, and tells whether n consumes at
// least one character in every match.
func (c *compiler) node(n *syntax.Node, back bool) (consumes bool) {
	if c.depth++; c.depth > maxDepth {
		c.tooDeep = true
	}
	if !c.tooDeep {
		consumes = c.translate(n, back)
	}
	c.depth--
	return consumes
}

func (c *compiler) translate(n *syntax.Node, back bool) (consumes bool) {
	switch n.Op {
	case syntax.OpSet:
		c.set(n.Set, back)
		return true
	case syntax.OpConcat:
		for i := range n.Subs {
			if back {
				i = len(n.Subs) - 1 - i
			}
			if c.node(n.Subs[i], back) {
				consumes = true
			}
		}
		return consumes
	case syntax.OpAlternate:
		return c.alternate(n, back)
	case syntax.OpRepeat:
		return c.repeat(n, back)
	case syntax.OpGroup:
		if n.Index == 0 {
			return c.node(n.Subs[0], back)
		}
		open, end := 2*n.Index-2, 2*n.Index-1
		if back {
			open, end = end, open
		}
		c.emit(opOpen, open, 0)
		consumes = c.node(n.Subs[0], back)
		c.emit(opClose, end, 0)
		return consumes
	case syntax.OpLook:
		c.look(n)
	case syntax.OpBackref:
		c.p.refs = append(c.p.refs, ref{groups: n.Refs, fold: charset.Fold(n.Fold), back: back})
		c.emit(opBackref, len(c.p.refs)-1, 0)
	case syntax.OpAssert:
		c.assert(n)
	}
	return false
}

func (c *compiler) set(set charset.Set, back bool) {
	char, class := opChar, opClass
	if back {
		char, class = opCharBack, opClassBack
	}
	if len(set) == 1 && set[0].Lo == set[0].Hi {
		c.emit(char, int(set[0].Lo), 0)
		return
	}
	c.emit(class, c.class(set), 0)
}

func (c *compiler) alternate(n *syntax.Node, back bool) (consumes bool) {
	consumes = true
	// The jumps to the end form a list through x until the end is known.
	last, jumps := len(n.Subs)-1, -1
	for i, sub := range n.Subs {
		choice := -1
		if i < last {
			choice = c.emit(opAlternative, 0, 0)
		}
		if !c.node(sub, back) {
			consumes = false
		}
		if i < last {
			jumps = c.emit(opJump, jumps, 0)
			c.p.code[choice].x = int32(c.here())
		}
	}
	for jumps >= 0 {
		next := int(c.p.code[jumps].x)
		c.p.code[jumps].x = int32(c.here())
		jumps = next
	}
	return consumes && len(n.Subs) > 0
}

// repeat follows RepeatMatcher (§22.2.2.3.1): iterations beyond the minimum must consume something,
// and captures inside are unset when an iteration begins.
func (c *compiler) repeat(n *syntax.Node, back bool) (consumes bool) {
	body := n.Subs[0]
	for body.Op == syntax.OpGroup && body.Index == 0 {
		body = body.Subs[0]
	}
	switch {
	case n.Max == 0:
		return false
	case body.Op == syntax.OpSet:
		c.p.runs = append(c.p.runs, run{class: int32(c.class(body.Set)), min: int32(n.Min), max: int32(n.Max), lazy: n.Lazy, back: back})
		c.emit(opRun, len(c.p.runs)-1, 0)
		return n.Min > 0
	case n.Min == 0 && (n.Max == 1 || n.Max == syntax.Unbounded):
		c.star(n, body, back)
		return false
	default:
		return c.count(n, body, back) && n.Min > 0
	}
}

// star emits a repetition that needs no counter: * or ?.
func (c *compiler) star(n, body *syntax.Node, back bool) {
	op := opGreedy
	if n.Lazy {
		op = opLazy
	}
	first, last := c.emit(op, 0, 0), -1
	start, mark, consumes := c.iteration(n, body, back, true)
	if !consumes {
		c.emit(opProgress, mark, 0)
	}
	if n.Max == syntax.Unbounded {
		last = c.emit(op, start, 0)
	}
	exit := int32(c.here())
	c.p.code[first].x, c.p.code[first].y = int32(start), exit
	if last >= 0 {
		c.p.code[last].y = exit
	}
}

// count emits a repetition with a counter.
func (c *compiler) count(n, body *syntax.Node, back bool) (consumes bool) {
	index := len(c.p.loops)
	counter := c.register()
	c.p.loops = append(c.p.loops, loop{counter: int32(counter), min: int32(n.Min), max: int32(n.Max), lazy: n.Lazy})
	c.emit(opCountInit, counter, 0)
	head := c.emit(opCount, index, 0)
	start, mark, consumes := c.iteration(n, body, back, n.Min != n.Max)
	c.emit(opCountNext, index, head)
	l := &c.p.loops[index]
	l.body, l.exit, l.mark = int32(start), int32(c.here()), int32(mark)
	return consumes
}

// iteration emits the body of repetition n with what must happen before it, and returns where an
// iteration starts and the register that marks its position. The mark is -1, and not set, if the
// body always consumes or nothing is optional.
func (c *compiler) iteration(n, body *syntax.Node, back, optional bool) (start, mark int, consumes bool) {
	mark = -1
	// Only the body tells whether a mark is needed: its place is kept free before the body and
	// skipped if it is not.
	place := c.here()
	if optional {
		c.emit(opMark, 0, 0)
	}
	// In the first iteration nothing is set yet, as every repetition around this one unset it.
	if n.Max != 1 && n.GroupLo < n.GroupHi {
		c.emit(opForget, 2*n.GroupLo-2, 2*n.GroupHi-2)
	}
	consumes = c.node(body, back)
	switch {
	case !optional:
		return place, -1, consumes
	case consumes:
		return place + 1, -1, consumes
	default:
		mark = c.register()
		c.p.code[place].x = int32(mark)
		return place, mark, consumes
	}
}

func (c *compiler) look(n *syntax.Node) {
	begin, end := opLook, opLookEnd
	if n.Negate {
		begin, end = opLookNot, opLookNotEnd
	}
	height := c.register()
	if !n.Negate {
		c.register() // the position
	}
	at := c.emit(begin, height, 0)
	c.node(n.Subs[0], n.Behind)
	c.emit(end, height, 0)
	c.p.code[at].y = int32(c.here())
}

func (c *compiler) assert(n *syntax.Node) {
	switch n.Assert {
	case syntax.TextStart:
		c.emit(opTextStart, 0, 0)
	case syntax.TextEnd:
		c.emit(opTextEnd, 0, 0)
	case syntax.LineStart:
		c.emit(opLineStart, c.class(n.Set), 0)
	case syntax.LineEnd:
		c.emit(opLineEnd, c.class(n.Set), 0)
	case syntax.WordBoundary:
		c.emit(opBoundary, c.class(n.Set), 0)
	case syntax.NotWordBoundary:
		c.emit(opNotBoundary, c.class(n.Set), 0)
	}
}

// keepReferenced marks the captures that backreferences look at.
func (c *compiler) keepReferenced() {
	if len(c.p.refs) == 0 {
		return
	}
	referenced := make([]bool, c.p.groups+1)
	for _, r := range c.p.refs {
		for _, g := range r.groups {
			referenced[g] = true
		}
	}
	for i := range c.p.code {
		if in := &c.p.code[i]; in.op == opOpen || in.op == opClose {
			in.keep = referenced[in.x/2+1]
		}
	}
}

package backtrack

import (
	"errors"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// maxDepth is the deepest tree that Compile descends into. Its recursion stays below 64 MB of stack.
const maxDepth = 200_000

// maxCode bounds the program, which grows beyond the size of the tree when groups are called.
const maxCode = 1 << 22

// ErrTooDeep is the error of Compile for a tree that is nested more than 200,000 deep.
var ErrTooDeep = errors.New("pattern is nested too deeply")

// Unsupported is the error of Compile for a tree with a construct that the matcher does not know.
type Unsupported struct {
	Construct string // with its article, such as "the absent operator"
}

func (e *Unsupported) Error() string { return e.Construct + " is not analysed" }

// Compile translates a tree into a program whose size is linear in the size of the tree, unless groups
// are called: counted repetitions count, they are not unrolled. The program shares the sets of the
// tree. The error is nil, ErrTooDeep or an *Unsupported.
func Compile(tree *syntax.Tree) (*Program, error) {
	return compile(tree, nil)
}

// CompileLookups is Compile for a program that counts as steps what goes through the stack in these lookups, too.
func CompileLookups(tree *syntax.Tree, lookups []Lookup) (*Program, error) {
	return compile(tree, lookups)
}

func compile(tree *syntax.Tree, lookups []Lookup) (*Program, error) {
	tree = tree.WithoutAbsent()
	p := &Program{groups: tree.Groups, registers: 2 * tree.Groups, keep: -1, frame: -1, stacks: -1}
	p.back = tree.Dialect == syntax.DotNet && tree.Flags.Has(syntax.RightToLeft)
	p.restore = tree.Dialect != syntax.Ruby
	p.lookups = len(lookups) > 0
	p.code = make([]inst, 0, min(len(tree.Source)+8, 256))
	c := compiler{p: p, ecma: tree.Dialect == syntax.JavaScript, dialect: tree.Dialect, lookups: lookups}
	if p.lookups {
		c.kept = surveyed(tree).kept
	}
	c.unset = c.ecma || tree.Flags.Has(syntax.ECMAScript)
	c.survey(tree)
	p.lasting = p.registers
	c.node(tree.Root, p.back)
	c.emit(opMatch, 0, 0)
	c.routines(tree)
	if c.err != nil {
		return nil, c.err
	}
	c.keepReferenced()
	p.measure(tree)
	return p, nil
}

// compiler translates one tree.
type compiler struct {
	p       *Program
	dialect syntax.Dialect
	ecma    bool // loops and captures are those of ECMAScript
	unset   bool // a reference to a group that is not set matches the empty text
	depth   int
	err     error
	sets    []charset.Set // the set of each class of p
	called  []int         // groups that are called, in the order of their code
	calls   []call
	looks   int                   // lookarounds around the current place
	accepts []int                 // jumps to the end of the innermost lookaround
	open    []opening             // groups around the current place
	then    *choice               // innermost alternation around the current place, if the verb THEN is in it
	routine bool                  // the code is that of a called group
	lookups []Lookup              // that are counted
	kept    map[*syntax.Node]bool // loops of single characters that give nothing back there
	// thens tells which nodes hold the verb THEN, as far as known. It is nil if none does.
	thens map[*syntax.Node]bool
}

// call is a place that calls a group.
type call struct{ at, group int }

// opening is a group that is open: the register of where it began, and its first one.
type opening struct{ register, group int }

// choice is an alternation, with the register of the height of the stack before it.
type choice struct {
	register int
	last     bool // the current place is in its last alternative
}

func (c *compiler) emit(op opcode, x, y int) int {
	if len(c.p.code) == maxCode {
		c.fail(&Unsupported{"a pattern whose calls make it large"})
	}
	c.p.code = append(c.p.code, inst{op: op, x: int32(x), y: int32(y)})
	return len(c.p.code) - 1
}

func (c *compiler) fail(err error) {
	if c.err == nil {
		c.err = err
	}
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

// node emits the code of n, to be matched right to left if back, and reports whether n consumes at
// least one character in every match.
func (c *compiler) node(n *syntax.Node, back bool) (consumes bool) {
	if c.depth++; c.depth > maxDepth {
		c.fail(ErrTooDeep)
	}
	if c.err == nil {
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
		if n.Index == 0 && n.Pop == 0 {
			return c.node(n.Subs[0], back)
		}
		if !c.ecma {
			return c.group(n, back)
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
		c.emit(opBackref, c.ref(n, back), 0)
	case syntax.OpAssert:
		c.assert(n)
	case syntax.OpAtomic:
		height := c.register()
		c.emit(opAtomic, height, 0)
		consumes = c.node(n.Subs[0], back)
		c.emit(opAtomicEnd, height, c.remains(!simpleStar(n)))
		return consumes
	case syntax.OpIf:
		return c.conditional(n, back)
	case syntax.OpCall:
		c.callGroup(n, back)
	case syntax.OpAbsent:
		c.fail(&Unsupported{"an absent operator that is not of one length"})
	case syntax.OpKeep:
		c.emit(opKeep, 0, 0)
	case syntax.OpVerb:
		c.verb(n)
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
	outer := c.then
	if c.hasThen(n) {
		c.then = &choice{register: c.register()}
		c.emit(opHeight, c.then.register, 0)
	}
	// The jumps to the end form a list through x until the end is known.
	last, jumps := len(n.Subs)-1, -1
	for i, sub := range n.Subs {
		choice := -1
		if i < last {
			choice = c.emit(opAlternative, 0, 0)
		} else if c.then != outer {
			c.then.last = true
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
	c.then = outer
	return consumes && len(n.Subs) > 0
}

// repeat follows RepeatMatcher (§22.2.2.3.1) in ECMAScript: iterations beyond the minimum must consume
// something, and captures inside are unset when an iteration begins. Elsewhere an iteration that
// consumes nothing is the last one.
func (c *compiler) repeat(n *syntax.Node, back bool) (consumes bool) {
	body := n.Iteration(c.dialect).Bare()
	switch {
	case n.Max == 0:
		return false
	case body.Op == syntax.OpSet && !c.looksUp(n, false):
		c.p.runs = append(c.p.runs, run{class: int32(c.class(body.Set)), min: int32(n.Min), max: int32(n.Max), lazy: n.Lazy, back: back})
		if c.kept[n] {
			height := c.register()
			c.emit(opAtomic, height, 0)
			defer c.emit(opAtomicEnd, height, 0)
		}
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
	start, mark, consumes := c.iteration(n, body, back, c.ecma || n.Max != 1)
	leave := -1
	switch {
	case consumes || mark < 0:
	case c.ecma:
		c.emit(opProgress, mark, 0)
	default:
		leave = c.emit(opLeave, mark, 0)
	}
	if n.Max == syntax.Unbounded {
		last = c.emit(op, start, 0)
	}
	exit := int32(c.here())
	if leave >= 0 {
		c.p.code[leave].y = exit
	}
	c.p.code[first].x, c.p.code[first].y = int32(start), exit
	if last >= 0 {
		c.p.code[last].y = exit
	}
}

// count emits a repetition with a counter.
func (c *compiler) count(n, body *syntax.Node, back bool) (consumes bool) {
	index := len(c.p.loops)
	counter := c.register()
	c.p.loops = append(c.p.loops, loop{counter: int32(counter), min: int32(n.Min), max: int32(n.Max), lazy: n.Lazy, empty: c.emptyRule(n)})
	looked := c.begin(c.looksUp(n, false))
	c.emit(opCountInit, counter, 0)
	head := c.emit(opCount, index, 0)
	early := c.p.loops[index].empty == emptyLeavesEarly
	start, mark, consumes := c.iteration(n, body, back, n.Min != n.Max || early)
	c.lookup(looked)
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
	// Only the body decides whether a mark is needed: its place is kept free before the body and
	// skipped if it is not.
	place := c.here()
	if optional {
		c.emit(opMark, 0, 0)
	}
	// In the first iteration nothing is set yet, as every repetition around this one unset it.
	if c.ecma && n.Max != 1 && n.GroupLo < n.GroupHi {
		c.emit(opForget, 2*n.GroupLo-2, 2*n.GroupHi-2)
	}
	looked := c.begin(c.looksUp(n, true))
	consumes = c.node(body, back)
	c.lookup(looked)
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

func (c *compiler) assert(n *syntax.Node) {
	switch n.Assert {
	case syntax.TextStart:
		c.emit(opTextStart, 0, 0)
	case syntax.TextEnd:
		c.emit(opTextEnd, 0, 0)
	case syntax.LineStart:
		flags := lineFlags(n)
		if n.Inner && c.dialect == syntax.Java { // not even in an empty text
			flags |= flagNever
		}
		c.emit(opLineStart, c.class(n.Set), flags)
	case syntax.LineEnd:
		c.emit(opLineEnd, c.class(n.Set), lineFlags(n))
	case syntax.WordBoundary:
		c.emit(opBoundary, c.class(n.Set), 0)
	case syntax.NotWordBoundary:
		notEmpty := 0
		if c.dialect == syntax.Python { // \B does not match the empty text
			notEmpty = 1
		}
		c.emit(opNotBoundary, c.class(n.Set), notEmpty)
	case syntax.TextEndLine:
		c.emit(opTextEndLine, c.class(n.Set), lineFlags(n))
	case syntax.SearchStart:
		c.emit(opSearchStart, 0, 0)
	}
}

func lineFlags(n *syntax.Node) (flags int) {
	if n.Pair {
		flags |= flagPair
	}
	if n.Inner {
		flags |= flagInner
	}
	return flags
}

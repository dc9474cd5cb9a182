package nfa

import (
	"errors"
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// ErrTooLarge reports that the automaton of a pattern exceeds the limit.
var ErrTooLarge = errors.New("the automaton is too large")

type opcode uint8

const (
	opChar    opcode = iota // one character of set, then out
	opSplit                 // alts in order
	opEnter                 // an iteration of loop begins
	opCheck                 // an iteration of loop ends; an empty one fails, or leads to exit
	opTest                  // a simple assertion on the characters beside the position
	opLook                  // lookaround body, then out
	opBehind                // lookbehind body, then out
	opRide                  // an atomic group follows the path that its body, a lookahead, found
	opRideEnd               // that path ends
	opMatch                 // end of the pattern or of a body
	opFail
	opNote     // marks the path as not sure, or as vague
	opRefer    // a backreference begins
	opReferEnd // it ends
)

// inst is an instruction of the program that is the automaton with empty transitions.
type inst struct {
	op    opcode
	out   int32
	set   int32   // opChar
	loop  int32   // opEnter, opCheck
	exit  int32   // opCheck: where an empty iteration leads to, or fails
	test  int32   // opTest: index of rectangles
	flip  bool    // opTest: the text is read from right to left
	body  int32   // opLook, opBehind, opRide: entry of the body
	want  bool    // opLook, opBehind: the body must match
	back  int32   // opBehind: number of the lookbehind, from 1
	ref   int32   // opRefer, opReferEnd, opChar: number of the backreference that this is or is part of, from 1
	vague bool    // opNote: something else than conditions may prevent the path
	scope int32   // the lookaround whose body this belongs to, 0 for none
	alts  []int32 // opSplit
	span  syntax.Span
}

// compiler translates a tree from the end of the pattern to its beginning: each node is given the
// instruction that follows it.
type compiler struct {
	opt      Options
	tree     *syntax.Tree
	nfa      *NFA
	ecma     bool             // loops and references are those of ECMAScript
	groups   [][]*syntax.Node // by number
	prog     []inst
	sets     []charset.Set
	tests    []*syntax.Node
	loops    int32
	scope    int32
	rides    []ride
	depth    int         // of backreferences being replaced
	calls    map[int]int // how deep calls of each group are nested
	accept   int32       // where the pattern, or the body or call being compiled, ends
	behind   bool        // in the body of a lookbehind
	back     bool        // what is being compiled is read from right to left
	nested   bool        // there are lookarounds in the body of the lookbehind being compiled
	riding   int         // how deep atomic groups are nested
	refs     int32       // backreferences that have one way
	ref      int32       // the one whose text is being compiled
	singular []bool      // what isSingular returns of each group
	cuts     bool        // a way that fails may take others with it that would succeed
	// lookBehinds are the lookbehinds with a body of their own.
	lookBehinds []behind
	limit       int
}

// fails is the exit of an iteration that must consume something.
const fails = -1

func (c *compiler) add(i inst) int32 {
	i.scope = c.scope
	if i.op == opChar {
		i.ref = c.ref
	}
	c.prog = append(c.prog, i)
	return int32(len(c.prog) - 1)
}

func (c *compiler) set(s charset.Set) int32 {
	c.sets = append(c.sets, s)
	return int32(len(c.sets) - 1)
}

// compile returns the first instruction of n, or fails with ErrTooLarge.
func (c *compiler) compile(n *syntax.Node, next int32) (int32, error) {
	if len(c.prog) > c.limit {
		return 0, fmt.Errorf("%w: over %d instructions", ErrTooLarge, c.limit)
	}
	switch n.Op {
	case syntax.OpEmpty:
		return next, nil
	case syntax.OpSet:
		if n.Set.IsEmpty() {
			return c.add(inst{op: opFail}), nil
		}
		return c.add(inst{op: opChar, set: c.set(n.Set), out: next, span: n.Span}), nil
	case syntax.OpConcat:
		var err error
		for i := len(n.Subs) - 1; i >= 0; i-- {
			if c.back {
				if next, err = c.compile(n.Subs[len(n.Subs)-1-i], next); err != nil {
					return 0, err
				}
				continue
			}
			if i > 0 && c.isAtomic(n.Subs[i-1], n.Subs[i]) {
				i--
				if next, err = c.atomic(n.Subs[i].Subs[0].Subs[0], next); err != nil {
					return 0, err
				}
				continue
			}
			if next, err = c.compile(n.Subs[i], next); err != nil {
				return 0, err
			}
		}
		return next, nil
	case syntax.OpAlternate:
		alts := make([]int32, len(n.Subs))
		for i, sub := range n.Subs {
			at, err := c.compile(sub, next)
			if err != nil {
				return 0, err
			}
			alts[i] = at
		}
		return c.add(inst{op: opSplit, alts: alts}), nil
	case syntax.OpGroup:
		return c.compile(n.Subs[0], next)
	case syntax.OpRepeat:
		return c.repeat(n, next)
	case syntax.OpAssert:
		return c.assert(n, next), nil
	case syntax.OpLook:
		return c.look(n, next)
	case syntax.OpBackref:
		return c.backref(n, next)
	case syntax.OpAtomic:
		if c.behind || !isRegular(n.Subs[0]) && (c.riding == maxRides || size(n.Subs[0], maxRidden) > maxRidden || !canRide(n.Subs[0])) {
			return c.compile(n.Subs[0], c.loose(next))
		}
		return c.atomic(n.Subs[0], next)
	case syntax.OpIf:
		return c.conditional(n, next)
	case syntax.OpCall:
		return c.call(n, next)
	case syntax.OpAbsent:
		return c.anything(n.Span, next)
	case syntax.OpKeep:
		return next, nil
	case syntax.OpVerb:
		return c.verb(n, next), nil
	}
	panic(fmt.Sprintf("nfa: node of unknown kind %d", n.Op))
}

// test adds a test of the characters beside the position.
func (c *compiler) test(n *syntax.Node, next int32) int32 {
	c.tests = append(c.tests, n)
	return c.add(inst{op: opTest, test: int32(len(c.tests) - 1), flip: c.back, out: next})
}

// loose marks the path to next as one that the matcher may not have.
func (c *compiler) loose(next int32) int32 {
	c.nfa.Exact = false
	return c.vague(next)
}

// vague marks the path to next without a word on why.
func (c *compiler) vague(next int32) int32 {
	return c.add(inst{op: opNote, vague: true, out: next})
}

// repeat unrolls the iterations that must be there, then adds a loop, or one optional copy for each
// iteration that may be there.
func (c *compiler) repeat(n *syntax.Node, next int32) (int32, error) {
	sub := n.Iteration(c.tree.Dialect)
	least, most := n.Min, n.Max
	if most == 0 {
		return next, nil
	}
	loose := false
	if unit := max(unrolled(sub, c.opt.Unroll), 1); tooMany(n, unit, c.opt.Unroll) {
		loose = true
		c.nfa.Counted, c.nfa.Exact = true, false
		least, most = min(least, kept(unit, c.opt.Unroll)), syntax.Unbounded
	}

	canBeEmpty := sub.IsNullable()
	after := next // where an empty iteration leads to
	if c.ecma {
		after = fails
	}
	var err error
	if most == syntax.Unbounded {
		split := c.add(inst{op: opSplit})
		back, again := split, int32(0)
		if loose {
			if least < n.Min {
				next = c.vague(next)
			}
			back = c.add(inst{op: opSplit})
			again = c.vague(0)
		}
		body := int32(0)
		if body, err = c.iteration(sub, back, after, canBeEmpty); err != nil {
			return 0, err
		}
		c.prog[split].alts = ordered(n.Lazy, body, next)
		if loose { // there may be no further iteration, but what is behind enough of them comes next after any
			c.prog[again].out = body
			c.prog[back].alts = ordered(n.Lazy, again, next)
		}
		next = split
		if least > 0 && canBeEmpty && !c.ecma && c.tree.Dialect != syntax.Python {
			// Empty, it is the last one already.
			if next, err = c.iteration(sub, next, after, true); err != nil {
				return 0, err
			}
			least--
		}
	} else {
		exit := next
		counts := !c.ecma && (most == 1 || c.tree.Dialect == syntax.PCRE || c.tree.Dialect == syntax.Ruby)
		for range most - least {
			body, err := c.iteration(sub, next, after, canBeEmpty && !counts)
			if err != nil {
				return 0, err
			}
			next = c.add(inst{op: opSplit, alts: ordered(n.Lazy, body, exit)})
		}
	}
	early := canBeEmpty && c.tree.Dialect == syntax.Java // an empty iteration is the last one, always
	for range least {
		if next, err = c.iteration(sub, next, after, early); err != nil {
			return 0, err
		}
	}
	return next, nil
}

func ordered(lazy bool, body, next int32) []int32 {
	if lazy {
		return []int32{next, body}
	}
	return []int32{body, next}
}

// iteration compiles a pass of a loop that leads to exit when it consumes nothing: in ECMAScript it
// fails then (22.2.2.3.1, RepeatMatcher step 2.b), elsewhere it is the last one.
func (c *compiler) iteration(sub *syntax.Node, next, exit int32, canBeEmpty bool) (int32, error) {
	if !canBeEmpty {
		return c.compile(sub, next)
	}
	c.loops++
	loop := c.loops
	check := c.add(inst{op: opCheck, loop: loop, out: next, exit: exit})
	body, err := c.compile(sub, check)
	if err != nil {
		return 0, err
	}
	return c.add(inst{op: opEnter, loop: loop, out: body}), nil
}

// look compiles a lookaround. One that tests a single character is a condition; any other becomes a
// branch of its own, in front of what follows, and its outcome is left open.
func (c *compiler) look(n *syntax.Node, next int32) (int32, error) {
	switch {
	case IsSimple(n):
		return c.test(n, next), nil
	case n.Subs[0].Op == syntax.OpEmpty && n.Negate:
		return c.add(inst{op: opFail}), nil
	case n.Subs[0].Op == syntax.OpEmpty:
		return next, nil
	}
	limited := !n.Subs[0].MayBeLong() // it costs no more than its length allows, anywhere
	if c.behind && !(n.Behind && limited) && c.follows(n) {
		return c.within(n, next, limited)
	}
	if c.behind && limited {
		return c.loose(next), nil
	}
	if c.behind { // it may read the other way
		c.nested, c.nfa.Exact = true, false
		if looksOn(n) { // however little stands before
			c.nfa.Nested = true
		}
		return c.vague(next), nil
	}
	costs := (!limited || c.readsBack()) && !(n.Behind && slices.Contains(c.opt.Settled, n.Span))
	told := isRegular(n.Subs[0]) && (limited || c.readsBack())
	if n.Behind && !costs && !told && c.opt.Sight.number(n) < 0 {
		return c.loose(next), nil
	}
	c.nfa.Exact = false
	c.nfa.Looks++
	outer, accept, nested := c.scope, c.accept, c.nested
	c.scope, c.behind, c.back, c.nested = int32(c.nfa.Looks), n.Behind, n.Behind && (limited || c.readsBack()), false
	end := c.add(inst{op: opMatch})
	c.accept = end
	counted := c.nfa.Counted
	c.nfa.Counted = false
	body, err := c.compile(n.Subs[0], end)
	told = told && !c.nfa.Counted
	c.nfa.Counted = c.nfa.Counted || counted
	within := c.nested
	c.scope, c.accept, c.behind, c.back, c.nested = outer, accept, false, false, nested
	if err != nil {
		return 0, err
	}
	if n.Behind {
		return c.lookBehind(n, body, next, behind{scope: c.prog[end].scope, costs: costs, told: told, nested: within}), nil
	}
	after := c.add(inst{op: opNote, out: next})
	return c.add(inst{op: opLook, body: body, want: !n.Negate, out: after}), nil
}

// tooMany reports whether as many copies as n repeats, of so many characters each, are more than limit: n is treated as a loop
// then, after as many copies as are kept.
func tooMany(n *syntax.Node, unit, limit int) bool {
	return n.Max != syntax.Unbounded && n.Max > 1 && n.Max*unit > limit || n.Min > 1 && n.Min*unit > limit
}

// kept is how many copies of so many characters there is room for in front of a loop that stands for more of them.
func kept(unit, limit int) int { return max(limit/unit/2, 1) }

// unrolled is the number of characters that n is compiled to, where repetitions of more than limit are loops, at most limit+1.
func unrolled(n *syntax.Node, limit int) int {
	switch n.Op {
	case syntax.OpSet, syntax.OpBackref, syntax.OpCall:
		return 1
	}
	sum := 0
	for _, sub := range n.Subs {
		if sum += unrolled(sub, limit); sum > limit {
			return limit + 1
		}
	}
	if n.Op != syntax.OpRepeat {
		return sum
	}
	times := n.Max
	if unit := max(sum, 1); tooMany(n, unit, limit) {
		times = min(n.Min, kept(unit, limit)) + 1
	} else if times == syntax.Unbounded {
		times = n.Min + 1
	}
	return min(times*sum, limit+1)
}

// size is the number of characters that n is unrolled to, at most limit+1.
func size(n *syntax.Node, limit int) int {
	switch n.Op {
	case syntax.OpSet:
		return 1
	case syntax.OpRepeat:
		times := n.Max
		if times == syntax.Unbounded {
			times = n.Min + 1
		}
		unit := size(n.Subs[0], limit)
		if unit != 0 && times > limit/unit {
			return limit + 1
		}
		return times * unit
	case syntax.OpBackref, syntax.OpCall:
		return 1
	}
	sum := 0
	for _, sub := range n.Subs {
		if sum += size(sub, limit); sum > limit {
			return limit + 1
		}
	}
	return sum
}

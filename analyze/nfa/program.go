package nfa

import (
	"errors"
	"fmt"
	"slices"

	"snag/analyze/charset"
	"snag/analyze/syntax"
)

// ErrTooLarge reports that the automaton of a pattern exceeds the limit.
var ErrTooLarge = errors.New("the automaton is too large")

type opcode uint8

const (
	opChar    opcode = iota // one character of set, then out
	opSplit                 // alts in order
	opEnter                 // an iteration of loop begins
	opCheck                 // an iteration of loop ends; an empty one fails
	opTest                  // a simple assertion on the characters beside the position
	opLook                  // lookaround body, then out
	opBehind                // lookbehind body, then out
	opRide                  // an atomic group follows the path that its body, a lookahead, found
	opRideEnd               // that path ends
	opMatch                 // end of the pattern or of a body
	opFail
	opNote // marks the path as not sure
)

// inst is an instruction of the program that is the automaton with empty transitions.
type inst struct {
	op    opcode
	out   int32
	set   int32   // opChar
	loop  int32   // opEnter, opCheck
	test  int32   // opTest: index of rectangles
	body  int32   // opLook, opBehind, opRide: entry of the body
	want  bool    // opLook: the body must match
	scope int32   // the lookaround whose body this belongs to, 0 for none
	alts  []int32 // opSplit
	span  syntax.Span
}

// beside is a condition on the characters before and after a position. A zero-width test is a
// union of such rectangles that exclude each other.
type beside struct{ prev, next charset.Bits }

// compiler translates a tree from the end of the pattern to its beginning: each node is given the
// instruction that follows it.
type compiler struct {
	opt    Options
	tree   *syntax.Tree
	nfa    *NFA
	groups []*syntax.Node
	prog   []inst
	sets   []charset.Set
	tests  []*syntax.Node
	loops  int32
	scope  int32
	rides  []ride
	depth  int // of backreferences being replaced
	limit  int
}

func (c *compiler) add(i inst) int32 {
	i.scope = c.scope
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
			if i > 0 && isAtomic(n.Subs[i-1], n.Subs[i]) {
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
		c.tests = append(c.tests, n)
		return c.add(inst{op: opTest, test: int32(len(c.tests) - 1), out: next}), nil
	case syntax.OpLook:
		return c.look(n, next)
	case syntax.OpBackref:
		return c.backref(n, next)
	}
	panic(fmt.Sprintf("nfa: node of unknown kind %d", n.Op))
}

// repeat unrolls the iterations that must be there, then adds a loop, or one optional copy for each
// iteration that may be there.
func (c *compiler) repeat(n *syntax.Node, next int32) (int32, error) {
	sub := n.Subs[0]
	least, most := n.Min, n.Max
	if most == 0 {
		return next, nil
	}
	unit := max(size(sub, c.opt.Unroll), 1)
	copies := least
	if most != syntax.Unbounded {
		copies = most
	}
	loose := false
	if most != syntax.Unbounded && most > 1 && copies*unit > c.opt.Unroll || least > 1 && least*unit > c.opt.Unroll {
		// Treated as a loop after as many copies as there is room for.
		loose = true
		c.nfa.Counted, c.nfa.Exact = true, false
		least = min(least, max(c.opt.Unroll/unit/2, 1))
		most = syntax.Unbounded
	}

	canBeEmpty := nullable(sub)
	var err error
	if most == syntax.Unbounded {
		split := c.add(inst{op: opSplit})
		back := split
		if loose {
			back = c.add(inst{op: opNote, out: split})
			next = c.add(inst{op: opNote, out: next})
		}
		body := int32(0)
		if body, err = c.iteration(sub, back, canBeEmpty); err != nil {
			return 0, err
		}
		c.prog[split].alts = ordered(n.Lazy, body, next)
		next = split
	} else {
		after := next
		for range most - least {
			body, err := c.iteration(sub, next, canBeEmpty)
			if err != nil {
				return 0, err
			}
			next = c.add(inst{op: opSplit, alts: ordered(n.Lazy, body, after)})
		}
	}
	for range least {
		if next, err = c.compile(sub, next); err != nil {
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

// iteration compiles a pass of a loop that fails when it consumes nothing (ECMAScript 22.2.2.3.1,
// RepeatMatcher step 2.b).
func (c *compiler) iteration(sub *syntax.Node, next int32, canBeEmpty bool) (int32, error) {
	if !canBeEmpty {
		return c.compile(sub, next)
	}
	c.loops++
	loop := c.loops
	check := c.add(inst{op: opCheck, loop: loop, out: next})
	body, err := c.compile(sub, check)
	if err != nil {
		return 0, err
	}
	return c.add(inst{op: opEnter, loop: loop, out: body}), nil
}

// look compiles a lookaround. One that tests a single character is a condition; any other becomes a
// branch of its own, in front of what follows, and its outcome is left open.
func (c *compiler) look(n *syntax.Node, next int32) (int32, error) {
	if isSimple(n) {
		c.tests = append(c.tests, n)
		return c.add(inst{op: opTest, test: int32(len(c.tests) - 1), out: next}), nil
	}
	c.nfa.Exact = false
	after := c.add(inst{op: opNote, out: next})
	c.nfa.Looks++
	outer, scope := c.scope, int32(c.nfa.Looks)
	c.scope = scope
	body, err := c.compile(n.Subs[0], c.add(inst{op: opMatch}))
	c.scope = outer
	if err != nil {
		return 0, err
	}
	if n.Behind {
		c.nfa.Behinds = append(c.nfa.Behinds, Behind{Scope: scope, Nested: c.nfa.Looks > int(scope)})
		return c.add(inst{op: opBehind, body: body, out: after}), nil
	}
	return c.add(inst{op: opLook, body: body, want: !n.Negate, out: after}), nil
}

// ride is a copy of the body of a lookahead that consumes what the lookahead found. Instruction pc of
// the copy corresponds to instruction pc-offset of the body.
type ride struct{ first, last, offset int32 }

// isAtomic reports whether look and ref are (?=(X))\1 with an X that has no lookarounds or
// backreferences: an atomic group in the dialects that have none.
func isAtomic(look, ref *syntax.Node) bool {
	if look.Op != syntax.OpLook || look.Behind || look.Negate || ref.Op != syntax.OpBackref || len(ref.Refs) != 1 {
		return false
	}
	group := look.Subs[0]
	return group.Op == syntax.OpGroup && group.Index == ref.Refs[0] && isRegular(group.Subs[0])
}

// isRegular reports whether n has no lookarounds or backreferences.
func isRegular(n *syntax.Node) bool {
	return n.Op != syntax.OpLook && n.Op != syntax.OpBackref && !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !isRegular(sub) })
}

// atomic compiles body as a lookahead, and as a copy that goes the way the lookahead went first.
func (c *compiler) atomic(body *syntax.Node, next int32) (int32, error) {
	c.nfa.Exact = false
	next = c.add(inst{op: opNote, out: next})
	end := c.add(inst{op: opRideEnd, out: next})
	path, err := c.compile(body, end)
	if err != nil {
		return 0, err
	}
	last := int32(len(c.prog) - 1)
	c.nfa.Looks++
	outer := c.scope
	c.scope = int32(c.nfa.Looks)
	match := c.add(inst{op: opMatch})
	entry, err := c.compile(body, match)
	c.scope = outer
	if err != nil {
		return 0, err
	}
	c.rides = append(c.rides, ride{first: end, last: last, offset: end - match})
	follow := c.add(inst{op: opRide, body: entry, out: path})
	return c.add(inst{op: opLook, body: entry, want: true, out: follow}), nil
}

// backref replaces a backreference by nothing (the group is not set) or what the group may match.
func (c *compiler) backref(n *syntax.Node, next int32) (int32, error) {
	c.nfa.Backrefs, c.nfa.Exact = true, false
	after := c.add(inst{op: opNote, out: next})
	alts := make([]int32, 0, len(n.Refs)+1)
	for _, ref := range n.Refs {
		group := c.groups[ref]
		if group == nil || c.depth >= 3 {
			continue
		}
		c.depth++
		at, err := c.compile(group.Subs[0], after)
		c.depth--
		if err != nil {
			return 0, err
		}
		alts = append(alts, at)
	}
	return c.add(inst{op: opSplit, alts: append(alts, after)}), nil
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
	case syntax.OpBackref:
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

// nullable reports whether n may match without consuming.
func nullable(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpSet:
		return false
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if !nullable(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			if nullable(sub) {
				return true
			}
		}
		return false
	case syntax.OpGroup:
		return nullable(n.Subs[0])
	case syntax.OpRepeat:
		return n.Min == 0 || nullable(n.Subs[0])
	}
	return true
}

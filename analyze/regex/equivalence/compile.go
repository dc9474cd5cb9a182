package equivalence

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

func (c *compiler) add(i inst) int32 {
	c.code = append(c.code, i)
	return int32(len(c.code) - 1)
}

func (c *compiler) test(n *syntax.Node, next int32) int32 {
	c.nodes = append(c.nodes, n)
	return c.add(inst{op: opTest, test: int32(len(c.nodes) - 1), out: next})
}

// node returns the first instruction of n when next follows.
func (c *compiler) node(n *syntax.Node, next int32) (int32, error) {
	if len(c.code) > c.opt.Limits.Program {
		return 0, fmt.Errorf("%w: over %d instructions", ErrTooLarge, c.opt.Limits.Program)
	}
	var err error
	switch n.Op {
	case syntax.OpEmpty:
		return next, nil
	case syntax.OpSet:
		if n.Set.IsEmpty() {
			return c.add(inst{op: opFail}), nil
		}
		c.sets = append(c.sets, n.Set)
		return c.add(inst{op: opChar, set: int32(len(c.sets) - 1), out: next, span: n.Span}), nil
	case syntax.OpConcat:
		for i := len(n.Subs) - 1; i >= 0 && err == nil; i-- {
			next, err = c.node(n.Subs[i], next)
		}
		return next, err
	case syntax.OpAlternate:
		alts := make([]int32, len(n.Subs))
		for i, sub := range n.Subs {
			if alts[i], err = c.node(sub, next); err != nil {
				return 0, err
			}
		}
		return c.add(inst{op: opSplit, alts: alts}), nil
	case syntax.OpGroup:
		return c.group(n, next)
	case syntax.OpRepeat:
		return c.repeat(n, next)
	case syntax.OpAssert:
		return c.assert(n, next)
	case syntax.OpLook:
		return c.look(n, next)
	case syntax.OpBackref:
		if c.inBack > 0 || c.inAhead > 0 {
			return 0, fmt.Errorf("%w: backreferences in lookarounds", ErrUnsupported)
		}
		return c.add(inst{op: opRef, slot: int32(n.Refs[0]), out: next, fold: n.Fold, span: n.Span}), nil
	case syntax.OpKeep:
		if c.inBack > 0 || c.inAhead > 0 {
			return 0, ErrUnsupported
		}
		if c.opt.Level == Accepts {
			return next, nil
		}
		return c.add(inst{op: opTag, out: next}), nil
	case syntax.OpVerb: // SKIP: see verbs
		return c.add(inst{op: opCut, out: next}), nil
	}
	return 0, ErrUnsupported
}

// assert compiles an assertion, in the words of simpler ones where there are any.
func (c *compiler) assert(n *syntax.Node, next int32) (int32, error) {
	end := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextEnd}
	switch {
	case n.Assert == syntax.TextEndLine:
		last := &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{{Op: syntax.OpSet, Set: n.Set}, end}}
		body := &syntax.Node{Op: syntax.OpAlternate, Subs: []*syntax.Node{end, last}}
		if n.Pair { // not between its characters
			line := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.LineEnd, Set: n.Set, Pair: true}
			last.Subs = append([]*syntax.Node{line}, last.Subs...)
			body.Subs = append(body.Subs, &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{
				{Op: syntax.OpSet, Set: charset.Of('\r')}, {Op: syntax.OpSet, Set: charset.Of('\n')}, end}})
		}
		return c.node(&syntax.Node{Op: syntax.OpLook, Subs: []*syntax.Node{body}}, next)
	case n.Assert > syntax.NotWordBoundary:
		return 0, ErrUnsupported
	case n.Assert == syntax.LineStart && n.Inner && c.tree.Dialect == syntax.Java: // not even in an empty text
		next = c.test(&syntax.Node{Op: syntax.OpLook, Negate: true, Subs: []*syntax.Node{end}}, next)
	}
	return c.test(n, next), nil
}

func (c *compiler) group(n *syntax.Node, next int32) (int32, error) {
	if n.Pop != 0 {
		return 0, ErrUnsupported
	}
	if n.Index == 0 {
		return c.node(n.Subs[0], next)
	}
	inLook := c.inAhead+c.inBack > 0
	tagged := c.opt.Level == Groups && 2*n.Index < c.slots && !slices.Contains(c.opt.Ignore, n.Index)
	if inLook && (c.held[n.Index] || tagged) {
		return 0, fmt.Errorf("%w: groups in lookarounds", ErrUnsupported)
	}
	if c.held[n.Index] {
		next = c.add(inst{op: opShut, slot: int32(n.Index), out: next})
	}
	if tagged {
		next = c.add(inst{op: opTag, slot: int32(2 * n.Index), out: next})
	}
	at, err := c.node(n.Subs[0], next)
	if err != nil {
		return 0, err
	}
	if tagged {
		// The end is unset meanwhile, which nothing can see: only backreferences inside could.
		at = c.add(inst{op: opTag, slot: int32(2*n.Index - 1), out: at})
	}
	if c.held[n.Index] {
		at = c.add(inst{op: opOpen, slot: int32(n.Index), out: at})
	}
	return at, nil
}

// repeat unrolls the iterations that are counted.
func (c *compiler) repeat(n *syntax.Node, next int32) (int32, error) {
	if n.Max == 0 {
		return next, nil
	}
	sub, empty := n.Subs[0], n.Subs[0].IsNullable()
	if empty && !c.strict {
		return 0, fmt.Errorf("%w: loops whose body may be empty", ErrUnsupported)
	}
	var err error
	if n.Max == syntax.Unbounded {
		split := c.add(inst{op: opSplit})
		body, err := c.iteration(n, split, empty)
		if err != nil {
			return 0, err
		}
		c.code[split].alts = ordered(n.Lazy, body, next)
		next = split
	} else {
		if n.Max-n.Min > c.opt.Limits.Program {
			return 0, fmt.Errorf("%w: counted repetitions", ErrTooLarge)
		}
		after := next
		for range n.Max - n.Min {
			body, err := c.iteration(n, next, empty)
			if err != nil {
				return 0, err
			}
			next = c.add(inst{op: opSplit, alts: ordered(n.Lazy, body, after)})
		}
	}
	if n.Min > c.opt.Limits.Program {
		return 0, fmt.Errorf("%w: counted repetitions", ErrTooLarge)
	}
	for range n.Min {
		if next, err = c.node(sub, next); err != nil {
			return 0, err
		}
		next = c.reset(n, next)
	}
	return next, nil
}

func ordered(lazy bool, body, next int32) []int32 {
	if lazy {
		return []int32{next, body}
	}
	return []int32{body, next}
}

// iteration compiles a pass of a loop that need not be made (ECMA-262, RepeatMatcher): it fails if it
// consumes nothing.
func (c *compiler) iteration(n *syntax.Node, next int32, empty bool) (int32, error) {
	loop := int32(-1)
	if empty {
		c.loops++
		loop = c.loops
		next = c.add(inst{op: opCheck, loop: loop, out: next})
	}
	at, err := c.node(n.Subs[0], next)
	if err != nil {
		return 0, err
	}
	at = c.reset(n, at)
	if empty {
		at = c.add(inst{op: opEnter, loop: loop, out: at})
	}
	return at, nil
}

// reset unsets the groups of a repetition when an iteration begins, as ECMAScript does.
func (c *compiler) reset(n *syntax.Node, next int32) int32 {
	if n.GroupLo >= n.GroupHi || c.tree.Dialect != syntax.JavaScript || n.Max == 1 {
		return next
	}
	if c.opt.Level != Groups && len(c.held) == 0 {
		return next
	}
	return c.add(inst{op: opReset, lo: int32(n.GroupLo), hi: int32(n.GroupHi), out: next})
}

func (c *compiler) look(n *syntax.Node, next int32) (int32, error) {
	if nfa.IsSimple(n) {
		return c.test(n, next), nil
	}
	if set, ref := c.looksFor(n); ref != nil && c.inAhead+c.inBack == 0 {
		return c.referring(n, ref, set, next)
	}
	if c.inAhead > 0 && n.Behind {
		return 0, fmt.Errorf("%w: lookbehind in lookahead", ErrUnsupported)
	}
	ahead, back := c.inAhead, c.inBack
	if n.Behind {
		c.inBack++
	} else {
		c.inAhead++
	}
	index, err := c.body(n.Subs[0], n.Behind)
	c.inAhead, c.inBack = ahead, back
	op := opAhead
	if n.Behind {
		op = opBehind
		if err == nil {
			c.seen = append(c.seen, seen{n, index})
		}
	}
	return c.add(inst{op: op, look: index, want: !n.Negate, out: next}), err
}

// body compiles the body of a lookaround and returns its number.
func (c *compiler) body(n *syntax.Node, behind bool) (int32, error) {
	at, err := c.node(n, c.add(inst{op: opMatch, slot: -1}))
	index := int32(len(c.looks))
	if c.looks = append(c.looks, at); behind {
		c.behinds = append(c.behinds, index)
	} else {
		c.aheads = append(c.aheads, index)
	}
	return index, err
}

// looksFor returns the backreference in lookaround n, and the characters of which its group holds
// one, if there is one such group and either the whole body refers to it or n looks behind.
func (c *compiler) looksFor(n *syntax.Node) (set charset.Set, ref *syntax.Node) {
	same := true
	syntax.Walk(n.Subs[0], func(sub *syntax.Node) bool {
		if sub.Op == syntax.OpBackref {
			same = same && (ref == nil || len(sub.Refs) == 1 && sub.Refs[0] == ref.Refs[0])
			ref = sub
		}
		return true
	})
	if ref == nil || !same || len(ref.Refs) != 1 || c.groups[ref.Refs[0]] == nil {
		return nil, nil
	}
	set = oneOf(c.groups[ref.Refs[0]].Subs[0])
	whole := n.Subs[0]
	for whole.Op == syntax.OpGroup && whole.Index == 0 || whole.Op == syntax.OpConcat && len(whole.Subs) == 1 {
		whole = whole.Subs[0]
	}
	if set == nil || set.Size() > 4 || !n.Behind && whole != ref {
		return nil, nil
	}
	return set, ref
}

// referring compiles lookaround n, which refers to a group that holds one character of set: a test of
// the next character, or one lookbehind for each character.
func (c *compiler) referring(n, ref *syntax.Node, set charset.Set, next int32) (int32, error) {
	group := ref.Refs[0]
	if !n.Behind {
		return c.add(inst{op: opRefAhead, slot: int32(group), want: !n.Negate, fold: ref.Fold, out: next}), nil
	}
	c.inBack++
	defer func() { c.inBack-- }()
	index, err := c.body(replaced(n.Subs[0], group, &syntax.Node{Op: syntax.OpEmpty}), true)
	values := map[rune]int32{}
	for _, r := range set {
		for x := r.Lo; x <= r.Hi && err == nil; x++ {
			same := charset.FoldClosure(charset.Of(x), ref.Fold)
			values[x], err = c.body(replaced(n.Subs[0], group, &syntax.Node{Op: syntax.OpSet, Set: same}), true)
		}
	}
	return c.add(inst{op: opBehind, look: index, slot: int32(group), values: values, want: !n.Negate, out: next}), err
}

// replaced returns n with by in the place of references to group.
func replaced(n *syntax.Node, group int, by *syntax.Node) *syntax.Node {
	if n.Op == syntax.OpBackref && len(n.Refs) == 1 && n.Refs[0] == group {
		return by
	}
	c := *n
	c.Subs = make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		c.Subs[i] = replaced(sub, group, by)
	}
	return &c
}

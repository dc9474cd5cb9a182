package nfa

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// backref replaces a backreference by what the group may match or, in ECMAScript, where a group that is
// not set matches it, by nothing.
func (c *compiler) backref(n *syntax.Node, next int32) (int32, error) {
	c.nfa.Backrefs, c.nfa.Exact = true, false
	if c.depth == maxReferred {
		return c.anything(n.Span, next)
	}
	after := c.vague(next)
	outer := c.ref
	number := int32(0)
	if outer == 0 && len(n.Refs) == 1 && c.isSingular(n.Refs[0]) {
		c.refs++
		number = c.refs
		after = c.add(inst{op: opReferEnd, ref: number, out: after})
		c.ref = number
		defer func() { c.ref = outer }()
	}
	alts := make([]int32, 0, len(n.Refs)+1)
	for _, ref := range n.Refs {
		for _, group := range c.groups[ref] {
			c.depth++
			at, err := c.compile(textOf(group.Subs[0], n.Fold), after)
			c.depth--
			if err != nil {
				return 0, err
			}
			alts = append(alts, at)
		}
	}
	if c.ecma || c.tree.Flags.Has(syntax.ECMAScript) {
		alts = append(alts, after)
	}
	at := c.add(inst{op: opSplit, alts: alts})
	if number > 0 {
		at = c.add(inst{op: opRefer, ref: number, out: at})
	}
	return at, nil
}

// maxReferred is how deep references in groups that references refer to are followed. Beyond, any text stands for what one
// matches.
const maxReferred = 3

// anything compiles any text at all, of which it is left open whether the matcher reads it.
func (c *compiler) anything(span syntax.Span, next int32) (int32, error) {
	any := &syntax.Node{Op: syntax.OpSet, Span: span, Set: charset.Set{{Lo: 0, Hi: c.tree.MaxChar()}}}
	return c.repeat(&syntax.Node{Op: syntax.OpRepeat, Span: span, Subs: []*syntax.Node{any}, Max: syntax.Unbounded}, c.loose(next))
}

// isSingular reports whether all ways to a place that pass nothing else but what consumes no character find
// the same text in group k: nothing sets it without consuming.
func (c *compiler) isSingular(k int) bool {
	if c.singular == nil {
		c.singular = make([]bool, len(c.groups))
		for i, groups := range c.groups {
			c.singular[i] = len(groups) == 1 && !groups[0].Subs[0].IsNullable()
		}
		syntax.Walk(c.tree.Root, func(n *syntax.Node) bool {
			switch {
			case n.Op == syntax.OpCall || n.Op == syntax.OpGroup && n.Pop != 0:
				clear(c.singular)
			case n.Op == syntax.OpLook:
				syntax.Walk(n, func(sub *syntax.Node) bool {
					if sub.Op == syntax.OpGroup && sub.Index < len(c.singular) {
						c.singular[sub.Index] = false
					}
					return true
				})
				return false
			}
			return true
		})
	}
	return c.singular[k]
}

// textOf returns n without what tests the place at which it matches, and with every character that compares
// equal to one of its own: the text that a group captured is matched again elsewhere.
func textOf(n *syntax.Node, fold syntax.Fold) *syntax.Node {
	again := func(sub *syntax.Node) *syntax.Node { return textOf(sub, fold) }
	switch n.Op {
	case syntax.OpSet:
		if fold == syntax.FoldNone {
			return n
		}
		return &syntax.Node{Op: syntax.OpSet, Span: n.Span, Set: charset.FoldClosure(n.Set, fold)}
	case syntax.OpAssert, syntax.OpLook, syntax.OpKeep, syntax.OpVerb:
		return &syntax.Node{Op: syntax.OpEmpty, Span: n.Span}
	case syntax.OpAtomic:
		return again(n.Subs[0])
	case syntax.OpIf:
		if len(n.Refs) == 0 {
			return &syntax.Node{Op: syntax.OpAlternate, Span: n.Span, Subs: []*syntax.Node{again(n.Subs[1]), again(n.Subs[2])}}
		}
	}
	return rewrite(n, again)
}

// maxNested is how deep calls of a group within itself are followed.
const maxNested = 2

// call compiles the group that is called, in place.
func (c *compiler) call(n *syntax.Node, next int32) (int32, error) {
	g := n.Refs[0]
	body := c.tree.Root
	if g != 0 {
		if g >= len(c.groups) || len(c.groups[g]) == 0 {
			return c.add(inst{op: opFail}), nil
		}
		body = c.groups[g][0]
	}
	if c.calls[g] >= maxNested {
		c.nfa.Recursive, c.nfa.Exact = true, false
		return c.add(inst{op: opFail}), nil
	}
	if c.calls == nil {
		c.calls = make(map[int]int)
	}
	accept := c.accept
	c.accept = next
	c.calls[g]++
	at, err := c.compile(body, next)
	c.calls[g]--
	c.accept = accept
	return at, err
}

// conditional compiles an OpIf: a lookaround that holds or does not, or a group that may be set.
func (c *compiler) conditional(n *syntax.Node, next int32) (int32, error) {
	yes, no := n.Subs[0], n.Subs[1]
	if len(n.Refs) > 0 {
		if c.unsettable(n.Refs) {
			return c.compile(no, next)
		}
		next = c.loose(next)
	} else {
		look := yes
		if look.Name == "R" { // whether the place is in a call
			next = c.loose(next)
		}
		unless := *look
		unless.Negate = !look.Negate
		yes = &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{look, n.Subs[1]}}
		no = &syntax.Node{Op: syntax.OpConcat, Span: n.Span, Subs: []*syntax.Node{&unless, n.Subs[2]}}
	}
	first, err := c.compile(yes, next)
	if err != nil {
		return 0, err
	}
	second, err := c.compile(no, next)
	if err != nil {
		return 0, err
	}
	return c.add(inst{op: opSplit, alts: []int32{first, second}}), nil
}

// unsettable reports whether no group of refs is in the pattern.
func (c *compiler) unsettable(refs []int) bool {
	for _, g := range refs {
		if g < len(c.groups) && len(c.groups[g]) > 0 {
			return false
		}
	}
	return true
}

// verb compiles a backtracking control verb. Those that cut ways off are left out, and nothing behind
// them is sure.
func (c *compiler) verb(n *syntax.Node, next int32) int32 {
	switch n.Name {
	case "FAIL", "F":
		return c.add(inst{op: opFail})
	case "ACCEPT":
		return c.accept
	}
	return c.loose(next)
}

// isCut reports whether n is a verb that takes other ways with it when the matcher comes back to it.
func isCut(n *syntax.Node) bool {
	return n.Op == syntax.OpVerb && !slices.Contains([]string{"FAIL", "F", "ACCEPT"}, n.Name)
}

// assert compiles an assertion. The end of the text or of its last line, where that ends the pattern,
// is made of the end and of a line terminator with the end behind it, which says the same.
func (c *compiler) assert(n *syntax.Node, next int32) int32 {
	switch n.Assert {
	case syntax.SearchStart:
		start := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextStart}
		if !c.opt.Repeat {
			return c.test(start, next)
		}
		return c.loose(next)
	case syntax.TextEndLine:
		return c.lastLine(n, next)
	}
	return c.test(n, next)
}

func (c *compiler) lastLine(n *syntax.Node, next int32) int32 {
	end := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextEnd}
	line := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.LineEnd, Set: n.Set, Pair: n.Pair}
	after := c.prog[next]
	atEnd := c.test(end, next)
	switch {
	case after.op == opTest && c.tests[after.test].Op == syntax.OpAssert && c.tests[after.test].Assert == syntax.TextEnd:
		return next
	case c.behind:
		return c.add(inst{op: opSplit, alts: []int32{atEnd, c.test(line, c.loose(next))}})
	case next != c.accept || after.op != opMatch:
		return c.add(inst{op: opSplit, alts: []int32{atEnd, c.test(line, c.beforeLast(n, next))}})
	}
	char := func(s *syntax.Node, next int32) int32 {
		return c.add(inst{op: opChar, set: c.set(s.Set), out: next, span: n.Span})
	}
	alts := []int32{atEnd, char(n, atEnd)}
	if n.Pair {
		alts[1] = c.test(line, alts[1])
		feed := &syntax.Node{Set: feedSet}
		alts = append(alts, char(&syntax.Node{Set: returnSet}, char(feed, atEnd)))
	}
	return c.add(inst{op: opSplit, alts: alts})
}

// beforeLast compiles the lookahead that a line terminator comes next, of those that n knows, and nothing else.
func (c *compiler) beforeLast(n *syntax.Node, next int32) int32 {
	c.nfa.Exact = false
	c.nfa.Looks++
	outer := c.scope
	c.scope = int32(c.nfa.Looks)
	atEnd := c.test(&syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextEnd}, c.add(inst{op: opMatch}))
	char := func(s charset.Set, next int32) int32 {
		return c.add(inst{op: opChar, set: c.set(s), out: next, span: n.Span})
	}
	body := char(n.Set, atEnd)
	if n.Pair {
		body = c.add(inst{op: opSplit, alts: []int32{body, char(returnSet, char(feedSet, atEnd))}})
	}
	c.scope = outer
	return c.add(inst{op: opLook, body: body, want: true, out: c.add(inst{op: opNote, out: next})})
}

package backtrack

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// survey notes what of the tree must be known before it is translated: which groups are called, and
// which registers last.
func (c *compiler) survey(tree *syntax.Tree) {
	if c.ecma {
		return
	}
	pops, keeps := false, false
	var visit func(n *syntax.Node, depth int)
	visit = func(n *syntax.Node, depth int) {
		if depth > maxDepth {
			c.fail(ErrTooDeep)
			return
		}
		switch {
		case n.Op == syntax.OpCall:
			if !slices.Contains(c.called, n.Refs[0]) {
				c.called = append(c.called, n.Refs[0])
			}
		case n.Op == syntax.OpKeep:
			keeps = true
		case n.Op == syntax.OpVerb && n.Name == "THEN":
			c.thens = make(map[*syntax.Node]bool)
		case n.Pop != 0:
			pops = true
		}
		for _, sub := range n.Subs {
			visit(sub, depth+1)
		}
	}
	visit(tree.Root, 0)
	if keeps {
		c.p.keep = c.register()
	}
	if len(c.called) > 0 {
		c.p.frame = c.register()
	}
	if pops {
		c.p.stacks = c.p.registers
		c.p.registers += tree.Groups
	}
}

// group emits a group whose bounds change together when it is closed.
func (c *compiler) group(n *syntax.Node, back bool) (consumes bool) {
	begin := c.register()
	looked := c.begin(c.looksUp(n, false)) // also where it stands: there Onigmo calls it as well
	c.emit(opOpen, begin, max(n.Index, n.Pop))
	if n.Index != 0 {
		c.open = append(c.open, opening{begin, 2*n.Index - 2})
	}
	consumes = c.node(n.Subs[0], back)
	if n.Index != 0 {
		c.open = c.open[:len(c.open)-1]
	}
	c.lookup(looked)
	c.closeGroup(n, begin, back)
	return consumes
}

func (c *compiler) closeGroup(n *syntax.Node, begin int, back bool) {
	if n.Pop != 0 || c.p.stacks >= 0 {
		c.p.pops = append(c.p.pops, pop{from: int32(n.Pop), to: int32(n.Index), open: int32(begin), back: back})
		c.emit(opPop, len(c.p.pops)-1, 0)
		return
	}
	c.emit(opClosePair, 2*n.Index-2, begin)
}

// ref returns the index of the backreference, or condition, n.
func (c *compiler) ref(n *syntax.Node, back bool) int {
	c.p.refs = append(c.p.refs, ref{
		groups: n.Refs, fold: charset.Fold(n.Fold), back: back,
		unset: c.unset, each: c.dialect == syntax.Ruby && len(n.Refs) > 1,
	})
	return len(c.p.refs) - 1
}

// emptyRule tells what an iteration of the counted repetition n does that consumes nothing. What is
// said of PCRE and Ruby follows from their unrolling such repetitions.
func (c *compiler) emptyRule(n *syntax.Node) emptyRule {
	switch {
	case c.ecma:
		return emptyFails
	case n.Max != syntax.Unbounded && (c.dialect == syntax.PCRE || c.dialect == syntax.Ruby && n.Max <= 10):
		return emptyCounts
	case c.dialect == syntax.Java || c.dialect == syntax.Ruby:
		return emptyLeavesEarly
	case c.dialect == syntax.Python:
		return emptyLeavesLate
	}
	return emptyLeaves
}

func (c *compiler) look(n *syntax.Node) {
	begin, end := opLook, opLookEnd
	if n.Negate {
		begin, end = opLookNot, opLookNotEnd
	}
	height := c.register()
	c.register() // the position
	at := c.emit(begin, height, 0)
	c.lookBody(n, height)
	c.emit(end, height, c.remains(!n.Negate))
	c.p.code[at].y = int32(c.here())
}

// lookBody emits the body of lookaround n, whose position is in the register after height.
func (c *compiler) lookBody(n *syntax.Node, height int) {
	accepts, then, open := c.accepts, c.then, c.open
	c.accepts, c.then, c.open = nil, nil, nil
	c.looks++
	if n.Behind && !c.ecma && c.dialect != syntax.DotNet {
		c.behind(n.Subs[0])
		c.emit(opAt, height+1, 0)
	} else {
		c.node(n.Subs[0], n.Behind)
	}
	for _, at := range c.accepts {
		c.p.code[at].x = int32(c.here())
	}
	c.looks--
	c.accepts, c.then, c.open = accepts, then, open
}

// behind emits the body of a lookbehind that is matched left to right from every place, the nearest
// first, that is as far back as some text of it is long. Alternatives have their own places.
func (c *compiler) behind(body *syntax.Node) {
	body = body.Bare()
	alternatives := []*syntax.Node{body}
	if body.Op == syntax.OpAlternate && c.dialect != syntax.Java {
		alternatives = body.Subs
	}
	any := c.class(charset.Set{{Lo: 0, Hi: charset.MaxRune}})
	var jumps []int
	for i, sub := range alternatives {
		choice := -1
		if i < len(alternatives)-1 {
			choice = c.emit(opAlternative, 0, 0)
		}
		least, most := sub.Widths()
		if most != 0 {
			c.p.runs = append(c.p.runs, run{class: int32(any), min: int32(least), max: int32(most), lazy: true, back: true})
			c.emit(opRun, len(c.p.runs)-1, 0)
		}
		c.node(sub, false)
		if choice >= 0 {
			jumps = append(jumps, c.emit(opJump, 0, 0))
			c.p.code[choice].x = int32(c.here())
		}
	}
	for _, at := range jumps {
		c.p.code[at].x = int32(c.here())
	}
}

// conditional emits an OpIf.
func (c *compiler) conditional(n *syntax.Node, back bool) (consumes bool) {
	yes, no := n.Subs[0], n.Subs[1]
	var at int
	if len(n.Refs) > 0 {
		at = c.emit(opIfSet, c.ref(n, back), 0)
	} else {
		look := yes
		if look.Name == "R" {
			c.fail(&Unsupported{"a condition on recursion"})
		}
		yes, no = n.Subs[1], n.Subs[2]
		if look.Negate {
			yes, no = no, yes
		}
		height := c.register()
		c.register() // the position
		at = c.emit(opLookOr, height, 0)
		c.lookBody(look, height)
		c.emit(opLookEnd, height, c.remains(true))
	}
	first := c.node(yes, back)
	jump := c.emit(opJump, 0, 0)
	c.p.code[at].y = int32(c.here())
	second := c.node(no, back)
	c.p.code[jump].x = int32(c.here())
	return first && second
}

func (c *compiler) callGroup(n *syntax.Node, back bool) {
	if back {
		c.fail(&Unsupported{"a call within a lookbehind"})
	}
	c.calls = append(c.calls, call{c.emit(opCall, 0, 0), n.Refs[0]})
}

// routines emits the code of the groups that are called.
func (c *compiler) routines(tree *syntax.Tree) {
	entries := make(map[int]int)
	for _, g := range c.called {
		body := tree.Root
		if g != 0 {
			groups := tree.Root.Groups(g)
			if len(groups) == 0 {
				c.fail(&Unsupported{"a call of a group that does not exist"})
				return
			}
			body = groups[0]
		}
		entries[g] = c.here()
		c.accepts, c.then, c.open, c.routine = nil, nil, nil, true
		looked := c.begin(g == 0 && c.looksUp(body, false))
		c.node(body, false)
		for _, at := range c.accepts {
			c.p.code[at].x = int32(c.here())
		}
		c.lookup(looked)
		c.emit(opReturn, 0, 0)
	}
	for _, k := range c.calls {
		c.p.code[k.at].x = int32(entries[k.group])
	}
}

// verb emits a backtracking control verb.
func (c *compiler) verb(n *syntax.Node) {
	switch n.Name {
	case "FAIL", "F":
		c.emit(opFail, 0, 0)
		return
	case "ACCEPT":
		for _, o := range slices.Backward(c.open) { // the groups end here
			c.emit(opClosePair, o.group, o.register)
		}
		if c.looks > 0 || c.routine {
			c.accepts = append(c.accepts, c.emit(opJump, 0, 0))
		} else {
			c.emit(opMatch, 0, 0)
		}
		return
	}
	if c.looks > 0 || c.routine {
		c.fail(&Unsupported{"the verb " + n.Name + " within a lookaround or a call"})
		return
	}
	switch n.Name {
	case "COMMIT":
		c.emit(opCommit, 0, 0)
	case "PRUNE":
		c.emit(opPrune, 0, 0)
	case "SKIP":
		c.emit(opSkip, 0, 0)
	case "THEN":
		if c.then == nil {
			c.emit(opPrune, 0, 0)
			return
		}
		above := 1
		if c.then.last {
			above = 0
		}
		c.emit(opThen, c.then.register, above)
	default:
		c.fail(&Unsupported{"the verb " + n.Name})
	}
}

// hasThen reports whether an alternation holds the verb THEN.
func (c *compiler) hasThen(n *syntax.Node) bool {
	if c.thens == nil {
		return false
	}
	has, known := c.thens[n]
	if !known {
		has = n.Op == syntax.OpVerb && n.Name == "THEN" || slices.ContainsFunc(n.Subs, c.hasThen)
		c.thens[n] = has
	}
	return has
}

package backtrack

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// divide makes the classes of characters, and their kinds.
func (c *coster) divide(top rune) {
	var sets []charset.Set
	for i := range c.classes {
		sets = append(sets, c.classes[i].set())
	}
	for _, in := range c.code {
		if in.op == opChar || in.op == opCharBack {
			if _, ok := c.chars[in.x]; !ok {
				c.chars[in.x] = len(sets)
				sets = append(sets, charset.Of(rune(in.x)))
			}
		}
	}
	for _, t := range c.texts {
		for _, span := range t.set {
			for r := span.Lo; r <= span.Hi; r++ {
				sets = append(sets, charset.Of(r))
			}
		}
	}
	c.spelled = make([]int, len(c.refs))
	for i := range c.refs {
		if c.refs[i].letters != nil {
			c.spelled[i] = len(sets)
			sets = append(sets, c.refs[i].letters)
		}
	}
	part := charset.NewPartition(sets, top)
	c.costs.Alphabet, c.sets = part, part.Sets
	var asked []int // sets that the character before is tested against
	start := false
	looks := false
	for _, in := range c.code {
		switch in.op {
		case opBoundary, opNotBoundary, opLineStart:
			asked = append(asked, int(in.x))
			start = true
		case opTextStart, opSearchStart:
			start = true
		case opLook, opLookNot, opLookOr:
			looks = true
		}
	}
	if looks { // a lookbehind may test anything
		for _, in := range c.code {
			switch in.op {
			case opCharBack:
				asked, start = append(asked, c.chars[in.x]), true
			case opClassBack:
				asked, start = append(asked, int(in.x)), true
			case opRun:
				if c.runs[in.x].back {
					start = true
					asked = append(asked, int(c.runs[in.x].class))
				}
			}
		}
		if c.back || slices.ContainsFunc(c.code, func(in inst) bool { return in.op == opAt }) {
			start = true
			for i := range c.sets {
				asked = append(asked, i)
			}
		}
	}
	slices.Sort(asked)
	asked = slices.Compact(asked)
	known := make(map[string]int32)
	for class := range part.Len {
		key := make([]byte, 0, len(asked))
		for _, s := range asked {
			if c.sets[s].Has(class) {
				key = append(key, 1)
			} else {
				key = append(key, 0)
			}
		}
		kind, ok := known[string(key)]
		if !ok {
			kind = int32(len(c.samples))
			known[string(key)] = kind
			c.samples = append(c.samples, int32(class))
		}
		c.kinds = append(c.kinds, kind)
	}
	if start {
		c.kinds = append(c.kinds, int32(len(c.samples)))
		c.samples = append(c.samples, -1)
	} else {
		c.kinds = append(c.kinds, 0)
	}
}

// survey notes where counters matter, where lookarounds end and which way they read.
func (c *coster) survey() {
	for i := range c.loops {
		c.counters[c.loops[i].counter] = int32(i)
		c.largest = max(c.largest, c.loops[i].min, c.loops[i].max)
	}
	for i := range c.runs {
		if !c.runs[i].back {
			c.largest = max(c.largest, c.runs[i].min, c.runs[i].max)
		}
	}
	ends := make(map[int32]int)
	for pc, in := range c.code {
		switch in.op {
		case opCommit, opPrune, opSkip, opThen:
			c.cuts = true
		}
		if in.op == opLookEnd || in.op == opLookNotEnd {
			ends[in.x] = pc
		}
	}
	outer := make([]int, len(c.code)) // the lookaround that an instruction is in
	for pc := range outer {
		outer[pc] = -1
	}
	for pc, in := range c.code {
		if in.op == opLook || in.op == opLookNot || in.op == opLookOr {
			c.lookEnds[pc] = ends[in.x]
			for i := pc + 1; i <= ends[in.x]; i++ {
				outer[i] = pc // inner ones come later
			}
		}
	}
	c.inLook = make([]bool, len(c.code))
	for pc, at := range outer {
		c.inLook[pc] = at >= 0
	}
	for pc, in := range c.code {
		back, reads := false, true
		switch in.op {
		case opCharBack, opClassBack:
			back = true
		case opChar, opClass:
		case opRun:
			back = c.runs[in.x].back
		case opBackref:
			back = c.refs[in.x].back
		default:
			reads = false
		}
		if reads && outer[pc] >= 0 && back != c.back {
			c.against[outer[pc]] = true
		}
	}
	c.repeats()
	c.live = make([][]int32, len(c.code)+1)
	for pc, in := range c.code {
		if in.op != opCountInit {
			continue
		}
		l := c.counters[in.x]
		for i := pc + 1; i < int(c.loops[l].exit); i++ {
			if outer[i] == outer[pc] {
				c.live[i] = append(c.live[i], l)
			}
		}
	}
	for i, t := range c.texts {
		for pc := t.at[0] + 1; pc <= t.last; pc++ {
			c.live[pc] = append(c.live[pc], c.textOf(i))
		}
	}
}

// manyTimes is the number of iterations from which on a repetition may take many characters.
const manyTimes = 10

// repeats notes the outermost repetition of each instruction.
func (c *coster) repeats() {
	type span struct{ from, to int32 }
	var all []span
	many := func(least, most int32) bool { return most == syntax.Unbounded || max(least, most) >= manyTimes }
	for pc, in := range c.code {
		at := int32(pc)
		switch in.op {
		case opCountInit:
			if l := &c.loops[c.counters[in.x]]; many(l.min, l.max) {
				all = append(all, span{at + 1, l.exit})
			}
		case opRun:
			if r := &c.runs[in.x]; many(r.min, r.max) {
				all = append(all, span{at, at + 1})
			}
		case opGreedy, opLazy:
			if from := min(in.x, in.y); from <= at { // the end of an iteration
				all = append(all, span{from, at + 1})
			}
		}
	}
	c.outermost = make([]int32, len(c.code)+1)
	for i, s := range all {
		for pc := s.from; pc < s.to; pc++ {
			if at := c.outermost[pc]; at == 0 || all[at-1].to-all[at-1].from < s.to-s.from {
				c.outermost[pc] = int32(i + 1)
			}
		}
	}
}

// unroll finds all states. It reports whether they are few enough.
func (c *coster) unroll() bool {
	for _, in := range c.code {
		if in.op == opCall {
			c.bad = true
			return false
		}
	}
	c.state(place{kind: c.kinds[c.costs.Alphabet.Len], frame: -1}) // the search, where nothing was read
	for n := 0; n < len(c.index.keys) && !c.bad && !c.large; n++ {
		at := c.index.keys[n]
		size := c.costs.Alphabet.Len + 1
		both, ways := make([]int32, 2*size), make([]outcome, size)
		row, tries := both[:size:size], both[size:]
		for class := range row {
			if at.frame < 0 {
				out := c.attempt(at.kind, int32(class))
				row[class], tries[class] = out.node, out.try
				continue
			}
			if at.pc == atEndOnly {
				row[class], tries[class] = c.node(CostNode{}), c.try(TryEach, 0, 0)
				if ways[class].ends = failsHere; class == c.costs.Alphabet.Len {
					tries[class] = c.try(TryMatch, 0, 0)
				}
				continue
			}
			s := spot{pc: at.pc, k: at.k, frame: at.frame, counts: at.counts, kind: at.kind, class: int32(class)}
			if at.free {
				s.view = free
			}
			out := c.visit(s)
			row[class], tries[class] = out.node, out.try
			ways[class] = out
		}
		c.tries.Rows = append(c.tries.Rows, tries)
		c.ways = append(c.ways, ways)
		c.costs.Rows = append(c.costs.Rows, row)
		if len(c.index.keys) > c.maxStates || c.work > c.maxWork {
			c.large = true
		}
	}
	return !c.bad && !c.large
}

// measure finds how long the texts are that backreferences match, and of which characters.
func (p *Program) measure(tree *syntax.Tree) {
	for i := range p.refs {
		r := &p.refs[i]
		r.most = syntax.Unbounded
		if tree.Flags.Has(syntax.ECMAScript) && tree.Dialect != syntax.JavaScript || p.stacks >= 0 {
			continue
		}
		r.letters = letters(tree.Root, r)
		if len(r.groups) != 1 {
			continue
		}
		groups := tree.Root.Groups(r.groups[0])
		if len(groups) != 1 || holds(groups[0], r.groups[0]) {
			continue
		}
		group := groups[0]
		least, most := group.Subs[0].Widths()
		if r.most = int32(most); isPassed(tree.Root, group) || !r.unset {
			r.least = int32(least)
		}
	}
}

// letters returns the characters that a reference may match, nil for any.
func letters(root *syntax.Node, r *ref) charset.Set {
	var all charset.Set
	for _, g := range r.groups {
		for _, group := range root.Groups(g) {
			if group.Has(func(n *syntax.Node) bool {
				return n.Op == syntax.OpBackref || n.Op == syntax.OpCall || n.Op == syntax.OpAbsent || n.Op == syntax.OpKeep
			}) {
				return nil
			}
			syntax.Walk(group, func(n *syntax.Node) bool {
				if n.Op == syntax.OpSet {
					all = all.Union(n.Set)
				}
				return true
			})
		}
	}
	return charset.FoldClosure(all, r.fold)
}

// holds reports whether n refers to a group.
func holds(n *syntax.Node, group int) bool {
	return n.Op == syntax.OpBackref && slices.Contains(n.Refs, group) || n.Op == syntax.OpCall ||
		slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return holds(sub, group) })
}

// isPassed reports whether every match of n passes group before anything that may refer to it.
func isPassed(n, group *syntax.Node) bool {
	for n != group {
		if n.Op != syntax.OpConcat && n.Op != syntax.OpGroup || len(n.Subs) == 0 {
			return false
		}
		next := (*syntax.Node)(nil)
		for _, sub := range n.Subs {
			if slices.Contains(sub.Groups(group.Index), group) {
				next = sub
				break
			}
			if holds(sub, group.Index) {
				return false
			}
		}
		if next == nil {
			return false
		}
		n = next
	}
	return true
}

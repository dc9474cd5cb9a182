package nfa

import (
	"fmt"
	"math"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Compile builds the automaton of tree. It fails with ErrTooLarge when that needs more than
// opt.MaxStates states, or work out of proportion to them.
func Compile(tree *syntax.Tree, opt Options) (*NFA, error) {
	tree = tree.WithoutAbsent()
	c := &compiler{
		opt:    opt,
		tree:   tree,
		nfa:    &NFA{Exact: true, Search: -1},
		ecma:   tree.Dialect == syntax.JavaScript,
		groups: make([][]*syntax.Node, tree.Groups+1),
		limit:  8 * opt.MaxStates,
	}
	root := tree.Root
	if !tree.Flags.Has(syntax.ECMAScript) { // .NET mixes the rules there
		root = settleBackrefs(root, tree.Groups, c.ecma)
	}
	if !c.ecma {
		root = PlainAtomics(root)
	}
	c.findGroups(root)
	c.cuts = root.Has(isCut)
	next := c.add(inst{op: opMatch})
	if opt.Whole {
		next = c.test(&syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextEnd}, next)
	}
	c.accept = next
	entry, err := c.compile(root, next)
	if err != nil {
		return nil, err
	}
	top := tree.MaxChar()
	search, begin, skip := int32(-1), int32(-1), int32(-1)
	if !opt.Anchored || opt.Repeat {
		skip = c.add(inst{op: opChar, set: c.set(charset.Set{{Lo: 0, Hi: top}})})
		begin = c.add(inst{op: opSplit, alts: []int32{entry}})
		c.prog[skip].out = begin
		entry = begin
	}
	if !opt.Anchored {
		c.prog[begin].alts = append(c.prog[begin].alts, skip)
		search = begin
	}
	if opt.Sight != nil {
		c.nfa.sight = opt.Sight
		for class := range opt.Sight.Alphabet.Len {
			c.set(opt.Sight.Alphabet.Ranges(class))
		}
	}
	part, all, tests := Divide(c.sets, c.tests, top)
	b := &builder{
		compiler: c,
		part:     part,
		all:      all,
		tests:    tests,
		search:   search,
		begin:    begin,
		skip:     skip,
		closures: make([][]item, len(c.prog)),
		most:     2,
		asked:    make([]int8, len(c.prog)),
		visits:   make([]uint8, len(c.prog)),
		states:   make(map[[2]int32]int32, 16),
	}
	if opt.Ways > 0 {
		b.most = uint8(min(opt.Ways, math.MaxUint8))
	}
	b.none = make(charset.Bits, len(b.all))
	b.divide()
	c.nfa.Alphabet, c.nfa.End = part, part.Len
	if err := b.build(entry); err != nil {
		return nil, err
	}
	return c.nfa, nil
}

func (c *compiler) findGroups(n *syntax.Node) {
	if n.Op == syntax.OpGroup && n.Index > 0 && n.Index < len(c.groups) {
		c.groups[n.Index] = append(c.groups[n.Index], n)
	}
	for _, sub := range n.Subs {
		c.findGroups(sub)
	}
}

// builder removes the empty transitions of a program.
type builder struct {
	*compiler
	part      *charset.Partition
	all, none charset.Bits
	tests     [][]Beside
	search    int32
	begin     int32 // where a match begins, if it begins again
	skip      int32 // the character that is skipped after an empty match
	// kinds are the classes that no condition on the previous character tells apart.
	kinds    []charset.Bits
	closures [][]item
	asked    []int8             // what asks says of each instruction: 1 yes, -1 no, 0 not known
	behinds  map[int32][]passed // lookbehinds in a closure
	ways     map[[2]int32]int32 // what way returns
	states   map[[2]int32]int32 // instruction, kind of previous character
	queue    [][2]int32

	// of the closure that is being walked:
	visits   []uint8
	most     uint8 // visits of one instruction
	touched  []int32
	special  map[visit]uint8
	interned []charset.Bits
	open     []int32 // loops whose iteration has consumed nothing yet
	items    []item
	err      error // of any closure
	sure     bool
	enter    bool
	idle     bool // the search began here and nothing was consumed
	commit   bool
	choices  []int32 // taken at the splits passed
	vague    bool
	ref      Ref // the first backreference that was left
	pursuit  *pursuit
	paths    map[string]int32 // numbers of lists of choices
	looked   []passed
	conds    *conds
	lists    map[conds]*conds
	steps    int
}

// divide finds the kinds of previous character that conditions tell apart. The start of the input is
// a kind of its own, the last.
func (b *builder) divide() {
	chars := append(charset.Bits(nil), b.all...)
	chars[b.part.Len>>6] &^= 1 << (b.part.Len & 63)
	b.kinds = []charset.Bits{chars}
	for _, in := range b.prog {
		if in.op != opTest {
			continue
		}
		for _, r := range b.tests[in.test] {
			if in.flip {
				r.Prev = r.Next
			}
			for i := len(b.kinds) - 1; i >= 0; i-- {
				k := b.kinds[i]
				if k.Within(r.Prev) || !k.Meets(r.Prev) {
					continue
				}
				b.kinds[i] = k.And(r.Prev)
				b.kinds = append(b.kinds, k.Less(r.Prev))
			}
		}
	}
	start := make(charset.Bits, len(b.all))
	start.Add(b.part.Len)
	b.kinds = append(b.kinds, start)
}

func (b *builder) build(entry int32) error {
	b.state(entry, int32(len(b.kinds)-1))
	for n := 0; n < len(b.queue); n++ {
		if len(b.queue) > b.opt.MaxStates {
			return fmt.Errorf("%w: over %d states", ErrTooLarge, b.opt.MaxStates)
		}
		key := b.queue[n]
		b.fill(n, b.closure(key[0]), key[1])
		if b.err != nil {
			return b.err
		}
		for _, look := range b.behinds[key[0]] {
			if look.prev.Meets(b.kinds[key[1]]) {
				b.visit(int32(n), look)
			}
		}
		if key[0] == b.search && key[1] != int32(len(b.kinds)-1) && b.nfa.Search < 0 {
			b.nfa.Search = n
		}
	}
	if len(b.lookBehinds) > 0 {
		return b.lookBack()
	}
	return nil
}

func (b *builder) state(pc, kind int32) int32 {
	key := [2]int32{pc, kind}
	if s, ok := b.states[key]; ok {
		return s
	}
	s := int32(len(b.queue))
	b.states[key] = s
	b.queue = append(b.queue, key)
	b.nfa.States = append(b.nfa.States, State{Scope: b.prog[pc].scope, Search: pc == b.search})
	return s
}

// fill gives state n the items that are possible after a character of the kind.
func (b *builder) fill(n int, items []item, kind int32) {
	trans := make([]Trans, 0, len(items))
	dead := b.none // classes on which the match has ended before
	for _, it := range items {
		if !it.prev.Meets(b.kinds[kind]) {
			continue
		}
		on := it.on
		if dead.Meets(on) && !it.enter && !it.commit {
			if on = on.Less(dead); on.IsEmpty() {
				continue
			}
		}
		t := Trans{On: on, To: Accept, Sure: it.sure, Enter: it.enter, Commit: it.commit, Vague: it.vague, Number: it.number, Ref: it.ref, Span: it.span}
		if t.Conds = b.conditions(it.conds, kind); b.err != nil {
			return
		}
		if it.accept {
			if it.sure && !it.enter {
				dead = dead.Or(on)
			}
			trans = append(trans, t)
			continue
		}
		// The state after the character depends on its kind, if anything there asks for it.
		if len(b.kinds) == 2 || !b.asks(it.to) {
			t.To = b.state(it.to, 0)
			trans = append(trans, t)
			continue
		}
		for k, chars := range b.kinds[:len(b.kinds)-1] {
			if on.Meets(chars) {
				t.On, t.To = on.And(chars), b.state(it.to, int32(k))
				trans = append(trans, t)
			}
		}
	}
	b.nfa.States[n].Trans = trans
}

// conditions returns what list asks for after a character of kind.
func (b *builder) conditions(list *conds, kind int32) (out []Cond) {
	for c := list; c != nil; c = c.before {
		if b.steps++; b.steps > 64*b.opt.MaxStates {
			b.err = fmt.Errorf("%w: too many lookarounds from one character to the next", ErrTooLarge)
			return nil
		}
		if c.back > 0 {
			b.entered(c.back, c.body)
			out = append(out, Cond{Want: c.want, Pick: Any, Back: c.back})
			continue
		}
		cond := Cond{State: b.lookahead(c.body, kind), Want: c.want, Pick: Any}
		if c.path != Any {
			cond.Pick = b.way(c.body, c.path)
		}
		out = append(out, cond)
	}
	return out
}

// way returns the number of the way out of pc that a path leads to, or never.
func (b *builder) way(pc, path int32) int32 {
	key := [2]int32{pc, path}
	if n, ok := b.ways[key]; ok {
		return n
	}
	n := int32(never)
	for _, it := range b.closure(pc) {
		if it.path == path && !it.enter {
			n = it.number
			break
		}
	}
	if b.ways == nil {
		b.ways = make(map[[2]int32]int32)
	}
	b.ways[key] = n
	return n
}

// lookahead returns the state in which the body that begins at pc stands after a character of kind.
func (b *builder) lookahead(pc, kind int32) int32 {
	if kind != int32(len(b.kinds)-1) && !b.asks(pc) {
		kind = 0
	}
	return b.state(pc, kind)
}

// asks reports whether what follows instruction pc depends on the character before it.
func (b *builder) asks(pc int32) bool {
	if b.asked[pc] == 0 {
		b.asked[pc] = -1
		if b.depends(pc) {
			b.asked[pc] = 1
		}
	}
	return b.asked[pc] > 0
}

func (b *builder) depends(pc int32) bool {
	for _, it := range b.closure(pc) {
		if &it.prev[0] != &b.all[0] && !b.kinds0Within(it.prev) {
			return true
		}
	}
	return false
}

// kinds0Within reports whether a condition holds after every character, or after none.
func (b *builder) kinds0Within(prev charset.Bits) bool {
	within, without := true, true
	for _, k := range b.kinds[:len(b.kinds)-1] {
		if k.Meets(prev) {
			without = false
		} else {
			within = false
		}
	}
	return within || without
}

package nfa

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// behind is a lookbehind with a body of its own. The body is compiled the way it is read, from right to
// left, as states that no transition leads to. It is a lookahead instead, within the body of a lookbehind, if ahead is set.
type behind struct {
	scope int32
	// within is the scope of the lookbehind whose body this one is in, 0 for none.
	within int32
	// costs reports whether what the body reads is worth counting, told whether its automaton says exactly
	// what it matches, nested whether it has lookarounds that may read far themselves and are not followed, and open
	// whether the outcome of a lookahead depends on what stands before, which the body around it does not know.
	costs, told, nested, ahead, open bool
	entries                          []int32 // states in which the body begins, by what comes next in the text
	visits                           []int32 // states from which the matcher looks
	sight                            int32   // its number in the sight, less than 0 for none
	fails                            []Cond  // what holds where it is not the last thing that is asked
}

// lookBehind adds the instruction for lookbehind n with the given body.
func (c *compiler) lookBehind(n *syntax.Node, body, next int32, look behind) int32 {
	look.sight = -1
	if n.Behind {
		look.sight = c.opt.Sight.number(n)
	}
	if known := look.told || look.sight >= 0; known && n.Behind && slices.Contains(c.opt.Last, n.Span) {
		look.fails = []Cond{{Want: n.Negate, Pick: Any, Back: int32(len(c.lookBehinds) + 1)}}
	}
	c.lookBehinds = append(c.lookBehinds, look)
	after := c.add(inst{op: opNote, vague: !look.told && look.sight < 0, out: next})
	return c.add(inst{op: opBehind, body: body, want: !n.Negate, back: int32(len(c.lookBehinds)), out: after})
}

// within compiles a lookaround in the body of a lookbehind that is read from right to left, of which what it reads is
// followed. Of a lookahead the outcome is, too.
func (c *compiler) within(n *syntax.Node, next int32, limited bool) (int32, error) {
	c.nfa.Exact = false
	c.nfa.Looks++
	scope, accept := c.scope, c.accept
	c.scope, c.behind, c.back = int32(c.nfa.Looks), n.Behind, n.Behind
	c.accept = c.add(inst{op: opMatch})
	body, err := c.compile(n.Subs[0], c.accept)
	look := behind{scope: c.scope, within: scope, costs: !limited, ahead: !n.Behind, open: !n.Behind && dependsOnPast(n)}
	c.scope, c.accept, c.behind, c.back = scope, accept, true, true
	if err != nil {
		return 0, err
	}
	return c.lookBehind(n, body, next, look), nil
}

// follows reports whether within is for n.
func (c *compiler) follows(n *syntax.Node) bool {
	if !c.back || !c.readsBack() {
		return false
	}
	return !n.Subs[0].Has(func(sub *syntax.Node) bool {
		switch sub.Op {
		case syntax.OpLook: // one in a lookbehind is followed by itself
			return sub.Behind && !n.Behind && !IsSimple(sub)
		case syntax.OpAssert:
			return sub.Assert == syntax.TextEndLine || sub.Assert == syntax.SearchStart
		}
		return sub.Op != syntax.OpEmpty && sub.Op != syntax.OpSet && sub.Op != syntax.OpConcat && sub.Op != syntax.OpAlternate &&
			sub.Op != syntax.OpGroup && sub.Op != syntax.OpRepeat
	})
}

// dependsOnPast reports whether what lookahead n matches may depend on what stands before it.
func dependsOnPast(n *syntax.Node) bool {
	return n.Has(func(n *syntax.Node) bool {
		switch n.Op {
		case syntax.OpLook:
			return n.Behind
		case syntax.OpAssert:
			return n.Assert != syntax.TextEnd && n.Assert != syntax.LineEnd || n.Pair
		}
		return false
	})
}

// passed is a lookbehind that a closure passes if the character before is in prev.
type passed struct {
	look int32 // its number
	body int32
	prev charset.Bits
}

// visit notes that the matcher looks back from state n.
func (b *builder) visit(n int32, p passed) {
	look := b.entered(p.look, p.body)
	if k := len(look.visits); k == 0 || look.visits[k-1] != n {
		look.visits = append(look.visits, n)
	}
}

// entered returns the lookbehind of a number with the states in which its body begins.
func (b *builder) entered(number, body int32) *behind {
	look := &b.lookBehinds[number-1]
	switch {
	case look.entries != nil:
	case look.ahead && !look.open: // where nothing depends on what stands before
		look.entries = []int32{b.state(body, 0)}
	default: // anything may come next, or have come before
		for kind := range b.kinds {
			look.entries = append(look.entries, b.state(body, int32(kind)))
		}
	}
	return look
}

// lookBack puts the bodies of lookbehinds into the automaton as what they cost: a path for every place
// from which the matcher looks back and every character that it then reads. It follows the run of the
// pattern up to some character, and from there on both the run and, the other way, the body.
func (b *builder) lookBack() error {
	inBody, told := make(map[int32]bool), make(map[int32]bool)
	for _, look := range b.lookBehinds {
		inBody[look.scope], told[look.scope] = !look.ahead, look.told
	}
	states := len(b.nfa.States)
	before := make([][]arrival, states) // how the states of the pattern are reached
	for s := range b.nfa.States {
		if inBody[b.nfa.States[s].Scope] {
			continue
		}
		for i := range b.nfa.States[s].Trans {
			t := &b.nfa.States[s].Trans[i]
			if t.To == Accept {
				continue
			}
			here := arrival{from: int32(s), on: t.On, along: t.Number, conds: t.Conds, vague: t.Vague}
			if t.Commit { // the search that goes on covers all of them
				if !b.nfa.States[s].Search || !b.nfa.States[t.To].Search {
					continue
				}
				for i := range before[t.To] {
					if a := &before[t.To][i]; a.from == here.from && a.on.Meets(here.on) {
						here.on = here.on.Less(a.on)
						a.along, a.conds = anyway, nil // where one is not tried the other may be
					}
				}
			}
			before[t.To] = append(before[t.To], here)
		}
	}
	late := b.late()
	for i := range b.lookBehinds {
		look := &b.lookBehinds[i]
		if !look.costs || look.within > 0 {
			continue
		}
		for _, at := range look.visits {
			if look.nested && late[at] {
				b.nfa.Nested = true
			}
		}
		if err := b.lookFrom(look, before); err != nil {
			return err
		}
	}
	b.nfa.reading = make([][]Trans, states)
	for s := range b.nfa.States[:states] {
		at := &b.nfa.States[s]
		if !inBody[at.Scope] {
			continue
		}
		b.nfa.reading[s], at.Trans = at.Trans, nil
		for i := range b.nfa.reading[s] {
			if t := &b.nfa.reading[s][i]; !told[at.Scope] && !t.Sure {
				t.On = b.none
			}
		}
	}
	for _, look := range b.lookBehinds {
		b.nfa.backs = append(b.nfa.backs, b.back(look))
		b.nfa.sights = append(b.nfa.sights, look.sight)
	}
	return nil
}

// back says in which states of its body a lookbehind begins.
func (b *builder) back(look behind) back {
	entries := make(back, b.part.Len+1)
	for kind, at := range look.entries {
		for class := range entries {
			if b.kinds[kind].Has(class) {
				entries[class] = at
			}
		}
	}
	return entries
}

// arrival is a transition seen from where it leads to.
type arrival struct {
	from, along int32 // the state, and the number of the transition in it or anyway
	on          charset.Bits
	conds       []Cond
	vague       bool
}

// anyway is the Along of a transition that is taken whatever the run tries.
const anyway = -1

// late says which states are reached after any number of characters.
func (b *builder) late() []bool {
	late := make([]bool, len(b.nfa.States))
	arrivals := make([]int, len(b.nfa.States))
	for s := range b.nfa.States {
		late[s] = true
		for _, t := range b.nfa.States[s].Trans {
			if t.To != Accept {
				arrivals[t.To]++
			}
		}
	}
	var stack []int32
	for s, n := range arrivals {
		if n == 0 {
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		late[s] = false
		for _, t := range b.nfa.States[s].Trans {
			if t.To == Accept {
				continue
			}
			if arrivals[t.To]--; arrivals[t.To] == 0 {
				stack = append(stack, t.To)
			}
		}
	}
	return late
}

// readsBack reports whether the engine reads the body of lookbehind n from right to left.
func (c *compiler) readsBack() bool { return c.ecma || c.tree.Dialect == syntax.DotNet }

// looksOn reports whether n has a lookahead that reads any number of characters.
func looksOn(n *syntax.Node) bool {
	if n.Op == syntax.OpLook && !n.Behind && n.Subs[0].MayBeLong() {
		return true
	}
	for _, sub := range n.Subs {
		if looksOn(sub) {
			return true
		}
	}
	return false
}

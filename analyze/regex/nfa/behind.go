package nfa

import (
	"fmt"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// behind is a lookbehind with a body of its own. The body is compiled the way it is read, from right to
// left, as states that no transition leads to.
type behind struct {
	scope int32
	// costs reports whether what the body reads is worth counting, told whether its automaton says exactly
	// what it matches, nested whether it has lookarounds that may read far themselves.
	costs, told, nested bool
	entries             []int32 // states in which the body begins, by what comes next in the text
	visits              []int32 // states from which the matcher looks back
}

// lookBehind adds the instruction for lookbehind n with the given body.
func (c *compiler) lookBehind(n *syntax.Node, body, next int32, look behind) int32 {
	c.lookBehinds = append(c.lookBehinds, look)
	if !look.told {
		c.nfa.Behind = true
	}
	after := c.add(inst{op: opNote, vague: !look.told, out: next})
	return c.add(inst{op: opBehind, body: body, want: !n.Negate, back: int32(len(c.lookBehinds)), out: after})
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
	if look.entries == nil { // anything may come next
		for kind := range b.kinds {
			look.entries = append(look.entries, b.state(body, int32(kind)))
		}
	}
	return look
}

// pair is a place in the text that a run of the pattern has passed in state run, on its way to where it
// looks back, and that the body, coming from there, reaches in state body.
type pair struct{ run, body int32 }

// lookBack puts the bodies of lookbehinds into the automaton as what they cost: a path for every place
// from which the matcher looks back and every character that it then reads. It follows the run of the
// pattern up to some character, and from there on both the run and, the other way, the body.
func (b *builder) lookBack() error {
	inBody, told := make(map[int32]bool), make(map[int32]bool)
	for _, look := range b.lookBehinds {
		inBody[look.scope], told[look.scope] = true, look.told
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
			on := t.On
			if t.Commit { // the search that goes on covers all of them
				if !b.nfa.States[s].Search || !b.nfa.States[t.To].Search {
					continue
				}
				for _, a := range before[t.To] {
					if a.from == int32(s) {
						on = on.Less(a.on)
					}
				}
			}
			before[t.To] = append(before[t.To], arrival{int32(s), on})
		}
	}
	late := b.late()
	for _, look := range b.lookBehinds {
		if !look.costs {
			continue
		}
		for _, at := range look.visits {
			if look.nested && late[at] {
				b.nfa.Nested = true
			}
		}
		if err := b.pairs(&look, before); err != nil {
			return err
		}
	}
	b.nfa.reading = make([][]Trans, states)
	for s := range b.nfa.States[:states] {
		at := &b.nfa.States[s]
		if told[at.Scope] {
			b.nfa.reading[s] = at.Trans
		}
		if inBody[at.Scope] {
			at.Trans = nil
		}
	}
	for _, look := range b.lookBehinds {
		b.nfa.backs = append(b.nfa.backs, b.back(look))
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
	from int32
	on   charset.Bits
}

// pairs adds the states of one lookbehind, from where the matcher looks back to the start of the text.
func (b *builder) pairs(look *behind, before [][]arrival) error {
	index := make(map[pair]int32)
	var list []pair
	state := func(p pair) int32 {
		n, ok := index[p]
		if !ok {
			n = int32(len(b.nfa.States))
			index[p] = n
			list = append(list, p)
			b.nfa.States = append(b.nfa.States, State{Scope: look.scope, Cost: true})
		}
		return n
	}
	if len(look.visits) == 0 {
		return nil
	}
	chars := b.all.Less(b.kinds[len(b.kinds)-1])
	done := int32(len(b.nfa.States))
	b.nfa.States = append(b.nfa.States, State{Scope: look.scope, Cost: true, Done: true, Trans: []Trans{{On: chars, To: done}}})
	for _, x := range look.visits {
		for _, e := range look.entries {
			n := state(pair{x, e})
			b.nfa.States[n].Trans = append(b.nfa.States[n].Trans, Trans{On: chars, To: done})
		}
	}
	for i := 0; i < len(list); i++ {
		at := list[i]
		to := index[at]
		for _, a := range before[at.run] {
			for k := range b.nfa.States[at.body].Trans {
				t := &b.nfa.States[at.body].Trans[k]
				if b.steps++; len(b.nfa.States) > b.opt.MaxStates || b.steps > 64*b.opt.MaxStates {
					return fmt.Errorf("%w: over %d states", ErrTooLarge, b.opt.MaxStates)
				}
				if t.To == Accept || !t.On.Meets(a.on) {
					continue
				}
				move := Trans{On: t.On.And(a.on), To: to, Number: int32(k), Span: t.Span}
				from := state(pair{a.from, t.To})
				b.nfa.States[from].Trans = append(b.nfa.States[from].Trans, move)
				move.Enter = true
				b.nfa.States[a.from].Trans = append(b.nfa.States[a.from].Trans, move)
			}
		}
	}
	return nil
}

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

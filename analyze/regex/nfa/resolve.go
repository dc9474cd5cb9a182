package nfa

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
)

// Resolved is an automaton whose states know what lookbehinds see of the text before and which other states
// succeed on the rest of it, so that lookarounds are decided and alternatives that are never tried, because
// an earlier one succeeds, are not in it. Each text has one way through what the states know, so no ambiguity
// is added.
type Resolved struct {
	*NFA
	// Origin is the state of the original automaton that each state stands for.
	Origin []int32

	futures []int32 // of each state, -1 where nothing is known
	known   []future
}

// future is a set of states that succeed on some rest of the input.
type future struct {
	// may are the states that may succeed, must those that are sure to. They are the same where the automaton
	// is exact.
	may, must charset.Bits
	// The shortest rest: class, then the rest of next. next is -1 at the end of the input.
	class, next int32
	arcs        []arc
}

// arc reports whether a future comes about by reading class before the future then.
type arc struct{ class, then int32 }

// Rest returns the shortest rest of the input that makes true what state knows, in classes.
func (r *Resolved) Rest(state int32) []int {
	var word []int
	for k := r.futures[state]; k >= 0 && r.known[k].next >= 0; k = r.known[k].next {
		word = append(word, int(r.known[k].class))
	}
	return word
}

// Limits bound the work of Resolve: the number of states, and what is looked at to find what they know.
type Limits struct{ States, Work int }

// Resolve builds the resolved automaton of a. It fails with ErrTooLarge beyond the limits.
//
// When whole is false, the states know of the bodies of lookaheads only. Else they know of everything,
// alternatives after sure success are left out, and the result has no transitions to Accept.
//
// Where a leaves open whether a transition can be taken, lookaheads that depend on it stay open, and only
// success that is sure prunes alternatives: the result has more paths than the matcher, but never fewer.
func (a *NFA) Resolve(limits Limits, whole bool) (*Resolved, error) {
	before, err := a.see(limits.States)
	if err != nil {
		return nil, err
	}
	a = before.NFA
	r := &resolver{
		nfa:    a,
		before: before,
		whole:  whole,
		words:  len(a.States)/64 + 1,
		index:  make(map[string]int32),
		tags:   make(map[[2]int32]int32),
		limits: limits,
		memo:   make([]outcome, len(a.States)),
		on:     make(map[move]charset.Bits),
	}
	r.may, r.must = make(charset.Bits, r.words), make(charset.Bits, r.words)
	if err := r.findFutures(); err != nil {
		return nil, err
	}
	return r.product()
}

type resolver struct {
	nfa    *NFA
	before *seen
	whole  bool
	words  int
	index  map[string]int32
	tags   map[[2]int32]int32 // of what is known of the text before and of the rest
	known  []future
	limits Limits
	work   int
	memo   []outcome // at the place being looked at
	asked  [][]int32 // the states of which it matters whether they succeed, where each class comes next

	// Of the future or the state being made, to be used again for the next one.
	may, must charset.Bits
	key       []byte
	order     []move
	on        map[move]charset.Bits
}

// truth is what is known of a statement.
type truth uint8

const (
	unasked truth = iota
	no
	maybe
	yes
)

// outcome says whether a state succeeds: may and must are the numbers of the first transitions that may
// succeed and that are sure to, -1 where there is none.
type outcome struct {
	succeeds  truth
	may, must int32
}

// findFutures finds every set of states that can be what succeeds, from the end of the input backwards.
func (r *resolver) findFutures() error {
	r.asked = make([][]int32, r.nfa.End+1)
	for s := range r.nfa.States {
		at := &r.nfa.States[s]
		if !r.whole && at.Scope == 0 || at.Cost {
			continue
		}
		for class := range r.asked {
			if slices.ContainsFunc(at.Trans, func(t Trans) bool { return !t.Enter && t.On.Has(class) }) {
				r.asked[class] = append(r.asked[class], int32(s))
			}
		}
	}
	r.note(int32(r.nfa.End), -1)
	for k := 0; k < len(r.known); k++ {
		for class := range r.nfa.End {
			r.work += len(r.nfa.States)
			if len(r.known) > r.limits.States/4 || r.work > r.limits.Work {
				return fmt.Errorf("%w: over %d futures", ErrTooLarge, len(r.known))
			}
			r.note(int32(class), int32(k))
		}
	}
	return nil
}

// note adds the future of reading class before the future next.
func (r *resolver) note(class, next int32) {
	clear(r.memo)
	clear(r.may)
	clear(r.must)
	for _, s := range r.asked[class] {
		switch r.succeeds(s, class, next).succeeds {
		case yes:
			r.must.Add(int(s))
			r.may.Add(int(s))
		case maybe:
			r.may.Add(int(s))
		}
	}
	r.key = r.must.AppendKey(r.may.AppendKey(r.key[:0]))
	k, ok := r.index[string(r.key)]
	if !ok {
		k = int32(len(r.known))
		r.index[string(r.key)] = k
		r.known = append(r.known, future{may: slices.Clone(r.may), must: slices.Clone(r.must), class: class, next: next})
	}
	if next >= 0 {
		r.known[k].arcs = append(r.known[k].arcs, arc{class, next})
	}
}

// So many transitions and conditions of one are asked in the time of a piece of work.
const (
	cheapTrans = 8
	cheapConds = 4
)

// succeeds says whether state s succeeds when class comes next and then the future next.
func (r *resolver) succeeds(s, class, next int32) outcome {
	if r.memo[s].succeeds != unasked {
		return r.memo[s]
	}
	out := outcome{no, -1, -1}
	r.memo[s] = out
	r.work += len(r.nfa.States[s].Trans) / cheapTrans
	for i := range r.nfa.States[s].Trans {
		t := &r.nfa.States[s].Trans[i]
		if t.Enter || !t.On.Has(int(class)) {
			continue
		}
		got := r.holds(t, class, next)
		if t.To != Accept {
			got = min(got, r.then(next, t.To))
		}
		if got == no {
			continue
		}
		if out.may < 0 {
			out.may = t.Number
		}
		if out.succeeds = max(out.succeeds, got); got == yes {
			out.must = t.Number
			break
		}
	}
	r.memo[s] = out
	return out
}

// then says whether state s succeeds in the future k.
func (r *resolver) then(k, s int32) truth {
	switch {
	case k < 0 || !r.known[k].may.Has(int(s)):
		return no
	case r.known[k].must.Has(int(s)):
		return yes
	}
	return maybe
}

// holds says whether t can be taken: whether its conditions hold, and nothing else prevents it.
func (r *resolver) holds(t *Trans, class, next int32) truth {
	all := yes
	if t.Vague {
		all = maybe
	}
	r.work += len(t.Conds) / cheapConds
	for _, c := range t.Conds {
		if r.nfa.Recursive { // paths are missing
			return maybe
		}
		if all = min(all, c.holds(r.succeeds(c.State, class, next))); all == no {
			return no
		}
	}
	return all
}

// holds says whether a condition holds, given how the body of its lookahead ends.
func (c *Cond) holds(body outcome) truth {
	switch {
	case !c.Want:
		return yes + no - body.succeeds
	case c.Pick == Any:
		return body.succeeds
	case body.may < 0 || c.Pick < body.may || body.must >= 0 && c.Pick > body.must:
		return no
	case c.Pick == body.may && c.Pick == body.must:
		return yes
	}
	return maybe
}

// product builds the states that pair a state with a future.
func (r *resolver) product() (*Resolved, error) {
	out := &Resolved{NFA: &NFA{Alphabet: r.nfa.Alphabet, Search: -1, End: r.nfa.End}, known: r.known}
	if !r.whole {
		out.Looks = r.nfa.Looks
	}
	states := map[[2]int32]int32{}
	var pairs [][2]int32
	state := func(s, k int32) int32 {
		key := [2]int32{s, k}
		n, ok := states[key]
		if !ok {
			n = int32(len(pairs))
			states[key] = n
			pairs = append(pairs, key)
			from := &r.nfa.States[s]
			scope := from.Scope
			if r.whole {
				scope = 0
			}
			out.States = append(out.States, State{Tag: r.tag(from.Tag, k), Scope: scope, Cost: from.Cost, Done: from.Done})
			if out.futures = append(out.futures, k); r.before.origin != nil {
				s = r.before.origin[s]
			}
			out.Origin = append(out.Origin, s)
		}
		return n
	}
	state(0, -1)
	for n := 0; n < len(pairs); n++ {
		if len(pairs) > r.limits.States || r.work > r.limits.Work {
			return nil, fmt.Errorf("%w: over %d resolved states", ErrTooLarge, len(pairs))
		}
		s, k := pairs[n][0], pairs[n][1]
		if k >= 0 {
			r.fill(out, n, s, k, state)
			continue
		}
		for k := range r.known { // nothing is known of the rest at the start
			r.fill(out, n, s, int32(k), state)
		}
	}
	return out, nil
}

// tag names what is known of the text before and of the rest.
func (r *resolver) tag(before, rest int32) int32 {
	key := [2]int32{before, rest}
	t, ok := r.tags[key]
	if !ok {
		t = int32(len(r.tags)) + 1
		r.tags[key] = t
	}
	return t
}

// move is a transition that is taken when a future comes next. sure reports whether it can be.
type move struct {
	trans, then int32
	sure        bool
}

// mostCleared is the number of moves from which a new map costs less than to clear the last one each time.
const mostCleared = 200

// fill adds to state n of out the moves from s that are tried when the rest is the future k.
func (r *resolver) fill(out *Resolved, n int, s, k int32, state func(s, k int32) int32) {
	from := &r.nfa.States[s]
	if len(r.order) > mostCleared {
		r.on = make(map[move]charset.Bits)
	}
	order := r.order[:0]
	clear(r.on)
	add := func(m move, class int) {
		on := r.on[m]
		if on == nil {
			on = make(charset.Bits, r.nfa.Alphabet.Words())
			r.on[m] = on
			order = append(order, m)
		}
		on.Add(class)
	}
	if k == 0 && !r.whole {
		clear(r.memo)
		for i := range from.Trans {
			t := &from.Trans[i]
			if t.To != Accept || t.Enter || !t.On.Has(r.nfa.End) {
				continue
			}
			if held := r.holds(t, int32(r.nfa.End), -1); held != no {
				add(move{int32(i), Accept, held == yes && !from.Cost}, r.nfa.End)
			}
		}
	}
	for _, arc := range r.known[k].arcs {
		clear(r.memo)
		r.work += len(from.Trans)
		entered := int32(-1) // scope whose body has succeeded
		matched := false
		decided := false // nothing is tried any more but what the way that succeeds looks back at
		for i := range from.Trans {
			t := &from.Trans[i]
			cost := t.To != Accept && r.nfa.States[t.To].Cost // of what is read before the match ends
			if !t.On.Has(int(arc.class)) || matched && !t.Commit && !cost || decided && !cost {
				continue
			}
			held := r.holds(t, arc.class, arc.then)
			if held == no {
				continue
			}
			if t.To == Accept {
				matched = matched || r.whole && !t.Enter && held == yes && !from.Cost
				if !r.whole && !t.Enter {
					add(move{int32(i), Accept, held == yes && !from.Cost}, int(arc.class))
				}
				continue
			}
			to := &r.nfa.States[t.To]
			if t.Enter && !cost && to.Scope == entered {
				continue
			}
			add(move{int32(i), arc.then, held == yes && !from.Cost}, int(arc.class))
			if held == yes && !cost && r.then(arc.then, t.To) == yes {
				if !t.Enter {
					decided = true
					continue
				}
				entered = to.Scope
			}
		}
	}
	r.order = order
	slices.SortStableFunc(order, func(a, b move) int { return int(a.trans - b.trans) })
	out.States[n].Trans = slices.Grow(out.States[n].Trans, len(order))
	for _, m := range order {
		t := r.nfa.States[s].Trans[m.trans]
		to := int32(Accept)
		if t.To != Accept {
			to = state(t.To, m.then)
		}
		out.States[n].Trans = append(out.States[n].Trans,
			Trans{On: r.on[m], To: to, Sure: t.Sure || m.sure, Enter: t.Enter, Commit: t.Commit, Ref: t.Ref, Span: t.Span})
	}
}

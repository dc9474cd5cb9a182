package nfa

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
)

// Resolved is an automaton whose states know which others succeed on the rest of the input, so that
// lookaheads are decided and alternatives that are never tried, because an earlier one succeeds, are
// not in it. Each text has one way through what the states know, so no ambiguity is added.
type Resolved struct {
	*NFA
	// Origin is the state of the original automaton that each state stands for.
	Origin []int32

	known []future
}

// future is a set of states that succeed on some rest of the input.
type future struct {
	succeeds charset.Bits // by state
	// The shortest rest: class, then the rest of next. next is -1 at the end of the input.
	class, next int32
	arcs        []arc
}

// arc reports whether a future comes about by reading class before the future then.
type arc struct{ class, then int32 }

// Rest returns the shortest rest of the input that makes true what state knows, in classes.
func (r *Resolved) Rest(state int32) []int {
	var word []int
	for k := r.States[state].Tag - 1; k >= 0 && r.known[k].next >= 0; k = r.known[k].next {
		word = append(word, int(r.known[k].class))
	}
	return word
}

// Resolve builds the resolved automaton of a. It fails with ErrTooLarge beyond maxStates states, or
// work out of proportion to them.
//
// When whole is false, the states know of the bodies of lookaheads only. Else they know of everything,
// alternatives after sure success are left out, and the result has no transitions to Accept.
//
// Where a is not exact, lookaheads stay open, and only success that is sure prunes alternatives: the
// result has more paths than the matcher, but never fewer.
func (a *NFA) Resolve(maxStates int, whole bool) (*Resolved, error) {
	r := &resolver{
		nfa:   a,
		whole: whole,
		exact: !a.Counted && !a.Backrefs && !a.Loose && !a.Recursive && !a.Behind,
		words: len(a.States)/64 + 1,
		index: make(map[string]int32),
		limit: maxStates,
		memo:  make([]int8, len(a.States)),
		first: make([]int32, len(a.States)),
	}
	if err := r.futures(); err != nil {
		return nil, err
	}
	return r.product()
}

type resolver struct {
	nfa   *NFA
	whole bool
	exact bool
	words int
	index map[string]int32
	known []future
	limit int
	work  int
	memo  []int8  // of success at the place being looked at: 0 open, 1 yes, -1 no
	first []int32 // number of the transition that succeeds first, where memo is 1
}

// futures finds every set of states that can be what succeeds, from the end of the input backwards.
func (r *resolver) futures() error {
	r.note(int32(r.nfa.End), -1)
	for k := 0; k < len(r.known); k++ {
		for class := range r.nfa.End {
			r.work += len(r.nfa.States)
			if len(r.known) > r.limit/4 || r.work > 200*r.limit {
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
	set := make(charset.Bits, r.words)
	for s := range r.nfa.States {
		if (r.whole || r.nfa.States[s].Scope != 0) && r.succeeds(int32(s), class, next) {
			set.Add(s)
		}
	}
	key := set.Key()
	k, ok := r.index[string(key)]
	if !ok {
		k = int32(len(r.known))
		r.index[string(key)] = k
		r.known = append(r.known, future{succeeds: set, class: class, next: next})
	}
	if next >= 0 {
		r.known[k].arcs = append(r.known[k].arcs, arc{class, next})
	}
}

// succeeds reports whether state s succeeds when class comes next and then the future next.
func (r *resolver) succeeds(s, class, next int32) bool {
	if r.memo[s] != 0 {
		return r.memo[s] > 0
	}
	r.memo[s] = -1
	for i := range r.nfa.States[s].Trans {
		t := &r.nfa.States[s].Trans[i]
		if t.Enter || !t.On.Has(int(class)) || !r.exact && !t.Sure || !r.holds(t, class, next) {
			continue
		}
		if t.To == Accept || next >= 0 && r.has(next, t.To) {
			r.memo[s], r.first[s] = 1, t.Number
			return true
		}
	}
	return false
}

func (r *resolver) has(k, s int32) bool { return r.known[k].succeeds.Has(int(s)) }

// holds reports whether the conditions of t hold, or are left open.
func (r *resolver) holds(t *Trans, class, next int32) bool {
	if !r.exact {
		return true
	}
	for _, c := range t.Conds {
		if r.succeeds(c.State, class, next) != c.Want || c.Pick != Any && r.first[c.State] != c.Pick {
			return false
		}
	}
	return true
}

// product builds the states that pair a state with a future.
func (r *resolver) product() (*Resolved, error) {
	out := &Resolved{NFA: &NFA{Alphabet: r.nfa.Alphabet, Search: -1, End: r.nfa.End, Exact: r.exact}, known: r.known}
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
			scope := r.nfa.States[s].Scope
			if r.whole {
				scope = 0
			}
			out.States = append(out.States, State{Tag: k + 1, Scope: scope})
			out.Origin = append(out.Origin, s)
		}
		return n
	}
	state(0, -1)
	for n := 0; n < len(pairs); n++ {
		if len(pairs) > r.limit {
			return nil, fmt.Errorf("%w: over %d resolved states", ErrTooLarge, r.limit)
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

// fill adds to state n of out the moves from s that are tried when the rest is the future k.
func (r *resolver) fill(out *Resolved, n int, s, k int32, state func(s, k int32) int32) {
	type move struct{ trans, then int32 }
	var order []move
	on := map[move]charset.Bits{}
	add := func(trans, then int32, class int) {
		m := move{trans, then}
		if on[m] == nil {
			on[m] = make(charset.Bits, r.nfa.Alphabet.Words())
			order = append(order, m)
		}
		on[m].Add(class)
	}
	if k == 0 && !r.whole {
		clear(r.memo)
		for i := range r.nfa.States[s].Trans {
			t := &r.nfa.States[s].Trans[i]
			if t.To == Accept && !t.Enter && t.On.Has(r.nfa.End) && r.holds(t, int32(r.nfa.End), -1) {
				add(int32(i), Accept, r.nfa.End)
			}
		}
	}
	for _, arc := range r.known[k].arcs {
		clear(r.memo)
		entered := int32(-1) // scope whose body has succeeded
		matched := false
		for i := range r.nfa.States[s].Trans {
			t := &r.nfa.States[s].Trans[i]
			if !t.On.Has(int(arc.class)) || matched && !t.Commit || !r.holds(t, arc.class, arc.then) {
				continue
			}
			if t.To == Accept {
				matched = matched || r.whole && !t.Enter && (r.exact || t.Sure)
				if !r.whole && !t.Enter {
					add(int32(i), Accept, int(arc.class))
				}
				continue
			}
			scope := r.nfa.States[t.To].Scope
			if t.Enter && scope == entered {
				continue
			}
			add(int32(i), arc.then, int(arc.class))
			if r.has(arc.then, t.To) && (r.exact || t.Sure) {
				if !t.Enter {
					break
				}
				entered = scope
			}
		}
	}
	slices.SortStableFunc(order, func(a, b move) int { return int(a.trans - b.trans) })
	for _, m := range order {
		t := r.nfa.States[s].Trans[m.trans]
		to := int32(Accept)
		if t.To != Accept {
			to = state(t.To, m.then)
		}
		out.States[n].Trans = append(out.States[n].Trans,
			Trans{On: on[m], To: to, Sure: t.Sure || r.exact, Enter: t.Enter, Commit: t.Commit, Span: t.Span})
	}
}

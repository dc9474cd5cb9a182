package nfa

import (
	"fmt"
	"math"
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
	return a.resolve(limits, whole, math.MaxInt)
}

// ResolveEnds is Resolve of the whole automaton, but of the pattern itself the states know only of those from which
// few others are led to: the parts that a pattern ends with. That leaves few futures where all of them are too many, as
// behind counters any iteration of which may be the last one.
func (a *NFA) ResolveEnds(limits Limits) (*Resolved, error) {
	return a.resolve(limits, true, mostEnding)
}

// mostEnding is the number of states that one of the end of a pattern leads to at most, itself among them.
const mostEnding = 12

// resolve is Resolve that tells of the pattern itself only what comes of states that lead to so many at most.
func (a *NFA) resolve(limits Limits, whole bool, most int) (*Resolved, error) {
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
	}
	r.may, r.must = make(charset.Bits, r.words), make(charset.Bits, r.words)
	r.leave(most)
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
	left   []int32   // those of which that is left open

	// Of the future or the state being made, to be used again for the next one.
	may, must charset.Bits
	key       []byte
	moves     moves
	runs      []int32 // the numbers of the transitions that the last run that was looked at tries
	reads     []int32 // and those that the body tries that is read beside it
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
		if !r.whole && at.Scope == 0 || at.Cost || slices.Contains(r.left, int32(s)) {
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

// leave leaves open whether states of the pattern itself succeed that lead to more than so many.
func (r *resolver) leave(most int) {
	if most >= len(r.nfa.States) {
		return
	}
	for s := range r.nfa.States {
		if r.nfa.States[s].Scope == 0 && !r.leadsToFew(int32(s), most) {
			r.left = append(r.left, int32(s))
		}
	}
}

// leadsToFew reports whether a state leads to so many at most, itself among them.
func (r *resolver) leadsToFew(s int32, most int) bool {
	met := []int32{s}
	for i := 0; i < len(met) && len(met) <= most; i++ {
		for _, t := range r.nfa.States[met[i]].Trans {
			if t.To != Accept && !slices.Contains(met, t.To) {
				met = append(met, t.To)
			}
		}
	}
	return len(met) <= most
}

// note adds the future of reading class before the future next.
func (r *resolver) note(class, next int32) {
	clear(r.memo)
	clear(r.may)
	clear(r.must)
	for _, s := range r.left {
		r.may.Add(int(s))
	}
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

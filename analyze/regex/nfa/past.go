package nfa

import (
	"fmt"

	"snag/analyze/regex/charset"
)

// back is a lookbehind: the state in which its body begins, by the class that comes next.
type back []int32

// past is what lookbehinds see of a text: the states of their bodies from which reading on, from right to
// left, succeeds, of those bodies whose automaton does not tell that exactly the ones from which it is sure to.
type past struct {
	sees  charset.Bits
	after []int32 // the past of the text with one more character, by class
}

// seen is an automaton whose states know the text before them as far as lookbehinds see it. Every text has one
// past, so that no ambiguity is added.
type seen struct {
	*NFA
	origin []int32 // the state of the original that each state stands for
	past   []int32
}

// seer builds the product of an automaton with what lookbehinds see.
type seer struct {
	nfa    *NFA
	limit  int
	work   int
	bodies []int32 // states of the bodies
	pasts  []past
	index  map[string]int32
	states map[[2]int32]int32
	out    seen

	// Where the automaton has a sight, what is known of a text is one of these instead of a past.
	spots   [][2]int32
	numbers map[[2]int32]int32
	classes [][]int // of the automaton in each of the sight
	rests   []int32 // states: see open
}

// see returns a with the conditions on the text before decided.
func (a *NFA) see(maxStates int) (*seen, error) {
	if len(a.backs) == 0 {
		return &seen{NFA: a}, nil
	}
	s := &seer{nfa: a, limit: maxStates, index: map[string]int32{}, states: map[[2]int32]int32{}}
	for state, trans := range a.reading {
		if len(trans) > 0 {
			s.bodies = append(s.bodies, int32(state))
		}
	}
	c := *a
	c.States, c.Search, c.backs, c.reading, c.sight = nil, -1, nil, nil, nil
	s.out.NFA = &c
	if a.sight != nil {
		s.numbers = make(map[[2]int32]int32)
		s.state(0, s.spot(s.follow(-1, int32(a.End)), 0))
		s.open()
	} else {
		s.state(0, s.follow(-1, int32(a.End)))
	}
	for n := 0; n < len(s.out.States); n++ {
		if len(s.out.States) > s.limit || s.work > 200*s.limit {
			return nil, fmt.Errorf("%w: over %d states that know what is before them", ErrTooLarge, s.limit)
		}
		switch {
		case s.out.past[n] == closed:
		case a.sight != nil:
			s.along(n)
		default:
			s.fill(n)
		}
	}
	return &s.out, nil
}

// follow returns the past of a text of past before, -1 for none, with class behind it.
func (s *seer) follow(before, class int32) int32 {
	if before >= 0 && s.pasts[before].after[class] >= 0 {
		return s.pasts[before].after[class]
	}
	s.work += len(s.bodies)
	sees := make(charset.Bits, len(s.nfa.reading)/64+1)
	for _, state := range s.bodies {
		for i := range s.nfa.reading[state] {
			t := &s.nfa.reading[state][i]
			if t.On.Has(int(class)) && (t.To == Accept || before >= 0 && s.pasts[before].sees.Has(int(t.To))) {
				sees.Add(int(state))
				break
			}
		}
	}
	key := sees.Key()
	p, ok := s.index[string(key)]
	if !ok {
		p = int32(len(s.pasts))
		s.index[string(key)] = p
		after := make([]int32, s.nfa.End)
		for i := range after {
			after[i] = -1
		}
		s.pasts = append(s.pasts, past{sees, after})
	}
	if before >= 0 {
		s.pasts[before].after[class] = p
	}
	return p
}

// state returns the number of a state of the product.
func (s *seer) state(origin, past int32) int32 {
	key := [2]int32{origin, past}
	n, ok := s.states[key]
	if !ok {
		n = int32(len(s.out.States))
		s.states[key] = n
		from := &s.nfa.States[origin]
		s.out.States = append(s.out.States, State{Scope: from.Scope, Tag: past + 1, Cost: from.Cost, Done: from.Done, Run: from.Run, Body: from.Body})
		s.out.origin, s.out.past = append(s.out.origin, origin), append(s.out.past, past)
		if from.goesAlong() {
			s.out.States[n].Run = s.state(from.Run, past)
		}
		if from.Body > 0 {
			s.out.States[n].Body = s.state(from.Body, past)
		}
	}
	return n
}

// fill gives state n the transitions whose conditions on the text before hold.
func (s *seer) fill(n int) {
	origin, at := s.out.origin[n], s.out.past[n]
	trans := s.nfa.States[origin].Trans
	list := make([]Trans, 0, len(trans))
	for i := range trans {
		t := trans[i]
		on := s.holding(&t, at)
		if on.IsEmpty() {
			continue
		}
		t.Conds = nil
		for _, c := range trans[i].Conds {
			if c.Back == 0 {
				c.State = s.state(c.State, at)
				t.Conds = append(t.Conds, c)
			}
		}
		if t.To == Accept {
			t.On = on
			list = append(list, t)
			continue
		}
		first, to := len(list), t.To
		for class := range s.nfa.End {
			if !on.Has(class) || s.hasSucceeded(&trans[i], class, at) {
				continue
			}
			next := s.state(to, s.follow(at, int32(class)))
			k := first
			for k < len(list) && list[k].To != next {
				k++
			}
			if k == len(list) {
				t.On, t.To = make(charset.Bits, len(on)), next
				list = append(list, t)
			}
			list[k].On.Add(class)
		}
		s.work += len(list) - first
	}
	s.out.States[n].Trans = list
}

// hasSucceeded reports whether what t stands for is not read behind a text of a past, as the body of the lookbehind has
// succeeded before: by what it tries first.
func (s *seer) hasSucceeded(t *Trans, class int, past int32) bool {
	to := &s.nfa.States[t.To]
	if to.Back == 0 {
		return false
	}
	for i := range s.nfa.reading[to.Back][:t.Number] {
		first := &s.nfa.reading[to.Back][i]
		if first.Sure && first.On.Has(class) && (first.To == Accept || s.pasts[past].sees.Has(int(first.To))) {
			return true
		}
	}
	return false
}

// holding returns the classes of next character on which the conditions of t on the text before hold.
func (s *seer) holding(t *Trans, at int32) charset.Bits {
	on := t.On
	for _, c := range t.Conds {
		if c.Back == 0 {
			continue
		}
		entries := s.nfa.backs[c.Back-1]
		if c.Pick == ended {
			if s.pasts[at].sees.Has(int(entries[s.nfa.End])) != c.Want {
				return make(charset.Bits, len(on))
			}
			continue
		}
		var holds charset.Bits
		for class, entry := range entries {
			if on.Has(class) && s.pasts[at].sees.Has(int(entry)) == c.Want {
				if holds == nil {
					holds = make(charset.Bits, len(on))
				}
				holds.Add(class)
			}
		}
		if holds == nil {
			return make(charset.Bits, len(on))
		}
		on = holds
	}
	return on
}

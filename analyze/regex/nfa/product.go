package nfa

import (
	"fmt"
	"slices"

	"snag/analyze/regex/charset"
)

// product builds the states that pair a state with a future.
func (r *resolver) product() (*Resolved, error) {
	out := &Resolved{NFA: &NFA{Alphabet: r.nfa.Alphabet, Search: -1, End: r.nfa.End, Looks: r.nfa.Looks}, known: r.known}
	once := r.whole && !slices.ContainsFunc(r.nfa.States, func(at State) bool { // success ends it all
		return slices.ContainsFunc(at.Trans, func(t Trans) bool { return t.Commit })
	})
	var pairs [][2]int32
	states := newNumbers(len(r.nfa.States), len(r.known))
	state := func(s, k int32) int32 {
		key := [2]int32{s, k}
		n, ok := states.of(key, int32(len(pairs)))
		if !ok {
			pairs = append(pairs, key)
			from := &r.nfa.States[s]
			wins := (once || r.whole && from.Scope > 0) && k >= 0 && r.known[k].must.Has(int(s))
			out.States = append(out.States, State{Tag: r.tag(from.Tag, k), Scope: from.Scope, Cost: from.Cost, Done: from.Done, Wins: wins})
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

// moves are those of one state: for each transition a list, in the order in which they were found.
type moves struct {
	list  []taken
	ends  [][2]int32     // of each transition the first and the last one in the list, from 1 on, 0 for none
	index map[move]int32 // where each is, where they are many
	slab  []uint64       // for sets of classes
}

// taken is a move with the classes on which it is, and the next one by the same transition, from 1 on.
type taken struct {
	move
	next int32
	on   charset.Bits
}

// mostListed is the number of what may come next up to which moves are looked for in their list.
const mostListed = 24

// begin forgets all moves. They are those by so many transitions, when one of so many futures comes next.
func (m *moves) begin(transitions, futures int) {
	m.list = m.list[:0]
	m.ends = slices.Grow(m.ends[:0], transitions)[:transitions]
	clear(m.ends)
	m.index = nil
	if futures > mostListed {
		m.index = make(map[move]int32)
	}
}

// add adds a move on a class.
func (m *moves) add(one move, class, words int) {
	ends := &m.ends[one.trans]
	at := ends[0]
	if m.index != nil {
		at = m.index[one]
	} else {
		for at > 0 && m.list[at-1].move != one {
			at = m.list[at-1].next
		}
	}
	if at == 0 {
		if len(m.slab) < words {
			m.slab = make([]uint64, 128*words)
		}
		m.list = append(m.list, taken{move: one, on: m.slab[:words:words]})
		m.slab = m.slab[words:]
		at = int32(len(m.list))
		if ends[0] == 0 {
			ends[0] = at
		} else {
			m.list[ends[1]-1].next = at
		}
		ends[1] = at
		if m.index != nil {
			m.index[one] = at
		}
	}
	m.list[at-1].on.Add(class)
}

// fill adds to state n of out the moves from s that are tried when the rest is the future k.
func (r *resolver) fill(out *Resolved, n int, s, k int32, state func(s, k int32) int32) {
	from := &r.nfa.States[s]
	r.moves.begin(len(from.Trans), len(r.known[k].arcs))
	words := r.nfa.Alphabet.Words()
	add := func(m move, class int) { r.moves.add(m, class, words) }
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
		if from.Body > 0 {
			r.tried(from.Body, arc, func(int, int32, truth) {})
			r.reads = append(r.reads[:0], r.runs...)
		}
		if from.goesAlong() {
			r.tried(from.Run, arc, func(int, int32, truth) {})
		}
		r.tried(s, arc, func(i int, then int32, held truth) {
			add(move{int32(i), then, held == yes && !from.Cost}, int(arc.class))
		})
	}
	out.States[n].Trans = slices.Grow(out.States[n].Trans, len(r.moves.list))
	for i := range from.Trans {
		t := &from.Trans[i]
		for at := r.moves.ends[i][0]; at > 0; at = r.moves.list[at-1].next {
			m := &r.moves.list[at-1]
			to := int32(Accept)
			if t.To != Accept {
				to = state(t.To, m.then)
			}
			out.States[n].Trans = append(out.States[n].Trans,
				Trans{On: m.on, To: to, Sure: t.Sure || m.sure, Enter: t.Enter, Commit: t.Commit, Ref: t.Ref, Span: t.Span})
		}
	}
}

// tried calls took with the transitions of state s that are tried when what comes next is as arc says, by their index, and
// with the future behind them. Of those that go along a run or with a body it does with what these try, as found by the last
// calls for their states, or by this one.
func (r *resolver) tried(s int32, arc arc, took func(i int, then int32, held truth)) {
	from := &r.nfa.States[s]
	r.work += len(from.Trans)
	if !from.goesAlong() {
		r.runs = r.runs[:0]
	}
	entered := int32(-1) // scope whose body has succeeded
	matched := false
	decided := false // nothing is tried any more but what the way that succeeds looks back at
	for i := range from.Trans {
		t := &from.Trans[i]
		cost := from.Cost || t.To != Accept && r.nfa.States[t.To].Cost // of what is read before the match ends
		along := cost && t.To != Accept && r.nfa.States[t.To].goesAlong()
		if !t.On.Has(int(arc.class)) || matched && !t.Commit && !cost || decided && !cost || along && t.Along >= 0 && !slices.Contains(r.runs, t.Along) ||
			from.Body > 0 && r.nfa.States[t.To].Body > 0 && !slices.Contains(r.reads, t.With) {
			continue
		}
		held := r.holds(t, arc.class, arc.then)
		if held == no {
			continue
		}
		if t.To == Accept {
			matched = matched || r.whole && !t.Enter && held == yes && !from.Cost
			if !r.whole && !t.Enter {
				took(i, Accept, held)
			}
			continue
		}
		to := &r.nfa.States[t.To]
		if t.Enter && !cost && to.Scope == entered {
			continue
		}
		if !cost {
			r.runs = append(r.runs, t.Number)
		}
		took(i, arc.then, held)
		if held == yes && !cost && r.then(arc.then, t.To) == yes {
			if !t.Enter {
				decided = true
				continue
			}
			entered = to.Scope
		}
	}
}

// numbers are those of pairs of a state and a future: in a table where that is small.
type numbers struct {
	futures int32
	table   []int32 // from 1 on
	index   map[[2]int32]int32
}

// mostTabled is the number of pairs of which a table is made.
const mostTabled = 1 << 14

func newNumbers(states, futures int) *numbers {
	if states*(futures+1) <= mostTabled {
		return &numbers{futures: int32(futures) + 1, table: make([]int32, states*(futures+1))}
	}
	return &numbers{index: make(map[[2]int32]int32)}
}

// of returns the number of a pair. One that has none yet gets the next one, and ok is false.
func (t *numbers) of(pair [2]int32, next int32) (n int32, ok bool) {
	if t.table != nil {
		at := &t.table[pair[0]*t.futures+pair[1]+1]
		if *at > 0 {
			return *at - 1, true
		}
		*at = next + 1
		return next, false
	}
	if n, ok = t.index[pair]; !ok {
		n, t.index[pair] = next, next
	}
	return n, ok
}

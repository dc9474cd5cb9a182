package nfa

import (
	"fmt"
	"slices"
)

// pair is a place in the text that a run of the pattern has passed in state run, on its way to where it
// looks back, and that the body, coming from there, reaches in state body. It goes on with one of the transitions
// there that ask for the same, which is given by a number.
type pair struct{ run, body, asks int32 }

// point is a place from which the matcher looks: the state of the run, and how the automaton goes on from there to count
// the places. The matcher looks back from there in the body of another lookbehind, unless after leads to where nothing is
// to be followed any more.
type point struct {
	run   int32
	after []Trans
}

// pairing adds the states of one lookbehind.
type pairing struct {
	*builder
	look   *behind
	scope  int32 // that of the lookbehind around it, which is that of all that it costs
	before [][]arrival
	index  map[pair]int32
	list   []pair
	moves  [][]Trans // of each in the list, whatever it asks for
	asked  [][]Cond  // what a transition may ask for of lookaheads
}

// lookFrom adds the states of a lookbehind of the pattern, from where the matcher looks back to the start of the text, and of
// the lookarounds in it.
func (b *builder) lookFrom(look *behind, before [][]arrival) error {
	if len(look.visits) == 0 {
		return nil
	}
	chars := b.all.Less(b.kinds[len(b.kinds)-1])
	done := int32(len(b.nfa.States))
	b.nfa.States = append(b.nfa.States, State{Scope: look.scope, Cost: true, Done: true, Trans: []Trans{{On: chars, To: done}}})
	points := make([]point, len(look.visits))
	for i, x := range look.visits {
		points[i] = point{x, []Trans{{On: chars, To: done, Conds: look.fails}}}
	}
	return b.lookAt(look, before, points, done)
}

// lookAt is lookFrom for a lookaround at some points.
func (b *builder) lookAt(look *behind, before [][]arrival, points []point, done int32) error {
	if look.ahead {
		return b.readOn(look, points, done)
	}
	p := &pairing{builder: b, look: look, scope: b.nfa.States[done].Scope, before: before, index: make(map[pair]int32), asked: [][]Cond{nil}}
	if err := p.follow(points); err != nil {
		return err
	}
	for i := range b.lookBehinds {
		inner := &b.lookBehinds[i]
		if inner.within != look.scope || !inner.costs {
			continue
		}
		var inside []point
		met := make(map[pair]bool)
		for i, at := range p.list {
			if at.asks = 0; slices.Contains(inner.visits, at.body) && !met[at] {
				met[at] = true
				inside = append(inside, point{at.run, p.moves[i]})
			}
		}
		if err := b.lookAt(inner, before, inside, done); err != nil {
			return err
		}
	}
	return nil
}

// follow adds the pairs of what the body reads from some points.
func (p *pairing) follow(points []point) error {
	for _, x := range points {
		for kind, e := range p.look.entries {
			after := p.restricted(x.after, kind)
			for _, asks := range p.variants(e) {
				n := p.state(pair{x.run, e, asks})
				p.moves[n] = append(p.moves[n], after...)
				if p.steps += 1 + len(after); len(p.nfa.States) > p.opt.MaxStates || p.steps > 64*p.opt.MaxStates {
					return fmt.Errorf("%w: over %d states", ErrTooLarge, p.opt.MaxStates)
				}
			}
		}
	}
	for i := 0; i < len(p.list); i++ {
		at := p.list[i]
		to := p.index[at]
		body := p.nfa.States[at.body].Trans
		for _, a := range p.before[at.run] {
			for k := range body {
				t := &body[k]
				if p.steps++; len(p.nfa.States) > p.opt.MaxStates || p.steps > 64*p.opt.MaxStates {
					return fmt.Errorf("%w: over %d states", ErrTooLarge, p.opt.MaxStates)
				}
				if t.To == Accept || p.number(t.Conds) != at.asks || !t.On.Meets(a.on) {
					continue
				}
				move := Trans{On: t.On.And(a.on), To: to, Conds: a.conds, Vague: a.vague, Number: int32(k), Along: a.along, Span: t.Span}
				for _, asks := range p.variants(t.To) {
					n := p.state(pair{a.from, t.To, asks})
					p.moves[n] = append(p.moves[n], move)
				}
				move.Enter = true
				p.nfa.States[a.from].Trans = append(p.nfa.States[a.from].Trans, move)
			}
		}
	}
	for i, at := range p.list {
		moves := p.moves[i]
		if asked := p.asked[at.asks]; len(asked) > 0 {
			moves = slices.Clone(moves)
			for k := range moves {
				moves[k].Conds = slices.Concat(moves[k].Conds, asked)
			}
		}
		p.nfa.States[p.index[at]].Trans = moves
	}
	return nil
}

// restricted returns the moves on characters of a kind, or all where that is the end of the text, which none of them reads: what
// they ask for of the text before is then asked as if it ended.
func (b *builder) restricted(moves []Trans, kind int) (some []Trans) {
	for _, m := range moves {
		if kind == len(b.kinds)-1 {
			m.Conds = slices.Clone(m.Conds)
			for i := range m.Conds {
				if m.Conds[i].Back > 0 {
					m.Conds[i].Pick = ended
				}
			}
			some = append(some, m)
		} else if m.On.Meets(b.kinds[kind]) {
			m.On = m.On.And(b.kinds[kind])
			some = append(some, m)
		}
	}
	return some
}

// state returns the place of a pair in the list, with a state of the automaton for it.
func (p *pairing) state(at pair) (place int) {
	if n, ok := p.index[at]; ok {
		return int(n - p.index[p.list[0]])
	}
	p.index[at] = int32(len(p.nfa.States))
	p.list, p.moves = append(p.list, at), append(p.moves, nil)
	p.nfa.States = append(p.nfa.States, State{Scope: p.scope, Cost: true, Run: at.run, Back: at.body})
	return len(p.list) - 1
}

// number returns the number of what a transition asks for.
func (p *pairing) number(conds []Cond) int32 {
	for i, known := range p.asked {
		if slices.Equal(known, conds) {
			return int32(i)
		}
	}
	p.asked = append(p.asked, conds)
	return int32(len(p.asked) - 1)
}

// variants returns the numbers of what the transitions of a state of the body ask for, at least one.
func (p *pairing) variants(body int32) (asks []int32) {
	for i := range p.nfa.States[body].Trans {
		if n := p.number(p.nfa.States[body].Trans[i].Conds); !slices.Contains(asks, n) {
			asks = append(asks, n)
		}
	}
	if asks == nil {
		asks = append(asks, 0)
	}
	return asks
}

// reading is what a lookahead reads from a point in the body of a lookbehind: the state of its body, and where the automaton
// stands on the way from the point to where the matcher looked back.
type reading struct{ at, body int32 }

// readOn adds the states of a lookahead in the body of a lookbehind. It may read farther than to where the matcher looked
// back. At each character the automaton may leave it to go on and count the places.
func (b *builder) readOn(look *behind, points []point, done int32) error {
	index := make(map[reading]int32)
	var list []reading
	chars := b.nfa.States[done].Trans[0].On
	// read adds to a state the moves that go on as after says, while the body goes on from its state.
	read := func(from, body int32, after []Trans, enter bool) error {
		for _, m := range after {
			for i := range b.nfa.States[body].Trans {
				t := &b.nfa.States[body].Trans[i]
				if b.steps++; len(b.nfa.States) > b.opt.MaxStates || b.steps > 64*b.opt.MaxStates {
					return fmt.Errorf("%w: over %d states", ErrTooLarge, b.opt.MaxStates)
				}
				if t.To == Accept || !t.On.Meets(m.On) {
					continue
				}
				key := reading{m.To, t.To}
				n, ok := index[key]
				if !ok {
					n = int32(len(b.nfa.States))
					index[key] = n
					list = append(list, key)
					along := State{Scope: b.nfa.States[done].Scope, Cost: true, Run: -1, Body: t.To}
					if m.To != done {
						along.Run, along.Back = b.nfa.States[m.To].Run, b.nfa.States[m.To].Back
					}
					b.nfa.States = append(b.nfa.States, along)
				}
				move := m
				move.On, move.To, move.Enter, move.With = m.On.And(t.On), n, enter, t.Number
				b.nfa.States[from].Trans = append(b.nfa.States[from].Trans, move)
			}
		}
		return nil
	}
	for _, p := range points {
		for _, entry := range look.entries {
			if err := read(p.run, entry, p.after, true); err != nil {
				return err
			}
		}
	}
	for i := 0; i < len(list); i++ {
		after := []Trans{{On: chars, To: done}}
		if list[i].at != done {
			after = b.nfa.States[list[i].at].Trans
		}
		n := index[list[i]]
		b.nfa.States[n].Trans = append(b.nfa.States[n].Trans, after...)
		if err := read(n, list[i].body, after, false); err != nil {
			return err
		}
	}
	return nil
}

// goesAlong reports whether the state stands for what is read back along a run.
func (s *State) goesAlong() bool { return s.Cost && !s.Done && s.Run >= 0 }

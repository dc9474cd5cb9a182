package ambiguity

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
)

// lookBack prepares the lookbehinds. Their bodies are read the other way, so success there prunes
// nothing that comes later in the text. One that is visited only before any loop sees a text of
// bounded length and costs nothing that grows.
func (s *search) lookBack() {
	if len(s.nfa.Behinds) == 0 {
		return
	}
	s.behinds, s.harmless = make(map[int32]*nfa.Behind), make(map[int32]bool)
	for i := range s.nfa.Behinds {
		s.behinds[s.nfa.Behinds[i].Scope] = &s.nfa.Behinds[i]
	}
	none := make(charset.Bits, s.nfa.Alphabet.Words())
	for i := range s.nfa.States {
		if s.behinds[s.nfa.States[i].Scope] != nil {
			s.res.Wins[i] = none
		}
	}
	g := newGraph(s.nfa, nil)
	late := make([]bool, len(g.edges)) // reached after any number of characters
	var stack []int32
	for at := range g.edges {
		if g.scc[at] >= 0 {
			late[at] = true
			stack = append(stack, int32(at))
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range g.edges[at] {
			if !late[e.to] {
				late[e.to] = true
				stack = append(stack, e.to)
			}
		}
	}
	for scope, b := range s.behinds {
		s.harmless[scope] = !slices.ContainsFunc(b.Visits, func(at int32) bool { return late[at] })
		if b.Nested && !s.harmless[scope] { // what it costs to look from within is not followed
			s.res.Behind = true
		}
	}
}

// behind adds what the bodies of lookbehinds cost. A loop in a body that is looked back into from
// every place of a loop in the pattern is one link more; ambiguity within the body adds its own.
func (s *search) behind() error {
	for k := range s.nfa.Behinds {
		b := &s.nfa.Behinds[k]
		scope := b.Scope
		if s.harmless[scope] {
			continue
		}
		inner := -1 // the deepest chain within the body
		var outer int
		var link *Link
		for i := range s.nodes {
			q := &s.nodes[i]
			if q.scope != scope {
				continue
			}
			if inner < 0 || q.depth > s.nodes[inner].depth {
				inner = i
			}
			for j := range s.nodes {
				p := &s.nodes[j]
				if p.scope == scope || p.terminal || link != nil && p.depth <= s.nodes[outer].depth {
					continue
				}
				found, err := s.meet(p, q, b)
				if err != nil {
					return err
				}
				if found != nil {
					outer, link = j, found
				}
			}
		}
		if inner < 0 {
			continue
		}
		if s.nodes[inner].depth > 0 {
			s.res.Behind = true
		}
		if link == nil {
			// It is looked back from beside a loop, as often as that loop comes by.
			s.res.Behind = true
			continue
		}
		if degree := s.nodes[outer].depth + 1 + s.nodes[inner].depth; degree > s.res.Degree {
			s.res.Behind = true
			s.res.Degree = degree
			s.res.Chain = append(s.chain(outer), *link)
			for _, l := range s.chain(inner) {
				l.Before = []int{}
				s.res.Chain = append(s.res.Chain, l)
			}
		}
	}
	return nil
}

// meet searches a word that leads from a place in p where the matcher looks back to that place again,
// and in the body from a state of q to itself and to where the body accepts.
func (s *search) meet(p, q *node, b *nfa.Behind) (*Link, error) {
	for _, x := range b.Visits {
		if p.g.scc[x] != p.comp {
			continue
		}
		for _, z := range q.states {
			link, err := s.meetAt(p, q, x, z)
			if link != nil || err != nil {
				return link, err
			}
		}
	}
	return nil, nil
}

func (s *search) meetAt(p, q *node, x, z int32) (*Link, error) {
	v := newVisited([3]int32{int32(len(p.states)), int32(len(s.nfa.States)), int32(len(q.states))})
	lx, lz := p.g.local[x], q.g.local[z]
	v.add(tuple{lx, z, lz}, -1, 0, [3]int32{})
	for i := 0; i < len(v.nodes); i++ {
		at := v.nodes[i].at
		ex, ey, ez := p.g.edges[p.states[at[0]]], q.g.edges[at[1]], q.g.edges[q.states[at[2]]]
		for _, e := range ex {
			if p.g.scc[e.to] != p.comp {
				continue
			}
			if err := s.spend(len(ez) * max(len(ey), 1)); err != nil {
				return nil, err
			}
			for _, g := range ez {
				if q.g.scc[g.to] != q.comp || !e.on.Meets(g.on) {
					continue
				}
				for _, f := range ey {
					if !meets3(e.on, f.on, g.on) {
						continue
					}
					to := tuple{p.g.local[e.to], f.to, q.g.local[g.to]}
					class := s.pick(e.on, f.on, g.on)
					if to[0] == lx && to[2] == lz && s.accepts(f.to) {
						v.nodes = append(v.nodes, visit{to, int32(i), int32(class), [3]int32{e.span, f.span, g.span}})
						return s.meetLink(p, q, v, x, z), nil
					}
					v.add(to, int32(i), class, [3]int32{e.span, f.span, g.span})
				}
			}
		}
	}
	return nil, nil
}

// accepts reports whether the body that state belongs to may end there.
func (s *search) accepts(state int32) bool {
	return slices.ContainsFunc(s.nfa.States[state].Trans, func(t nfa.Trans) bool { return t.To == nfa.Accept && !t.Enter })
}

// meetLink is linkOf for the runs of meetAt, the second of which begins in z.
func (s *search) meetLink(p, q *node, v *visited, x, z int32) *Link {
	link := s.linkOf(p, q, v, x, z)
	at := z
	for i, step := range v.path(int32(len(v.nodes) - 1)) {
		link.Runs[1][i] = Step{at, step.moves[1]}
		at = step.at[1]
	}
	return link
}

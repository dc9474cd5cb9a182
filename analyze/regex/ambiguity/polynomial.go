package ambiguity

import (
	"slices"

	"snag/analyze/regex/charset"
)

// polynomial finds the longest chain of ambiguous pairs of components. Nodes are in topological
// order within a scope, and lookarounds come after what encloses them.
func (s *search) polynomial() error {
	for i := range s.nodes {
		q := &s.nodes[i]
		if q.goesOn {
			continue
		}
		order := make([]int, 0, i)
		for j := range s.nodes[:i] {
			if p := &s.nodes[j]; !p.terminal && p.scope <= q.scope {
				order = append(order, j)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if s.nodes[a].goesOn != s.nodes[b].goesOn { // last, since it explains least
				if s.nodes[a].goesOn {
					return 1
				}
				return -1
			}
			return s.nodes[b].depth - s.nodes[a].depth
		})
		for _, j := range order {
			p := &s.nodes[j]
			if p.depth+1 <= q.depth {
				continue // makes no longer chain
			}
			if !s.leads(p, q) {
				continue
			}
			link, err := s.pair(p, q)
			if err != nil {
				return err
			}
			switch {
			case link != nil:
				q.depth, q.via, q.link = p.depth+1, j, link
			case p.depth > q.depth:
				q.depth, q.via, q.link = p.depth, j, nil
			}
		}
	}
	last := -1
	for i := range s.nodes {
		if d := s.degree(&s.nodes[i]); d > s.res.Degree {
			last, s.res.Degree = i, d
		}
	}
	if last >= 0 {
		s.res.Chain = s.chain(last)
	}
	return nil
}

// degree returns the ambiguity that the longest chain to n shows. Every character that has been read is paid
// for once for each run that goes on from there, but where the matcher looks back only once for each way.
func (s *search) degree(n *node) int {
	switch at := s.nfa.States[n.states[0]]; {
	case at.Done:
		return n.depth - 1
	case at.Cost:
		return 0
	}
	return n.depth
}

// chain returns the links that end in node last, with the words between them.
func (s *search) chain(last int) []Link {
	var links []Link
	for i := last; i >= 0; i = s.nodes[i].via {
		if s.nodes[i].link != nil {
			links = append(links, *s.nodes[i].link)
		}
	}
	slices.Reverse(links)
	for i := 1; i < len(links); i++ {
		from, to := links[i-1].To, links[i].From
		_, word, ok := s.route(s.graphFor(to), from, to, nil)
		if !ok {
			_, word, _ = s.route(s.graphs[0], from, to, nil)
		}
		links[i].Before = append([]int{}, word...)
	}
	return links
}

// graphFor returns the graph in which a chain goes on from state.
func (s *search) graphFor(state int32) *graph {
	if scope := s.nfa.States[state].Scope; int(scope) < len(s.graphs) {
		return s.graphs[scope]
	}
	return s.graphs[0]
}

// leads reports whether q can be reached from p.
func (s *search) leads(p, q *node) bool {
	if p.after == nil {
		g := p.g
		if p.goesOn {
			g = s.all
		}
		p.after = make([]bool, len(g.edges))
		stack := []int32{p.states[0]}
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, e := range g.edges[at] {
				if !p.after[e.to] {
					p.after[e.to] = true
					stack = append(stack, e.to)
				}
			}
		}
	}
	return p.after[q.states[0]] && (p.goesOn || p.states[0] != q.states[0])
}

// before returns the states of g from which n can be reached.
func (n *node) before(g *graph) []bool {
	if n.sources != nil && n.sourcesOf == g {
		return n.sources
	}
	if g.reverse == nil {
		g.reverse = make([][]int32, len(g.edges))
		for s, edges := range g.edges {
			for _, e := range edges {
				g.reverse[e.to] = append(g.reverse[e.to], int32(s))
			}
		}
	}
	n.sources, n.sourcesOf = make([]bool, len(g.edges)), g
	stack := []int32{n.states[0]}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, from := range g.reverse[at] {
			if !n.sources[from] {
				n.sources[from] = true
				stack = append(stack, from)
			}
		}
	}
	return n.sources
}

// pair searches a word that leads from a state of p to itself, from there to a state of q, and from
// that to itself. When one pair of states has such a word, so has every pair on a common cycle of
// the two components, so one pair of each such cycle is tried.
func (s *search) pair(p, q *node) (*Link, error) {
	if len(p.states) == 1 && s.loopsOnAll(p) {
		if len(q.states) == 1 && p.states[0] == q.states[0] {
			return nil, nil // a state is not ambiguous with itself
		}
		return s.pairAt(p, q, p.states[0], q.states[0], nil)
	}
	both, err := s.product(p, q)
	if err != nil {
		return nil, err
	}
	k := int32(len(q.states))
	for c, comp := range both.comps {
		x, z := int32(-1), int32(-1)
		for _, at := range comp {
			if x, z = p.states[at/k], q.states[at%k]; x != z {
				break
			}
		}
		if x == z {
			continue
		}
		link, err := s.pairAt(p, q, x, z, func(x, z int32) bool {
			return both.scc[p.g.local[x]*k+q.g.local[z]] == int32(c)
		})
		if link != nil || err != nil {
			return link, err
		}
	}
	return nil, nil
}

// loopsOnAll reports whether the single state of p goes to itself on every class.
func (s *search) loopsOnAll(p *node) bool {
	for _, e := range p.g.edges[p.states[0]] {
		if e.to == p.states[0] && count(e.on) == s.nfa.Alphabet.Len {
			return true
		}
	}
	return false
}

// product returns the graph of the moves that p and q can make on the same classes.
func (s *search) product(p, q *node) (*graph, error) {
	k := int32(len(q.states))
	if err := s.spend(len(p.states) * len(q.states)); err != nil {
		return nil, err
	}
	g := &graph{edges: make([][]edge, int32(len(p.states))*k)}
	var pool []edge
	for i, x := range p.states {
		for j, z := range q.states {
			if s.tag(x) != s.tag(z) {
				continue
			}
			if err := s.spend(len(p.g.edges[x]) * len(q.g.edges[z])); err != nil {
				return nil, err
			}
			first := len(pool)
			for _, e := range p.g.edges[x] {
				if p.g.scc[e.to] != p.comp {
					continue
				}
				for _, f := range q.g.edges[z] {
					if q.g.scc[f.to] == q.comp && s.tag(e.to) == s.tag(f.to) && e.on.Meets(f.on) && !(x == z && e.ref.Excludes(f.ref)) {
						pool = append(pool, edge{to: p.g.local[e.to]*k + q.g.local[f.to]})
					}
				}
			}
			g.edges[int32(i)*k+int32(j)] = pool[first:len(pool):len(pool)]
		}
	}
	g.components()
	return g, nil
}

// pairAt searches the word for x in p and z in q. When keep is not nil, the runs from x to x and from
// z to z stay on pairs that it admits.
func (s *search) pairAt(p, q *node, x, z int32, keep func(x, z int32) bool) (*Link, error) {
	v := s.visit([3]int32{int32(len(p.states)), int32(len(s.nfa.States)), int32(len(q.states))})
	lx, lz := p.g.local[x], q.g.local[z]
	goal := tuple{lx, z, lz}
	sources := q.before(p.g)
	if p.goesOn {
		sources = q.before(s.all)
	}
	v.add(tuple{lx, x, lz}, -1, 0, [3]int32{})
	for i := 0; i < len(v.nodes); i++ {
		at := v.nodes[i].at
		ex, ey, ez := p.g.edges[p.states[at[0]]], p.g.edges[at[1]], q.g.edges[q.states[at[2]]]
		together, meets, same := p.states[at[0]] == at[1], at[1] == q.states[at[2]], p.states[at[0]] == q.states[at[2]]
		if p.goesOn {
			if ey = s.graphs[0].edges[at[1]]; together || p.again {
				ey = s.all.edges[at[1]]
			}
		}
		if err := s.spend(len(ex) * len(ez)); err != nil {
			return nil, err
		}
		for _, e := range ex {
			if p.g.scc[e.to] != p.comp {
				continue
			}
			for _, g := range ez {
				if q.g.scc[g.to] != q.comp || s.tag(e.to) != s.tag(g.to) || !e.on.Meets(g.on) || same && e.ref.Excludes(g.ref) || keep != nil && !keep(e.to, g.to) {
					continue
				}
				if err := s.spend(len(ey)); err != nil {
					return nil, err
				}
				for _, f := range ey {
					if p.goesOn && together && f.span > e.span && !s.nfa.States[f.to].Cost {
						continue // what fails is tried before the loop goes on, and what is looked back at in no order
					}
					if !sources[f.to] || s.tag(e.to) != s.tag(f.to) || !meets3(e.on, f.on, g.on) ||
						together && e.ref.Excludes(f.ref) || meets && f.ref.Excludes(g.ref) {
						continue
					}
					to := tuple{p.g.local[e.to], f.to, q.g.local[g.to]}
					if to == goal {
						// The goal may be where the search begins only in name: y is in q there.
						v.nodes = append(v.nodes, visit{to, int32(i), int32(s.pick(e.on, f.on, g.on)), [3]int32{e.span, f.span, g.span}})
						return s.linkOf(p, q, v, x, z), nil
					}
					v.add(to, int32(i), s.pick(e.on, f.on, g.on), [3]int32{e.span, f.span, g.span})
				}
			}
		}
	}
	return nil, nil
}

// linkOf makes the link of the runs that end at the last node of v.
func (s *search) linkOf(p, q *node, v *visited, x, z int32) *Link {
	link := &Link{From: x, To: z, Runs: make([][]Step, 3)}
	at := [3]int32{x, x, z}
	for _, step := range v.path(int32(len(v.nodes) - 1)) {
		link.Word = append(link.Word, int(step.class))
		for r := range at {
			link.Runs[r] = append(link.Runs[r], Step{at[r], step.moves[r]})
		}
		at = [3]int32{p.states[step.at[0]], step.at[1], q.states[step.at[2]]}
	}
	return link
}

func meets3(a, b, c charset.Bits) bool {
	for i, w := range a {
		if w&b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

package ambiguity

// exponential finds, in each component, two different runs from a state to itself on one word.
func (s *search) exponential() error {
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.terminal || n.goesOn {
			continue
		}
		link, err := s.doubleLoop(n)
		if err != nil {
			return err
		}
		if link != nil {
			s.res.Exponential = append(s.res.Exponential, *link)
		}
	}
	return nil
}

// doubleLoop searches pairs of states of n. It begins with every way for two runs to part, and ends
// where they meet again: from there both can go back to where they parted.
func (s *search) doubleLoop(n *node) (*Link, error) {
	k := int32(len(n.states))
	v := s.visit([3]int32{k, k, 1})
	var parted []int32 // the state where the runs parted, of the nodes without parent
	for _, p := range n.states {
		edges := n.g.edges[p]
		for i, e := range edges {
			if n.g.scc[e.to] != n.comp {
				continue
			}
			if err := s.spend(len(edges) - i); err != nil {
				return nil, err
			}
			for _, f := range edges[i+1:] {
				if n.g.scc[f.to] != n.comp || s.tag(e.to) != s.tag(f.to) || e.ref.Excludes(f.ref) || !e.on.Meets(f.on) {
					continue
				}
				class := s.pick(e.on, f.on, nil)
				if e.to == f.to { // two ways at once
					link := &Link{From: p, To: p, Word: []int{class}, Runs: [][]Step{{{p, e.span}}, {{p, f.span}}}}
					s.close(n, link, e.to)
					return link, nil
				}
				if v.add(tuple{n.g.local[e.to], n.g.local[f.to]}, -1, class, [3]int32{e.span, f.span}) {
					parted = append(parted, p)
				}
			}
		}
	}
	for i := 0; i < len(v.nodes); i++ {
		x, y := n.states[v.nodes[i].at[0]], n.states[v.nodes[i].at[1]]
		ex, ey := n.g.edges[x], n.g.edges[y]
		if err := s.spend(len(ex) * len(ey)); err != nil {
			return nil, err
		}
		for _, e := range ex {
			if n.g.scc[e.to] != n.comp {
				continue
			}
			for _, f := range ey {
				if n.g.scc[f.to] != n.comp || s.tag(e.to) != s.tag(f.to) || !e.on.Meets(f.on) {
					continue
				}
				at := tuple{n.g.local[e.to], n.g.local[f.to]}
				if v.add(at, int32(i), s.pick(e.on, f.on, nil), [3]int32{e.span, f.span}) && e.to == f.to {
					return s.loopThrough(n, v, parted), nil
				}
			}
		}
	}
	return nil, nil
}

// loopThrough makes the link of the two runs that meet at the last node of v.
func (s *search) loopThrough(n *node, v *visited, parted []int32) *Link {
	met := int32(len(v.nodes) - 1)
	first := met
	for v.nodes[first].parent >= 0 {
		first = v.nodes[first].parent
	}
	p := parted[first]
	link := &Link{From: p, To: p, Runs: make([][]Step, 2)}
	at := [2]int32{p, p}
	for _, step := range append([]visit{v.nodes[first]}, v.path(met)...) {
		link.Word = append(link.Word, int(step.class))
		for r := range at {
			link.Runs[r] = append(link.Runs[r], Step{at[r], step.moves[r]})
			at[r] = n.states[step.at[r]]
		}
	}
	s.close(n, link, at[0])
	return link
}

// close leads both runs of link from where they met, at, back to where they parted.
func (s *search) close(n *node, link *Link, at int32) {
	steps, word, _ := s.route(n.g, at, link.From, func(to int32) bool { return n.g.scc[to] == n.comp })
	link.Word = append(link.Word, word...)
	for r := range link.Runs {
		link.Runs[r] = append(link.Runs[r], steps...)
	}
}

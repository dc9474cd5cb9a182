package backtrack

// won stands for the states from which a match is sure, until what these cost is known.
var won = [...]int32{-1}

// succeed finds what each character may cost behind a place from which a match is sure. It reports whether that is
// known: each way from there reads on in one state at most, but for those that soon end.
func (c *coster) succeed() bool {
	w := winner{coster: c, brief: make([]float64, len(c.index.keys)), behind: make([]bool, len(c.index.keys))}
	for n, at := range c.index.keys {
		if c.ends(at) {
			w.reach(int32(n))
		}
	}
	for len(w.open) > 0 {
		last := len(w.open) - 1
		row := c.costs.Rows[w.open[last]]
		w.open = w.open[:last]
		for _, node := range row {
			steps, lead, ok := w.straight(node)
			if !ok {
				return false
			}
			c.costs.Success = max(c.costs.Success, steps)
			for _, to := range lead {
				w.reach(to)
			}
		}
	}
	for i := range c.costs.Nodes {
		n := &c.costs.Nodes[i]
		for len(n.Ahead) > 0 && n.Ahead[0] == won[0] { // they are in ascending order
			n.Ahead = n.Ahead[1:]
		}
	}
	return true
}

// winner follows the ways from places from which a match is sure.
type winner struct {
	*coster
	brief  []float64 // of states, one more than they cost on any text if that is little, -1 if not
	behind []bool
	open   []int32 // of those, whose rows are to be seen
}

// reach notes that a state lies behind such a place.
func (w *winner) reach(state int32) {
	if state != won[0] && !w.behind[state] {
		w.behind[state] = true
		w.open = append(w.open, state)
	}
}

// straight returns what a node costs without the one state that it reads on in, of which lead has several where it is one
// of them. ok is false where it reads on in several at once.
func (w *winner) straight(node int32) (steps float64, lead []int32, ok bool) {
	m := &w.costs.Nodes[node]
	if len(m.Back) > 0 {
		return 0, nil, false
	}
	ways := 0
	most := 0.0
	add := func(cost float64, to ...int32) {
		if m.Max {
			most = max(most, cost)
		} else {
			most += cost
		}
		if lead = append(lead, to...); len(to) > 0 {
			ways++
		}
	}
	for _, to := range m.Ahead {
		if cost := w.cost(to); cost >= 0 {
			add(cost)
		} else {
			add(0, to)
		}
	}
	for _, h := range m.Here {
		cost, to, ok := w.straight(h)
		if !ok || len(lead)+len(to) > mostLead {
			return 0, nil, false
		}
		add(cost, to...)
	}
	return m.Steps + most, lead, m.Max || ways <= 1
}

const (
	mostLead  = 100 // states of which one is led to
	mostBrief = 200 // steps of a state that soon ends
)

// cost returns what a state costs on any text if that is little, else -1.
func (w *winner) cost(state int32) float64 {
	if state == won[0] {
		return -1
	}
	if w.brief[state] == 0 {
		w.brief[state] = -1 // it leads back to itself
		cost := 0.0
		for _, node := range w.costs.Rows[state] {
			steps, lead, ok := w.straight(node)
			if cost = max(cost, steps); !ok || len(lead) > 0 || cost > mostBrief {
				return -1
			}
		}
		w.brief[state] = 1 + cost
	}
	return max(w.brief[state]-1, -1)
}

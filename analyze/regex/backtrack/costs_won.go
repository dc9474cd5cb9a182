package backtrack

// won stands for the states from which a match is sure, until what these cost is known.
var won = [...]int32{-1}

// succeed finds what each character may cost behind a place from which a match is sure. It reports whether that is
// known: each way from there reads on in one state at most, but for those that soon end. Those that soon end or come to
// such a place again are one way together, however many they are: the matcher tries one after the other, and none behind
// the first that comes there.
func (c *coster) succeed() bool {
	count := len(c.index.keys)
	w := winner{coster: c, brief: make([]float64, count), wins: make([]bool, count), behind: make([]bool, count)}
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
			steps, lead, _, ok := w.straight(node, false)
			if !ok {
				steps, lead, _, ok = w.straight(node, true)
			}
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
	brief  []float64 // of states, one more than they cost until they end or a match is sure if that is little, -1 if not
	wins   []bool    // a match may be sure there
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
// of them, and whether it may come to where a match is sure. Ways to there that soon end else are one and cost what leads
// there if they are taken together. ok is false where it reads on in several at once.
func (w *winner) straight(node int32, together bool) (steps float64, lead []int32, wins, ok bool) {
	m := &w.costs.Nodes[node]
	if len(m.Back) > 0 {
		return 0, nil, false, false
	}
	ways := 0
	most := 0.0
	add := func(cost float64, sure bool, to ...int32) {
		if m.Max {
			most = max(most, cost)
		} else {
			most += cost
		}
		if lead = append(lead, to...); len(to) > 0 {
			ways++
		}
		wins = wins || sure
	}
	alone := false // a way that reads on may come to where a match is sure instead
	for _, to := range m.Ahead {
		if to == won[0] && together {
			add(0, true)
		} else if cost := w.cost(to); cost >= 0 && (together || !w.wins[to]) {
			add(cost, w.wins[to])
		} else {
			add(0, false, to)
		}
	}
	for _, h := range m.Here {
		cost, to, sure, ok := w.straight(h, together)
		if !ok || len(lead)+len(to) > mostLead {
			return 0, nil, false, false
		}
		if sure && len(to) > 0 {
			alone = true
		}
		add(cost, sure && len(to) == 0, to...)
	}
	if wins {
		ways++
	}
	return m.Steps + most, lead, wins || alone, m.Max || ways <= 1
}

const (
	mostLead  = 100 // states of which one is led to
	mostBrief = 200 // steps of a state that soon ends
)

// cost returns what a state costs until its ways end or a match is sure, whatever the text, if that is little, else -1.
func (w *winner) cost(state int32) float64 {
	if state == won[0] {
		return -1
	}
	if w.brief[state] == 0 {
		w.brief[state] = -1 // it leads back to itself
		cost := 0.0
		for _, node := range w.costs.Rows[state] {
			steps, lead, wins, ok := w.straight(node, true)
			if cost = max(cost, steps); !ok || len(lead) > 0 || cost > mostBrief {
				return -1
			}
			w.wins[state] = w.wins[state] || wins
		}
		w.brief[state] = 1 + cost
	}
	return max(w.brief[state]-1, -1)
}

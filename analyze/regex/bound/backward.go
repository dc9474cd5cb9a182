package bound

import (
	"encoding/binary"
	"math"
	"slices"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/charset"
)

const (
	mostMirrored = 2_000 // rows and letters of what is followed back
	mostWaiting  = 8     // what a state may come to in the end, whatever follows, and be taken to have at once
	mostCopies   = 4     // of a run in a loop that are followed back each
	mostStarted  = 24    // and of any other run
)

// Backward returns a length below which no input exceeds the budget, up to a length that is known to exceed it, 0 if there
// is none. Like Reach it bounds the runs at each place of an input by following the ways to them back. Here the ways that
// are under way are a crowd, which says how many there are where those add up that pass by: so it bounds costs that grow
// with one power more than those that a crowd from the start of the input on does, and such of which each of a crowd
// would come to stand in too many places.
func (b *Bounds) Backward(budget float64, length int) (least int) {
	if b.e.tangled() || len(b.all.Rows)*len(b.letters) > mostMirrored {
		return 0
	}
	c, ok := newCrossing(b, length)
	if !ok {
		return 0
	}
	start, search := c.begin()
	places := make([]float64, length) // what each place of an input costs at most, but for the search
	for n := range places {
		places[n] = math.Inf(1)
	}
	var mirrors [2][]*mirror
	for _, r := range readings {
		if least > 0 && r.otherwise {
			continue
		}
		sets := &mirrors[0]
		if r.divided {
			sets = &mirrors[1]
		}
		if *sets == nil {
			*sets = c.mirrors(start, r.divided)
		}
		costs := make([]float64, length)
		if slices.ContainsFunc(*sets, func(m *mirror) bool { return !m.add(costs, r) }) {
			continue
		}
		for n, cost := range costs {
			places[n] = min(places[n], cost)
		}
		steps := 0.0
		for least = 0; least < length; least++ {
			if steps += search + places[least]; steps > budget {
				break
			}
		}
		if float64(least)*loose >= float64(length) {
			break
		}
	}
	return least
}

// reading is a way to look for a crowd.
type reading struct {
	joining   joining
	divided   bool // runs in loops by themselves
	apart     int  // runs in loops that are told apart from the crowd
	otherwise bool // where nothing else told anything
}

// joining is which runs may join a crowd.
type joining int

const (
	steadily joining = iota // those in loops that cost no more than a multiple of the length
	staying                 // those in any loops
	waiting                 // those, but for what comes to so much in the end, whatever follows
)

// readings are tried in turn.
var readings = [...]reading{
	{steadily, false, 0, false}, {steadily, false, 3, false}, {steadily, true, 0, true},
	{staying, false, 3, true}, {waiting, false, 0, true}, {waiting, true, 0, true},
}

// mirror is the automaton that reads back from runs, and counts the ways on which the search is reached.
type mirror struct {
	*evaluator
	letters []int
	times   float64   // by which the ways are multiplied
	most    []float64 // that a state comes to in the end, whatever follows
	powers  []powers  // of each state, nil where they are not known
	stays   []bool    // states that lead to themselves
	systems [waiting + 1]*system
}

// mirrors returns the automata that read back from runs in a set, together or those in loops and others.
func (c *crossing) mirrors(set []run, divided bool) (all []*mirror) {
	if divided {
		var parts [2][]run
		for _, r := range set {
			at := 0
			if c.loops[r.state] {
				at = 1
			}
			parts[at] = append(parts[at], r)
		}
		return append(c.mirrors(parts[0], false), c.mirrors(parts[1], false)...)
	}
	if len(set) == 0 {
		return []*mirror{}
	}
	m := &mirror{times: 1}
	for _, r := range set {
		if c.loops[r.state] && r.count > mostCopies {
			m.times = max(m.times, r.count)
		}
		m.times = max(m.times, r.count/mostStarted)
	}
	units := slices.Clone(set)
	for i := range units {
		units[i].count = math.Ceil(units[i].count / m.times)
	}
	m.evaluator = newEvaluator(merged(foreseen(merged(c.mirrored(units)))))
	m.letters = letters(m.Costs)
	m.wait()
	m.powers, _ = m.evaluator.powers(m.letters)
	m.stays = make([]bool, len(m.Rows))
	for q := range m.Rows {
		for _, class := range m.letters {
			m.targets(m.Rows[q][class], func(to int32) { m.stays[q] = m.stays[q] || to == int32(q) })
		}
	}
	return []*mirror{m}
}

// add adds to what each place of an input costs what the runs of the mirror do there. ok is false if no crowd is found.
func (m *mirror) add(places []float64, r reading) (ok bool) {
	s := m.system(r.joining)
	if s == nil {
		return false
	}
	c, ok := newCrowd(s, r.apart, mostTyped)
	if !ok {
		return false
	}
	least := make([]float64, len(places))
	if !c.ceiling(least) {
		return false
	}
	for n, ways := range least {
		places[n] += m.times * ways
	}
	return true
}

// system returns the system in which those runs join a crowd, nil where none is found: the ways are more than a crowd has.
func (m *mirror) system(j joining) *system {
	if m.systems[j] != nil || j == steadily && m.powers == nil || j != waiting && m.powers != nil && m.powers[0].degree() > 3 {
		return m.systems[j]
	}
	fixed := make([]float64, len(m.Rows))
	for q, most := range m.most {
		if fixed[q] = -1; most == 0 || j == waiting && m.stays[q] && !math.IsInf(most, 0) {
			fixed[q] = most
		}
	}
	s := newSystem(m.evaluator, m.letters, fixed, nil)
	s.passing = make([]bool, len(s.states))
	for i, q := range s.states {
		s.passing[i] = !m.stays[q] || j == steadily && m.powers[q].degree() > 1
	}
	m.systems[j] = s
	return s
}

// wait finds what each state comes to in the end, whatever follows, or that it is not so little.
func (m *mirror) wait() {
	m.most = make([]float64, len(m.Rows))
	for changed := true; changed; {
		changed = false
		for _, class := range append([]int{m.Alphabet.Len}, m.letters...) {
			for q, row := range m.Rows {
				v := m.node(row[class], m.most)
				if v > mostWaiting {
					v = math.Inf(1)
				}
				if v > m.most[q] {
					m.most[q], changed = v, true
				}
			}
		}
	}
}

// ceiling fills most with what inputs of so many characters cost at most. ok is false where no closed form is found.
func (c *crowd) ceiling(most []float64) (ok bool) {
	for n := range most {
		most[n] = math.Inf(1)
	}
	if r, rated := c.rating(); rated {
		ok = true
		for n := range most {
			most[n] = min(most[n], r.at(float64(n)))
		}
	}
	if t, turned := newTurns(c); turned {
		ok = true
		for n := range most {
			cost := math.Inf(-1)
			for g := range c.starts {
				cost = max(cost, t.at(int32(g), 0, float64(n)))
			}
			most[n] = min(most[n], cost)
		}
	}
	return ok
}

// mirrored returns the automaton that reads back from all runs of a set, those of its first state, and counts the ways on
// which the search is reached: it is in one state at a time, so that of several the largest number counts.
func (c *crossing) mirrored(set []run) *backtrack.Costs {
	m := newMaker(c.Alphabet)
	number := make([]int32, len(c.Rows))
	var order []int32
	var ahead []int32
	row := func(set []run) {
		m.row(0)
		for l, class := range c.letters {
			ended := make(map[int32]float64)
			steps := 0.0
			ahead = ahead[:0]
			for _, r := range set {
				if c.from[l][r.state] == nil {
					continue
				}
				for _, f := range *c.from[l][r.state] {
					count := f.count * r.count
					if c.part[f.state] < 0 {
						ended[f.state] += count
						steps = max(steps, ended[f.state])
						continue
					}
					if number[f.state] == 0 {
						order = append(order, f.state)
						number[f.state] = int32(len(order))
					}
					for range int(count) {
						ahead = append(ahead, number[f.state])
					}
				}
			}
			m.set(class, steps, ahead)
		}
	}
	row(set)
	for i := 0; i < len(order); i++ {
		row([]run{{order[i], 1}})
	}
	return &m.made
}

// foreseen returns the automaton whose states know the next character: each is one of the others with what it reads next,
// and reads what comes behind that. So what the next character ends is gone at once, and what goes on with one character
// and what does so with another are never both there.
func foreseen(costs *backtrack.Costs) *backtrack.Costs {
	type pair struct{ state, class int32 }
	m := newMaker(costs.Alphabet)
	index := make(map[pair]int32)
	var order []pair
	list := letters(costs)
	var next []int32
	row := func(n *backtrack.CostNode) {
		m.row(n.Steps)
		for _, class := range list {
			next = next[:0]
			for _, to := range n.Ahead {
				if then := &costs.Nodes[costs.Rows[to][class]]; then.Steps == 0 && len(then.Ahead) == 0 {
					continue
				}
				p := pair{to, int32(class)}
				if index[p] == 0 {
					order = append(order, p)
					index[p] = int32(len(order))
				}
				next = append(next, index[p])
			}
			m.set(class, n.Steps, next)
		}
	}
	row(&backtrack.CostNode{Ahead: []int32{0}})
	for i := 0; i < len(order); i++ {
		row(&costs.Nodes[costs.Rows[order[i].state][order[i].class]])
	}
	return &m.made
}

// maker makes costs that are sums of steps and of states, row by row.
type maker struct {
	made  backtrack.Costs
	index map[string]int32 // of the nodes
	key   []byte
}

func newMaker(alphabet *charset.Partition) *maker {
	return &maker{made: backtrack.Costs{Alphabet: alphabet}, index: make(map[string]int32)}
}

// row begins a row, which costs so much at the end of the input, and nothing for other characters.
func (m *maker) row(steps float64) {
	end := m.made.Alphabet.Len
	m.made.Rows, m.made.Free = append(m.made.Rows, make([]int32, end+1)), append(m.made.Free, false)
	for class := range end {
		m.set(class, 0, nil)
	}
	m.set(end, steps, nil)
}

// set says what a class costs in the last row. The list is sorted, and stays the caller's.
func (m *maker) set(class int, steps float64, ahead []int32) {
	slices.Sort(ahead)
	m.key = binary.LittleEndian.AppendUint64(m.key[:0], math.Float64bits(steps))
	for _, to := range ahead {
		m.key = binary.LittleEndian.AppendUint32(m.key, uint32(to))
	}
	n, ok := m.index[string(m.key)]
	if !ok {
		n = int32(len(m.made.Nodes))
		m.index[string(m.key)] = n
		m.made.Nodes = append(m.made.Nodes, backtrack.CostNode{Steps: steps, Ahead: slices.Clone(ahead)})
	}
	m.made.Rows[len(m.made.Rows)-1][class] = n
}

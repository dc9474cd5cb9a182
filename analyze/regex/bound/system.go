package bound

import (
	"encoding/binary"
	"slices"
)

// system is the costs of a pattern without terms that are the larger of some. Its states fall in two: those
// of which a matcher that reads some text from the start holds a number of runs that is bounded, whatever
// the text, and the others, the swarm. What is read decides the first kind, so that they are made one
// scalar for each set of runs, as in a deterministic automaton; only the costs of the swarm are vectors.
type system struct {
	letters []int
	rows    [][]row // of the swarm, for each letter
	groups  []group // sets of runs; the first is that at the start, empty is the one without any
	runs    []cell  // what each group is
	ends    []float64
	states  []int32   // of the swarm, as the evaluator calls them, where that made the system
	endOf   []float64 // of each group, -1 where the empty text is none of its texts
	starts  []int32   // groups of whole inputs
	success float64
	fixed   []float64 // costs of states that were taken for known, see settled

	chooser
	stages []stage
	all    []vector // room for the candidates of a group
}

// row is a sum: a constant and elements of the vector.
type row struct {
	base float64
	add  []int32
}

// group is a set of runs, with what each letter makes of it.
type group struct{ moves []move }

// cell is a set of runs, on texts of one kind.
type cell struct {
	runs []int32
	kind int32
}

// covers reports whether a has all of b on the same texts.
func (a *cell) covers(b *cell) bool { return a.kind == b.kind && contains(a.runs, b.runs) }

// move is a letter read by the runs of a group. Those that join the swarm are in the row.
type move struct {
	row
	to, letter int32
}

// stage is the vectors of all texts of one length that may be part of the worst input, for each group.
type stage struct {
	sets [][]vector
	// homes tells of each candidate of a group, the texts of the stage before with each letter in front,
	// which vector exceeds it or is made of it. mark sums that up, and which candidate each element of the
	// vectors comes from.
	homes [][]int32
	mark  mark
}

const (
	mostGroups = 300 // sets of runs
	mostRuns   = 16  // in one set
)

// newSystem returns the system of e, whose free states are known, given the costs of states that are the same on every
// text, and -1 for others. It may be like, if that is not nil.
func newSystem(e *evaluator, letters []int, fixed []float64, like *system) *system {
	if like != nil && slices.Equal(like.fixed, fixed) {
		return like
	}
	swarm := e.graph(letters, fixed).swarm()
	s, ok := e.divide(letters, fixed, swarm)
	if !ok {
		for i := range swarm {
			swarm[i] = fixed[i] < 0
		}
		s, _ = e.divide(letters, fixed, swarm)
	}
	s.success, s.fixed = e.Success, fixed
	return s
}

// graph returns which states lead to which.
func (e *evaluator) graph(letters []int, fixed []float64) *graph {
	g := newGraph(len(e.Rows))
	for s := range e.Rows {
		if e.Free[s] || fixed[s] >= 0 {
			continue
		}
		for _, class := range letters {
			var all []int32
			e.targets(e.Rows[s][class], func(to int32) {
				if fixed[to] < 0 {
					all = append(all, to)
				}
			})
			g.add(s, all)
		}
	}
	return g
}

// divide builds the system for a swarm. ok is false if there are too many sets of other runs.
func (e *evaluator) divide(letters []int, fixed []float64, swarm []bool) (s *system, ok bool) {
	s = &system{letters: letters, starts: []int32{0}}
	index := make([]int32, len(e.Rows))
	var states []int32
	for q := range e.Rows {
		if swarm[q] && !e.Free[q] {
			index[q] = int32(len(states))
			states = append(states, int32(q))
		}
	}
	sum := func(node int32) (base float64, members, runs []int32) {
		e.flatten(node, 1, &base, func(to int32) {
			switch {
			case swarm[to]:
				members = append(members, index[to])
			case fixed[to] >= 0:
				base += fixed[to]
			default:
				runs = append(runs, to)
			}
		})
		slices.Sort(members)
		slices.Sort(runs)
		return base, members, runs
	}
	s.states = states
	end := e.Alphabet.Len
	for _, q := range states {
		base, _, _ := sum(e.Rows[q][end])
		s.ends = append(s.ends, base)
	}
	for _, class := range letters {
		rows := make([]row, len(states))
		for i, q := range states {
			base, members, _ := sum(e.Rows[q][class])
			rows[i] = row{base, members}
		}
		s.rows = append(s.rows, rows)
	}
	known := make(map[string]int32)
	var sets []cell
	number := func(runs []int32) int32 {
		var key []byte
		for _, r := range runs {
			key = binary.LittleEndian.AppendUint32(key, uint32(r))
		}
		n, ok := known[string(key)]
		if !ok {
			n = int32(len(sets))
			known[string(key)] = n
			sets = append(sets, cell{runs: runs})
		}
		return n
	}
	if start := []int32{0}; swarm[0] { // the whole is one state of the swarm
		s.groups = append(s.groups, group{})
		sets = append(sets, cell{runs: start})
	} else {
		number(start)
	}
	for g := 0; g < len(sets); g++ {
		if len(sets) > mostGroups || len(sets[g].runs) > mostRuns {
			return s, false
		}
		var at group
		var behind [][]int32 // the runs that each move leads to
		for l, class := range letters {
			m := move{letter: int32(l)}
			var runs []int32
			for _, q := range sets[g].runs {
				base, members, more := sum(e.Rows[q][class])
				m.base += base
				m.add = append(m.add, members...)
				runs = append(runs, more...)
			}
			slices.Sort(m.add)
			slices.Sort(runs)
			at.moves, behind = s.addMove(at.moves, m, behind, runs)
		}
		for i := range at.moves {
			at.moves[i].to = number(behind[i])
		}
		ends := 0.0
		for _, q := range sets[g].runs {
			base, _, _ := sum(e.Rows[q][end])
			ends += base
		}
		s.endOf = append(s.endOf, ends)
		if g < len(s.groups) {
			s.groups[g] = at
		} else {
			s.groups = append(s.groups, at)
		}
	}
	s.runs = sets
	return s, true
}

// addMove adds a move to those of a group, with the runs that it leads to, unless one of them costs no less, whatever follows,
// and takes away those of which that is so now.
func (s *system) addMove(moves []move, m move, behind [][]int32, runs []int32) ([]move, [][]int32) {
	for i := range moves {
		if o := &moves[i]; o.base >= m.base && contains(behind[i], runs) && contains(o.add, m.add) && s.rowsCover(o.letter, m.letter) {
			return moves, behind
		}
	}
	kept := 0
	for i := range moves {
		o := &moves[i]
		if m.base >= o.base && contains(runs, behind[i]) && contains(m.add, o.add) && s.rowsCover(m.letter, o.letter) {
			continue
		}
		moves[kept], behind[kept] = *o, behind[i]
		kept++
	}
	return append(moves[:kept], m), append(behind[:kept], runs)
}

// rowsCover reports whether letter a costs the swarm at least as much as letter b, term by term.
func (s *system) rowsCover(a, b int32) bool {
	if len(s.rows[a]) == 0 || &s.rows[a][0] == &s.rows[b][0] {
		return true
	}
	for i := range s.rows[a] {
		x, y := &s.rows[a][i], &s.rows[b][i]
		if x.base < y.base || !contains(x.add, y.add) {
			return false
		}
	}
	return true
}

// flatten adds up the constants of a node and calls f for each state that it reads on in.
func (e *evaluator) flatten(n int32, times float64, base *float64, f func(int32)) {
	node := &e.Nodes[n]
	*base += node.Steps
	for _, b := range node.Back {
		*base += e.free[b]
	}
	for _, a := range node.Ahead {
		f(a)
	}
	for _, h := range node.Here {
		e.flatten(h, times, base, f)
	}
}

func (s *system) spent() int { return s.work }

func (s *system) begin(width int) {
	for i := range s.stages {
		s.retire(&s.stages[i])
	}
	s.chooser = s.again(width)
	var first stage
	for g := range s.groups {
		var set []vector
		if s.endOf[g] >= 0 {
			set = append(set, vector{append(slices.Clone(s.ends), s.endOf[g]), 0})
		}
		first.sets = append(first.sets, set)
	}
	s.stages = append(s.stages[:0], first)
}

func (s *system) worst() (cost float64, text int32) {
	last := len(s.stages) - 1
	for _, g := range s.starts {
		for _, v := range s.stages[last].sets[g] {
			if at := v.costs[len(v.costs)-1]; at >= cost {
				cost, text = at, v.text
			}
		}
	}
	return cost + s.success*float64(last+1), text
}

func (s *system) beyond(budget float64) (length int, word []int, linear, ok bool) {
	p, ok := s.settlesDown()
	if !ok {
		return 0, nil, false, false
	}
	length, word, ok = s.leap(p, len(s.stages), budget)
	return length, word, p.order <= 2, ok
}

// value returns the scalar of a move in front of a text.
func (s *system) value(m *move, costs []float64) float64 {
	v := m.base + costs[len(costs)-1]
	for _, u := range m.add {
		v += costs[u]
	}
	s.work += 2 + len(m.add)
	return atMost(v)
}

// ahead fills out with the costs of the swarm for a letter in front of a text.
func (s *system) ahead(l int32, costs, out []float64) {
	for i := range s.rows[l] {
		r := &s.rows[l][i]
		v := r.base
		for _, u := range r.add {
			v += costs[u]
		}
		out[i] = atMost(v)
		s.work += 2 + len(r.add)
	}
}

func (s *system) fresh() []float64 {
	if v, ok := s.reuse(); ok {
		return v
	}
	return make([]float64, len(s.ends)+1)
}

// prepend adds the stage of texts with one character more.
func (s *system) prepend() {
	last := &s.stages[len(s.stages)-1]
	next := stage{sets: make([][]vector, len(s.groups)), homes: make([][]int32, len(s.groups))}
	sum := mark(14695981039346656037)
	for g := range s.groups {
		all := s.all[:0]
		for i := range s.groups[g].moves {
			m := &s.groups[g].moves[i]
			sum.add(int32(len(last.sets[m.to]))) // the candidates of the same numbers are made by the same moves
			for _, v := range last.sets[m.to] {
				out := s.fresh()
				s.ahead(m.letter, v.costs, out)
				out[len(out)-1] = s.value(m, v.costs)
				all = append(all, vector{out, s.text(s.letters[m.letter], v.text)})
			}
		}
		if s.all = all; len(all) > 0 {
			next.sets[g], next.homes[g] = s.choose(all, &sum)
		}
	}
	next.mark = sum
	s.stages = append(s.stages, next)
	if old := len(s.stages) - history; old >= 0 {
		s.retire(&s.stages[old])
	}
}

// retire gives up the vectors of a stage.
func (s *system) retire(old *stage) {
	for _, set := range old.sets {
		for _, v := range set {
			s.spare = append(s.spare, v.costs)
		}
	}
	*old = stage{}
}

// history is the number of stages that are remembered.
const history = 100

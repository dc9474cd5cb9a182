package bound

import (
	"encoding/binary"
	"math"
	"slices"

	"snag/analyze/regex/backtrack"
)

// mostTypes bounds the kinds of texts that are told apart by what succeeds on them, and mostDeep those by what succeeds
// behind several repetitions.
const (
	mostTypes = 120
	mostDeep  = 13
)

// typed tells texts apart by the states that succeed on them. On texts of one type it is known which try is the last
// of each sum, so that the costs are sums of the same terms, and exact. Where only some states are asked, what others
// come to is open: then every try counts that may be the last, which is no less than any text costs.
type typed struct {
	course
	asked   []bool // nil for all
	types   [][]fate
	known   map[string]int32
	letters []typedLetter
	adds    []int32 // of all rows, one after the other
	more    []int32 // of the inner sums of one letter
	fates   []fate  // what those come to
	inside  []span
	over    bool // these lists are too long
}

// mostAdded is the largest length of such a list.
const mostAdded = 4_000_000

// asking is which states texts are told apart by.
type asking int

const (
	everything asking = iota
	looked            // those that lookarounds ask for
	deep              // those behind so many repetitions that few types are told apart
	askings
)

// typedLetter is a character in front of a text of some type.
type typedLetter struct {
	class    int
	from, to int32  // types without and with it
	rows     []span // of each state, in adds
}

// linear is a sum of steps and of what states cost on the rest of the text.
type linear struct {
	base float64
	add  []int32
}

// span is such a sum whose states are a part of a list.
type span struct {
	base     float64
	from, to int32
}

// of returns the sum that a span of adds stands for.
func (t *typed) of(s span) linear { return linear{s.base, t.adds[s.from:s.to:s.to]} }

// typed returns the system of a program whose tries are known, of texts told apart by some states. ok is false if they
// are not known, or if there are too many types for the work allowed.
func (e *evaluator) typed(of asking, work int) (s *system, ok bool) {
	if e.types[of] == nil && e.Tries != nil && work >= e.typing[of] {
		e.types[of], e.typing[of] = newTyped(e.Costs, of, work)
	}
	return e.types[of], e.types[of] != nil
}

// newTyped returns the system, nil if there is none or it takes more work than is allowed: then it takes the least at
// least.
func newTyped(costs *backtrack.Costs, of asking, work int) (s *system, least int) {
	end := costs.Alphabet.Len
	every := make([]byte, (end+8)/8)
	for class := range end {
		every[class/8] |= 1 << (class % 8)
	}
	m := &Meter{tries: costs.Tries, end: end}
	t := &typed{course: *m.course(every)}
	switch of {
	case looked:
		if t.asked = t.looked(); !slices.Contains(t.asked, true) || !slices.Contains(t.asked, false) {
			return nil, math.MaxInt
		}
	case deep:
		if t.asked = t.deepest(end, work); t.asked == nil {
			return nil, math.MaxInt
		}
	}
	ends, least, ok := t.explore(end, mostTypes, work)
	if !ok {
		return nil, least
	}
	affordable := float64(few)
	if of == deep {
		affordable = fewer
	}
	if s, ok := t.system(ends, affordable); ok {
		return s, least
	}
	return nil, math.MaxInt
}

// explore finds the types of texts, at most so many, and what the states cost on the empty text. ok is false if there are more,
// or if that takes more work than is allowed: then it takes the least at least.
func (t *typed) explore(end, most, work int) (ends []span, least int, ok bool) {
	t.known, t.types, t.letters, t.adds = make(map[string]int32), t.types[:0], t.letters[:0], t.adds[:0]
	last, ends := t.read(end, nil)
	if t.number(last); t.over {
		return nil, math.MaxInt, false
	}
	for from := 0; from < len(t.types); from++ {
		for class := range end {
			if least = 2 * len(t.types) * end * len(ends); least > work {
				return nil, least, false
			}
			fates, rows := t.read(class, t.types[from])
			to := t.number(fates)
			if int(to) >= most || t.over {
				return nil, math.MaxInt, false
			}
			t.letters = append(t.letters, typedLetter{class, int32(from), to, rows})
		}
	}
	return ends, least, true
}

// number returns the number of a type.
func (t *typed) number(fates []fate) int32 {
	key := make([]byte, len(fates))
	for i, f := range fates {
		key[i] = byte(f)
	}
	n, ok := t.known[string(key)]
	if !ok {
		n = int32(len(t.types))
		t.known[string(key)] = n
		t.types = append(t.types, fates)
	}
	return n
}

// system returns the system, given what the states cost on the empty text, which is of the first type, and the largest cost
// that is affordable as in settled.
func (t *typed) system(ends []span, affordable float64) (*system, bool) {
	fixed := t.settled(ends, affordable)
	g := t.graph(fixed)
	for _, swarm := range [][]bool{g.swarm(), nil} {
		if swarm == nil {
			swarm = make([]bool, len(fixed))
			for q := range swarm {
				swarm[q] = fixed[q] < 0
			}
		}
		if s, ok := t.divide(fixed, swarm, ends); ok {
			return s, true
		}
	}
	return nil, false
}

// settled returns the largest cost of each state from which no loop can be reached, if that is small, and -1 for
// others.
func (t *typed) settled(ends []span, few float64) []float64 {
	fixed := make([]float64, len(ends))
	for i := range fixed {
		fixed[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for q := range fixed {
			if fixed[q] >= 0 {
				continue
			}
			most := ends[q].base
			for i := range t.letters {
				row := t.of(t.letters[i].rows[q])
				sum := row.base
				for _, to := range row.add {
					if fixed[to] < 0 {
						sum = few + 1
						break
					}
					sum += fixed[to]
				}
				if most = max(most, sum); most > few {
					break
				}
			}
			if most <= few {
				fixed[q], changed = most, true
			}
		}
	}
	return fixed
}

// graph returns which states lead to which.
func (t *typed) graph(fixed []float64) *graph {
	g := newGraph(len(fixed))
	last := make([][]int32, len(t.course.rows)) // by class
	for q := range fixed {
		if fixed[q] >= 0 {
			continue
		}
		clear(last)
		for i := range t.letters {
			at := &t.letters[i]
			row := t.of(at.rows[q]).add
			if slices.Equal(row, last[at.class]) {
				continue
			}
			last[at.class] = row
			var all []int32
			for _, to := range row {
				if fixed[to] < 0 {
					all = append(all, to)
				}
			}
			g.add(q, all)
		}
	}
	return g
}

// equal reports whether the rows of two letters are the same for the states.
func (t *typed) equal(states []int32, a, b []span) bool {
	for _, q := range states {
		if a[q].base != b[q].base || !slices.Equal(t.of(a[q]).add, t.of(b[q]).add) {
			return false
		}
	}
	return true
}

// divide builds the system for a swarm. ok is false if there are too many sets of other runs.
func (t *typed) divide(fixed []float64, swarm []bool, ends []span) (s *system, ok bool) {
	s = &system{}
	index := make([]int32, len(fixed))
	var states []int32
	for q := range fixed {
		if swarm[q] {
			index[q] = int32(len(states))
			states = append(states, int32(q))
			s.ends = append(s.ends, ends[q].base)
		}
	}
	var adds []int32
	split := func(at span) (r row, runs []int32) {
		l := t.of(at)
		r.base = l.base
		from := len(adds)
		for _, to := range l.add {
			switch {
			case swarm[to]:
				adds = append(adds, index[to])
			case fixed[to] >= 0:
				r.base += fixed[to]
			default:
				runs = append(runs, to)
			}
		}
		r.add = adds[from:len(adds):len(adds)]
		slices.Sort(r.add)
		return r, runs
	}
	before := make([][]int32, len(t.types))   // letters that lead to each type
	latest := make([]int, len(t.course.rows)) // the last letter of each class, from 1 on
	for l := range t.letters {
		at := &t.letters[l]
		before[at.to] = append(before[at.to], int32(l))
		var rows []row
		if same := latest[at.class] - 1; same >= 0 && t.equal(states, t.letters[same].rows, at.rows) {
			rows = s.rows[same]
		} else {
			rows = make([]row, len(states))
			for i, q := range states {
				rows[i], _ = split(at.rows[q])
			}
		}
		latest[at.class] = l + 1
		s.letters, s.rows = append(s.letters, at.class), append(s.rows, rows)
	}
	var cells []cell
	known := make(map[string]int32)
	number := func(runs []int32, kind int32) int32 {
		key := binary.LittleEndian.AppendUint32(nil, uint32(kind))
		for _, r := range runs {
			key = binary.LittleEndian.AppendUint32(key, uint32(r))
		}
		n, ok := known[string(key)]
		if !ok {
			n = int32(len(cells))
			known[string(key)] = n
			cells = append(cells, cell{runs, kind})
		}
		return n
	}
	for kind := range t.types {
		s.starts = append(s.starts, number([]int32{0}, int32(kind)))
	}
	for c := 0; c < len(cells); c++ {
		if len(cells) > mostGroups || len(cells[c].runs) > mostRuns {
			return nil, false
		}
		if cells[c].kind == 0 {
			sum := 0.0
			for _, q := range cells[c].runs {
				sum += ends[q].base
			}
			s.endOf = append(s.endOf, sum)
		} else {
			s.endOf = append(s.endOf, -1)
		}
		var at group
		for _, l := range before[cells[c].kind] {
			m := move{letter: l}
			var runs []int32
			for _, q := range cells[c].runs {
				if swarm[q] { // the whole is one state of the swarm
					r, _ := split(t.letters[l].rows[q])
					m.base += r.base
					m.add = append(m.add, r.add...)
					continue
				}
				r, more := split(t.letters[l].rows[q])
				m.base += r.base
				m.add = append(m.add, r.add...)
				runs = append(runs, more...)
			}
			slices.Sort(m.add)
			slices.Sort(runs)
			m.to = number(runs, t.letters[l].from)
			if !slices.ContainsFunc(at.moves, func(o move) bool {
				return o.to == m.to && o.base >= m.base && contains(o.add, m.add) && s.rowsCover(o.letter, m.letter)
			}) {
				at.moves = append(at.moves, m)
			}
		}
		s.groups = append(s.groups, at)
	}
	s.runs = cells
	return s, true
}

// deepest returns the states behind so many repetitions that there are few types of texts by what succeeds there: as many as
// the work allows for that. It is nil where there are none, or where nothing is told apart by them.
func (t *typed) deepest(end, work int) (asked []bool) {
	behind := t.behind()
	for least := slices.Max(behind); least > 0; least-- {
		t.asked = make([]bool, len(behind))
		for q, n := range behind {
			t.asked[q] = n >= least
		}
		if _, _, ok := t.explore(end, mostDeep, work); !ok {
			break
		}
		if len(t.types) > 1 {
			asked = t.asked
		}
	}
	return asked
}

// behind returns how many loops, one behind the other, lead to each state at most.
func (t *typed) behind() []int {
	g := newGraph(len(t.rows[len(t.rows)-1].states))
	for _, r := range t.rows {
		if r == nil {
			continue
		}
		inner := make([][]int32, len(r.inner))
		targets := func(s *sum) (all []int32) {
			for i := range s.terms {
				if at := &s.terms[i]; at.kind == stateTerm {
					all = append(all, at.index)
				} else {
					all = append(all, inner[at.index]...)
				}
			}
			slices.Sort(all)
			return slices.Compact(all)
		}
		for i := range r.inner {
			inner[i] = targets(&r.inner[i])
		}
		for i := range r.states {
			g.next[i] = append(g.next[i], targets(&r.states[i])...)
		}
	}
	part, order := g.loops()
	size := make([]int, len(part))
	for _, p := range part {
		size[p]++
	}
	behind := make([]int, len(part)) // by part
	for _, q := range slices.Backward(order) {
		n := behind[part[q]]
		if size[part[q]] > 1 || slices.Contains(g.next[q], q) {
			n++
		}
		for _, to := range g.next[q] {
			if part[to] != part[q] {
				behind[part[to]] = max(behind[part[to]], n)
			}
		}
	}
	states := make([]int, len(part))
	for q, p := range part {
		states[q] = behind[p]
	}
	return states
}

package bound

import (
	"slices"

	"snag/analyze/regex/backtrack"
)

// mostSteady is the largest number of sets of runs that are followed.
const mostSteady = 2000

// Steady reports whether no input takes more than so many steps for each of its characters, and once more. It follows
// the runs of a matcher from the start of the input: they are so many in each state, and of two sets of runs one of
// which has no fewer in any state the other one costs no more, whatever follows. Work bounds the terms that are added
// up, for each order in which the sets are gone through.
func (b *Bounds) Steady(most float64, work int) bool {
	e := b.e
	if slices.ContainsFunc(e.Nodes, func(n backtrack.CostNode) bool { return n.Max }) {
		e = newEvaluator(summed(e.Costs))
		e.free = b.e.free
	}
	if !b.settled || e.tangled() {
		return false
	}
	s := steady{evaluator: e, most: most - e.Success, rows: make(map[[2]int]linear)}
	return s.holds(b.letters, newest, work) || s.holds(b.letters, fullest, work)
}

// newest is the place of the set that was found last.
func newest(sets [][]int32) int { return len(sets) - 1 }

// fullest is the place of the set with the most runs: where a count is begun at any of the last characters, those that
// begin it at each of them are soon found, and they are no fewer than the others.
func fullest(sets [][]int32) (at int) {
	most := int32(-1)
	for i, runs := range sets {
		sum := int32(0)
		for _, n := range runs {
			sum += n
		}
		if sum >= most {
			at, most = i, sum
		}
	}
	return at
}

// holds reports whether no set of runs that follows the start costs too much, going on from the one that next chooses.
func (s *steady) holds(letters []int, next func(sets [][]int32) int, work int) bool {
	first := make([]int32, len(s.Rows))
	first[0] = 1
	s.sets, s.done, s.work = [][]int32{first}, nil, work
	for len(s.sets) > 0 {
		at := next(s.sets)
		runs := s.sets[at]
		s.sets = slices.Delete(s.sets, at, at+1)
		s.work -= len(s.sets) * len(runs) / 16
		s.done = append(s.done, runs)
		if _, ok := s.read(runs, s.Alphabet.Len); !ok {
			return false
		}
		for _, class := range letters {
			behind, ok := s.read(runs, class)
			if !ok {
				return false
			}
			s.add(behind)
		}
		if s.work < 0 || len(s.sets)+len(s.done) > mostSteady {
			return false
		}
	}
	return true
}

// steady follows sets of runs.
type steady struct {
	*evaluator
	most       float64
	work       int
	rows       map[[2]int]linear // of each state and class
	sets, done [][]int32         // to go on from, and from which that was done
}

// row returns what a run in a state costs that reads a character of a class, and where it goes.
func (s *steady) row(state, class int) linear {
	key := [2]int{state, class}
	r, ok := s.rows[key]
	if !ok {
		s.flatten(s.Rows[state][class], 1, &r.base, func(to int32) { r.add = append(r.add, to) })
		s.rows[key] = r
	}
	return r
}

// read returns the runs behind a character of a class. ok is false if it costs too much.
func (s *steady) read(runs []int32, class int) (next []int32, ok bool) {
	next = make([]int32, len(runs))
	cost, count := 0.0, 0.0
	for q, n := range runs {
		if n == 0 {
			continue
		}
		r := s.row(q, class)
		cost += float64(n) * r.base
		count += float64(n) * float64(len(r.add))
		if cost > s.most || count > s.most {
			return nil, false
		}
		for _, to := range r.add {
			next[to] += n
		}
		s.work -= 1 + len(r.add)
	}
	s.work -= len(runs) / 16
	return next, true
}

// add adds runs to go on from, unless what follows them costs no more than what follows others.
func (s *steady) add(runs []int32) {
	for _, sets := range [][][]int32{s.done, s.sets} {
		for _, o := range slices.Backward(sets) {
			s.work--
			if noFewer(o, runs) {
				return
			}
		}
	}
	s.sets = slices.DeleteFunc(s.sets, func(o []int32) bool { return noFewer(runs, o) })
	s.done = slices.DeleteFunc(s.done, func(o []int32) bool { return noFewer(runs, o) })
	s.sets = append(s.sets, runs)
}

// noFewer reports whether a has no fewer runs than b in any state.
func noFewer(a, b []int32) bool {
	for q, n := range b {
		if n > a[q] {
			return false
		}
	}
	return true
}

// Costliest returns what a run costs at most from one character to the next, with what it reads in lookarounds of one character
// and looks back at, and what each character may cost beside. ok is false where lookbehinds may read any number of characters,
// or where costs share so many sums that they cannot be written out.
func (b *Bounds) Costliest() (each, more float64, ok bool) {
	if !b.settled {
		return 0, 0, false
	}
	e := newEvaluator(summed(b.e.Costs))
	e.free = b.e.free
	if e.tangled() {
		return 0, 0, false
	}
	s := steady{evaluator: e, rows: make(map[[2]int]linear)}
	ends := make([]float64, len(e.Rows)) // what a run costs that reads no further
	for q, row := range e.Rows {
		most := 0.0
		for class := range row {
			r := s.row(q, class)
			if len(r.add) > 0 {
				most = 0
				break
			}
			most = max(most, r.base)
		}
		ends[q] = most
	}
	for q, row := range e.Rows {
		for class := range row {
			r := s.row(q, class)
			cost := r.base
			for _, to := range r.add {
				cost += ends[to]
			}
			each = max(each, cost)
		}
	}
	return each, e.Success, true
}

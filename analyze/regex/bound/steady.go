package bound

import (
	"slices"

	"snag/analyze/regex/backtrack"
)

// mostSteady is the largest number of sets of runs that are followed.
const mostSteady = 2000

// Steady reports whether no input takes more than so many steps for each of its characters, and once more. It follows
// the runs of a matcher from the start of the input: they are so many in each state, and of two sets of runs one of
// which has no fewer in any state the other one costs no more, whatever follows. Work bounds the terms that are added up.
func (b *Bounds) Steady(most float64, work int) bool {
	e := b.e
	if slices.ContainsFunc(e.Nodes, func(n backtrack.CostNode) bool { return n.Max }) {
		e = newEvaluator(summed(e.Costs))
		e.free = b.e.free
	}
	if !b.settled || e.tangled() {
		return false
	}
	s := steady{evaluator: e, most: most - e.Success, work: work, rows: make(map[[2]int]linear)}
	first := make([]int32, len(e.Rows))
	first[0] = 1
	s.sets = [][]int32{first}
	for len(s.sets) > 0 {
		runs := s.sets[len(s.sets)-1]
		s.sets = s.sets[:len(s.sets)-1]
		s.done = append(s.done, runs)
		if _, ok := s.read(runs, e.Alphabet.Len); !ok {
			return false
		}
		for _, class := range b.letters {
			next, ok := s.read(runs, class)
			if !ok {
				return false
			}
			s.add(next)
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

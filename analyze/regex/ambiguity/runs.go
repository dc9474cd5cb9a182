package ambiguity

import (
	"slices"

	"snag/analyze/regex/nfa"
)

// mostSets is the largest number of sets of runs that are followed.
const mostSets = 20_000

// Runs reports whether the matcher of a follows no more than so many runs at any place of a text, those included that read
// back or look ahead. The automaton must have been compiled with so many Ways. Work bounds the transitions that are looked at.
func Runs(a *nfa.NFA, most, work int) bool {
	f := following{nfa: a, most: most, work: work, sets: make(map[int32][]*running), count: make([]int32, len(a.States))}
	f.add(0, []run{{0, 1}})
	for len(f.open) > 0 {
		set := f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
		if set.covered {
			continue
		}
		for class := range a.End {
			if !f.read(set, class) {
				return false
			}
		}
		if f.work < 0 || f.total > mostSets {
			return false
		}
	}
	return true
}

// run is a state with the number of runs in it.
type run struct{ state, times int32 }

// running is a set of runs at one place, by their states. covered reports whether those of another one are no fewer.
type running struct {
	runs    []run
	covered bool
}

// following goes through all sets of runs.
type following struct {
	nfa   *nfa.NFA
	most  int
	work  int
	total int
	sets  map[int32][]*running // by the tag of their states
	open  []*running
	count []int32 // of each state, while a character is read
	met   []int32 // those that are not 0
}

// read adds the sets of runs behind a character of a class. It returns false where there are too many runs.
func (f *following) read(set *running, class int) bool {
	f.met = f.met[:0]
	for _, r := range set.runs {
		trans := f.nfa.States[r.state].Trans
		f.work -= len(trans)
		for i := range trans {
			t := &trans[i]
			if t.To == nfa.Accept || !t.On.Has(class) {
				continue
			}
			if f.count[t.To] == 0 {
				f.met = append(f.met, t.To)
			}
			if to := &f.nfa.States[t.To]; to.Wins && to.Scope == 0 {
				f.count[t.To] = 1 // the match comes there once
			} else {
				f.count[t.To] += r.times
			}
		}
	}
	slices.Sort(f.met)
	ok := true
	for first := range f.met {
		tag := f.nfa.States[f.met[first]].Tag
		if f.count[f.met[first]] == 0 {
			continue // with others of its tag
		}
		var runs []run
		sum := 0
		for _, s := range f.met[first:] {
			if f.nfa.States[s].Tag != tag || f.count[s] == 0 {
				continue
			}
			if sum += int(f.count[s]); !f.nfa.States[s].Done { // nothing is read any more there
				runs = append(runs, run{s, f.count[s]})
			}
			f.count[s] = 0
		}
		if sum > f.most {
			ok = false
		}
		if ok && len(runs) > 0 {
			f.add(tag, runs)
		}
	}
	return ok
}

// add adds a set, unless another one has no fewer runs.
func (f *following) add(tag int32, runs []run) {
	sets := f.sets[tag]
	for _, o := range sets {
		f.work -= len(runs)
		if within(runs, o.runs) {
			return
		}
	}
	left := sets[:0]
	for _, o := range sets {
		if f.work -= len(o.runs); within(o.runs, runs) {
			o.covered = true
			continue
		}
		left = append(left, o)
	}
	set := &running{runs: runs}
	f.sets[tag] = append(left, set)
	f.open = append(f.open, set)
	f.total++
}

// within reports whether a has no more runs than b in any state.
func within(a, b []run) bool {
	k := 0
	for _, r := range a {
		for k < len(b) && b[k].state < r.state {
			k++
		}
		if k == len(b) || b[k].state != r.state || b[k].times < r.times {
			return false
		}
	}
	return true
}

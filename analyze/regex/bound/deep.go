package bound

import "slices"

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

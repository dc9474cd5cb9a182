package flow

import (
	"fmt"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// fewGrown is how many places are looked at to find out whether a text is made longer in a loop; where more lead to it,
// it may be.
const fewGrown = 400

// maxSums is how many sums of sums are measured. What is put together more deeply has no bound.
const maxSums = 24

// sent is a value of a sender that gets to a node.
type sent struct {
	name, limit string // of the value, and of what all values together can be that come with it
	max         int64
}

// summed returns how long the text of a hit is at most with what senders decide about in the texts that it was put together
// with on the way from a state, graph.NoLimit where it is put together again and again.
func (s *search) summed(id int32, h *Hit) int64 {
	var way []int32
	for i := id; i >= 0; i = s.states[i].parent {
		way = append(way, i)
	}
	limited, more, beside := int64(graph.NoLimit), int64(0), int64(0)
	shared := s.states[id].times == 1 && h.Origin == FromRule && h.Source.Limit != ""
	names := map[string]bool{h.Access.String(): true}
	for k := len(way) - 1; k >= 0; k-- { // from the match back to the source
		st := &s.states[way[k]]
		if k < len(way)-1 {
			before := &s.states[way[k+1]]
			if st.max < before.max {
				limited = min(limited, limit.Sum(st.max, limit.Sum(more, beside)))
			}
			if s.isSum(st) {
				for _, part := range s.p.partners(st.by) {
					apart, together := int64(0), int64(0)
					counted := s.p.longest(part, 0) // its constants
					for _, v := range s.p.sentTo(part, s.stacks.List(before.stack)) {
						if shared && v.limit == h.Source.Limit && !names[v.name] {
							names[v.name] = true
							together = max(together, less(v.max, counted))
						} else {
							apart = max(apart, less(v.max, counted))
						}
					}
					if apart > 0 {
						apart, together = max(apart, together), 0
					}
					more = limit.Sum(more, limit.Product(before.times, apart))
					beside = limit.Sum(beside, limit.Product(before.times, together))
				}
			}
		}
		if st.path == 0 && limit.Sum(more, beside) < graph.NoLimit && s.p.grows(st.at) {
			more = graph.NoLimit
		}
		if more == graph.NoLimit {
			return limited // what stands further back says nothing of what it is made into
		}
	}
	most := limit.Sum(h.Max, beside)
	if beside > 0 { // parts of one request, which is not longer than its limit
		if whole := s.p.limitOf(h.Source); whole != model.NoLimit {
			most = min(most, max(h.Max, limit.Sum(whole, s.states[id].plus)))
		}
	}
	return min(limited, limit.Sum(most, more))
}

// isSum reports whether a state came by putting the text together with others: not where the text is an element of a list,
// which is as long in a longer list.
func (s *search) isSum(st *state) bool {
	return st.by > 0 && st.path == 0 && s.p.Detail(s.p.Edge(st.by)).Length.Effect == model.Sum
}

// maxWeighed is how many states of all searches are compared by what else their texts were put together with. The next ones
// let texts of any length through, until the searches have looked at manySearched places: behind that the text counts as it
// is on the way that was found first.
const (
	maxWeighed   = 64
	manySearched = 1 << 13
)

// covered reports whether nothing is found from a state that is not found from the one that was at its place before. A state
// of which that is not known, whose text was put together with others, lets texts of any length through.
func (s *search) covered(st *state, have int32) bool {
	old := &s.states[have]
	switch {
	case !old.covers(st):
		return false
	case !st.summed || old.plus == graph.NoLimit:
		return true
	}
	had, has := s.weigh(old, st)
	return had >= has && st.plus < graph.NoLimit
}

// weigh returns how long the texts are at most that those of two states were put together with. It lets st have texts of any
// length where that is not found out.
func (s *search) weigh(old, st *state) (had, has int64) {
	switch {
	case !old.summed && !st.summed || old.plus == graph.NoLimit || st.plus == graph.NoLimit || s.head != 0 || s.quoting != nil || s.p.searched > manySearched || s.sameSums(old, st):
		return 0, 0
	case s.p.summing > 0 || s.p.weighed >= maxWeighed:
		st.plus = graph.NoLimit
		return 0, 0
	}
	s.p.weighed++
	return s.beside(old), s.beside(st)
}

// sameSums reports whether the texts of two states were put together in the same places.
func (s *search) sameSums(x, y *state) bool {
	for {
		x, y = s.lastSum(x), s.lastSum(y)
		if x == nil || y == nil || x.by != y.by {
			return x == nil && y == nil
		}
		if x.parent == y.parent {
			return true
		}
		x, y = &s.states[x.parent], &s.states[y.parent]
	}
}

// lastSum returns the state on the way to st that came last by putting the text together with others, nil for none.
func (s *search) lastSum(st *state) *state {
	for ; st.summed && st.parent >= 0; st = &s.states[st.parent] {
		if s.isSum(st) {
			return st
		}
	}
	return nil
}

// beside returns how long the texts are at most, as far as senders decide about them, that a text was put together with on
// the way from the match to a state.
func (s *search) beside(st *state) (total int64) {
	for ; st.summed && st.parent >= 0 && total < graph.NoLimit; st = &s.states[st.parent] {
		if !s.isSum(st) {
			continue
		}
		before := &s.states[st.parent]
		for _, part := range s.p.partners(st.by) {
			longest, counted := int64(0), s.p.longest(part, 0)
			for _, v := range s.p.sentTo(part, s.stacks.List(before.stack)) {
				longest = max(longest, less(v.max, counted))
			}
			total = limit.Sum(total, limit.Product(before.times, longest))
		}
	}
	return total
}

// less returns a length without a part of it.
func less(length, part int64) int64 {
	if length == graph.NoLimit {
		return length
	}
	return max(length-part, 0)
}

// partners returns the other parts of the text to which an edge adds one, but for constants.
func (p *Program) partners(ei int32) []points.Node {
	e := p.Edge(ei)
	var parts []points.Node
	if file, g := p.FileOf(e.To); g != nil && g.Kind == graph.Concat {
		for _, part := range p.Code[file].Graph.Concats[g.Index].Parts {
			if part != 0 {
				parts = append(parts, p.At(file, part))
			}
		}
	} else {
		for _, o := range p.In(e.To) {
			if p.Detail(p.Edge(o)).Length.Effect == model.Sum {
				parts = append(parts, p.Edge(o).From)
			}
		}
	}
	if at := slices.Index(parts, e.From); at >= 0 {
		parts = slices.Delete(parts, at, at+1)
	}
	return slices.DeleteFunc(parts, func(n points.Node) bool {
		_, constant := p.TextLength(n, 0)
		return constant
	})
}

// endless is what is sent to a text that is made of itself.
var endless = []sent{{max: graph.NoLimit}}

// sumKey is a node that is reached by what some calls return, the last one first.
type sumKey struct {
	at    points.Node
	stack string
}

// sentTo returns what senders were found to send to a node that is reached by what some calls return.
func (p *Program) sentTo(n points.Node, stack []int32) []sent {
	key := sumKey{n, fmt.Sprint(stack)}
	if all, known := p.sums[key]; known {
		return all
	}
	if p.summing >= maxSums {
		return endless
	}
	if p.sums == nil {
		p.sums = map[sumKey][]sent{}
	}
	p.sums[key] = endless
	p.summing++
	s := p.newSearch()
	hits, _ := s.run(state{at: n, stack: s.stacks.ID(stack)})
	p.summing--
	var all []sent
	for i := range hits {
		if h := &hits[i]; h.Origin == FromRule && !h.Possible && h.Source.Level == model.Remote {
			name := h.Source.Limit
			if h.Max > h.SourceMax {
				name = "" // it was made longer
			}
			all = append(all, sent{h.Access.String(), name, h.Max})
		}
	}
	p.sums[key] = all
	return all
}

// grows reports whether a text is made longer and becomes what it was again, as in a loop.
func (p *Program) grows(n points.Node) bool {
	if len(p.In(n)) < 2 {
		return false // it is entered and left by one edge
	}
	grown, known := p.grown[n]
	if known {
		return grown
	}
	if p.grown == nil {
		p.grown = map[points.Node]bool{}
	}
	s := p.newSearch()
	s.head = n
	s.push(state{at: n, max: graph.NoLimit, times: 1, parent: -1, cap: graph.NoLimit})
	for i := 0; i < len(s.states) && !s.rises; i++ {
		if s.rises = i >= fewGrown; s.rises || p.IsDone() {
			break
		}
		if st := s.states[i]; !st.replaced {
			s.expand(int32(i), st)
		}
	}
	p.grown[n] = s.rises
	p.idle = s
	return s.rises
}

// closes notes whether a state that is about to be added is where a search for a loop began, and whether the text was made
// longer on the way.
func (s *search) closes(st *state) {
	if st.at != s.head || st.path != 0 || st.stack != 0 || st.parent < 0 || st.possible {
		return
	}
	for i, by := st.parent, st.by; ; by, i = s.states[i].by, s.states[i].parent {
		if by > 0 {
			switch s.p.Detail(s.p.Edge(by)).Length.Effect {
			case model.Sum, model.Times, model.Unbounded:
				s.rises = true
				return
			}
		}
		if i < 0 {
			return
		}
	}
}

package flow

import (
	"snag/analyze/reach/points"
)

// entering are the edges that lead to a node, those by which calls enter it by their calls. A parameter may have
// thousands, of which a way back that came into its function by a call takes one.
type entering struct {
	edges  int // how many edges led to the node when they were sorted
	byCall map[int32][]int32
	others []int32
}

// manyEntering is how many edges lead to a node whose edges are sorted by their calls.
const manyEntering = 16

// into returns the edges to a node, in their order, without those by which other calls entered it than the one that a
// way back has to leave by.
func (s *search) into(st *state) []int32 {
	p := s.p
	in := p.In(st.at)
	if st.stack == 0 || len(in) < manyEntering || s.quoting != nil {
		return in
	}
	x := p.entering[st.at]
	if x == nil || x.edges != len(in) {
		x = &entering{edges: len(in), byCall: map[int32][]int32{}}
		for _, id := range in {
			if e := p.Edge(id); e.Way == points.Enters && !p.isRecursive(e.Call) {
				x.byCall[e.Call] = append(x.byCall[e.Call], id)
			} else {
				x.others = append(x.others, id)
			}
		}
		p.entering[st.at] = x
	}
	own := x.byCall[s.stacks.List(st.stack)[0]]
	if len(own) == 0 {
		return x.others
	}
	s.merged = s.merged[:0]
	others := x.others
	for _, id := range own {
		for len(others) > 0 && others[0] < id {
			s.merged, others = append(s.merged, others[0]), others[1:]
		}
		s.merged = append(s.merged, id)
	}
	s.merged = append(s.merged, others...)
	return s.merged
}

package ambiguity

import (
	"math/bits"
	"slices"

	"snag/analyze/regex/charset"
)

func trailingZeros(w uint64) int { return bits.TrailingZeros64(w) }

// count returns the number of classes in b.
func count(b charset.Bits) int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// tuple is a place where two or three runs stand after the same text. Runs that are not used are 0.
type tuple [3]int32

// visited is a breadth-first search over tuples.
type visited struct {
	nodes []visit
	seen  map[tuple]int32
	dense []int32 // for few tuples, instead of seen: 1 + index of the node
	width [3]int32
}

type visit struct {
	at     tuple
	parent int32
	class  int32
	moves  [3]int32 // transition that each run took to get here
}

// newVisited prepares for tuples below the widths.
func newVisited(width [3]int32) *visited {
	v := &visited{width: width}
	if total := int64(width[0]) * int64(width[1]) * int64(width[2]); total <= 1<<12 {
		v.dense = make([]int32, total)
	} else {
		v.seen = make(map[tuple]int32)
	}
	return v
}

// add notes a tuple, unless it was seen before. It reports whether it is new.
func (v *visited) add(at tuple, parent int32, class int, moves [3]int32) bool {
	if v.dense != nil {
		k := (at[0]*v.width[1]+at[1])*v.width[2] + at[2]
		if v.dense[k] != 0 {
			return false
		}
		v.dense[k] = int32(len(v.nodes)) + 1
	} else {
		if _, ok := v.seen[at]; ok {
			return false
		}
		v.seen[at] = int32(len(v.nodes))
	}
	v.nodes = append(v.nodes, visit{at: at, parent: parent, class: int32(class), moves: moves})
	return true
}

// find returns the node of a tuple that was seen.
func (v *visited) find(at tuple) (n int32, ok bool) {
	if v.dense != nil {
		n = v.dense[(at[0]*v.width[1]+at[1])*v.width[2]+at[2]] - 1
		return n, n >= 0
	}
	n, ok = v.seen[at]
	return n, ok
}

// path returns the nodes from the beginning to node n, without those that have no parent.
func (v *visited) path(n int32) []visit {
	var p []visit
	for ; v.nodes[n].parent >= 0; n = v.nodes[n].parent {
		p = append(p, v.nodes[n])
	}
	slices.Reverse(p)
	return p
}

// route returns the shortest run from one state to another along edges that keep admits, with the
// classes it reads. ok is false if there is none. A route from a state to itself is empty.
func (s *search) route(g *graph, from, to int32, keep func(int32) bool) (steps []Step, word []int, ok bool) {
	return s.tour(g, from, keep).route(to)
}

// tour is a breadth-first search from one state, which goes on as far as routes are asked for.
type tour struct {
	*search
	g    *graph
	keep func(int32) bool
	v    *visited
	next int // node to go on from
}

// tour begins one along edges that keep admits.
func (s *search) tour(g *graph, from int32, keep func(int32) bool) *tour {
	t := &tour{search: s, g: g, keep: keep, v: newVisited([3]int32{int32(len(g.edges)), 1, 1})}
	t.v.add(tuple{from}, -1, 0, [3]int32{})
	return t
}

// route returns the shortest run to a state.
func (t *tour) route(to int32) (steps []Step, word []int, ok bool) {
	last, ok := t.v.find(tuple{to})
	for ; !ok && t.next < len(t.v.nodes); t.next++ {
		for _, e := range t.g.edges[t.v.nodes[t.next].at[0]] {
			if t.keep == nil || t.keep(e.to) {
				t.v.add(tuple{e.to}, int32(t.next), t.pick(e.on, e.on, nil), [3]int32{e.span})
			}
		}
		last, ok = t.v.find(tuple{to})
	}
	if !ok {
		return nil, nil, false
	}
	prev := t.v.nodes[0].at[0]
	for _, p := range t.v.path(last) {
		steps = append(steps, Step{prev, p.moves[0]})
		word = append(word, int(p.class))
		prev = p.at[0]
	}
	return steps, word, true
}

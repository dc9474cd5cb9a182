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
	nodes  []visit
	bits   []uint64           // the tuples that were seen, by their number
	marked []int32            // the words of bits that are not zero
	seen   map[int64]struct{} // instead of bits, where there may be too many
	width  [3]int32
}

type visit struct {
	at     tuple
	parent int32
	class  int32
	moves  [3]int32 // transition that each run took to get here
}

// mostBits is the largest number of tuples of which each has a bit.
const mostBits = 1 << 24

// visit prepares for tuples below the widths, in the room of the visit before.
func (s *search) visit(width [3]int32) *visited {
	v := &s.visited
	v.width, v.seen = width, nil
	if total := int64(width[0]) * int64(width[1]) * int64(width[2]); total > mostBits {
		v.nodes, v.seen = v.nodes[:0], make(map[int64]struct{})
	} else {
		v.begin(int((total + 63) / 64))
	}
	return v
}

// begin forgets all tuples and makes room for so many words of bits.
func (v *visited) begin(words int) {
	if words > len(v.bits) {
		v.bits = make([]uint64, words)
	} else {
		for _, number := range v.marked {
			v.bits[number] = 0
		}
	}
	v.nodes, v.marked = v.nodes[:0], v.marked[:0]
}

// add notes a tuple, unless it was seen before. It reports whether it is new.
func (v *visited) add(at tuple, parent int32, class int, moves [3]int32) bool {
	number := (int64(at[0])*int64(v.width[1])+int64(at[1]))*int64(v.width[2]) + int64(at[2])
	if v.seen == nil {
		word, bit := &v.bits[number/64], uint64(1)<<(number%64)
		if *word&bit != 0 {
			return false
		}
		if *word == 0 {
			v.marked = append(v.marked, int32(number/64))
		}
		*word |= bit
	} else {
		if _, ok := v.seen[number]; ok {
			return false
		}
		v.seen[number] = struct{}{}
	}
	v.nodes = append(v.nodes, visit{at: at, parent: parent, class: int32(class), moves: moves})
	return true
}

// path returns the nodes from the beginning to node n, without those that have no parent.
func (v *visited) path(n int32) []visit { return path(v.nodes, n) }

// path returns the nodes that lead to node n from one without a parent, which is left out.
func path(nodes []visit, n int32) []visit {
	var p []visit
	for ; nodes[n].parent >= 0; n = nodes[n].parent {
		p = append(p, nodes[n])
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
	g     *graph
	keep  func(int32) bool
	nodes []visit
	seen  map[int32]int32 // node of each state
	next  int             // node to go on from
}

// tour begins one along edges that keep admits.
func (s *search) tour(g *graph, from int32, keep func(int32) bool) *tour {
	return &tour{search: s, g: g, keep: keep, nodes: []visit{{at: tuple{from}, parent: -1}}, seen: map[int32]int32{from: 0}}
}

// route returns the shortest run to a state.
func (t *tour) route(to int32) (steps []Step, word []int, ok bool) {
	last, ok := t.seen[to]
	for ; !ok && t.next < len(t.nodes); t.next++ {
		for _, e := range t.g.edges[t.nodes[t.next].at[0]] {
			if _, known := t.seen[e.to]; known || t.keep != nil && !t.keep(e.to) {
				continue
			}
			t.seen[e.to] = int32(len(t.nodes))
			t.nodes = append(t.nodes, visit{tuple{e.to}, int32(t.next), int32(t.pick(e.on, e.on, nil)), [3]int32{e.span}})
		}
		last, ok = t.seen[to]
	}
	if !ok {
		return nil, nil, false
	}
	prev := t.nodes[0].at[0]
	for _, p := range path(t.nodes, last) {
		steps = append(steps, Step{prev, p.moves[0]})
		word = append(word, int(p.class))
		prev = p.at[0]
	}
	return steps, word, true
}

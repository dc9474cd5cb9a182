package bound

import "slices"

// graph is which states lead to which, by one letter.
type graph struct {
	next  [][]int32
	parts [][][]int32 // moves of a state by one letter that are several
}

func newGraph(states int) *graph {
	return &graph{next: make([][]int32, states), parts: make([][][]int32, states)}
}

// add notes what one letter makes of a state.
func (g *graph) add(from int, to []int32) {
	g.next[from] = append(g.next[from], to...)
	if len(to) > 1 {
		g.parts[from] = append(g.parts[from], to)
	}
}

// swarm says which states may be reached by any number of runs on one text: those behind a loop that is left for
// another one on its own text, as far as the shape tells, or that parts.
func (g *graph) swarm() []bool {
	n := len(g.next)
	for s := range n {
		slices.Sort(g.next[s])
		g.next[s] = slices.Compact(g.next[s])
	}
	part, order := g.loops()
	size := make([]int, len(part))
	for _, p := range part {
		size[p]++
	}
	loops := make([]bool, n)  // by part
	behind := make([]bool, n) // by part: a loop leads there from outside
	for q, p := range part {
		_, self := slices.BinarySearch(g.next[q], int32(q))
		loops[p] = loops[p] || size[p] > 1 || self
	}
	for _, q := range slices.Backward(order) { // those that lead on come first
		for _, to := range g.next[q] {
			if p := part[q]; part[to] != p && (loops[p] || behind[p]) {
				behind[part[to]] = true
			}
		}
	}
	swarm := make([]bool, n)
	var stack []int32
	for q, p := range part {
		if !loops[p] {
			continue
		}
		in := behind[p]
		for _, to := range g.parts[q] { // a loop that parts into itself
			back := 0
			for _, t := range to {
				if part[t] == p {
					back++
				}
			}
			in = in || back > 1
		}
		if in {
			swarm[q] = true
			stack = append(stack, int32(q))
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range g.next[at] {
			if !swarm[to] {
				swarm[to] = true
				stack = append(stack, to)
			}
		}
	}
	return swarm
}

// loops divides the states into parts of which each leads to each other one, by Tarjan's algorithm. The parts are in
// order: a part that leads to another one is all behind it.
func (g *graph) loops() (part, order []int32) {
	n := len(g.next)
	part, order = make([]int32, n), make([]int32, 0, n)
	index, low := make([]int32, n), make([]int32, n)
	var open []int32 // states whose part is not known
	type visit struct {
		state int32
		next  int
	}
	count, parts := int32(0), int32(0)
	for start := range n {
		if index[start] > 0 {
			continue
		}
		path := []visit{{int32(start), 0}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			s := v.state
			if v.next == 0 && index[s] == 0 {
				count++
				index[s], low[s], part[s] = count, count, -1
				open = append(open, s)
			}
			if v.next < len(g.next[s]) {
				to := g.next[s][v.next]
				v.next++
				if index[to] == 0 {
					path = append(path, visit{to, 0})
				} else if part[to] < 0 {
					low[s] = min(low[s], index[to])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				from := path[len(path)-1].state
				low[from] = min(low[from], low[s])
			}
			for low[s] == index[s] {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				part[last] = parts
				order = append(order, last)
				if last == s {
					parts++
					break
				}
			}
		}
	}
	return part, order
}

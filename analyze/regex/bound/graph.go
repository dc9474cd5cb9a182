package bound

import (
	"slices"

	"snag/analyze/components"
)

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

// loops divides the states into parts of which each leads to each other one. The parts are in order: a part that leads
// to another one is all behind it.
func (g *graph) loops() (part, order []int32) { return components.Of(g.next) }

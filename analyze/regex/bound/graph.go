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
	reach := make([][]bool, n)
	for s := range n {
		slices.Sort(g.next[s])
		g.next[s] = slices.Compact(g.next[s])
	}
	for s := range n {
		reach[s] = make([]bool, n)
		stack := slices.Clone(g.next[s])
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !reach[s][at] {
				reach[s][at] = true
				stack = append(stack, g.next[at]...)
			}
		}
	}
	swarm := make([]bool, n)
	for q := range n {
		if !reach[q][q] {
			continue
		}
		// A loop behind a loop, or one that parts into itself.
		for p := range n {
			if reach[p][p] && reach[p][q] && !reach[q][p] {
				swarm[q] = true
			}
		}
		for _, to := range g.parts[q] {
			back := 0
			for _, t := range to {
				if reach[t][q] {
					back++
				}
			}
			swarm[q] = swarm[q] || back > 1
		}
	}
	for q := range n {
		if swarm[q] && reach[q][q] {
			for to := range n {
				swarm[to] = swarm[to] || reach[q][to]
			}
		}
	}
	return swarm
}

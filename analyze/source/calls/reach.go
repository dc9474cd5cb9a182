package calls

import (
	"cmp"
	"slices"
)

// reach is the search for the functions that run for each request. Functions are numbers.
type reach struct {
	why    []string // why a function does, "" for those that have not been reached
	inside [][]int  // by function those written within it that run when it does
	edges  [][2]int // from a function to one that it calls, sorted
}

func newReach(functions int, edges [][2]int) *reach {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return &reach{why: make([]string, functions), inside: make([][]int, functions), edges: edges}
}

// spread goes on from the functions that have a reason, until nothing changes. A call reaches a function
// only where runs says that a plain call runs it.
func (r *reach) spread(label func(function int) string, runs func(function int) bool) {
	var queue []int
	for i, why := range r.why {
		if why != "" {
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, i := range r.inside[from] {
			if r.why[i] == "" {
				r.why[i] = r.why[from]
				queue = append(queue, i)
			}
		}
		at, _ := slices.BinarySearchFunc(r.edges, from, func(e [2]int, from int) int { return cmp.Compare(e[0], from) })
		for ; at < len(r.edges) && r.edges[at][0] == from; at++ {
			if i := r.edges[at][1]; r.why[i] == "" && runs(i) {
				r.why[i] = "it is called from " + label(from)
				queue = append(queue, i)
			}
		}
	}
}

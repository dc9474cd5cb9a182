package calls

import (
	"cmp"
	"slices"
)

// reason is why a function runs for each request. The zero reason is none.
type reason struct {
	text string // a clause
	// routed reports whether the source registers the function for requests, or one that calls it. Else that
	// is a guess from its form.
	routed bool
}

func (r reason) given() bool { return r.text != "" }

// reach is the search for the functions that run for each request. Functions are numbers.
type reach struct {
	why    []reason // why a function does, none for those that have not been reached
	inside [][]int  // by function those written within it that run when it does
	edges  [][2]int // from a function to one that it calls, sorted
}

func newReach(functions int, edges [][2]int) *reach {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return &reach{why: make([]reason, functions), inside: make([][]int, functions), edges: edges}
}

// spread goes on from the functions that have a reason, until nothing changes, first from those that are
// registered. A call reaches a function only where runs says that a plain call runs it.
func (r *reach) spread(label func(function int) string, runs func(function int) bool) {
	for _, routed := range []bool{true, false} {
		var queue []int
		for i, why := range r.why {
			if why.given() && why.routed == routed {
				queue = append(queue, i)
			}
		}
		r.follow(queue, label, runs)
	}
}

// follow goes on from the functions of a queue. What is reached from a registered one is registered itself,
// whatever was guessed of it.
func (r *reach) follow(queue []int, label func(function int) string, runs func(function int) bool) {
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, i := range r.inside[from] {
			if r.better(i, from) {
				r.why[i] = r.why[from]
				queue = append(queue, i)
			}
		}
		at, _ := slices.BinarySearchFunc(r.edges, from, func(e [2]int, from int) int { return cmp.Compare(e[0], from) })
		for ; at < len(r.edges) && r.edges[at][0] == from; at++ {
			if i := r.edges[at][1]; r.better(i, from) && runs(i) {
				r.why[i] = reason{"it is called from " + label(from), r.why[from].routed}
				queue = append(queue, i)
			}
		}
	}
}

// better reports whether what is known of a caller says more about a function than what is known of it.
func (r *reach) better(function, caller int) bool {
	return !r.why[function].given() || r.why[caller].routed && !r.why[function].routed
}

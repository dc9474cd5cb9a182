package calling

import "snag/analyze/source/tree"

// inThreads are functions that run what they are handed, or go through it, in threads.
var inThreads = wordSet("to_thread run_in_executor run_in_threadpool iterate_in_threadpool run_sync StreamingResponse EventSourceResponse")

// isLeft reports whether a call only makes a generator of Python, whose code runs in threads: it is handed to what goes
// through it there, by itself or as a variable that nothing else uses but to close it.
func isLeft(at place, to *tree.Func) bool {
	switch {
	case !to.Generator || to.Async || at.awaited:
		return false
	case at.argument != nil:
		return inThreads[lastName(at.argument.Kid(0))]
	case at.name == "" || !at.named || at.within == nil:
		return false
	}
	others, handed := 0, 0
	w := tree.Walk{Node: func(n *tree.Node) bool {
		switch {
		case n.Op == tree.Call && inThreads[lastName(n.Kid(0))]:
			for _, k := range n.Kids[1:] {
				if k != nil && k.Op == tree.Name && k.Text == at.name {
					handed, others = handed+1, others-1
				}
			}
		case n.Op == tree.Call && lastName(n.Kid(0)) == "close" && n.Kid(0).Kid(0) != nil && n.Kids[0].Kids[0].Text == at.name:
			others--
		case n.Op == tree.Name && n.Text == at.name:
			others++
		}
		return true
	}}
	w.Visit(at.within.Body)
	return handed > 0 && others == 1 // where it is assigned
}

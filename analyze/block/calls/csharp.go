package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// csharp are the calls that block the threads of async methods of C#.
var csharp = func() *table {
	t := &table{hints: []string{"async"}, by: map[string]blocker{}, ends: map[string]blocker{}, awaited: true}
	t.add("await Task.Delay", "", "Thread.Sleep System.Threading.Thread.Sleep")
	t.add("await Task.WhenAll or WhenAny", "", "Task.WaitAll Task.WaitAny System.Threading.Tasks.Task.WaitAll System.Threading.Tasks.Task.WaitAny")
	t.ends[".GetAwaiter().GetResult"] = blocker{name: "GetAwaiter.GetResult", instead: "await", when: unfinished}
	t.ends[".Wait"] = blocker{name: "Wait", instead: "await", when: ofTask}
	t.add("the function of the same name with Async", "File.", "ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines AppendAllText")
	t.add("the function of the same name with Async", "System.IO.File.", "ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines AppendAllText")
	return t
}()

// ofTask reports whether a method is called on what an Async method returned, or on what is named as a task, and which
// may not be complete.
func ofTask(c *calling.Call) bool {
	return isTask(c.Graph.Tree.Kid(0).Kid(0)) && unfinished(c)
}

func isTask(n *tree.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Call:
		name := nameOf(n.Kid(0))
		return strings.HasSuffix(name, "Async") || name == "WhenAll" || name == "next" || name == "_next"
	case n.Op == tree.Name:
		return strings.HasSuffix(strings.ToLower(n.Text), "task")
	}
	return false
}

// taskResult is the member of a task that waits for it.
var taskResult = blocker{name: "Result", instead: "await"}

// results calls found with the places in a function where it waits for a task by reading its result.
func results(f *tree.Func, found func(start, end int)) {
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Member && n.Text == "Result" && n.Kid(0) != nil && n.Kids[0].Op == tree.Call && isTask(n.Kids[0]) {
			found(int(n.End)-len(n.Text), int(n.End))
		}
		return n.Op != tree.Function && n.Op != tree.Define
	}}
	w.Visit(f.Body)
}

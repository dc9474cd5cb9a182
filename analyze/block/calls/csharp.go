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
	t.ends[".GetAwaiter().GetResult"] = blocker{name: "GetAwaiter.GetResult", instead: "await", when: waitsByAwaiter}
	t.ends[".Wait"] = blocker{name: "Wait", instead: "await", when: ofTask}
	const same = "the function of the same name with Async"
	t.add(same, "File.", "ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines AppendAllText")
	t.add(same, "System.IO.File.", "ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines AppendAllText")
	t.end("WaitAsync", "SemaphoreSlim.", "Wait", waitsForPlace, "SemaphoreSlim.", "SemaphoreSlim().")
	t.end(same, "StreamReader.", "ReadToEnd ReadLine", readsFile, "StreamReader().")
	t.end(same, "DbCommand.", "ExecuteReader ExecuteNonQuery ExecuteScalar", nil, "Command.", "Command().")
	t.ends[".SaveChanges"] = blocker{name: "DbContext.SaveChanges", instead: same}
	t.end("HttpClient", "WebClient.", "DownloadString DownloadData DownloadFile UploadString UploadData", nil, "WebClient().")
	t.ends["HttpClient.Send"] = blocker{name: "HttpClient.Send", instead: "SendAsync"}
	t.ends[".WaitForExit"] = blocker{name: "Process.WaitForExit", instead: "WaitForExitAsync"}
	t.add(same, "Dns.", "GetHostEntry GetHostAddresses")
	return t
}()

// waitsByAwaiter reports whether the result of an awaiter is asked for where it is made, and may not be there: code that
// keeps an awaiter is written for when that is done, as a compiler's.
func waitsByAwaiter(c *calling.Call) bool {
	of := c.Graph.Tree.Kid(0).Kid(0)
	return of != nil && of.Op == tree.Call && unfinished(c)
}

// ofTask reports whether a method is called on what an Async method returned, or on what is named as a task, and which
// may not be complete.
func ofTask(c *calling.Call) bool {
	task := isTask(c.Graph.Tree.Kid(0).Kid(0))
	for _, by := range c.Makers() {
		task = task || isTask(by.Graph.Tree)
	}
	return task && unfinished(c)
}

// waitsForPlace reports whether a semaphore is waited for: with a time of 0 it is only asked.
func waitsForPlace(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(1)
	return n == nil || n.Op != tree.Number || n.Text != "0"
}

// readsFile reports whether a reader is one of a file: of what is named as a stream it may be one of what is in memory.
func readsFile(c *calling.Call) bool {
	for _, maker := range c.Makers() {
		n := maker.Graph.Tree.Kid(1)
		for n != nil && n.Op == tree.Call {
			n = n.Kid(0)
		}
		if name := strings.ToLower(nameOf(n)); strings.Contains(name, "stream") || strings.Contains(name, "memory") || name == "ms" {
			return false
		}
	}
	return true
}

func isTask(n *tree.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Call:
		name := nameOf(n.Kid(0))
		return strings.HasSuffix(name, "Async") || name == "WhenAll" || name == "next" || name == "_next" || nameOf(n.Kid(0).Kid(0)) == "Task" && (name == "Delay" || name == "Run" || name == "WhenAny")
	case n.Op == tree.Name:
		return strings.HasSuffix(strings.ToLower(n.Text), "task")
	}
	return false
}

// taskResult is the member of a task that waits for it.
var taskResult = blocker{name: "Result", instead: "await"}

// results calls found with the places in a function where it waits for a task by reading its result.
func results(p *calling.Program, function int, found func(start, end int)) {
	f := p.Funcs[function].Tree
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Member && n.Text == "Result" && n.Kid(0) != nil {
			switch task := n.Kids[0]; {
			case task.Op == tree.Call && isTask(task), task.Op == tree.Name && begunIn(f, task, n) && !isFinished(p, function, n, task, 0):
				found(int(n.End)-len(n.Text), int(n.End))
			}
		}
		return n.Op != tree.Function && n.Op != tree.Define
	}}
	w.Visit(f.Body)
}

// begunIn reports whether a variable holds a task at a place of a function, whatever way led there: all that the function
// sets it to before are calls which begin one.
func begunIn(f *tree.Func, variable, at *tree.Node) bool {
	begun, other := false, false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Assign && n.Start < at.Start && same(n.Kid(0), variable) {
			task := n.Kid(1) != nil && n.Kids[1].Op == tree.Call && isTask(n.Kids[1])
			begun, other = begun || task, other || !task
		}
		return true
	}}
	w.Visit(f.Body)
	return begun && !other
}

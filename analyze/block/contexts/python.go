package contexts

import (
	"slices"
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// variable is the name of a context variable in the form of calling.Name.
const variable = "contextvars.ContextVar()."

// threads are calls that run a function in a thread whose context is empty, by the number of the argument that is the
// function, and the name of the keyword for it.
var threads = map[string]struct {
	argument int
	keyword  string
}{
	"concurrent.futures.ThreadPoolExecutor().submit":        {0, "fn"},
	"concurrent.futures.ThreadPoolExecutor().map":           {0, "fn"},
	"concurrent.futures.thread.ThreadPoolExecutor().submit": {0, "fn"},
	"multiprocessing.pool.ThreadPool().apply":               {0, "func"},
	"multiprocessing.pool.ThreadPool().apply_async":         {0, "func"},
	"multiprocessing.pool.ThreadPool().map":                 {0, "func"},
	"threading.Thread":                                      {1, "target"},
	"threading.Timer":                                       {1, "function"},
	"asyncio.get_running_loop().run_in_executor":            {1, "func"},
	"asyncio.get_event_loop().run_in_executor":              {1, "func"},
}

// contextVars are the calls of context variables in a program of Python.
type contextVars struct {
	*finder
	all  []*calling.Call
	uses map[string]map[int]bool // "get", "set", "reset": the functions that call it
	// reset are the files and the names under which variables are reset there.
	reset map[[2]string]bool
	sync  map[int]bool // functions that handle requests in threads which go on to the next one
}

// python judges the use of context variables.
func (f *finder) python() {
	x := &contextVars{finder: f, uses: map[string]map[int]bool{"get": {}, "set": {}, "reset": {}}, reset: map[[2]string]bool{}, sync: map[int]bool{}}
	f.program.EveryCall(func(c *calling.Call) {
		x.all = append(x.all, c)
		for _, name := range c.Names {
			method, ok := strings.CutPrefix(name, variable)
			if ok && x.uses[method] != nil && c.Graph.Method == method {
				x.uses[method][c.Func] = true
				if method == "reset" || method == "set" && x.clears(c) {
					x.reset[[2]string{c.File.Path, lastOf(c)}] = true
				}
			}
		}
	})
	if len(x.uses["set"]) == 0 {
		return
	}
	for i := range f.program.Funcs {
		x.sync[i] = x.inThreads(i)
	}
	for _, c := range x.all {
		switch {
		case c.File.Aside():
		case slices.Contains(c.Names, variable+"set") && c.Graph.Method == "set":
			x.sets(c)
		case c.Graph.Method == "start" && slices.Contains(c.ReceiverNames(), "threading.Thread()"):
			x.runs(c, c.Methods("run"))
		default:
			x.thread(c)
		}
	}
}

// clears reports whether a call sets a variable in a finally, where others reset it.
func (x *contextVars) clears(c *calling.Call) bool {
	found := false
	own(x.program.Funcs[c.Func].Tree.Body, func(n *tree.Node) {
		last := n.Kid(1)
		found = found || n.Op == tree.Try && last != nil && last.Start <= c.Graph.Tree.Start && c.Graph.Tree.End <= last.End
	})
	return found
}

// lastOf returns the last name of what a method is called on.
func lastOf(c *calling.Call) string { return nameOf(c.Graph.Tree.Kid(0).Kid(0)) }

// inThreads reports whether a function handles requests in a thread that handles the next one afterwards: in Flask,
// and in Django and other programs of WSGI.
func (x *contextVars) inThreads(function int) bool {
	f := &x.program.Funcs[function]
	if f.Tree.Async || x.program.IsTop(function) || f.File.Aside() {
		return false
	}
	for _, name := range x.program.Decorators(function) {
		if strings.HasPrefix(name, "flask.Flask().") || strings.HasPrefix(name, "flask.Blueprint().") {
			return !strings.HasSuffix(name, ".command()")
		}
	}
	p := f.Tree.Params
	if f.Tree.Name != "__call__" || len(p) == 0 {
		return false
	}
	if len(p) == 1 {
		return nameOf(p[0].Target) == "request"
	}
	return nameOf(p[0].Target) == "environ" || nameOf(p[1].Target) == "start_response"
}

// first reports whether every request passes a function before others.
func (x *contextVars) first(function int) bool {
	if x.program.Funcs[function].Tree.Name == "__call__" {
		return true
	}
	return slices.ContainsFunc(x.program.Decorators(function), func(name string) bool {
		return strings.HasSuffix(name, ".before_request") || strings.HasSuffix(name, ".before_app_request") || strings.HasSuffix(name, ".url_value_preprocessor")
	})
}

// sets judges a call that sets a context variable.
func (x *contextVars) sets(c *calling.Call) {
	if x.reset[[2]string{c.File.Path, lastOf(c)}] || x.program.IsTop(c.Func) || isEmpty(c.Graph.Tree.Kid(1)) {
		return
	}
	t := x.program.Funcs[c.Func].Tree
	always := !c.Guarded() && !returnsBefore(t.Body, c.Graph.Tree)
	at := Place{Name: lastOf(c) + ".set", Rule: RuleLeak, Prove: provePool(x.program.Why(c.Func)),
		Instead: "Keep the token, and reset the variable by it in a finally, or when the request ends."}
	loop, _ := c.Loop()
	switch {
	case x.sync[c.Func]:
		if always && x.first(c.Func) {
			return
		}
		at.Why = "The variable is set for some requests and not reset: the thread serves others after it, which see the value."
	case loop != nil && c.Guarded() && within(loop, c) && takes(loop):
		at.Why = "The variable is set in some rounds of a loop and not reset: the rounds after it see the value."
	case !always && x.handed(c.Func):
		at.Why = "The variable is set in a thread of a pool and not reset: what the thread does next sees the value."
	default:
		return
	}
	x.at(c, at)
}

// isEmpty reports whether a value stands for none.
func isEmpty(n *tree.Node) bool {
	return n == nil || n.Op == tree.Constant && n.Text != "true" || n.Op == tree.Name && n.Text == "Ellipsis"
}

// takes reports whether a loop gets what it works on in each round, as those that go on for ever do: from a queue, and
// not under a name.
func takes(loop *tree.Node) bool {
	found := false
	own(loop, func(n *tree.Node) {
		found = found || n.Op == tree.Await || n.Op == tree.Call && isTaking(methodOf(n), n.Kid(1))
	})
	return found
}

// isTaking reports whether a method by its name and its first argument takes what comes next, such as get(timeout=1).
func isTaking(method string, first *tree.Node) bool {
	if first == nil || first.Op == tree.Keyword {
		return strings.HasPrefix(method, "get")
	}
	return method == "get" && first.Op != tree.String
}

// within reports whether the condition around a call stands in a loop.
func within(loop *tree.Node, c *calling.Call) bool {
	found := false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if (n.Op == tree.If || n.Op == tree.Conditional || n.Op == tree.Logical) && n.Start <= c.Graph.Tree.Start && c.Graph.Tree.End <= n.End {
			found = true
		}
		return !found
	}}
	w.Visit(loop)
	return found
}

// handed reports whether a function runs in a thread of a pool.
func (x *contextVars) handed(function int) bool {
	return slices.ContainsFunc(x.all, func(c *calling.Call) bool { return slices.Contains(threadOf(c), function) })
}

// threadOf returns the functions that a call runs in a thread, by their numbers.
func threadOf(c *calling.Call) []int {
	for _, name := range c.Names {
		t, ok := threads[name]
		if !ok {
			continue
		}
		for i, a := range c.Graph.Args {
			if a.Name == t.keyword || a.Name == "" && i == t.argument {
				return c.Named(i)
			}
		}
	}
	if c.Graph.Method == "run_in_executor" && len(c.Names) == 0 && c.Graph.Receiver != 0 && len(c.Targets()) == 0 {
		return c.Named(1)
	}
	return nil
}

// mostCalls bounds the way from a thread to where a context variable is read.
const mostCalls = 4

// thread judges a call that runs a function in a thread.
func (x *contextVars) thread(c *calling.Call) {
	x.runs(c, threadOf(c))
}

// runs judges a call that has a thread run one of some functions.
func (x *contextVars) runs(c *calling.Call, functions []int) {
	if len(functions) == 0 || x.program.IsTop(c.Func) || !x.inRequest(c.Func) || x.isService(c) {
		return
	}
	own := func(i int) bool { return x.uses["set"][i] }
	for _, g := range functions {
		if own(g) || !x.program.ReachesIn(mostCalls, g, func(i int) bool { return x.uses["get"][i] }, own) {
			continue
		}
		name := c.Graph.Method
		x.at(c, Place{Name: name, Rule: RuleLost, Prove: provePool(x.program.Why(c.Func)),
			Why:     "The function reads a context variable, and a thread that " + name + " runs it in begins with an empty context.",
			Instead: "Run it in a copy: contextvars.copy_context().run, or asyncio.to_thread, which does."})
		return
	}
}

// isService reports whether a thread is kept by an object, which then has it for itself, or is handed to a function
// that may give it a context.
func (x *contextVars) isService(c *calling.Call) bool {
	service := false
	if !slices.ContainsFunc(c.Names, func(name string) bool { return strings.HasPrefix(name, "threading.") }) {
		return false // what it returns is a result and no thread
	}
	body := x.program.Funcs[c.Func].Tree.Body
	own(body, func(n *tree.Node) {
		if n.Op != tree.Assign || n.Kid(1) != c.Graph.Tree || n.Kid(0) == nil {
			return
		}
		to := n.Kid(0)
		if service = service || to.Op == tree.Member; to.Op != tree.Name {
			return
		}
		own(body, func(n *tree.Node) {
			if n.Op == tree.Call {
				for _, a := range n.Kids[1:] {
					service = service || a != nil && a.Op == tree.Name && a.Text == to.Text
				}
			}
		})
	})
	return service
}

// inRequest reports whether a function runs for each request, in a thread or on an event loop.
func (x *contextVars) inRequest(function int) bool {
	if x.program.Why(function).Given() || x.sync[function] || x.isView(function) {
		return true
	}
	for i := range x.program.Funcs {
		if (x.sync[i] || x.isView(i)) && x.program.Reaches(i, func(k int) bool { return k == function }, nil) {
			return true
		}
	}
	return false
}

// isView reports whether a function by its form handles requests in a thread, as the views of Django do.
func (x *contextVars) isView(function int) bool {
	f := &x.program.Funcs[function]
	p := f.Tree.Params
	return !f.Tree.Async && !f.File.Aside() && len(p) > 0 && nameOf(p[0].Target) == "request"
}

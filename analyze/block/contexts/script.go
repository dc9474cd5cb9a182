package contexts

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// Names of an AsyncLocalStorage in the form of calling.Name.
const storage = "async_hooks.AsyncLocalStorage()."

// entering are calls that run what they are handed in a context of its own.
var entering = map[string]bool{
	storage + "run": true, storage + "exit": true, "async_hooks.AsyncLocalStorage.snapshot()": true,
	"async_hooks.AsyncResource().runInAsyncScope": true,
}

// listens are methods by which an emitter gets a listener, keeps those by which something gets what it calls later.
var (
	listens = map[string]bool{"on": true, "once": true, "addListener": true, "prependListener": true, "prependOnceListener": true}
	keeps   = map[string]bool{"push": true, "unshift": true, "enqueue": true, "add": true, "set": true}
)

// emitters are names of what shares events, in the form of calling.Name.
var emitters = lazyregexp.New(`^(events(\.EventEmitter)?|eventemitter[23](\.EventEmitter[23]?)?)\(\)$`)

// node judges the use of AsyncLocalStorage.
func (f *finder) node() {
	reads := map[int]bool{}
	var all []*calling.Call
	f.program.EveryCall(func(c *calling.Call) {
		all = append(all, c)
		if slices.Contains(c.Names, storage+"getStore") {
			reads[c.Func] = true
		}
	})
	inside := map[*tree.Node]bool{} // calls that run what they are handed in a context of its own
	for _, c := range all {
		if slices.ContainsFunc(c.Names, func(name string) bool { return entering[name] }) {
			inside[c.Graph.Tree] = true
		}
	}
	readsContext := func(function int) bool {
		return f.program.Reaches(function, func(i int) bool { return reads[i] }, func(i int) bool { return inside[f.program.HandedTo(i)] })
	}
	for _, c := range all {
		switch {
		case c.File.Aside():
		case slices.Contains(c.Names, storage+"enterWith"):
			f.enters(c, all)
		case len(reads) == 0:
		case listens[c.Graph.Method]:
			f.listener(c, readsContext)
		case keeps[c.Graph.Method]:
			f.queued(c, all, readsContext)
		}
	}
}

const runInstead = "Use run(value, () => ...), which ends with the function, or enter a context in a middleware that every request passes."

// enters judges a call of enterWith.
func (f *finder) enters(c *calling.Call, all []*calling.Call) {
	p := f.program
	x := Place{Name: "enterWith", Rule: RuleLeak, Instead: runInstead, Prove: provePool(p.Why(c.Func))}
	loop, _ := c.Loop()
	t := p.Funcs[c.Func].Tree
	why := p.Why(c.Func)
	handed := p.HandedTo(c.Func)
	switch {
	case clears(c.Graph.Tree.Kid(1)):
		return
	case p.IsTop(c.Func):
		x.Why = "enterWith at the start of a module: all that begins later has this context, every request too."
	case loop != nil:
		x.Why = "enterWith in a loop: the context of the last round stays for what follows the loop."
	case handed != nil && listens[methodOf(handed)] && !why.Routed:
		x.Why = "enterWith in a listener: the listeners after it, and the code that emitted the event, go on in its context."
	case behindAwait(t.Body, c.Graph.Tree):
		if p.IsRoot(c.Func) && handed != nil || !t.Async || !calledBy(all, c.Func) {
			return
		}
		x.Rule, x.Why = RuleLost, "enterWith behind an await: the function that called this one goes on without the context."
		x.Instead = "Enter it before the first await, or use run(value, () => ...) around all that needs it."
	case p.IsRoot(c.Func) && takesRequest(t):
		always := !c.Guarded() && !returnsBefore(t.Body, c.Graph.Tree)
		if always && isMiddleware(t, handed) {
			return
		}
		x.Why = "enterWith in the handler of some requests: the next request on the same connection has its context, where it does not enter one."
	default:
		return
	}
	f.at(c, x)
}

// clears reports whether what is entered is no context.
func clears(n *tree.Node) bool {
	return n == nil || n.Op == tree.Name && n.Text == "undefined" || n.Op == tree.Constant && n.Text != "true" || n.Op == tree.Unary && n.Text == "void"
}

// calledBy reports whether a function of the program is called, by its number.
func calledBy(all []*calling.Call, function int) bool {
	return slices.ContainsFunc(all, func(c *calling.Call) bool { return slices.Contains(c.Targets(), function) })
}

// isMiddleware reports whether a handler is one that every request passes.
func isMiddleware(t *tree.Func, handed *tree.Node) bool {
	if handed != nil {
		switch methodOf(handed) {
		case "use":
			first := handed.Kid(1)
			return first == nil || first.Op != tree.String || first.Text == "/" || first.Text == "*"
		case "addHook", "ext", "createServer", "Server", "createSecureServer", "serve":
			return true
		}
		return false
	}
	for i := range t.Params {
		if n := nameOf(t.Params[i].Target); n == "next" || n == "done" {
			return true
		}
	}
	return false
}

// takesRequest reports whether a function has a parameter that is a request.
func takesRequest(t *tree.Func) bool { return len(requestsOf(t)) > 0 }

// requestWords are names of parameters that hold what belongs to a request.
var requestWords = map[string]bool{"req": true, "_req": true, "request": true, "_request": true, "ctx": true, "context": true, "c": true}

// requestsOf returns the names of the parameters of a handler that hold what belongs to a request.
func requestsOf(t *tree.Func) (all []string) {
	for i := range t.Params[:min(3, len(t.Params))] {
		n := t.Params[i].Target
		switch {
		case n == nil:
		case n.Op == tree.Name && requestWords[n.Text]:
			all = append(all, n.Text)
		}
	}
	return all
}

// behindAwait reports whether an await of a function ends before a call.
func behindAwait(body, call *tree.Node) bool {
	found := false
	own(body, func(n *tree.Node) { found = found || n.Op == tree.Await && n.End <= call.Start })
	return found
}

// returnsBefore reports whether a function may have returned before a call.
func returnsBefore(body, call *tree.Node) bool {
	found := false
	own(body, func(n *tree.Node) { found = found || n.Op == tree.Return && n.End <= call.Start })
	return found
}

// own calls visit with the nodes of a function that do not stand in another one inside.
func own(body *tree.Node, visit func(n *tree.Node)) {
	w := tree.Walk{Node: func(n *tree.Node) bool {
		visit(n)
		return n.Op != tree.Function && n.Op != tree.Define && n.Op != tree.DefineClass && n.Op != tree.ClassValue
	}}
	w.Visit(body)
}

func nameOf(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// methodOf returns the last name of what a call calls.
func methodOf(call *tree.Node) string { return nameOf(call.Kid(0)) }

// listener judges what registers a listener.
func (f *finder) listener(c *calling.Call, reads func(int) bool) {
	p := f.program
	if len(c.Graph.Args) < 2 || !p.Why(c.Func).Given() || !f.shared(c) || isCall(c.Graph.Tree.Kid(2)) ||
		!slices.ContainsFunc(c.ReceiverNames(), emitters.MatchString) {
		return
	}
	if slices.ContainsFunc(c.Functions(1), reads) {
		f.at(c, Place{Name: c.Graph.Method, Rule: RuleLost, Prove: provePool(p.Why(c.Func)),
			Why:     "The listener reads its context, and runs in that of whoever emits the event: all requests share the emitter.",
			Instead: "Bind the listener: AsyncResource.bind(listener), or AsyncLocalStorage.bind."})
	}
}

// queued judges what puts a function where somebody else finds and calls it.
func (f *finder) queued(c *calling.Call, all []*calling.Call, reads func(int) bool) {
	p := f.program
	if p.IsTop(c.Func) || !f.shared(c) && !f.sharedThis(c, all) || slices.ContainsFunc(c.ReceiverNames(), isWeak) {
		return
	}
	for i := range c.Graph.Args {
		n := c.Graph.Tree.Kid(i + 1)
		if isCall(n) || bindsOne(n) {
			continue
		}
		functions := append(c.Functions(i), c.Members(i)...)
		for _, g := range functions {
			around := p.Parent(g)
			if around < 0 || p.IsTop(around) || !p.Why(around).Given() && !p.Why(c.Func).Given() || !reads(g) {
				continue
			}
			f.at(c, Place{Name: written(c.Graph.Tree.Kid(0)), Rule: RuleLost, Prove: provePool(p.Why(around)),
				Why:     fmt.Sprintf("The function that waits in %s reads its context, and runs in that of whoever takes it out: another request, or none.", written(c.Graph.Tree.Kid(0).Kid(0))),
				Instead: "Put AsyncResource.bind(callback) there, or what AsyncLocalStorage.snapshot() gave."})
			return
		}
	}
}

// isWeak reports whether a value is a collection that nobody can take anything out of without its key.
func isWeak(name string) bool { return name == "WeakMap()" || name == "WeakSet()" }

func isCall(n *tree.Node) bool { return n != nil && (n.Op == tree.Call || n.Op == tree.New) }

// bindsOne reports whether an object that waits takes its context along.
func bindsOne(n *tree.Node) bool {
	return n != nil && n.Op == tree.Object && slices.ContainsFunc(n.Kids, func(k *tree.Node) bool {
		return k != nil && k.Op == tree.Pair && contextual.MatchString(written(k.Kid(1)))
	})
}

// contextual are calls that give a context, or bind to one.
var contextual = lazyregexp.New(`(?i)(getStore|snapshot|bind|AsyncResource|runInAsyncScope)\(\)`)

// written is an expression as it is written, as far as it is names, members and calls.
func written(n *tree.Node) string {
	for depth := 0; n != nil && depth < 8; depth++ {
		switch n.Op {
		case tree.Name:
			return n.Text
		case tree.This:
			return "this"
		case tree.Member:
			return strings.TrimPrefix(written(n.Kid(0))+"."+n.Text, ".")
		case tree.Call, tree.New:
			return written(n.Kid(0)) + "()"
		case tree.Cast, tree.Await:
			n = n.Kid(0)
		default:
			return ""
		}
	}
	return ""
}

// shared reports whether a method is called on a variable of the module.
func (f *finder) shared(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(0).Kid(0)
	for n != nil && n.Op == tree.Member {
		n = n.Kid(0)
	}
	if n == nil || n.Op != tree.Name || c.File.Graph.Names[n.Text] == 0 {
		return false
	}
	for i := c.Func; i >= 0 && !f.program.IsTop(i); i = f.program.Parent(i) {
		if declares(f.program.Funcs[i].Tree, n.Text) {
			return false
		}
	}
	return true
}

// sharedThis reports whether a method is called on a member of an object that a variable of a module holds.
func (f *finder) sharedThis(c *calling.Call, all []*calling.Call) bool {
	n := c.Graph.Tree.Kid(0).Kid(0)
	if n == nil || n.Op != tree.Member || n.Kid(0) == nil || n.Kid(0).Op != tree.This {
		return false
	}
	method := c.Func
	for p := f.program; method >= 0 && p.Funcs[method].Tree.Kind == tree.Arrow; {
		method = p.Parent(method)
	}
	return slices.ContainsFunc(all, func(by *calling.Call) bool {
		return by.Graph.Receiver != 0 && slices.Contains(by.Targets(), method) && f.shared(by)
	})
}

// declares reports whether a function has a parameter or variable of that name.
func declares(t *tree.Func, name string) bool {
	found := false
	var target func(n *tree.Node)
	target = func(n *tree.Node) {
		switch {
		case n == nil:
		case n.Op == tree.Name:
			found = found || n.Text == name
		case n.Op == tree.Assign:
			target(n.Kid(0))
		case n.Op == tree.Pair:
			target(n.Kid(1))
		case n.Op == tree.Object || n.Op == tree.Array || n.Op == tree.Spread:
			for _, k := range n.Kids {
				target(k)
			}
		}
	}
	for i := range t.Params {
		target(t.Params[i].Target)
	}
	own(t.Body, func(n *tree.Node) {
		switch n.Op {
		case tree.Declare:
			for _, k := range n.Kids {
				target(k)
			}
		case tree.Define:
			found = found || n.Func != nil && n.Func.Name == name
		}
	})
	return found
}

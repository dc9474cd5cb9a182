package contexts

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// kept looks for what belongs to a request in variables that all requests share.
func (f *finder) kept() {
	p := f.program
	var texts map[string]int // how often members are read in the program, by their names
	for i := range p.Funcs {
		x := &p.Funcs[i]
		// A handler may be called by another one, that finds it in a table.
		if p.IsTop(i) || x.File.Aside() || !p.Why(i).Given() || !p.IsRoot(i) && !p.TakesRequest(i) || !isHandler(p.Why(i)) || !takesRequest(x.Tree) {
			continue
		}
		k := &keeper{finder: f, file: x.File, function: i, requests: taintedIn(x.Tree), variable: map[string]bool{}, count: map[string]int{}}
		k.look(x.Tree.Body, nil)
		for _, a := range k.assigned {
			if a.member {
				if texts == nil {
					texts = f.membersRead()
				}
				if texts[a.name] == 0 {
					continue
				}
			} else if !readLater(x.File, x.Tree, a, f.readers(i)) {
				continue
			}
			f.add(x.File, int(a.target.Start), int(a.target.End), Place{Name: a.written, Rule: RuleKept, Prove: provePool(p.Why(i)),
				Why:     fmt.Sprintf("%s is shared by all requests and is set to what belongs to one: another request may have set it before it is read.", a.written),
				Instead: "Keep it in the request or in res.locals, hand it on as an argument, or use AsyncLocalStorage.run."})
		}
	}
}

// isHandler reports whether a function runs for a request that it is handed, and not for some other reason.
func isHandler(why calling.Reason) bool { return why.Routed || strings.Contains(why.Text, "handler") }

// assignment puts what belongs to a request into a shared variable.
type assignment struct {
	target        *tree.Node
	name, written string
	// member reports whether it is one of what all programs share, object of an object of the module.
	member, object bool
}

// keeper looks for such assignments in a handler.
type keeper struct {
	*finder
	file     *calling.File
	function int
	requests map[string]bool // names of what belongs to the request
	assigned []assignment
	variable map[string]bool // names of the module's variables, as far as they were asked for
	count    map[string]int  // assignments by the names
}

// maxAssigned bounds the assignments of a variable in a handler that are looked at.
const maxAssigned = 8

// look goes through a node; tests are the conditions around it.
func (k *keeper) look(n *tree.Node, tests []*tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.DefineClass, tree.ClassValue:
		return
	case tree.If, tree.Conditional, tree.Logical:
		k.look(n.Kid(0), tests)
		inner := append(slices.Clone(tests), n.Kid(0))
		for _, c := range n.Kids[min(1, len(n.Kids)):] {
			k.look(c, inner)
		}
		return
	case tree.Assign:
		if n.Text == "=" {
			k.assign(n, tests)
		}
	}
	for _, c := range n.Kids {
		k.look(c, tests)
	}
	if n.Func != nil {
		k.look(n.Func.Body, tests)
	}
}

func (k *keeper) assign(n *tree.Node, tests []*tree.Node) {
	to, value := n.Kid(0), n.Kid(1)
	a := assignment{target: to, written: written(to)}
	itself := ""
	switch {
	case to == nil || !mentions(value, k.requests):
		return
	case to.Op == tree.Name:
		if a.name = to.Text; !k.isVariable(to.Text) {
			return
		}
	case to.Op == tree.Member && isShared(to.Kid(0)):
		a.name, a.member = to.Text, true
	case to.Op == tree.Member && to.Kid(0) != nil && to.Kids[0].Op == tree.Name && k.isVariable(to.Kids[0].Text):
		a.name, a.object, itself = to.Text, true, to.Kids[0].Text
	default:
		return
	}
	if !a.object {
		itself = a.name
	}
	// What sets itself counts or collects, and what is tested first is set once.
	if names(value, itself) || slices.ContainsFunc(tests, func(t *tree.Node) bool { return names(t, itself) }) {
		return
	}
	if k.count[a.written]++; k.count[a.written] <= maxAssigned {
		k.assigned = append(k.assigned, a)
	}
}

// isVariable reports whether a name is that of a variable of the module, seen from the handler.
func (k *keeper) isVariable(name string) bool {
	is, known := k.variable[name]
	if !known {
		is = k.declared(name)
		k.variable[name] = is
	}
	return is
}

func (k *keeper) declared(name string) bool {
	for i := k.function; i >= 0 && !k.program.IsTop(i); i = k.program.Parent(i) {
		shadowed := declares(k.program.Funcs[i].Tree, name)
		w := tree.Walk{Func: func(t *tree.Func) { shadowed = shadowed || declares(t, name) }}
		if w.Visit(k.program.Funcs[i].Tree.Body); shadowed {
			return false
		}
	}
	found := false
	own(k.file.Graph.Funcs[0].Tree.Body, func(n *tree.Node) {
		if n.Op != tree.Declare {
			return
		}
		for _, c := range n.Kids {
			switch {
			case c == nil:
			case n.Text == "const": // what is assigned is a member of it
				found = found || c.Op == tree.Assign && nameOf(c.Kid(0)) == name && c.Kid(1) != nil && c.Kids[1].Op == tree.Object
			case n.Text == "let" || n.Text == "var":
				found = found || c.Op == tree.Name && c.Text == name || c.Op == tree.Assign && nameOf(c.Kid(0)) == name
			}
		}
	})
	return found
}

// isShared reports whether an object is one that all requests have: the application's locals, or what is global.
func isShared(n *tree.Node) bool {
	if n == nil {
		return false
	}
	switch w := written(n); w {
	case "global", "globalThis", "module.exports", "exports":
		return true
	default:
		return w == "app.locals" || strings.HasSuffix(w, ".app.locals")
	}
}

// general are members of a request that are the same for all, or no part of it.
var general = map[string]bool{"app": true, "protocol": true, "hostname": true, "host": true, "secure": true, "log": true, "logger": true, "server": true, "router": true}

// mentions reports whether a value is made of something that belongs to a request.
func mentions(n *tree.Node, requests map[string]bool) bool {
	found := false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		switch n.Op {
		case tree.Name:
			found = found || requests[n.Text]
		case tree.Member:
			if k := n.Kid(0); k != nil && general[n.Text] && (k.Op == tree.Name || k.Op == tree.Member && k.Text == "headers") {
				return false
			}
		case tree.Function, tree.ClassValue, tree.Define:
			return false
		case tree.Call:
			if name := methodOf(n); (name == "get" || name == "header") && n.Kid(1) != nil && strings.EqualFold(n.Kid(1).Text, "host") {
				return false
			}
		}
		return !found
	}}
	w.Visit(n)
	return found
}

// names reports whether a node mentions a name.
func names(n *tree.Node, name string) bool {
	found := false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		found = found || (n.Op == tree.Name || n.Op == tree.Member) && n.Text == name
		return !found
	}}
	w.Visit(n)
	return found
}

// taintedIn returns the names in a handler that hold what belongs to the request: its parameters, and the variables
// that are made of them.
func taintedIn(t *tree.Func) map[string]bool {
	tainted := map[string]bool{}
	for _, name := range requestsOf(t) {
		tainted[name] = true
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op != tree.Declare {
			return true
		}
		for _, c := range n.Kids {
			if c == nil || c.Op != tree.Assign || !mentions(c.Kid(1), tainted) {
				continue
			}
			switch to := c.Kid(0); {
			case to == nil:
			case to.Op == tree.Name:
				tainted[to.Text] = true
			case to.Op == tree.Object:
				for _, pair := range to.Kids {
					if v := pair.Kid(1); v != nil && v.Op == tree.Name && !general[pair.Text] {
						tainted[v.Text] = true
					}
				}
			}
		}
		return true
	}}
	w.Visit(t.Body)
	return tainted
}

// readers returns whether a function may read what a handler has put into a variable, in the course of the same request:
// for a handler to which others are further ones, as middleware, any does. For one that answers the request, that is what
// it calls: what only others read is kept for them on purpose.
func (f *finder) readers(handler int) func(t *tree.Func) bool {
	p := f.program
	goesOn := p.Why(handler).Method == "" && p.IsRoot(handler)
	w := tree.Walk{Node: func(n *tree.Node) bool {
		to := n.Kid(0)
		goesOn = goesOn || n.Op == tree.Call && len(n.Kids) == 1 && to.Op == tree.Name && (to.Text == "next" || to.Text == "done")
		return !goesOn
	}}
	w.Visit(p.Funcs[handler].Tree.Body)
	if goesOn {
		return func(*tree.Func) bool { return true }
	}
	reached := map[*tree.Func]bool{}
	p.Reaches(handler, func(i int) bool {
		reached[p.Funcs[i].Tree] = true
		return false
	}, nil)
	return func(t *tree.Func) bool { return reached[t] }
}

// readLater reports whether a variable of the module, or a member of one, is read in another function that may read it
// for the same request, or behind an await of its own.
func readLater(file *calling.File, handler *tree.Func, a assignment, reads func(*tree.Func) bool) bool {
	targets := map[*tree.Node]bool{}
	found, awaited := false, false
	top := file.Graph.Funcs[0].Tree
	var in func(n *tree.Node, around *tree.Func)
	in = func(n *tree.Node, around *tree.Func) {
		if n == nil || found {
			return
		}
		switch n.Op {
		case tree.Assign:
			if k := n.Kid(0); n.Text == "=" && k != nil {
				targets[k] = true
			}
		case tree.Declare:
			for _, k := range n.Kids {
				targets[k] = true
			}
		case tree.Export, tree.ExportName:
			if around == top {
				around = nil // others may read it
			}
		case tree.Name, tree.Member:
			same := n.Op == tree.Name && !a.object && n.Text == a.name || n.Op == tree.Member && a.object && written(n) == a.written
			if same && !targets[n] {
				switch within := n.Start >= handler.Start && n.End <= handler.End; {
				case !within && around != top && reads(around), within && awaited && n.Start > a.target.End:
					found = true
				}
			}
		}
		for _, k := range n.Kids {
			in(k, around)
		}
		if n.Func != nil {
			in(n.Func.Body, n.Func)
		}
		if n.Class != nil {
			for i := range n.Class.Members {
				in(n.Class.Members[i].Value, nil)
				if m := n.Class.Members[i].Func; m != nil {
					in(m.Body, m)
				}
			}
		}
		if n.Op == tree.Await && n.Start > a.target.End {
			awaited = true
		}
	}
	in(top.Body, top)
	return found
}

// membersRead counts the members that the program reads, by their names.
func (f *finder) membersRead() map[string]int {
	count := map[string]int{}
	for _, file := range f.program.Files {
		w := tree.Walk{Node: func(n *tree.Node) bool {
			switch {
			case n.Op == tree.Member:
				count[n.Text]++
			case n.Op == tree.Assign && n.Text == "=" && n.Kid(0) != nil && n.Kid(0).Op == tree.Member:
				count[n.Kid(0).Text]--
			case n.Op == tree.Object:
				for _, k := range n.Kids {
					if k != nil && k.Op == tree.Pair {
						count[k.Text]++ // it may be taken apart
					}
				}
			}
			return true
		}}
		w.VisitFunc(file.Graph.Funcs[0].Tree)
	}
	return count
}

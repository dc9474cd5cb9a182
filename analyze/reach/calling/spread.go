package calling

import (
	"cmp"
	"slices"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// connect notes which function calls which, as far as is known what runs for each request, and reports whether that
// is more than was known.
func (p *Program) connect() bool {
	known := len(p.edges)
	p.again = nil
	p.edges, p.hands, p.waits, p.own = nil, map[[2]int]bool{}, map[[2]int]bool{}, map[[2]int]bool{}
	p.Flow.Callings(func(c flow.Calling) {
		from := p.Files[c.File].first + c.Func
		f := p.Files[c.File]
		index, ok := c.Index, c.Index >= 0
		if !ok { // of the constructor of a class
			index, ok = f.placed[[2]int32{c.Start, c.End}]
		}
		var at place
		if ok {
			at = f.shape.calls[f.Graph.Calls[index].Tree]
		}
		p.guarded = p.guarded || at.once != nil && at.once != f.shape.file
		if at.once != nil && (!p.why[from].Given() || p.isOnce(at.once, from)) {
			return
		}
		if i, ok := p.param(c); ok && i >= 0 {
			// What a function is handed is called by the code that hands it over.
			p.hands[[2]int{from, i}] = true
			return
		} else if ok && !p.isReturned(from) {
			return
		}
		if c.Index < 0 && !p.handed(c) {
			return
		}
		targets := c.Targets
		if c.Index >= 0 {
			targets = p.likely(f.Graph.Calls[c.Index].Tree.Kid(0), targets)
			if at.awaited && p.lang == tree.Python {
				targets = p.awaitable(targets)
			}
		}
		for _, t := range targets {
			to := p.number(t)
			if c.Index >= 0 && (isMemoized(p.Funcs[to].Tree) && isConstant(f.Graph.Calls[c.Index].Tree) || p.lang == tree.Python && isLeft(at, p.Funcs[to].Tree)) {
				continue
			}
			if p.onSameLoop(from, to, at) {
				p.waits[[2]int{from, to}] = true
			}
			switch {
			case c.Index < 0:
				p.edge(from, to)
			case isOwn(&f.Graph.Calls[c.Index]):
				if p.mayOwn(from, to) {
					p.ownEdge(from, to)
				}
			case p.isBound(f.Graph.Calls[c.Index].Tree, from, to):
				p.ownEdge(from, to)
			default:
				p.edge(from, to)
			}
		}
	})
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			p.handOver(n, i)
		}
		p.getters(n)
		p.managers(n)
	}
	if p.lang == tree.Java || p.lang == tree.CSharp {
		p.implementers()
	}
	sorting.Stable(p.edges, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	p.edges = slices.Compact(p.edges)
	return len(p.edges) > known
}

// onSameLoop reports whether a call in one asynchronous function of Python runs another on the same loop: it is awaited,
// or becomes a task of it.
func (p *Program) onSameLoop(from, to int, at place) bool {
	a, b := p.Funcs[from].Tree, p.Funcs[to].Tree
	if p.lang != tree.Python || !a.Async || !b.Async || runsElsewhere(b) {
		return false
	}
	return at.awaited && at.argument == nil || at.argument != nil && tasks[lastName(at.argument.Kid(0))]
}

// tasks are functions that run the coroutines which they are handed on the loop of the caller.
var tasks = wordSet("create_task ensure_future gather wait wait_for shield timeout_at start_soon")

// awaitable returns the asynchronous ones of functions, or those where no asynchronous function has such a name: there
// may be two classes of one kind, and only one of them was found.
func (p *Program) awaitable(targets []flow.Ref) []flow.Ref {
	if p.async == nil {
		p.async = map[string]bool{}
		for i := range p.Funcs {
			if t := p.Funcs[i].Tree; t.Async {
				p.async[t.Name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(targets), func(r flow.Ref) bool {
		t := p.Funcs[p.number(r)].Tree
		return !t.Async && p.async[t.Name]
	})
}

// param returns the number of the parameter that a call calls, -1 for one of a function around it, and whether it
// calls one.
func (p *Program) param(c flow.Calling) (number int, ok bool) {
	g, index := p.Files[c.File].Graph, c.Index
	if index < 0 { // of the constructor of a class
		i, ok := p.Files[c.File].placed[[2]int32{c.Start, c.End}]
		if !ok {
			return 0, false
		}
		index = i
	}
	n := &g.Nodes[g.Calls[index].Callee]
	if n.Kind == graph.Param {
		of := &p.Funcs[p.Files[c.File].first+int(n.Index)]
		if !of.named && of.argument != nil {
			return 0, false // of a function that is written out where it is handed over
		}
		if int(n.Index) == c.Func {
			return int(n.Size), true
		}
	}
	return -1, isParam(n)
}

// isReturned reports whether a function, or one around it, is what the function around that returns: it calls what
// was handed to the latter when it is called itself.
func (p *Program) isReturned(i int) bool {
	for ; i >= 0; i = p.parent(i) {
		if p.Funcs[i].returned {
			return true
		}
	}
	return false
}

// isParam reports whether a node is the value of a parameter.
func isParam(n *graph.Node) bool {
	return n.Kind == graph.Param || n.Kind == graph.Variable && n.Size == 1
}

// handed reports whether a call that a library makes of what it was handed is one of the code that handed it over.
func (p *Program) handed(c flow.Calling) bool {
	f := p.Files[c.File]
	if i, ok := f.placed[[2]int32{c.Start, c.End}]; ok {
		return p.calls(&f.Graph.Calls[i])
	}
	return p.lang == tree.JavaScript
}

func (p *Program) edge(from, to int) {
	a, b := &p.Funcs[from], &p.Funcs[to]
	switch {
	case a.Index == 0:
		b.start = true
	case isMemoized(b.Tree) && len(b.Tree.Params) == 0:
	case from != to && (a.File.aside || !b.File.aside): // servers call no tests
		p.edges = append(p.edges, [2]int{from, to})
		p.own[[2]int{from, to}] = false
	}
}

// ownEdge is edge for a method that calls another one of the same object.
func (p *Program) ownEdge(from, to int) {
	e := [2]int{from, to}
	own, known := p.own[e]
	p.edge(from, to)
	p.own[e] = own || !known
}

// isOnce reports whether what runs once for each run of a function around another one runs once at all: neither
// that function nor one around it runs for each request. One that is only exported does not if what is in it is a
// handler.
func (p *Program) isOnce(around *tree.Func, function int) bool {
	if around == nil {
		return false
	}
	if c := p.Funcs[function].File.shape.built[around]; c != nil {
		return !p.madeAgain(c)
	}
	least := min(2, p.why[function].strength())
	for i := function; p.Funcs[i].Index > 0; i = p.parent(i) {
		if p.Funcs[i].Tree == around {
			around = nil // and so are those around it
		}
		if around == nil && p.why[i].strength() >= least {
			return false
		}
	}
	return true
}

// handOver adds the functions that a call hands over and that are called.
func (p *Program) handOver(file, index int) {
	f := p.Files[file]
	c := &f.Graph.Calls[index]
	from := f.first + int(c.Func)
	always := p.calls(c)
	var called []int
	for i, a := range c.Args {
		functions := p.Flow.Functions(p.Flow.Value(file, a.Node))
		if len(functions) == 0 || len(functions) > mostHanded || isParam(&f.Graph.Nodes[a.Node]) || !p.names(argumentAt(c.Tree, i), functions) {
			continue
		}
		if !always {
			if called == nil {
				called = p.calledParams(file, index)
			}
			if !slices.Contains(called, i) {
				continue
			}
		}
		for _, r := range functions {
			p.Funcs[p.number(r)].handed = true
			p.edge(from, p.number(r))
		}
	}
}

// likely returns those of the many functions that an expression may be which have its name, since who knows only
// that it is a member of something knows little; none where no function has it.
func (p *Program) likely(n *tree.Node, functions []flow.Ref) []flow.Ref {
	if len(functions) <= mostHanded {
		return functions
	}
	name := lastName(n)
	return slices.DeleteFunc(slices.Clone(functions), func(r flow.Ref) bool {
		f := &p.Funcs[p.number(r)]
		return f.name != name && (f.Tree.Kind != tree.Constructor || f.class == nil || f.class.Name != name)
	})
}

// mostHanded is how many functions an argument may be for it to be followed.
const mostHanded = 3

func argumentAt(n *tree.Node, i int) *tree.Node {
	k := n.Kid(i + 1)
	if k != nil && (k.Op == tree.Keyword || k.Op == tree.Spread) {
		k = k.Kid(0)
	}
	return k
}

// names reports whether an argument names the functions that it may be, instead of being some value that may be
// one. What is written out in JavaScript belongs to the function around it, and a parameter to who hands it over.
func (p *Program) names(n *tree.Node, functions []flow.Ref) bool {
	switch {
	case n == nil:
		return false
	case n.Op == tree.Function:
		return p.lang != tree.JavaScript
	case n.Op == tree.Name || n.Op == tree.Member && n.Kid(0) != nil && (n.Kids[0].Op == tree.Name || n.Kids[0].Op == tree.This):
		return slices.ContainsFunc(functions, func(r flow.Ref) bool { return p.Funcs[p.number(r)].name == n.Text }) || n.Op == tree.Name && len(functions) == 1
	}
	return false
}

// calledParams returns which arguments of a call the functions that it calls call themselves.
func (p *Program) calledParams(file, index int) []int {
	all := []int{-1}
	for _, r := range p.Flow.Targets(file, index) {
		n := p.number(r)
		for i := range p.Funcs[n].Tree.Params {
			if p.hands[[2]int{n, i}] {
				all = append(all, i)
			}
		}
	}
	return all
}

// getters adds the functions that run when a member is read.
func (p *Program) getters(file int) {
	f := p.Files[file]
	names := map[string]bool{}
	for i := range p.Funcs {
		if t := p.Funcs[i].Tree; t.Kind == tree.Getter {
			names[t.Name] = true
		}
	}
	for i := range f.Graph.Loads {
		l := &f.Graph.Loads[i]
		if !names[l.Field] {
			continue
		}
		for _, r := range p.Flow.Getters(file, i) {
			if n := p.number(r); p.Funcs[n].Tree.Kind == tree.Getter {
				p.edge(p.around(f, f.Graph.Nodes[l.To].Start), n)
			}
		}
	}
}

// implementers adds the methods of the classes that implement an interface, or extend a class, for calls on a value of
// which only that type is known.
func (p *Program) implementers() {
	methods := map[string][]int{}
	for i := range p.Funcs {
		if f := &p.Funcs[i]; f.class != nil && f.name != "" {
			for _, base := range f.class.Bases {
				name := ":" + typeName(base) + "." + f.name
				methods[name] = append(methods[name], i)
			}
		}
	}
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			c := &f.Graph.Calls[i]
			if c.Receiver == 0 || c.Tree == nil || f.shape.calls[c.Tree].once != nil {
				continue
			}
			var names []string
			for _, a := range p.Flow.Names(p.Flow.Value(n, c.Callee)) {
				names = append(names, Name(p.lang, a))
			}
			for _, r := range p.Flow.Classes(p.Flow.Value(n, c.Receiver)) {
				names = append(names, ":"+p.Files[r.File].Graph.Classes[r.Class].Tree.Name+"."+c.Method)
			}
			for _, name := range names {
				if all := methods[name]; len(all) <= mostHanded {
					for _, to := range all {
						p.edge(f.first+int(c.Func), to)
					}
				}
			}
		}
	}
}

// managers adds the methods of context managers of Python that a file makes for a statement.
func (p *Program) managers(file int) {
	f := p.Files[file]
	for _, n := range f.shape.with {
		made := n.Kid(1)
		if made == nil || p.lang != tree.Python {
			continue
		}
		i, ok := f.placed[[2]int32{made.Start, made.End}]
		if !ok {
			continue
		}
		for _, c := range p.Flow.Classes(p.Flow.Value(file, f.Graph.Calls[i].Result)) {
			of := p.Files[c.File]
			for k := range of.Graph.Funcs {
				name := of.Graph.Funcs[k].Tree.Name
				if of.Graph.Funcs[k].Class == int32(c.Class) && (name == "__enter__" || name == "__exit__") {
					p.edge(p.around(f, n.Start), of.first+k)
				}
			}
		}
	}
}

// around returns the innermost function at an offset of a file.
func (p *Program) around(f *File, offset int32) int {
	best := 0
	for i := range f.Graph.Funcs {
		t := f.Graph.Funcs[i].Tree
		if i > 0 && t.Start <= offset && offset < t.End && (best == 0 || t.Start >= f.Graph.Funcs[best].Tree.Start) {
			best = i
		}
	}
	return f.first + best
}

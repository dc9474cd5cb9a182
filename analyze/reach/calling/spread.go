package calling

import (
	"cmp"
	"slices"

	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// connect notes which function calls which, as far as is known what runs for each request, and reports whether that
// is more than was known.
func (p *Program) connect() bool {
	known := len(p.edges)
	p.again = nil
	p.edges, p.hands, p.waits, p.own = nil, map[[2]int]bool{}, map[[2]int]bool{}, map[[2]int]bool{}
	p.Flow.Callings(func(c rules.Calling) {
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
		} else if all := p.shifted(c); !ok && len(all) > 0 {
			for _, i := range all {
				p.hands[[2]int{from, i}] = true
			}
			return
		}
		if c.Index < 0 && !p.handed(c) {
			return
		}
		targets := c.Targets
		if c.Index < 0 {
			targets = p.ownHanded(c, from)
		}
		if c.Makes && len(targets) > mostHanded {
			return // of some class that is only known when it runs
		}
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
	getters := map[string]bool{}
	for i := range p.Funcs {
		if t := p.Funcs[i].Tree; t.Kind == tree.Getter {
			getters[t.Name] = true
		}
	}
	for n, f := range p.Files {
		for i := range f.Graph.Calls {
			p.handOver(n, i)
		}
		p.getters(n, getters)
		p.managers(n)
		p.initials(n)
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
func (p *Program) awaitable(targets []rules.Ref) []rules.Ref {
	if p.async == nil {
		p.async = map[string]bool{}
		for i := range p.Funcs {
			if t := p.Funcs[i].Tree; t.Async {
				p.async[t.Name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(targets), func(r rules.Ref) bool {
		t := p.Funcs[p.number(r)].Tree
		return !t.Async && p.async[t.Name]
	})
}

func (p *Program) edge(from, to int) {
	a, b := &p.Funcs[from], &p.Funcs[to]
	switch {
	case a.Index == 0:
		b.start = true
	case isMemoized(b.Tree) && len(b.Tree.Params) == 0:
	case p.lang == tree.CSharp && ends(b.Tree):
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

// likely returns those of the many functions that an expression may be which have its name, since who knows only
// that it is a member of something knows little; none where no function has it.
func (p *Program) likely(n *tree.Node, functions []rules.Ref) []rules.Ref {
	if len(functions) <= mostHanded {
		return functions
	}
	name := lastName(n)
	return slices.DeleteFunc(slices.Clone(functions), func(r rules.Ref) bool {
		f := &p.Funcs[p.number(r)]
		return f.name != name && (f.Tree.Kind != tree.Constructor || f.class == nil || f.class.Name != name)
	})
}

// getters adds the functions that run when a member of one of some names is read.
func (p *Program) getters(file int, names map[string]bool) {
	f := p.Files[file]
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

// containers are types of Java and C# whose values are nearly always of a class of the language, whichever of the program
// may be one as well.
var containers = wordSet("Iterable Iterator ListIterator Collection List AbstractList Set AbstractSet SortedSet Map AbstractMap SortedMap Entry Queue Deque Comparator Comparable CharSequence " +
	"IEnumerable IEnumerator ICollection IList IReadOnlyList IReadOnlyCollection IDictionary IReadOnlyDictionary ISet IComparer IComparable")

// implementers adds the methods of the classes that implement an interface, or extend a class, for calls on a value of
// which only that type is known.
func (p *Program) implementers() {
	methods := map[string][]int{}
	for i := range p.Funcs {
		if f := &p.Funcs[i]; f.class != nil && f.name != "" {
			for _, base := range f.class.Bases {
				if of := typeName(base); !containers[of] {
					name := ":" + of + "." + f.name
					methods[name] = append(methods[name], i)
				}
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

package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Site is a call of the program: what is written in a file, with the nodes of what it names, or what a framework or library
// calls. Callee, Receiver, Args and Result are nodes, those of the embedded call what the file has.
type Site struct {
	graph.Call
	File     int32
	Callee   Node
	Receiver Node
	Args     []Node
	Names    []string // of keyword arguments
	Spread   []bool   // of which arguments the elements are handed over
	Result   Node
	newly    bool
	partial  uint8 // how many calls added arguments before its own
	Making   bool  // it calls the constructor of what another call makes
	// Bound are the functions that it was found to call.
	Bound []int32
	// Ruled are the rules that were applied to it, and seen what it was then.
	Ruled []any
	seen  seen
	Takes func(params int) bool // whether it calls a function with so many parameters, nil for any
	Made  bool                  // the analysis made it up: a framework or library calls a function that it was given
	// Handed reports whether it was made up for what a library calls by its name, which may be a function of the language.
	Handed bool
	// Serializes reports whether it was made up for a class that a view names as its serializer.
	Serializes bool
	Bare       bool  // it was made up for a call of a method that functions of a library have, and calls the function itself
	Stands     bool  // it was made up for a method without code, in which it stands, and calls one that implements that
	Wraps      bool  // it hands a function to a decorator
	Guessed    bool  // it calls by the name alone a method on something of which nothing is known
	Entry      bool  // it is made by a framework, for each request
	Owner      int32 // the function of the file that it stands in
}

// Callees returns what a call calls, by the names from outside, and by what is known of the receiver. A method that the
// program has is nothing else that is stored beside it under names that are worked out.
func (p *Program) Callees(c *Site) []model.Access {
	var all []model.Access
	method := c.OfMember
	asked, own := false, false
	isOwn := func() bool { // which few calls have to be asked, and takes long
		if !asked {
			asked, own = true, p.isOwn(c)
		}
		return own
	}
	var stored []bool // as the next things of other names are
	things := p.Points(c.Callee)
	for i, o := range things {
		x := p.Object(o)
		if x.Kind != Outside || p.isMade(x) && (method || c.Receiver != 0) && isOwn() {
			continue
		}
		if named := !method || x.Name.Last() == c.Method; !named {
			if isOwn() {
				continue
			}
			if len(stored) == 0 {
				stored = p.areStored(p.membersOf(c), p.namedOtherwise(c, things[i:]))
			}
			is := stored[0]
			if stored = stored[1:]; !is {
				continue
			}
		}
		if all == nil {
			all = make([]model.Access, 0, len(things)-i)
		}
		all = append(all, x.Name)
	}
	if len(all) > 0 || c.Method == "" {
		return all
	}
	if isOwn() {
		return nil
	}
	kind := model.AnyValue
	if c.Receiver != 0 {
		if _, n := p.FileOf(c.Receiver); n != nil && (n.Kind == graph.Text || n.Kind == graph.Concat) {
			kind = model.TextValue
		}
		for _, o := range p.Points(c.Receiver) {
			switch x := p.Object(o); x.Kind {
			case Regex:
				kind = model.RegexValue
			case Allocated:
				if !p.MayBeText(x) && !(x.File >= 0 && p.isOfTexts(c.Method)) {
					kind = model.ListValue
				}
			}
		}
		if p.isElement(c.Receiver) || p.isSelf(c.Receiver) {
			kind = model.AnyValue
		}
	}
	return []model.Access{{Root: model.Root{Kind: kind}, Steps: []string{c.Method}}}
}

// MayBeCalled reports whether Callees may return an access of some kind, without working out which it returns.
func (p *Program) MayBeCalled(c *Site, is func(model.Access) bool) bool {
	for _, o := range p.Points(c.Callee) {
		if x := p.Object(o); x.Kind == Outside && is(x.Name) {
			return true
		}
	}
	return c.Method != "" && is(model.Access{Root: model.Root{Kind: model.AnyValue}, Steps: []string{c.Method}})
}

// isOfTexts reports whether texts have a method of a name and lists have none. Who calls one on what may be a list, as some
// callers hand over lists, expects a text.
func (p *Program) isOfTexts(method string) bool {
	switch p.lang {
	case model.JavaScript:
		switch method {
		case "match", "matchAll", "replace", "replaceAll", "search", "split":
			return true
		}
	case model.Ruby:
		switch method {
		case "match", "match?", "gsub", "gsub!", "sub", "sub!", "scan", "split":
			return true
		}
	}
	return false
}

// isMade reports whether something from outside is what a framework makes an object of a class of the program for, or what has
// a declared type, in a language whose classes have all the methods that are called on their objects.
func (p *Program) isMade(x *Object) bool {
	typed := p.lang == model.Java || p.lang == model.CSharp
	return typed && x.Kind == Outside && (x.Name.Root.Kind == model.EntryArg || x.Name.Root.Kind == model.Decorated || x.Name.Root.Kind == model.Typed)
}

// MayBeText reports whether an object that a rule made for what a call returns may be a text: texts and lists share
// methods, as slice, whose result is known as little as what they were called on. What is known of a node once stays
// known, so that no edge is looked at again that did not make it a text.
func (p *Program) MayBeText(x *Object) bool {
	if x.File >= 0 {
		return false
	}
	if p.asThings == nil {
		p.asThings = map[[2]int32]int32{}
	}
	for _, made := range p.Out(x.Index) {
		to := p.Edge(made).To
		in, key := p.In(to), [2]int32{x.Index, to}
		at := p.asThings[key]
		for int(at) < len(in) {
			if from := p.Edge(in[at]).From; from != x.Index && p.cell(from).points.Len() == 0 {
				break
			}
			at++
		}
		p.asThings[key] = at
		if int(at) < len(in) {
			return true
		}
	}
	return false
}

// isOwn reports whether a call is known to call what the program has under its name. What is stored in an object under
// names that are worked out may be a method of any name, and replaces none that all texts have.
func (p *Program) isOwn(c *Site) bool {
	if !p.isCode(c.Callee) {
		return false
	}
	if p.hasOwn(c) {
		return true
	}
	stored := false
	for _, o := range p.Points(c.Receiver) {
		member, ok := p.Object(o).Fields[c.Method]
		if !ok {
			continue
		}
		if p.namedOf(member, 1, func(n Node) uint64 {
			if p.isCode(n) {
				return 1
			}
			return 0
		}) != 0 {
			p.cell(member).is |= ownNamed
			return true
		}
		stored = stored || p.isCode(member)
	}
	return !stored
}

// isCode reports whether a node may be a function or a class of the program.
func (p *Program) isCode(n Node) bool {
	return p.cell(n).is&code != 0
}

// hasOwn reports whether isOwn has found something under the name of a call. It stays so, as nothing is ever taken away.
func (p *Program) hasOwn(c *Site) bool {
	return slices.ContainsFunc(p.Points(c.Receiver), func(o int32) bool {
		member, ok := p.Object(o).Fields[c.Method]
		return ok && p.cell(member).is&ownNamed != 0
	})
}

// CallsOwn reports whether a call calls a method that a class has itself, on the object in one of its methods or on the class:
// that of a class from elsewhere which it extends is not called.
func (p *Program) CallsOwn(c *Site) bool {
	loads := p.LoadsTo(c.Callee)
	if len(loads) != 1 || c.Super {
		return false
	}
	file, in := int32(-1), int32(-1)
	if at, n := p.FileOf(loads[0].From); n != nil && n.Kind == graph.Self {
		file, in = at, p.Code[at].Graph.Funcs[n.Index].Class
	} else {
		for _, o := range p.Points(loads[0].From) {
			if x := p.Object(o); x.Kind == Class && in < 0 {
				file, in = x.File, x.Index
			} else if x.Kind != Outside {
				return false
			}
		}
	}
	return in >= 0 && slices.ContainsFunc(p.Code[file].Graph.Funcs, func(f graph.Func) bool { return f.Class == in && f.Tree.Name == loads[0].Field })
}

// isSelf reports whether a node is what a function was called on, which is whatever its users make it a method of.
func (p *Program) isSelf(n Node) bool {
	_, at := p.FileOf(n)
	return at != nil && at.Kind == graph.Self
}

// isElement reports whether a node may be several kinds of things, so that none is certain.
func (p *Program) isElement(n Node) bool {
	kinds := map[Kind]bool{}
	for _, o := range p.Points(n) {
		kinds[p.Object(o).Kind] = true
	}
	return len(kinds) > 1
}

// Asked returns a call as rules look at it.
func (p *Program) Asked(c *Site) model.Call {
	m := model.Call{Callees: p.Callees(c)}
	if len(c.Args) > 0 {
		m.Args = make([]model.Arg, 0, len(c.Args))
	}
	for i := range c.Args {
		a := model.Arg{Keyword: c.Names[i], Spread: c.Spread[i]}
		if _, n := p.FileOf(c.Args[i]); n != nil && (n.Kind == graph.Text || n.Kind == graph.Global && p.lang == model.PHP) {
			a.Literal = n.Name
		}
		m.Args = append(m.Args, a)
	}
	return m
}

// Keeps reports whether nothing of a text gets on in a call, as where it is counted or made a number.
func (c *Site) Keeps() bool {
	return slices.ContainsFunc(c.Ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && len(step.Flows) == 0
	})
}

// IsTold reports whether the rules say what a call does, steps being those that fit it. They do not where they know no more
// than a method of that name, and a function of a library is called, or what they take for a function is none.
func (p *Program) IsTold(id int32, steps []model.Found[model.Step]) bool {
	c := &p.Sites[id]
	told := false
	for _, rule := range c.Ruled {
		_, isStep := rule.(*model.Step)
		if !isStep && rule != "builtin" {
			return true
		}
		told = told || isStep
	}
	return told && (slices.ContainsFunc(steps, func(f model.Found[model.Step]) bool { return f.Exact }) ||
		!slices.ContainsFunc(p.Accesses(c.Callee), func(a model.Access) bool { return a.Root.Kind == model.Module }) &&
			!slices.ContainsFunc(c.Args, func(a Node) bool { return p.hasRole(id, a, steps, false) }))
}

// HasRole reports whether steps say what becomes of an argument of a call. They do not where they know the name alone, take it
// for a function, and it is none.
func (p *Program) HasRole(id int32, arg Node, steps []model.Found[model.Step]) bool {
	return p.hasRole(id, arg, steps, true)
}

// hasRole reports whether an argument has a role in steps, and is or is not what they take it for.
func (p *Program) hasRole(id int32, arg Node, steps []model.Found[model.Step], fits bool) bool {
	return slices.ContainsFunc(steps, func(f model.Found[model.Step]) bool {
		return slices.ContainsFunc(f.Roles, func(r model.Filled) bool {
			return p.Argument(id, r) == arg && fits == (f.Exact || r.Role != "fn" || p.mayBeFunction(arg))
		})
	})
}

// mayBeFunction reports whether a value is not known to be something else than a function, as lists are in JavaScript.
func (p *Program) mayBeFunction(n Node) bool {
	all := p.Points(n)
	return p.lang != model.JavaScript || len(all) == 0 || slices.ContainsFunc(all, func(o int32) bool {
		kind := p.Object(o).Kind
		return kind != Allocated && kind != Instance
	})
}

// Resolved reports whether it is known which functions a call calls.
func (p *Program) Resolved(c *Site) bool {
	for _, o := range c.Bound {
		switch p.Object(o).Kind {
		case Function, Class, CallMember, ApplyMember, BindMember, Partial, Promising, Handed:
			return true
		}
	}
	return false
}

// Decorator returns a decorator, annotation or attribute as rules look at it.
func (p *Program) Decorator(file int32, d graph.ID) model.Call {
	g := p.Code[file].Graph
	n := &g.Nodes[d]
	if n.Kind == graph.Result {
		return p.Asked(&p.Sites[p.SiteOf[file][n.Index]])
	}
	return model.Call{Callees: p.Accesses(p.At(file, d))}
}

// SiteAt returns the call that a decorator is, -1 where it is none.
func (p *Program) SiteAt(file int32, d graph.ID) int32 {
	if n := &p.Code[file].Graph.Nodes[d]; n.Kind == graph.Result {
		return p.SiteOf[file][n.Index]
	}
	return -1
}

// MadeUp is a call that the analysis adds.
func MadeUp(callee Node, args []Node, self Node, file int32) Site {
	return Site{Callee: callee, Receiver: self, Args: args, Made: true, File: file, Names: make([]string, len(args)), Spread: make([]bool, len(args))}
}

// AskAgain lets rules look at a call once more, though nothing new is known of it.
func (p *Program) AskAgain(id int32) { p.Sites[id].seen = seen{} }

// maxMade bounds how many values are looked at for the calls that make one.
const maxMade = 400

// MadeBy returns the calls of libraries whose results a node may be.
func (p *Program) MadeBy(n Node) []int32 {
	var all []int32
	seen := map[Node]bool{n: true}
	for todo := []Node{n}; len(todo) > 0 && len(seen) < maxMade; todo = todo[1:] {
		file, g := p.FileOf(todo[0])
		if g != nil && g.Kind == graph.Result {
			if id := p.SiteOf[file][g.Index]; !p.Resolved(&p.Sites[id]) {
				all = append(all, id)
				continue
			}
		}
		add := func(from Node) {
			if !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
		if of := p.InFrames(todo[0]); of != todo[0] {
			add(of)
			continue
		}
		for _, e := range p.In(todo[0]) {
			add(p.Edge(e).From)
		}
		for _, l := range p.LoadsTo(todo[0]) {
			for _, o := range p.Points(p.InFrames(l.From)) {
				if f, ok := p.Object(o).Fields[l.Field]; ok {
					add(f)
				}
				if x := p.Object(o); l.Field == "*" && x.Kind == Allocated && x.Array {
					for _, name := range SortedKeys(x.Fields) {
						add(x.Fields[name])
					}
				}
			}
		}
	}
	return all
}

package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// addCall adds a call of a file.
func (p *Program) addCall(file int32, c *graph.Call) int32 {
	x := call{Call: *c, file: file, callee: p.at(file, c.Callee), receiver: p.at(file, c.Receiver), result: p.at(file, c.Result), newly: c.New, owner: c.Func}
	for _, a := range c.Args {
		x.args = append(x.args, p.at(file, a.Node))
		x.names = append(x.names, a.Name)
		x.spread = append(x.spread, a.Spread)
	}
	id := p.watch(x)
	p.resultOf[x.result] = id
	return id
}

// watch adds a call, and binds it to what it is known to call.
func (p *Program) watch(x call) int32 {
	x.bound, x.ruled, x.seen = nil, nil, seen{}
	id := int32(len(p.calls))
	p.calls = append(p.calls, x)
	if x.callee != 0 {
		r := p.restOf(x.callee)
		r.calls = append(r.calls, id)
		for i := 0; i < len(p.points(x.callee)); i++ {
			p.bind(id, p.points(x.callee)[i])
		}
	}
	return id
}

// bind lets a call call an object.
func (p *Program) bind(id, o int32) {
	c := &p.calls[id]
	if slices.Contains(c.bound, o) {
		return
	}
	if p.isOtherMethod(c, o) && !p.isStoredAs(c, o) {
		p.unbound = append(p.unbound, [2]int32{id, o}) // it may yet be stored under the name
		return
	}
	c.bound = append(c.bound, o)
	switch x := p.object(o); x.kind {
	case function:
		if c.making && p.isOverridden(c.receiver, x) || c.Super && p.isOfSameClass(c, x) {
			break
		}
		if p.isUnbound(c, x) {
			p.calledBy(id, o, 1)
			break
		}
		if p.lang == model.JavaScript && interop.MatchString(c.Method) {
			// Its code would mix up all modules of the file that are handed to it.
			if len(c.args) > 0 {
				p.link(edge{from: c.args[0], to: c.result, cap: graph.Free, call: -1})
			}
			break
		}
		p.enter(id, o, p.arguments(&p.calls[id]))
		if c.newly {
			p.makes(id, o)
		}
	case class:
		if c.takes != nil || c.making {
			break // a framework makes an object of it, or the constructor of a class is a class, perhaps itself
		}
		inst := p.instanceOf(o)
		p.link(edge{from: inst, to: p.calls[id].result, cap: graph.Free, call: -1})
		for _, name := range constructorNames {
			again := p.calls[id]
			again.callee, again.receiver, again.result, again.newly = p.field(p.origin[inst], name), inst, 0, false
			again.making = true
			p.watch(again)
		}
		p.fill(id, o)
	case callOf:
		if p.lang == model.Ruby { // whose functions are called by their method call
			p.enterFrom(id, x.index, *c)
			break
		}
		p.calledBy(id, x.index, 1)
	case applyOf:
		again := *c
		if len(again.args) > 1 {
			again.receiver, again.args, again.spread, again.names = again.args[0], again.args[1:2], []bool{true}, []string{""}
			again.Args = nil
			p.enterFrom(id, x.index, again)
		}
	case bindOf:
		if c.result != 0 {
			p.add(c.result, x.index)
		}
		if len(c.args) > 0 {
			p.link(edge{from: c.args[0], to: p.selfOf(x.index), cap: graph.Free, call: -1})
		}
	case access:
		if a := p.access(x.step("()")); a != 0 && p.calls[id].result != 0 {
			p.add(p.calls[id].result, a)
		}
	}
}

// fill hands the arguments of a call of a class of Python, which has fields and no constructor, to its fields: by their
// names, or in their order.
func (p *Program) fill(id, class int32) {
	x := p.object(class)
	if p.lang != model.Python {
		return
	}
	var fields []string
	for _, c := range slices.Backward(p.ancestry(x.file, x.index)) {
		for _, m := range p.sources[c[0]].Graph.Classes[c[1]].Tree.Members {
			switch {
			case m.Func != nil && m.Name == "__init__":
				return
			case m.Func == nil && m.Type != nil && m.Name != "" && !slices.Contains(fields, m.Name):
				fields = append(fields, m.Name)
			}
		}
	}
	object := p.origin[p.instanceOf(class)]
	set := func(name string, from node) {
		to := p.field(object, name)
		p.link(edge{from: from, to: to, cap: graph.Free, call: -1})
		p.filled = append(p.filled, filled{from, to, class, name})
	}
	for i, a := range p.arguments(&p.calls[id]) {
		switch {
		case a.spread && a.keywords:
			for _, name := range fields {
				set(name, p.loaded([]node{a.from}, []string{name})[0])
			}
		case a.spread:
		case a.name != "" && slices.Contains(fields, a.name):
			set(a.name, a.from)
		case a.name == "" && i < len(fields):
			set(fields[i], a.from)
		}
	}
}

var constructorNames = []string{"constructor", "__init__", "initialize", "__construct"}

// calledBy lets a call of f.call(self, ...) call f.
func (p *Program) calledBy(id, f int32, skip int) {
	again := p.calls[id]
	if len(again.args) < skip {
		return
	}
	if len(again.args) > 0 {
		again.receiver = again.args[0]
	}
	again.args, again.names, again.spread = again.args[skip:], again.names[skip:], again.spread[skip:]
	p.enterFrom(id, f, again)
}

func (p *Program) enterFrom(id, f int32, as call) {
	receiver := p.calls[id].receiver
	p.calls[id].receiver = as.receiver
	p.enter(id, f, p.arguments(&as))
	p.calls[id].receiver = receiver
}

func (p *Program) selfOf(o int32) node {
	x := p.object(o)
	return p.at(x.file, p.sources[x.file].Graph.Funcs[x.index].Self)
}

// enter lets a call hand its arguments to a function, and get what that returns.
func (p *Program) enter(id, o int32, args []argument) {
	x := p.object(o)
	if x.kind != function {
		return
	}
	g := p.sources[x.file].Graph
	f := &g.Funcs[x.index]
	c := &p.calls[id]
	if c.takes != nil && !c.takes(len(f.Params)) {
		return
	}
	if c.receiver != 0 {
		p.link(edge{from: c.receiver, to: p.at(x.file, f.Self), cap: graph.Free, call: id, way: enters})
	}
	p.enterArguments(id, p.at(x.file, f.Arguments), args)
	position := 0
	for _, a := range args {
		switch {
		case a.from == 0 && a.name == "" && !a.spread:
			position++
		case a.name != "":
			p.enterNamed(id, x.file, f, a)
		case a.spread:
			p.enterSpread(id, x.file, f, position, a)
		default:
			p.enterParam(id, x.file, f, position, a.from)
			if position < len(f.Shared) && f.Shared[position] != 0 && a.after != 0 {
				p.link(edge{from: p.at(x.file, f.Shared[position]), to: a.after, cap: graph.Free, call: id, way: leaves})
			}
			position++
		}
	}
	returned := p.at(x.file, f.Ret)
	if f.Tree.Generator && p.calls[id].entry { // what it yields
		returned = p.loaded([]node{returned}, []string{"*"})[0]
	}
	p.link(edge{from: returned, to: p.calls[id].result, cap: graph.Free, call: id, way: leaves})
}

// makes lets a call of new make an object of a function that is used as a class.
func (p *Program) makes(id, o int32) {
	q := p.proto(o)
	p.link(edge{from: p.maker(q), to: p.calls[id].result, cap: graph.Free, call: -1})
	// What is assigned to the prototype has the members of what is assigned.
	p.inherit(q, p.field(o, "prototype"), false)
}

// Callees returns what a call calls, by the names from outside, and by what is known of the receiver. A method that the
// program has is nothing else that is stored beside it under names that are worked out.
func (p *Program) callees(c *call) []model.Access {
	var all []model.Access
	method := c.OfMember
	own := method && p.isOwn(c)
	for _, o := range p.points(c.callee) {
		x := p.object(o)
		if own && p.isMade(x) {
			continue
		}
		if x.kind == access && (!method || x.name.Last() == c.Method || !own && p.isStoredAs(c, o)) {
			all = append(all, x.name)
		}
	}
	if len(all) > 0 || c.Method == "" {
		return all
	}
	if p.isOwn(c) {
		return nil
	}
	kind := model.AnyValue
	if c.receiver != 0 {
		if _, n := p.fileOf(c.receiver); n != nil && (n.Kind == graph.Text || n.Kind == graph.Concat) {
			kind = model.TextValue
		}
		for _, o := range p.points(c.receiver) {
			switch x := p.object(o); x.kind {
			case pattern:
				kind = model.RegexValue
			case allocated:
				if !p.mayBeText(x) {
					kind = model.ListValue
				}
			}
		}
		if p.isElement(c.receiver) || p.isSelf(c.receiver) {
			kind = model.AnyValue
		}
	}
	return []model.Access{{Root: model.Root{Kind: kind}, Steps: []string{c.Method}}}
}

// isMade reports whether something from outside is what a framework makes an object of a class of the program for, in a
// language whose classes have all the methods that are called on their objects.
func (p *Program) isMade(x *object) bool {
	typed := p.lang == model.Java || p.lang == model.CSharp
	return typed && x.kind == access && (x.name.Root.Kind == model.EntryArg || x.name.Root.Kind == model.Decorated)
}

// mayBeText reports whether an object that a rule made for what a call returns may be a text: texts and lists share
// methods, as slice, whose result is known as little as what they were called on. What is known of a node once stays
// known, so that no edge is looked at again that did not make it a text.
func (p *Program) mayBeText(x *object) bool {
	if x.file >= 0 {
		return false
	}
	if p.asThings == nil {
		p.asThings = map[[2]int32]int32{}
	}
	for _, made := range p.out(x.index) {
		to := p.edge(made).to
		in, key := p.in(to), [2]int32{x.index, to}
		at := p.asThings[key]
		for int(at) < len(in) {
			if from := p.edge(in[at]).from; from != x.index && p.cell(from).points.Len() == 0 {
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
func (p *Program) isOwn(c *call) bool {
	called := func(n node) bool {
		return slices.ContainsFunc(p.points(n), func(o int32) bool { return p.object(o).kind == function || p.object(o).kind == class })
	}
	if !called(c.callee) {
		return false
	}
	stored := false
	for _, o := range p.points(c.receiver) {
		member, ok := p.object(o).fields[c.Method]
		if !ok {
			continue
		}
		if p.isNamed(member, called) {
			return true
		}
		stored = stored || called(member)
	}
	return !stored
}

// isOtherMethod reports whether an object is a method of a class by another name than the one that a call calls, in a
// language in which what is stored under a name that is worked out is not called as a method.
func (p *Program) isOtherMethod(c *call, o int32) bool {
	x := p.object(o)
	if p.lang == model.JavaScript || x.kind != function || !c.OfMember || c.made || c.making {
		return false
	}
	f := &p.sources[x.file].Graph.Funcs[x.index]
	return f.Class >= 0 && f.Tree.Name != "" && f.Tree.Name != c.Method
}

// bindLate binds calls to what was found to be stored under their names since.
func (p *Program) bindLate() {
	late := p.unbound
	p.unbound = nil
	for _, b := range late {
		p.bind(b[0], b[1])
	}
}

// isStoredAs reports whether a thing of another name was stored under the name of the method that a call calls. What was
// stored under names that are worked out is a method of any name, and would make each call one of all that is there.
func (p *Program) isStoredAs(c *call, thing int32) bool {
	inside := false // of an object that holds names
	for _, o := range p.points(c.receiver) {
		member, ok := p.object(o).fields[c.Method]
		if !ok {
			continue
		}
		inside = true
		if p.isNamed(member, func(n node) bool { return slices.Contains(p.points(n), thing) }) {
			return true
		}
	}
	return !inside
}

// maxNamed bounds the members, of bases of bases and copies of copies, that are asked for one.
const maxNamed = 128

// isNamed reports whether a member of an object is such a thing other than by what is stored under names that are worked
// out, there or in what it was copied or inherited from.
func (p *Program) isNamed(member node, is func(node) bool) bool {
	asked := []node{member}
	for i := 0; i < len(asked); i++ {
		for _, e := range p.in(asked[i]) {
			from := p.edge(e).from
			if p.cell(from).isWritten || slices.Contains(asked, from) || !is(from) {
				continue
			}
			_, made := p.origin[from]
			if at, _ := p.fileOf(from); at >= 0 || made {
				return true
			}
			if len(asked) < maxNamed {
				asked = append(asked, from)
			}
		}
	}
	return false
}

// callsOwn reports whether a call calls a method that a class has itself, on the object in one of its methods or on the class:
// that of a class from elsewhere which it extends is not called.
func (p *Program) callsOwn(c *call) bool {
	loads := p.loadsTo(c.callee)
	if len(loads) != 1 || c.Super {
		return false
	}
	file, in := int32(-1), int32(-1)
	if at, n := p.fileOf(loads[0].from); n != nil && n.Kind == graph.Self {
		file, in = at, p.sources[at].Graph.Funcs[n.Index].Class
	} else {
		for _, o := range p.points(loads[0].from) {
			if x := p.object(o); x.kind == class && in < 0 {
				file, in = x.file, x.index
			} else if x.kind != access {
				return false
			}
		}
	}
	return in >= 0 && slices.ContainsFunc(p.sources[file].Graph.Funcs, func(f graph.Func) bool { return f.Class == in && f.Tree.Name == loads[0].field })
}

// isSelf reports whether a node is what a function was called on, which is whatever its users make it a method of.
func (p *Program) isSelf(n node) bool {
	_, at := p.fileOf(n)
	return at != nil && at.Kind == graph.Self
}

// isElement reports whether a node may be several kinds of things, so that none is certain.
func (p *Program) isElement(n node) bool {
	kinds := map[objectKind]bool{}
	for _, o := range p.points(n) {
		kinds[p.object(o).kind] = true
	}
	return len(kinds) > 1
}

// asked returns a call as rules look at it.
func (p *Program) asked(c *call) model.Call {
	m := model.Call{Callees: p.callees(c)}
	for i := range c.args {
		a := model.Arg{Keyword: c.names[i], Spread: c.spread[i]}
		if _, n := p.fileOf(c.args[i]); n != nil && n.Kind == graph.Text {
			a.Literal = n.Name
		}
		m.Args = append(m.Args, a)
	}
	return m
}

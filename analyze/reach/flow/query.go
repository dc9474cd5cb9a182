package flow

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Call is a call of a program. The zero Call is none.
type Call struct {
	p  *Program
	id int32
}

// Thing is what a value may be.
type Thing struct {
	p *Program
	o int32
}

// Calls calls f with the calls of the program, those that frameworks and libraries make among them.
func (p *Program) Calls(f func(c Call)) {
	for id := int32(0); int(id) < len(p.calls); id++ {
		f(Call{p, id})
	}
}

// IsMade reports whether no code of the program makes the call, but a framework or library.
func (c Call) IsMade() bool { return c.call().made }

// Mounts calls f with the calls that put routes below a part of a path, and the rules that say so.
func (p *Program) Mounts(f func(c Call, by model.Found[model.Mount])) {
	p.Calls(func(c Call) {
		if c.IsMade() {
			return
		}
		for _, by := range p.model.MountsOf(p.lang, c.Asked()) {
			if p.applies(by.Rule.Origin, by.Exact) {
				f(c, by)
			}
		}
	})
}

func (c Call) call() *call { return &c.p.calls[c.id] }

// IsNone reports whether it is none.
func (c Call) IsNone() bool { return c.p == nil }

// Written returns the call as it is written, and the number of its file.
func (c Call) Written() (file int, as *graph.Call) {
	x := c.call()
	return int(x.file), &x.Call
}

// Callee returns what is called, and Receiver what that is a method of.
func (c Call) Callee() Value   { return Value(c.call().callee) }
func (c Call) Receiver() Value { return Value(c.call().receiver) }

// Arg returns an argument, 0 where there is none. Keyword is the name by which it is given, "" for none.
func (c Call) Arg(i int) (v Value, keyword string) {
	if x := c.call(); i < len(x.args) {
		return Value(x.args[i]), x.names[i]
	}
	return 0, ""
}

// Args returns the number of arguments.
func (c Call) Args() int { return len(c.call().args) }

// Asked returns the call as rules look at it.
func (c Call) Asked() model.Call { return c.p.asked(c.call()) }

// Resolved reports whether the call calls something of the program.
func (c Call) Resolved() bool { return c.p.resolved(c.call()) }

// Given returns what fills a role: what is at the steps of it in an object that is written out, 0 for nothing.
func (c Call) Given(r model.Filled) Value {
	return Value(c.p.memberNode(c.p.argument(c.id, r), r.Path))
}

// Targets returns the functions of the program that the call calls.
func (c Call) Targets() []Ref {
	var all []Ref
	for _, o := range c.call().bound {
		if x := c.p.object(o); x.kind == function {
			all = append(all, Ref{int(x.file), int(x.index)})
		}
	}
	return all
}

// Results returns the calls of libraries whose results a value may be.
func (p *Program) Results(v Value) []Call { return p.callsOf(p.madeBy(node(v))) }

func (p *Program) callsOf(ids []int32) []Call {
	var all []Call
	for _, id := range ids {
		all = append(all, Call{p, id})
	}
	return all
}

// Decorations returns the calls among decorators.
func (p *Program) Decorations(file int, decorators []graph.ID) []Call {
	var all []Call
	for _, d := range decorators {
		if id := p.callAt(int32(file), d); id >= 0 {
			all = append(all, Call{p, id})
		}
	}
	return all
}

// Node returns the node of a file that a value is, nil for one that stands in none, and the call whose result that is.
func (p *Program) Node(v Value) (file int, n *graph.Node, result Call) {
	in, n := p.fileOf(node(v))
	if n != nil && n.Kind == graph.Result {
		result = Call{p, p.callOf[in][n.Index]}
	}
	return int(in), n, result
}

// From returns the values that become another as they are.
func (p *Program) From(v Value) []Value {
	var all []Value
	for _, e := range p.in(node(v)) {
		if x := p.edge(e); !x.text {
			all = append(all, Value(x.from))
		}
	}
	for _, l := range p.loadsTo(node(v)) {
		for _, o := range p.points(l.from) {
			if f, ok := p.object(o).fields[l.field]; ok {
				all = append(all, Value(f))
			}
		}
	}
	return all
}

// Owners returns the values whose member of a name a value is.
func (p *Program) Owners(v Value, name string) []Value {
	var all []Value
	for _, l := range p.loadsTo(node(v)) {
		if l.field == name {
			all = append(all, Value(l.from))
		}
	}
	return all
}

// Elements returns those of the lists that a value may be.
func (p *Program) Elements(v Value) []Value {
	var all []Value
	for _, n := range p.elements(node(v)) {
		all = append(all, Value(n))
	}
	return all
}

// Things returns what a value may be.
func (p *Program) Things(v Value) []Thing {
	var all []Thing
	for _, o := range p.points(node(v)) {
		all = append(all, Thing{p, o})
	}
	return all
}

// WrittenAt returns the object that is written out where a value stands.
func (p *Program) WrittenAt(v Value) (t Thing, ok bool) {
	o, ok := p.origin[node(v)]
	return Thing{p, o}, ok
}

// Func returns the function that a thing is.
func (t Thing) Func() (f Ref, ok bool) {
	x := t.p.object(t.o)
	return Ref{int(x.file), int(x.index)}, x.kind == function
}

// Class returns the class that a thing is.
func (t Thing) Class() (c Class, ok bool) {
	x := t.p.object(t.o)
	return Class{int(x.file), int(x.index)}, x.kind == class
}

// IsWritten reports whether a thing is an object or list that is written out.
func (t Thing) IsWritten() bool { return t.p.object(t.o).kind == allocated }

// Member returns the member of a name, 0 for none, and Members their names in order.
func (t Thing) Member(name string) Value { return Value(t.p.object(t.o).fields[name]) }
func (t Thing) Members() []string        { return t.p.object(t.o).sortedNames() }

// Others returns what a thing has under names that are not known.
func (t Thing) Others() Value { return Value(t.p.object(t.o).written) }

// Methods returns the public methods of a class and of those that it extends, the nearest of each name.
func (p *Program) Methods(c Class) []Ref { return p.methodsOf(c, 0) }

func (p *Program) methodsOf(c Class, depth int) []Ref {
	g := p.sources[c.File].Graph
	var all []Ref
	names := map[string]bool{}
	for i := range g.Funcs {
		f := &g.Funcs[i]
		if f.Class == int32(c.Class) && f.Tree.Kind == tree.Method && !f.Tree.Private && !f.Tree.Static && f.Tree.Name != "" {
			names[f.Tree.Name] = true
			all = append(all, Ref{c.File, i})
		}
	}
	if depth > 8 {
		return all
	}
	for _, b := range g.Classes[c.Class].Bases {
		for _, parent := range p.points(p.at(int32(c.File), b)) {
			x := p.object(parent)
			if x.kind != class {
				continue
			}
			for _, h := range p.methodsOf(Class{int(x.file), int(x.index)}, depth+1) {
				if name := p.sources[h.File].Graph.Funcs[h.Func].Tree.Name; !names[name] {
					names[name] = true
					all = append(all, h)
				}
			}
		}
	}
	return all
}

// Method returns a method of a class, or of one that it extends.
func (p *Program) Method(c Class, name string) (f Ref, ok bool) {
	for _, h := range p.Methods(c) {
		if strings.EqualFold(p.sources[h.File].Graph.Funcs[h.Func].Tree.Name, name) {
			return h, true
		}
	}
	return f, false
}

// classOf returns the class that an object is, or of which it is an instance.
func (p *Program) classOf(o int32) Class {
	x := p.object(o)
	return Class{int(x.file), int(x.index)}
}

// Language returns the language of the program, Model what is known of frameworks, and Files how many files it has.
func (p *Program) Language() model.Language { return p.lang }
func (p *Program) Model() *model.Model      { return p.model }
func (p *Program) Files() int               { return len(p.sources) }

// Graph returns the graph of a file.
func (p *Program) Graph(file int) *graph.File { return p.sources[file].Graph }

// Import returns the file that an import of a module means in another.
func (p *Program) Import(from int, module string) (file int, ok bool) {
	resolve := p.sources[from].Resolve
	if resolve == nil {
		return 0, false
	}
	file, _ = resolve(module)
	return file, file >= 0
}

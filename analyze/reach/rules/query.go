package rules

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/tree"
)

// Call is a call of a program. The zero Call is none.
type Call struct {
	p  *Program
	ID int32
}

// Thing is what a value may be.
type Thing struct {
	p *Program
	o int32
}

// Calls calls f with the calls of the program, those that frameworks and libraries make among them.
func (p *Program) Calls(f func(c Call)) {
	for id := int32(0); int(id) < len(p.Sites); id++ {
		f(Call{p, id})
	}
}

// IsMade reports whether no code of the program makes the call, but a framework or library.
func (c Call) IsMade() bool { return c.call().Made }

// Mounts calls f with the calls that put routes below a part of a path, and the rules that say so.
func (p *Program) Mounts(f func(c Call, by model.Found[model.Mount])) {
	p.Calls(func(c Call) {
		if c.IsMade() {
			return
		}
		for _, by := range p.Model().MountsOf(p.Language(), c.Asked()) {
			if p.applies(by.Rule.Origin, by.Exact) {
				f(c, by)
			}
		}
	})
}

func (c Call) call() *points.Site { return &c.p.Sites[c.ID] }

// IsNone reports whether it is none.
func (c Call) IsNone() bool { return c.p == nil }

// Written returns the call as it is written, and the number of its file.
func (c Call) Written() (file int, as *graph.Call) {
	x := c.call()
	return int(x.File), &x.Call
}

// Callee returns what is called.
func (c Call) Callee() Value { return Value(c.call().Callee) }

// Receiver returns what the called function is a method of, 0 for nothing.
func (c Call) Receiver() Value { return Value(c.call().Receiver) }

// Named returns what the name of the member is worked out of that is called, as in app[method](), 0 for no such call.
func (c Call) Named() Value {
	file, as := c.Written()
	if as.Named == 0 {
		return 0
	}
	return Value(c.p.At(int32(file), as.Named))
}

// Arg returns an argument, 0 where there is none. Keyword is the name by which it is given, "" for none.
func (c Call) Arg(i int) (v Value, keyword string) {
	if x := c.call(); i < len(x.Args) {
		return Value(x.Args[i]), x.Names[i]
	}
	return 0, ""
}

// Args returns the number of arguments.
func (c Call) Args() int { return len(c.call().Args) }

// Asked returns the call as rules look at it.
func (c Call) Asked() model.Call { return c.p.Asked(c.call()) }

// Resolved reports whether the call calls something of the program.
func (c Call) Resolved() bool { return c.p.Resolved(c.call()) }

// Given returns what fills a role: what is at the steps of it in an object that is written out, 0 for nothing.
func (c Call) Given(r model.Filled) Value {
	return Value(c.p.MemberNode(c.p.Argument(c.ID, r), r.Path))
}

// Targets returns the functions of the program that the call calls.
func (c Call) Targets() []Ref {
	var all []Ref
	for _, o := range c.call().Bound {
		if x := c.p.Object(o); x.Kind == points.Function {
			all = append(all, Ref{int(x.File), int(x.Index)})
		}
	}
	return all
}

// Results returns the calls of libraries whose results a value may be.
func (p *Program) Results(v Value) []Call { return p.callsOf(p.MadeBy(points.Node(v))) }

// Numbered returns the call of a number.
func (p *Program) Numbered(id int32) Call { return Call{p, id} }

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
		if id := p.SiteAt(int32(file), d); id >= 0 {
			all = append(all, Call{p, id})
		}
	}
	return all
}

// Node returns the node of a file that a value is, nil for one that stands in none, and the call whose result that is.
func (p *Program) Node(v Value) (file int, n *graph.Node, result Call) {
	in, n := p.FileOf(points.Node(v))
	if n != nil && n.Kind == graph.Result {
		result = Call{p, p.SiteOf[in][n.Index]}
	}
	return int(in), n, result
}

// From returns the values that become another as they are.
func (p *Program) From(v Value) []Value {
	var all []Value
	for _, e := range p.In(points.Node(v)) {
		if x := p.Edge(e); !x.Text {
			all = append(all, Value(x.From))
		}
	}
	for _, l := range p.LoadsTo(points.Node(v)) {
		for _, o := range p.Points(l.From) {
			if f, ok := p.Object(o).Fields[l.Field]; ok {
				all = append(all, Value(f))
			}
		}
	}
	return all
}

// Owners returns the values whose member of a name a value is.
func (p *Program) Owners(v Value, name string) []Value {
	var all []Value
	for _, l := range p.LoadsTo(points.Node(v)) {
		if l.Field == name {
			all = append(all, Value(l.From))
		}
	}
	return all
}

// Elements returns those of the lists that a value may be.
func (p *Program) Elements(v Value) []Value {
	var all []Value
	for _, n := range p.ElementsOf(points.Node(v)) {
		all = append(all, Value(n))
	}
	return all
}

// Things returns what a value may be.
func (p *Program) Things(v Value) []Thing {
	var all []Thing
	for _, o := range p.Points(points.Node(v)) {
		all = append(all, Thing{p, o})
	}
	return all
}

// WrittenAt returns the object that is written out where a value stands.
func (p *Program) WrittenAt(v Value) (t Thing, ok bool) {
	o, ok := p.Origin[points.Node(v)]
	return Thing{p, o}, ok
}

// Func returns the function that a thing is.
func (t Thing) Func() (f Ref, ok bool) {
	x := t.p.Object(t.o)
	return Ref{int(x.File), int(x.Index)}, x.Kind == points.Function
}

// Class returns the class that a thing is.
func (t Thing) Class() (c Class, ok bool) {
	x := t.p.Object(t.o)
	return Class{int(x.File), int(x.Index)}, x.Kind == points.Class
}

// IsWritten reports whether a thing is an object or list that is written out.
func (t Thing) IsWritten() bool { return t.p.Object(t.o).Kind == points.Allocated }

// Member returns the member of a name, 0 for none.
func (t Thing) Member(name string) Value { return Value(t.p.Object(t.o).Fields[name]) }

// Members returns the names of the members in order.
func (t Thing) Members() []string { return t.p.Object(t.o).SortedNames() }

// Others returns what a thing has under names that are not known.
func (t Thing) Others() Value { return Value(t.p.Object(t.o).Written) }

// Methods returns the public methods of a class and of those that it extends, the nearest of each name.
func (p *Program) Methods(c Class) []Ref { return p.methodsOf(c, 0) }

func (p *Program) methodsOf(c Class, depth int) []Ref {
	g := p.Code[c.File].Graph
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
		for _, parent := range p.Points(p.At(int32(c.File), b)) {
			x := p.Object(parent)
			if x.Kind != points.Class {
				continue
			}
			for _, h := range p.methodsOf(Class{int(x.File), int(x.Index)}, depth+1) {
				if name := p.Code[h.File].Graph.Funcs[h.Func].Tree.Name; !names[name] {
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
		if strings.EqualFold(p.Code[h.File].Graph.Funcs[h.Func].Tree.Name, name) {
			return h, true
		}
	}
	return f, false
}

// classOf returns the class that an object is, or of which it is an instance.
func (p *Program) classOf(o int32) Class {
	x := p.Object(o)
	return Class{int(x.File), int(x.Index)}
}

// Files returns how many files the program has.
func (p *Program) Files() int { return len(p.Code) }

// Graph returns the graph of a file.
func (p *Program) Graph(file int) *graph.File { return p.Code[file].Graph }

// Import returns the file that an import of a module means in another.
func (p *Program) Import(from int, module string) (file int, ok bool) {
	resolve := p.Code[from].Resolve
	if resolve == nil {
		return 0, false
	}
	file, _ = resolve(module)
	return file, file >= 0
}

package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Promise gives the objects of a class the names from outside of what it extends, and its methods without code, which return
// what is of the types that they declare.
func (p *Program) Promise(file, class int32) {
	c := &p.Code[file].Graph.Classes[class]
	p.rootTyped(p.At(file, c.Node), p.At(file, c.Instance))
	for _, m := range c.Promises {
		returned := p.NewNode()
		p.Typed(file, m.Type, returned)
		p.add(p.Field(p.Origin[p.At(file, c.Instance)], m.Field), p.newObject(Object{Kind: Promised, Index: returned}))
	}
}

// standIn makes a function of Java a member of itself by the name of a method that the program leaves without code: it may
// stand for an object with that method. By what other names functions of Java and C# are called, rules say.
func (p *Program) standIn(function int32, name string, member Node) {
	if p.lang == model.Java && p.promises[name] {
		p.add(member, function)
	}
}

// TypedValues makes what functions with code return, and what the code casts, what their types say of what comes from outside.
func (p *Program) TypedValues(file int32) {
	g := p.Code[file].Graph
	for i := range g.Funcs {
		if f := &g.Funcs[i]; f.ResultType != 0 && !f.Abstract {
			p.rootTyped(p.At(file, f.ResultType), p.At(file, f.Ret))
		}
	}
	for _, c := range g.Casts {
		p.rootTyped(p.At(file, c.Type), p.At(file, c.Value))
	}
}

// rootTyped gives a node the names from outside of a type: its own, or those of what a class of the program extends.
func (p *Program) rootTyped(kind, at Node) {
	if p.lang != model.Java && p.lang != model.CSharp {
		return
	}
	for _, a := range p.BasesOf(kind) {
		if r := (model.Root{Kind: model.Typed, Name: a.Last()}); p.model.NamesSource(p.lang, r) {
			p.Root(at, model.Access{Root: r})
		}
	}
}

// MadeByLibraries makes what calls of libraries return objects of the classes of the program that the code takes it for, by a
// cast, a declared type or the type that the call is made for, or that it hands to the library beside what they are made of.
func (p *Program) MadeByLibraries() {
	for file := range p.Code {
		for _, c := range p.Code[file].Graph.Casts {
			if at := p.At(int32(file), c.Value); p.isOutside(p.Points(at)) {
				p.inheritsType(p.At(int32(file), c.Type), at)
			}
		}
	}
	for id := range p.Sites {
		c := &p.Sites[id]
		if class := p.handedClass(c); class != 0 && c.Result != 0 {
			p.inheritsType(class, c.Result)
		}
	}
	p.Solve()
}

// handedClass returns the argument of a call of a library, or of what nobody knows, that is a class of the program, 0 where none
// or more than one is, or where nothing stands beside it.
func (p *Program) handedClass(c *Site) (class Node) {
	if c.Made || c.Making || c.Call.New || len(c.Args) < 2 || !p.isOutside(c.Bound) {
		return 0
	}
	for _, arg := range c.Args {
		if loads := p.LoadsTo(arg); p.lang == model.Java && len(loads) == 1 && loads[0].Field == "class" { // A.class
			arg = loads[0].From
		}
		if slices.ContainsFunc(p.Points(arg), func(o int32) bool { return p.Object(o).Kind == Class }) {
			if class != 0 {
				return 0
			}
			class = arg
		}
	}
	return class
}

// isOutside reports whether nothing of the program is among some objects.
func (p *Program) isOutside(all []int32) bool {
	return !slices.ContainsFunc(all, func(o int32) bool { return p.Object(o).Kind != Outside })
}

// SetFromOutside lets members be something else than what the program is seen to set them to in objects that a library may have
// made of what was sent: of classes that the program hands to libraries, and where everybody may set a member, of classes of which
// it makes no objects itself.
func (p *Program) SetFromOutside() {
	made, handed := map[[2]int32]bool{}, map[int32]bool{}
	for id := range p.Sites {
		c := &p.Sites[id]
		if class := p.handedClass(c); class != 0 {
			for _, o := range p.Points(class) {
				if p.Object(o).Kind == Class && !handed[o] {
					handed[o] = true
					p.setAll(p.Origin[p.InstanceOf(o)])
				}
			}
		}
		if c.Takes != nil || c.Making {
			continue
		}
		for _, o := range c.Bound {
			if x := p.Object(o); x.Kind == Class {
				for _, class := range p.Ancestry(x.File, x.Index) {
					made[class] = true
				}
			}
		}
	}
	for file := range p.Code {
		for i := range p.Code[file].Graph.Classes {
			c := &p.Code[file].Graph.Classes[i]
			for k := range c.Tree.Members {
				m := &c.Tree.Members[k]
				if m.Settable && !m.Static && m.Func == nil && !made[[2]int32{int32(file), int32(i)}] {
					p.setBySomebody(p.Origin[p.At(int32(file), c.Instance)], m.Name)
				}
			}
		}
	}
	p.Solve()
}

// setAll lets all members of an object that hold values be set by somebody.
func (p *Program) setAll(o int32) {
	for _, name := range p.Object(o).SortedNames() {
		if isOrdinary(name) && !slices.ContainsFunc(p.Points(p.Object(o).Fields[name]), func(v int32) bool { return p.Object(v).Kind == Function }) {
			p.setBySomebody(o, name)
		}
	}
}

// setBySomebody lets a member of an object be what nobody knows.
func (p *Program) setBySomebody(o int32, name string) {
	x, n := p.Object(o), p.NewNode()
	p.Root(n, model.Access{Root: model.Root{Kind: model.Unseen, Name: "what sets " + name + " of " + p.Code[x.File].Graph.Classes[x.Index].Tree.Name}})
	p.Link(Edge{From: n, To: p.Field(o, name), Cap: graph.Free, Call: -1})
}

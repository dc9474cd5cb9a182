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

// keepPromise lets a call return what is of the type that a method without code declares, and call the functions that may
// stand for an object with that method.
func (p *Program) keepPromise(id int32, returned Node) {
	c := p.Sites[id]
	p.Link(Edge{From: returned, To: c.Result, Cap: graph.Free, Call: -1})
	if c.Receiver == 0 || slices.ContainsFunc(c.Bound[:len(c.Bound)-1], func(o int32) bool { return p.Object(o).Kind == Promised }) {
		return
	}
	c.Callee, c.Receiver, c.Method, c.OfMember, c.Made, c.Wraps = c.Receiver, 0, "", false, true, true
	p.Watch(c)
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

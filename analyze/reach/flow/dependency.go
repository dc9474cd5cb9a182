package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// dependencies returns the calls that a value may be which stand for what a function returns that the framework calls,
// as Depends of FastAPI.
func (p *Program) dependencies(n node) []int32 {
	return slices.DeleteFunc(p.madeBy(n), func(id int32) bool { return p.dependency(id) == nil })
}

// dependency returns the rule that makes a call one of [Program.dependencies], or nil.
func (p *Program) dependency(id int32) *model.Entry {
	for _, f := range p.model.EntriesOf(p.lang, p.asked(&p.calls[id])) {
		if f.Rule.Returns && f.Exact {
			return f.Rule
		}
	}
	return nil
}

// isGiven reports whether a parameter holds what functions return rather than what a request has.
func (p *Program) isGiven(file int32, f *graph.Func, param int) bool {
	given := false
	for _, e := range p.in(p.at(file, f.Params[param])) {
		if p.edge(e).way != within {
			continue // who calls the function
		}
		for _, id := range p.dependencies(p.edge(e).from) {
			if given = p.isReturned(id); !given {
				return false
			}
		}
	}
	return given
}

// givenBy returns the functions and constructors that the framework calls for a parameter.
func (p *Program) givenBy(file int32, f *graph.Func, param int) []Ref {
	var all []Ref
	for _, e := range p.in(p.at(file, f.Params[param])) {
		if p.edge(e).way != within {
			continue
		}
		for _, id := range p.dependencies(p.edge(e).from) {
			of := p.unannotated(p.at(file, f.ParamTypes[param])) // Depends() alone means the type
			if args := p.calls[id].args; len(args) > 0 {
				of = args[0]
			}
			called := slices.Clone(p.points(of))
			for _, o := range p.points(of) {
				if p.object(o).kind == class {
					called = append(called, p.points(p.object(p.origin[p.instanceOf(o)]).fields["__init__"])...)
				}
			}
			for _, o := range called {
				if x := p.object(o); x.kind == function {
					all = append(all, Ref{int(x.file), int(x.index)})
				}
			}
		}
	}
	return all
}

// isReturned reports whether one of [Program.dependencies] stands for what functions return, and neither for an object
// of a class that is made of the request, nor for what the framework itself takes out of it.
func (p *Program) isReturned(id int32) bool {
	c := &p.calls[id]
	if len(c.args) == 0 {
		return false
	}
	for _, o := range p.points(c.args[0]) {
		switch x := p.object(o); x.kind {
		case class, instance:
			return false
		case access:
			if p.dependency(id).IsOf(x.name.Root.Name) {
				return false
			}
		}
	}
	return len(p.points(c.args[0])) > 0
}

// fixedMax returns the length of the longest of the texts that a type allows, which lists them or is an enumeration.
func (p *Program) fixedMax(kind node, depth int) (most int64, ok bool) {
	if kind == 0 || depth > 12 {
		return 0, false
	}
	if o, made := p.origin[kind]; made {
		switch x := p.object(o); {
		case x.kind == allocated && x.list:
			return p.longestIn(x)
		case x.kind == class && p.isEnum(o):
			return p.enumMax(x)
		}
		return 0, false
	}
	if plain := p.unannotated(kind); plain != kind {
		return p.fixedMax(plain, depth+1)
	}
	return p.constant(kind, depth, p.fixedMax)
}

// unannotated returns a type without what Annotated says of it besides.
func (p *Program) unannotated(kind node) node {
	if _, g := p.fileOf(kind); g != nil && g.Kind == graph.Value && g.Name == graph.Annotated {
		return p.edge(p.in(kind)[0]).from
	}
	return kind
}

// enumMax is the length of the longest value or name of an enumeration, with the name of its class before it.
func (p *Program) enumMax(x *object) (most int64, ok bool) {
	c := p.sources[x.file].Graph.Classes[x.index].Tree
	for _, m := range c.Members {
		if m.Func != nil || m.Name == "" || m.Value == nil {
			continue
		}
		v, known := p.member(x.fields[m.Name], 0, p.textLength)
		if !known {
			return 0, false
		}
		most, ok = max(most, v, int64(len(c.Name)+1+len(m.Name))), true
	}
	return most, ok
}

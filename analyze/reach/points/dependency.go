package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Dependencies returns the calls that a value may be which stand for what a function returns that the framework calls,
// as Depends of FastAPI.
func (p *Program) Dependencies(n Node) []int32 {
	return slices.DeleteFunc(p.MadeBy(n), func(id int32) bool { return p.dependency(id) == nil })
}

// dependency returns the rule that makes a call one of [Program.Dependencies], or nil.
func (p *Program) dependency(id int32) *model.Entry {
	for _, f := range p.model.EntriesOf(p.lang, p.Asked(&p.Sites[id])) {
		if f.Rule.Returns && f.Exact {
			return f.Rule
		}
	}
	return nil
}

// IsGiven reports whether a parameter holds what functions return rather than what a request has.
func (p *Program) IsGiven(file int32, f *graph.Func, param int) bool {
	given := false
	for _, e := range p.In(p.At(file, f.Params[param])) {
		if p.Edge(e).Way != Within {
			continue // who calls the function
		}
		for _, id := range p.Dependencies(p.Edge(e).From) {
			if given = p.isReturned(id, p.Given(id, file, f, param)); !given {
				return false
			}
		}
	}
	return given
}

// ConstructorsOf returns the functions that set up the objects of a class of Python, none for anything else.
func (p *Program) ConstructorsOf(o int32) []int32 {
	if p.lang != model.Python || p.Object(o).Kind != Class {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.Points(p.Field(p.Origin[p.InstanceOf(o)], "__init__"))), func(of int32) bool { return p.Object(of).Kind != Function })
}

// Given returns what one of [Program.Dependencies] calls for a parameter of a function: what it is handed, or the type.
func (p *Program) Given(id, file int32, f *graph.Func, param int) Node {
	if args := p.Sites[id].Args; len(args) > 0 {
		return args[0]
	}
	return p.Unannotated(p.At(file, f.ParamTypes[param]))
}

// Unannotated returns a type without what Annotated says of it besides.
func (p *Program) Unannotated(kind Node) Node {
	if _, g := p.FileOf(kind); g != nil && g.Kind == graph.Value && g.Name == graph.Annotated {
		return p.Edge(p.In(kind)[0]).From
	}
	return kind
}

// isReturned reports whether one of [Program.Dependencies] stands for what functions return, and neither for an object
// of a class that is made of the request, nor for what the framework itself takes out of it.
func (p *Program) isReturned(id int32, of Node) bool {
	for _, o := range p.Points(of) {
		switch x := p.Object(o); x.Kind {
		case Class:
			if len(p.ConstructorsOf(o)) == 0 {
				return false
			}
		case Instance:
			return false
		case Outside:
			if p.dependency(id).IsOf(x.Name.Root.Name) {
				return false
			}
		}
	}
	return len(p.Points(of)) > 0
}

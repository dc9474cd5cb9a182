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
			if given = p.isReturned(id); !given {
				return false
			}
		}
	}
	return given
}

// isReturned reports whether one of [Program.Dependencies] stands for what functions return, and neither for an object
// of a class that is made of the request, nor for what the framework itself takes out of it.
func (p *Program) isReturned(id int32) bool {
	c := &p.Sites[id]
	if len(c.Args) == 0 {
		return false
	}
	for _, o := range p.Points(c.Args[0]) {
		switch x := p.Object(o); x.Kind {
		case Class, Instance:
			return false
		case Outside:
			if p.dependency(id).IsOf(x.Name.Root.Name) {
				return false
			}
		}
	}
	return len(p.Points(c.Args[0])) > 0
}

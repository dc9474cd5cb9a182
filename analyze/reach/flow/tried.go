package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// tried is what lets the patterns of a schema meet a value: the function of a file that is called with it, or the call that
// checks it where function is -1.
type tried struct{ file, function, call int32 }

// try lets the patterns of a schema meet a value and what it holds. Libraries run all their checks, so the lengths that stand
// beside a pattern do not bound what it meets, and neither does what the program makes of the result.
func (p *Program) try(by tried, from points.Node, s *limit.Shape, depth int) {
	if from == 0 || depth > maxPath || !s.Matches() {
		return
	}
	for _, c := range s.Patterns {
		if !p.Once(c, by) {
			continue
		}
		p.Link(points.Edge{From: from, To: p.Sites[c].Receiver, Cap: graph.Free, Call: -1, Text: true, Edit: points.EditsAnything})
		if p.Once(c, &schemaMatch) {
			p.matches = append(p.matches, Match{Call: c, Rule: &schemaMatch, Roles: []model.Filled{{Role: "subject", Arg: model.Receiver}, {Role: "regex", Arg: 0}}})
		}
	}
	member := func(name string, s *limit.Shape) {
		if s.Matches() {
			n := p.NewNode()
			p.AddLoad(from, n, name)
			p.try(by, n, s, depth+1)
		}
	}
	member("*", s.Elem)
	for _, name := range points.SortedKeys(s.Fields) {
		member(name, s.Fields[name])
	}
}

// tryGuards lets the patterns of the schemas that stand before entries meet what these are called with.
func (p *Program) tryGuards() {
	for _, at := range points.SortedKeys(p.waiting) {
		for _, e := range slices.Clone(p.waiting[at]) {
			if e.call == 0 {
				continue
			}
			for _, g := range p.guards(e.call-1, e.element, e.route) {
				if g.raw || !g.shape.Matches() {
					continue
				}
				for _, o := range p.Points(at) {
					x := p.Object(o)
					if x.Kind != points.Function {
						continue
					}
					index, steps := g.value.First()
					if params := p.Code[x.File].Graph.Funcs[x.Index].Params; index >= 0 && index < len(params) {
						from := p.Loaded([]points.Node{p.At(x.File, params[index])}, steps)[0]
						p.try(tried{x.File, x.Index, e.call}, from, g.shape, 0)
					}
				}
			}
		}
	}
}

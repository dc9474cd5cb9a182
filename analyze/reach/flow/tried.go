package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// tried is what lets the patterns of a schema meet a value: the function of a file that is called with it, or the call that
// checks it where function is -1.
type tried struct{ file, function, call int32 }

// try lets the patterns of a schema meet a value and what it holds. Libraries run all their checks, so the lengths that stand
// beside a pattern do not bound what it meets, and neither does what the program makes of the result.
func (p *Program) try(by tried, from node, s *limit.Shape, depth int) {
	if from == 0 || depth > maxPath || !s.Matches() {
		return
	}
	for _, c := range s.Patterns {
		if !p.once(c, by) {
			continue
		}
		p.link(edge{from: from, to: p.calls[c].receiver, cap: graph.Free, call: -1, text: true, edit: editsAnything})
		if p.once(c, &schemaMatch) {
			p.matches = append(p.matches, Match{Call: c, Rule: &schemaMatch, Roles: []model.Filled{{Role: "subject", Arg: model.Receiver}, {Role: "regex", Arg: 0}}})
		}
	}
	member := func(name string, s *limit.Shape) {
		if s.Matches() {
			n := p.newNode()
			p.addLoad(from, n, name)
			p.try(by, n, s, depth+1)
		}
	}
	member("*", s.Elem)
	for _, name := range sortedKeys(s.Fields) {
		member(name, s.Fields[name])
	}
}

// tryGuards lets the patterns of the schemas that stand before entries meet what these are called with.
func (p *Program) tryGuards() {
	for _, at := range sortedKeys(p.waiting) {
		for _, e := range slices.Clone(p.waiting[at]) {
			if e.call == 0 {
				continue
			}
			for _, g := range p.guards(e.call-1, e.element, e.route) {
				if g.raw || !g.shape.Matches() {
					continue
				}
				for _, o := range p.points(at) {
					x := p.object(o)
					if x.kind != function {
						continue
					}
					index, steps := g.value.First()
					if params := p.sources[x.file].Graph.Funcs[x.index].Params; index >= 0 && index < len(params) {
						from := p.loaded([]node{p.at(x.file, params[index])}, steps)[0]
						p.try(tried{x.file, x.index, e.call}, from, g.shape, 0)
					}
				}
			}
		}
	}
}

package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
)

// Constraints returns the regexes that parameters in the path of a route have to match as a whole, by their names.
func (p *Program) Constraints(r Route) map[string]string {
	all := route.Patterns(r.Path, r.Rule.Route == "regex")
	for name, n := range r.Patterns {
		if p.Text == nil {
			break
		}
		if text := p.Text(r.File, n.Start, n.End); strings.HasPrefix(text, "/") && strings.LastIndexByte(text, '/') > 0 {
			all[name] = text[1:strings.LastIndexByte(text, '/')]
		}
	}
	return all
}

// constrained returns how long a parameter of the path is at most by what the routes of an entry demand of it.
func (p *Program) constrained(h *Hit) int64 {
	if h.Entry == nil || h.Source == nil || h.Source.Kind != model.Path {
		return graph.NoLimit
	}
	_, name, _ := strings.Cut(p.InputName(*h), ".")
	name, _, _ = strings.Cut(name, ".")
	most := int64(-1)
	for _, r := range p.Routes() {
		if !slices.Contains(r.Handlers, Ref{h.Entry.File, h.Entry.Func}) {
			continue
		}
		if strings.Contains(r.Path, Ellipsis) {
			return graph.NoLimit
		}
		if _, params := route.Normal(r.Path, r.Rule.Route == "regex"); !slices.Contains(params, name) {
			continue
		}
		pattern, ok := p.Constraints(r)[name]
		if !ok {
			return graph.NoLimit
		}
		most = max(most, limit.OfPattern(pattern))
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

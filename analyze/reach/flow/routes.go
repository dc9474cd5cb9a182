package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/route"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// layersBefore returns the handlers that run before those of a registration on every way to it: what was given to its
// router, and to the routers around, before, as by app.use(fn).
func (p *Program) layersBefore(r *rules.Registration, params bool) []points.Node {
	key := layersOf{r.Call.ID, int32(r.Element), params}
	if known, ok := p.layers[key]; ok {
		return known
	}
	if p.layers == nil {
		p.layers = map[layersOf][]points.Node{}
	}
	all := p.Before(r.Call.ID, p.RouteOf(r.Roles, r.Call.ID), params)
	p.layers[key] = all
	return all
}

// layersOf are the handlers that run before those of a registration, by its call and element, or those of them that see the
// parameters of its path.
type layersOf struct {
	call, element int32
	params        bool
}

// isParam reports whether a value is a parameter of the path, rather than the whole of that.
func isParam(h *Hit) bool {
	return h.Source != nil && h.Source.Kind == model.Path && h.Access.Last() != "path"
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
		if !slices.Contains(r.Handlers, rules.Ref{File: h.Entry.File, Func: h.Entry.Func}) {
			continue
		}
		if strings.Contains(r.Path, rules.Ellipsis) {
			return graph.NoLimit
		}
		_, params := route.Normal(r.Path, r.Rule.Route == "regex")
		if p.Language() == model.PHP {
			name = strings.TrimPrefix(name, "$")
			if r.Rule.InOrder && !p.inOrder(h.Entry, params) {
				return graph.NoLimit
			}
		}
		if !slices.Contains(params, name) {
			if p.Language() == model.Python && r.Rule.Route == "regex" && h.Access.Root.Kind == model.EntryArg && len(h.Access.Steps) == 0 {
				place, _ := h.Source.Value.First()
				groups := route.Groups(r.Path)
				if place = h.Access.Root.Index - max(place, 0); place < 0 || place >= len(groups) {
					return graph.NoLimit
				}
				most = max(most, limit.OfPattern(groups[place]))
			}
			continue
		}
		if p.Language() == model.CSharp && h.Source.InRoute && !p.boundByName(h.Entry) {
			return graph.NoLimit
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

// inOrder reports whether a function has the parameters of a path under their names and in their order, by which it is
// handed them, beside parameters that have a class.
func (p *Program) inOrder(e *rules.Entry, params []string) bool {
	at := 0
	for _, param := range p.Code[e.File].Graph.Funcs[e.Func].Tree.Params {
		if param.Target == nil || param.Target.Op != tree.Name || param.Rest {
			return false
		}
		name := strings.TrimPrefix(param.Target.Text, "$")
		i := slices.Index(params, name)
		if i < 0 && param.Type != nil && param.Type.Op == tree.Name && !isScalar(param.Type.Text) {
			continue
		}
		if i < at {
			return false
		}
		at = i + 1
	}
	return true
}

// isScalar reports whether a type of PHP is that of a text or number, rather than a class.
func isScalar(name string) bool {
	switch strings.ToLower(name) {
	case "string", "int", "float", "bool", "mixed":
		return true
	}
	return false
}

// boundByName reports whether parameters of the path are handed to a function of C# by their names: it is registered by
// a call, or its class says so, as one with [ApiController] does. Without that a form may hold others.
func (p *Program) boundByName(e *rules.Entry) bool {
	return slices.ContainsFunc(p.EntriesOf[[2]int32{int32(e.File), int32(e.Func)}], func(o rules.Entry) bool {
		return o.Rule.Within != nil || o.Rule.Call != nil
	})
}

package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// declaredRoutes returns the routes of a function that what stands at it, at its class or in its path makes an entry.
func (p *Program) declaredRoutes(m *mounts, r registration, t *told) []Route {
	rule := r.found.Rule
	g := p.sources[r.file].Graph
	f := &g.Funcs[r.fn]
	base := Route{Rule: rule, File: int(r.file), Start: f.Tree.Start, End: f.Tree.Start}
	t.handlers = []Ref{{int(r.file), int(r.fn)}}
	callee, before := "", []string{""}
	switch {
	case rule.Route == "file":
		t.paths, t.routed = []string{model.FileRoute(g.Path)}, true
	case r.call >= 0:
		c := &p.calls[r.call]
		callee = c.Method
		base.Start, base.End = c.Start, c.End
		before = m.anyOf(m.around(r.call))
	default: // an annotation without parentheses
		callee = r.callee
	}
	for _, id := range p.decoratorCalls(r.file, f.Decorators) {
		for _, q := range rule.Paths {
			if roles, _, ok := q.Match(p.lang, p.asked(&p.calls[id])); ok {
				p.toldBy(registration{model.Found[model.Entry]{Rule: rule, Roles: roles}, id, r.file, r.fn, "", 0}, t)
			}
		}
	}
	if f.Class >= 0 && (rule.Within != nil || rule.Prefixes != nil) {
		before = p.classPaths(r.file, f.Class, rule)
		t.routed = t.routed || callee != "" && rule.HTTPMethod(callee, f.Tree.Name) != ""
	}
	if !t.routed {
		return nil
	}
	t.assume(rule.HTTPMethod(callee, f.Tree.Name))
	return p.tokens(p.composed(m, base, before, t), f, g)
}

// tokens replaces what stands for the names of the class and the method in the routes of ASP.NET.
func (p *Program) tokens(routes []Route, f *graph.Func, g *graph.File) []Route {
	if p.lang != model.CSharp || f.Class < 0 {
		return routes
	}
	class := strings.TrimSuffix(g.Classes[f.Class].Tree.Name, "Controller")
	replace := strings.NewReplacer("[controller]", class, "[action]", f.Tree.Name)
	for i := range routes {
		routes[i].Path = replace.Replace(routes[i].Path)
	}
	return routes
}

// decoratorCalls returns those of decorators that are calls.
func (p *Program) decoratorCalls(file int32, decorators []graph.ID) []int32 {
	var all []int32
	for _, d := range decorators {
		if n := &p.sources[file].Graph.Nodes[d]; n.Kind == graph.Result {
			all = append(all, p.callOf[file][n.Index])
		}
	}
	return all
}

// classPaths returns the parts of paths that the decorators of a class say.
func (p *Program) classPaths(file, class int32, rule *model.Entry) []string {
	patterns := rule.Prefixes
	if rule.Within != nil {
		patterns = append([]*model.CallPattern{rule.Within}, patterns...)
	}
	t := &told{}
	for _, id := range p.decoratorCalls(file, p.sources[file].Graph.Classes[class].Decorators) {
		for _, q := range patterns {
			if roles, _, ok := q.Match(p.lang, p.asked(&p.calls[id])); ok {
				p.toldBy(registration{model.Found[model.Entry]{Rule: rule, Roles: roles}, id, file, -1, "", 0}, t)
			}
		}
	}
	return whole(slices.Compact(t.paths))
}

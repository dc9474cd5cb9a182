package routing

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// declaredRoutes returns the routes of a function that what stands at it, at its class or in its path makes an entry.
func (p *reader) declaredRoutes(m *mounts, r rules.Registration, t *told) []rules.Route {
	rule := r.Rule
	g := p.Graph(r.Function.File)
	f := p.function(r.Function)
	base := rules.Route{Rule: rule, File: r.Function.File, Start: f.Tree.Start, End: f.Tree.Start}
	implementing := p.ImplementedBy(r.Function)
	t.handlers = append([]rules.Ref{r.Function}, implementing...)
	callee, before := "", []string{""}
	switch {
	case rule.Route == "file":
		t.paths, t.routed = []string{model.FileRoute(g.Path)}, true
	case !r.Call.IsNone():
		_, as := r.Call.Written()
		callee = as.Method
		base.Start, base.End = as.Start, as.End
		before = m.anyOf(m.around(r.Call))
	default: // an annotation without parentheses
		callee = r.Decorator
	}
	p.toldAt(r.Function.File, f.Decorators, rule, rule.Paths, t)
	if f.Class >= 0 && (rule.Within != nil || rule.Prefixes != nil) {
		before = nil
		for _, o := range implementing { // a class says where it stands before its interface does
			if of := p.classPaths(o.File, p.function(o).Class, rule); !isPathless(of) {
				before = append(before, of...)
			}
		}
		if before == nil {
			before = p.classPaths(r.Function.File, f.Class, rule)
		}
		t.routed = t.routed || (rule.HTTPMethod(callee, f.Tree.Name) != "" || t.methods != nil || t.anyMethod) && (callee != "" || before[0] != "")
	}
	if rule.Convention != "" && f.Class >= 0 && isPathless(t.paths) && isPathless(before) && p.isConventional(r, f) {
		t.paths, t.routed = []string{rule.Convention}, true
	}
	if !t.routed {
		return nil
	}
	t.assume(rule.HTTPMethod(callee, f.Tree.Name))
	return p.tokens(p.composed(m, base, before, t), f, g)
}

// isPathless reports whether none of some parts of paths says anything.
func isPathless(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool { return path != "" })
}

// isConventional reports whether a registration is the one that tells how a method is reached by its name: the one by a
// decorator of the method if there is any.
func (p *reader) isConventional(r rules.Registration, f *graph.Func) bool {
	if f.Tree.Kind != tree.Method || f.Tree.Static || f.Tree.Private || !strings.HasSuffix(p.Graph(r.Function.File).Classes[f.Class].Tree.Name, "Controller") {
		return false
	}
	return r.Decorator != "" || !slices.ContainsFunc(p.Registrations(), func(o rules.Registration) bool {
		return o.Function == r.Function && o.Decorator != "" && !o.IsCall
	})
}

// tokens replaces what stands for the names of the class and the method in the routes of ASP.NET.
func (p *reader) tokens(routes []rules.Route, f *graph.Func, g *graph.File) []rules.Route {
	if p.Language() != model.CSharp || f.Class < 0 {
		return routes
	}
	class := strings.TrimSuffix(g.Classes[f.Class].Tree.Name, "Controller")
	replace := strings.NewReplacer("[controller]", class, "[action]", strings.TrimSuffix(f.Tree.Name, "Async"))
	for i := range routes {
		routes[i].Written = routes[i].Path
		routes[i].Path = replace.Replace(routes[i].Path)
	}
	return routes
}

// toldAt reads what decorators say that are calls of some patterns.
func (p *reader) toldAt(file int, decorators []graph.ID, rule *model.Entry, patterns []*model.CallPattern, t *told) {
	for _, c := range p.Decorations(file, decorators) {
		for _, q := range patterns {
			if roles, _, ok := q.Match(p.Language(), c.Asked()); ok {
				p.toldBy(rules.Registration{Found: model.Found[model.Entry]{Rule: rule, Roles: roles}, Call: c}, t)
			}
		}
	}
}

// classPaths returns the parts of paths that the decorators of a class say, or else those of the first that it extends and that
// has any.
func (p *reader) classPaths(file int, class int32, rule *model.Entry) []string {
	patterns := rule.Prefixes
	if rule.Within != nil {
		patterns = append([]*model.CallPattern{rule.Within}, patterns...)
	}
	t := &told{}
	for _, c := range p.Ancestry(int32(file), class) {
		if p.toldAt(int(c[0]), p.Graph(int(c[0])).Classes[c[1]].Decorators, rule, patterns, t); !isPathless(t.paths) {
			break
		}
	}
	return whole(slices.Compact(t.paths))
}

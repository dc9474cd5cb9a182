package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// declaredMethods returns the methods of HTTP that what stands at handlers lets pass, as @require_POST of Django does,
// nil for any.
func (p *Program) declaredMethods(rule *model.Entry, handlers []Ref) []string {
	t := &told{}
	for _, r := range p.registrations {
		if r.fn < 0 || r.call < 0 && r.found.Rule.Method == "" || !sameFramework(r.found.Rule, rule) || !slices.Contains(handlers, Ref{int(r.file), int(r.fn)}) {
			continue
		}
		p.toldBy(r, t)
		if r.callee == "" {
			continue
		}
		if method := r.found.Rule.HTTPMethod(r.callee, ""); method != "" && !slices.Contains(t.methods, method) {
			t.methods = append(t.methods, method)
		}
	}
	return t.methods
}

// verbs returns the methods of HTTP that a value names, nil for all of them.
func (p *Program) verbs(n node) []string {
	texts := p.texts(n)
	constants := p.accesses2(n) // from outside
	if o, ok := p.origin[n]; ok {
		for _, name := range sortedKeys(p.object(o).fields) {
			constants = append(constants, p.accesses2(p.object(o).fields[name])...)
		}
	}
	for _, a := range constants {
		texts = append(texts, methodNamed(lastName(a)))
	}
	var all []string
	for _, text := range texts {
		for one := range strings.FieldsFuncSeq(strings.ToUpper(text), func(c rune) bool { return c < 'A' || c > 'Z' }) {
			if !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// methodNamed returns the method of HTTP that a name stands for, "" for none.
func methodNamed(name string) string { return (&model.Entry{Method: "name"}).HTTPMethod("", name) }

// byMethods divides a route that classes handle by the methods of HTTP that their methods are named after.
func (p *Program) byMethods(r Route, t *told) []Route {
	var all []Route
	if len(r.Handlers) > 0 {
		all = append(all, r)
	}
	for _, o := range t.classes {
		found := false
		for _, h := range p.methodsOf(o, 0) {
			name := p.sources[h.File].Graph.Funcs[h.Func].Tree.Name
			method := methodNamed(name)
			if method == "" || method != strings.ToUpper(name) || t.methods != nil && !slices.Contains(t.methods, method) {
				continue
			}
			found = true
			one := r
			one.Methods, one.Handlers = []string{method}, []Ref{h}
			all = append(all, one)
		}
		if !found {
			one := r
			if one.Handlers = p.methodsOf(o, 0); p.lang == model.PHP {
				if h, ok := p.namedMethod(o, "__invoke"); ok {
					one.Handlers = []Ref{h}
				}
			}
			all = append(all, one)
		}
	}
	return all
}

// methodsOf returns the public methods of a class and of those that it extends, the nearest of each name.
func (p *Program) methodsOf(o int32, depth int) []Ref {
	x := p.object(o)
	g := p.sources[x.file].Graph
	var all []Ref
	names := map[string]bool{}
	for i := range g.Funcs {
		f := &g.Funcs[i]
		if f.Class == x.index && f.Tree.Kind == tree.Method && !f.Tree.Private && !f.Tree.Static && f.Tree.Name != "" {
			names[f.Tree.Name] = true
			all = append(all, Ref{int(x.file), i})
		}
	}
	if depth > 8 {
		return all
	}
	for _, b := range g.Classes[x.index].Bases {
		for _, parent := range p.points(p.at(x.file, b)) {
			if p.object(parent).kind != class {
				continue
			}
			for _, h := range p.methodsOf(parent, depth+1) {
				if name := p.sources[h.File].Graph.Funcs[h.Func].Tree.Name; !names[name] {
					names[name] = true
					all = append(all, h)
				}
			}
		}
	}
	return all
}

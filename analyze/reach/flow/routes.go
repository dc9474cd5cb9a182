package flow

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// Route is a part of a path for which a framework calls functions of the program.
type Route struct {
	Rule *model.Entry
	// Methods are those of HTTP, nil for any.
	Methods []string
	// Path is the whole path as the framework's own syntax has it, with [Ellipsis] for what is not known.
	Path string
	// Message reports whether Path is the name of a message.
	Message bool
	// File, Start and End are where it is registered.
	File       int
	Start, End int32
	// Handlers are the functions that are called for it, in order.
	Handlers []Handler
	// constraints are the regexes in the file that parameters of the path have to match, where the path says nothing of
	// them.
	constraints map[string]*tree.Node
	// within is the part of the file that answers, all of it where it is zero.
	within span
}

// Handler is a function by the numbers of its file and of itself there.
type Handler struct{ File, Func int }

// registration is what makes a function an entry: a call, or what stands at the function.
type registration struct {
	found model.Found[model.Entry]
	call  int32 // or of the decorator; -1 for none
	file  int32
	fn    int32 // that it stands at, -1 for a call
	// callee is the name of the decorator, "" for none.
	callee string
}

// listing is what a program knows of its routes.
type listing struct {
	registrations []registration
	routes        []Route
	allRoutes     bool                 // the routes were looked for
	reads         map[[2]int32][]Input // by file and function, nil before they were looked for
	callsIn       map[[2]int32][]int32 // the calls of each function
	formFields    []formField
	escaping      map[int32]bool // whether calls escape what is special in a pattern
	global        bool           // requests are values from outside, rather than handed to functions
}

// Routes returns the routes of the program, in the order of the files.
func (p *Program) Routes() []Route {
	if !p.allRoutes {
		p.allRoutes = true
		p.routes = p.findRoutes()
	}
	return p.routes
}

// compose gives entries the whole paths of their routes, each the first one that has its own.
func (p *Program) compose() {
	if len(p.registrations) == 0 && p.lang != model.Ruby { // whose routes stand in a file of their own
		return
	}
	for _, r := range p.Routes() {
		for _, h := range r.Handlers {
			all := p.entries[[2]int32{int32(h.File), int32(h.Func)}]
			for i := range all {
				e := &all[i]
				if !sameFramework(e.Rule, r.Rule) || e.whole || strings.Contains(r.Path, Ellipsis) || !strings.HasSuffix(r.Path, strings.TrimPrefix(e.Route, "/")) {
					continue
				}
				if e.Method != "" && r.Methods != nil && !slices.Contains(r.Methods, e.Method) {
					continue
				}
				if e.Method == "" && len(r.Methods) == 1 {
					e.Method = r.Methods[0]
				}
				e.Route, e.whole = r.Path, true
				if r.Rule.Route == "regex" {
					e.Route, _ = route.Normal(r.Path, true)
				}
			}
		}
	}
}

// sameFramework reports whether two rules are of one framework. What is an entry as the method of a controller has its
// route elsewhere.
func sameFramework(a, b *model.Entry) bool {
	one, _, _ := strings.Cut(a.Name, ".")
	other, _, _ := strings.Cut(b.Name, ".")
	return one == other
}

func (p *Program) findRoutes() []Route {
	m := p.mountsOf()
	var all []Route
	byCall := map[int32]bool{}
	for _, r := range p.registrations {
		if r.found.Rule.Middleware || r.found.Rule.Name == djangoAction || r.fn < 0 && byCall[r.call] {
			continue
		}
		routes := p.routesOf(m, r)
		if len(routes) > 0 && r.fn < 0 {
			byCall[r.call] = true
		}
		all = append(all, routes...)
	}
	all = append(append(all, p.railsRoutes()...), p.laravelResources(m)...)
	all = append(append(all, p.viewsetRoutes(m)...), p.phpPages()...)
	sorting.Stable(all, func(a, b Route) int {
		return cmp.Or(a.File-b.File, int(a.Start-b.Start), strings.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(all, func(a, b Route) bool {
		return a.File == b.File && a.Start == b.Start && a.Path == b.Path && slices.Equal(a.Methods, b.Methods) && slices.Equal(a.Handlers, b.Handlers)
	})
}

// told is what the roles of a registration say of a route.
type told struct {
	paths, methods []string
	routed         bool // it has a part of the path
	handlers       []Handler
	classes        []int32 // objects of classes whose methods handle it
}

func (p *Program) routesOf(m *mounts, r registration) []Route {
	rule := r.found.Rule
	t := p.toldBy(r, nil)
	if r.fn >= 0 {
		return p.declaredRoutes(m, r, t)
	}
	c := &p.calls[r.call]
	around := m.around(r.call)
	below := slices.ContainsFunc(around, func(o router) bool { return o.call >= 0 && m.made[o.call] && len(m.at[o]) > 0 })
	if p.lang == model.Python && slices.ContainsFunc(r.found.Roles, func(role model.Filled) bool {
		return role.Role == "fn" && len(p.included(p.argument(r.call, role))) > 0
	}) {
		return nil // routes of another file
	}
	if !t.routed && !below || len(t.handlers)+len(t.classes) == 0 && !r.found.Exact {
		return nil
	}
	if t.methods == nil {
		if method := rule.HTTPMethod(c.Method, ""); method != "" {
			t.methods = []string{method}
		}
	}
	if t.methods == nil {
		t.methods = p.declaredMethods(rule, t.handlers)
	}
	base := Route{Rule: rule, File: int(c.file), Start: c.At, End: c.End}
	return p.composed(m, base, m.anyOf(around), t)
}

// declaredMethods returns the methods of HTTP that what stands at handlers lets pass, as @require_POST of Django does,
// nil for any.
func (p *Program) declaredMethods(rule *model.Entry, handlers []Handler) []string {
	t := &told{}
	for _, r := range p.registrations {
		if r.fn < 0 || r.call < 0 && r.found.Rule.Method == "" || !sameFramework(r.found.Rule, rule) || !slices.Contains(handlers, Handler{int(r.file), int(r.fn)}) {
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

// toldBy reads the roles of a registration.
func (p *Program) toldBy(r registration, t *told) *told {
	if t == nil {
		t = &told{}
	}
	if r.call < 0 {
		return t
	}
	for _, role := range r.found.Roles {
		if role.Arg >= len(p.calls[r.call].args) {
			continue
		}
		n := p.argument(r.call, role)
		at := p.memberNode(n, role.Path)
		switch role.Role {
		case "route":
			if texts := p.texts(at); len(texts) > 0 {
				t.paths, t.routed = append(t.paths, texts...), true
			} else if at != 0 && !p.isObject(at) {
				t.paths, t.routed = append(t.paths, Ellipsis), true
			}
		case "method":
			t.methods = append(t.methods, p.verbs(at)...)
		case "fn":
			p.handlersAt(at, t, 0)
		}
	}
	return t
}

// isObject reports whether a value is an object or list that is written out.
func (p *Program) isObject(n node) bool {
	return slices.ContainsFunc(p.points[n], func(o int32) bool { return p.objects[o].kind == allocated })
}

// verbs returns the methods of HTTP that a value names, nil for all of them.
func (p *Program) verbs(n node) []string {
	texts := p.texts(n)
	for _, a := range p.accesses2(n) {
		texts = append(texts, lastName(a))
	}
	if o, ok := p.origin[n]; ok { // a list of constants from outside
		for _, name := range sortedKeys(p.objects[o].fields) {
			for _, a := range p.accesses2(p.objects[o].fields[name]) {
				texts = append(texts, lastName(a))
			}
		}
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

// handlersAt adds the functions and classes that a value may be, also as an element of a list.
func (p *Program) handlersAt(n node, t *told, depth int) {
	for _, o := range p.points[n] {
		x := &p.objects[o]
		switch x.kind {
		case function:
			if h := (Handler{int(x.file), int(x.index)}); !slices.Contains(t.handlers, h) {
				t.handlers = append(t.handlers, h)
			}
		case class:
			if !slices.Contains(t.classes, o) {
				t.classes = append(t.classes, o)
			}
		case allocated:
			if h, ok := p.methodOf(o); ok {
				if !slices.Contains(t.handlers, h) {
					t.handlers = append(t.handlers, h)
				}
			} else if depth < 3 {
				for _, name := range sortedKeys(x.fields) {
					if name != "" && name[0] >= '0' && name[0] <= '9' {
						p.handlersAt(x.fields[name], t, depth+1)
					}
				}
			}
		}
	}
	// A view of a class: View.as_view().
	for _, id := range p.madeBy(n) {
		if c := &p.calls[id]; (c.Method == "as_view" || c.Method == "asView") && c.receiver != 0 && depth < 3 {
			p.handlersAt(c.receiver, t, depth+1)
		}
	}
}

// composed returns the routes at all paths before, with all parts.
func (p *Program) composed(m *mounts, base Route, before []string, t *told) []Route {
	parts := t.paths
	if len(parts) == 0 {
		parts = []string{""}
	}
	base.Methods, base.Handlers = t.methods, t.handlers
	all := []Route{}
	messages := p.namesMessages(base.Rule)
	for _, whole := range whole(m.all[base.Rule.Name]) {
		for _, b := range before {
			for _, part := range parts {
				base.Path = joinPath(joinPath(whole, b), part)
				rooted := strings.HasPrefix(base.Path, "/") || strings.HasPrefix(base.Path, Ellipsis) || strings.HasPrefix(base.Path, "*")
				if base.Message = messages && !rooted; !rooted && !messages && base.Rule.Route != "regex" {
					base.Path = "/" + base.Path
				}
				all = append(all, base)
			}
		}
	}
	if len(t.classes) == 0 {
		return all
	}
	var each []Route
	for _, r := range all {
		each = append(each, p.byMethods(r, t)...)
	}
	return each
}

// namesMessages reports whether the routes of an entry are names of messages.
func (p *Program) namesMessages(rule *model.Entry) bool {
	return rule.Method == model.Messages || slices.ContainsFunc(p.model.Sources, func(s model.Source) bool {
		return s.Kind == model.Message && s.Value.RootedIn(func(entry string) bool { return entry == rule.Name })
	})
}

func whole(parts []string) []string {
	if len(parts) == 0 {
		return []string{""}
	}
	return parts
}

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
			method := (&model.Entry{Method: "name"}).HTTPMethod("", name)
			if method == "" || method != strings.ToUpper(name) || t.methods != nil && !slices.Contains(t.methods, method) {
				continue
			}
			found = true
			one := r
			one.Methods, one.Handlers = []string{method}, []Handler{h}
			all = append(all, one)
		}
		if !found {
			one := r
			if one.Handlers = p.methodsOf(o, 0); p.lang == model.PHP {
				if h, ok := p.namedMethod(o, "__invoke"); ok {
					one.Handlers = []Handler{h}
				}
			}
			all = append(all, one)
		}
	}
	return all
}

// methodsOf returns the public methods of a class and of those that it extends, the nearest of each name.
func (p *Program) methodsOf(o int32, depth int) []Handler {
	x := &p.objects[o]
	g := p.sources[x.file].Graph
	var all []Handler
	names := map[string]bool{}
	for i := range g.Funcs {
		f := &g.Funcs[i]
		if f.Class == x.index && f.Tree.Kind == tree.Method && !f.Tree.Private && !f.Tree.Static && f.Tree.Name != "" {
			names[f.Tree.Name] = true
			all = append(all, Handler{int(x.file), i})
		}
	}
	if depth > 8 {
		return all
	}
	for _, b := range g.Classes[x.index].Bases {
		for _, parent := range p.points[p.at(x.file, b)] {
			if p.objects[parent].kind != class {
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

// declaredRoutes returns the routes of a function that what stands at it, at its class or in its path makes an entry.
func (p *Program) declaredRoutes(m *mounts, r registration, t *told) []Route {
	rule := r.found.Rule
	g := p.sources[r.file].Graph
	f := &g.Funcs[r.fn]
	base := Route{Rule: rule, File: int(r.file), Start: f.Tree.Start, End: f.Tree.Start}
	t.handlers = []Handler{{int(r.file), int(r.fn)}}
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
				p.toldBy(registration{model.Found[model.Entry]{Rule: rule, Roles: roles}, id, r.file, r.fn, ""}, t)
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
	if t.methods == nil {
		if method := rule.HTTPMethod(callee, f.Tree.Name); method != "" {
			t.methods = []string{method}
		}
	}
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
				p.toldBy(registration{model.Found[model.Entry]{Rule: rule, Roles: roles}, id, file, -1, ""}, t)
			}
		}
	}
	return whole(slices.Compact(t.paths))
}

// Func returns the bytes of a function.
func (p *Program) Func(h Handler) (start, end int32) {
	f := p.sources[h.File].Graph.Funcs[h.Func].Tree
	return f.Start, f.End
}

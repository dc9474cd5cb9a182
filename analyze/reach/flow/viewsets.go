package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
	"snag/analyze/source/tree"
)

// djangoClass and djangoAction are the names of the entries that methods of views are, and further actions of viewsets,
// which have their routes where the viewset is registered.
const (
	djangoClass  = "django.class"
	djangoAction = "django.action"
)

// viewActions are the actions of a viewset of Django REST framework that have routes of their own.
var viewActions = []struct {
	name, method string
	one          bool // it is about one object
}{
	{"list", "GET", false},
	{"create", "POST", false},
	{"retrieve", "GET", true},
	{"update", "PUT", true},
	{"partial_update", "PATCH", true},
	{"destroy", "DELETE", true},
}

// viewsetRoutes returns the routes of the viewsets that are registered with routers of Django REST framework.
func (p *Program) viewsetRoutes(m *mounts) []Route {
	at := slices.IndexFunc(p.model.Entries, func(e model.Entry) bool { return e.Name == djangoClass })
	if p.lang != model.Python || at < 0 {
		return nil
	}
	var all []Route
	roots := map[string]bool{}
	for id := range p.calls {
		c := &p.calls[id]
		if c.made || c.Method != "register" || len(c.args) < 2 {
			continue
		}
		routers := p.routersOfViews(c.receiver)
		if len(routers) == 0 {
			continue
		}
		before := []string{""}
		for _, r := range routers {
			if _, mounted := m.at[r]; mounted {
				before = m.paths(r)
				break
			}
			before = m.anyOf(m.enclosing(c.file, c.owner))
		}
		prefixes := p.texts(c.args[0])
		if len(prefixes) == 0 {
			prefixes = []string{Ellipsis}
		}
		base := Route{Rule: &p.model.Entries[at], File: int(c.file), Start: c.At, End: c.End}
		isDefault := slices.ContainsFunc(routers, p.isDefaultRouter)
		for _, b := range before {
			if root := joinPath("/", b); isDefault && !roots[root] {
				roots[root] = true
				one := base
				one.Methods, one.Path = []string{"GET"}, root
				all = append(all, withSuffixes([]Route{one})...)
			}
		}
		for _, o := range p.points(c.args[1]) {
			if p.object(o).kind != class {
				continue
			}
			for _, prefix := range prefixes {
				for _, b := range before {
					routes := p.viewsetAt(base, joinPath(b, strings.Trim(prefix, "^/")), o)
					if isDefault {
						routes = withSuffixes(routes)
					}
					all = append(all, p.slashed(routes, routers)...)
				}
			}
		}
	}
	return all
}

// routersOfViews returns the calls that make the routers of Django REST framework that a value may be.
func (p *Program) routersOfViews(n node) []router {
	var all []router
	for _, id := range p.madeBy(n) {
		if slices.ContainsFunc(p.callees(&p.calls[id]), func(a model.Access) bool {
			return strings.HasPrefix(a.Root.Name, "rest_framework") && strings.HasSuffix(lastName(a), "Router")
		}) {
			all = append(all, router{call: id})
		}
	}
	return all
}

// isDefaultRouter reports whether a router has a root, which lists the others, and routes with suffixes besides.
func (p *Program) isDefaultRouter(r router) bool {
	return slices.ContainsFunc(p.callees(&p.calls[r.call]), func(a model.Access) bool { return lastName(a) == "DefaultRouter" })
}

// slashed returns routes with the slash that routers put behind paths unless they are told otherwise.
func (p *Program) slashed(routes []Route, routers []router) []Route {
	for i := range routes {
		if !strings.HasSuffix(routes[i].Path, ".{format}") && !slices.Contains(p.calls[routers[0].call].names, "trailing_slash") {
			routes[i].Path += "/"
		}
	}
	return routes
}

// withSuffixes returns routes and the same again with the format of the answer behind their paths. These have no
// handlers of their own: what holds for the others need not be tried twice.
func withSuffixes(routes []Route) []Route {
	for _, r := range slices.Clone(routes) {
		r.Handlers = nil
		if r.Path += ".{format}"; r.Path == "/.{format}" || !strings.HasSuffix(r.Path, "/.{format}") {
			routes = append(routes, r)
		}
	}
	return routes
}

// viewsetAt returns the routes of a viewset below a path.
func (p *Program) viewsetAt(base Route, path string, class int32) []Route {
	x := p.object(class)
	of := p.bases(p.at(x.file, p.sources[x.file].Graph.Classes[x.index].Node))
	inherits := func(name string) bool {
		return slices.ContainsFunc(of, func(a model.Access) bool { return lastName(a) == name })
	}
	usual := map[string]bool{ // what classes from outside have
		"list": inherits("ListModelMixin") || inherits("ReadOnlyModelViewSet"), "create": inherits("CreateModelMixin"),
		"retrieve": inherits("RetrieveModelMixin") || inherits("ReadOnlyModelViewSet"), "update": inherits("UpdateModelMixin"),
		"partial_update": inherits("UpdateModelMixin"), "destroy": inherits("DestroyModelMixin"),
	}
	key := "pk"
	if o, ok := p.object(class).fields["lookup_field"]; ok {
		if texts := p.texts(o); len(texts) == 1 {
			key = texts[0]
		}
	}
	one := joinPath(path, "{"+key+"}")
	var all []Route
	for _, a := range viewActions {
		h, ok := p.namedMethod(class, a.name)
		if !ok && !usual[a.name] && !inherits("ModelViewSet") {
			continue
		}
		r := base
		r.Methods, r.Path = []string{a.method}, path
		if a.one {
			r.Path = one
		}
		if ok {
			r.Handlers = []Ref{h}
		}
		all = append(all, r)
	}
	paths := map[string]string{} // of further actions, by their names
	methods := p.methodsOf(class, 0)
	for _, h := range methods {
		f := &p.sources[h.File].Graph.Funcs[h.Func]
		for _, id := range p.decoratorCalls(int32(h.File), f.Decorators) {
			c := &p.calls[id]
			if c.Method != "action" {
				continue
			}
			r := base
			r.Handlers, r.Methods = []Ref{h}, []string{"GET"}
			name, detail := f.Tree.Name, false
			for i, arg := range c.args {
				switch c.names[i] {
				case "methods":
					r.Methods = p.verbs(arg)
				case "url_path":
					if texts := p.texts(arg); len(texts) == 1 {
						name, _ = route.Normal(texts[0], true)
					}
				}
			}
			for _, d := range f.Tree.Decorators {
				detail = detail || isDetail(d)
			}
			if r.Path = joinPath(path, name); detail {
				r.Path = joinPath(one, name)
			}
			paths[f.Tree.Name] = r.Path
			all = append(all, r)
		}
	}
	for _, h := range methods { // @name.mapping.put
		for _, d := range p.sources[h.File].Graph.Funcs[h.Func].Tree.Decorators {
			if of := d.Kid(0); of != nil && of.Op == tree.Member && of.Text == "mapping" && of.Kid(0) != nil && paths[of.Kid(0).Text] != "" {
				r := base
				r.Handlers, r.Methods, r.Path = []Ref{h}, []string{strings.ToUpper(d.Text)}, paths[of.Kid(0).Text]
				all = append(all, r)
			}
		}
	}
	for i := range all {
		if !strings.HasPrefix(all[i].Path, "/") {
			all[i].Path = "/" + all[i].Path
		}
	}
	return all
}

// isDetail reports whether a decorator says that an action is about one object.
func isDetail(decorator *tree.Node) bool {
	if decorator == nil || decorator.Op != tree.Call {
		return false
	}
	return slices.ContainsFunc(decorator.Kids, func(k *tree.Node) bool {
		value := k.Kid(0)
		return k != nil && k.Op == tree.Keyword && k.Text == "detail" && value != nil && value.Op == tree.Constant && value.Text == "true"
	})
}

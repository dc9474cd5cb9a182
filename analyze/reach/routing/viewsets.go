package routing

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/route"
	"snag/analyze/reach/rules"
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
func (p *reader) viewsetRoutes(m *mounts) []rules.Route {
	rule := p.entry(djangoClass)
	if p.Language() != model.Python || rule == nil {
		return nil
	}
	var all []rules.Route
	roots := map[string]bool{}
	p.Calls(func(c rules.Call) {
		file, as := c.Written()
		if c.IsMade() || as.Method != "register" || c.Args() < 2 {
			return
		}
		routers := p.routersOfViews(c.Receiver())
		if len(routers) == 0 {
			return
		}
		before := []string{""}
		for _, r := range routers {
			if _, mounted := m.at[r]; mounted {
				before = m.paths(r)
				break
			}
			before = m.anyOf(m.enclosing(around(c)))
		}
		named, _ := c.Arg(0)
		view, _ := c.Arg(1)
		prefixes := p.texts(named)
		if len(prefixes) == 0 {
			prefixes = []string{rules.Ellipsis}
		}
		base := rules.Route{Rule: rule, File: file, Start: as.At, End: as.End}
		isDefault := slices.ContainsFunc(routers, p.isDefaultRouter)
		for _, b := range before {
			if root := joinPath("/", b); isDefault && !roots[root] {
				roots[root] = true
				one := base
				one.Methods, one.Path = []string{"GET"}, root
				all = append(all, withSuffixes([]rules.Route{one})...)
			}
		}
		for _, t := range p.Things(view) {
			if _, ok := t.Class(); !ok {
				continue
			}
			for _, prefix := range prefixes {
				for _, b := range before {
					routes := p.viewsetAt(base, joinPath(b, strings.Trim(prefix, "^/")), t)
					if isDefault {
						routes = withSuffixes(routes)
					}
					all = append(all, p.slashed(routes, routers)...)
				}
			}
		}
	})
	return all
}

// routersOfViews returns the calls that make the routers of Django REST framework that a value may be.
func (p *reader) routersOfViews(v rules.Value) []router {
	var all []router
	for _, c := range p.Results(v) {
		if slices.ContainsFunc(c.Asked().Callees, func(a model.Access) bool {
			return strings.HasPrefix(a.Root.Name, "rest_framework") && strings.HasSuffix(a.Last(), "Router")
		}) {
			all = append(all, router{call: c})
		}
	}
	return all
}

// isDefaultRouter reports whether a router has a root, which lists the others, and routes with suffixes besides.
func (p *reader) isDefaultRouter(r router) bool {
	return slices.ContainsFunc(r.call.Asked().Callees, func(a model.Access) bool { return a.Last() == "DefaultRouter" })
}

// slashed returns routes with the slash that routers put behind paths unless they are told otherwise.
func (p *reader) slashed(routes []rules.Route, routers []router) []rules.Route {
	told := slices.ContainsFunc(routers[0].call.Asked().Args, func(a model.Arg) bool { return a.Keyword == "trailing_slash" })
	for i := range routes {
		if !strings.HasSuffix(routes[i].Path, ".{format}") && !told {
			routes[i].Path += "/"
		}
	}
	return routes
}

// withSuffixes returns routes and the same again with the format of the answer behind their paths. These have no
// handlers of their own: what holds for the others need not be tried twice.
func withSuffixes(routes []rules.Route) []rules.Route {
	for _, r := range slices.Clone(routes) {
		r.Handlers = nil
		if r.Path += ".{format}"; r.Path == "/.{format}" || !strings.HasSuffix(r.Path, "/.{format}") {
			routes = append(routes, r)
		}
	}
	return routes
}

// viewsetAt returns the routes of a viewset below a path.
func (p *reader) viewsetAt(base rules.Route, path string, view rules.Thing) []rules.Route {
	class, _ := view.Class()
	of := p.Bases(class)
	inherits := func(name string) bool {
		return slices.ContainsFunc(of, func(a model.Access) bool { return a.Last() == name })
	}
	usual := map[string]bool{ // what classes from outside have
		"list": inherits("ListModelMixin") || inherits("ReadOnlyModelViewSet"), "create": inherits("CreateModelMixin"),
		"retrieve": inherits("RetrieveModelMixin") || inherits("ReadOnlyModelViewSet"), "update": inherits("UpdateModelMixin"),
		"partial_update": inherits("UpdateModelMixin"), "destroy": inherits("DestroyModelMixin"),
	}
	key := "pk"
	if texts := p.texts(view.Member("lookup_field")); len(texts) == 1 {
		key = texts[0]
	}
	one := joinPath(path, "{"+key+"}")
	var all []rules.Route
	for _, a := range viewActions {
		h, ok := p.Method(class, a.name)
		if !ok && !usual[a.name] && !inherits("ModelViewSet") {
			continue
		}
		r := base
		r.Methods, r.Path = []string{a.method}, path
		if a.one {
			r.Path = one
		}
		if ok {
			r.Handlers = []rules.Ref{h}
		}
		all = append(all, r)
	}
	paths := map[string]string{} // of further actions, by their names
	methods := p.Methods(class)
	for _, h := range methods {
		f := p.function(h)
		for _, c := range p.Decorations(h.File, f.Decorators) {
			if method(c) != "action" {
				continue
			}
			r := base
			r.Handlers, r.Methods = []rules.Ref{h}, []string{"GET"}
			name, detail := f.Tree.Name, false
			for i := range c.Args() {
				arg, keyword := c.Arg(i)
				switch keyword {
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
		for _, d := range p.function(h).Tree.Decorators {
			if of := d.Kid(0); of != nil && of.Op == tree.Member && of.Text == "mapping" && of.Kid(0) != nil && paths[of.Kid(0).Text] != "" {
				r := base
				r.Handlers, r.Methods, r.Path = []rules.Ref{h}, []string{strings.ToUpper(d.Text)}, paths[of.Kid(0).Text]
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

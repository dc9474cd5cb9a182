package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
)

// laravelHandler is the name of the entry that what is handed to a router is.
const laravelHandler = "laravel.handler"

// methodOf returns the method that a callable of PHP names: [X::class, 'name']. ok is false where a value is
// none.
func (p *Program) methodOf(o int32) (h Handler, ok bool) {
	fields := p.objects[o].fields
	if p.lang != model.PHP || fields["0"] == 0 || fields["1"] == 0 {
		return h, false
	}
	names := p.texts(fields["1"])
	if len(names) != 1 {
		return h, false
	}
	for _, c := range p.points[fields["0"]] {
		if p.objects[c].kind == class {
			if h, ok = p.namedMethod(c, names[0]); ok {
				return h, true
			}
		}
	}
	return h, false
}

// namedMethod returns a method of a class, or of one that it extends.
func (p *Program) namedMethod(class int32, name string) (h Handler, ok bool) {
	for _, h := range p.methodsOf(class, 0) {
		if strings.EqualFold(p.sources[h.File].Graph.Funcs[h.Func].Tree.Name, name) {
			return h, true
		}
	}
	return h, false
}

// resources are the routes that Route::resource of Laravel makes; apiResource makes those without forms.
var resources = []struct {
	action, path string
	methods      []string
	form         bool
}{
	{"index", "", []string{"GET"}, false},
	{"create", "/create", []string{"GET"}, true},
	{"store", "", []string{"POST"}, false},
	{"show", "/{}", []string{"GET"}, false},
	{"edit", "/{}/edit", []string{"GET"}, true},
	{"update", "/{}", []string{"PUT", "PATCH"}, false},
	{"destroy", "/{}", []string{"DELETE"}, false},
}

// laravelResources returns the routes that calls of Route::resource declare, of the actions that controllers have.
func (p *Program) laravelResources(m *mounts) []Route {
	at := slices.IndexFunc(p.model.Entries, func(e model.Entry) bool { return e.Name == laravelHandler })
	if p.lang != model.PHP || at < 0 {
		return nil
	}
	var all []Route
	for id := range p.calls {
		c := &p.calls[id]
		api := c.Method == "apiResource"
		if c.made || c.Method != "resource" && !api || len(c.args) < 2 {
			continue
		}
		if !slices.ContainsFunc(p.callees(c), func(a model.Access) bool {
			return lastName(model.Access{Root: a.Root, Steps: a.Steps[:max(len(a.Steps)-1, 0)]}) == "Route"
		}) {
			continue
		}
		for _, name := range p.texts(c.args[0]) {
			parts := strings.Split(strings.Trim(name, "/"), ".")
			path := ""
			for i, part := range parts {
				if path += "/" + part; i+1 < len(parts) {
					path += "/{" + singular(part) + "}"
				}
			}
			one := "{" + strings.ReplaceAll(singular(parts[len(parts)-1]), "-", "_") + "}"
			for _, r := range resources {
				if api && r.form {
					continue
				}
				var handlers []Handler
				for _, o := range p.points[c.args[1]] {
					if p.objects[o].kind == class {
						if h, ok := p.namedMethod(o, r.action); ok {
							handlers = append(handlers, h)
						}
					}
				}
				if len(handlers) == 0 {
					continue
				}
				for _, before := range m.anyOf(m.around(int32(id))) {
					whole := joinPath(before, path+strings.Replace(r.path, "{}", one, 1))
					if !strings.HasPrefix(whole, "/") {
						whole = "/" + whole
					}
					all = append(all, Route{Rule: &p.model.Entries[at], Methods: r.methods, Path: whole, File: int(c.file), Start: c.At, End: c.End, Handlers: handlers})
				}
			}
		}
	}
	return all
}

// singular is the name of one of several, as Laravel names parameters.
func singular(name string) string {
	if before, ok := strings.CutSuffix(name, "ies"); ok {
		return before + "y"
	}
	if strings.HasSuffix(name, "ss") {
		return name
	}
	return strings.TrimSuffix(name, "s")
}

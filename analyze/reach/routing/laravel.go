package routing

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// laravelHandler is the name of the entry that what is handed to a router is.
const laravelHandler = "laravel.handler"

// methodOf returns the method that a callable of PHP names: [X::class, 'name']. ok is false where a value is
// none.
func (p *reader) methodOf(t rules.Thing) (h rules.Ref, ok bool) {
	of, method := t.Member("0"), t.Member("1")
	if p.Language() != model.PHP || of == 0 || method == 0 {
		return h, false
	}
	names := p.texts(method)
	if len(names) != 1 {
		return h, false
	}
	for _, t := range p.Things(of) {
		if c, ok := t.Class(); ok {
			if h, ok = p.Method(c, names[0]); ok {
				return h, true
			}
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
func (p *reader) laravelResources(m *mounts) []rules.Route {
	rule := p.entry(laravelHandler)
	if p.Language() != model.PHP || rule == nil {
		return nil
	}
	var all []rules.Route
	p.Calls(func(c rules.Call) {
		file, as := c.Written()
		api := as.Method == "apiResource"
		if c.IsMade() || as.Method != "resource" && !api || c.Args() < 2 {
			return
		}
		if !slices.ContainsFunc(c.Asked().Callees, func(a model.Access) bool {
			return model.Access{Root: a.Root, Steps: a.Steps[:max(len(a.Steps)-1, 0)]}.Last() == "Route"
		}) {
			return
		}
		named, _ := c.Arg(0)
		controller, _ := c.Arg(1)
		for _, name := range p.texts(named) {
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
				var handlers []rules.Ref
				for _, t := range p.Things(controller) {
					if class, ok := t.Class(); ok {
						if h, ok := p.Method(class, r.action); ok {
							handlers = append(handlers, h)
						}
					}
				}
				if len(handlers) == 0 {
					continue
				}
				for _, before := range m.anyOf(m.around(c)) {
					whole := joinPath(before, path+strings.Replace(r.path, "{}", one, 1))
					if !strings.HasPrefix(whole, "/") {
						whole = "/" + whole
					}
					all = append(all, rules.Route{Rule: rule, Methods: r.methods, Path: whole, File: file, Start: as.At, End: as.End, Handlers: handlers})
				}
			}
		}
	})
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

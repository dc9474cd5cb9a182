// Package routing puts the routes of a program together: what it registers with frameworks, below which parts of paths
// that stands, and what runs before the handlers.
package routing

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
)

// reader reads the routes of a program.
type reader struct {
	*rules.Program
	routes   []rules.Route
	read     bool                             // the routes were looked for
	standing map[router][]*rules.Registration // of handlers before others, nil before these were looked for
	mounts   *mounts                          // nil before they were looked for
	demands  map[rules.Call][]demand          // by the call that registers a route, nil before these were looked for
}

// Of returns the routing of a program.
func Of(p *rules.Program) rules.Routing { return &reader{Program: p} }

// Routes returns the routes of the program, in the order of the files.
func (p *reader) Routes() []rules.Route {
	if !p.read {
		p.read = true
		p.routes = p.findRoutes()
	}
	return p.routes
}

// mounted returns where routers are, which is found once.
func (p *reader) mounted() *mounts {
	if p.mounts == nil {
		p.mounts = p.mountsOf()
	}
	return p.mounts
}

// entry returns the rule of a name, nil where there is none.
func (p *reader) entry(name string) *model.Entry {
	all := p.Model().Entries
	if at := slices.IndexFunc(all, func(e model.Entry) bool { return e.Name == name }); at >= 0 {
		return &all[at]
	}
	return nil
}

// function returns a function of a file.
func (p *reader) function(f rules.Ref) *graph.Func { return &p.Graph(f.File).Funcs[f.Func] }

// texts returns the constant texts that a value may be.
func (p *reader) texts(v rules.Value) []string {
	all, _ := p.Texts(v)
	return all
}

// method returns the name by which a call calls something.
func method(c rules.Call) string {
	_, as := c.Written()
	return as.Method
}

func (p *reader) findRoutes() []rules.Route {
	m := p.mounted()
	var all []rules.Route
	type element struct {
		call rules.Call
		at   int
	}
	byCall := map[element]bool{}
	for _, r := range p.Registrations() {
		if r.Rule.Middleware || r.Rule.Name == djangoAction || r.IsCall && byCall[element{r.Call, r.Element}] {
			continue
		}
		routes := p.routesOf(m, r)
		if len(routes) > 0 && r.IsCall {
			byCall[element{r.Call, r.Element}] = true
		}
		all = append(all, routes...)
	}
	all = append(append(all, p.railsRoutes()...), p.laravelResources(m)...)
	all = append(append(all, p.viewsetRoutes(m)...), p.phpPages()...)
	sorting.Stable(all, func(a, b rules.Route) int {
		return cmp.Or(a.File-b.File, int(a.Start-b.Start), strings.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(all, func(a, b rules.Route) bool {
		return a.File == b.File && a.Start == b.Start && a.Path == b.Path && slices.Equal(a.Methods, b.Methods) && slices.Equal(a.Handlers, b.Handlers)
	})
}

// told is what the roles of a registration say of a route.
type told struct {
	paths, methods []string
	anyMethod      bool        // it names methods that are not known
	requests       [][2]string // the method and the path of texts that name both
	routed         bool        // it has a part of the path
	handlers       []rules.Ref
	classes        []rules.Class     // whose methods handle it
	members        []rules.Member    // what stands under the paths that are keys of an object, or beside them
	verbs          []rules.Member    // what stands beside the methods
	patterns       map[string]string // what parameters of the path have to match
}

func (p *reader) routesOf(m *mounts, r rules.Registration) []rules.Route {
	rule := r.Rule
	t := p.toldBy(r, nil)
	if !r.IsCall {
		return p.declaredRoutes(m, r, t)
	}
	file, as := r.Call.Written()
	around := m.around(r.Call)
	below := slices.ContainsFunc(around, func(o router) bool {
		return (m.made[o.call] || o.call.IsNone() && p.Language() == model.Java) && len(m.at[o]) > 0 // a verb alone, in the block of a path
	})
	if p.Language() == model.Python && slices.ContainsFunc(r.Roles, func(role model.Filled) bool {
		return role.Role == "fn" && len(p.included(r.Call.Given(model.Filled{Arg: role.Arg}))) > 0
	}) {
		return nil // routes of another file
	}
	if rule.Name == nodeHandler {
		return p.nodeRoutes(rules.Route{Rule: rule, File: file}, t.handlers)
	}
	if p.Language() == model.Ruby { // a verb alone, which in Grape is a route as well
		below = below || len(t.handlers) > 0 && rule.HTTPMethod(as.Method, "") != ""
	}
	if !t.routed && !below || len(t.handlers)+len(t.classes) == 0 && (!r.Exact || r.Element > 0) {
		return nil
	}
	p.workedOut(r, t)
	t.assume(rule.HTTPMethod(as.Method, ""))
	if t.methods == nil {
		t.methods = p.declaredMethods(rule, t.handlers)
	}
	p.demanded(r, t)
	base := rules.Route{Rule: rule, File: file, Start: as.At, End: as.End}
	return p.composed(m, base, m.anyOf(around), t)
}

// assume takes a method, "" for none, for that of a route that names none.
func (t *told) assume(method string) {
	if t.methods == nil && !t.anyMethod && method != "" {
		t.methods = []string{method}
	}
}

// toldBy reads the roles of a registration.
func (p *reader) toldBy(r rules.Registration, t *told) *told {
	if t == nil {
		t = &told{}
	}
	if r.Call.IsNone() {
		return t
	}
	for _, role := range r.Roles {
		if role.Arg >= r.Call.Args() {
			continue
		}
		at := r.Call.Given(role)
		switch role.Role {
		case "route":
			if texts, members := p.Texts(at); len(texts) > 0 {
				for i, text := range texts {
					method, path := rules.RouteAt(p.Language(), text)
					if texts[i] = path; method != "" {
						t.methods = append(t.methods, method)
						t.requests = append(t.requests, [2]string{method, path})
					}
					for k := range members {
						if members[k].Key == text {
							members[k].Key = path
						}
					}
				}
				t.paths, t.routed, t.members = append(t.paths, texts...), true, append(t.members, members...)
			} else if at != 0 && !p.isObject(at) {
				t.paths, t.routed = append(t.paths, rules.Ellipsis), true
			}
		case "method":
			verbs := p.verbs(at)
			t.methods = append(t.methods, verbs...)
			_, beside := p.Texts(at)
			t.verbs = append(t.verbs, beside...)
			t.anyMethod = t.anyMethod || at != 0 && len(verbs) == 0
		case "patterns":
			p.demand(t, at)
		case "fn":
			p.handlersAt(at, t, 0)
		}
	}
	return t
}

// isObject reports whether a value is an object or list that is written out.
func (p *reader) isObject(v rules.Value) bool {
	return slices.ContainsFunc(p.Things(v), rules.Thing.IsWritten)
}

// handlersAt adds the functions and classes that a value may be, also as an element of a list.
func (p *reader) handlersAt(v rules.Value, t *told, depth int) {
	add := func(h rules.Ref) {
		if !slices.Contains(t.handlers, h) {
			t.handlers = append(t.handlers, h)
		}
	}
	for _, x := range p.Things(v) {
		if h, ok := x.Func(); ok {
			add(h)
		} else if class, ok := x.Class(); ok {
			if !slices.Contains(t.classes, class) {
				t.classes = append(t.classes, class)
			}
		} else if !x.IsWritten() {
			continue
		} else if h, ok := p.methodOf(x); ok {
			add(h)
		} else if depth < 3 {
			for _, name := range x.Members() {
				if name != "" && name[0] >= '0' && name[0] <= '9' {
					p.handlersAt(x.Member(name), t, depth+1)
				}
			}
		}
	}
	// A view of a class: View.as_view().
	for _, c := range p.Results(v) {
		if name := method(c); (name == "as_view" || name == "asView") && c.Receiver() != 0 && depth < 3 {
			p.handlersAt(c.Receiver(), t, depth+1)
		}
		if p.Language() != model.JavaScript || c.Resolved() {
			continue
		}
		for i := range c.Args() { // what a library makes of a handler
			given, _ := c.Arg(i)
			for _, h := range p.Functions(given) {
				if len(p.Code[h.File].Graph.Funcs[h.Func].Params) > 1 {
					add(h)
				}
			}
		}
	}
}

// composed returns the routes at all paths before, with all parts.
func (p *reader) composed(m *mounts, base rules.Route, before []string, t *told) []rules.Route {
	parts := t.paths
	if len(parts) == 0 {
		parts = []string{""}
	}
	base.Patterns = t.patterns
	table := p.tableOf(t)
	all := []rules.Route{}
	messages := p.namesMessages(base.Rule)
	for _, whole := range whole(m.all[base.Rule.Name]) {
		for _, b := range before {
			for _, part := range parts {
				base.Handlers, base.Methods = table.at(part)
				base.Path = joinPath(joinPath(whole, b), part)
				rooted := strings.HasPrefix(base.Path, "/") || strings.HasPrefix(base.Path, rules.Ellipsis) || strings.HasPrefix(base.Path, "*")
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
	var each []rules.Route
	for _, r := range all {
		each = append(each, p.byMethods(r, t)...)
	}
	return each
}

// namesMessages reports whether the routes of an entry are names of messages.
func (p *reader) namesMessages(rule *model.Entry) bool {
	return rule.Method == model.Messages || slices.ContainsFunc(p.Model().Sources, func(s model.Source) bool {
		return s.Kind == model.Message && s.Value.RootedIn(func(entry string) bool { return entry == rule.Name })
	})
}

func whole(parts []string) []string {
	if len(parts) == 0 {
		return []string{""}
	}
	return parts
}

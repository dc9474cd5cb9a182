package flow

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/dispatch"
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
	Handlers []Ref
	// constraints are the regexes in the file that parameters of the path have to match, where the path says nothing of
	// them.
	constraints map[string]*tree.Node
	// within is the part of the file that answers, all of it where it is zero.
	within dispatch.Span
	// without are the parts of the file that answer other routes.
	without []dispatch.Span
}

// answers reports whether what stands in a file may run for the route, as far as that is told by where it stands.
func (r *Route) answers(file int, at int32) bool {
	return file != r.File || !slices.ContainsFunc(r.without, func(s dispatch.Span) bool { return s.Holds(at) })
}

// registration is what makes a function an entry: a call, or what stands at the function.
type registration struct {
	found model.Found[model.Entry]
	call  int32 // or of the decorator; -1 for none
	file  int32
	fn    int32 // that it stands at, -1 for a call
	// callee is the name of the decorator, "" for none.
	callee string
	// element is the number of the element of a list by which the call registers it, plus 1, or 0.
	element int32
}

// listing is what a program knows of its routes.
type listing struct {
	registrations []registration
	routes        []Route
	allRoutes     bool                       // the routes were looked for
	reads         map[[2]int32][]Input       // by file and function, nil before they were looked for
	callsIn       map[[2]int32][]int32       // the calls of each function
	layers        map[[2]int32][]node        // what runs before the handlers of registrations, by call and element
	rewritten     map[string][][2]int32      // where members of requests get values, by file and place, nil before these were looked for
	standing      map[router][]*registration // of handlers before others, nil before these were looked for
	routersAt     *mounts                    // nil before they were looked for
	inJSON        map[string]string          // the names in JSON of members of classes, by their own
	formFields    []formField
	escaping      map[int32]bool // whether calls escape what is special in a pattern
	passing       map[int32]bool // whether calls ask for one of few texts, or for letters and digits
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
	m := p.mounted()
	var all []Route
	byCall := map[[2]int32]bool{}
	for _, r := range p.registrations {
		if r.found.Rule.Middleware || r.found.Rule.Name == djangoAction || r.fn < 0 && byCall[[2]int32{r.call, r.element}] {
			continue
		}
		routes := p.routesOf(m, r)
		if len(routes) > 0 && r.fn < 0 {
			byCall[[2]int32{r.call, r.element}] = true
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
	anyMethod      bool // it names methods that are not known
	routed         bool // it has a part of the path
	handlers       []Ref
	classes        []int32  // objects of classes whose methods handle it
	members        []member // what stands under the paths that are keys of an object
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
	if rule.Name == nodeHandler {
		return p.nodeRoutes(Route{Rule: rule, File: int(c.file)}, t.handlers)
	}
	if !t.routed && !below || len(t.handlers)+len(t.classes) == 0 && !r.found.Exact {
		return nil
	}
	t.assume(rule.HTTPMethod(c.Method, ""))
	if t.methods == nil {
		t.methods = p.declaredMethods(rule, t.handlers)
	}
	base := Route{Rule: rule, File: int(c.file), Start: c.At, End: c.End}
	return p.composed(m, base, m.anyOf(around), t)
}

// assume takes a method, "" for none, for that of a route that names none.
func (t *told) assume(method string) {
	if t.methods == nil && !t.anyMethod && method != "" {
		t.methods = []string{method}
	}
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
			if texts, members := p.textsOfMembers(at); len(texts) > 0 {
				t.members = members
				t.paths, t.routed = append(t.paths, texts...), true
			} else if at != 0 && !p.isObject(at) {
				t.paths, t.routed = append(t.paths, Ellipsis), true
			}
		case "method":
			verbs := p.verbs(at)
			t.methods = append(t.methods, verbs...)
			t.anyMethod = t.anyMethod || at != 0 && len(verbs) == 0
		case "fn":
			p.handlersAt(at, t, 0)
		}
	}
	return t
}

// isObject reports whether a value is an object or list that is written out.
func (p *Program) isObject(n node) bool {
	return slices.ContainsFunc(p.points(n), func(o int32) bool { return p.object(o).kind == allocated })
}

// handlersAt adds the functions and classes that a value may be, also as an element of a list.
func (p *Program) handlersAt(n node, t *told, depth int) {
	for _, o := range p.points(n) {
		x := p.object(o)
		switch x.kind {
		case function:
			if h := (Ref{int(x.file), int(x.index)}); !slices.Contains(t.handlers, h) {
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
	base.Methods = t.methods
	all := []Route{}
	messages := p.namesMessages(base.Rule)
	for _, whole := range whole(m.all[base.Rule.Name]) {
		for _, b := range before {
			for _, part := range parts {
				base.Handlers = p.handlersUnder(part, t)
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

// handlersUnder returns the handlers of a path: of one that is made of a key of an object, those that stand under it.
func (p *Program) handlersUnder(path string, t *told) []Ref {
	var under told
	longest := 1
	for _, m := range t.members {
		if strings.HasSuffix(path, m.key) && len(m.key) >= longest {
			if len(m.key) > longest {
				under.handlers, longest = nil, len(m.key)
			}
			p.handlersAt(m.value, &under, 0)
		}
	}
	if len(under.handlers) == 0 {
		return t.handlers
	}
	return under.handlers
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

// Func returns the bytes of a function.
func (p *Program) Func(h Ref) (start, end int32) {
	f := p.sources[h.File].Graph.Funcs[h.Func].Tree
	return f.Start, f.End
}

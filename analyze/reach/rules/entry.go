package rules

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/dispatch"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
)

// Entry is a function that a framework calls with remote data.
type Entry struct {
	Rule *model.Entry
	// Method and Route are those of the request, "" where they are not known.
	Method, Route string
	File          int
	Func          int
	// Many is how many functions what was registered may be; only few of many are.
	Many   int
	Guards []Guard // what is checked before it runs
	Asked  []AskedGuard
	Call   int32 // that registers it, plus 1, or 0
	whole  bool  // Route has the prefixes of all that it stands below
}

// register notes the functions that a call hands to a framework.
func (p *Program) register(id int32, f model.Found[model.Entry], arity int) {
	if !p.applies(f.Rule.Origin, f.Exact) {
		return
	}
	if each := p.elementRoles(id, f.Roles); each != nil {
		for i, roles := range each {
			p.registerOne(id, model.Found[model.Entry]{Rule: f.Rule, Exact: f.Exact, Roles: roles}, arity, int32(i)+1)
		}
		return
	}
	p.registerOne(id, f, arity, 0)
}

// maxElements is how many elements of a list of routes are told apart.
const maxElements = 256

// elementRoles returns the roles of a call for each element of a list of objects that it is handed in place of the one
// object in which a rule looks for them; nil where it is handed none.
func (p *Program) elementRoles(id int32, roles []model.Filled) [][]model.Filled {
	at := slices.IndexFunc(roles, func(r model.Filled) bool { return len(r.Path) > 0 && r.Arg >= 0 })
	if at < 0 {
		return nil
	}
	arg, count := roles[at].Arg, 0
	for _, o := range p.Points(p.Sites[id].Args[arg]) {
		x := p.Object(o)
		if _, g := p.FileOf(x.Index); x.Kind != points.Allocated || g == nil || g.Index != graph.List {
			continue
		}
		n := 0
		for n < maxElements && x.Fields[strconv.Itoa(n)] != 0 {
			n++
		}
		count = max(count, n)
	}
	var all [][]model.Filled
	for i := range count {
		one := slices.Clone(roles)
		for k := range one {
			if one[k].Arg == arg {
				one[k].Path = append([]string{strconv.Itoa(i)}, one[k].Path...)
			}
		}
		all = append(all, one)
	}
	return all
}

// registerOne notes the functions that a call hands to a framework by some roles; element is the number of the element of
// a list that these lead to, plus 1, or 0.
func (p *Program) registerOne(id int32, f model.Found[model.Entry], arity int, element int32) {
	c := &p.Sites[id]
	p.registrations = append(p.registrations, Registration{Found: f, Call: Call{p, id}, IsCall: true, Element: int(element)})
	e := registered{arity: arity, rule: f.Rule, method: f.Rule.HTTPMethod(c.Method, ""), call: id + 1, element: element}
	for _, r := range f.Roles {
		switch r.Role {
		case "route":
			method := ""
			if method, e.route = RouteAt(p.Language(), p.LiteralAt(p.Argument(id, r), r.Path)); method != "" {
				e.method = method
			}
		case "method":
			if method := p.LiteralAt(p.Argument(id, r), r.Path); method != "*" {
				e.method = strings.ToUpper(method)
			}
		}
	}
	if f.Rule.Returns && len(c.Args) == 0 {
		p.enterTypes(id, e)
	}
	for _, r := range f.Roles {
		if r.Role != "fn" {
			continue
		}
		at := p.Argument(id, r)
		p.enterEntry(id, p.Handler(p.Loaded([]points.Node{at}, r.Path)[0]), e)
		if _, g := p.FileOf(at); g != nil && g.Kind == graph.Result && len(r.Path) == 0 && p.Language() == model.JavaScript {
			p.enterWrapped(id, p.SiteOf[c.File][g.Index], e)
		}
		for i := range handlerElements { // of a list; other members of an object are no handlers
			p.enterEntry(id, p.Loaded([]points.Node{at}, append([]string{strconv.Itoa(i)}, r.Path...))[0], e)
		}
	}
}

// enterTypes makes entries of the types of parameters for which a call without arguments stands: q: Query = Depends().
func (p *Program) enterTypes(id int32, e registered) {
	for _, ei := range slices.Clone(p.Out(p.Sites[id].Result)) {
		to := p.Edge(ei).To
		if file, g := p.FileOf(to); p.Edge(ei).Way == points.Within && g != nil && g.Kind == graph.Param {
			p.enterEntry(id, p.Given(id, file, &p.Code[file].Graph.Funcs[g.Index], int(g.Size)), e)
		}
	}
}

// enterWrapped makes an entry of a handler that is put into what a library makes of it: app.get('/', wrap((req, res) => {})).
func (p *Program) enterWrapped(id, by int32, e registered) {
	for i, at := range p.Sites[by].Args {
		if !p.Sites[by].Spread[i] {
			e.unless = by + 1
			p.enterEntry(id, at, e)
		}
	}
}

// handlerElements is how many elements of a list of handlers are told apart.
const handlerElements = 6

// registered is what a framework calls, and for which requests.
type registered struct {
	rule          *model.Entry
	method, route string
	call          int32 // that registers it, plus 1, or 0
	element       int32 // of the list that the call is handed, plus 1, or 0
	arity         int   // that the rule asks for, or another rule for the same call; 0 for none
	unless        int32 // the call, plus 1, that is handed it, unless that calls a function of the program; 0 for none
}

// entryParams is how many parameters of an entry are told apart.
const entryParams = 16

// entryArgs returns the nodes of what an entry is called with.
func (p *Program) entryArgs(e *model.Entry) (args []points.Node, self points.Node) {
	key := e.Name
	if have, ok := p.entryNodes[key]; ok {
		return have[1:], have[0]
	}
	all := make([]points.Node, entryParams+1)
	for i := range all {
		all[i] = p.NewNode()
		p.Root(all[i], model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Name, Index: i - 1}})
	}
	p.entryNodes[key] = all
	return all[1:], all[0]
}

// enterEntry makes what a node may be an entry.
func (p *Program) enterEntry(id int32, at points.Node, e registered) {
	args, self := p.entryArgs(e.rule)
	p.waiting[at] = append(p.waiting[at], e)
	c := points.MadeUp(at, args, self, p.Sites[id].File)
	c.Entry = true
	c.Start, c.End, c.Owner = p.Sites[id].Start, p.Sites[id].End, p.Sites[id].Owner
	if e.rule.Returns { // also what it makes, of a class
		c.Result = p.Sites[id].Result
	} else {
		c.Takes = func(params int) bool { return p.takes(&e, params) }
	}
	p.Watch(c)
}

// takes reports whether a function with so many parameters is what the rule means. Of two rules for one call, the
// one that asks for a number has the functions with that number. What a call wraps that is no function of the program handles
// requests only if it takes an answer beside one.
func (p *Program) takes(e *registered, params int) bool {
	return (e.arity == 0 || (params == e.arity) == (e.rule.Arity > 0)) && (e.unless == 0 || params > 1 && !p.Resolved(&p.Sites[e.unless-1]))
}

// Entries returns the functions that frameworks call, in the order of the files.
func (p *Program) Entries() []Entry {
	var all []Entry
	for _, at := range points.SortedKeys(p.waiting) {
		for _, e := range p.waiting[at] {
			var checked []Guard
			if e.call > 0 {
				checked = p.guards(e.call-1, e.element, e.route)
			}
			first := len(all)
			var called []int32
			for _, o := range p.Points(at) {
				called = append(called, p.CalledBy(o)...)
				if e.rule.Returns {
					called = append(called, p.ConstructorsOf(o)...)
				}
			}
			for _, o := range called {
				if x := p.Object(o); x.Kind == points.Function && p.takes(&e, len(p.Code[x.File].Graph.Funcs[x.Index].Params)) {
					var asked []AskedGuard
					if e.call > 0 {
						asked = p.askedGuards(e.call-1, o)
					}
					all = append(all, Entry{Rule: e.rule, Method: e.method, Route: e.route, File: int(x.File), Func: int(x.Index), Guards: checked, Asked: asked, Call: e.call})
				}
			}
			for i := range all[first:] {
				all[first+i].Many = len(all) - first
			}
		}
	}
	sorting.Stable(all, func(a, b Entry) int {
		if a.File != b.File {
			return a.File - b.File
		}
		return a.Func - b.Func
	})
	return all
}

// Requests returns the methods of the requests that an entry answers, nil for any, and the paths of its routes.
func (e *Entry) Requests() (methods, paths []string) {
	if e == nil {
		return nil, nil
	}
	if e.Method != "" {
		methods = []string{e.Method}
	}
	return methods, []string{e.Route}
}

// EnteredFunc is a function that a framework calls.
type EnteredFunc struct {
	Of         [2]int32 // its file and number
	Start, End int32
}

// noteEntries makes the functions that frameworks call known by what they are and by where they stand.
func (p *Program) noteEntries() {
	for _, e := range p.Entries() {
		p.noteEntry(e)
	}
	if p.hasRoutes() {
		p.noteRouted()
	}
	sorting.Stable(p.Entered, func(a, b EnteredFunc) int {
		return cmp.Or(cmp.Compare(a.Of[0], b.Of[0]), cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
}

// routeDependencies gives what the framework calls for a parameter of one handler the route of that.
func (p *Program) routeDependencies() {
	of := map[int32][]Entry{} // by the call that stands for what it returns
	for _, key := range sortedPairs(p.EntriesOf) {
		f := &p.Code[key[0]].Graph.Funcs[key[1]]
		for i := range f.Params {
			for _, e := range p.In(p.At(key[0], f.Params[i])) {
				if p.Edge(e).Way == points.Within {
					for _, id := range p.Dependencies(p.Edge(e).From) {
						of[id] = append(of[id], p.EntriesOf[key]...)
					}
				}
			}
		}
	}
	for _, entries := range p.EntriesOf {
		for i := range entries {
			e := &entries[i]
			if handlers := of[e.Call-1]; e.Rule.Returns && e.Route == "" && len(handlers) == 1 {
				e.Method, e.Route = handlers[0].Method, handlers[0].Route
			}
		}
	}
}

func (p *Program) noteEntry(e Entry) {
	key := [2]int32{int32(e.File), int32(e.Func)}
	if p.EntriesOf[key] == nil {
		f := p.Code[e.File].Graph.Funcs[e.Func].Tree
		p.Entered = append(p.Entered, EnteredFunc{key, f.Start, f.End})
	}
	p.EntriesOf[key] = append(p.EntriesOf[key], e)
}

// noteRouted makes entries of what answers routes and is handed to no framework: methods that a router knows by their
// names, and the code of files. Which of the routes that it tells apart itself it is called for is not known.
func (p *Program) noteRouted() {
	handed := maps.Clone(p.EntriesOf)
	for _, r := range p.Routes() {
		for _, h := range r.Handlers {
			key := [2]int32{int32(h.File), int32(h.Func)}
			if len(handed[key]) > 0 {
				continue
			}
			e := Entry{Rule: r.Rule, File: h.File, Func: h.Func, Many: 1, whole: true}
			if r.Within == (dispatch.Span{}) {
				if e.Route = r.Path; len(r.Methods) == 1 {
					e.Method = r.Methods[0]
				}
			}
			p.noteEntry(e)
		}
	}
}

package flow

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/route"
	"snag/analyze/reach/rules"
)

// elsewhere reports whether a value of a request is none of what a source describes, for the method of the request and
// the paths of its routes: where parameters of the path stand among those of the query and the body, the routes tell
// them apart. name is that of the value, as [Input] has it.
func (p *Program) elsewhere(s *model.Source, a model.Access, name string, methods, paths []string) bool {
	if s.Methods != nil {
		if methods != nil && !slices.ContainsFunc(methods, func(m string) bool { return slices.Contains(s.Methods, m) }) {
			return true
		}
		if p.Language() == model.Ruby && methods == nil && s.Kind == model.URL {
			return true // the body says the same of it, and has no smaller limit
		}
	}
	_, name, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, ".")
	if s.InRoute {
		return name == "" || !inPaths(paths, name)
	}
	return name != "" && inPaths(paths, name) && slices.ContainsFunc(p.SourceRules(a), func(o *model.Source) bool { return o.InRoute })
}

// inPaths reports whether a path has a parameter of a name.
func inPaths(paths []string, name string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		_, params := route.Normal(path, false)
		return slices.Contains(params, name)
	})
}

// enteredAround returns the number of the innermost function that a framework calls around a place, plus 1, or 0.
func (p *Program) enteredAround(file, at int32) int32 {
	i, _ := slices.BinarySearchFunc(p.Entered, at+1, func(f rules.EnteredFunc, at int32) int {
		return cmp.Or(cmp.Compare(f.Of[0], file), cmp.Compare(f.Start, at))
	})
	for i--; i >= 0 && p.Entered[i].Of[0] == file; i-- {
		if f := &p.Entered[i]; at < f.End && (f.Of[1] > 0 || !p.isInFunc(file, at)) {
			return int32(i) + 1
		}
	}
	return 0
}

// isInFunc reports whether a place of a file is in one of its functions, which run when they are called.
func (p *Program) isInFunc(file, at int32) bool {
	return slices.ContainsFunc(p.Code[file].Graph.Funcs[1:], func(f graph.Func) bool { return f.Tree.Start <= at && at < f.Tree.End })
}

// enteredBy returns the function nearest to a state, on the way from there to the match, that a framework calls: its
// number plus 1, or 0.
func (s *search) enteredBy(id int32) int32 {
	if len(s.p.Entered) == 0 {
		return 0
	}
	if n := len(s.states); len(s.nearest) < n {
		s.nearest = append(s.nearest, make([]int32, n-len(s.nearest))...)
	}
	var nearest int32
	known := id // up to there it is not
	for ; known >= 0 && nearest == 0; known = s.states[known].parent {
		if at := s.nearest[known]; at > 0 {
			nearest = at - 1
			break
		}
		if file, n := s.p.FileOf(s.states[known].at); n != nil && n.End > 0 {
			nearest = s.p.enteredAround(file, n.Start)
		}
	}
	for i := id; i != known; i = s.states[i].parent {
		s.nearest[i] = nearest + 1
	}
	return nearest
}

// requested returns the entry with the route of the request whose value a way begins with at a state: that by which it came
// in, or else the first on the way to the match, which reads what a function for all routes kept, or the only one that runs
// the function where it begins. Where no route is known, it is that by which the value came in, or nil for none. A message has
// no route but its own, and neither has the address at which a socket is opened; the parts of a body come while a handler runs.
func (s *search) requested(id int32, h *Hit) *rules.Entry {
	by := h.Entry
	if h.Origin != FromRule || by != nil && (by.Route != "" || h.Source.Kind == model.Message) || len(s.p.Entered) == 0 {
		return by
	}
	var first *graph.Node
	var in int32
	for i := id; i >= 0; i = s.states[i].parent {
		file, n := s.p.FileOf(s.states[i].at)
		if n == nil || n.End == 0 {
			continue
		}
		if f := s.p.enteredAround(file, n.Start); f > 0 {
			if e := s.p.withRoute(f); e != nil {
				return e
			}
		} else if first == nil && s.p.isInFunc(file, n.Start) {
			first, in = n, file
		}
	}
	if first != nil && (by == nil || by.Rule.Middleware || h.Source.Kind == model.Body || h.Source.Kind == model.Upload) {
		if e := s.p.routeRunning(in, first.Start); e != nil {
			return e
		}
	}
	return by
}

// withRoute returns an entry of a function by its number plus 1 that is called for one route alone, nil for none.
func (p *Program) withRoute(f int32) (only *rules.Entry) {
	all := p.EntriesOf[p.Entered[f-1].Of]
	for i := range all {
		switch e := &all[i]; {
		case e.Rule.Middleware || only != nil && (e.Method != only.Method || e.Route != only.Route):
			return nil
		case e.Route != "":
			only = e
		}
	}
	path := ""
	for _, r := range p.Routes() {
		if only == nil || r.Path == path || !slices.Contains(r.Handlers, rules.Ref{File: only.File, Func: only.Func}) {
			continue
		}
		if path != "" {
			return nil
		}
		path = r.Path
	}
	return only
}

// mayBeSent reports whether a node may be a request, or what holds one, that several functions share: ways that come
// to it from different ones are different ways, with the routes and the bounds of each.
func (p *Program) mayBeSent(n points.Node) bool {
	if len(p.Entered) == 0 {
		return false
	}
	known := p.Request(n)
	if *known == points.NotAsked {
		*known = points.NoRequest
		if p.holdsRequest(n) {
			*known = points.MaybeRequest
		}
	}
	return *known == points.MaybeRequest
}

func (p *Program) holdsRequest(n points.Node) bool {
	for _, a := range p.RootsOf(n) {
		if p.Model().MayBeSource(p.Language(), a.Root) {
			return true
		}
	}
	for _, o := range p.Points(n) {
		if x := p.Object(o); x.Kind == points.Outside && p.Model().MayBeSource(p.Language(), x.Name.Root) {
			return true
		}
	}
	return false
}

// calledFor returns an entry, or where that is what a framework calls for a parameter of handlers, the entry with the route
// of the handler that a way leads through which begins at a state.
func (s *search) calledFor(id int32, e *rules.Entry) *rules.Entry {
	if !e.Rule.Returns {
		return e
	}
	for i := s.states[id].parent; i >= 0; i = s.states[i].parent {
		file, n := s.p.FileOf(s.states[i].at)
		if n == nil || n.Kind != graph.Param {
			continue
		}
		for _, h := range s.p.EntriesOf[[2]int32{file, n.Index}] {
			if h.Rule.Returns || h.Route == "" || h.Rule.Family() != e.Rule.Family() {
				continue
			}
			one := *e
			one.Method, one.Route = h.Method, h.Route
			all := s.p.asked[e]
			at := slices.IndexFunc(all, func(o *rules.Entry) bool { return o.Method == one.Method && o.Route == one.Route })
			if at < 0 {
				at, all = len(all), append(all, &one)
				s.p.asked[e] = all
			}
			return all[at]
		}
	}
	return e
}

// uncalled ends the way back also at what a function that nobody is seen to call, and that no package offers, may get by the
// name of its parameter, and the names of those behind it, as a framework that is not known calls it with a request.
func (s *search) uncalled(id int32, st state, file int32, f *graph.Func, position int, path []string) {
	full := model.Access{Root: model.Root{Kind: model.EntryArg, Name: model.Uncalled, Index: model.Named, Param: s.p.ParamName(f, position)}, Steps: path}
	for _, rule := range s.p.SourceRules(full) {
		has := rule.Beside == nil
		for i := position + 1; i < len(f.Params) && !has; i++ {
			has = slices.Contains(rule.Beside, strings.TrimLeft(s.p.ParamName(f, i), "_"))
		}
		if has && (rule.Level != model.Remote || s.p.isHandedOn(file, f)) {
			s.fromRule(id, st, rule, full, graph.NoLimit)
		}
	}
}

// isHandedOn reports whether the file of a function stores it or hands it to something that may call it: what is only declared
// runs nowhere.
func (p *Program) isHandedOn(file int32, f *graph.Func) bool {
	g := p.Code[file].Graph
	names := []graph.ID{f.Node} // with the variables that have the function
	for i := 0; i < len(names); i++ {
		for _, c := range g.Copies {
			switch {
			case c.From != names[i] || slices.Contains(names, c.To):
			case g.Nodes[c.To].Kind != graph.Variable:
				return true
			default:
				names = append(names, c.To)
			}
		}
	}
	return f.Class >= 0 ||
		slices.ContainsFunc(g.Stores, func(s graph.Store) bool { return slices.Contains(names, s.Value) }) ||
		slices.ContainsFunc(g.Calls, func(c graph.Call) bool {
			return slices.ContainsFunc(c.Args, func(a graph.Arg) bool { return slices.Contains(names, a.Node) })
		})
}

// isElementCalled reports whether what a call of a method may call is an element of a list, as which the list has whatever
// name: in Java and C# these are not called by the names of methods.
func (p *Program) isElementCalled(c *points.Site, x *points.Object) bool {
	return (p.Language() == model.Java || p.Language() == model.CSharp) && c.OfMember && x.Name.Last() != c.Method
}

// holds reports whether a value of a source is no text of its own, but holds several, or is a stream. What a variable of the
// environment names, as a database, has other texts.
func holds(rule *model.Source, a model.Access) bool {
	return rule.Kind != model.Environment && rule.Value.Holds(a) || rule.Kind == model.Upload || rule.Kind == model.Body && len(a.Steps) <= rule.Value.Named()
}

// readByCode notes where a method of a class of Python answers for all members of an object.
func (s *search) readByCode(o int32) {
	if x := s.p.Object(o); s.p.Language() == model.Python && (x.Kind == points.Instance || x.Kind == points.Class) {
		if f, _ := s.p.declaredIn(x, "__getattribute__"); f != nil {
			s.lose("__getattribute__()")
		}
	}
}

// keepsEarlier reports whether something has what earlier requests stored in it.
func (p *Program) keepsEarlier(o int32) bool {
	x := p.Object(o)
	return x.Kind == points.Outside && p.Model().IsKept(p.Language(), "session", x.Name.String())
}

// opened goes from what was read out of a file on to the name of that: the file of an upload has what was sent, however short
// its name has to be.
func (s *search) opened(id int32, st state, call int32, rule *model.Source) {
	if rule.Kind != model.Disk || st.member == named {
		return
	}
	for _, at := range s.p.Sites[call].Args {
		next := st.back(id, at, 0)
		next.member, next.path, next.edits = named, 0, s.edited(st.edits, points.EditsAnything)
		s.push(next)
	}
}

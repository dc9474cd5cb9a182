package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// earlier returns how long a value of a request is at most by what the handlers before the one that reads it store there,
// or let pass, in all calls that register it.
func (p *Program) earlier(h *Hit) int64 {
	if h.Access.Root.Kind != model.EntryArg || len(h.Access.Steps) == 0 {
		return graph.NoLimit
	}
	reader := [2]int32{int32(h.Entry.File), int32(h.Entry.Func)}
	p.counted = false
	defer func() { p.route = 0 }()
	return p.throughout(reader, func(r *rules.Registration, before []points.Node) int64 {
		limit := int64(graph.NoLimit)
		p.route = r.Call.ID + 1
		if len(before) > 0 {
			limit = p.onwardMax(before[len(before)-1], h.Access) // any other may change what was stored
		}
		before = slices.Concat(p.layersBefore(r, isParam(h)), before)
		if len(before) > 0 && p.rewrites(h.Access, reader, before) {
			return limit
		}
		for i, n := range before {
			if most := p.passMax(n, h); most < limit && !p.isParsed(before[:i], before[i+1:], h.Source) && !p.isChanged(before[i+1:], h.Access) {
				limit = most
			}
		}
		return limit
	})
}

// isChanged reports whether one of some handlers may put something else in the place of a value of a request: one of a module
// of which nobody knows that, or one that hands what has the value to a function of which the code is not there.
func (p *Program) isChanged(later []points.Node, a model.Access) bool {
	return slices.ContainsFunc(later, func(n points.Node) bool {
		key := changeKey{n, a.String()}
		changed, known := p.changed[key]
		if !known {
			changed = slices.ContainsFunc(p.MayCall(n), func(o int32) bool { return p.changes(p.Object(o), a) })
			if p.changed == nil {
				p.changed = map[changeKey]bool{}
			}
			p.changed[key] = changed
		}
		return changed
	})
}

// changeKey is a handler and a value of a request.
type changeKey struct {
	handler points.Node
	value   string
}

// changes is isChanged for what a handler is.
func (p *Program) changes(x *points.Object, a model.Access) bool {
	if x.Kind != points.Function {
		return x.Kind == points.Outside && !p.Model().IsKept(p.Language(), "request", x.Name.Root.Name)
	}
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	if a.Root.Index < 0 || a.Root.Index >= len(f.Params) || len(f.Params) > 3 {
		return false // a handler of errors, behind which no other runs
	}
	var held []holder
	at := []points.Node{p.At(x.File, f.Params[a.Root.Index])}
	for _, step := range a.Steps {
		held = append(held, holder{p.Points(at[0]), step})
		at = p.Loaded(at, []string{step})
	}
	return p.alters(fileSpan{x.File, f.Tree.Start, f.Tree.End}, held)
}

// isParsed reports whether a value of a request is made by one of some handlers, before which nobody knows it, unless one of
// the same name that ran before these has done so.
func (p *Program) isParsed(earlier, later []points.Node, of *model.Source) bool {
	return slices.ContainsFunc(later, func(n points.Node) bool {
		method := p.Parses(n, of)
		return method != "" && !slices.ContainsFunc(earlier, func(n points.Node) bool { return p.Parses(n, of) == method })
	})
}

// throughout returns the greatest limit of those that a reader of requests has by the handlers before it in each call that
// registers it, graph.NoLimit where a registration does not tell which these are.
func (p *Program) throughout(reader [2]int32, limit func(r *rules.Registration, before []points.Node) int64) int64 {
	most, found := int64(0), 0
	for i := range p.Registrations() {
		r := &p.Registrations()[i]
		if r.Call.IsNone() {
			continue
		}
		if before, at := p.handlersBefore(r, reader); at {
			most, found = max(most, limit(r, before)), found+1
		}
	}
	if found == 0 || found != len(p.EntriesOf[reader]) || most == 0 {
		return graph.NoLimit
	}
	return most
}

// handlersBefore returns the handlers that a registration has before a function, in order, those of lists among them; at is
// false where it does not have the function.
func (p *Program) handlersBefore(r *rules.Registration, reader [2]int32) (before []points.Node, at bool) {
	isReader := func(n points.Node) bool {
		return slices.ContainsFunc(p.Points(n), func(o int32) bool {
			x := p.Object(o)
			return x.Kind == points.Function && x.File == reader[0] && x.Index == reader[1]
		})
	}
	if !r.Rule.Middleware {
		before = p.hooksOf(r)
	}
	for _, f := range r.Roles {
		if f.Role == "fn" && f.Arg >= 0 && len(f.Path) > 0 && len(before) > 0 && isReader(p.Loaded([]points.Node{p.Argument(r.Call.ID, f)}, f.Path)[0]) {
			return before, true
		}
	}
	for arg, n := range p.Sites[r.Call.ID].Args {
		if !slices.ContainsFunc(r.Roles, func(f model.Filled) bool { return f.Role == "fn" && f.Arg == arg && len(f.Path) == 0 }) {
			continue
		}
		for _, n := range p.InOrder(n) {
			if isReader(n) {
				return before, true
			}
			before = append(before, n)
		}
	}
	return nil, false
}

// hooksOf returns what the call of a registration names in an object to run before its handlers.
func (p *Program) hooksOf(r *rules.Registration) (all []points.Node) {
	for i := range p.Registrations() {
		o := &p.Registrations()[i]
		if !o.Rule.Middleware || o.Call.ID != r.Call.ID || o.Call.IsNone() || o.Element != r.Element || o.Rule.Name != r.Rule.Name {
			continue
		}
		for _, f := range o.Roles {
			if f.Role == "fn" && f.Arg >= 0 && len(f.Path) > 0 {
				all = append(all, p.InOrder(p.Loaded([]points.Node{p.Argument(o.Call.ID, f)}, f.Path)[0])...)
			}
		}
	}
	return all
}

// onwardMax returns how long a value of a request is at most that a handler stores, graph.NoLimit for one that may
// store none.
func (p *Program) onwardMax(handler points.Node, a model.Access) int64 {
	most := int64(0)
	defer p.madeFor(handler)()
	for _, o := range p.MayCall(handler) {
		x := p.Object(o)
		if x.Kind != points.Function {
			return graph.NoLimit
		}
		g := p.Code[x.File].Graph
		f := &g.Funcs[x.Index]
		if len(f.Params) > 3 {
			return graph.NoLimit // a handler of errors, which does not run where there is none
		}
		limit := int64(graph.NoLimit)
		for _, on := range f.Onward {
			inside, ok := p.leadsTo(x.File, on.Path, a.Steps)
			if !ok || int(on.Param) != a.Root.Index {
				continue
			}
			for sym := on.Cap.Sym; sym != 0; sym = g.Syms[sym].Next {
				if s := &g.Syms[sym]; s.Call == graph.Stored {
					p.storedWork = 0
					limit = min(limit, p.storedMax(p.At(x.File, s.Limit), slices.Concat(s.Path, inside), 0))
				}
			}
		}
		most = max(most, limit)
	}
	if most == 0 {
		return graph.NoLimit
	}
	return most
}

// storedFor returns how long a value of a request is at most that a handler before a reader stores, by what the last one
// before that stores in all calls that register the reader.
func (p *Program) storedFor(reader, handler [2]int32, a model.Access) int64 {
	if slices.ContainsFunc(p.CallersOf(handler[0], handler[1]), func(id int32) bool { return !p.Sites[id].Made }) {
		return graph.NoLimit // the reader may call it as well
	}
	is := func(n points.Node) bool { return slices.Contains(p.Points(n), p.FuncOf[handler]) }
	return p.throughout(reader, func(r *rules.Registration, before []points.Node) int64 {
		if len(before) == 0 || !slices.ContainsFunc(before, is) && !slices.ContainsFunc(p.layersBefore(r, false), is) {
			return graph.NoLimit
		}
		return p.onwardMax(before[len(before)-1], a)
	})
}

// madeFor asks from here on about the function that was made for one place, as by max(100), until what it returns is called.
func (p *Program) madeFor(handler points.Node) func() {
	in := p.Frame
	if file, g := p.FileOf(p.Stored(handler)); g != nil && g.Kind == graph.Result {
		p.Frame = points.Frame{}.Within(p.SiteOf[file][g.Index])
	}
	return func() { p.Frame = in }
}

// passMax returns how long a value of a request was at most wherever a handler goes on to the next, graph.NoLimit for a
// handler of which that is not known.
func (p *Program) passMax(handler points.Node, h *Hit) int64 {
	most := int64(0)
	defer p.madeFor(handler)()
	for _, o := range p.MayCall(handler) {
		x := p.Object(o)
		if x.Kind != points.Function {
			return graph.NoLimit
		}
		f := &p.Code[x.File].Graph.Funcs[x.Index]
		if len(f.Params) > 3 {
			return graph.NoLimit
		}
		limit := int64(graph.NoLimit)
		if f.Tree.Async && slices.ContainsFunc(p.EntriesOf[[2]int32{x.File, x.Index}], func(e rules.Entry) bool { return e.Rule.Ends }) {
			limit = p.passedMax(x, -1, false, "", h.Access)
		}
		for _, on := range f.Onward {
			inside, ok := p.leadsTo(x.File, on.Path, h.Access.Steps)
			if !ok || int(on.Param) != h.Access.Root.Index || p.keepsValue(x.File, on.Cap.Sym) {
				continue
			}
			passed := p.symbolic(x.File, on.Cap.Sym, inside, 0)
			if len(inside) == 0 {
				passed = min(passed, on.Cap.Max)
			}
			if number, text := p.compares(x.File, on.Cap, inside, 0); passed < limit {
				p.counted = number && !text
			}
			limit = min(limit, passed)
		}
		most = max(most, limit)
	}
	if most == 0 {
		return graph.NoLimit
	}
	return most
}

// leadsTo reports whether what a handler looked at is what some steps lead to, in the frame that is asked about, or holds
// that, and returns the steps from there.
func (p *Program) leadsTo(file int32, path, steps []string) (inside []string, ok bool) {
	if len(path) > len(steps) {
		return nil, false
	}
	return steps[len(path):], slices.EqualFunc(path, steps[:len(path)], func(name, step string) bool {
		if id, ok := strings.CutPrefix(name, graph.Computed); ok {
			if n, err := strconv.Atoi(id); err == nil {
				name, ok = p.ConstantText(p.Stored(p.InFrame(p.At(file, graph.ID(n)))), 0)
				return ok && name == step
			}
		}
		return name == step
	})
}

// keepsValue reports whether a limit is that of a value which was stored.
func (p *Program) keepsValue(file, sym int32) bool {
	for g := p.Code[file].Graph; sym != 0; sym = g.Syms[sym].Next {
		if g.Syms[sym].Call == graph.Stored {
			return true
		}
	}
	return false
}

// rewrites reports whether the program stores anything in a member of a request, or around it, which a handler may read for
// what was sent. What a handler of other routes alone stores does not count.
func (p *Program) rewrites(a model.Access, reader [2]int32, before []points.Node) bool {
	if p.rewritten == nil {
		p.rewritten = map[string][][2]int32{}
		for i := range p.Code {
			g := p.Code[i].Graph
			for _, stores := range [][]graph.Store{g.Stores, g.Blanks} {
				for j := range stores {
					for _, o := range p.Points(p.At(int32(i), stores[j].Object)) {
						if x := p.Object(o); x.Kind == points.Outside && x.Name.Root.Kind == model.EntryArg {
							name := x.Step(stores[j].Field).String()
							p.rewritten[name] = append(p.rewritten[name], [2]int32{int32(i), stores[j].At})
						}
					}
				}
			}
		}
	}
	runs := func(at [2]int32) bool { return !p.runsElsewhere(at, reader, before) }
	for n := range a.Steps {
		of := model.Access{Root: a.Root, Steps: a.Steps[:n]}
		of.Root.Param = ""
		if slices.ContainsFunc(p.rewritten[of.String()+".*"], runs) || slices.ContainsFunc(p.rewritten[of.String()+"."+graph.EachMember], runs) || slices.ContainsFunc(p.rewritten[model.Access{Root: of.Root, Steps: a.Steps[:n+1]}.String()], runs) {
			return true
		}
	}
	return false
}

// runsElsewhere reports whether code stands in a handler that is registered for single routes alone, and is neither a reader
// of requests nor one of the handlers before it.
func (p *Program) runsElsewhere(at, reader [2]int32, before []points.Node) bool {
	g := p.Code[at[0]].Graph
	inner := int32(0)
	for i := range g.Funcs {
		if f := g.Funcs[i].Tree; at[1] > 0 && i > 0 && f.Start <= at[1] && at[1] < f.End && (inner == 0 || g.Funcs[inner].Tree.Start <= f.Start) {
			inner = int32(i)
		}
	}
	for ; inner > 0; inner = g.Funcs[inner].Parent {
		fn := [2]int32{at[0], inner}
		entries := p.EntriesOf[fn]
		if len(entries) == 0 {
			continue
		}
		own := p.FuncOf[fn]
		return fn != reader && !slices.ContainsFunc(before, func(n points.Node) bool { return slices.Contains(p.Points(n), own) }) &&
			!slices.ContainsFunc(entries, func(e rules.Entry) bool {
				return e.Rule.Middleware || e.Method == "" || e.Route == "" || strings.ContainsAny(e.Route, "*(")
			}) &&
			!slices.ContainsFunc(p.CallersOf(fn[0], fn[1]), func(id int32) bool { return !p.Sites[id].Made })
	}
	return false
}

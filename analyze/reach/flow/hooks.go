package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// wrapped returns how long a value of a request is at most by what lets the function of Python that reads it run: decorators
// around it, and what its framework calls for its parameters or runs before. Taken is the text that the call is given which takes the value, if any.
func (p *Program) wrapped(h *Hit, taken string) int64 {
	steps := h.Access.Steps
	if p.Language() != model.Python || h.Entry == nil {
		return graph.NoLimit
	}
	of := model.Access{Root: h.Access.Root, Steps: steps}
	if n := len(steps) - 2; n >= 0 && steps[n+1] == "()" && steps[n] == "get" && taken != "" {
		of.Steps = append(slices.Clone(steps[:n]), taken)
	}
	if h.taken > 0 && len(of.Steps) == len(steps) {
		if c := &p.Sites[h.taken-1]; c.Method == "get" && len(c.Args) > 0 {
			if name := p.LiteralAt(c.Args[0], nil); name != "" {
				of.Steps = append(slices.Clone(steps), name)
				if n := len(steps) - 1; n >= 0 && steps[n] == "*" { // which the call takes one of
					of.Steps = append(slices.Clone(steps[:n]), name)
				}
			}
		}
	}
	most, inner := p.gatesMax(h, of), 0
	if len(steps) == 0 {
		return most
	}
	file := int32(h.Entry.File)
	f := &p.Code[file].Graph.Funcs[h.Entry.Func]
	for i, d := range f.Decorators {
		if len(p.Model().Decorated(p.Language(), p.Decorator(file, d))) > 0 {
			inner = i + 1 // those around get what the framework makes of it
		}
	}
	for i, d := range f.Decorators {
		if i >= inner && i < len(f.Tree.Decorators) && slices.Contains([]tree.Op{tree.Name, tree.Member, tree.Call}, f.Tree.Decorators[i].Op) {
			most = min(most, p.decoratorMax(p.At(file, d), of))
		}
	}
	if slices.ContainsFunc(p.EntriesOf[[2]int32{file, int32(h.Entry.Func)}], func(e rules.Entry) bool {
		return e.Route == "" || e.Rule.Middleware || e.Rule.Returns || e.Rule.Apart
	}) {
		return most // it may answer what was refused before, or what no hook sees
	}
	all := p.Registrations()
	for i := range all {
		if all[i].Rule.Middleware {
			most = min(most, p.hookMax(&all[i], of, [2]int32{file, int32(h.Entry.Func)}))
		}
	}
	return most
}

// decoratorMax returns how long a value of a request is at most wherever what a decorator makes of a function calls that.
func (p *Program) decoratorMax(decorator points.Node, a model.Access) int64 {
	most := int64(0)
	defer p.madeFor(decorator)()
	for _, o := range p.Points(decorator) {
		x := p.Object(o)
		if x.Kind != points.Function {
			return graph.NoLimit
		}
		ret := p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Ret)
		if !p.isOfFunctions(ret, 0) {
			return graph.NoLimit
		}
		for _, o := range p.Points(ret) {
			inner := p.Object(o)
			if inner.Kind != points.Function || inner.File != x.File || p.Code[x.File].Graph.Funcs[inner.Index].Parent != x.Index {
				return graph.NoLimit
			}
			most = max(most, p.passedMax(inner, 0, true, "", a))
		}
	}
	if most == 0 {
		return graph.NoLimit
	}
	return most
}

// isOfFunctions reports whether a node is nothing but functions that are written out.
func (p *Program) isOfFunctions(n points.Node, depth int) bool {
	if _, g := p.FileOf(n); g != nil && g.Kind == graph.Function {
		return true
	}
	in := p.In(n)
	return len(in) > 0 && depth < 8 && !slices.ContainsFunc(in, func(id int32) bool { return !p.isOfFunctions(p.Edge(id).From, depth+1) })
}

// hookMax returns how long a value of a request is at most that a function lets pass which runs before all others, or before
// those of the blueprint that the reader stands in.
func (p *Program) hookMax(r *rules.Registration, a model.Access, reader [2]int32) int64 {
	fn := [2]int32{int32(r.Function.File), int32(r.Function.Func)}
	switch {
	case r.IsCall:
		if fn = p.onlyFunction(r); fn[1] == 0 || !p.standsByApp(r.Call.ID) {
			return graph.NoLimit
		}
	case r.Decorator == "":
		if !p.isAdded(r.Rule, fn) {
			return graph.NoLimit
		}
	case len(r.Rule.Added) > 0:
		if !p.isListed(r.Rule, fn) {
			return graph.NoLimit
		}
	case !p.Code[fn[0]].Graph.Funcs[fn[1]].Certain:
		return graph.NoLimit // it may run for none
	default:
		of, on := int32(-1), p.madeOnce(p.decoratedOn(fn, r.Decorator))
		if app := p.onlyApp(); app >= 0 && (on < 0 || on == app) {
			of = app
		} else if on >= 0 && p.readsFor(reader, on, strings.Contains(r.Decorator, "_app_")) {
			of = on
		}
		if of < 0 || p.Sites[of].File != fn[0] || p.Sites[of].Func != p.Code[fn[0]].Graph.Funcs[fn[1]].Parent {
			return graph.NoLimit
		}
	}
	param := -1
	if k := len(p.Code[fn[0]].Graph.Funcs[fn[1]].Params); k > 1 {
		param = k - 1
	}
	return p.passedMax(&points.Object{File: fn[0], Index: fn[1]}, int32(param), false, "", a)
}

// onlyApp returns the call that makes the only application of the program, -1 for none or several.
func (p *Program) onlyApp() int32 {
	if p.app == nil {
		all := []int32{}
		for i := range p.Sites {
			if !p.Sites[i].Made && p.Model().Makes(p.Language(), p.Sites[i].Method) {
				all = append(all, int32(i))
			}
		}
		p.app = all
	}
	if len(p.app) != 1 {
		return -1
	}
	return p.app[0]
}

// standsByApp reports whether a call stands where the only application of the program is made, and under no condition.
func (p *Program) standsByApp(id int32) bool {
	app, c := p.onlyApp(), &p.Sites[id]
	return app >= 0 && c.Certain && c.File == p.Sites[app].File && c.Func == p.Sites[app].Func
}

// onlyFunction returns the function that a call hands to a framework, the first of its file for none or several.
func (p *Program) onlyFunction(r *rules.Registration) (fn [2]int32) {
	for _, f := range r.Roles {
		if f.Role != "fn" || f.Arg < 0 {
			continue
		}
		if all := p.Points(p.Argument(r.Call.ID, f)); len(all) == 1 && p.Object(all[0]).Kind == points.Function {
			return [2]int32{p.Object(all[0]).File, p.Object(all[0]).Index}
		}
	}
	return fn
}

// isAdded reports whether the class of a method is what the only application of the program has as middleware.
func (p *Program) isAdded(rule *model.Entry, fn [2]int32) bool {
	class := p.ClassAround(fn[0], fn[1])
	app := p.onlyApp()
	if class < 0 || app < 0 {
		return false
	}
	adds := func(c *points.Site) bool {
		return slices.ContainsFunc(rule.Added, func(by *model.CallPattern) bool {
			roles, _, ok := by.Match(p.Language(), p.Asked(c))
			at := rules.RoleAt(roles, "fn")
			if !ok || at < 0 {
				return false
			}
			all := p.Points(c.Args[at])
			return len(all) == 1 && p.Object(all[0]).Kind == points.Class && p.Object(all[0]).File == fn[0] && p.Object(all[0]).Index == class
		})
	}
	made := &p.Sites[app]
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || len(c.Args) == 0 || !adds(c) {
			continue
		}
		within := c.File == made.File && made.Start <= c.Start && c.End <= made.End && !c.OfMember
		if within && p.hasListed(app, int32(id)) || c.OfMember && p.standsByApp(int32(id)) {
			return true
		}
	}
	return false
}

// hasListed reports whether a call is handed a list that is written out with what another makes as one of its elements.
func (p *Program) hasListed(call, of int32) bool {
	return slices.ContainsFunc(p.Sites[call].Args, func(n points.Node) bool {
		return len(p.Points(n)) == 1 && slices.ContainsFunc(p.InOrder(n), func(e points.Node) bool { return p.madeOnce(e) == of })
	})
}

// decoratedOn returns what a decorator of a function is called on, by the name of its method.
func (p *Program) decoratedOn(fn [2]int32, method string) points.Node {
	for _, d := range p.Code[fn[0]].Graph.Funcs[fn[1]].Decorators {
		if id := p.SiteAt(fn[0], d); id >= 0 && p.Sites[id].Method == method {
			return p.Sites[id].Receiver
		}
		for _, l := range p.LoadsTo(p.At(fn[0], d)) {
			if l.Field == method {
				return l.From
			}
		}
	}
	return 0
}

// madeOnce returns the one call that makes a value, -1 for none or several.
func (p *Program) madeOnce(n points.Node) int32 {
	if n == 0 {
		return -1
	}
	if all := p.MadeBy(n); len(all) == 1 {
		return all[0]
	}
	return -1
}

// readsFor reports whether a reader of requests is registered with nothing but a blueprint, or with one of the application
// where the blueprint is a part of that for sure.
func (p *Program) readsFor(reader [2]int32, blueprint int32, all bool) bool {
	if all {
		return p.isMounted(blueprint)
	}
	found := 0
	for i := range p.Registrations() {
		r := &p.Registrations()[i]
		if r.IsCall || int32(r.Function.File) != reader[0] || int32(r.Function.Func) != reader[1] {
			continue
		}
		on := p.decoratedOn(reader, r.Decorator)
		if !r.Call.IsNone() {
			on = p.Sites[r.Call.ID].Receiver
		}
		if p.madeOnce(on) != blueprint {
			return false
		}
		found++
	}
	return found > 0 && found == len(p.EntriesOf[reader])
}

// isMounted reports whether the only application of the program gets a blueprint where it is made.
func (p *Program) isMounted(blueprint int32) bool {
	for id := range p.Sites {
		if c := &p.Sites[id]; !c.Made && c.OfMember && p.standsByApp(int32(id)) && slices.ContainsFunc(p.Model().MountsOf(p.Language(), p.Asked(c)), func(m model.Found[model.Mount]) bool {
			at := rules.RoleAt(m.Roles, "router")
			return at >= 0 && p.madeOnce(c.Args[at]) == blueprint
		}) {
			return true
		}
	}
	return false
}

// maxGates bounds the functions that a framework calls for the parameters of a handler.
const maxGates = 32

// gatesMax returns how long a value of a request is at most by the functions that the framework calls before a handler for its
// parameters, for its route or for its router, and that return for nothing longer.
func (p *Program) gatesMax(h *Hit, a model.Access) int64 {
	fn := [2]int32{int32(h.Entry.File), int32(h.Entry.Func)}
	if !h.Entry.Rule.Typed || h.Entry.Rule.Returns || len(p.EntriesOf[fn]) != 1 {
		return graph.NoLimit
	}
	f := &p.Code[fn[0]].Graph.Funcs[fn[1]]
	gates := p.givenTo(fn)
	for _, d := range f.Decorators {
		if id := p.SiteAt(fn[0], d); id >= 0 {
			gates = append(gates, p.listedGates(id)...)
			if on := p.madeOnce(p.Sites[id].Receiver); on >= 0 {
				gates = append(gates, p.listedGates(on)...)
			}
		}
	}
	if app := p.onlyApp(); app >= 0 {
		gates = append(gates, p.listedGates(app)...)
	}
	most := int64(graph.NoLimit)
	for i := 0; i < len(gates) && i < maxGates; i++ {
		gates = append(gates, p.givenTo(gates[i])...)
		most = min(most, p.gateMax(gates[i], h, a))
	}
	return most
}

// givenTo returns the functions that the framework calls for the parameters of one.
func (p *Program) givenTo(fn [2]int32) (all [][2]int32) {
	f := &p.Code[fn[0]].Graph.Funcs[fn[1]]
	for i := range f.Params {
		if by := p.GivenBy(fn[0], f, i); len(by) == 1 {
			all = append(all, [2]int32{int32(by[0].File), int32(by[0].Func)})
		}
	}
	return all
}

// listedGates returns the functions that a call names in a list for the framework to call first: dependencies=[Depends(gate)].
func (p *Program) listedGates(id int32) (all [][2]int32) {
	for i, n := range p.Sites[id].Args {
		if p.Sites[id].Names[i] != "dependencies" || len(p.Points(n)) != 1 {
			continue
		}
		for _, e := range p.InOrder(n) {
			made := p.Dependencies(e)
			if len(made) != 1 || len(p.Sites[made[0]].Args) == 0 {
				continue
			}
			if of := p.Points(p.Sites[made[0]].Args[0]); len(of) == 1 && p.Object(of[0]).Kind == points.Function {
				all = append(all, [2]int32{p.Object(of[0]).File, p.Object(of[0]).Index})
			}
		}
	}
	return all
}

// gateMax returns how long a value of a request is at most where a function has returned that gets the request, or a value of
// the same name of it.
func (p *Program) gateMax(gate [2]int32, h *Hit, a model.Access) int64 {
	most := int64(graph.NoLimit)
	f := &p.Code[gate[0]].Graph.Funcs[gate[1]]
	if f.Tree.Generator || slices.ContainsFunc(p.EntriesOf[gate], func(e rules.Entry) bool { return p.IsReplaced(e.Rule) }) {
		return most // it goes on behind the handler, or another runs
	}
	for _, t := range f.Tells {
		if t.When != graph.Returned || t.Param < 0 || int(t.Param) >= len(f.Params) {
			continue
		}
		var inside []string
		ok := false
		if name, kind, classes := p.sentAs(int(gate[0]), f, int(t.Param), h.Entry.Route); kind != model.NoKind && len(classes) == 0 {
			own, as := p.sent(h)
			isOne := !annotation.IsMany(f.Tree.Params[t.Param].Type) && len(t.Path) == 0
			inside, ok = nil, isOne && own == name && as == kind && h.Access.Root.Kind == model.EntryArg && len(h.Access.Steps) == 0
		} else {
			inside, ok = p.withinRequest(gate[0], f, t, a)
		}
		if ok {
			most = min(most, p.symbolic(gate[0], t.Cap.Sym, inside, 0))
			if len(inside) == 0 {
				most = min(most, t.Cap.Max)
			}
		}
	}
	return most
}

// withinRequest returns the steps that lead from what a function tells of the request that it gets to a value.
func (p *Program) withinRequest(file int32, f *graph.Func, t graph.Tell, a model.Access) (inside []string, ok bool) {
	for _, o := range p.Points(p.At(file, f.Params[t.Param])) {
		x := p.Object(o)
		if x.Kind != points.Outside || x.Name.Root.Kind == model.EntryArg {
			continue
		}
		for _, have := range p.sameAs(x.Name) {
			for _, want := range p.sameAs(a) {
				if n := len(have.Steps); !ok && have.Root == want.Root && n <= len(want.Steps) && slices.Equal(have.Steps, want.Steps[:n]) {
					inside, ok = p.leadsTo(file, t.Path, want.Steps[n:])
				}
			}
		}
	}
	return inside, ok
}

// sameAs returns the names that a value has.
func (p *Program) sameAs(a model.Access) []model.Access {
	a.Root.Param = ""
	return p.Model().Widened(p.Language(), model.Call{Callees: []model.Access{a}}).Callees
}

// passedMax returns how long a value of a request is at most wherever a function calls a parameter, or ends without a value.
func (p *Program) passedMax(fn *points.Object, param int32, around bool, method string, a model.Access) int64 {
	most := int64(graph.NoLimit)
	for i := range p.Code[fn.File].Graph.Funcs[fn.Index].Passes {
		pass := &p.Code[fn.File].Graph.Funcs[fn.Index].Passes[i]
		if pass.Param != param || pass.Around != around || pass.Method != method {
			continue
		}
		if inside, ok := p.withinPassed(fn.File, pass, a); ok {
			most = min(most, p.symbolic(fn.File, pass.Cap.Sym, inside, 0))
			if len(inside) == 0 {
				most = min(most, pass.Cap.Max)
			}
		}
	}
	return most
}

// withinPassed returns the steps that lead from what a function looked at to a value, by any of the names that both have; ok is
// false where it may have looked at something else.
func (p *Program) withinPassed(file int32, pass *graph.Pass, a model.Access) (inside []string, ok bool) {
	of := p.Points(p.At(file, pass.Of))
	wanted := p.sameAs(a)
	for _, o := range of {
		x := p.Object(o)
		if x.Kind != points.Outside {
			return nil, false
		}
		found := false
		for _, have := range p.sameAs(model.Access{Root: x.Name.Root, Steps: slices.Concat(x.Name.Steps, pass.Path)}) {
			for _, want := range wanted {
				if n := len(have.Steps); !found && have.Root == want.Root && n <= len(want.Steps) && slices.Equal(have.Steps, want.Steps[:n]) {
					inside, found = want.Steps[n:], true
				}
			}
		}
		if !found {
			return nil, false
		}
	}
	return inside, len(of) > 0
}

package rules

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/tree"
)

// declare applies what decorators, types, base classes, names and places of files say of functions.
func (p *Program) declare(file int32) {
	g := p.Code[file].Graph
	p.TypedValues(file)
	for i := range g.Funcs {
		f := &g.Funcs[i]
		p.declareParams(file, f)
		for _, d := range f.Decorators {
			call := p.Decorator(file, d)
			for _, found := range p.Model().Decorated(p.Language(), call) {
				if f.Abstract {
					if !p.implement(file, int32(i), found.Rule) {
						continue
					}
				} else if found.Rule.Within != nil && !p.within(file, f, found.Rule.Within) {
					continue
				}
				p.declareEntry(file, int32(i), found, call, p.SiteAt(file, d))
			}
		}
	}
	for i := range g.Classes {
		p.declareClass(file, int32(i))
	}
	p.declareExports(file)
}

// within reports whether the class of a function has the decorator that a rule asks for.
func (p *Program) within(file int32, f *graph.Func, q *model.CallPattern) bool {
	return f.Class >= 0 && p.decorated(file, p.Code[file].Graph.Classes[f.Class].Decorators, q)
}

// decorated reports whether one of some decorators is what one of some patterns asks for.
func (p *Program) decorated(file int32, decorators []graph.ID, patterns ...*model.CallPattern) bool {
	return slices.ContainsFunc(decorators, func(d graph.ID) bool {
		return slices.ContainsFunc(patterns, func(q *model.CallPattern) bool { _, _, ok := q.Match(p.Language(), p.Decorator(file, d)); return ok })
	})
}

// implement notes which methods run where a framework calls one without code, as one that an interface declares with its route,
// and hands them what that gets. It reports whether there are any.
func (p *Program) implement(file, index int32, e *model.Entry) bool {
	f := &p.Code[file].Graph.Funcs[index]
	var all []Ref
	for _, at := range p.Implementing(file, index) {
		o := &p.Code[at[0]].Graph.Funcs[at[1]]
		if e.Within != nil && !p.within(at[0], o, e.Within) && !p.within(file, f, e.Within) || e.Implemented != nil && !p.within(at[0], o, e.Implemented) {
			continue
		}
		if slices.ContainsFunc(o.Decorators, func(d graph.ID) bool { return len(p.Model().Decorated(p.Language(), p.Decorator(at[0], d))) > 0 }) {
			p.inheritParams([2]int32{file, index}, at)
			continue // it says its route itself
		}
		all = append(all, Ref{int(at[0]), int(at[1])})
	}
	key := [2]int32{file, index}
	if _, known := p.implements[key]; known || len(all) == 0 {
		return len(all) > 0
	}
	p.implements[key] = all
	args := make([]points.Node, len(f.Params))
	for i, id := range f.Params {
		args[i] = p.At(file, id)
	}
	for _, at := range all {
		c := points.MadeUp(p.At(int32(at.File), p.Graph(at.File).Funcs[at.Func].Node), args, 0, file)
		c.Start, c.End, c.Owner, c.Stands = f.Tree.Start, f.Tree.End, index, true
		p.Watch(c)
	}
	return true
}

// inheritParams gives the parameters of a method that have no annotations those of the method which it implements.
func (p *Program) inheritParams(from, to [2]int32) {
	f, o := &p.Code[from[0]].Graph.Funcs[from[1]], &p.Code[to[0]].Graph.Funcs[to[1]]
	for i, id := range o.Params {
		if len(o.ParamDecorators[i]) == 0 {
			p.decorateParam(from[0], f, i, p.At(to[0], id))
		}
	}
}

// ImplementedBy returns the methods that run where a framework calls one without code, nil for any other.
func (p *Program) ImplementedBy(f Ref) []Ref {
	return p.implements[[2]int32{int32(f.File), int32(f.Func)}]
}

// declareEntry makes a function an entry for what stands at it; at is the call that this is, -1 for none.
func (p *Program) declareEntry(file, index int32, f model.Found[model.Entry], call model.Call, at int32) {
	g := p.Code[file].Graph
	fn := &g.Funcs[index]
	e := registered{rule: f.Rule}
	callee := ""
	if len(call.Callees) > 0 {
		callee = call.Callees[0].Last()
	}
	r := Registration{Found: f, Function: Ref{int(file), int(index)}, Decorator: callee}
	if at >= 0 {
		r.Call = Call{p, at}
	}
	p.registrations = append(p.registrations, r)
	e.method = f.Rule.HTTPMethod(callee, cmp.Or(fn.Tree.Name, callee))
	for _, r := range f.Roles {
		if r.Arg >= 0 && r.Arg < len(call.Args) {
			switch r.Role {
			case "route":
				e.route = call.Args[r.Arg].Literal
			case "method":
				e.method = strings.ToUpper(call.Args[r.Arg].Literal)
			}
		}
	}
	if f.Rule.Route == "file" {
		e.route = model.FileRoute(p.Code[file].Graph.Path)
	}
	for i := range fn.Params {
		if name := p.impliedBy(f.Rule, file, fn, i); name != "" {
			p.Root(p.At(file, fn.Params[i]), model.Access{Root: model.Root{Kind: model.Decorated, Name: name, Param: p.ParamName(fn, i)}})
		}
	}
	node := p.At(file, fn.Node)
	args, self := p.entryArgs(f.Rule)
	p.waiting[node] = append(p.waiting[node], e)
	c := points.MadeUp(node, args, self, file)
	c.Entry = true
	p.Watch(c)
}

// impliedBy returns the decorator for which a parameter of an entry stands that has none of its own, or "".
func (p *Program) impliedBy(e *model.Entry, file int32, f *graph.Func, i int) string {
	t := &f.Tree.Params[i]
	if e.ImpliedText == "" && e.ImpliedObject == "" || t.Type == nil || slices.ContainsFunc(f.ParamDecorators[i], func(d graph.ID) bool {
		return !slices.ContainsFunc(p.Decorator(file, d).Callees, func(a model.Access) bool { return slices.Contains(e.Beside, a.Last()) })
	}) {
		return ""
	}
	if names := annotation.Names(t.Type); len(names) == 1 && slices.Contains(e.ImpliedTexts, names[0]) {
		return e.ImpliedText
	}
	if !annotation.IsMany(t.Type) && slices.ContainsFunc(p.Points(p.At(file, f.ParamTypes[i])), func(o int32) bool { return p.Object(o).Kind == points.Class && !p.IsEnum(o) }) {
		return e.ImpliedObject
	}
	return ""
}

// declareParams applies the decorators and types of parameters.
func (p *Program) declareParams(file int32, f *graph.Func) {
	for i, id := range f.Params {
		at := p.At(file, id)
		p.decorateParam(file, f, i, at)
		if p.Language() == model.Python && f.ParamTypes[i] != 0 {
			for _, id := range p.Dependencies(p.At(file, f.ParamTypes[i])) {
				p.Link(points.Edge{From: p.Sites[id].Result, To: at, Cap: graph.Free, Call: -1})
			}
		}
		p.Typed(file, f.ParamTypes[i], at)
		if f.Tree.Kind == tree.Constructor && p.isMadeByContainer(file, f.Class) {
			p.TypedElements(file, f.ParamHeld[i], at)
		}
	}
	if p.isMain(f) {
		p.Root(p.At(file, f.Params[0]), model.Access{Root: model.Root{Kind: model.Global, Name: "args"}})
	}
}

// decorateParam makes a node what the decorators of a parameter say.
func (p *Program) decorateParam(file int32, f *graph.Func, i int, at points.Node) {
	for _, d := range f.ParamDecorators[i] {
		call := p.Decorator(file, d)
		name, index := p.ParamName(f, i), 0
		if given := givenName(call); given != "" {
			name, index = given, 1
		}
		for _, a := range call.Callees {
			p.Root(at, model.Access{Root: model.Root{Kind: model.Decorated, Name: a.Last(), Param: name, Index: index}})
		}
	}
}

// isMain reports whether a function of Java, Kotlin or C# is one that the program begins with, which gets its arguments.
func (p *Program) isMain(f *graph.Func) bool {
	if len(f.Params) != 1 || f.Class >= 0 && !f.Tree.Static {
		return false
	}
	kind := f.Tree.Params[0].Type
	switch p.Language() {
	case model.Java:
		return f.Tree.Name == "main" && (f.Tree.Params[0].Rest || kind != nil && slices.Contains(annotation.Names(kind), "String") || annotation.IsMany(kind))
	case model.CSharp:
		return f.Tree.Name == "Main"
	}
	return false
}

// SentAs returns the name by which a request has a parameter with a decorator of a name.
func (p *Program) SentAs(file int32, f *graph.Func, i int, decorator string) string {
	for _, d := range f.ParamDecorators[i] {
		call := p.Decorator(file, d)
		if !slices.ContainsFunc(call.Callees, func(a model.Access) bool { return a.Last() == decorator }) {
			continue
		}
		if given := givenName(call); given != "" {
			return given
		}
	}
	return p.ParamName(f, i)
}

// givenName returns the name that a decorator gives a parameter: its first argument, or the one that is called so
// wherever it stands, and none that says another thing, as defaultValue does.
func givenName(decorator model.Call) string {
	for i, a := range decorator.Args {
		switch a.Keyword {
		case "name", "value", "Name":
		case "":
			if i > 0 {
				continue
			}
		default:
			continue
		}
		if a.Literal != "" {
			return a.Literal
		}
	}
	return ""
}

// handMessages lets handlers of messages get what other entries are sent as objects of the class which they handle.
func (p *Program) handMessages() {
	handlers := map[int32][]points.Node{} // by the class
	classes := func(file int32, f *graph.Func, i int) (all []int32) {
		for _, o := range p.Points(p.At(file, f.ParamTypes[i])) {
			if p.Object(o).Kind == points.Class {
				all = append(all, o)
			}
		}
		return all
	}
	own := map[[2]int32]bool{}
	for _, r := range p.registrations {
		if at := [2]int32{int32(r.Function.File), int32(r.Function.Func)}; r.Rule.Messages && !r.IsCall {
			if f := &p.Code[at[0]].Graph.Funcs[at[1]]; len(f.Params) > 0 {
				own[at] = true
				for _, o := range classes(at[0], f, 0) {
					handlers[o] = append(handlers[o], p.At(at[0], f.Params[0]))
				}
			}
		}
	}
	if len(handlers) == 0 {
		return
	}
	for _, at := range sortedPairs(p.EntriesOf) {
		f := &p.Code[at[0]].Graph.Funcs[at[1]]
		for i := range f.Params {
			for _, o := range classes(at[0], f, i) {
				for _, to := range handlers[o] {
					if !own[at] {
						p.Link(points.Edge{From: p.At(at[0], f.Params[i]), To: to, Cap: graph.Free, Call: -1})
					}
				}
			}
		}
	}
}

// declareClass applies what the bases and decorators of a class say of its methods.
func (p *Program) declareClass(file, index int32) {
	g := p.Code[file].Graph
	c := &g.Classes[index]
	for _, t := range c.FieldTypes {
		inst := p.Origin[p.At(file, c.Instance)]
		p.Typed(file, t.Type, p.Field(inst, t.Field))
		if len(t.Decorators) > 0 && p.isMadeByContainer(file, index) {
			p.TypedElements(file, t.Held, p.Field(inst, t.Field))
		}
		for _, d := range t.Decorators {
			for _, a := range p.Decorator(file, d).Callees {
				p.Root(p.Field(inst, t.Field), model.Access{Root: model.Root{Kind: model.Decorated, Name: a.Last(), Param: t.Field}})
			}
		}
	}
	p.Promise(file, index)
	asked := model.Class{File: g.Path, Bases: p.BasesOf(p.At(file, c.Node))}
	if p.Language() == model.Python || p.Language() == model.PHP { // what an object inherits from outside
		for _, a := range asked.Bases {
			p.InheritOutside(p.At(file, c.Instance), model.Access{Root: model.Root{Kind: model.Typed, Name: a.Last()}})
		}
	}
	for _, d := range c.Decorators {
		asked.Decorators = append(asked.Decorators, p.Decorator(file, d))
	}
	for _, found := range p.Model().OfClass(p.Language(), asked) {
		if r := found.Rule; (r.Bases == nil && r.Within == nil || !found.Exact) && !p.applies(r.Origin, false) {
			continue // the name of a file alone says little
		}
		found.Exact = true
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if !p.begins(f, found.Rule.First) {
				continue
			}
			if f.Class == index && f.Tree.Kind == tree.Method && found.Rule.IsMethod(f.Tree.Name, f.Tree.Private || f.Tree.Static || p.decorated(file, f.Decorators, found.Rule.Spared...)) {
				p.declareEntry(file, int32(i), found, model.Call{}, -1)
			}
		}
	}
}

// declareExports applies what the path of a file, the names of its exports and directives say.
func (p *Program) declareExports(file int32) {
	g := p.Code[file].Graph
	ex := p.Origin[p.At(file, g.Exports)]
	p.Open(ex)
	whole := directive(&g.Funcs[0])
	var declare func(name string, n points.Node)
	declare = func(name string, n points.Node) {
		for _, m := range p.Model().MembersOf(p.Language(), name) {
			for _, o := range slices.Clone(p.Points(n)) {
				for _, field := range p.Object(o).SortedNames() {
					if m == "*" || m == field {
						declare(name+"."+m, p.Object(o).Fields[field])
					}
				}
			}
		}
		for _, e := range p.Model().OfFile(p.Language(), g.Path, name, whole) {
			if !p.applies(e.Origin, false) {
				continue
			}
			for _, o := range p.Points(n) {
				if x := p.Object(o); x.Kind == points.Function {
					p.declareFile(x.File, x.Index, e, name)
				}
			}
		}
	}
	for _, name := range points.SortedKeys(p.Object(ex).Fields) {
		declare(name, p.Object(ex).Fields[name])
	}
	declare("default", p.At(file, g.Exports)) // module.exports = function
	for i := 1; i < len(g.Funcs); i++ {
		if d := directive(&g.Funcs[i]); d != "" {
			for _, e := range p.Model().OfFile(p.Language(), g.Path, "", d) {
				p.declareFile(file, int32(i), e, "")
			}
		}
	}
}

func (p *Program) declareFile(file, index int32, e *model.Entry, export string) {
	if !p.begins(&p.Code[file].Graph.Funcs[index], e.First) {
		return
	}
	r := model.Found[model.Entry]{Rule: e, Exact: true}
	by := model.Call{Callees: []model.Access{{Root: model.Root{Kind: model.Global, Name: export}}}}
	if e.Inner == "" {
		p.declareEntry(file, index, r, by, -1)
		return
	}
	g := p.Code[file].Graph
	for i := range g.Funcs {
		if f := &g.Funcs[i]; f.Parent == index && i > 0 && f.Tree.Name != "" && p.begins(f, e.Inner) {
			p.declareEntry(file, int32(i), r, by, -1)
		}
	}
}

// begins reports whether the first parameters of a function have some names, with spaces between them.
func (p *Program) begins(f *graph.Func, names string) bool {
	i := 0
	for name := range strings.FieldsSeq(names) {
		if p.ParamName(f, i) != name {
			return false
		}
		i++
	}
	return true
}

// directive returns the text that stands first in a function or file, "" for none.
func directive(f *graph.Func) string {
	if f.Tree == nil {
		return ""
	}
	if first := f.Tree.Body.Kid(0); first != nil && first.Op == tree.Expression && first.Kid(0) != nil && first.Kids[0].Op == tree.String {
		return first.Kids[0].Text
	}
	return ""
}

package flow

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// declare applies what decorators, types, base classes, names and places of files say of functions.
func (p *Program) declare(file int32) {
	g := p.sources[file].Graph
	for i := range g.Funcs {
		f := &g.Funcs[i]
		p.declareParams(file, f)
		for _, d := range f.Decorators {
			call := p.decorator(file, d)
			for _, found := range p.model.Decorated(p.lang, call) {
				if found.Rule.Within != nil && !p.within(file, f, found.Rule) {
					continue
				}
				p.declareEntry(file, int32(i), found, call, p.callAt(file, d))
			}
		}
	}
	for i := range g.Classes {
		p.declareClass(file, int32(i))
	}
	p.declareExports(file)
}

// decorator returns a decorator, annotation or attribute as rules look at it.
func (p *Program) decorator(file int32, d graph.ID) model.Call {
	g := p.sources[file].Graph
	n := &g.Nodes[d]
	if n.Kind == graph.Result {
		return p.asked(&p.calls[p.callOf[file][n.Index]])
	}
	return model.Call{Callees: p.accesses2(p.at(file, d))}
}

// callAt returns the call that a decorator is, -1 where it is none.
func (p *Program) callAt(file int32, d graph.ID) int32 {
	if n := &p.sources[file].Graph.Nodes[d]; n.Kind == graph.Result {
		return p.callOf[file][n.Index]
	}
	return -1
}

// accesses2 returns the names from outside that a node has.
func (p *Program) accesses2(n node) []model.Access {
	var all []model.Access
	for _, o := range p.points(n) {
		if x := p.object(o); x.kind == access {
			all = append(all, x.name)
		}
	}
	return all
}

// within reports whether the class of a function has the decorator that a rule asks for.
func (p *Program) within(file int32, f *graph.Func, e *model.Entry) bool {
	if f.Class < 0 {
		return false
	}
	for _, d := range p.sources[file].Graph.Classes[f.Class].Decorators {
		if _, _, ok := e.Within.Match(p.lang, p.decorator(file, d)); ok {
			return true
		}
	}
	return false
}

// declareEntry makes a function an entry for what stands at it; at is the call that this is, -1 for none.
func (p *Program) declareEntry(file, index int32, f model.Found[model.Entry], call model.Call, at int32) {
	g := p.sources[file].Graph
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
		e.route = model.FileRoute(p.sources[file].Graph.Path)
	}
	node := p.at(file, fn.Node)
	args, self := p.entryArgs(f.Rule)
	p.waiting[node] = append(p.waiting[node], e)
	c := madeUp(node, args, self, file)
	c.entry = true
	p.watch(c)
}

// madeUp is a call that the analysis adds.
func madeUp(callee node, args []node, self node, file int32) call {
	return call{callee: callee, receiver: self, args: args, made: true, file: file, names: make([]string, len(args)), spread: make([]bool, len(args))}
}

// declareParams applies the decorators and types of parameters.
func (p *Program) declareParams(file int32, f *graph.Func) {
	for i, id := range f.Params {
		at := p.at(file, id)
		for _, d := range f.ParamDecorators[i] {
			call := p.decorator(file, d)
			name, index := p.paramName(f, i), 0
			if given := givenName(call); given != "" {
				name, index = given, 1
			}
			for _, a := range call.Callees {
				p.root(at, model.Access{Root: model.Root{Kind: model.Decorated, Name: a.Last(), Param: name, Index: index}})
			}
		}
		if p.lang == model.Python && f.ParamTypes[i] != 0 {
			for _, id := range p.dependencies(p.at(file, f.ParamTypes[i])) {
				p.link(edge{from: p.calls[id].result, to: at, cap: graph.Free, call: -1})
			}
		}
		p.typed(file, f.ParamTypes[i], at)
	}
}

// sentAs returns the name by which a request has a decorated parameter.
func (p *Program) sentAs(file int32, f *graph.Func, i int) string {
	for _, d := range f.ParamDecorators[i] {
		if given := givenName(p.decorator(file, d)); given != "" {
			return given
		}
	}
	return p.paramName(f, i)
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

func (p *Program) paramName(f *graph.Func, i int) string {
	if i >= len(f.Tree.Params) {
		return ""
	}
	if t := f.Tree.Params[i].Target; t != nil && t.Op == tree.Name {
		return t.Text
	}
	return ""
}

// typed gives a node what its declared type says: the objects of a class of the program, or the name of one
// from outside.
func (p *Program) typed(file int32, kind graph.ID, at node) {
	if kind == 0 {
		return
	}
	n := p.at(file, kind)
	p.inheritsType(n, at)
	for _, a := range p.accesses2(n) {
		p.root(at, model.Access{Root: model.Root{Kind: model.Typed, Name: a.Last()}})
	}
}

// inheritsType makes a node an object of the classes that its type may be.
func (p *Program) inheritsType(kind, at node) {
	for _, o := range p.points(kind) {
		if x := p.object(o); x.kind == class {
			p.link(edge{from: p.instanceOf(o), to: at, cap: graph.Free, call: -1})
			if all := p.extending(o); len(all) <= maxExtending {
				for _, heir := range all {
					p.link(edge{from: p.instanceOf(heir), to: at, cap: graph.Free, call: -1})
				}
			}
		}
	}
}

// maxExtending is how many classes may extend a type for a value of the type to be taken for an object of one of them.
const maxExtending = 3

// extending returns the classes that extend one, directly or not, in languages whose objects are handed to others by the
// types that these declare.
func (p *Program) extending(o int32) []int32 {
	if p.lang != model.Java && p.lang != model.CSharp {
		return nil
	}
	if p.derived == nil {
		p.derived = map[int32][]int32{}
		for file := range p.sources {
			for i := range p.sources[file].Graph.Classes {
				heir := p.origin[p.at(int32(file), p.sources[file].Graph.Classes[i].Node)]
				for _, c := range p.ancestry(int32(file), int32(i))[1:] {
					base := p.origin[p.at(c[0], p.sources[c[0]].Graph.Classes[c[1]].Node)]
					p.derived[base] = append(p.derived[base], heir)
				}
			}
		}
	}
	return p.derived[o]
}

// declareClass applies what the bases and decorators of a class say of its methods.
func (p *Program) declareClass(file, index int32) {
	g := p.sources[file].Graph
	c := &g.Classes[index]
	for _, t := range c.FieldTypes {
		inst := p.origin[p.at(file, c.Instance)]
		p.typed(file, t.Type, p.field(inst, t.Field))
		for _, d := range t.Decorators {
			for _, a := range p.decorator(file, d).Callees {
				p.root(p.field(inst, t.Field), model.Access{Root: model.Root{Kind: model.Decorated, Name: a.Last(), Param: t.Field}})
			}
		}
	}
	asked := model.Class{File: g.Path, Bases: p.bases(p.at(file, c.Node))}
	if p.lang == model.Python || p.lang == model.PHP { // what an object inherits from outside
		for _, a := range asked.Bases {
			p.inheritOutside(p.at(file, c.Instance), model.Access{Root: model.Root{Kind: model.Typed, Name: a.Last()}})
		}
	}
	for _, d := range c.Decorators {
		asked.Decorators = append(asked.Decorators, p.decorator(file, d))
	}
	for _, found := range p.model.OfClass(p.lang, asked) {
		if r := found.Rule; r.Bases == nil && r.Within == nil && !p.applies(r.Origin, false) {
			continue // the name of a file alone says little
		}
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if f.Class == index && f.Tree.Kind == tree.Method && found.Rule.IsMethod(f.Tree.Name, f.Tree.Private) {
				p.declareEntry(file, int32(i), found, model.Call{}, -1)
			}
		}
	}
}

// bases returns what a class extends, from outside, directly or not.
func (p *Program) bases(n node) []model.Access {
	var all []model.Access
	seen := map[int32]bool{}
	for todo := []node{n}; len(todo) > 0; todo = todo[1:] {
		for _, o := range p.points(todo[0]) {
			if seen[o] {
				continue
			}
			seen[o] = true
			switch x := p.object(o); x.kind {
			case access:
				a := x.name
				if first, inside, ok := strings.Cut(a.Root.Name, "::"); ok && len(a.Steps) == 0 { // a class of Ruby in a module
					a.Root.Name, a.Steps = first, strings.Split(inside, "::")
				}
				all = append(all, a)
			case class:
				for _, b := range p.sources[x.file].Graph.Classes[x.index].Bases {
					todo = append(todo, p.at(x.file, b))
				}
			}
		}
	}
	return all
}

// declareExports applies what the path of a file, the names of its exports and directives say.
func (p *Program) declareExports(file int32) {
	g := p.sources[file].Graph
	ex := p.origin[p.at(file, g.Exports)]
	p.open(ex)
	whole := directive(&g.Funcs[0])
	for _, name := range sortedKeys(p.object(ex).fields) {
		for _, e := range p.model.OfFile(p.lang, g.Path, name, whole) {
			if !p.applies(e.Origin, false) {
				continue
			}
			for _, o := range p.points(p.object(ex).fields[name]) {
				if x := p.object(o); x.kind == function {
					p.declareFile(x.file, x.index, e, name)
				}
			}
		}
	}
	for i := 1; i < len(g.Funcs); i++ {
		if d := directive(&g.Funcs[i]); d != "" {
			for _, e := range p.model.OfFile(p.lang, g.Path, "", d) {
				p.declareFile(file, int32(i), e, "")
			}
		}
	}
}

func (p *Program) declareFile(file, index int32, e *model.Entry, export string) {
	if e.First != "" && p.paramName(&p.sources[file].Graph.Funcs[index], 0) != e.First {
		return
	}
	r := model.Found[model.Entry]{Rule: e, Exact: true}
	p.declareEntry(file, index, r, model.Call{Callees: []model.Access{{Root: model.Root{Kind: model.Global, Name: export}}}}, -1)
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

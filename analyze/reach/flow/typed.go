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

// places are the functions that say where the parameter of a handler stands in a request.
var places = map[string]model.Kind{
	"Query": model.URL, "Path": model.Path, "Header": model.Header, "Cookie": model.Cookie, "Body": model.Body, "Form": model.Body, "File": model.Upload,
}

// notSent are the types and functions of parameters that are no values of a request.
var notSent = []string{
	"Request", "Response", "WebSocket", "BackgroundTasks", "Depends", "Security", "HTTPConnection", "SecurityScopes", "Session", "AsyncSession",
	"HttpContext", "HttpRequest", "HttpResponse", "CancellationToken", "ClaimsPrincipal", "Principal",
}

// typedInputs returns the parameters of handlers that get their values by name and type, as those of FastAPI do: from
// the path if it has the name, from the body if the type is a class of the program or a collection, else from the query.
// What the framework calls for a parameter has such parameters as well.
func (p *Program) typedInputs(r rules.Route) []rules.Input {
	var all []rules.Input
	handlers := slices.Clone(r.Handlers)
	for at := 0; at < len(handlers) && at < rules.MaxCallees; at++ {
		h := handlers[at]
		f := &p.Code[h.File].Graph.Funcs[h.Func]
		entries := p.entriesOf(rules.Route{Rule: r.Rule, Handlers: handlers[at : at+1]})
		for i := range f.Tree.Params {
			param := &f.Tree.Params[i]
			for _, by := range p.GivenBy(int32(h.File), f, i) {
				if !slices.Contains(handlers, by) {
					handlers = append(handlers, by)
				}
			}
			if param.Target == nil || param.Target.Op != tree.Name || param.Rest || param.Keywords || p.IsGiven(int32(h.File), f, i) {
				continue
			}
			root := model.Root{Kind: model.EntryArg, Name: r.Rule.Name, Index: i, Param: param.Target.Text}
			sources := p.SourceRules(model.Access{Root: root})
			if len(sources) == 0 {
				continue
			}
			in := rules.Input{Source: sources[0], Access: model.Access{Root: root}, Max: graph.NoLimit, File: h.File, Start: param.Target.Start, End: param.Target.End}
			for _, one := range p.typedInput(in, r, f, i) {
				p.boundInput(&one, entries)
				all = append(all, one)
			}
		}
	}
	return all
}

func (p *Program) typedInput(in rules.Input, r rules.Route, f *graph.Func, i int) []rules.Input {
	name, kind, classes := p.sentAs(in.File, f, i, r.Path)
	if kind == model.NoKind {
		return nil
	}
	if len(classes) > 0 {
		var all []rules.Input
		for _, o := range classes {
			x := p.Object(o)
			for _, m := range p.Code[x.File].Graph.Classes[x.Index].Tree.Members {
				if m.Func != nil || m.Name == "" || m.Static && m.Type == nil || strings.HasPrefix(m.Name, "_") || m.Name == "model_config" {
					continue
				}
				one := in
				one.Access.Steps = []string{m.Name}
				one.Name, one.Kind = "body."+m.Name, model.Body
				all = append(all, one)
			}
		}
		return all
	}
	in.Kind, in.Name = kind, name
	return []rules.Input{in}
}

// sentAs returns where a parameter of such a handler stands in a request to a path, and the name that an [Input] gives it
// there; model.NoKind for what is not sent. classes are those of the program that the body becomes for it.
func (p *Program) sentAs(file int, f *graph.Func, i int, path string) (name string, kind model.Kind, classes []int32) {
	param := &f.Tree.Params[i]
	named := append(annotation.Called(param.Default), annotation.Called(param.Type)...)
	for _, c := range named {
		if kind == model.NoKind {
			kind = places[c]
		}
	}
	skip := func(n string) bool { return slices.Contains(notSent, n) }
	if kind == model.NoKind && (slices.ContainsFunc(named, skip) || slices.ContainsFunc(annotation.Names(param.Type), skip)) {
		return "", model.NoKind, nil
	}
	name = param.Target.Text
	if kind == model.NoKind {
		if classes = p.classesIn(file, f.ParamTypes[i], f.ParamHeld[i], param.Type); len(classes) > 0 || annotation.IsMany(param.Type) {
			return rules.KindName(model.Body), model.Body, classes
		}
		kind = model.URL
	}
	if strings.Contains(path, "{"+name+"}") || strings.Contains(path, "{"+name+":") {
		kind = model.Path
	}
	if kind == model.Header && p.Language() == model.Python {
		name = strings.ReplaceAll(name, "_", "-")
	}
	if other := annotation.Alias(param.Default) + annotation.Alias(param.Type); other != "" {
		name = other
	}
	return rules.KindName(kind) + "." + name, kind, nil
}

// isApart reports whether a node is a parameter of a handler for which the framework looks up no value of the request, as it is
// declared to be the request itself or the like: what it has then is said of that.
func (p *Program) isApart(n points.Node, a model.Access) bool {
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Param || a.Root.Kind != model.EntryArg {
		return false
	}
	f := &p.Code[file].Graph.Funcs[g.Index]
	return f.Tree != nil && int(g.Size) < len(f.Tree.Params) && slices.ContainsFunc(p.EntriesOf[[2]int32{file, g.Index}], func(e rules.Entry) bool {
		return e.Rule.Typed && e.Rule.Name == a.Root.Name
	}) && slices.ContainsFunc(annotation.Names(f.Tree.Params[g.Size].Type), func(n string) bool { return slices.Contains(notSent, n) }) &&
		len(p.classesIn(int(file), f.ParamTypes[g.Size], f.ParamHeld[g.Size], f.Tree.Params[g.Size].Type)) == 0
}

// sent returns what sentAs says of the parameter that a hit comes from, of the handler or of what the framework calls for
// it; model.NoKind where that is none, or one of several that differ.
func (p *Program) sent(h *Hit) (name string, kind model.Kind) {
	if h.Entry == nil || !h.Entry.Rule.Typed || h.Access.Root.Kind != model.EntryArg {
		return "", model.NoKind
	}
	i := h.Access.Root.Index
	of := func(file, fn int) (string, model.Kind) {
		f := &p.Code[file].Graph.Funcs[fn]
		if i >= len(f.Tree.Params) || f.Tree.Params[i].Target == nil || f.Tree.Params[i].Target.Text != h.Access.Root.Param {
			return "", model.NoKind
		}
		name, kind, _ := p.sentAs(file, f, i, h.Entry.Route)
		return name, kind
	}
	if name, kind = of(h.Entry.File, h.Entry.Func); kind != model.NoKind {
		return name, kind
	}
	if name, kind = p.sentMember(h); kind != model.NoKind {
		return name, kind
	}
	for at, entries := range p.EntriesOf {
		if !slices.ContainsFunc(entries, func(e rules.Entry) bool { return e.Rule.Name == h.Access.Root.Name && e.Rule.Typed }) {
			continue
		}
		n, k := of(int(at[0]), int(at[1]))
		if k != model.NoKind && kind != model.NoKind && (n != name || k != kind) {
			return "", model.NoKind
		}
		if k != model.NoKind {
			name, kind = n, k
		}
	}
	return name, kind
}

// sentMember is sent for a member of an object that the framework makes of what its constructor takes by these names.
func (p *Program) sentMember(h *Hit) (name string, kind model.Kind) {
	f := &p.Code[h.Entry.File].Graph.Funcs[h.Entry.Func]
	i := h.Access.Root.Index
	if len(h.Access.Steps) == 0 || i >= len(f.Params) {
		return "", model.NoKind
	}
	for _, by := range p.GivenBy(int32(h.Entry.File), f, i) {
		made := &p.Code[by.File].Graph.Funcs[by.Func]
		for k := range made.Tree.Params {
			if t := made.Tree.Params[k].Target; t != nil && t.Text == h.Access.Steps[0] {
				name, kind, _ = p.sentAs(by.File, made, k, h.Entry.Route)
				return name, kind
			}
		}
	}
	param := &f.Tree.Params[i]
	if !slices.ContainsFunc(append(annotation.Called(param.Default), annotation.Called(param.Type)...), func(n string) bool { return n == "Depends" || n == "Security" }) {
		return "", model.NoKind
	}
	kind = model.URL // as the fields of a class without a constructor
	if strings.Contains(h.Entry.Route, "{"+h.Access.Steps[0]+"}") {
		kind = model.Path
	}
	return rules.KindName(kind) + "." + h.Access.Steps[0], kind
}

// InputKind returns where the value that a hit comes from stands in a request, as far as it is known: that of its source.
func (p *Program) InputKind(h *Hit) model.Kind {
	if _, kind := p.sent(h); kind != model.NoKind {
		return kind
	}
	return h.Source.Kind
}

// classesIn returns the classes of the program that a type names, also within others, as Optional[User].
func (p *Program) classesIn(file int, id graph.ID, held []graph.HeldType, kind *tree.Node) []int32 {
	var all []int32
	add := func(n points.Node) {
		for _, o := range p.Points(n) {
			if x := p.Object(o); x.Kind == points.Class && !p.IsEnum(o) && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	if id != 0 {
		add(p.At(int32(file), id))
	}
	if len(held) == 1 && len(all) == 0 && annotation.Holds(kind, 1) != annotation.Nothing {
		return p.classesIn(file, held[0].Type, held[0].Held, held[0].Tree)
	}
	if len(all) > 0 || kind == nil || kind.Op == tree.Name {
		return all
	}
	for at := range p.Code[file].Graph.Nodes {
		n := &p.Code[file].Graph.Nodes[at]
		if n.End > 0 && kind.Start <= n.Start && n.End <= kind.End {
			add(p.Base[file] + points.Node(at))
		}
	}
	return all
}

// maxMemberDepth bounds how deep classes are in classes of which a request is made.
const maxMemberDepth = 3

// declaredInputs returns the members of the classes that parameters of handlers are declared to be, where a framework
// makes these of a request: they can be sent, whether or not the program reads them by name.
func (p *Program) declaredInputs(r rules.Route) []rules.Input {
	var all []rules.Input
	for _, h := range r.Handlers {
		f := &p.Code[h.File].Graph.Funcs[h.Func]
		for i := range min(len(f.Tree.Params), len(f.Params)) {
			param := &f.Tree.Params[i]
			if param.Target == nil {
				continue
			}
			for _, a := range p.Accesses(p.At(int32(h.File), f.Params[i])) {
				if len(a.Steps) > 0 || a.Root.Kind == model.Typed {
					continue
				}
				named := a.Root.Kind == model.Decorated && a.Root.Index > 0 // one value rather than all of a kind
				for _, s := range p.SourceRules(a) {
					if s.Level != model.Remote || s.Kind != model.Body && s.Kind != model.URL {
						continue
					}
					in := rules.Input{Source: s, Kind: s.Kind, Name: rules.KindName(s.Kind), Access: a, Max: graph.NoLimit, File: h.File, Start: param.Target.Start, End: param.Target.End}
					if named {
						in.Name += "." + a.Root.Param
						all = append(all, in)
						continue
					}
					all = append(all, p.members(in, int32(h.File), graph.FieldType{Type: f.ParamTypes[i], Held: f.ParamHeld[i]}, param.Type, 0)...)
				}
			}
		}
	}
	return all
}

// members returns the members of the classes that a type names, and of theirs, by the way that leads to them.
func (p *Program) members(in rules.Input, file int32, of graph.FieldType, kind *tree.Node, depth int) []rules.Input {
	if depth >= maxMemberDepth {
		return nil
	}
	var all []rules.Input
	for _, o := range p.classesIn(int(file), of.Type, of.Held, kind) {
		x := p.Object(o)
		c := &p.Code[x.File].Graph.Classes[x.Index]
		before := in
		if annotation.IsList(kind) {
			if depth == 0 {
				continue // the whole body is a list
			}
			before.Name += ".*"
		}
		for _, m := range annotation.Fields(c.Tree) {
			if m.Func != nil || m.Name == "" || m.Static || strings.HasPrefix(m.Name, "_") || m.Name == "model_config" {
				continue
			}
			one := before
			one.Access.Steps = append(slices.Clone(before.Access.Steps), m.Name)
			one.Name += "." + p.Sent(m.Name)
			at := graph.FieldType{}
			for _, t := range c.FieldTypes {
				if t.Field == m.Name {
					at = t
				}
			}
			if inner := p.members(one, x.File, at, m.Type, depth+1); len(inner) > 0 {
				all = append(all, inner...)
				continue
			}
			all = append(all, one)
		}
	}
	return all
}

// bindsAll reports whether a call of Ruby may call each function of the program that it can mean: those of its name in no class,
// or in the classes of a name.
func (p *Program) bindsAll(c *points.Site, class string) bool {
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if f.Tree.Name != c.Method && (c.OfMember || f.Tree.Name != class) || (f.Class >= 0) != c.OfMember || f.Class >= 0 && g.Classes[f.Class].Tree.Name != class {
				continue
			}
			if !slices.ContainsFunc(c.Bound, func(o int32) bool {
				x := p.Object(o)
				return x.Kind == points.Function && x.File == int32(file) && x.Index == int32(i)
			}) {
				return false
			}
		}
	}
	return true
}

// isMethodOf reports whether a function is a method of the class of a name, rather than of one that extends it.
func (p *Program) isMethodOf(f *points.Object, class string) bool {
	of := p.Code[f.File].Graph.Funcs[f.Index].Class
	return of >= 0 && p.Code[f.File].Graph.Classes[of].Tree.Name == class
}

// isOfProgram reports whether what a call may call beside functions of the program is one of them: in PHP and Ruby by the name
// of a function that is declared in any case, or of a class, as a program has one of each name; in Java or C# by the name of its class, which
// an unqualified name of another file or a framework that injects it gives: one class has that name, and none that extends it
// has a method of the name.
func (p *Program) isOfProgram(c *points.Site, x *points.Object) bool {
	root := x.Name.Root
	if p.Language() == model.PHP || p.Language() == model.Ruby && len(c.Ruled) == 0 && p.bindsAll(c, root.Name) {
		return x.Kind == points.Outside && root.Kind == model.Global && root.Name[0] != '$' && !slices.ContainsFunc(c.Bound, func(o int32) bool {
			f := p.Object(o)
			if f.Kind != points.Function || c.OfMember {
				return f.Kind == points.Function && !p.isMethodOf(f, root.Name)
			}
			return len(x.Name.Steps) > 0 || !p.Code[f.File].Graph.Funcs[f.Index].Certain
		})
	}
	if p.Language() != model.Java && p.Language() != model.CSharp || x.Kind != points.Outside || root.Kind != model.Global && root.Kind != model.Typed && root.Kind != model.Decorated || x.Name.Last() != c.Method {
		return false
	}
	of, name := [2]int32{-1, -1}, ""
	for _, o := range c.Bound {
		if f := p.Object(o); f.Kind == points.Function {
			in := [2]int32{f.File, p.Code[f.File].Graph.Funcs[f.Index].Class}
			if in[1] < 0 || of[0] >= 0 && of != in {
				return false
			}
			of, name = in, p.Code[in[0]].Graph.Classes[in[1]].Tree.Name
		}
	}
	if of[0] < 0 || root.Kind != model.Decorated && root.Name != name {
		return false
	}
	for file := range p.Code {
		for i := range p.Code[file].Graph.Classes {
			at, t := [2]int32{int32(file), int32(i)}, p.Code[file].Graph.Classes[i].Tree
			if at != of && (t.Name == name || slices.ContainsFunc(t.Members, func(m tree.Field) bool { return m.Func != nil && m.Name == c.Method }) && slices.Contains(p.Ancestry(at[0], at[1]), of)) {
				return false
			}
		}
	}
	return true
}

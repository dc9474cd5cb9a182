package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// GivenBy returns the functions and constructors that the framework calls for a parameter.
func (p *Program) GivenBy(file int32, f *graph.Func, param int) []Ref {
	var all []Ref
	for _, e := range p.In(p.At(file, f.Params[param])) {
		if p.Edge(e).Way != points.Within {
			continue
		}
		for _, id := range p.Dependencies(p.Edge(e).From) {
			of := p.Given(id, file, f, param)
			called := slices.Clone(p.Points(of))
			for _, o := range p.Points(of) {
				called = append(called, p.ConstructorsOf(o)...)
			}
			for _, o := range called {
				if x := p.Object(o); x.Kind == points.Function {
					all = append(all, Ref{int(x.File), int(x.Index)})
				}
			}
		}
	}
	return all
}

// giveMade gives the parameters of functions what a function of the program returns of which a library made their decorator:
// createParamDecorator((name, context) => …) of Nest.
func (p *Program) giveMade() {
	if p.Language() != model.JavaScript {
		return
	}
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Funcs {
			for k, all := range g.Funcs[i].ParamDecorators {
				for _, d := range all {
					p.giveMadeBy(int32(file), d, p.At(int32(file), g.Funcs[i].Params[k]))
				}
			}
		}
	}
}

func (p *Program) giveMadeBy(file int32, decorator graph.ID, param points.Node) {
	id := p.SiteAt(file, decorator)
	if id < 0 {
		return
	}
	for _, made := range p.MadeBy(p.Sites[id].Callee) {
		returns := slices.ContainsFunc(p.Sites[made].Ruled, func(rule any) bool {
			e, ok := rule.(*model.Entry)
			return ok && e.Returns
		})
		if returns && p.Once(id, made) {
			p.Link(points.Edge{From: p.Sites[made].Result, To: param, Cap: graph.Free, Call: -1})
		}
	}
}

// IsReplaced reports whether a file which makes an application puts other functions in the place of those that a framework calls:
// app.dependency_overrides[short] = any. Tests do so for an application of another file.
func (p *Program) IsReplaced(rule *model.Entry) bool {
	return rule.Replaced != "" && slices.ContainsFunc(p.Code, func(c points.Source) bool {
		sets := slices.ContainsFunc(c.Graph.Loads, func(l graph.Load) bool { return l.Field == rule.Replaced }) ||
			slices.ContainsFunc(c.Graph.Stores, func(s graph.Store) bool { return s.Field == rule.Replaced })
		return sets && slices.ContainsFunc(c.Graph.Calls, func(of graph.Call) bool { return p.Model().Makes(p.Language(), of.Method) })
	})
}

// FixedMax returns the length of the longest of the texts that a type allows, which lists them or is an enumeration.
func (p *Program) FixedMax(kind points.Node, depth int) (most int64, ok bool) {
	if kind == 0 || depth > 12 {
		return 0, false
	}
	if o, made := p.Origin[kind]; made {
		switch x := p.Object(o); {
		case x.Kind == points.Allocated && x.List:
			return p.longestIn(x)
		case x.Kind == points.Class && p.IsEnum(o):
			return p.enumMax(x)
		}
		return 0, false
	}
	if plain := p.Unannotated(kind); plain != kind {
		return p.FixedMax(plain, depth+1)
	}
	return p.Constant(kind, depth, p.FixedMax)
}

// enumMax is the length of the longest value or name of an enumeration, with the name of its class before it.
func (p *Program) enumMax(x *points.Object) (most int64, ok bool) {
	c := p.Code[x.File].Graph.Classes[x.Index].Tree
	for _, m := range c.Members {
		if m.Func != nil || m.Name == "" || m.Value == nil {
			continue
		}
		v, known := p.member(x.Fields[m.Name], 0, p.TextLength)
		if !known {
			return 0, false
		}
		most, ok = max(most, v, int64(len(c.Name)+1+len(m.Name))), true
	}
	return most, ok
}

// IsEnum reports whether a class is an enumeration, whose values are texts.
func (p *Program) IsEnum(o int32) bool {
	x := p.Object(o)
	return slices.ContainsFunc(p.BasesOf(p.At(x.File, p.Code[x.File].Graph.Classes[x.Index].Node)), func(a model.Access) bool {
		name := a.Last()
		return strings.HasSuffix(name, "Enum") || strings.HasSuffix(name, "Flag")
	})
}

// AliasMax returns the bound that a type states which has a name of its own, as Short = Annotated[str, Length(9)].
func (p *Program) AliasMax(b *model.Bound, kind points.Node, depth int) (most int64, ok bool) {
	if kind == 0 || depth > 12 {
		return 0, false
	}
	most = graph.NoLimit
	file, g := p.FileOf(kind)
	switch {
	case g != nil && g.Kind == graph.Result:
		most = p.statedMax(b.Fields, p.SiteOf[file][g.Index])
	case p.Unannotated(kind) != kind:
		if slices.ContainsFunc(p.In(kind), func(e int32) bool { return p.remakes(b, p.Edge(e).From) }) {
			return 0, false
		}
		for i, e := range p.In(kind) {
			v, stated := p.AliasMax(b, p.Edge(e).From, depth+1)
			if _, said := p.FileOf(p.Edge(e).From); stated && (i == 0 || said != nil && said.Kind == graph.Result) {
				most = min(most, v)
			}
		}
	default:
		return p.Constant(kind, depth, func(n points.Node, depth int) (int64, bool) { return p.AliasMax(b, n, depth) })
	}
	return most, most != graph.NoLimit
}

// remakes reports whether what stands in a type makes another value of the one whose length is checked.
func (p *Program) remakes(b *model.Bound, n points.Node) bool {
	file, g := p.FileOf(n)
	return g != nil && g.Kind == graph.Result && slices.Contains(b.Alters, p.Sites[p.SiteOf[file][g.Index]].Method)
}

// isMadeByContainer reports whether no code of a program in Java, Kotlin or C# makes an object of a class by its name, so that what
// does may be a container that knows what its constructor and members ask for.
func (p *Program) isMadeByContainer(file, class int32) bool {
	if p.Language() != model.Java && p.Language() != model.CSharp {
		return false
	}
	if p.callees == nil {
		p.callees = map[string]bool{}
		for i := range p.Code {
			for _, c := range p.Code[i].Graph.Calls {
				p.callees[c.Method] = true
			}
		}
	}
	return !p.callees[p.Code[file].Graph.Classes[class].Tree.Name]
}

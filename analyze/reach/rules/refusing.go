package rules

import (
	"slices"
	"strings"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/tree"
)

// ValidMax is ClassMax for a member that the methods of the class have checked as well, which refuse what they do not like.
func (p *Program) ValidMax(b *model.Bound, file, index int32, steps []string, depth int) int64 {
	most := p.ClassMax(b, file, index, steps, depth)
	if len(steps) == 1 {
		most = min(most, p.refusedMax(b, file, index, steps[0]))
	}
	return most
}

// refusedMax returns how long a text is at most that methods of a class let pass as a member, which they get when what is
// declared of it was checked.
func (p *Program) refusedMax(b *model.Bound, file, index int32, name string) int64 {
	most := int64(graph.NoLimit)
	if len(b.Refuses) == 0 && len(b.Later) == 0 || b.Bases != nil && !p.IsOf(b, file, index) || !p.isTextMember(b, file, index, name) || p.IsOff(b) {
		return most
	}
	declared, known := false, map[string]bool{} // a method of the class itself stands for those of its bases
	for _, c := range p.Ancestry(file, index) {
		g := p.Code[c[0]].Graph
		for i := range g.Funcs {
			f := &g.Funcs[i]
			if f.Class != c[1] || known[f.Tree.Name] {
				continue
			}
			if of := p.isRefusing(b, c, f, name); of != refusesNone && (of != refusesLast || !declared) {
				most = min(most, p.passedBy(b, c[0], f, name, of))
			}
		}
		for _, m := range g.Classes[c[1]].Tree.Members {
			known[m.Name] = known[m.Name] || m.Func != nil
			declared = declared || m.Func == nil && m.Name == name // where a base says something of its own
		}
	}
	return p.hookedMax(b, file, index, name, most, false)
}

// handedMax returns how long a text is at most that functions of the program let pass which a field is given to check it by:
// those raise an error for anything else.
func (p *Program) handedMax(b *model.Bound, file int32, field *tree.Node) int64 {
	most := int64(graph.NoLimit)
	if field == nil || field.Op != tree.Call {
		return most
	}
	id, ok := p.callOfTree(file, field)
	if !ok {
		return most
	}
	for _, q := range b.Fields {
		roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id]))
		for _, r := range roles {
			if !ok || r.Role != "validators" {
				continue
			}
			at := p.Argument(id, r)
			for _, n := range append(p.ElementsOf(at), at) {
				if len(p.Points(at)) == 1 && len(p.Points(n)) == 1 {
					most = min(most, p.letsPass(p.Object(p.Points(n)[0])))
				}
			}
		}
	}
	return most
}

// letsPass returns how long a text is at most for which a function returns that gets it alone, or behind an object and what
// it is of that.
func (p *Program) letsPass(x *points.Object) int64 {
	most := int64(graph.NoLimit)
	if x.Kind != points.Function {
		return most
	}
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	if k := len(f.Params); k != 1 && k != 3 || f.Tree.Async || f.Tree.Generator || len(f.Tree.Decorators) > 0 {
		return most
	}
	for _, t := range f.Tells {
		if t.When == graph.Returned && int(t.Param) == len(f.Params)-1 && len(t.Path) == 0 {
			most = min(most, p.capMax(x.File, t.Cap))
		}
	}
	return most
}

// refinedMax returns how long a text is at most of a type that functions of the program check or replace in their turn, as
// Annotated[str, Field(max_length=80), AfterValidator(tidy)].
func (p *Program) refinedMax(b *model.Bound, file int32, t *tree.Node) int64 {
	if p.Language() != model.Python || t == nil || t.Op != tree.Index || t.Kid(0) == nil || t.Kids[0].Text != "Annotated" {
		return graph.NoLimit
	}
	parts := t.Kids[1:]
	if len(parts) == 1 && parts[0] != nil && parts[0].Op == tree.Array {
		parts = parts[0].Kids
	}
	most := int64(graph.NoLimit)
	for i, k := range parts {
		switch {
		case i == 0 && (k == nil || k.Op != tree.Name || k.Text != "str"):
			return graph.NoLimit
		case i == 0:
		case !annotation.Alters(b, k):
			most = min(most, p.Annotations(b, file).FieldMax(k))
		default:
			id, ok := p.callOfTree(file, k)
			if !ok || p.Sites[id].Method != "AfterValidator" || len(p.Sites[id].Args) != 1 || len(p.Points(p.Sites[id].Args[0])) != 1 {
				return graph.NoLimit
			}
			x := p.Object(p.Points(p.Sites[id].Args[0])[0])
			passed := min(most, p.letsPass(x))
			if x.Kind != points.Function || len(p.Code[x.File].Graph.Funcs[x.Index].Params) != 1 || len(p.Code[x.File].Graph.Funcs[x.Index].Decorators) > 0 {
				return graph.NoLimit
			}
			f := &p.Code[x.File].Graph.Funcs[x.Index]
			param := p.At(x.File, f.Params[0])
			most = p.returnedMax(p.At(x.File, f.Ret), func(n points.Node) (int64, bool) { return passed, n == param }, 0)
		}
	}
	return most
}

// isTextMember reports whether a class declares a member to be a text.
func (p *Program) isTextMember(b *model.Bound, file, index int32, name string) bool {
	for _, c := range p.Ancestry(file, index) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			switch {
			case m.Name != name || m.Func != nil:
				continue
			case b.Typed:
				return m.Type != nil && !annotation.IsMany(m.Value) && !annotation.IsMany(m.Type) && !annotation.Alters(b, m.Type)
			case m.Value == nil:
				return false
			}
			return p.isField(b, c[0], m.Value)
		}
	}
	return false
}

// isField reports whether a value of a member is one that says what is checked of it.
func (p *Program) isField(b *model.Bound, file int32, value *tree.Node) bool {
	id, ok := p.callOfTree(file, value)
	return ok && slices.ContainsFunc(p.Asked(&p.Sites[id]).Callees, func(a model.Access) bool {
		return slices.ContainsFunc(b.Fields, func(q *model.CallPattern) bool { _, ok := q.Callee.Match(p.Language(), a); return ok })
	})
}

// refuses is what a method gets that refuses something of a class by raising.
type refuses int

const (
	refusesNone refuses = iota
	refusesOne          // the member, first
	refusesLast         // the member, last
	refusesAll          // all members in one, first
)

// isRefusing returns what a method of a class gets of a member, or with it, behind the other checks, where the member is
// refused if it raises.
func (p *Program) isRefusing(b *model.Bound, class [2]int32, f *graph.Func, name string) refuses {
	for _, l := range b.Later {
		switch {
		case f.Tree.Name != strings.Replace(l, "*", name, 1):
		case l != f.Tree.Name:
			return refusesOne
		case !b.Typed:
			return refusesAll
		}
	}
	for i, d := range f.Decorators {
		asked := p.Decorator(class[0], d)
		for _, q := range b.Refuses {
			roles, exact, ok := q.Match(p.Language(), asked)
			of := f.Tree.Decorators[i].Kid(0) // of @s.validator
			if ok && of != nil && of.Op == tree.Name && slices.ContainsFunc(p.Code[class[0]].Graph.Classes[class[1]].Tree.Members, func(m tree.Field) bool {
				return m.Name == of.Text && m.Value != nil && p.isField(b, class[0], m.Value)
			}) {
				if of.Text == name {
					return refusesLast
				}
				continue
			}
			if !ok || !exact {
				continue
			}
			named, whole := false, true
			for _, r := range roles {
				switch text := asked.Args[r.Arg].Literal; r.Role {
				case "mode":
					ok = ok && text == "after"
				case "name":
					named, whole = named || text == name || text == "*", false
				}
			}
			switch {
			case !ok:
			case named:
				return refusesOne
			case whole:
				return refusesAll
			}
		}
	}
	return refusesNone
}

// passedBy returns how long a text is at most that a method which checks a member lets pass.
func (p *Program) passedBy(b *model.Bound, file int32, f *graph.Func, name string, of refuses) int64 {
	value, inside, returns := p.handedFirst(file, f), []string(nil), true
	switch n := len(f.Params); {
	case of == refusesAll:
		inside, returns = []string{name}, false
	case of == refusesLast && n > 0:
		value = p.At(file, f.Params[n-1])
	}
	for _, where := range b.Checked {
		if steps, ok := strings.CutPrefix(where, "*."); ok && of != refusesAll {
			inside, returns = strings.Split(steps, "."), false // it gets the field rather than the value
		}
	}
	most := int64(graph.NoLimit)
	for _, t := range f.Tells {
		if t.When == graph.Returned && t.Param >= 0 && p.At(file, f.Params[t.Param]) == value && slices.Equal(t.Path, inside) {
			most = min(most, p.capMax(file, t.Cap))
		}
	}
	switch {
	case f.Tree.Async:
		return graph.NoLimit
	case len(inside) > 0 && p.sets(file, f, inside[0], func(points.Node) bool { return true }):
		return graph.NoLimit
	case !returns || len(b.Later) == 0 && len(b.Hooks) == 0 || !p.replaces(b, file, f, name):
		return most
	}
	return p.returnedMax(p.At(file, f.Ret), func(n points.Node) (int64, bool) {
		return most, n == value || p.isChecked(b, n, name)
	}, 0)
}

// replaces reports whether what a method returns takes the place of a member.
func (p *Program) replaces(b *model.Bound, file int32, f *graph.Func, name string) bool {
	return slices.ContainsFunc(b.Later, func(l string) bool {
		return strings.Contains(l, "*") && f.Tree.Name == strings.Replace(l, "*", name, 1)
	}) ||
		slices.ContainsFunc(f.Decorators, func(d graph.ID) bool { return p.isHookOf(b, file, d, name) })
}

// returnedMax returns how long a text is at most that a node may be: one of which passed tells how long it is, a part of that,
// or a constant.
func (p *Program) returnedMax(n points.Node, passed func(points.Node) (int64, bool), depth int) int64 {
	if most, ok := passed(n); ok {
		return most
	}
	file, g := p.FileOf(n)
	if depth > 12 || len(p.LoadsTo(n)) > 0 {
		return graph.NoLimit
	}
	if g != nil {
		switch g.Kind {
		case graph.Text:
			return g.Size
		case graph.Opaque:
			return 0
		case graph.Concat, graph.Param, graph.Number:
			return graph.NoLimit
		}
	}
	most, ways := int64(0), 0
	for _, ei := range p.In(n) {
		e := p.Edge(ei)
		d := p.Detail(e)
		if e.Way == points.Heap {
			continue
		}
		ways++
		got := int64(graph.NoLimit)
		if !e.Any && (d.Length.Effect == model.Same || d.Length.Limits()) {
			got = p.returnedMax(e.From, passed, depth+1)
		} else if !e.Any && d.Length.Effect == model.Lowered {
			got = limit.Product(2, p.returnedMax(e.From, passed, depth+1))
		}
		most = max(most, min(got, p.capMax(d.File, d.Cap)))
	}
	if ways == 0 && (g == nil || g.Kind != graph.Return || len(p.RootsOf(n)) > 0 || file < 0) {
		return graph.NoLimit
	}
	return most
}

// capMax returns the length that a limit leaves as a number.
func (p *Program) capMax(file int32, c graph.Cap) int64 {
	most, sym := c.Max, c.Sym
	for range MaxPath {
		if sym == 0 {
			break
		}
		s := &p.Code[file].Graph.Syms[sym]
		if sym = s.Next; s.Call != -1 {
			continue
		}
		if v, ok := p.Number(p.At(file, s.Limit), 0); ok {
			most = min(most, max(limit.Sum(v, s.Delta), 0))
		}
	}
	return most
}

// isLax reports whether the program names something by which it has a library check nothing.
func (p *Program) isLax(b *model.Bound) bool {
	names := func(name string) bool { return slices.Contains(b.Lax, name) }
	return len(b.Lax) > 0 && slices.ContainsFunc(p.Code, func(s points.Source) bool {
		set := func(s graph.Store) bool { return names(s.Field) }
		return slices.ContainsFunc(s.Graph.Stores, set) || slices.ContainsFunc(s.Graph.Blanks, set) ||
			slices.ContainsFunc(s.Graph.Loads, func(l graph.Load) bool { return names(l.Field) }) ||
			slices.ContainsFunc(s.Graph.Classes, func(c graph.ClassFact) bool {
				return slices.ContainsFunc(c.Tree.Bases, func(n *tree.Node) bool { return n != nil && names(n.Text) })
			})
	})
}

// Cleared reports whether a function makes a call behind which it may be told that all is valid which is not.
func (p *Program) Cleared(b *model.Bound, file, fn int32) bool {
	return b.Clears != nil && slices.ContainsFunc(p.SiteOf[file], func(id int32) bool {
		c := &p.Sites[id]
		return c.Owner == fn && slices.ContainsFunc(p.Callees(c), func(a model.Access) bool {
			return slices.ContainsFunc(b.Clears, func(q *model.Pattern) bool { _, ok := q.Match(p.Language(), a); return ok })
		})
	})
}

package rules

import (
	"slices"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/source/tree"
)

// shapeAt is a class of which the shape is asked so deep in another one.
type shapeAt struct {
	bound       *model.Bound
	file, index int32
	depth       int
}

// classShapes are the shapes of classes that were asked for.
type classShapes map[shapeAt]*limit.Shape

// classShape returns the shape of what a class describes by its members, in languages where their types or values are the
// schemas of what they hold. It is the same one for a class that stands at many places of another.
func (p *Program) classShape(b *model.Bound, file, index int32, depth int) *limit.Shape {
	if depth > MaxPath || b.Bases != nil && !p.IsOf(b, file, index) {
		return nil
	}
	if p.shapes == nil {
		p.shapes = classShapes{}
		defer func() { p.shapes = nil }() // later there may be more that a member can be
	}
	at := shapeAt{b, file, index, depth}
	got, known := p.shapes[at]
	if !known {
		got = p.describedBy(b, file, index, depth)
		p.shapes[at] = got
	}
	return got
}

func (p *Program) describedBy(b *model.Bound, file, index int32, depth int) *limit.Shape {
	inPart := p.isMadeInPart(b, file, index)
	if inPart && p.isOpened(b) {
		return &limit.Shape{Max: graph.NoLimit}
	}
	got := &limit.Shape{Max: graph.NoLimit, Fields: map[string]*limit.Shape{}, Edits: inPart}
	for _, c := range p.Ancestry(file, index) {
		g := p.Code[c[0]].Graph
		for _, m := range g.Classes[c[1]].Tree.Members {
			if m.Func != nil && slices.ContainsFunc(m.Func.Decorators, func(d *tree.Node) bool {
				return slices.ContainsFunc(slices.Concat(annotation.Names(d), annotation.Called(d)), func(name string) bool { return slices.Contains(b.Before, name) })
			}) {
				got.Edits = true
			}
			if m.Func != nil || m.Name == "" {
				continue
			}
			if _, known := got.Fields[m.Name]; !known {
				most := p.ClassMax
				if b.Refuses != nil {
					most = p.ValidMax
				}
				of := p.memberShape(b, c, m, most(b, file, index, []string{m.Name}, 0), depth)
				if of != nil && (of.Fields != nil || of.List) && p.lengthens(b, file, index, m.Name, 0, true) {
					of = &limit.Shape{Max: graph.NoLimit}
				}
				got.Fields[m.Name] = of
			}
		}
	}
	return got
}

// isMadeInPart reports whether a call of a class, or a class in it that says how it is made, leaves some of its members
// out, which are not checked then.
func (p *Program) isMadeInPart(b *model.Bound, file, index int32) bool {
	if len(b.Parts) == 0 {
		return false
	}
	for _, c := range p.Ancestry(file, index) {
		t := p.Code[c[0]].Graph.Classes[c[1]].Tree
		for _, inner := range p.Code[c[0]].Graph.Classes {
			if t.Start < inner.Tree.Start && inner.Tree.End <= t.End && names(inner.Tree, b.Parts) {
				return true
			}
		}
	}
	class := p.Origin[p.At(file, p.Code[file].Graph.Classes[index].Node)]
	return slices.ContainsFunc(p.Sites, func(c points.Site) bool {
		return slices.ContainsFunc(c.Names, func(name string) bool { return slices.Contains(b.Parts, name) }) && slices.Contains(p.Points(c.Callee), class)
	})
}

// isOpened reports whether a call or a class of the program lets pass what is declared of no member.
func (p *Program) isOpened(b *model.Bound) bool {
	return slices.ContainsFunc(p.Sites, func(c points.Site) bool {
		return slices.ContainsFunc(c.Names, func(name string) bool { return slices.Contains(b.Opens, name) })
	}) || slices.ContainsFunc(p.Code, func(s points.Source) bool {
		return slices.ContainsFunc(s.Graph.Classes, func(c graph.ClassFact) bool { return names(c.Tree, b.Opens) })
	})
}

// names reports whether a class has a member of one of some names.
func names(c *tree.Class, all []string) bool {
	return slices.ContainsFunc(c.Members, func(m tree.Field) bool { return m.Func == nil && slices.Contains(all, m.Name) })
}

// memberShape returns the shape of a member of a class, of which the length is known as a text.
func (p *Program) memberShape(b *model.Bound, class [2]int32, m tree.Field, most int64, depth int) *limit.Shape {
	var got *limit.Shape
	if b.Typed {
		got = p.TypeShape(b, class[0], m.Type, depth+1)
	} else {
		got = p.valueShape(b, class[0], m.Value, depth+1)
	}
	if got == nil || got.Fields == nil && !got.List {
		return &limit.Shape{Max: most}
	}
	return got
}

// valueShape returns the shape that a call describes which is the value of a member, nil for that of a text or of what is
// not known: Nested(Other), List(Str(validate=Length(max=5))), Other(many=True).
func (p *Program) valueShape(b *model.Bound, file int32, n *tree.Node, depth int) *limit.Shape {
	if n == nil || n.Op != tree.Call || depth > MaxPath {
		return nil
	}
	id, ok := p.callOfTree(file, n)
	if !ok {
		return nil
	}
	asked := p.Asked(&p.Sites[id])
	for _, q := range b.Lists {
		roles, exact, ok := q.Match(p.Language(), asked)
		if !ok || !exact || len(roles) == 0 || roles[0].Arg < 0 {
			continue
		}
		of := keyworded(n.Kids[roles[0].Arg+1])
		elem := p.valueShape(b, file, of, depth+1)
		if elem == nil {
			elem = &limit.Shape{Max: p.Annotations(b, file).FieldMax(of)}
		}
		return &limit.Shape{Max: graph.NoLimit, List: true, Elem: elem}
	}
	inner := p.Points(p.Sites[id].Callee)
	for _, q := range b.Nested {
		if roles, exact, ok := q.Match(p.Language(), asked); ok && exact && len(roles) > 0 && roles[0].Arg >= 0 {
			if inner = p.Points(p.Argument(id, roles[0])); len(inner) == 0 {
				inner = p.classNamed(file, p.LiteralAt(p.Argument(id, roles[0]), nil))
			}
		}
	}
	var got *limit.Shape
	for i, o := range inner {
		x := p.Object(o)
		if x.Kind != points.Class && x.Kind != points.Instance {
			return nil
		}
		one := p.classShape(b, x.File, x.Index, depth+1)
		if got = limit.Either(got, one); i == 0 {
			got = one
		}
	}
	if got == nil {
		return nil
	}
	if slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return k != nil && k.Op == tree.Keyword && slices.Contains(b.Parts, k.Text) }) {
		if p.isOpened(b) {
			return nil
		}
		part := *got
		part.Edits, got = true, &part
	}
	many := slices.ContainsFunc(n.Kids, func(k *tree.Node) bool {
		return k != nil && k.Op == tree.Keyword && k.Text == "many" && k.Kid(0) != nil && k.Kids[0].Op == tree.Constant && k.Kids[0].Text == "true"
	})
	if many {
		return &limit.Shape{Max: graph.NoLimit, List: true, Elem: got}
	}
	return got
}

// keyworded returns the value of an argument that is given by its name, or the argument.
func keyworded(n *tree.Node) *tree.Node {
	if n != nil && n.Op == tree.Keyword {
		return n.Kid(0)
	}
	return n
}

// classNamed returns the one class of the program that has a name, that of the file first.
func (p *Program) classNamed(file int32, name string) []int32 {
	if name == "" {
		return nil
	}
	if id, ok := p.Code[file].Graph.Names[name]; ok {
		return p.Points(p.At(file, id))
	}
	var all []int32
	for i := range p.Code {
		g := p.Code[i].Graph
		for k := range g.Classes {
			if g.Classes[k].Tree.Name == name {
				all = append(all, p.Origin[p.At(int32(i), g.Classes[k].Node)])
			}
		}
	}
	if len(all) != 1 {
		return nil
	}
	return all
}

// lists are the types of Python that have elements, and tables those that have values under keys.
var (
	lists  = []string{"list", "List", "set", "Set", "frozenset", "FrozenSet", "Sequence", "Iterable", "Collection", "deque", "conlist", "conset"}
	tables = []string{"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"}
)

// TypeShape returns the shape of the values of a type of Python, nil for one that is not known.
func (p *Program) TypeShape(b *model.Bound, file int32, n *tree.Node, depth int) *limit.Shape {
	if n == nil || depth > MaxPath {
		return nil
	}
	either := func(all []*tree.Node) *limit.Shape {
		var got *limit.Shape
		first := true
		for _, k := range all {
			if k == nil || k.Op == tree.Constant && k.Text == "null" {
				continue
			}
			one := p.TypeShape(b, file, k, depth+1)
			if got = limit.Either(got, one); first {
				got, first = one, false
			}
		}
		return got
	}
	switch n.Op {
	case tree.Name, tree.Member, tree.String:
		return p.namedShape(b, file, n.Text, depth)
	case tree.Binary:
		return either(n.Kids)
	case tree.Call:
		if n.Kid(0) != nil && slices.Contains(lists, n.Kids[0].Text) && len(n.Kids) > 1 {
			return &limit.Shape{Max: graph.NoLimit, List: true, Elem: p.TypeShape(b, file, keyworded(n.Kids[1]), depth+1)}
		}
		return &limit.Shape{Max: p.Annotations(b, file).TypeMax(n)}
	case tree.Index:
		inside := n.Kids[1:]
		if len(inside) == 1 && inside[0] != nil && inside[0].Op == tree.Array {
			inside = inside[0].Kids
		}
		if len(inside) == 0 || n.Kids[0] == nil {
			return nil
		}
		switch name := n.Kids[0].Text; {
		case name == "Optional" || name == "Union":
			return either(inside)
		case name == "Annotated":
			got := p.TypeShape(b, file, inside[0], depth+1)
			if got == nil || got.Fields != nil || got.List {
				return got
			}
			return &limit.Shape{Max: min(got.Max, p.Annotations(b, file).TypeMax(n))}
		case slices.Contains(lists, name):
			return &limit.Shape{Max: graph.NoLimit, List: true, Elem: p.TypeShape(b, file, inside[0], depth+1)}
		case slices.Contains(tables, name) && len(inside) == 2:
			return &limit.Shape{Max: graph.NoLimit, List: true, Elem: p.TypeShape(b, file, inside[1], depth+1)}
		}
	}
	return nil
}

// namedShape is TypeShape for a name.
func (p *Program) namedShape(b *model.Bound, file int32, name string, depth int) *limit.Shape {
	id, known := p.Code[file].Graph.Names[name]
	if !known {
		if name == "str" {
			return &limit.Shape{Max: graph.NoLimit}
		}
		return nil
	}
	at := p.At(file, id)
	if most, ok := p.AliasMax(b, at, 0); ok {
		return &limit.Shape{Max: most}
	}
	all := p.Points(p.Unannotated(at))
	if len(all) != 1 || p.Object(all[0]).Kind != points.Class {
		return nil
	}
	x := p.Object(all[0])
	return p.classShape(b, x.File, x.Index, depth+1)
}

// HeldMax returns how long what some steps lead to is at most in a value of a type of Java, Kotlin or C# that holds values of
// others; inside says whether the members of these are checked because of what stands at the type.
func (p *Program) HeldMax(b *model.Bound, file int32, kind *tree.Node, held []graph.HeldType, steps []string, inside bool, depth int) int64 {
	how := annotation.Holds(kind, len(held))
	if how == annotation.Nothing || depth > MaxPath {
		return graph.NoLimit
	}
	of := &held[len(held)-1]
	most := func(steps []string) int64 { return p.ofHeld(b, file, of, steps, inside, depth+1) }
	switch {
	case len(steps) > 0 && how != annotation.One && (steps[0] == "*" || points.IsIndex(steps[0])), how == annotation.Table && len(steps) > 1:
		if how == annotation.Table && len(steps) == 1 { // which may be a key
			return max(most(nil), p.ofHeld(b, file, &held[0], nil, false, depth+1))
		}
		return min(most(steps[1:]), most(steps))
	case len(steps) > 0 && steps[0] == "*":
		return most(steps[1:])
	case len(steps) > 0 || how == annotation.One: // what is taken out of it is taken for itself as well
		return most(steps)
	}
	return graph.NoLimit
}

// ofHeld is HeldMax for one of these values.
func (p *Program) ofHeld(b *model.Bound, file int32, of *graph.HeldType, steps []string, inside bool, depth int) int64 {
	if len(of.Held) > 0 {
		return p.HeldMax(b, file, of.Tree, of.Held, steps, b.Inside == nil || p.checksInside(b, of.Decorators, file), depth)
	}
	most := int64(graph.NoLimit)
	if IsText(steps) {
		most = p.DecoratedMax(b, file, of.Decorators, of.Written, false)
		if v, ok := p.FixedMax(p.At(file, of.Type), 0); ok && b.Typed {
			most = min(most, v)
		}
	}
	if len(steps) > 0 && (inside || p.checksInside(b, of.Decorators, file)) {
		most = min(most, p.TypeMembersMax(b, p.At(file, of.Type), steps, depth))
	}
	return most
}

// checkFilled notes how long the members are that a class lets be when an object of it is made.
func (p *Program) checkFilled(b *model.Bound) {
	if !b.Typed || b.Asked != nil || !slices.Equal(b.Checked, []string{"*"}) {
		return
	}
	shapes := map[int32]*limit.Shape{}
	for _, f := range p.Filled {
		s, known := shapes[f.Class]
		if !known {
			x := p.Object(f.Class)
			s = p.classShape(b, x.File, x.Index, 0)
			shapes[f.Class] = s
		}
		if s == nil || s.Fields[f.Name] == nil {
			continue
		}
		for _, ei := range p.In(f.To) {
			if e := p.Edge(ei); e.From == f.From && p.IsPlain(e) {
				p.GiveShape(e, s.Fields[f.Name])
			}
		}
	}
	p.filledMatches(b, shapes) // when no more is asked about the program, which this adds to
}

// declaring is ancestry without the classes of which it takes but some members, and not that one: PickType(Other, ['a']).
func (p *Program) declaring(b *model.Bound, file, index int32, name string) [][2]int32 {
	if len(b.Picks)+len(b.Omits) == 0 {
		return p.Ancestry(file, index)
	}
	return p.Ancestors(file, index, func(base points.Node) bool { return !p.leavesOut(b, base, name, 0) })
}

// leavesOut reports whether a class that a call makes of another one may be without a member of that.
func (p *Program) leavesOut(b *model.Bound, base points.Node, name string, depth int) bool {
	file, g := p.FileOf(base)
	if g == nil || g.Kind != graph.Result {
		return false
	}
	id := p.SiteOf[file][g.Index]
	names := func(all []*model.CallPattern) (texts []string, known, ok bool) {
		for _, q := range all {
			if roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id])); ok && len(roles) > 0 {
				texts, known = p.constants(p.Argument(id, roles[0]))
				return texts, known, true
			}
		}
		return nil, false, false
	}
	if texts, _, ok := names(b.Picks); ok && !slices.Contains(texts, name) {
		return true
	}
	if texts, known, ok := names(b.Omits); ok && (!known || slices.Contains(texts, name)) {
		return true
	}
	return depth < MaxPath && slices.ContainsFunc(p.Sites[id].Args, func(n points.Node) bool { return p.leavesOut(b, n, name, depth+1) })
}

// constants returns the texts in the lists that a node is, and whether there is nothing else in them.
func (p *Program) constants(n points.Node) (texts []string, known bool) {
	known = len(p.Points(n)) > 0
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if _, all := p.longestIn(x); !all {
			known = false
			continue
		}
		for _, name := range points.SortedKeys(x.Fields) {
			if !points.IsIndex(name) {
				continue
			}
			text, ok := p.ConstantText(p.Stored(x.Fields[name]), 0)
			texts, known = append(texts, text), known && ok
		}
	}
	return texts, known
}

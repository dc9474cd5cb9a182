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

// Annotations returns a reader of the bounds that a library gives what stands in a file.
func (p *Program) Annotations(b *model.Bound, file int32) annotation.Reader {
	return annotation.Reader{Bound: b, Longest: limit.OfSearched, Calls: func(name string, q *model.CallPattern) bool { return p.isMeant(file, name, q) }}
}

// isMeant reports whether the name of a function in a file may be that of a library: it is, or ends like that and the file
// does not say what it is.
func (p *Program) isMeant(file int32, name string, q *model.CallPattern) bool {
	first, rest, _ := strings.Cut(name, ".")
	id, known := p.Code[file].Graph.Names[first]
	at := p.At(file, id)
	if !known || len(p.Points(at)) == 0 {
		return q.Callee.EndsIn(name[strings.LastIndexByte(name, '.')+1:])
	}
	return slices.ContainsFunc(p.BasesOf(at), func(a model.Access) bool {
		if rest != "" {
			a.Steps = slices.Concat(a.Steps, strings.Split(rest, "."))
		}
		if _, ok := q.Callee.Match(p.Language(), a); ok {
			return true
		}
		library, _, _ := strings.Cut(a.Root.Name, ".")
		return a.Root.Kind == model.Module && q.Callee.RootsIn(library) && q.Callee.EndsIn(a.Last()) // which has it in several places
	})
}

// Reported reports whether what is wrong with a parameter, and with no other one, is handed over in the next parameter.
func (p *Program) Reported(b *model.Bound, f *graph.Func, param int) bool {
	if !slices.ContainsFunc(f.Tree.Params[param].Decorators, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Needs) }) {
		return false
	}
	at, many := -1, 0
	for i := range f.Tree.Params {
		if t := f.Tree.Params[i].Type; t != nil && slices.ContainsFunc(b.Spared, func(q *model.CallPattern) bool { return q.Callee.EndsIn(t.Text) }) {
			at, many = i, many+1
		}
	}
	return many == 1 && at == param+1
}

// Needed reports whether a library checks a parameter: one of the decorators that it needs for that stands there, or
// a call is made somewhere that does for all.
func (p *Program) Needed(b *model.Bound, file int32, f *graph.Func, param int) bool {
	if b.Needs == nil && b.Everywhere == nil {
		return true
	}
	if p.once(b, "lax", func() bool { return p.isLax(b) }) {
		return false
	}
	for i := range f.Tree.Params { // what is wrong is handed over rather than refused
		if t := f.Tree.Params[i].Type; i != param && t != nil && slices.ContainsFunc(b.Spared, func(q *model.CallPattern) bool { return q.Callee.EndsIn(t.Text) }) {
			return false
		}
	}
	for _, where := range b.At {
		var at []*tree.Node
		switch where {
		case "parameter":
			at = f.Tree.Params[param].Decorators
		case "function":
			at = f.Tree.Decorators
		case "class":
			if f.Class >= 0 {
				at = p.Code[file].Graph.Classes[f.Class].Tree.Decorators
			}
		}
		if slices.ContainsFunc(at, func(n *tree.Node) bool { return annotation.IsOneOf(n, b.Needs) && !p.opensIn(b, file, n) }) {
			return true
		}
	}
	return p.isEverywhere(b)
}

// opensIn reports whether a call in a decorator says that what is declared is let pass, as ValidationPipe({groups: [...]})
// of what is in no group.
func (p *Program) opensIn(b *model.Bound, file int32, decorator *tree.Node) bool {
	return len(b.Opens) > 0 && p.Language() != model.Python && slices.ContainsFunc(p.SiteOf[file], func(id int32) bool {
		c := &p.Sites[id]
		return decorator.Start <= c.Start && c.End <= decorator.End && p.opens(b, id)
	})
}

// opens reports whether an argument of a call has a name, or a member, by which what is declared is let pass.
func (p *Program) opens(b *model.Bound, id int32) bool {
	return slices.ContainsFunc(b.Opens, func(name string) bool {
		return slices.Contains(p.Sites[id].Names, name) || slices.ContainsFunc(p.Sites[id].Args, func(n points.Node) bool { return p.hasMember(n, name) })
	})
}

// answered is what was found out about a library, as of a size of the program.
type answered struct {
	size int
	is   bool
}

// asked is a question about a library.
type asked struct {
	b    *model.Bound
	what string
}

// once answers a question about a library once, until the program is larger.
func (p *Program) once(b *model.Bound, what string, find func() bool) bool {
	at := asked{b, what}
	known := p.answers[at]
	if size := p.Size(); known.size != size {
		known = answered{size, find()}
		if p.answers == nil {
			p.answers = map[asked]answered{}
		}
		p.answers[at] = known
	}
	return known.is
}

// isEverywhere reports whether a call of the program has all values checked of which rules speak.
func (p *Program) isEverywhere(b *model.Bound) bool {
	return len(b.Everywhere) > 0 && p.once(b, "everywhere", func() bool { return p.checksEverywhere(b) })
}

func (p *Program) checksEverywhere(b *model.Bound) bool {
	for i := range p.Sites {
		asked := p.Asked(&p.Sites[i])
		for _, q := range b.Everywhere {
			roles, _, ok := q.Match(p.Language(), asked)
			if !ok || !p.Sites[i].Certain {
				continue
			}
			if len(q.Params) == 0 || !slices.ContainsFunc(q.Params, func(x model.Param) bool { return x.Role != "" }) {
				return true
			}
			for _, r := range roles {
				at := p.Argument(int32(i), r)
				if p.isA(at, b.Needs) && !slices.ContainsFunc(p.MadeBy(at), func(id int32) bool { return p.opens(b, id) }) {
					return true
				}
			}
		}
	}
	return false
}

// isA reports whether a node may be what one of some calls gives, or what they call.
func (p *Program) isA(n points.Node, calls []*model.CallPattern) bool {
	for _, a := range p.Accesses(n) {
		name := a.Last()
		for i := len(a.Steps) - 1; i >= 0 && name == "()"; i-- {
			if name = a.Root.Name; i > 0 {
				name = a.Steps[i-1]
			}
		}
		if slices.ContainsFunc(calls, func(q *model.CallPattern) bool { return q.Callee.EndsIn(name) }) {
			return true
		}
	}
	return false
}

// TypeMembersMax returns how long a member is at most of a value whose type is one or several classes of the program.
func (p *Program) TypeMembersMax(b *model.Bound, kind points.Node, steps []string, depth int) int64 {
	if p.Language() == model.Python {
		kind = p.Unannotated(kind)
	}
	most := int64(-1)
	for _, o := range p.Points(kind) {
		switch x := p.Object(o); {
		case x.Kind == points.Class:
			most = max(most, p.ValidMax(b, x.File, x.Index, p.gotten(x, steps), depth))
		case p.Language() == model.Python: // a union with a type from elsewhere
			return graph.NoLimit
		}
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// gotten returns the steps from an object of a class that lead where others do, of which the first is a call of a getter.
func (p *Program) gotten(class *points.Object, steps []string) []string {
	if p.Language() != model.Java || len(steps) < 2 || steps[1] != "()" {
		return steps
	}
	for _, c := range p.Ancestry(class.File, class.Index) {
		if field := p.Getter(c[0], c[1], steps[0]); field != "" {
			return slices.Concat([]string{field}, steps[2:])
		}
	}
	return steps
}

// ClassMax returns how long a member of an instance of a class is at most.
func (p *Program) ClassMax(b *model.Bound, file, index int32, steps []string, depth int) int64 {
	if b.Bases != nil && !p.IsOf(b, file, index) || p.IsOff(b) {
		return graph.NoLimit
	}
	for _, c := range p.declaring(b, file, index, steps[0]) { // the first that declares it
		if most, declared := p.ownMax(b, c[0], c[1], steps, depth); declared {
			return p.hookedMax(b, file, index, steps[0], most, len(steps) > 1)
		}
	}
	return graph.NoLimit
}

// ownMax is classMax for what a class itself declares.
func (p *Program) ownMax(b *model.Bound, file, index int32, steps []string, depth int) (most int64, declared bool) {
	c := &p.Code[file].Graph.Classes[index]
	most = graph.NoLimit
	if len(steps) == 1 {
		for _, m := range c.Tree.Members {
			if m.Name == steps[0] && m.Func == nil {
				declared = true
				if annotation.IsMany(m.Value) || annotation.Alters(b, m.Type) {
					if m.Value == nil {
						most = min(most, p.refinedMax(b, file, m.Type))
					}
					continue
				}
				if most = min(most, p.Annotations(b, file).TypeMax(m.Type)); !annotation.HoldsMany(m.Type) {
					most = min(most, p.Annotations(b, file).FieldMax(m.Value))
				}
				if p.Language() == model.Python && p.isTextMember(b, file, index, m.Name) {
					most = min(most, p.handedMax(b, file, m.Value))
				}
			}
		}
	}
	if p.Language() == model.Python && len(steps) > 1 && depth < MaxPath {
		for _, m := range c.Tree.Members {
			if m.Name == steps[0] && m.Func == nil {
				if s := p.TypeShape(b, file, m.Type, depth); s != nil {
					return s.At(steps[1:]), true
				}
			}
		}
	}
	for _, t := range c.FieldTypes {
		if t.Field != steps[0] {
			continue
		}
		declared = true
		kind, written := annotation.FieldType(c.Tree, t.Field), annotation.FieldDecorators(c.Tree, t.Field)
		if annotation.Alters(b, kind) {
			continue
		}
		if b.Typed && IsText(steps[1:]) {
			if v, ok := p.FixedMax(p.At(file, t.Type), 0); ok {
				most = min(most, v)
			}
			if v, ok := p.AliasMax(b, p.At(file, t.Type), 0); ok && p.Language() == model.Python && len(steps) == 1 {
				most = min(most, v)
			}
		}
		if annotation.IsSpared(b, written) {
			continue
		}
		within := len(steps) > 1 && depth < MaxPath && p.checksInside(b, t.Decorators, file)
		element := len(steps) > 1 && (steps[1] == "*" || points.IsIndex(steps[1]))
		held := p.HeldMax(b, file, kind, t.Held, steps[1:], within, depth)
		switch {
		case held < graph.NoLimit:
			most = min(most, held)
		case within && element && len(steps) > 2 && annotation.IsMany(kind):
			most = min(most, p.elementsMax(b, file, kind, steps[2:], depth+1))
		case within:
			most = min(most, p.TypeMembersMax(b, p.At(file, t.Type), steps[1:], depth+1))
		case element && len(steps) == 2:
			most = min(most, p.DecoratedMax(b, file, t.Decorators, written, true))
		case len(steps) == 1 && !annotation.IsMany(kind):
			most = min(most, p.DecoratedMax(b, file, t.Decorators, written, false))
		}
	}
	return most, declared
}

// elementsMax is typeMembersMax for the elements of a list, all of which are objects of classes of the program.
func (p *Program) elementsMax(b *model.Bound, file int32, kind *tree.Node, steps []string, depth int) int64 {
	most := int64(-1)
	for _, name := range annotation.Names(kind) {
		name = strings.TrimSuffix(name, "[]")
		if slices.Contains([]string{"list", "List", "Array", "ReadonlyArray", "Sequence"}, name) {
			continue
		}
		id, ok := p.Code[file].Graph.Names[name]
		if !ok {
			return graph.NoLimit
		}
		most = max(most, p.TypeMembersMax(b, p.At(file, id), steps, depth))
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// checksInside reports whether the members of a member are checked too.
func (p *Program) checksInside(b *model.Bound, decorators []graph.ID, file int32) bool {
	if b.Inside == nil {
		return true
	}
	for _, d := range decorators {
		asked := p.Decorator(file, d)
		if slices.ContainsFunc(b.Inside, func(q *model.CallPattern) bool { _, _, ok := q.Match(p.Language(), asked); return ok }) {
			return true
		}
	}
	return false
}

// DecoratedMax returns the smallest bound that decorators state, for the elements of a list where each is true. written are the
// same decorators as they stand in the file.
func (p *Program) DecoratedMax(b *model.Bound, file int32, decorators []graph.ID, written []*tree.Node, each bool) int64 {
	return p.decoratedMax(b, file, decorators, written, each, 0)
}

func (p *Program) decoratedMax(b *model.Bound, file int32, decorators []graph.ID, written []*tree.Node, each bool, depth int) int64 {
	most := int64(graph.NoLimit)
	for i, d := range decorators {
		id := p.SiteAt(file, d)
		if p.Language() == model.Java && (len(written) != len(decorators) || !p.isAskedFor(written[i])) {
			continue
		}
		if !each {
			most = min(most, p.composedMax(b, file, d, depth))
		}
		if id < 0 || p.isConditional(id, each) || p.opens(b, id) {
			continue
		}
		most = min(most, p.statedMax(b.Decorators, id))
		for _, f := range b.Formats {
			if _, _, ok := f.Call.Match(p.Language(), p.Asked(&p.Sites[id])); ok {
				most = min(most, f.Max)
			}
		}
	}
	return most
}

// maxComposed bounds the annotations that one is made of through others.
const maxComposed = 4

// composedMax returns the smallest bound of the constraints that an annotation of the program in Java is made of. One that may
// hand attributes to these bounds nothing.
func (p *Program) composedMax(b *model.Bound, file int32, annotated graph.ID, depth int) int64 {
	if p.Language() != model.Java || depth > maxComposed || p.Text == nil {
		return graph.NoLimit
	}
	at := p.At(file, annotated)
	if id := p.SiteAt(file, annotated); id >= 0 {
		at = p.Sites[id].Callee
		if slices.ContainsFunc(p.Sites[id].Names, func(n string) bool { return !slices.Contains([]string{"message", "groups", "payload"}, n) }) {
			return graph.NoLimit
		}
	}
	var of *graph.ClassFact
	in := int32(0)
	for _, o := range p.Points(at) {
		if x := p.Object(o); x.Kind == points.Class {
			if of != nil {
				return graph.NoLimit
			}
			of, in = &p.Code[x.File].Graph.Classes[x.Index], x.File
		}
	}
	if of == nil || strings.Contains(p.Text(int(in), of.Tree.Start, of.Tree.End), "OverridesAttribute") ||
		!slices.ContainsFunc(of.Tree.Decorators, func(n *tree.Node) bool { return slices.Contains(annotation.Names(n), "Constraint") }) {
		return graph.NoLimit
	}
	groups := p.groups
	p.groups = nil // its own say when it counts as a whole
	defer func() { p.groups = groups }()
	return p.decoratedMax(b, in, of.Decorators, of.Tree.Decorators, false, depth+1)
}

// statedMax returns the smallest bound that a call states.
func (p *Program) statedMax(as []*model.CallPattern, id int32) int64 {
	most := int64(graph.NoLimit)
	for _, q := range as {
		roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id]))
		for _, r := range roles {
			if v, known := p.size(p.Argument(id, r)); ok && known && r.Role == "max" {
				most = min(most, v)
			}
			if v, known := p.Choices(p.Argument(id, r)); ok && known && r.Role == "choices" {
				most = min(most, v)
			}
			most = min(most, p.patternMax(id, r))
		}
	}
	return most
}

// isConditional reports whether a decorator counts only for some checks, or not for each element of a list where each is
// true, or for these alone where it is not.
func (p *Program) isConditional(id int32, each bool) bool {
	if p.Language() != model.Java && slices.Contains(p.Sites[id].Names, "groups") {
		return true
	}
	elements := false
	for _, a := range p.Sites[id].Args {
		if p.hasMember(a, "groups") {
			return true
		}
		elements = elements || p.hasMember(a, "each")
	}
	return elements != each
}

// isAskedFor reports whether a constraint of Java is one of a group that is being checked, or of none where the default one
// is.
func (p *Program) isAskedFor(constraint *tree.Node) bool {
	groups, asked := []string{"Default"}, p.groups
	for _, k := range constraint.Kids {
		if k != nil && k.Op == tree.Keyword && k.Text == "groups" {
			groups = annotation.Groups(k)
		}
	}
	if asked == nil {
		asked = []string{"Default"}
	}
	return slices.ContainsFunc(groups, func(g string) bool { return slices.Contains(asked, g) })
}

// Asking has what is declared judged for the groups of constraints of Java that the decorators of a parameter ask for, until
// the function is called which it returns.
func (p *Program) Asking(b *model.Bound, decorators []*tree.Node) (done func()) {
	before := p.groups
	p.groups = nil
	for _, d := range decorators {
		if p.Language() == model.Java && annotation.IsOneOf(d, b.Needs) && len(d.Kids) > 1 {
			p.groups = annotation.Groups(d.Kids[1:]...)
		}
	}
	return func() { p.groups = before }
}

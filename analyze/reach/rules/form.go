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

// FormField is a value that a form takes out of what it is made with in a call, and how long it lets it be.
type FormField struct {
	call int32
	at   points.Node
	most int64
}

// checkClasses hands what a form or serializer is made with to the members that hold checked values.
func (p *Program) checkClasses(b *model.Bound) {
	p.viewForms(b)
	if b.Bases == nil {
		return
	}
	is := map[int32]bool{} // of the classes that calls call, many of them the same
	for id := int32(0); int(id) < len(p.Sites); id++ {
		c := &p.Sites[id]
		if c.Made && !c.Serializes || c.Result == 0 {
			continue
		}
		for _, o := range slices.Clone(p.Points(c.Callee)) {
			x := *p.Object(o)
			if x.Kind != points.Class {
				continue
			}
			checked, known := is[o]
			if !known {
				checked = p.IsOf(b, x.File, x.Index)
				is[o] = checked
			}
			if !checked || !p.Once(id, b) {
				continue
			}
			var shape *limit.Shape
			if len(c.Args) > 0 {
				shape = p.classShape(b, x.File, x.Index, 0)
			}
			members := map[string]*tree.Node{}
			files := map[string]int32{}
			for _, c := range p.Ancestry(x.File, x.Index) {
				for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
					if _, known := members[m.Name]; m.Func == nil && m.Name != "" && !known {
						members[m.Name], files[m.Name] = m.Value, c[0]
					}
				}
			}
			made := p.madeOf(b, &x)
			for name := range made.members {
				if _, declared := members[name]; !declared {
					members[name] = nil
				}
			}
			for _, where := range b.Checked {
				if inside, ok := strings.CutPrefix(where, "*."); ok { // a form that takes what was sent by itself
					for _, name := range points.SortedKeys(members) {
						value := p.Loaded([]points.Node{c.Result}, []string{name, inside})[0]
						p.fieldMatches(b, files[name], members[name], value, 0)
						p.checkedBefore(o, name, value, id, []string{inside}, points.Edge{Edit: points.EditsAnything}, nil) // also where it is too long
					}
				}
				before, _, ok := strings.Cut(where, ".*")
				if !ok || before == "" || len(c.Args) == 0 { // it checks what it is called with
					continue
				}
				for _, name := range points.SortedKeys(members) {
					most := p.ClassMax(b, x.File, x.Index, []string{name}, 0)
					of := shape.Fields[name]
					if members[name] == nil {
						most = p.madeMax(b, &x, made, name)
						of = &limit.Shape{Max: most}
					}
					for _, arg := range c.Args {
						n := p.NewNode()
						p.AddLoad(arg, n, name)
						if slices.Contains(b.Unchecked, before) {
							p.Move(id, n, p.Sites[id].Result, []string{before, name}, false, points.Edge{Edit: points.EditsAnything})
							p.Move(id, n, p.InstanceOf(o), []string{before, name}, false, points.Edge{Edit: points.EditsAnything})
							continue
						}
						p.formFields = append(p.formFields, FormField{id, n, most})
						p.fieldMatches(b, files[name], members[name], n, 0)
						fixed := points.Edge{Length: model.Length{Effect: model.Fixed, N: most}, Text: true, Edit: points.EditsAnything}
						if of != nil && of.Fields == nil && !of.List && members[name] != nil && slices.ContainsFunc(b.Later, func(l string) bool {
							h, ok := p.Method(p.classOf(o), strings.Replace(l, "*", name, 1))
							return ok && p.handedFirst(int32(h.File), &p.Code[h.File].Graph.Funcs[h.Func]) != 0 // which gets what it refuses by itself
						}) {
							of = &limit.Shape{Max: min(of.Max, p.ValidMax(b, x.File, x.Index, []string{name}, 0))}
						}
						p.checked(id, n, p.Sites[id].Result, []string{before, name}, of)
						p.checked(id, n, p.InstanceOf(o), []string{before, name}, of) // its methods get it too
						p.checkedBefore(o, name, n, id, nil, fixed, of)
						p.moveToModel(made, name, n, id, fixed)
						p.handAll(b, o, name, n, id, of, most)
						p.checkedWithin(b, files[name], members[name], n, id, 0)
					}
				}
				for _, name := range points.SortedKeys(members) {
					p.uncheckedParts(b, name, id)
				}
				p.checkedElsewhere(o, members, p.Sites[id].Args, id)
			}
		}
	}
}

// uncheckedParts hands the value of a field, as it was sent, to where a form keeps it by the name of the field:
// form['name'].value().
func (p *Program) uncheckedParts(b *model.Bound, name string, id int32) {
	for _, where := range b.Unchecked {
		inside, ok := strings.CutPrefix(where, "*.")
		for _, arg := range p.Sites[id].Args {
			if ok {
				from := p.Loaded([]points.Node{arg}, []string{name})[0]
				p.Move(id, from, p.Sites[id].Result, append([]string{name}, strings.Split(inside, ".")...), false, points.Edge{Edit: points.EditsAnything})
			}
		}
	}
}

// madeOf is the class of a model of which a form or serializer has fields beside those that it declares.
type madeOf struct {
	bound   *model.Bound // that says how long its members are
	class   int32        // the object, 0 for none
	members map[string]fieldValue
	varied  bool // the form says something else of some of them
}

// fieldValue is what stands for a member in the class of a model.
type fieldValue struct {
	file  int32
	value *tree.Node
}

// madeOf returns the model that an inner class of a form or serializer names: class Meta: model = Product.
func (p *Program) madeOf(b *model.Bound, x *points.Object) madeOf {
	got := madeOf{members: map[string]fieldValue{}}
	var listed []string
	for _, c := range p.Ancestry(x.File, x.Index) {
		g := p.Code[c[0]].Graph
		t := g.Classes[c[1]].Tree
		for i := range g.Classes {
			inner := &g.Classes[i]
			if b.Model == "" || inner.Tree.Start <= t.Start || t.End < inner.Tree.End {
				continue
			}
			got.varied = got.varied || names(inner.Tree, b.Varies)
			f, ok := p.Object(p.Origin[p.At(c[0], inner.Node)]).Fields[b.Model]
			if !ok || got.class != 0 {
				continue
			}
			listed = writtenTexts(inner.Tree, b.Listed)
			for _, o := range p.Points(f) {
				for m := range p.Bounds() {
					if of := p.Object(o); of.Kind == points.Class && m.Name == b.Models && p.IsOf(m, of.File, of.Index) {
						got.bound, got.class = m, o
					}
				}
			}
		}
	}
	if got.class == 0 {
		return got
	}
	of := p.Object(got.class)
	for _, c := range p.Ancestry(of.File, of.Index) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			if _, known := got.members[m.Name]; m.Func == nil && m.Value != nil && m.Value.Op == tree.Call && !known && (listed == nil || slices.Contains(listed, m.Name)) {
				got.members[m.Name] = fieldValue{c[0], m.Value}
			}
		}
	}
	return got
}

// writtenTexts returns the texts of a list that a member of a class is, nil where that is anything else.
func writtenTexts(class *tree.Class, name string) (all []string) {
	at := slices.IndexFunc(class.Members, func(m tree.Field) bool { return m.Name == name && m.Value != nil && m.Value.Op == tree.Array })
	if at < 0 {
		return nil
	}
	for _, k := range class.Members[at].Value.Kids {
		if k == nil || k.Op != tree.String {
			return nil
		}
		all = append(all, k.Text)
	}
	return all
}

// madeMax returns how long a field is at most that a form or serializer has of its model.
func (p *Program) madeMax(b *model.Bound, x *points.Object, made madeOf, name string) int64 {
	if made.class == 0 || made.varied {
		return graph.NoLimit
	}
	of := p.Object(made.class)
	return p.hookedMax(b, x.File, x.Index, name, p.ClassMax(made.bound, of.File, of.Index, []string{name}, 0), false)
}

// moveToModel hands a field to the object of the model that is made of it, whose own checks meet it as well.
func (p *Program) moveToModel(made madeOf, name string, value points.Node, id int32, fixed points.Edge) {
	field, ok := made.members[name]
	if !ok {
		return
	}
	checked := p.NewNode()
	p.Move(id, value, checked, nil, false, fixed)
	p.fieldMatches(made.bound, field.file, field.value, checked, 0)
	p.Move(id, value, p.InstanceOf(made.class), []string{name}, false, fixed)
}

// checkedBefore hands the value of a field to the method of a serializer that checks it further: validate_name(self, value).
// It gets the value as a member of what it is handed at some steps.
func (p *Program) checkedBefore(class int32, name string, value points.Node, id int32, steps []string, e points.Edge, of *limit.Shape) {
	h, ok := p.Method(p.classOf(class), "validate_"+name)
	if !ok {
		return
	}
	switch to := p.handedFirst(int32(h.File), &p.Code[h.File].Graph.Funcs[h.Func]); {
	case to != 0 && of != nil && of.List: // whose elements were checked before
		p.checked(id, value, to, steps, of)
	case to != 0:
		p.Move(id, value, to, steps, false, e)
	}
}

// checkedElsewhere hands the values of fields that a serializer has of its model to the methods that check them.
func (p *Program) checkedElsewhere(class int32, members map[string]*tree.Node, args []points.Node, id int32) {
	for _, h := range p.Methods(p.classOf(class)) {
		name, ok := strings.CutPrefix(p.Code[h.File].Graph.Funcs[h.Func].Tree.Name, "validate_")
		if _, declared := members[name]; !ok || declared {
			continue
		}
		for _, arg := range args {
			p.checkedBefore(class, name, p.Loaded([]points.Node{arg}, []string{name})[0], id, nil, points.Edge{Edit: points.EditsAnything, Text: true}, nil)
		}
	}
}

// viewForms adds a call of the form or serializer that a view names in its class, for what a request sends.
func (p *Program) viewForms(b *model.Bound) {
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Classes {
			own := p.At(int32(file), g.Classes[i].Node)
			f, ok := p.Object(p.Origin[own]).Fields[b.ViewForm]
			if !ok || b.Views == nil || p.formed[own] || !slices.ContainsFunc(p.BasesOf(own), func(a model.Access) bool {
				return a.Root.Name != "" && slices.ContainsFunc(b.Views, func(q *model.Pattern) bool { _, ok := q.Match(p.Language(), a); return ok })
			}) {
				continue
			}
			if p.formed == nil {
				p.formed = map[points.Node]bool{}
			}
			p.formed[own] = true
			data := p.NewNode()
			p.Root(data, b.ViewSends)
			c := points.MadeUp(f, []points.Node{data}, 0, int32(file))
			c.Result, c.Serializes = p.NewNode(), true
			c.Start, c.End, c.At = g.Classes[i].Tree.Start, g.Classes[i].Tree.End, g.Classes[i].Tree.Start
			p.Watch(c)
			p.handForm(b, int32(file), int32(i), c.Result)
		}
	}
}

// handForm makes the form or serializer of a view what its methods get, as perform_create(self, serializer), and what
// methods of views return that make it, as self.get_serializer().
func (p *Program) handForm(b *model.Bound, file, class int32, form points.Node) {
	g := p.Code[file].Graph
	for i := range g.Funcs {
		if f := &g.Funcs[i]; f.Class == class && slices.Contains(b.ViewHands, f.Tree.Name) {
			p.Link(points.Edge{From: form, To: p.handedFirst(file, f), Cap: graph.Free, Call: -1})
		}
	}
	for i := range g.Calls {
		c := &g.Calls[i]
		if _, at := p.FileOf(p.At(file, c.Receiver)); slices.Contains(b.ViewMakes, c.Method) && at != nil && at.Kind == graph.Self && g.Funcs[at.Index].Class == class {
			p.Link(points.Edge{From: form, To: p.At(file, c.Result), Cap: graph.Free, Call: -1})
		}
	}
}

// handedFirst returns the first parameter of a method of Python behind the object or class that it is a method of, 0 for
// none.
func (p *Program) handedFirst(file int32, f *graph.Func) points.Node {
	for i := range f.Params {
		if name := p.ParamName(f, i); name != "self" && name != "cls" {
			return p.At(file, f.Params[i])
		}
	}
	return 0
}

// MembersMax returns how long what some members of an argument lead to is at most that a call lets pass of an object which says
// in its constructor what it checks.
func (p *Program) MembersMax(b *model.Bound, id int32, a *model.Apply, arg int, path []string) int64 {
	c := &p.Sites[id]
	roles, _, ok := a.Call.Match(p.Language(), p.Asked(c))
	if !ok || RoleAt(roles, "value") != arg || len(path) == 0 || slices.ContainsFunc(c.Args, func(n points.Node) bool { // says what else is checked
		return slices.ContainsFunc(p.Points(n), func(o int32) bool { return p.Object(o).Kind == points.Function })
	}) {
		return graph.NoLimit
	}
	return p.checkersMax(b, c.Receiver, path, 0)
}

// checkersMax is MembersMax for the objects that a node may be.
func (p *Program) checkersMax(b *model.Bound, checkers points.Node, path []string, depth int) int64 {
	most, known := int64(0), p.checkers(b, checkers)
	if len(known) == 0 || len(path) == 0 || depth > MaxPath {
		return graph.NoLimit
	}
	for _, c := range known {
		least := int64(graph.NoLimit)
		for id := range p.Sites {
			s := &p.Sites[id]
			if f := &p.Code[s.File].Graph.Funcs[s.Owner]; s.File == c[0] && f.Class == c[1] && f.Tree.Kind == tree.Constructor && s.Certain && !s.Made {
				least = min(least, p.checkedMember(b, int32(id), path, depth))
			}
		}
		most = max(most, least)
	}
	return most
}

// checkers returns the classes that say what their objects check, of those that a node may be.
func (p *Program) checkers(b *model.Bound, n points.Node) (all [][2]int32) {
	for _, o := range p.Points(n) {
		if x := p.Object(o); x.Kind == points.Instance && p.IsOf(b, x.File, x.Index) {
			all = append(all, [2]int32{x.File, x.Index})
		}
	}
	held := p.heldBy(b, n)
	if len(all) > 0 || len(held) != 1 {
		return all
	}
	for file := range p.Code { // what is injected for a type
		for i := range p.Code[file].Graph.Classes {
			if p.IsOf(b, int32(file), int32(i)) && slices.ContainsFunc(p.Code[file].Graph.Classes[i].Tree.Bases, func(base *tree.Node) bool {
				of := base.Held()
				return len(of) == 1 && of[0].Text == held[0].Tree.Text
			}) {
				all = append(all, [2]int32{int32(file), int32(i)})
			}
		}
	}
	if len(all) > 1 {
		return nil
	}
	return all
}

// heldBy returns what the type is made for of a parameter, or of a member of an object, by which a program gets objects that check.
func (p *Program) heldBy(b *model.Bound, n points.Node) []graph.HeldType {
	file, g := p.FileOf(n)
	if g == nil {
		return nil
	}
	code := p.Code[file].Graph
	if g.Kind == graph.Param {
		if f := &code.Funcs[g.Index]; slices.ContainsFunc(annotation.Names(f.Tree.Params[g.Size].Type), func(name string) bool { return slices.Contains(b.Handles, name) }) {
			return f.ParamHeld[g.Size]
		}
		return nil
	}
	loads := p.LoadsTo(n)
	for i := range code.Classes {
		for _, t := range code.Classes[i].FieldTypes {
			if len(loads) == 1 && t.Field == loads[0].Field && slices.ContainsFunc(annotation.Names(annotation.FieldType(code.Classes[i].Tree, t.Field)), func(name string) bool { return slices.Contains(b.Handles, name) }) {
				return t.Held
			}
		}
	}
	return nil
}

// checkedMember returns how long what some members lead to is at most by a call that begins to say what is checked of one.
func (p *Program) checkedMember(b *model.Bound, id int32, path []string, depth int) int64 {
	for _, q := range b.Members {
		roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id]))
		if !ok || len(roles) == 0 || p.memberRead(p.Argument(id, roles[0])) != path[0] {
			continue
		}
		if path = path[1:]; roles[0].Role == "elements" {
			if len(path) == 0 || path[0] != "*" && !points.IsIndex(path[0]) {
				return graph.NoLimit
			}
			path = path[1:]
		}
		most := int64(graph.NoLimit)
		for at, n := id, 0; at >= 0 && n < 64; n++ {
			asked := p.Asked(&p.Sites[at])
			if slices.Contains(b.Voids, p.Sites[at].Method) {
				return graph.NoLimit
			}
			if len(path) == 0 {
				most = min(most, p.statedMax(b.Limits, at))
			}
			for _, nested := range b.Nested {
				if roles, _, ok := nested.Match(p.Language(), asked); ok && len(roles) > 0 {
					most = min(most, p.checkersMax(b, p.Argument(at, roles[0]), path, depth+1))
				}
			}
			at = p.calledOn(at)
		}
		return most
	}
	return graph.NoLimit
}

// calledOn returns the call whose receiver is what another one returns, -1 for none.
func (p *Program) calledOn(id int32) int32 {
	for at := range p.Sites {
		if s := &p.Sites[at]; s.Receiver != 0 && s.Receiver == p.Sites[id].Result && !s.Made {
			return int32(at)
		}
	}
	return -1
}

// memberRead returns the member of its first parameter that a function returns, "" for anything else.
func (p *Program) memberRead(fn points.Node) string {
	all := p.Points(fn)
	if len(all) != 1 || p.Object(all[0]).Kind != points.Function {
		return ""
	}
	x := p.Object(all[0])
	f := &p.Code[x.File].Graph.Funcs[x.Index]
	in := p.In(p.At(x.File, f.Ret))
	if len(f.Params) != 1 || len(in) != 1 {
		return ""
	}
	if loads := p.LoadsTo(p.Edge(in[0]).From); len(loads) == 1 && loads[0].From == p.At(x.File, f.Params[0]) {
		return loads[0].Field
	}
	return ""
}

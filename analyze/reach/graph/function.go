package graph

import (
	"slices"
	"strings"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/implied"
)

// selfFunc returns the number of the function whose receiver this means.
func (b *builder) selfFunc() int32 {
	fn := b.fn
	for fn > 0 && b.f.Funcs[fn].Tree.Kind == tree.Arrow && b.f.Funcs[fn].Parent >= 0 {
		fn = b.f.Funcs[fn].Parent
	}
	return fn
}

// define adds a function that is declared, and returns its node. What is known of the variables around it is not known in it,
// since it may be called from elsewhere.
func (b *builder) define(f *tree.Func) ID {
	id := b.function(f, -1, false)
	if v := b.s.funcs[f]; v != nil {
		b.write(v, b.decorated(id))
	}
	return id
}

// IsRegistered reports whether a decorator of the function is a method, as app.route('/x') is, by which a framework calls it
// rather than the program by its name.
func (f *Func) IsRegistered() bool {
	return slices.ContainsFunc(f.Tree.Decorators, func(d *tree.Node) bool {
		return d != nil && d.Op == tree.Call && d.Kid(0) != nil && d.Kids[0].Op == tree.Member
	})
}

// decorated returns what the name of a function of Python means: the function, or what its decorators make of it, but for
// those by which it is registered. Of those in functions most are what a decorator returns, of which wraps(f) makes nothing
// else.
func (b *builder) decorated(id ID) ID {
	if id == 0 || b.f.Language != tree.Python || b.fn != 0 {
		return id
	}
	fn := &b.f.Funcs[b.f.Nodes[id].Index]
	registered := fn.IsRegistered()
	for _, d := range slices.Backward(fn.Decorators) {
		switch {
		case d == 0:
			continue
		case registered:
			b.f.Wraps = append(b.f.Wraps, Wrap{Decorator: d, Of: id})
			continue
		}
		at := b.f.Nodes[d]
		made := b.add(Node{Start: at.Start, End: at.End})
		b.f.Wraps = append(b.f.Wraps, Wrap{Decorator: d, Of: id, Made: made})
		both := b.add(Node{Start: at.Start, End: at.End})
		b.copy(id, both, Free)
		b.copy(made, both, Free)
		id = both
	}
	return id
}

// function adds a function and all that stands in it, and returns its node. inherit reports whether it is
// made where it stands, so that what is known there of variables that do not change is known in it.
func (b *builder) function(t *tree.Func, class int32, inherit bool) ID {
	if !b.deeper() {
		b.f.Skipped += int(t.End - t.Start)
		return 0
	}
	defer b.back()
	var decorators []ID
	if b.fn >= 0 {
		for _, d := range t.Decorators {
			decorators = append(decorators, b.expression(d)) // which may have functions in them
		}
	}
	index := int32(len(b.f.Funcs))
	fn := Func{Tree: t, Class: class, Parent: b.fn, Decorators: decorators, Abstract: t.Body == nil && class >= 0, Empty: isEmpty(t.Body)}
	fn.Node = b.add(Node{Kind: Function, Index: index, Name: t.Name, Start: t.Start, End: t.End})
	fn.Ret = b.add(Node{Kind: Return, Index: index, Start: t.Start, End: t.End})
	fn.Self = b.add(Node{Kind: Self, Index: index, Start: t.Start, End: t.End})
	b.f.Funcs = append(b.f.Funcs, fn)
	outer := *b
	b.fn, b.class, b.exits, b.ends, b.onward, b.passing, b.ending, b.trying, b.thrown = index, outer.class, nil, nil, onward{}, passing{}, false, 0, nil
	if class >= 0 {
		b.class = class
	}
	if inherit && outer.fn >= 0 {
		b.env = b.fork()
		b.env.dead, b.env.answered = false, false
	} else {
		b.env = newEnv(b.kept)
	}
	if t.Result != nil && b.s.declaresTypes() {
		b.f.Funcs[index].ResultType = b.expression(t.Result)
	}
	b.params(index, t)
	if class >= 0 {
		b.copy(b.f.Classes[class].Instance, fn.Self, Free)
	}
	for _, v := range b.s.unset[t] {
		b.writeNothing(v)
	}
	copies := len(b.f.Copies)
	b.body(t.Body)
	b.f.Funcs[index].Throws = !b.flat && !slices.ContainsFunc(b.ends, func(e end) bool { return e.when != Passed }) && (b.env.dead || endsInSame(t))
	b.ended(nil, false)
	if t.Kind == tree.Constructor || b.f.Language == tree.JavaScript && t.Kind == tree.Plain && t.Name != "" && t.Name[0] <= 'Z' {
		b.f.Funcs[index].Sets = firstMembers(t, b.byName())
	}
	b.tell(index)
	b.goesOn(index)
	b.passes(index)
	b.f.Funcs[index].HandsOn, b.f.Funcs[index].Wraps = b.handsOn(index), b.wraps(index, b.f.Copies[copies:])
	// The function is done: go on where it was met, with what the file has by now.
	b.fn, b.class, b.exits, b.ends, b.onward, b.passing, b.env, b.ending, b.trying, b.thrown = outer.fn, outer.class, outer.exits, outer.ends, outer.onward, outer.passing, outer.env, outer.ending, outer.trying, outer.thrown
	return fn.Node
}

// endsInSame reports whether the code of a method ends with a call of the method that it stands for.
func endsInSame(t *tree.Func) bool {
	if t.Body == nil || len(t.Body.Kids) == 0 {
		return false
	}
	last := t.Body.Kids[len(t.Body.Kids)-1]
	if last != nil && last.Op == tree.Expression {
		last = last.Kid(0)
	}
	if last == nil || last.Op != tree.Call || last.Kid(0) == nil {
		return false
	}
	callee := last.Kids[0]
	return callee.Op == tree.Member && callee.Text == t.Name && callee.Kid(0) != nil && callee.Kids[0].Op == tree.Super
}

func (b *builder) params(index int32, t *tree.Func) {
	fn := func() *Func { return &b.f.Funcs[index] }
	for i := range t.Params {
		p := &t.Params[i]
		at := Node{Kind: Param, Index: index, Size: int64(i)}
		if p.Target != nil {
			at.Start, at.End = p.Target.Start, p.Target.End
			if p.Target.Op == tree.Name {
				at.Name = p.Target.Text
			}
		}
		id := b.add(at)
		fn().Params = append(fn().Params, id)
		var decorators []ID
		for _, d := range p.Decorators {
			decorators = append(decorators, b.expression(d))
		}
		kind := ID(0)
		if p.Type != nil {
			kind = b.expression(p.Type)
		}
		fn().ParamDecorators = append(fn().ParamDecorators, decorators)
		fn().ParamTypes = append(fn().ParamTypes, kind)
		fn().ParamHeld = append(fn().ParamHeld, b.held(p.Type))
		if p.Default != nil {
			if d := b.expression(p.Default); d != 0 {
				b.copy(d, id, Free)
			}
		}
		b.bind(p.Target, id)
		shared := ID(0)
		if p.Reference && p.Target != nil && b.s.uses[p.Target] != nil {
			shared = b.variable(b.s.uses[p.Target])
		}
		fn().Shared = append(fn().Shared, shared)
		if b.f.Language == tree.Ruby && p.Target != nil && b.s.uses[p.Target] != nil {
			b.paramOf[b.s.uses[p.Target]] = paramAt{index, i}
		}
		b.component(fn(), i, id)
	}
}

// classValue adds a class and returns its node.
func (b *builder) classValue(t *tree.Class) ID {
	c := ClassFact{Tree: t}
	for _, base := range t.Bases {
		id := b.expression(b.withoutTypes(base))
		if base.Op == tree.Keyword && base.Text == "metaclass" {
			c.Meta = id
		}
		c.Bases = append(c.Bases, id)
	}
	for _, d := range t.Decorators {
		c.Decorators = append(c.Decorators, b.expression(d))
	}
	index := int32(len(b.f.Classes)) // behind the classes that stand in these
	c.Node = b.add(Node{Kind: Class, Index: index, Name: t.Name, Start: t.Start, End: t.End})
	c.Instance = b.add(Node{Kind: Instance, Index: index, Name: t.Name, Start: t.Start, End: t.End})
	b.f.Classes = append(b.f.Classes, c)
	for _, d := range c.Decorators {
		if d != 0 && b.f.Language == tree.Python {
			b.f.Wraps = append(b.f.Wraps, Wrap{Decorator: d, Of: c.Node})
		}
	}
	b.around = append(b.around, index)
	for i := range t.Members {
		b.classMember(index, &t.Members[i])
	}
	for i := range t.Promises {
		fact := FieldType{Field: t.Promises[i].Name}
		if of := t.Promises[i].Type; of != nil {
			fact.Type = b.expression(of)
		}
		b.f.Classes[index].Promises = append(b.f.Classes[index].Promises, fact)
	}
	if b.f.Language == tree.Java {
		members, names := implied.Members(t)
		for _, n := range names {
			b.s.uses[n] = b.s.classes[t]
		}
		for i := range members {
			b.classMember(index, &members[i])
		}
	}
	if t.Single && len(t.Bases) > 0 {
		b.copy(c.Instance, c.Node, Free)
	}
	b.classBody(index, t.Body)
	b.nested(c.Node, t.Body)
	b.around = b.around[:len(b.around)-1]
	return c.Node
}

// classBody adds the code that stands in a class. That of Java and Kotlin runs when the class is loaded, as a method of the class.
func (b *builder) classBody(class int32, body *tree.Node) {
	if body == nil || b.f.Language != tree.Java {
		if outer := b.static; b.f.Language == tree.JavaScript || b.f.Language == tree.Ruby {
			b.static = b.f.Classes[class].Node
			defer func() { b.static = outer }()
		}
		b.body(body)
		return
	}
	code := &tree.Func{Kind: tree.Method, Static: true, Private: true, Start: body.Start, End: body.End, Body: &tree.Node{Op: tree.Block, Start: body.Start, End: body.End}}
	for _, k := range body.Kids {
		if k == nil || k.Op != tree.DefineClass {
			code.Body.Kids = append(code.Body.Kids, k)
		}
	}
	b.body(&tree.Node{Op: tree.Block, Start: body.Start, End: body.End, Kids: slices.DeleteFunc(slices.Clone(body.Kids), func(k *tree.Node) bool { return k == nil || k.Op != tree.DefineClass })})
	if len(code.Body.Kids) > 0 {
		b.function(code, class, true)
	}
}

// nested makes the classes in the body of a class of Java or C# members of it.
func (b *builder) nested(class ID, body *tree.Node) {
	if body == nil || b.f.Language != tree.Java && b.f.Language != tree.CSharp {
		return
	}
	for _, k := range body.Kids {
		if k != nil && k.Op == tree.DefineClass && b.s.classes[k.Class] != nil {
			b.store(b.variable(b.s.classes[k.Class]), class, k.Class.Name)
		}
	}
}

func (b *builder) classMember(index int32, m *tree.Field) {
	class, instance := b.f.Classes[index].Node, b.f.Classes[index].Instance
	if m.Func != nil {
		object := instance
		if m.Func.Static {
			object = class
		}
		if m.Func.Kind == tree.Getter || m.Func.Kind == tree.Setter {
			b.accessor(object, m.Name, m.Func, index)
			return
		}
		id := b.function(m.Func, index, true)
		if m.Func.Body == nil { // what implements it is called
			return
		}
		b.store(b.decorated(id), object, m.Name)
		if b.f.Language == tree.PHP && m.Name == "__construct" && id != 0 {
			b.components(index, b.f.Nodes[id].Index)
		}
		if m.Func.Kind == tree.Constructor && b.byName() { // which has the name of the class
			b.store(id, object, "constructor")
			if id != 0 {
				b.components(index, b.f.Nodes[id].Index)
			}
		}
		if object == instance && b.s.implicit() {
			b.store(id, class, m.Name)
		}
		if object == class && (b.byName() || b.f.Language == tree.Python || b.f.Language == tree.PHP) { // self:: stands for this
			b.store(id, instance, m.Name)
		}
		return
	}
	fact := FieldType{Field: m.Name}
	for _, d := range m.Decorators {
		fact.Decorators = append(fact.Decorators, b.expression(d))
	}
	if m.Type != nil {
		fact.Type, fact.Held = b.expression(m.Type), b.held(m.Type)
	}
	if fact.Type != 0 || len(fact.Decorators) > 0 {
		b.f.Classes[index].FieldTypes = append(b.f.Classes[index].FieldTypes, fact)
	}
	if m.Static && b.byName() && (!m.Constant || m.Value == nil || b.setsLater(index)) || b.f.Language == tree.Python && m.Value != nil {
		b.shared(m, class, instance)
	}
	if m.Value == nil {
		return
	}
	if len(m.Decorators) > 0 && !m.Constant && (b.f.Language == tree.Java || b.f.Language == tree.CSharp) {
		b.store(b.add(Node{Kind: Opaque, Start: m.Start, End: m.End}), instance, m.Name) // what a framework sets it to
	}
	value := b.initial(index, m)
	b.store(value, class, m.Name)
	if !m.Static || m.Constant || b.byName() {
		b.store(value, instance, m.Name)
	}
}

// shared gives the objects of a class what code elsewhere sets as a member of the class. Where its own code knows that by its
// name alone it is one member of both.
func (b *builder) shared(m *tree.Field, class, instance ID) {
	at := &tree.Node{Op: tree.Member, Text: m.Name, Start: m.Start, End: m.End}
	b.store(b.load(at, class, m.Name), instance, m.Name)
	if b.byName() {
		b.store(b.load(at, instance, m.Name), class, m.Name)
	}
}

// setsLater reports whether a class of C# has a static constructor, which may set also what is readonly.
func (b *builder) setsLater(class int32) bool {
	return slices.ContainsFunc(b.f.Classes[class].Tree.Members, func(m tree.Field) bool {
		return m.Func != nil && m.Func.Kind == tree.Constructor && m.Func.Static
	})
}

// held returns the types that a type is made for.
func (b *builder) held(n *tree.Node) (all []HeldType) {
	for _, k := range n.Held() {
		h := HeldType{Tree: k}
		if k.Op == tree.Annotated {
			h.Tree, h.Written = k.Kids[0], k.Kids[1:]
			for _, d := range h.Written {
				h.Decorators = append(h.Decorators, b.expression(d))
			}
		}
		h.Type, h.Held = b.expression(h.Tree), b.held(h.Tree)
		all = append(all, h)
	}
	return all
}

// typed resolves a type, and those that it is made for.
func (s *scopes) typed(c *scope, n *tree.Node) {
	s.typeName(c, n)
	for _, k := range n.Held() {
		if k.Op == tree.Annotated {
			for _, d := range k.Kids[1:] {
				s.expression(c, d)
			}
			k = k.Kids[0]
		}
		s.typed(c, k)
	}
}

// components adds to a class the members that a constructor declares, as that of a record does: their types, and in
// Java the methods that return them, unless the record has its own.
func (b *builder) components(class, constructor int32) {
	t := b.f.Funcs[constructor].Tree
	for i := range t.Params {
		p := &t.Params[i]
		if !p.Field || p.Target == nil || p.Target.Op != tree.Name {
			continue
		}
		c, f := &b.f.Classes[class], &b.f.Funcs[constructor]
		name, start, end := strings.TrimPrefix(p.Target.Text, "$"), p.Target.Start, p.Target.End
		c.FieldTypes = append(c.FieldTypes, FieldType{Field: name, Type: f.ParamTypes[i], Held: f.ParamHeld[i], Decorators: f.ParamDecorators[i]})
		if b.f.Language != tree.Java || slices.ContainsFunc(c.Tree.Members, func(m tree.Field) bool { return m.Name == name }) {
			continue
		}
		member := &tree.Node{Op: tree.Member, Text: name, Start: start, End: end, Kids: []*tree.Node{{Op: tree.This, Start: start, End: end}}}
		back := &tree.Node{Op: tree.Return, Start: start, End: end, Kids: []*tree.Node{member}}
		body := &tree.Node{Op: tree.Block, Start: start, End: end, Kids: []*tree.Node{back}}
		b.store(b.function(&tree.Func{Name: name, Kind: tree.Method, Private: true, Start: start, End: end, Body: body}, class, true), c.Instance, name)
	}
}

// byName reports whether members of a class, also those of the class itself, are known by their name alone.
func (b *builder) byName() bool {
	return b.f.Language == tree.Java || b.f.Language == tree.CSharp || b.f.Language == tree.Ruby
}

// initial adds the first value of a member, which is worked out as if in a method: this is the object.
func (b *builder) initial(class int32, m *tree.Field) ID {
	if m.Value.Op == tree.String || m.Value.Op == tree.Number || m.Value.Op == tree.Regex {
		return b.expression(m.Value)
	}
	start, end := m.Value.Start, m.Value.End
	back := &tree.Node{Op: tree.Return, Start: start, End: end, Kids: []*tree.Node{m.Value}}
	body := &tree.Node{Op: tree.Block, Start: start, End: end, Kids: []*tree.Node{back}}
	index := len(b.f.Funcs)
	b.function(&tree.Func{Kind: tree.Method, Static: m.Static, Private: true, Start: start, End: end, Body: body}, class, true)
	if !m.Static {
		b.f.Classes[class].Initials = append(b.f.Classes[class].Initials, int32(index))
	}
	return b.f.Funcs[index].Ret
}

// declares returns the innermost class, or module of Ruby, around the code that has a constant of a name, 0 for none. In Java
// and C# that is any member of the class itself.
func (b *builder) declares(name string) ID {
	ruby := b.f.Language == tree.Ruby
	if !b.byName() || ruby && (name == "" || name[0] < 'A' || name[0] > 'Z') {
		return 0
	}
	for i := len(b.around) - 1; i >= 0; i-- {
		c := &b.f.Classes[b.around[i]]
		if slices.ContainsFunc(c.Tree.Members, func(m tree.Field) bool { return m.Name == name && m.Func == nil && (ruby || m.Static || m.Constant) }) {
			return c.Node
		}
	}
	return 0
}

// constantOf returns the class around the code of which a member is a constant of PHP, self::MAX, whatever object runs
// that, or 0.
func (b *builder) constantOf(n *tree.Node) ID {
	if b.f.Language != tree.PHP || len(b.around) == 0 || n.Kid(0) == nil || n.Kid(0).Op != tree.This || n.Kid(0).Text != "self" {
		return 0
	}
	c := &b.f.Classes[b.around[len(b.around)-1]]
	constant := false
	for i := range c.Tree.Members {
		if m := &c.Tree.Members[i]; m.Name == n.Text && m.Func == nil {
			if constant = m.Constant; !constant {
				return 0
			}
		}
	}
	if !constant {
		return 0
	}
	return c.Node
}

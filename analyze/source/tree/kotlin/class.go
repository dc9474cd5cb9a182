package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// class reads a class, interface or object from its word on.
func (p *parser) class(start int32, m modifiers) *tree.Class {
	c := &tree.Class{Start: start, Decorators: nodes(m.annotations, "")}
	object := p.Is("object")
	p.Next()
	if p.Kind() == scan.TokenName {
		c.Name = p.identifier()
	}
	outside := p.around
	p.around = around{}
	b := classBody{class: c, static: object, enum: m.enum}
	b.read(p)
	p.around = outside
	c.End = p.Behind()
	return c
}

// classBody is a class that is being read.
type classBody struct {
	class  *tree.Class
	static bool // its members are those of the class itself
	enum   bool

	params []parameter
	start  int32        // of the constructor
	end    int32        // of its parameters
	first  []*tree.Node // the call of the constructor of the base
	code   []*tree.Node // what the constructor does
	inner  []*tree.Node // the classes in it
}

// read reads a class from behind its name on.
func (b *classBody) read(p *parser) {
	if p.Kind() == '<' {
		p.skipAngles()
	}
	b.start = p.Start()
	from := p.At
	annotations := p.readModifiers().annotations
	if !p.SkipWord("constructor") {
		annotations, p.At = nil, from
	}
	if p.Kind() == '(' {
		b.params = p.parametersOf()
		b.end = p.Behind()
	}
	if p.Skip(':') {
		b.bases(p)
	}
	p.where()
	if p.Kind() == '{' {
		p.within(func() { b.members(p) })
	}
	b.construct(p, annotations)
	if len(b.inner) > 0 {
		b.class.Body = p.Node(tree.Block, int(b.inner[0].Start), int(p.Behind()), "", b.inner...)
	}
}

// bases reads what a class extends.
func (b *classBody) bases(p *parser) {
	for !p.Ends() {
		at := p.Start()
		from := p.At
		p.annotations()
		base := p.wholeType()
		if base.Op != tree.Unknown {
			b.class.Bases = append(b.class.Bases, base)
		}
		if p.Kind() == '(' {
			m := p.Mark()
			p.Push(p.Node(tree.Super, int(at), int(at), ""))
			ahead, n := p.Apart(func() *tree.Node {
				p.arguments()
				return p.Closed(tree.Call, at, "", m)
			})
			b.first = append(ahead, p.Make(tree.Expression, at, "", n))
		}
		if p.SkipWord("by") {
			p.noLambda = true
			p.Alone(p.expression)
			p.noLambda = false
		}
		if p.At == from || !p.Skip(',') {
			return
		}
	}
}

// members reads the members of a class.
func (b *classBody) members(p *parser) {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return
	}
	if b.enum {
		b.constants(p)
	}
	for !p.Ends() {
		from := p.At
		b.member(p)
		if p.At == from && !p.Ends() {
			p.Lose()
		}
	}
	p.Depth--
}

// constants reads the constants of an enumeration.
func (b *classBody) constants(p *parser) {
	for !p.Ends() && p.Kind() != ';' {
		from := p.At
		annotations := p.annotations()
		start := p.Start()
		if p.Kind() == scan.TokenName {
			f := tree.Field{Name: p.identifier(), Static: true, Start: start, Decorators: nodes(annotations, "")}
			mark := p.Mark()
			p.Push(p.Node(tree.Name, int(start), int(start), b.class.Name))
			if p.Kind() == '(' {
				p.Alone(func() *tree.Node {
					p.arguments()
					return p.Make(tree.Unknown, start, "")
				})
			}
			if p.Kind() == '{' {
				inner := &tree.Class{Start: p.Start(), Bases: p.List(p.Pushed(mark)[:1])}
				body := classBody{class: inner}
				body.read(p)
				inner.End = p.Behind()
				class := p.Make(tree.ClassValue, inner.Start, "")
				class.Class = inner
				p.Pushed(mark)[0] = class
			}
			f.Value = p.Closed(tree.New, start, "", mark)
			f.End = p.Behind()
			b.class.Members = append(b.class.Members, f)
		}
		if !p.Skip(',') && p.Kind() != ';' {
			if p.At == from {
				p.Lose()
			}
			return
		}
	}
	p.Skip(';')
}

// member reads a member of a class.
func (b *classBody) member(p *parser) {
	if p.Skip(';') {
		return
	}
	start := p.Start()
	m := p.readModifiers()
	switch w := p.Word(); {
	case w == "init" && p.Ahead(1).Kind == '{':
		p.Next()
		b.code = append(b.code, p.braces())
	case w == "constructor" && p.Ahead(1).Kind == '(':
		b.constructor(p, start, m)
	case w == "object" && m.companion:
		p.Next()
		if p.Kind() == scan.TokenName {
			p.Next()
		}
		inner := classBody{class: &tree.Class{Name: b.class.Name}, static: true}
		inner.read(p)
		b.class.Members = append(b.class.Members, inner.class.Members...)
		b.class.Bases = append(b.class.Bases, inner.class.Bases...) // whose methods are called by their names alone too
		b.inner = append(b.inner, inner.inner...)
	case w == "class" || w == "interface" || w == "object":
		n := p.Node(tree.DefineClass, int(start), int(start), "")
		n.Class = p.class(start, m)
		n.End = p.Behind()
		b.inner = append(b.inner, n)
	case w == "fun":
		f := p.function(start, m, true)
		if f.Static = b.static; f.Body != nil || f.IsAnnotated() {
			b.class.Members = append(b.class.Members, tree.Field{Name: f.Name, Func: f, Static: b.static, Start: start, End: f.End})
		}
		if f.Body == nil {
			b.class.Promises = append(b.class.Promises, tree.Field{Name: f.Name, Type: f.Result, Start: start, End: f.End})
		}
	case w == "val" || w == "var":
		b.property(p, start, m)
	case w == "typealias":
		p.rest()
	default:
		p.Lose()
		p.semicolon()
	}
}

// property reads a property of a class.
func (b *classBody) property(p *parser, start int32, m modifiers) {
	var v variable
	constant := p.Is("val")
	ahead, _ := p.Apart(func() *tree.Node {
		v = p.variable()
		return nil
	})
	end := p.Behind()
	field := v.target
	if !b.static {
		field = p.ofThis(v.target)
	}
	from := p.At
	get, set := p.accessors(v, m, field)
	settable := !constant && !m.private && !p.saysPrivate(from)
	p.semicolon()
	if v.target.Op != tree.Name {
		return
	}
	name := v.target.Text
	f := tree.Field{Name: name, Type: v.kind, Static: b.static, Constant: constant, Settable: settable, Start: start, End: end, Decorators: nodes(m.annotations, "", "field", "property", "get")}
	switch {
	case v.value != nil && !b.static && (len(ahead) > 0 || b.mentions(v.value)):
		b.code = append(b.code, ahead...)
		b.code = append(b.code, p.sets(v.target, v.value))
	case v.value != nil && len(ahead) > 0:
		f.Value = p.Called(v.value.Start, append(ahead, p.Node(tree.Return, int(v.value.Start), int(v.value.End), "", v.value)))
	default:
		f.Value = v.value
	}
	if get == nil || v.value != nil {
		b.class.Members = append(b.class.Members, f)
	}
	for _, a := range []*tree.Func{get, set} {
		if a != nil {
			a.Static = b.static
			b.class.Members = append(b.class.Members, tree.Field{Name: name, Func: a, Static: b.static, Start: a.Start, End: a.End})
		}
	}
}

// sets returns the statement that sets a property of this.
func (p *parser) sets(name, value *tree.Node) *tree.Node {
	start, end := int(name.Start), int(value.End)
	return p.Node(tree.Expression, start, end, "", p.Node(tree.Assign, start, end, "=", p.ofThis(name), value))
}

// ofThis returns the property of this that has a name.
func (p *parser) ofThis(name *tree.Node) *tree.Node {
	start := int(name.Start)
	return p.Node(tree.Member, start, int(name.End), name.Text, p.Node(tree.This, start, start, ""))
}

// setting has the code of the constructor set properties of this where it sets what a parameter has the name of, which
// nothing can set.
func (b *classBody) setting(p *parser) {
	params, declared := map[string]bool{}, map[string]bool{}
	for i := range b.params {
		params[b.params[i].Target.Text] = true
	}
	var sets []*tree.Node
	w := tree.Walk{Node: func(n *tree.Node) bool {
		switch {
		case n.Op == tree.Declare:
			for _, k := range n.Kids {
				if k != nil && k.Op == tree.Assign {
					k = k.Kid(0)
				}
				if k != nil {
					declared[k.Text] = true
				}
			}
		case n.Op == tree.Assign && n.Kid(0) != nil && n.Kids[0].Op == tree.Name && params[n.Kids[0].Text]:
			sets = append(sets, n)
		}
		return true
	}}
	for _, n := range b.code {
		w.Visit(n)
	}
	for _, n := range sets {
		if !declared[n.Kids[0].Text] {
			n.Kids[0] = p.ofThis(n.Kids[0])
		}
	}
}

// mentions reports whether an expression has the name of a parameter of the class in it.
func (b *classBody) mentions(n *tree.Node) (found bool) {
	if len(b.params) == 0 {
		return false
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Name {
			for i := range b.params {
				found = found || b.params[i].Target.Text == n.Text
			}
		}
		return !found
	}}
	w.Visit(n)
	return found
}

// construct adds the constructor that the parameters of a class and its code make.
func (b *classBody) construct(p *parser, annotations []annotation) {
	c := b.class
	c.Single = b.static
	if code := append(b.first, b.code...); b.static && len(code) > 0 {
		b.inner = append(code, b.inner...)
		return
	}
	if len(b.params) == 0 && len(b.code) == 0 && len(b.first) == 0 {
		return
	}
	b.setting(p)
	f := &tree.Func{Name: c.Name, Kind: tree.Constructor, Start: b.start, End: max(b.start, b.end), Decorators: nodes(annotations, "")}
	var fields []tree.Field
	m := p.Mark()
	for i := range b.params {
		a := &b.params[i]
		f.Params = append(f.Params, a.Param)
		if !a.property || a.Target.Op != tree.Name {
			continue
		}
		p.Push(p.sets(a.Target, p.Again(a.Target)))
		fields = append(fields, tree.Field{Name: a.Target.Text, Type: a.Type, Start: a.Target.Start, End: a.Target.End, Decorators: nodes(a.annotations, "field", "property", "get")})
	}
	for _, n := range append(b.first, b.code...) {
		p.Push(n)
		f.End = max(f.End, n.End)
	}
	f.Body = p.Node(tree.Block, int(f.Start), int(f.End), "", p.Take(m)...)
	c.Members = append(append(fields, tree.Field{Name: c.Name, Func: f, Start: f.Start, End: f.End}), c.Members...)
}

// constructor reads a further constructor.
func (b *classBody) constructor(p *parser, start int32, m modifiers) {
	p.Next()
	f := &tree.Func{Name: b.class.Name, Kind: tree.Constructor, Start: start, Private: m.private, Decorators: nodes(m.annotations, "")}
	f.Params = p.parameters()
	var first []*tree.Node
	if p.Skip(':') {
		at := p.Start()
		op := tree.This
		if p.Is("super") {
			op = tree.Super
		}
		p.Next()
		mark := p.Mark()
		p.Push(p.Make(op, at, ""))
		ahead, n := p.Apart(func() *tree.Node {
			if p.Kind() == '(' {
				p.arguments()
			}
			return p.Closed(tree.Call, at, "", mark)
		})
		first = append(ahead, p.Make(tree.Expression, at, "", n))
	}
	p.body(f)
	f.End = max(start, p.Behind())
	if f.Body == nil {
		f.Body = p.Make(tree.Block, start, "")
	}
	f.Body.Kids = append(first, f.Body.Kids...)
	b.class.Members = append(b.class.Members, tree.Field{Name: f.Name, Func: f, Start: start, End: f.End})
}

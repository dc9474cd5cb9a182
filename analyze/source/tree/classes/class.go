package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// annotation reads an annotation of Java.
func (p *parser) annotation() *tree.Node {
	p.Next()
	start := p.Start()
	if p.Kind() != scan.TokenName {
		return p.Make(tree.Unknown, start, "")
	}
	n := p.name()
	for p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName && p.Ahead(1).Start == p.Tokens[p.At].End {
		p.Next()
		n = p.Make(tree.Member, start, p.identifier(), n)
	}
	if p.Kind() != '(' {
		return n
	}
	return p.annotate(n, start)
}

// annotate reads the arguments of an annotation or attribute.
func (p *parser) annotate(n *tree.Node, start int32) *tree.Node {
	m := p.Mark()
	p.Push(n)
	b := p.Enter()
	if p.Depth++; p.Depth < deepest {
		for !p.Ends() {
			from := p.At
			at := p.Start()
			if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && p.Ahead(2).Kind != '=' {
				name := p.identifier()
				p.Next()
				p.Push(p.Make(tree.Keyword, at, name, p.argument()))
			} else {
				p.Push(p.argument())
			}
			p.Separate(from)
		}
	}
	p.Depth--
	p.Leave(b)
	return p.Closed(tree.Call, start, "", m)
}

// attributes reads attributes of C# in brackets.
func (p *parser) attributes() (all []*tree.Node) {
	b := p.Enter()
	if p.Kind() == scan.TokenName && p.Ahead(1).Kind == ':' { // their target
		p.Next()
		p.Next()
	}
	for !p.Ends() {
		from := p.At
		start := p.Start()
		n := p.className()
		if p.Kind() == '(' {
			n = p.annotate(n, start)
		}
		all = append(all, n)
		p.Separate(from)
	}
	p.Leave(b)
	return all
}

// modifiers are the words and annotations in front of a declaration.
type modifiers struct {
	static, async, private, public bool
	constant                       bool // nothing sets it later
	decorators                     []*tree.Node
}

var modifierWords = wordSet("public", "private", "protected", "static", "final", "abstract", "native", "synchronized", "transient", "volatile",
	"strictfp", "default", "sealed", "non", "internal", "virtual", "override", "readonly", "extern", "unsafe", "async", "partial", "const", "new",
	"required", "file", "fixed", "ref")

// readModifiers reads what stands in front of a declaration.
func (p *parser) readModifiers() (m modifiers) {
	for {
		switch {
		case p.Kind() == '@' && p.WordAt(1) != "interface":
			m.decorators = append(m.decorators, p.annotation())
			continue
		case p.Kind() == '[' && p.sharp:
			m.decorators = append(m.decorators, p.attributes()...)
			continue
		}
		w := p.Word()
		if w == "" || !modifierWords[w] {
			return m
		}
		next := p.Ahead(1)
		switch {
		case w == "non" && next.Kind == '-': // non-sealed
			p.Next()
			p.Next()
		case next.Kind != scan.TokenName && next.Kind != '@' && next.Kind != '<' && !(next.Kind == '(' && p.sharp) && !(next.Kind == '{' && w == "static"):
			return m
		case p.sharp && (w == "file" || w == "required" || w == "partial" || w == "async") && p.Ahead(1).Kind != scan.TokenName:
			return m
		}
		switch w {
		case "static":
			m.static = true
		case "async":
			m.async = true
		case "private", "protected":
			m.private = true
		case "internal":
			m.private = p.sharp
		case "public":
			m.public = true
		case "final", "const", "readonly":
			m.constant = true
		}
		p.Next()
	}
}

// classWord reports whether a class begins here, behind its modifiers.
func (p *parser) classWord() bool {
	next := p.Ahead(1)
	switch p.Word() {
	case "class", "interface":
		return next.Kind == scan.TokenName
	case "enum":
		return next.Kind == scan.TokenName
	case "struct":
		return p.sharp && next.Kind == scan.TokenName
	case "record":
		if next.Kind != scan.TokenName {
			return false
		}
		if p.sharp && (p.Spell(next) == "class" || p.Spell(next) == "struct") {
			return true
		}
		k := p.Ahead(2).Kind
		return k == '(' || k == '<' || k == '{' && p.sharp || k == ':' && p.sharp || k == ';' && p.sharp
	}
	return p.Kind() == '@' && p.WordAt(1) == "interface"
}

// class reads a class from its word on.
func (p *parser) class(start int32, m modifiers) *tree.Class {
	c := &tree.Class{Start: start, Decorators: m.decorators}
	enum := p.Is("enum")
	defer func(open bool) { p.open = open }(p.open)
	p.open = !p.sharp || p.Is("interface")
	p.Skip('@')
	if p.Is("interface") && !p.sharp {
		defer func() {
			for i := range c.Members { // all of its values are constants
				c.Members[i].Constant = c.Members[i].Constant || c.Members[i].Func == nil
			}
		}()
	}
	if p.SkipWord("record") {
		if w := p.Word(); w == "class" || w == "struct" {
			p.Next()
		}
	} else {
		p.Next()
	}
	if p.Kind() == scan.TokenName {
		c.Name = p.identifier()
	}
	if p.Kind() == '<' {
		p.skipAngles()
	}
	if p.Kind() == '(' { // of a record, or a class of C#
		at := p.Start()
		f := &tree.Func{Name: c.Name, Kind: tree.Constructor, Start: at}
		f.Params = p.parameters()
		for i := range f.Params {
			f.Params[i].Field = true
		}
		f.End = p.Behind()
		f.Body = p.Node(tree.Block, int(f.End), int(f.End), "")
		c.Members = append(c.Members, tree.Field{Name: c.Name, Func: f, Start: f.Start, End: f.End})
	}
	for !p.Ends() && p.Kind() != '{' && p.Kind() != ';' {
		switch w := p.Word(); {
		case w == "extends", w == "implements", w == "permits", p.Kind() == ':', p.Kind() == ',':
			p.Next()
			base := p.wholeType()
			if p.Kind() == '(' { // arguments of its constructor
				mark, at := p.Mark(), p.Start()
				p.Push(p.Make(tree.Super, at, ""))
				p.arguments()
				call := p.Closed(tree.Call, at, "", mark)
				if len(c.Members) > 0 && c.Members[0].Func != nil {
					c.Members[0].Func.Body.Kids = append(c.Members[0].Func.Body.Kids, p.Make(tree.Expression, at, "", call))
				}
			}
			if w != "permits" && base.Op != tree.Unknown {
				c.Bases = append(c.Bases, base)
			}
			for w == "permits" && p.Skip(',') {
				p.typeName()
			}
		case w == "where":
			for !p.Ends() && p.Kind() != '{' && p.Kind() != ';' {
				p.Over()
			}
		default:
			p.Lose()
		}
	}
	if p.Kind() == '{' {
		if enum {
			p.enumBody(c)
		} else {
			p.classBody(c)
		}
	} else {
		p.Skip(';')
	}
	c.End = p.Behind()
	return c
}

func (p *parser) classBody(c *tree.Class) {
	b := p.Enter()
	p.members(c)
	p.Leave(b)
}

// members reads the members of a class up to the end of the innermost bracket.
func (p *parser) members(c *tree.Class) {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return
	}
	start := p.Start()
	body := p.Mark()
	unnamed := len(p.unnamed)
	for !p.Ends() {
		from := p.At
		p.member(c)
		if p.At == from && !p.Ends() {
			p.Lose()
		}
	}
	if len(p.Pushed(body)) > 0 {
		c.Body = p.Closed(tree.Block, start, "", body)
	}
	p.nameMembers(c, unnamed)
	p.Depth--
}

// enumBody reads an enumeration: its constants, and behind a semicolon members.
func (p *parser) enumBody(c *tree.Class) {
	b := p.Enter()
	for !p.Ends() && p.Kind() != ';' {
		from := p.At
		m := p.readModifiers()
		start := p.Start()
		if p.Kind() == scan.TokenName {
			name := p.identifier()
			mark := p.Mark()
			p.Push(p.Node(tree.Name, int(start), int(start), c.Name))
			f := tree.Field{Name: name, Static: true, Start: start, Decorators: m.decorators}
			if p.Kind() == '(' {
				p.arguments()
			}
			if p.Kind() == '{' {
				inner := &tree.Class{Start: p.Start(), Bases: p.List(p.Pushed(mark)[:1])}
				p.classBody(inner)
				inner.End = p.Behind()
				class := p.Make(tree.ClassValue, inner.Start, "")
				class.Class = inner
				p.Pushed(mark)[0] = class
			}
			if p.Skip('=') {
				p.Drop(mark)
				f.Value = p.expression()
			} else {
				f.Value = p.Closed(tree.New, start, "", mark)
			}
			f.End = p.Behind()
			c.Members = append(c.Members, f)
		}
		if p.Kind() != ';' {
			if p.Skip(',') {
				continue
			}
			if p.At == from {
				p.Lose()
			}
		}
	}
	p.Skip(';')
	p.members(c)
	p.Leave(b)
}

package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// typeStatement reads a statement that only TypeScript has.
func (p *parser) typeStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	next := p.Ahead(1)
	if next.Line || next.Kind != scan.TokenName && next.Kind != scan.TokenString && next.Kind != '{' {
		return nil, false
	}
	switch w {
	case "interface":
		if next.Kind == scan.TokenName {
			return p.interfaceDeclaration(), true
		}
	case "type":
		if k := p.Ahead(2).Kind; next.Kind == scan.TokenName && (k == '=' || k == '<') {
			p.Next()
			p.Next()
			if p.Kind() == '<' {
				p.angles()
			}
			if p.Skip('=') {
				p.typeName()
			}
			p.semicolon()
			return nil, true
		}
	case "enum":
		if next.Kind == scan.TokenName && p.Ahead(2).Kind == '{' {
			return p.enum(t.Start), true
		}
	case "namespace", "module":
		if k := p.Ahead(2).Kind; next.Kind != '{' && (k == '{' || k == '.') {
			return p.namespace(t.Start), true
		}
		if w == "module" && next.Kind == scan.TokenString {
			p.Next()
			p.Next()
			p.semicolon()
			return nil, true
		}
	case "global":
		if next.Kind == '{' {
			p.Next()
			p.Over()
			return nil, true
		}
	case "abstract":
		if p.WordAt(1) == "class" {
			p.Next()
			return p.defineClass(nil, t.Start), true
		}
	case "declare":
		if declares[p.WordAt(1)] {
			p.Next()
			p.Statement()
			return nil, true
		}
	}
	return nil, false
}

var declares = wordSet("const", "let", "var", "function", "class", "enum", "namespace", "module", "global", "abstract",
	"type", "interface", "async", "import", "export", "using")

// interfaceDeclaration reads an interface from the word on: a class without members, which others implement.
func (p *parser) interfaceDeclaration() *tree.Node {
	c := &tree.Class{Interface: true, Start: p.Start()}
	p.Next()
	c.Name = p.identifier()
	if p.Kind() == '<' {
		p.angles()
	}
	if p.SkipWord("extends") {
		c.Bases = p.typeNames(nil)
	}
	if p.Kind() == '{' {
		p.Over()
	}
	c.End = p.Behind()
	n := p.Make(tree.DefineClass, c.Start, "")
	n.Class = c
	return n
}

// typeNames reads types with commas between them and adds those that have a name.
func (p *parser) typeNames(all []*tree.Node) []*tree.Node {
	for {
		if kind := p.typeName(); kind != nil {
			all = append(all, kind)
		}
		if !p.Skip(',') {
			return all
		}
	}
}

// enum reads an enumeration from its word on: an object that is declared.
func (p *parser) enum(start int32) *tree.Node {
	p.Next()
	from := p.Start()
	name := p.name()
	if p.Kind() != '{' {
		p.semicolon()
		return nil
	}
	at := p.Start()
	m := p.Mark()
	b := p.enter()
	for !p.Ends() {
		token := p.At
		begin := p.Start()
		k := p.key()
		var value *tree.Node
		if p.Skip('=') {
			value = p.assign()
		} else {
			value = p.Make(tree.Constant, begin, "")
		}
		p.Push(p.Make(tree.Pair, begin, k.name, k.computed, value))
		p.Separate(token)
	}
	p.leave(b)
	object := p.Closed(tree.Object, at, "", m)
	return p.Make(tree.Declare, start, "const", p.Make(tree.Assign, from, "=", name, object))
}

// namespace reads a namespace from its word on.
func (p *parser) namespace(start int32) *tree.Node {
	if p.Next(); p.Kind() == scan.TokenString {
		p.Next()
		p.Over()
		return nil
	}
	m := p.Mark()
	if p.namespaceNamed(start); len(p.Pushed(m)) == 0 { // it has types only
		return nil
	}
	return p.Closed(tree.Block, start, "", m)
}

// namespaceNamed reads a namespace from its name on, and pushes two statements: var N = N || {}, and a call of a
// function that gets N and adds to it what is exported.
func (p *parser) namespaceNamed(start int32) {
	name := p.name()
	f := p.function(tree.Plain, p.Start())
	f.Params = []tree.Param{{Target: name}}
	c := p.context
	p.context = context{}
	if p.Depth++; p.Depth < descent.MaxDepth && p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
		m := p.Mark()
		inner := p.Word()
		at := p.Start()
		if p.namespaceNamed(at); len(p.Pushed(m)) > 0 {
			p.fill(name, p.Make(tree.Name, at, inner))
		}
		f.Body = p.Closed(tree.Block, f.Start, "", m)
	} else {
		f.Body = p.block()
		m := p.Mark()
		for _, s := range f.Body.Kids {
			p.exportInto(name, s)
		}
		f.Body.Kids = p.Take(m)
	}
	p.Depth--
	p.context = c
	f.End = max(f.Start, p.Behind())
	if len(f.Body.Kids) == 0 {
		return
	}
	value := p.Make(tree.Function, f.Start, "")
	value.Func = f
	or := p.Make(tree.Logical, name.Start, "||", name, p.Make(tree.Object, name.Start, ""))
	p.Push(p.Make(tree.Declare, start, "var", p.Make(tree.Assign, name.Start, "=", name, or)))
	p.Push(p.Make(tree.Expression, start, "", p.Make(tree.Call, f.Start, "", value, name)))
}

// exportInto pushes a statement of a namespace, and what adds to the namespace that which it exports.
func (p *parser) exportInto(namespace, s *tree.Node) {
	if s.Op != tree.Export {
		p.Push(s)
		return
	}
	for _, k := range s.Kids {
		switch k.Op {
		case tree.ExportName:
			if k.Kid(0) != nil {
				p.fill(namespace, k.Kids[0])
			}
			continue
		case tree.Define:
			p.Push(k)
			p.fill(namespace, p.Make(tree.Name, k.Start, k.Func.Name))
			continue
		case tree.DefineClass:
			if p.Push(k); !k.Class.Interface {
				p.fill(namespace, p.Make(tree.Name, k.Start, k.Class.Name))
			}
			continue
		}
		p.Push(k)
		if k.Op == tree.Declare {
			for _, target := range k.Kids {
				if target.Op == tree.Assign {
					target = target.Kids[0]
				}
				if target.Op == tree.Name {
					p.fill(namespace, target)
				}
			}
		}
	}
}

// fill pushes the statement namespace.name = name.
func (p *parser) fill(namespace, name *tree.Node) {
	if name.Op != tree.Name {
		return
	}
	member := p.Make(tree.Member, name.Start, name.Text, namespace)
	p.Push(p.Make(tree.Expression, name.Start, "", p.Make(tree.Assign, name.Start, "=", member, name)))
}

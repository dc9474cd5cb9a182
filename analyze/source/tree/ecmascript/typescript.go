package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// typeStatement reads a statement that only TypeScript has.
func (p *parser) typeStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	next := p.ahead(1)
	if next.Line || next.Kind != scan.TokenName && next.Kind != scan.TokenString && next.Kind != '{' {
		return nil, false
	}
	switch w {
	case "interface":
		if next.Kind == scan.TokenName {
			p.interfaceDeclaration()
			return nil, true
		}
	case "type":
		if k := p.ahead(2).Kind; next.Kind == scan.TokenName && (k == '=' || k == '<') {
			p.next()
			p.next()
			if p.kind() == '<' {
				p.angles()
			}
			if p.skip('=') {
				p.typeName()
			}
			p.semicolon()
			return nil, true
		}
	case "enum":
		if next.Kind == scan.TokenName && p.ahead(2).Kind == '{' {
			return p.enum(t.Start), true
		}
	case "namespace", "module":
		if k := p.ahead(2).Kind; next.Kind != '{' && (k == '{' || k == '.') {
			return p.namespace(t.Start), true
		}
		if w == "module" && next.Kind == scan.TokenString {
			p.next()
			p.next()
			p.semicolon()
			return nil, true
		}
	case "global":
		if next.Kind == '{' {
			p.next()
			p.over()
			return nil, true
		}
	case "abstract":
		if p.wordAt(1) == "class" {
			p.next()
			return p.defineClass(nil, t.Start), true
		}
	case "declare":
		if declares[p.wordAt(1)] {
			p.next()
			p.statement()
			return nil, true
		}
	}
	return nil, false
}

var declares = wordSet("const", "let", "var", "function", "class", "enum", "namespace", "module", "global", "abstract",
	"type", "interface", "async", "import", "export", "using")

func (p *parser) interfaceDeclaration() {
	p.next()
	p.next()
	if p.kind() == '<' {
		p.angles()
	}
	if p.skipWord("extends") {
		for p.skipType(false) && p.skip(',') {
		}
	}
	if p.kind() == '{' {
		p.over()
	}
}

// enum reads an enumeration from its word on: an object that is declared.
func (p *parser) enum(start int32) *tree.Node {
	p.next()
	from := p.start()
	name := p.name()
	if p.kind() != '{' {
		p.semicolon()
		return nil
	}
	at := p.start()
	m := p.mark()
	b := p.enter()
	for !p.ends() {
		token := p.i
		begin := p.start()
		k := p.key()
		var value *tree.Node
		if p.skip('=') {
			value = p.assign()
		} else {
			value = p.node(tree.Constant, begin, "")
		}
		p.push(p.node(tree.Pair, begin, k.name, k.computed, value))
		p.separate(token)
	}
	p.leave(b)
	object := p.closed(tree.Object, at, "", m)
	return p.node(tree.Declare, start, "const", p.node(tree.Assign, from, "=", name, object))
}

// namespace reads a namespace from its word on.
func (p *parser) namespace(start int32) *tree.Node {
	if p.next(); p.kind() == scan.TokenString {
		p.next()
		p.over()
		return nil
	}
	m := p.mark()
	if p.namespaceNamed(start); len(p.stack) == m { // it has types only
		return nil
	}
	return p.closed(tree.Block, start, "", m)
}

// namespaceNamed reads a namespace from its name on, and pushes two statements: var N = N || {}, and a call of a
// function that gets N and adds to it what is exported.
func (p *parser) namespaceNamed(start int32) {
	name := p.name()
	f := p.function(tree.Plain, p.start())
	f.Params = []tree.Param{{Target: name}}
	c := p.context
	p.context = context{}
	if p.depth++; p.depth < maxDepth && p.kind() == '.' && p.ahead(1).Kind == scan.TokenName {
		p.next()
		m := p.mark()
		inner := p.word()
		at := p.start()
		if p.namespaceNamed(at); len(p.stack) > m {
			p.fill(name, p.node(tree.Name, at, inner))
		}
		f.Body = p.closed(tree.Block, f.Start, "", m)
	} else {
		f.Body = p.block()
		m := p.mark()
		for _, s := range f.Body.Kids {
			p.exportInto(name, s)
		}
		f.Body.Kids = p.take(m)
	}
	p.depth--
	p.context = c
	f.End = max(f.Start, p.behind())
	if len(f.Body.Kids) == 0 {
		return
	}
	value := p.node(tree.Function, f.Start, "")
	value.Func = f
	or := p.node(tree.Logical, name.Start, "||", name, p.node(tree.Object, name.Start, ""))
	p.push(p.node(tree.Declare, start, "var", p.node(tree.Assign, name.Start, "=", name, or)))
	p.push(p.node(tree.Expression, start, "", p.node(tree.Call, f.Start, "", value, name)))
}

// exportInto pushes a statement of a namespace, and what adds to the namespace that which it exports.
func (p *parser) exportInto(namespace, s *tree.Node) {
	if s.Op != tree.Export {
		p.push(s)
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
			p.push(k)
			p.fill(namespace, p.node(tree.Name, k.Start, k.Func.Name))
			continue
		case tree.DefineClass:
			p.push(k)
			p.fill(namespace, p.node(tree.Name, k.Start, k.Class.Name))
			continue
		}
		p.push(k)
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
	member := p.node(tree.Member, name.Start, name.Text, namespace)
	p.push(p.node(tree.Expression, name.Start, "", p.node(tree.Assign, name.Start, "=", member, name)))
}

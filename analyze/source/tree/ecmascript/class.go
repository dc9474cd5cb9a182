package ecmascript

import (
	"slices"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// decorators reads the decorators in front of a class, member or parameter.
func (p *parser) decorators() (all []*tree.Node) {
	for p.kind() == '@' {
		p.next()
		start := p.start()
		if p.kind() != scan.TokenName && p.kind() != '(' {
			p.file.Skipped++
			continue
		}
		n := p.primary()
		for {
			if p.kind() == '.' && p.ahead(1).Kind == scan.TokenName {
				p.next()
				n = p.node(tree.Member, start, p.identifier(), n)
				continue
			}
			if p.kind() == '<' {
				p.typeArguments()
			}
			if p.kind() != '(' {
				break
			}
			m := p.mark()
			p.push(n)
			p.arguments()
			n = p.closed(tree.Call, start, "", m)
		}
		all = append(all, n)
	}
	return all
}

// decorated reads a class that is declared with decorators.
func (p *parser) decorated() *tree.Node {
	start := p.start()
	decorators := p.decorators()
	if p.is("export") {
		exported := p.start()
		if p.next(); p.skipWord("default") {
			return p.exportDefault(exported, decorators)
		}
		p.skipWord("abstract")
		if p.is("class") {
			return p.node(tree.Export, exported, "", p.defineClass(decorators, start))
		}
		return p.statement()
	}
	p.skipWord("declare")
	p.skipWord("abstract")
	if p.is("class") {
		return p.defineClass(decorators, start)
	}
	return p.statement()
}

func (p *parser) defineClass(decorators []*tree.Node, start int32) *tree.Node {
	c := p.class(decorators)
	n := p.node(tree.DefineClass, start, "")
	n.Class = c
	return n
}

func (p *parser) classValue(decorators []*tree.Node) *tree.Node {
	start := p.start()
	c := p.class(decorators)
	n := p.node(tree.ClassValue, start, "")
	n.Class = c
	return n
}

// class reads a class from the word on.
func (p *parser) class(decorators []*tree.Node) *tree.Class {
	c := &tree.Class{Start: p.start(), Decorators: decorators}
	p.next()
	if w := p.word(); w != "" && w != "extends" && (w != "implements" || p.ahead(1).Kind == '{') {
		c.Name = p.identifier()
	}
	if p.kind() == '<' {
		p.angles()
	}
	if p.skipWord("extends") {
		start := p.start()
		base := p.suffixes(p.primary(), start, true)
		if p.kind() == '<' {
			p.angles()
		}
		c.Bases = append(c.Bases, base)
	}
	if p.skipWord("implements") {
		for {
			if kind := p.typeName(); kind != nil {
				c.Bases = append(c.Bases, kind)
			}
			if !p.skip(',') {
				break
			}
		}
	}
	if p.kind() == '{' {
		outer := p.context
		b := p.enter()
		p.context = context{}
		var all [16]tree.Field
		list := all[:0]
		body := p.mark()
		start := p.start()
		for !p.ends() {
			from := p.i
			if m, ok := p.member(); ok {
				list = append(list, m)
			}
			if p.i == from && !p.ends() {
				p.lose()
			}
		}
		if code := p.take(body); code != nil {
			c.Body = p.node(tree.Block, start, "", code...)
		}
		p.leave(b)
		p.context = outer
		c.Members = slices.Clone(list)
	}
	c.End = p.behind()
	return c
}

// member reads a member of a class. It is none if there is only a type, or code that it pushes.
func (p *parser) member() (f tree.Field, ok bool) {
	if p.skip(';') {
		return f, false
	}
	decorators := p.decorators()
	f.Start = p.start()
	var m modifiers
	if p.is("static") && p.ahead(1).Kind == '{' {
		p.next()
		p.push(p.block())
		return f, false
	}
	p.readModifiers(&m)
	m.generator = p.skip('*')
	if p.kind() == '[' && p.ahead(1).Kind == scan.TokenName && p.ahead(2).Kind == ':' { // [key: string]: T
		p.over()
		if p.skip(':') {
			p.typeName()
		}
		p.semicolon()
		return f, false
	}
	if !p.keyed(&p.list[p.i]) {
		return f, false
	}
	k := p.key()
	if k.computed != nil {
		p.push(p.computedKey(k.computed))
	}
	f.Name, f.Static = k.name, m.static
	if len(k.name) > 0 && k.plain && k.name[0] == '#' {
		m.private = true
	}
	p.skip('?')
	if p.kind() == '!' && !p.list[p.i].Line {
		p.next()
	}
	if p.kind() == '(' || p.kind() == '<' {
		if m.kind == tree.Plain {
			m.kind = tree.Method
			if k.name == "constructor" && !m.static {
				m.kind = tree.Constructor
			}
		}
		f.Func = p.method(f.Start, k.name, &m)
		f.Func.Decorators = decorators
		f.End = p.behind()
		if f.Func.Body == nil {
			p.semicolon()
		}
		return f, f.Func.Body != nil
	}
	f.Decorators = decorators
	if p.skip(':') {
		f.Type = p.typeName()
	}
	if p.skip('=') {
		p.context = context{}
		f.Value = p.assign()
	}
	f.End = p.behind()
	p.semicolon()
	return f, true
}

// computedKey returns the statement that computes the name of a member.
func (p *parser) computedKey(k *tree.Node) *tree.Node {
	return p.node(tree.Expression, k.Start, "", k)
}

// readModifiers reads the words in front of the name of a member.
func (p *parser) readModifiers(m *modifiers) {
	for p.kind() == scan.TokenName {
		next := p.ahead(1)
		if !p.keyed(next) && next.Kind != '*' {
			return
		}
		switch p.word() {
		case "static":
			m.static = true
		case "private", "protected":
			m.private = true
		case "public", "readonly", "override", "accessor", "abstract", "declare":
			if next.Line {
				return
			}
		case "async":
			if next.Line {
				return
			}
			m.async = true
		case "get", "set":
			if next.Kind == '*' {
				return
			}
			m.kind = tree.Getter
			if p.word() == "set" {
				m.kind = tree.Setter
			}
		default:
			return
		}
		p.next()
	}
}

package ecmascript

import (
	"slices"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// decorators reads the decorators in front of a class, member or parameter.
func (p *parser) decorators() (all []*tree.Node) {
	for p.Kind() == '@' {
		p.Next()
		start := p.Start()
		if p.Kind() != scan.TokenName && p.Kind() != '(' {
			p.Skipped++
			continue
		}
		n := p.primary()
		for {
			if p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
				p.Next()
				n = p.Make(tree.Member, start, p.identifier(), n)
				continue
			}
			if p.Kind() == '<' {
				p.typeArguments()
			}
			if p.Kind() != '(' {
				break
			}
			m := p.Mark()
			p.Push(n)
			p.arguments()
			n = p.Closed(tree.Call, start, "", m)
		}
		all = append(all, n)
	}
	return all
}

// decorated reads a class that is declared with decorators.
func (p *parser) decorated() *tree.Node {
	start := p.Start()
	decorators := p.decorators()
	if p.Is("export") {
		exported := p.Start()
		if p.Next(); p.SkipWord("default") {
			return p.exportDefault(exported, decorators)
		}
		p.SkipWord("abstract")
		if p.Is("class") {
			return p.Make(tree.Export, exported, "", p.defineClass(decorators, start))
		}
		return p.Statement()
	}
	p.SkipWord("declare")
	p.SkipWord("abstract")
	if p.Is("class") {
		return p.defineClass(decorators, start)
	}
	return p.Statement()
}

func (p *parser) defineClass(decorators []*tree.Node, start int32) *tree.Node {
	c := p.class(decorators)
	n := p.Make(tree.DefineClass, start, "")
	n.Class = c
	return n
}

func (p *parser) classValue(decorators []*tree.Node) *tree.Node {
	start := p.Start()
	c := p.class(decorators)
	n := p.Make(tree.ClassValue, start, "")
	n.Class = c
	return n
}

// class reads a class from the word on.
func (p *parser) class(decorators []*tree.Node) *tree.Class {
	c := &tree.Class{Start: p.Start(), Decorators: decorators}
	p.Next()
	if w := p.Word(); w != "" && w != "extends" && (w != "implements" || p.Ahead(1).Kind == '{') {
		c.Name = p.identifier()
	}
	if p.Kind() == '<' {
		p.angles()
	}
	if p.SkipWord("extends") {
		start := p.Start()
		base := p.suffixes(p.primary(), start, true)
		if p.Kind() == '<' {
			p.angles()
		}
		c.Bases = append(c.Bases, base)
	}
	if p.SkipWord("implements") {
		c.Bases = p.typeNames(c.Bases)
	}
	if p.Kind() == '{' {
		outer := p.context
		b := p.enter()
		p.context = context{}
		var all [16]tree.Field
		list := all[:0]
		body := p.Mark()
		start := p.Start()
		for !p.Ends() {
			from := p.At
			if m, ok := p.member(); ok {
				list = append(list, m)
			}
			if p.At == from && !p.Ends() {
				p.Lose()
			}
		}
		if code := p.Take(body); code != nil {
			c.Body = p.Make(tree.Block, start, "", code...)
		}
		p.leave(b)
		p.context = outer
		c.Members = slices.Clone(list)
	}
	c.End = p.Behind()
	return c
}

// member reads a member of a class. It is none if there is only a type, or code that it pushes.
func (p *parser) member() (f tree.Field, ok bool) {
	if p.Skip(';') {
		return f, false
	}
	decorators := p.decorators()
	f.Start = p.Start()
	var m modifiers
	if p.Is("static") && p.Ahead(1).Kind == '{' {
		p.Next()
		p.Push(p.block())
		return f, false
	}
	p.readModifiers(&m)
	m.generator = p.Skip('*')
	if p.Kind() == '[' && p.Ahead(1).Kind == scan.TokenName && p.Ahead(2).Kind == ':' { // [key: string]: T
		p.Over()
		if p.Skip(':') {
			p.typeName()
		}
		p.semicolon()
		return f, false
	}
	if !p.keyed(&p.Tokens[p.At]) {
		return f, false
	}
	k := p.key()
	if k.computed != nil {
		p.Push(p.computedKey(k.computed))
	}
	f.Name, f.Static = k.name, m.static
	if len(k.name) > 0 && k.plain && k.name[0] == '#' {
		m.private = true
	}
	p.Skip('?')
	if p.Kind() == '!' && !p.Tokens[p.At].Line {
		p.Next()
	}
	if p.Kind() == '(' || p.Kind() == '<' {
		if m.kind == tree.Plain {
			m.kind = tree.Method
			if k.name == "constructor" && !m.static {
				m.kind = tree.Constructor
			}
		}
		f.Func = p.method(f.Start, k.name, &m)
		f.Func.Decorators = decorators
		f.End = p.Behind()
		if f.Func.Body == nil {
			p.semicolon()
		}
		return f, f.Func.Body != nil
	}
	f.Decorators = decorators
	if p.Skip(':') {
		f.Type = p.typeName()
	}
	if p.Skip('=') {
		p.context = context{}
		f.Value = p.assign()
	}
	f.End = p.Behind()
	p.semicolon()
	return f, true
}

// computedKey returns the statement that computes the name of a member.
func (p *parser) computedKey(k *tree.Node) *tree.Node {
	return p.Make(tree.Expression, k.Start, "", k)
}

// readModifiers reads the words in front of the name of a member.
func (p *parser) readModifiers(m *modifiers) {
	for p.Kind() == scan.TokenName {
		next := p.Ahead(1)
		if !p.keyed(next) && next.Kind != '*' {
			return
		}
		switch p.Word() {
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
			if p.Word() == "set" {
				m.kind = tree.Setter
			}
		default:
			return
		}
		p.Next()
	}
}

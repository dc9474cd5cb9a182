package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// importStatement reads an import from the word on.
func (p *parser) importStatement() *tree.Node {
	start := p.start()
	p.next()
	if w := p.word(); w == "type" || w == "defer" || w == "source" {
		next := p.ahead(1)
		named := next.Kind == scan.TokenName && (p.spell(next) != "from" || p.wordAt(2) == "from")
		if named || next.Kind == '{' && w == "type" || next.Kind == '*' {
			p.next()
		}
	}
	m := p.mark()
	if p.kind() == scan.TokenName {
		local := p.name()
		if p.skip('=') {
			p.drop(m)
			value := p.assign() // require("module"), or a name
			n := p.node(tree.Declare, start, "const", p.node(tree.Assign, local.Start, "=", local, value))
			p.semicolon()
			return n
		}
		p.push(p.node(tree.ImportName, local.Start, "default", local))
		p.skip(',')
	}
	switch p.kind() {
	case '*':
		from := p.start()
		if p.next(); p.skipWord("as") && p.kind() == scan.TokenName {
			p.push(p.node(tree.ImportName, from, "*", p.name()))
		}
	case '{':
		p.specifiers(tree.ImportName)
	}
	p.skipWord("from")
	module := p.module()
	n := p.closed(tree.Import, start, module, m)
	p.semicolon()
	return n
}

// module reads the name of a module, with its attributes.
func (p *parser) module() (name string) {
	if p.kind() == scan.TokenString {
		name = p.quoted()
	}
	if w := p.word(); (w == "with" || w == "assert" && !p.list[p.i].Line) && p.ahead(1).Kind == '{' {
		p.next()
		p.over()
	}
	return name
}

// specifiers reads the names in braces that are imported or exported and pushes them.
func (p *parser) specifiers(op tree.Op) {
	b := p.enter()
	for !p.ends() {
		from := p.i
		start := p.start()
		if p.is("type") && p.isSpecifierType() {
			p.next()
		}
		name, ok := p.specifier()
		local := name
		if p.skipWord("as") {
			local, ok = p.specifier()
		}
		if ok {
			if op == tree.ImportName {
				p.push(p.node(op, start, name.Text, local))
			} else {
				p.push(p.node(op, start, local.Text, name))
			}
		}
		p.separate(from)
	}
	p.leave(b)
}

// isSpecifierType reports whether the word type at the current token stands in front of the name of a type.
func (p *parser) isSpecifierType() bool {
	switch next := p.ahead(1); {
	case next.Kind == scan.TokenString:
		return true
	case next.Kind != scan.TokenName:
		return false
	case p.spell(next) != "as":
		return true
	}
	k := p.ahead(2) // type as, type as as x, but not type as x
	return k.Kind != scan.TokenName || p.spell(k) == "as" && p.ahead(3).Kind == scan.TokenName
}

// specifier reads one name of those that are imported or exported.
func (p *parser) specifier() (n *tree.Node, ok bool) {
	switch p.kind() {
	case scan.TokenName:
		return p.name(), true
	case scan.TokenString:
		start := p.start()
		name := p.quoted()
		return p.node(tree.Name, start, name), true
	}
	return p.node(tree.Name, p.start(), ""), false
}

// export reads an export from the word on.
func (p *parser) export(start int32) *tree.Node {
	p.next()
	t := &p.list[p.i]
	switch t.Kind {
	case '=':
		member := p.node(tree.Member, start, "exports", p.node(tree.Name, start, "module"))
		p.next()
		value := p.expression()
		n := p.node(tree.Expression, start, "", p.node(tree.Assign, start, "=", member, value))
		p.semicolon()
		return n
	case '*', '{':
		return p.exportNames(start)
	case '@':
		decorators := p.decorators()
		p.skipWord("abstract")
		if p.is("class") {
			return p.node(tree.Export, start, "", p.defineClass(decorators, t.Start))
		}
	}
	switch w := p.word(); w {
	case "default":
		p.next()
		return p.exportDefault(start, nil)
	case "as": // export as namespace N
		p.next()
		p.next()
		p.next()
		p.semicolon()
		return nil
	case "type":
		if k := p.ahead(1).Kind; k == '{' || k == '*' {
			p.next()
			return p.exportNames(start)
		}
	}
	s := p.statement()
	if s == nil {
		return nil
	}
	if s.Op == tree.Block && len(s.Kids) > 0 && s.Kids[0].Op == tree.Declare { // a namespace
		name := s.Kids[0].Kids[0].Kids[0]
		specifier := p.node(tree.ExportName, name.Start, name.Text, name)
		exported := p.node(tree.Export, start, "", specifier)
		return p.node(tree.Block, start, "", s, exported)
	}
	return p.node(tree.Export, start, "", s)
}

// exportNames reads an export of names in braces, or of a whole module.
func (p *parser) exportNames(start int32) *tree.Node {
	m := p.mark()
	from := p.start()
	if p.skip('*') {
		if p.skipWord("as") {
			if as, ok := p.specifier(); ok {
				p.push(p.node(tree.ExportName, from, as.Text, p.node(tree.Name, from, "*")))
			}
		} else {
			p.push(p.node(tree.ExportName, from, "*"))
		}
	} else {
		p.specifiers(tree.ExportName)
	}
	module := ""
	if p.skipWord("from") {
		module = p.module()
	}
	n := p.closed(tree.Export, start, module, m)
	p.semicolon()
	return n
}

// exportDefault reads what is exported by default. A function or class that has a name is declared too.
func (p *parser) exportDefault(start int32, decorators []*tree.Node) *tree.Node {
	from := p.start()
	if len(decorators) == 0 {
		decorators = p.decorators()
	}
	var declared *tree.Node
	var name string
	switch {
	case p.is("function"):
		declared = p.defineFunction(from, false)
	case p.is("async") && p.isNamed() && p.wordAt(1) == "function":
		p.next()
		declared = p.defineFunction(from, true)
	case p.is("abstract") && p.isNamed() && p.wordAt(1) == "class":
		p.next()
		declared = p.defineClass(decorators, from)
	case p.is("class"):
		declared = p.defineClass(decorators, from)
	case p.is("interface") && p.isNamed():
		p.interfaceDeclaration()
		return nil
	default:
		value := p.assign()
		n := p.node(tree.Export, start, "", p.node(tree.ExportName, from, "default", value))
		p.semicolon()
		return n
	}
	if declared == nil {
		return nil // an overload
	}
	if declared.Func != nil {
		name = declared.Func.Name
	} else {
		name = declared.Class.Name
	}
	if name == "" {
		declared.Op = tree.Function
		if declared.Class != nil {
			declared.Op = tree.ClassValue
		}
		return p.node(tree.Export, start, "", p.node(tree.ExportName, from, "default", declared))
	}
	value := p.node(tree.Name, from, name)
	return p.node(tree.Export, start, "", declared, p.node(tree.ExportName, from, "default", value))
}

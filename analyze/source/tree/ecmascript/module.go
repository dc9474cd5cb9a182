package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// importStatement reads an import from the word on.
func (p *parser) importStatement() *tree.Node {
	start := p.Start()
	p.Next()
	if w := p.Word(); w == "type" || w == "defer" || w == "source" {
		next := p.Ahead(1)
		named := next.Kind == scan.TokenName && (p.Spell(next) != "from" || p.WordAt(2) == "from")
		if named || next.Kind == '{' && w == "type" || next.Kind == '*' {
			p.Next()
		}
	}
	m := p.Mark()
	if p.Kind() == scan.TokenName {
		local := p.name()
		if p.Skip('=') {
			p.Drop(m)
			value := p.assign() // require("module"), or a name
			n := p.Make(tree.Declare, start, "const", p.Make(tree.Assign, local.Start, "=", local, value))
			p.semicolon()
			return n
		}
		p.Push(p.Make(tree.ImportName, local.Start, "default", local))
		p.Skip(',')
	}
	switch p.Kind() {
	case '*':
		from := p.Start()
		if p.Next(); p.SkipWord("as") && p.Kind() == scan.TokenName {
			p.Push(p.Make(tree.ImportName, from, "*", p.name()))
		}
	case '{':
		p.specifiers(tree.ImportName)
	}
	p.SkipWord("from")
	module := p.module()
	n := p.Closed(tree.Import, start, module, m)
	p.semicolon()
	return n
}

// module reads the name of a module, with its attributes.
func (p *parser) module() (name string) {
	if p.Kind() == scan.TokenString {
		name = p.quoted()
	}
	if w := p.Word(); (w == "with" || w == "assert" && !p.Tokens[p.At].Line) && p.Ahead(1).Kind == '{' {
		p.Next()
		p.Over()
	}
	return name
}

// specifiers reads the names in braces that are imported or exported and pushes them.
func (p *parser) specifiers(op tree.Op) {
	b := p.enter()
	for !p.Ends() {
		from := p.At
		start := p.Start()
		if p.Is("type") && p.isSpecifierType() {
			p.Next()
		}
		name, ok := p.specifier()
		local := name
		if p.SkipWord("as") {
			local, ok = p.specifier()
		}
		if ok {
			if op == tree.ImportName {
				p.Push(p.Make(op, start, name.Text, local))
			} else {
				p.Push(p.Make(op, start, local.Text, name))
			}
		}
		p.Separate(from)
	}
	p.leave(b)
}

// isSpecifierType reports whether the word type at the current token stands in front of the name of a type.
func (p *parser) isSpecifierType() bool {
	switch next := p.Ahead(1); {
	case next.Kind == scan.TokenString:
		return true
	case next.Kind != scan.TokenName:
		return false
	case p.Spell(next) != "as":
		return true
	}
	k := p.Ahead(2) // type as, type as as x, but not type as x
	return k.Kind != scan.TokenName || p.Spell(k) == "as" && p.Ahead(3).Kind == scan.TokenName
}

// specifier reads one name of those that are imported or exported.
func (p *parser) specifier() (n *tree.Node, ok bool) {
	switch p.Kind() {
	case scan.TokenName:
		return p.name(), true
	case scan.TokenString:
		start := p.Start()
		name := p.quoted()
		return p.Make(tree.Name, start, name), true
	}
	return p.Make(tree.Name, p.Start(), ""), false
}

// export reads an export from the word on.
func (p *parser) export(start int32) *tree.Node {
	p.Next()
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '=':
		member := p.Make(tree.Member, start, "exports", p.Make(tree.Name, start, "module"))
		p.Next()
		value := p.expression()
		n := p.Make(tree.Expression, start, "", p.Make(tree.Assign, start, "=", member, value))
		p.semicolon()
		return n
	case '*', '{':
		return p.exportNames(start)
	case '@':
		decorators := p.decorators()
		p.SkipWord("abstract")
		if p.Is("class") {
			return p.Make(tree.Export, start, "", p.defineClass(decorators, t.Start))
		}
	}
	switch w := p.Word(); w {
	case "default":
		p.Next()
		return p.exportDefault(start, nil)
	case "as": // export as namespace N
		p.Next()
		p.Next()
		p.Next()
		p.semicolon()
		return nil
	case "type":
		if k := p.Ahead(1).Kind; k == '{' || k == '*' {
			p.Next()
			return p.exportNames(start)
		}
	}
	s := p.Statement()
	if s == nil {
		return nil
	}
	if s.Op == tree.Block && len(s.Kids) > 0 && s.Kids[0].Op == tree.Declare { // a namespace
		name := s.Kids[0].Kids[0].Kids[0]
		specifier := p.Make(tree.ExportName, name.Start, name.Text, name)
		exported := p.Make(tree.Export, start, "", specifier)
		return p.Make(tree.Block, start, "", s, exported)
	}
	return p.Make(tree.Export, start, "", s)
}

// exportNames reads an export of names in braces, or of a whole module.
func (p *parser) exportNames(start int32) *tree.Node {
	m := p.Mark()
	from := p.Start()
	if p.Skip('*') {
		if p.SkipWord("as") {
			if as, ok := p.specifier(); ok {
				p.Push(p.Make(tree.ExportName, from, as.Text, p.Make(tree.Name, from, "*")))
			}
		} else {
			p.Push(p.Make(tree.ExportName, from, "*"))
		}
	} else {
		p.specifiers(tree.ExportName)
	}
	module := ""
	if p.SkipWord("from") {
		module = p.module()
	}
	n := p.Closed(tree.Export, start, module, m)
	p.semicolon()
	return n
}

// exportDefault reads what is exported by default. A function or class that has a name is declared too.
func (p *parser) exportDefault(start int32, decorators []*tree.Node) *tree.Node {
	from := p.Start()
	if len(decorators) == 0 {
		decorators = p.decorators()
	}
	var declared *tree.Node
	var name string
	switch {
	case p.Is("function"):
		declared = p.defineFunction(from, false)
	case p.Is("async") && p.IsNamed() && p.WordAt(1) == "function":
		p.Next()
		declared = p.defineFunction(from, true)
	case p.Is("abstract") && p.IsNamed() && p.WordAt(1) == "class":
		p.Next()
		declared = p.defineClass(decorators, from)
	case p.Is("class"):
		declared = p.defineClass(decorators, from)
	case p.Is("interface") && p.IsNamed():
		declared = p.interfaceDeclaration()
	default:
		value := p.assign()
		n := p.Make(tree.Export, start, "", p.Make(tree.ExportName, from, "default", value))
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
		return p.Make(tree.Export, start, "", p.Make(tree.ExportName, from, "default", declared))
	}
	value := p.Make(tree.Name, from, name)
	return p.Make(tree.Export, start, "", declared, p.Make(tree.ExportName, from, "default", value))
}

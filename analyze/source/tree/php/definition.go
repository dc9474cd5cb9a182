package php

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// isAttribute reports whether the bracket that comes next opens attributes.
func (p *parser) isAttribute() bool {
	at := p.Start()
	return p.Kind() == '[' && at > 0 && p.Src[at-1] == '#'
}

// attributes reads attributes: calls of classes.
func (p *parser) attributes() []*tree.Node {
	if !p.isAttribute() {
		return nil
	}
	from := len(p.Stack)
	for p.isAttribute() {
		p.I++
		for p.Kind() == scan.TokenName {
			p.Push(p.Nested(p.attribute))
			if !p.Take(',') {
				break
			}
		}
		p.Close(']')
	}
	return p.Taken(from)
}

func (p *parser) attribute() *tree.Node {
	start := p.Start()
	name := p.name()
	if p.Kind() != '(' {
		return p.Node(tree.Call, start, p.Behind(), "", name)
	}
	from := len(p.Stack)
	p.Push(name)
	p.arguments()
	list := p.Taken(from)
	return p.Node(tree.Call, start, p.Behind(), "", list...)
}

// attributed reads what attributes stand in front of.
func (p *parser) attributed() {
	list := p.attributes()
	switch {
	case p.isClass():
		p.class(list, tree.DefineClass)
	case p.word() == "function" && p.KindAt(p.I+1) != '(':
		p.define(list)
	default:
		n := p.values()
		p.terminate()
		p.Push(p.Statement(n))
	}
}

// define reads a function that is declared, from its word on.
func (p *parser) define(decorators []*tree.Node) {
	start := p.Start()
	p.I++
	p.Take('&')
	f := &tree.Func{Name: p.Word(), Decorators: decorators, Start: int32(start)}
	if f.Name != "" {
		p.I++
	}
	method := p.method
	p.method = false
	p.function(f)
	p.method = method
	n := p.Node(tree.Define, start, int(f.End), "")
	n.Func = f
	p.Push(n)
}

// function reads a function from its parameters on.
func (p *parser) function(f *tree.Func) {
	yields, inside := p.yields, p.inside
	p.yields, p.inside = false, true
	if p.Take('(') {
		f.Params = p.parameters()
		if p.Kind() != '{' { // else the bracket was forgotten
			p.Close(')')
		}
	}
	var shared []*tree.Node
	if p.takeWord("use") && p.Kind() == '(' { // the variables keep their names
		p.I++
		for p.Kind() == '&' || p.Kind() == scan.TokenVariable || p.Kind() == ',' {
			if p.I++; p.KindAt(p.I-1) == scan.TokenVariable && p.KindAt(p.I-2) == '&' {
				shared = append(shared, p.Node(tree.Name, int(p.Tokens[p.I-1].Start), p.Behind(), p.At(p.I-1)))
			}
		}
		p.Close(')')
	}
	if p.Take(':') {
		f.Result = p.typeOf()
	}
	switch {
	case p.Kind() == '{':
		f.Body = p.braces()
	case p.takeText("=>"):
		f.Body = p.result()
	default:
		f.Body = p.Node(tree.Block, p.Start(), p.Start(), "")
		p.Take(';')
	}
	if len(shared) > 0 {
		at := int(f.Body.Start)
		f.Body.Kids = append([]*tree.Node{p.Node(tree.Declare, at, at, "nonlocal", shared...)}, f.Body.Kids...)
	}
	f.End, f.Generator = int32(max(int(f.Start), p.Behind())), p.yields
	p.yields, p.inside = yields, inside
}

// result reads the value of a function that is one expression.
func (p *parser) result() *tree.Node {
	value := p.values()
	at, end := int(value.Start), max(int(value.Start), p.Behind())
	return p.Node(tree.Block, at, end, "", p.Node(tree.Return, at, end, "", value))
}

// parameters reads parameters up to the closing bracket.
func (p *parser) parameters() []tree.Param {
	from := len(p.params)
	for p.I < len(p.Tokens) && p.Kind() != ')' {
		a := tree.Param{Decorators: p.attributes()}
		for isModifier(p.word()) && p.KindAt(p.I+1) != ',' {
			a.Field = true
			p.I++
		}
		if p.Kind() != scan.TokenVariable && p.Kind() != '&' && !p.isSpread() {
			a.Type = p.typeOf()
		}
		a.Reference = p.Take('&')
		a.Rest = p.takeSpread()
		if p.Kind() != scan.TokenVariable {
			break
		}
		a.Target = p.variable()
		if p.Take('=') {
			a.Default = p.values()
		}
		if p.Kind() == '{' { // what runs when it is read or set
			p.I++
			p.CloseBlock('}')
		}
		p.params = append(p.params, a)
		if !p.Take(',') {
			break
		}
	}
	list := append([]tree.Param(nil), p.params[from:]...)
	p.params = p.params[:from]
	return list
}

// isModifier reports whether a word tells who may use a member.
func isModifier(word string) bool {
	switch word {
	case "public", "private", "protected", "readonly", "static", "abstract", "final", "var":
		return true
	}
	return false
}

// typeOf reads a type, or returns nil where none stands. Its alternatives are a Binary.
func (p *parser) typeOf() *tree.Node {
	start := p.Start()
	p.Take('?')
	var n *tree.Node
	for {
		var next *tree.Node
		switch {
		case p.Kind() == '(' && p.Deeper():
			p.I++
			next = p.typeOf()
			p.Depth--
			p.Close(')')
		case p.Kind() == scan.TokenName:
			next = p.name()
		}
		if next == nil {
			return n
		}
		if n == nil {
			n = next
		} else if n.Op != tree.Unknown {
			n = p.Node(tree.Binary, start, p.Behind(), "|", n, next)
			if p.Behind()-start > 1000 { // no tree is so deep
				n.Op, n.Text = tree.Unknown, ""
			}
		} else {
			n.End = int32(p.Behind())
		}
		if p.Kind() == '&' && (p.KindAt(p.I+1) == scan.TokenVariable || p.KindAt(p.I+1) == '&' || p.textAt(p.I+1, "..")) {
			return n // of a reference
		}
		if !p.Take('|') && !p.Take('&') {
			return n
		}
	}
}

// isClass reports whether a class and its like is declared at the next token.
func (p *parser) isClass() bool {
	i := p.I
	for i < p.I+4 {
		switch lower(p.At(i)) {
		case "abstract", "final", "readonly":
			i++
			continue
		case "class", "interface", "trait", "enum":
			return p.KindAt(i) == scan.TokenName && p.KindAt(i+1) == scan.TokenName
		}
		break
	}
	return false
}

// class reads a class from its first word on, and pushes it.
func (p *parser) class(decorators []*tree.Node, op tree.Op) {
	start := p.Start()
	for p.word() == "abstract" || p.word() == "final" || p.word() == "readonly" {
		p.I++
	}
	enum := p.word() == "enum"
	p.I++
	c := &tree.Class{Start: int32(start), Decorators: decorators}
	from := len(p.Stack)
	if op == tree.ClassValue && p.Kind() == '(' {
		p.arguments()
	}
	arguments := p.Taken(from)
	if w := p.word(); p.Kind() == scan.TokenName && (op == tree.DefineClass || w != "extends" && w != "implements") {
		c.Name = p.namespace + p.Word()
		p.I++
	}
	if enum && p.Take(':') {
		p.typeOf()
	}
	for p.takeWord("extends") || p.takeWord("implements") {
		for p.Kind() == scan.TokenName {
			p.Push(p.name())
			if !p.Take(',') {
				break
			}
		}
	}
	method := p.method
	p.method = true
	if p.Take('{') {
		if p.Deeper() {
			for p.I < len(p.Tokens) && p.Kind() != '}' {
				before := p.I
				if p.member(c); p.I == before {
					p.SkipTo(p.I + 1)
				}
			}
			p.Depth--
		}
		p.CloseBlock('}')
	}
	p.method = method
	c.Bases = p.Taken(from)
	c.End = int32(max(start, p.Behind()))
	n := p.Node(op, start, int(c.End), "")
	n.Class = c
	if op == tree.ClassValue {
		n = p.Node(tree.New, start, int(c.End), "", append([]*tree.Node{n}, arguments...)...)
	}
	p.Push(n)
}

// member reads a member of a class. Traits that it uses are pushed as bases.
func (p *parser) member(c *tree.Class) {
	field := tree.Field{Decorators: p.attributes(), Start: int32(p.Start())}
	start, private := p.Start(), false
	for isModifier(p.word()) {
		private = private || p.word() == "private" || p.word() == "protected"
		field.Settable = field.Settable || p.word() == "public" || p.word() == "var"
		field.Static = field.Static || p.word() == "static"
		p.I++
	}
	switch p.word() {
	case "function":
		p.I++
		p.Take('&')
		f := &tree.Func{Name: p.Word(), Kind: tree.Method, Static: field.Static, Private: private, Decorators: field.Decorators, Start: int32(start)}
		if lower(f.Name) == "__construct" {
			f.Kind = tree.Constructor
		}
		if p.Kind() == scan.TokenName {
			p.I++
		}
		p.function(f)
		field.Name, field.Func, field.Decorators, field.End = f.Name, f, nil, f.End
		c.Members = append(c.Members, field)
		return
	case "use":
		p.I++
		for p.Kind() == scan.TokenName {
			p.Push(p.name())
			if !p.Take(',') {
				break
			}
		}
		if p.Kind() != '{' {
			p.terminate()
			return
		}
		for p.I < len(p.Tokens) && !p.Take('}') { // which names the members get
			p.I++
		}
		return
	case "const":
		p.I++
		field.Static, field.Constant = true, true
		if p.KindAt(p.I+1) == scan.TokenName {
			field.Type = p.typeOf()
		}
	case "case":
		p.I++
		field.Static, field.Constant = true, true
	case "":
		if p.Kind() != scan.TokenVariable {
			field.Type = p.typeOf()
		}
	default:
		field.Type = p.typeOf()
	}
	p.fields(c, field)
}

// fields reads the names and values of members behind their type.
func (p *parser) fields(c *tree.Class, field tree.Field) {
	for p.Kind() == scan.TokenVariable || p.Kind() == scan.TokenName {
		field.Name, field.Value = strings.TrimPrefix(p.At(p.I), "$"), nil
		p.I++
		if p.Take('=') {
			field.Value = p.values()
		}
		field.End = int32(p.Behind())
		c.Members = append(c.Members, field)
		if !p.Take(',') {
			break
		}
		field.Start = int32(p.Start())
	}
	if p.Kind() == '{' { // what runs when it is read or set
		p.hooks(c, field)
		return
	}
	p.terminate()
}

// hooks reads the functions of a property.
func (p *parser) hooks(c *tree.Class, field tree.Field) {
	p.I++
	for p.I < len(p.Tokens) && p.Kind() != '}' {
		before := p.I
		decorators := p.attributes()
		for isModifier(p.word()) {
			p.I++
		}
		p.Take('&')
		f := &tree.Func{Name: field.Name, Kind: tree.Getter, Static: field.Static, Decorators: decorators, Start: int32(p.Start())}
		if p.word() == "set" {
			f.Kind = tree.Setter
		}
		if p.Kind() == scan.TokenName {
			p.I++
			p.function(f)
			p.Take(';')
			c.Members = append(c.Members, tree.Field{Name: f.Name, Func: f, Static: f.Static, Start: f.Start, End: f.End})
		}
		if p.I == before {
			p.SkipTo(p.I + 1)
		}
	}
	p.CloseBlock('}')
}

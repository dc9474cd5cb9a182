package ecmascript

import (
	"slices"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

func (p *parser) function(kind tree.Kind, start int32) *tree.Func {
	return &tree.Func{Kind: kind, Start: start}
}

// functionValue reads a function where an expression stands.
func (p *parser) functionValue(start int32, async bool) *tree.Node {
	f, _ := p.named(start, async)
	n := p.Make(tree.Function, start, "")
	n.Func = f
	return n
}

// named reads a function from the word function on. It reports whether there is a body.
func (p *parser) named(start int32, async bool) (f *tree.Func, body bool) {
	p.Next()
	f = p.function(tree.Plain, start)
	f.Async = async
	f.Generator = p.Skip('*')
	if p.Kind() == scan.TokenName {
		f.Name = p.identifier()
	}
	return f, p.rest(f)
}

// method reads a method from its parameters on.
func (p *parser) method(start int32, name string, m *modifiers) *tree.Func {
	f := p.function(m.kind, start)
	f.Name, f.Async, f.Generator, f.Static, f.Private = name, m.async, m.generator, m.static, m.private
	p.rest(f)
	return f
}

// rest reads a function from its type parameters or parameters to its end. It reports whether there is a
// body.
func (p *parser) rest(f *tree.Func) (body bool) {
	c := p.context
	p.context = context{async: f.Async, generator: f.Generator}
	if p.Kind() == '<' {
		p.angles()
	}
	if p.Kind() == '(' {
		f.Params = p.parameters()
	}
	if p.Skip(':') {
		f.Result = p.typeName()
	}
	if body = p.Kind() == '{'; body {
		f.Body = p.block()
	}
	p.context = c
	f.End = max(f.Start, p.Behind())
	return body
}

// arrow reads an arrow function, or returns nil where none begins.
func (p *parser) arrow() *tree.Node {
	t := &p.Tokens[p.At]
	at := 0 // of the parameters
	switch t.Kind {
	case scan.TokenName:
		next := p.Ahead(1)
		if next.Kind != scan.TokenArrow {
			if next.Line || next.Kind != scan.TokenName && next.Kind != '(' && next.Kind != '<' || p.Spell(t) != "async" {
				return nil
			}
			at = 1
		}
	case '(', '<':
	default:
		return nil
	}
	switch k := p.Ahead(at); k.Kind {
	case scan.TokenName:
		if p.Ahead(at+1).Kind != scan.TokenArrow {
			return nil
		}
	case '(':
		if !p.arrowBehind(p.At + at) {
			return nil
		}
	case '<':
		if !p.typed || !p.genericArrow(p.At+at) {
			return nil
		}
	}
	f := p.function(tree.Arrow, t.Start)
	if f.Async = at == 1; f.Async {
		p.Next()
	}
	outer := p.context
	if p.Kind() == scan.TokenName {
		f.Params = []tree.Param{{Target: p.name()}}
	} else {
		if p.Kind() == '<' {
			p.angles()
		}
		p.async = f.Async || p.async
		f.Params = p.parameters()
		if p.Skip(':') {
			f.Result = p.typeName()
		}
	}
	p.Skip(scan.TokenArrow)
	p.context = context{async: f.Async}
	if p.Kind() == '{' {
		f.Body = p.block()
	} else {
		p.noIn, p.then = outer.noIn, outer.then
		value := p.assign()
		f.Body = p.Make(tree.Block, value.Start, "", p.Make(tree.Return, value.Start, "", value))
	}
	p.context = outer
	f.End = max(f.Start, p.Behind())
	n := p.Make(tree.Function, t.Start, "")
	n.Func = f
	return n
}

// arrowBehind reports whether the parenthesis at a token holds the parameters of an arrow function.
func (p *parser) arrowBehind(open int) bool {
	m := int(p.Mates[open])
	if m < 0 {
		return false
	}
	switch p.Tokens[m+1].Kind {
	case scan.TokenArrow:
		return true
	case ':':
	default:
		return false
	}
	if p.Waste < 0 {
		return false
	}
	from := p.At
	p.At = m + 2 // a type, in Flow as well
	ok := p.skipType(true) && p.Kind() == scan.TokenArrow
	if ok && p.then { // a ? (b) : c => d, unless another colon follows
		p.Next()
		ok = p.colonFollows()
	}
	p.Waste -= p.At - m
	p.At = from
	return ok
}

// colonFollows reports whether the expression that the current token begins ends with a colon.
func (p *parser) colonFollows() bool {
	for open := 0; p.Waste >= 0; p.Waste-- {
		t := &p.Tokens[p.At]
		switch {
		case t.Closes, t.Kind == ',', t.Kind == ';':
			return false
		case t.Kind == '?' && t.End == t.Start+1:
			open++
		case t.Kind == ':':
			if open--; open < 0 {
				return true
			}
		}
		p.Over()
	}
	return false
}

// genericArrow reports whether an arrow function begins with the type parameters at a token.
func (p *parser) genericArrow(open int) bool {
	from := p.At
	p.At = open
	ok := p.Waste >= 0 && p.skipAngles(true) && p.Kind() == '(' && p.arrowBehind(p.At)
	p.Waste -= p.At - open
	p.At = from
	return ok
}

// parameters reads the parameters of a function in parentheses.
func (p *parser) parameters() []tree.Param {
	var all [8]tree.Param
	list := all[:0]
	b := p.enter()
	for !p.Ends() {
		from := p.At
		if a, ok := p.parameter(); ok {
			list = append(list, a)
		}
		p.Separate(from)
	}
	p.leave(b)
	return slices.Clone(list)
}

// parameter reads a parameter. It is none if it only declares the type of this.
func (p *parser) parameter() (a tree.Param, ok bool) {
	a.Decorators = p.decorators()
	for p.Kind() == scan.TokenName && fieldWords[p.Word()] {
		if next := p.Ahead(1); next.Kind != scan.TokenName && next.Kind != '{' && next.Kind != '[' {
			break
		}
		a.Field = true
		p.Next()
	}
	a.Rest = p.Skip(scan.TokenSpread)
	ok = !p.Is("this")
	a.Target = p.target()
	p.Skip('?')
	if p.Skip(':') {
		a.Type = p.typeName()
	}
	if p.Skip('=') {
		a.Default = p.assign()
	}
	return a, ok
}

var fieldWords = wordSet("public", "private", "protected", "readonly", "override")

// target reads what a declaration or parameter assigns to.
func (p *parser) target() *tree.Node {
	if p.Depth++; p.Depth > descent.MaxDepth {
		p.Depth--
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	switch p.Kind() {
	case scan.TokenName:
		return p.name()
	case '{':
		return p.object()
	case '[':
		return p.array()
	}
	return p.unknown()
}

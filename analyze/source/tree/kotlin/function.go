package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// function reads a function from its word on. It has no body where none is there.
func (p *parser) function(start int32, m modifiers, member bool) *tree.Func {
	p.SkipWord("fun")
	f := &tree.Func{Start: start, Private: m.private, Decorators: nodes(m.annotations, "")}
	if member {
		f.Kind = tree.Method
	}
	if p.Kind() == '<' {
		p.skipAngles()
	}
	outside := p.around
	kind := p.extended()
	if p.Kind() == scan.TokenName {
		at := p.Start()
		f.Name = p.identifier()
		if kind != nil {
			p.around = around{self: p.Node(tree.Name, int(at), int(at), "this"), text: isText(kind)}
			f.Extension = true
			f.Params = append(f.Params, tree.Param{Target: p.Again(p.self), Type: kind})
		}
	}
	if p.Kind() == '(' {
		f.Params = append(f.Params, p.parameters()...)
	}
	if p.Skip(':') {
		f.Result = p.typeName()
	}
	p.where()
	p.body(f)
	p.around = outside
	f.End = max(f.Start, p.Behind())
	return f
}

// where goes behind what is demanded of type parameters.
func (p *parser) where() {
	if !p.Is("where") {
		return
	}
	for !p.Ends() && p.Kind() != '{' && p.Kind() != '=' {
		p.Over()
	}
}

// body reads the body of a function, if there is one.
func (p *parser) body(f *tree.Func) {
	around := p.Hoisted
	p.Hoisted = nil
	switch {
	case p.Kind() == '{':
		f.Body = p.braces()
	case p.Kind() == '=':
		p.Next()
		f.Body = p.returned()
	}
	p.Hoisted = around
}

// returned reads an expression that is the value of a function.
func (p *parser) returned() *tree.Node {
	start := p.Start()
	ahead, n := p.Apart(p.expression)
	return p.BlockOf(start, append(ahead, p.Node(tree.Return, int(n.Start), int(n.End), "", n))...)
}

// parameters reads parameters in parentheses.
func (p *parser) parameters() (all []tree.Param) {
	for _, a := range p.parametersOf() {
		all = append(all, a.Param)
	}
	return all
}

// parameter is a parameter, perhaps of a class that it is a property of.
type parameter struct {
	tree.Param
	property bool
	modifiers
}

func (p *parser) parametersOf() (all []parameter) {
	p.within(func() {
		for !p.Ends() {
			from := p.At
			a := parameter{}
			start := p.Start()
			a.annotations = p.annotations()
			for modifierWords[p.Word()] && (p.Ahead(1).Kind == scan.TokenName || p.Ahead(1).Kind == '@') {
				a.Rest = a.Rest || p.Is("vararg")
				a.private = a.private || p.Is("private")
				p.Next()
				a.annotations = append(a.annotations, p.annotations()...)
			}
			if (p.Is("val") || p.Is("var")) && p.Ahead(1).Kind != ':' {
				a.property = true
				p.Next()
			}
			a.Decorators = nodes(a.annotations, "", "param")
			switch {
			case p.Kind() == scan.TokenName:
				a.Target = p.name()
			case p.Kind() == '(':
				a.Target = p.names()
			default:
				a.Target = p.unknown()
			}
			if p.Skip(':') {
				a.Type = p.wholeType()
			}
			if p.Kind() == '=' && !p.Sign("==") {
				p.Next()
				a.Default = p.Alone(p.expression)
			}
			if a.Target.End > start || a.Type != nil {
				all = append(all, a)
			}
			p.Separate(from)
		}
	})
	return all
}

// names reads names in parentheses, that take a value apart.
func (p *parser) names() *tree.Node {
	start := p.Start()
	m := p.Mark()
	p.within(func() {
		for !p.Ends() {
			from := p.At
			p.annotations()
			if p.Kind() == scan.TokenName {
				p.Push(p.name())
			} else {
				p.Push(p.unknown())
			}
			if p.Skip(':') {
				p.typeName()
			}
			p.Separate(from)
		}
	})
	return p.Closed(tree.Array, start, "", m)
}

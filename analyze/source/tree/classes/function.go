package classes

import (
	"slices"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// lambda reads a lambda, or returns nil where none begins.
func (p *parser) lambda() *tree.Node {
	at := 0
	if p.sharp {
		for w := p.WordAt(at); (w == "async" || w == "static") && (p.Ahead(at+1).Kind == '(' || p.Ahead(at+1).Kind == scan.TokenName) && at < 2; w = p.WordAt(at) {
			at++
		}
	}
	t := p.Ahead(at)
	var arrow int
	switch t.Kind {
	case scan.TokenName:
		arrow = p.At + at + 1
	case '(':
		m := int(p.Mates[p.At+at])
		if m < 0 {
			return nil
		}
		arrow = m + 1
	default:
		return nil
	}
	if arrow+1 >= len(p.Tokens) || p.Tokens[arrow].Kind != p.arrow() || p.Tokens[arrow+1].Kind != '>' || p.Tokens[arrow+1].Start != p.Tokens[arrow].End {
		return nil
	}
	f := &tree.Func{Kind: tree.Arrow, Start: p.Start()}
	for range at {
		f.Async = f.Async || p.Is("async")
		p.Next()
	}
	if p.Kind() == '(' {
		f.Params = p.parameters()
	} else {
		f.Params = []tree.Param{{Target: p.name()}}
	}
	p.Next()
	p.Next()
	yields := p.yields
	p.yields = false
	p.functionBody(f)
	p.yields = yields
	n := p.Make(tree.Function, f.Start, "")
	n.Func = f
	return n
}

// arrow returns the first character of what stands behind the parameters of a lambda.
func (p *parser) arrow() byte {
	if p.sharp {
		return '='
	}
	return '-'
}

// functionBody reads a block, or an expression that is the value.
func (p *parser) functionBody(f *tree.Func) {
	around, iterates := p.result, p.iterates
	p.result, p.iterates = f.Result, false
	if f.Async && f.Result != nil && len(f.Result.Held()) == 1 { // Task<T>
		p.result = f.Result.Held()[0]
	}
	if p.Kind() == '{' {
		f.Body = p.block()
	} else {
		start := p.Start()
		value := p.implied(p.expression(), p.result)
		f.Body = p.Make(tree.Block, start, "", p.Make(tree.Return, start, "", value))
	}
	f.Generator = p.iterates
	p.result, p.iterates = around, iterates
	f.End = p.Behind()
}

// anonymous reads a function of C# from behind the word delegate.
func (p *parser) anonymous(start int32) *tree.Node {
	f := &tree.Func{Kind: tree.Arrow, Start: start}
	if p.Kind() == '(' {
		f.Params = p.parameters()
	}
	p.functionBody(f)
	n := p.Make(tree.Function, start, "")
	n.Func = f
	return n
}

// parameters reads parameters in parentheses.
func (p *parser) parameters() []tree.Param {
	var all [8]tree.Param
	list := all[:0]
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		if a, ok := p.parameter(); ok {
			list = append(list, a)
		}
		p.Separate(from)
	}
	p.Leave(b)
	return slices.Clone(list)
}

var parameterWords = wordSet("final", "ref", "out", "in", "params", "this", "scoped", "readonly")

// parameter reads a parameter. It is none if it only names the receiver.
func (p *parser) parameter() (a tree.Param, ok bool) {
	for {
		switch {
		case p.Kind() == '@':
			a.Decorators = append(a.Decorators, p.annotation())
			continue
		case p.Kind() == '[' && p.sharp:
			a.Decorators = append(a.Decorators, p.attributes()...)
			continue
		case parameterWords[p.Word()] && p.Ahead(1).Kind != ',' && !p.Ahead(1).Closes && p.Ahead(1).Kind != '=':
			a.Rest = a.Rest || p.Is("params")
			a.Reference = a.Reference || p.sharp && (p.Is("ref") || p.Is("out"))
			p.Next()
			continue
		}
		break
	}
	if next := p.Ahead(1); p.Kind() == scan.TokenName && (next.Kind == ',' || next.Closes || next.Kind == '=' || next.Kind == 0) {
		a.Target = p.name() // of a lambda, without a type
	} else {
		a.Type = p.wholeType()
		for p.Kind() == '@' {
			p.annotation()
		}
		if p.Kind() == '.' && p.Ahead(1).Kind == '.' {
			a.Rest = true
			for p.Kind() == '.' {
				p.Next()
			}
		}
		switch {
		case p.Is("this"), p.Kind() == scan.TokenName && p.Ahead(1).Kind == '.' && p.WordAt(2) == "this":
			for !p.Ends() && p.Kind() != ',' {
				p.Next()
			}
			return a, false
		case p.Kind() == scan.TokenName:
			a.Target = p.name()
		default:
			a.Target = p.unknown()
		}
		for p.Kind() == '[' && p.isRank() { // String a[]
			p.Over()
			a.Type = p.Node(tree.Name, int(a.Target.Start), int(a.Target.Start), "Array")
		}
	}
	if p.Skip('=') {
		a.Default = p.expression()
	}
	return a, true
}

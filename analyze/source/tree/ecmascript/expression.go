package ecmascript

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// expression reads an expression with commas.
func (p *parser) expression() *tree.Node {
	start := p.Start()
	first := p.assign()
	if p.Kind() != ',' {
		return first
	}
	m := p.Mark()
	p.Push(first)
	for p.Skip(',') && !p.Tokens[p.At].Closes {
		p.Push(p.assign())
	}
	return p.Closed(tree.Sequence, start, "", m)
}

// assign reads an expression without commas.
func (p *parser) assign() *tree.Node {
	if p.Depth++; p.Depth > descent.MaxDepth {
		p.Depth--
		return p.Deep()
	}
	n := p.assignment()
	p.Depth--
	return n
}

func (p *parser) assignment() *tree.Node {
	t := &p.Tokens[p.At]
	if f := p.arrow(); f != nil {
		return f
	}
	if t.Kind == scan.TokenName && p.Spell(t) == "yield" && p.generator {
		return p.yield()
	}
	left := p.conditional()
	n := p.assigns()
	if n == 0 {
		return left
	}
	from := p.Start()
	for range n {
		p.Next()
	}
	text := p.Text[from:p.Behind()]
	right := p.assign()
	return p.Make(tree.Assign, t.Start, text, left, right)
}

func (p *parser) yield() *tree.Node {
	start := p.Start()
	p.Next()
	t := &p.Tokens[p.At]
	switch {
	case t.Kind == '*':
		p.Next()
		return p.Make(tree.Await, start, "", p.assign())
	case t.Line || t.Closes || t.Kind == ',' || t.Kind == ';' || t.Kind == ':' || p.Is("in") || p.Is("of"):
		return p.Make(tree.Await, start, "yield")
	}
	return p.Make(tree.Await, start, "yield", p.assign())
}

func (p *parser) conditional() *tree.Node {
	start := p.Start()
	test := p.binary(precedenceNone)
	if !p.IsSign('?') {
		return test
	}
	p.Next()
	c := p.context
	p.then, p.noIn = true, false
	then := p.assign()
	p.context = c
	if !p.Skip(':') {
		return p.Make(tree.Unknown, start, "", test, then)
	}
	otherwise := p.assign()
	return p.Make(tree.Conditional, start, "", test, then, otherwise)
}

// suffixes reads members, indices and calls behind an operand, which begins at an offset. Without calls it
// stops in front of them.
func (p *parser) suffixes(n *tree.Node, start int32, calls bool) *tree.Node {
	maybe := false
	for links := 0; ; links++ {
		t := &p.Tokens[p.At]
		var op tree.Op
		var text string
		m := p.Mark()
		p.Push(n)
		switch t.Kind {
		case '.':
			maybe = maybe || t.End-t.Start == 2
			if p.Next(); p.Kind() != scan.TokenName {
				if t.End-t.Start < 2 || p.Kind() != '(' && p.Kind() != '[' && !p.isTemplate() { // ?. goes on
					p.Skipped += int(t.End - t.Start)
				}
				p.Drop(m)
				continue
			}
			op, text = tree.Member, p.identifier()
		case '[':
			op = tree.Index
			b := p.enter()
			p.Push(p.expression())
			p.leave(b)
		case '(':
			if !calls {
				p.Drop(m)
				return n
			}
			op = tree.Call
			p.arguments()
		case scan.TokenText:
			if p.Drop(m); !p.isTemplate() {
				return n
			}
			n = p.tagged(n, start)
			continue
		case '!':
			p.Drop(m)
			if next := p.Ahead(1); t.Line || !p.typed || next.Kind == scan.TokenOperator && next.Start == t.End && p.Src[next.Start] == '=' {
				return n
			}
			p.Next()
			continue
		case '<':
			if p.Drop(m); !p.typed || !p.typeArguments() {
				return n
			}
			continue
		default:
			p.Drop(m)
			return n
		}
		if links < p.Longest() {
			n = p.Closed(op, start, text, m)
			n.Maybe = maybe
		} else {
			n = p.Flatten(start, n, p.Pushed(m)[1:]...)
			p.Drop(m)
		}
	}
}

// arguments reads the arguments of a call and pushes them.
func (p *parser) arguments() {
	b := p.enter()
	for !p.Ends() {
		from := p.At
		p.Push(p.element())
		p.Separate(from)
	}
	p.leave(b)
}

// element reads what may stand in a list: an expression, or one that is spread.
func (p *parser) element() *tree.Node {
	start := p.Start()
	if !p.Skip(scan.TokenSpread) {
		return p.assign()
	}
	return p.Make(tree.Spread, start, "", p.assign())
}

// primary reads an operand without what stands behind it.
func (p *parser) primary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case scan.TokenName:
		return p.operand(t)
	case scan.TokenNumber:
		p.Next()
		return p.Make(tree.Number, t.Start, p.Spell(t))
	case scan.TokenString:
		return p.stringNode()
	case scan.TokenRegex:
		p.Next()
		end := t.End
		for end > t.Start && p.Src[end-1] != '/' {
			end--
		}
		return p.Make(tree.Regex, t.Start, p.Text[end:t.End])
	case scan.TokenText:
		if p.isTemplate() {
			return p.template()
		}
		if !t.Closes && p.Src[t.Start] == '<' {
			return p.jsx()
		}
	case '(':
		b := p.enter()
		var n *tree.Node
		if p.Ends() {
			n = p.Make(tree.Unknown, t.Start, "")
		} else {
			n = p.expression()
		}
		if p.Skip(':') { // a cast of Flow
			n = p.Make(tree.Cast, n.Start, "", n, p.typeName())
		}
		p.leave(b)
		return n
	case '[':
		return p.array()
	case '{':
		return p.object()
	case '@':
		decorators := p.decorators()
		if p.Is("class") {
			return p.classValue(decorators)
		}
	}
	return p.unknown()
}

// unknown reads what cannot begin an operand.
func (p *parser) unknown() *tree.Node {
	t := &p.Tokens[p.At]
	if !t.Closes && strings.IndexByte(",;:=a", t.Kind) < 0 { // what may go on outside
		p.Lose()
	}
	return p.Make(tree.Unknown, t.Start, "")
}

// operand reads an operand that begins with a word.
func (p *parser) operand(t *scan.Token) *tree.Node {
	w := p.Spell(t)
	if len(w) > 10 || w[0] > 'w' || w[0] < 'a' {
		return p.name()
	}
	switch w {
	case "function":
		return p.functionValue(t.Start, false)
	case "async":
		if next := p.Ahead(1); next.Kind == scan.TokenName && !next.Line && p.Spell(next) == "function" {
			p.Next()
			return p.functionValue(t.Start, true)
		}
	case "class":
		return p.classValue(nil)
	case "new":
		return p.construct()
	case "this":
		p.Next()
		return p.Make(tree.This, t.Start, "")
	case "super":
		p.Next()
		return p.Make(tree.Super, t.Start, "")
	case "true", "false", "null":
		p.Next()
		return p.Make(tree.Constant, t.Start, w)
	case "import":
		// import.meta, import.source() and import(): what follows is a suffix.
	case "in", "instanceof", "extends":
		return p.unknown()
	default:
		if statementWords[w] {
			return p.unknown()
		}
	}
	return p.name()
}

// construct reads what begins with the word new.
func (p *parser) construct() *tree.Node {
	start := p.Start()
	if p.Next(); p.Kind() == '.' { // new.target
		return p.Make(tree.Name, start, "new")
	}
	if p.Depth++; p.Depth > descent.MaxDepth {
		p.Depth--
		return p.Deep()
	}
	from := p.Start()
	callee := p.suffixes(p.primary(), from, false)
	p.Depth--
	m := p.Mark()
	p.Push(callee)
	if p.Kind() == '(' {
		p.arguments()
	}
	return p.Closed(tree.New, start, "", m)
}

func (p *parser) array() *tree.Node {
	start := p.Start()
	m := p.Mark()
	b := p.enter()
	for !p.Ends() {
		if p.Skip(',') {
			p.Push(nil)
			continue
		}
		from := p.At
		p.Push(p.element())
		p.Separate(from)
	}
	p.leave(b)
	return p.Closed(tree.Array, start, "", m)
}

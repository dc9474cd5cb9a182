package ecmascript

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// expression reads an expression with commas.
func (p *parser) expression() *tree.Node {
	start := p.start()
	first := p.assign()
	if p.kind() != ',' {
		return first
	}
	m := p.mark()
	p.push(first)
	for p.skip(',') && !p.list[p.i].Closes {
		p.push(p.assign())
	}
	return p.closed(tree.Sequence, start, "", m)
}

// assign reads an expression without commas.
func (p *parser) assign() *tree.Node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.deep()
	}
	n := p.assignment()
	p.depth--
	return n
}

func (p *parser) assignment() *tree.Node {
	t := &p.list[p.i]
	if f := p.arrow(); f != nil {
		return f
	}
	if t.Kind == scan.TokenName && p.spell(t) == "yield" && p.generator {
		return p.yield()
	}
	left := p.conditional()
	n := p.assigns()
	if n == 0 {
		return left
	}
	from := p.start()
	for range n {
		p.next()
	}
	text := p.text[from:p.behind()]
	right := p.assign()
	return p.node(tree.Assign, t.Start, text, left, right)
}

func (p *parser) yield() *tree.Node {
	start := p.start()
	p.next()
	t := &p.list[p.i]
	switch {
	case t.Kind == '*':
		p.next()
	case t.Line || t.Closes || t.Kind == ',' || t.Kind == ';' || t.Kind == ':' || p.is("in") || p.is("of"):
		return p.node(tree.Await, start, "")
	}
	return p.node(tree.Await, start, "", p.assign())
}

func (p *parser) conditional() *tree.Node {
	start := p.start()
	test := p.binary(precedenceNone)
	if !p.isSign('?') {
		return test
	}
	p.next()
	c := p.context
	p.then, p.noIn = true, false
	then := p.assign()
	p.context = c
	if !p.skip(':') {
		return p.node(tree.Unknown, start, "", test, then)
	}
	otherwise := p.assign()
	return p.node(tree.Conditional, start, "", test, then, otherwise)
}

// suffixes reads members, indices and calls behind an operand, which begins at an offset. Without calls it
// stops in front of them.
func (p *parser) suffixes(n *tree.Node, start int32, calls bool) *tree.Node {
	for links := 0; ; links++ {
		t := &p.list[p.i]
		var op tree.Op
		var text string
		m := p.mark()
		p.push(n)
		switch t.Kind {
		case '.':
			if p.next(); p.kind() != scan.TokenName {
				if t.End-t.Start < 2 || p.kind() != '(' && p.kind() != '[' && !p.isTemplate() { // ?. goes on
					p.file.Skipped += int(t.End - t.Start)
				}
				p.drop(m)
				continue
			}
			op, text = tree.Member, p.identifier()
		case '[':
			op = tree.Index
			b := p.enter()
			p.push(p.expression())
			p.leave(b)
		case '(':
			if !calls {
				p.drop(m)
				return n
			}
			op = tree.Call
			p.arguments()
		case scan.TokenText:
			if p.drop(m); !p.isTemplate() {
				return n
			}
			n = p.tagged(n, start)
			continue
		case '!':
			p.drop(m)
			if next := p.ahead(1); t.Line || !p.typed || next.Kind == scan.TokenOperator && next.Start == t.End && p.src[next.Start] == '=' {
				return n
			}
			p.next()
			continue
		case '<':
			if p.drop(m); !p.typed || !p.typeArguments() {
				return n
			}
			continue
		default:
			p.drop(m)
			return n
		}
		if links < p.longest() {
			n = p.closed(op, start, text, m)
		} else {
			n = p.flatten(start, n, p.stack[m+1:]...)
			p.drop(m)
		}
	}
}

// arguments reads the arguments of a call and pushes them.
func (p *parser) arguments() {
	b := p.enter()
	for !p.ends() {
		from := p.i
		p.push(p.element())
		p.separate(from)
	}
	p.leave(b)
}

// element reads what may stand in a list: an expression, or one that is spread.
func (p *parser) element() *tree.Node {
	start := p.start()
	if !p.skip(scan.TokenSpread) {
		return p.assign()
	}
	return p.node(tree.Spread, start, "", p.assign())
}

// primary reads an operand without what stands behind it.
func (p *parser) primary() *tree.Node {
	t := &p.list[p.i]
	switch t.Kind {
	case scan.TokenName:
		return p.operand(t)
	case scan.TokenNumber:
		p.next()
		return p.node(tree.Number, t.Start, p.spell(t))
	case scan.TokenString:
		return p.stringNode()
	case scan.TokenRegex:
		p.next()
		end := t.End
		for end > t.Start && p.src[end-1] != '/' {
			end--
		}
		return p.node(tree.Regex, t.Start, p.text[end:t.End])
	case scan.TokenText:
		if p.isTemplate() {
			return p.template()
		}
		if !t.Closes && p.src[t.Start] == '<' {
			return p.jsx()
		}
	case '(':
		b := p.enter()
		var n *tree.Node
		if p.ends() {
			n = p.node(tree.Unknown, t.Start, "")
		} else {
			n = p.expression()
		}
		if p.skip(':') { // a cast of Flow
			n = p.node(tree.Cast, n.Start, "", n, p.typeName())
		}
		p.leave(b)
		return n
	case '[':
		return p.array()
	case '{':
		return p.object()
	case '@':
		decorators := p.decorators()
		if p.is("class") {
			return p.classValue(decorators)
		}
	}
	return p.unknown()
}

// unknown reads what cannot begin an operand.
func (p *parser) unknown() *tree.Node {
	t := &p.list[p.i]
	if !t.Closes && strings.IndexByte(",;:=a", t.Kind) < 0 { // what may go on outside
		p.lose()
	}
	return p.node(tree.Unknown, t.Start, "")
}

// operand reads an operand that begins with a word.
func (p *parser) operand(t *scan.Token) *tree.Node {
	w := p.spell(t)
	if len(w) > 10 || w[0] > 'w' || w[0] < 'a' {
		return p.name()
	}
	switch w {
	case "function":
		return p.functionValue(t.Start, false)
	case "async":
		if next := p.ahead(1); next.Kind == scan.TokenName && !next.Line && p.spell(next) == "function" {
			p.next()
			return p.functionValue(t.Start, true)
		}
	case "class":
		return p.classValue(nil)
	case "new":
		return p.construct()
	case "this":
		p.next()
		return p.node(tree.This, t.Start, "")
	case "super":
		p.next()
		return p.node(tree.Super, t.Start, "")
	case "true", "false", "null":
		p.next()
		return p.node(tree.Constant, t.Start, w)
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
	start := p.start()
	if p.next(); p.kind() == '.' { // new.target
		return p.node(tree.Name, start, "new")
	}
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.deep()
	}
	from := p.start()
	callee := p.suffixes(p.primary(), from, false)
	p.depth--
	m := p.mark()
	p.push(callee)
	if p.kind() == '(' {
		p.arguments()
	}
	return p.closed(tree.New, start, "", m)
}

func (p *parser) array() *tree.Node {
	start := p.start()
	m := p.mark()
	b := p.enter()
	for !p.ends() {
		if p.skip(',') {
			p.push(nil)
			continue
		}
		from := p.i
		p.push(p.element())
		p.separate(from)
	}
	p.leave(b)
	return p.closed(tree.Array, start, "", m)
}

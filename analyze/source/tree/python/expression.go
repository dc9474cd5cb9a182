package python

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// How tight the operators bind. The numbers between are those of their right sides.
const (
	bindOr = iota + 1
	bindAnd
	bindNot
	bindCompare
	bindBar
	bindCaret
	bindAmpersand
	bindShift
	bindSum
	bindProduct
)

// deeper reports whether what comes next may be read. Where it is too deep it is skipped.
func (p *parser) deeper() bool {
	if p.depth >= maxDepth {
		p.skipTo(p.closing())
		return false
	}
	p.depth++
	return true
}

// values reads expressions with commas between them: what is assigned, returned or gone through.
func (p *parser) values() *tree.Node {
	start := p.start()
	first := p.starred()
	if p.kind() != ',' {
		return first
	}
	from := len(p.stack)
	p.push(first)
	for p.take(',') && p.begins() {
		p.push(p.starred())
	}
	list := p.taken(from)
	return p.Node(tree.Array, start, p.behind(), "", list...)
}

// begins reports whether an expression may begin at the next token.
func (p *parser) begins() bool {
	switch p.kind() {
	case 0, scan.TokenLine, ';', ')', ']', '}', ':', '=', ',', scan.TokenOperator:
		return false
	case scan.TokenText:
		return !p.list[p.i].Closes
	case scan.TokenName:
		switch p.at(p.i) {
		case "in", "for", "if", "else", "and", "or", "is", "as":
			return false
		}
	}
	return true
}

// starred reads an expression that may have a star in front of it.
func (p *parser) starred() *tree.Node {
	if p.kind() != '*' {
		return p.named()
	}
	start, word := p.start(), ""
	if p.at(p.i) == "**" {
		word = "**"
	}
	p.i++
	value := p.binary(bindBar)
	return p.Node(tree.Spread, start, p.behind(), word, value)
}

// named reads an expression that may be assigned with :=, or in a pattern with as.
func (p *parser) named() *tree.Node {
	start := p.start()
	n := p.expression()
	if p.matching && p.takeWord("as") {
		return p.Node(tree.Assign, start, p.end(p.i), "=", p.name(), n)
	}
	if !p.take(scan.TokenWalrus) {
		return n
	}
	value := p.expression()
	return p.Node(tree.Assign, start, p.behind(), "=", n, value)
}

// expression reads an expression without commas.
func (p *parser) expression() *tree.Node {
	if !p.deeper() {
		return p.unknown()
	}
	n := p.choice()
	p.depth--
	return n
}

// choice reads an expression with the condition that may follow it.
func (p *parser) choice() *tree.Node {
	start := p.start()
	switch p.word() {
	case "lambda":
		return p.lambda()
	case "yield":
		return p.yield()
	}
	value := p.binary(bindOr)
	if p.matching || !p.takeWord("if") {
		return value
	}
	test := p.binary(bindOr)
	if !p.takeWord("else") {
		return p.Node(tree.Unknown, start, p.behind(), "", value, test)
	}
	other := p.expression()
	return p.Node(tree.Conditional, start, p.behind(), "", test, value, other)
}

// yield reads a yield.
func (p *parser) yield() *tree.Node {
	start := p.start()
	p.i++
	p.yields = true
	p.takeWord("from")
	if !p.begins() {
		return p.Node(tree.Await, start, p.behind(), "", p.Node(tree.Constant, p.behind(), p.behind(), "null"))
	}
	value := p.values()
	return p.Node(tree.Await, start, p.behind(), "", value)
}

// targets reads what a loop assigns to.
func (p *parser) targets() *tree.Node {
	start := p.start()
	first := p.target()
	if p.kind() != ',' {
		return first
	}
	from := len(p.stack)
	p.push(first)
	for p.take(',') && p.begins() {
		p.push(p.target())
	}
	list := p.taken(from)
	return p.Node(tree.Array, start, p.behind(), "", list...)
}

// target reads one of them: no comparison, since an "in" ends it.
func (p *parser) target() *tree.Node {
	if p.kind() == '*' {
		return p.starred()
	}
	return p.binary(bindBar)
}

// operator returns the operator at the next token as the tree names it, how tight it binds and how many
// tokens it has, 0 where there is none.
func (p *parser) operator() (text string, binds, tokens int) {
	t := &p.list[p.i]
	switch t.Kind {
	case '+', '-':
		return p.at(p.i), bindSum, 1
	case '*':
		if t.End-t.Start == 2 {
			return "", 0, 0 // a power, which is read with its operand
		}
		return "*", bindProduct, 1
	case '/', '%', '@':
		return p.at(p.i), bindProduct, 1
	case '|':
		return "|", bindBar, 1
	case '^':
		return "^", bindCaret, 1
	case '&':
		return "&", bindAmpersand, 1
	case '<', '>':
		if t.End-t.Start == 2 {
			return p.at(p.i), bindShift, 1
		}
		if t.Kind == '<' && p.kindAt(p.i+1) == '>' && p.list[p.i+1].Start == t.End {
			return "!=", bindCompare, 2
		}
		return p.at(p.i), bindCompare, 1
	case scan.TokenOperator:
		switch text = p.at(p.i); text {
		case "==", "!=", "<=", ">=":
			return text, bindCompare, 1
		}
	case scan.TokenName:
		switch p.at(p.i) {
		case "and":
			return "&&", bindAnd, 1
		case "or":
			return "||", bindOr, 1
		case "in":
			return "in", bindCompare, 1
		case "is":
			if p.isAt(p.i+1, "not") {
				return "!=", bindCompare, 2
			}
			return "==", bindCompare, 1
		case "not":
			if p.isAt(p.i+1, "in") {
				return "not in", bindCompare, 2
			}
		}
	}
	return "", 0, 0
}

// binary reads an expression whose operators bind as tight as the given one or tighter.
func (p *parser) binary(tight int) *tree.Node {
	start := p.start()
	var left *tree.Node
	if tight <= bindNot && p.takeWord("not") {
		left = p.Node(tree.Unary, start, 0, "!", p.nested(func() *tree.Node { return p.binary(bindNot) }))
		left.End = int32(p.behind())
	} else {
		left = p.unary()
	}
	var flat, compared *tree.Node
	from := 0 // where what was compared begins
	for n := 0; p.i < len(p.list); n++ {
		text, binds, tokens := p.operator()
		if tokens == 0 || binds < tight {
			break
		}
		p.i += tokens
		at := p.start()
		right := p.binary(binds + 1)
		switch {
		case flat != nil:
			flat.Kids = append(flat.Kids, right)
			flat.End = int32(p.behind())
			continue
		case n >= maxChain: // too long for a tree
			flat = p.Node(tree.Unknown, start, p.behind(), "", left, right)
			left = flat
			continue
		case binds == bindCompare && compared != nil: // a < b < c
			left = p.Node(tree.Logical, start, p.behind(), "&&", left, p.comparison(from, text, compared, right))
		case binds == bindCompare:
			left = p.comparison(start, text, left, right)
		case binds <= bindAnd:
			left = p.Node(tree.Logical, start, p.behind(), text, left, right)
		default:
			left = p.Node(tree.Binary, start, p.behind(), text, left, right)
		}
		compared = nil
		if binds == bindCompare {
			compared, from = right, at
		}
	}
	return left
}

// nested reads an operand with read, one level deeper.
func (p *parser) nested(read func() *tree.Node) *tree.Node {
	if !p.deeper() {
		return p.unknown()
	}
	n := read()
	p.depth--
	return n
}

// comparison makes a comparison.
func (p *parser) comparison(start int, text string, left, right *tree.Node) *tree.Node {
	if text == "not in" {
		return p.Node(tree.Unary, start, p.behind(), "!", p.Node(tree.Binary, start, p.behind(), "in", left, right))
	}
	return p.Node(tree.Binary, start, p.behind(), text, left, right)
}

// unary reads an operand with the signs in front of it.
func (p *parser) unary() *tree.Node {
	switch p.kind() {
	case '-', '+', '~':
	default:
		return p.power()
	}
	start, text := p.start(), p.at(p.i)
	p.i++
	operand := p.nested(p.unary)
	return p.Node(tree.Unary, start, p.behind(), text, operand)
}

// power reads an operand and the power that it is raised to.
func (p *parser) power() *tree.Node {
	start := p.start()
	n := p.primary()
	if p.kind() != '*' || p.at(p.i) != "**" {
		return n
	}
	p.i++
	exponent := p.nested(p.unary)
	return p.Node(tree.Binary, start, p.behind(), "**", n, exponent)
}

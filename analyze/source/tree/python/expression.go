package python

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
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

// values reads expressions with commas between them: what is assigned, returned or gone through.
func (p *parser) values() *tree.Node {
	start := p.Start()
	first := p.starred()
	if p.Kind() != ',' {
		return first
	}
	from := len(p.Stack)
	p.Push(first)
	for p.Take(',') && p.begins() {
		p.Push(p.starred())
	}
	list := p.Taken(from)
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// begins reports whether an expression may begin at the next token.
func (p *parser) begins() bool {
	switch p.Kind() {
	case 0, scan.TokenLine, ';', ')', ']', '}', ':', '=', ',', scan.TokenOperator:
		return false
	case scan.TokenText:
		return !p.Tokens[p.I].Closes
	case scan.TokenName:
		switch p.At(p.I) {
		case "in", "for", "if", "else", "and", "or", "is", "as":
			return false
		}
	}
	return true
}

// starred reads an expression that may have a star in front of it.
func (p *parser) starred() *tree.Node {
	if p.Kind() != '*' {
		return p.named()
	}
	start, word := p.Start(), ""
	if p.At(p.I) == "**" {
		word = "**"
	}
	p.I++
	value := p.binary(bindBar)
	return p.Node(tree.Spread, start, p.Behind(), word, value)
}

// named reads an expression that may be assigned with :=, or in a pattern with as.
func (p *parser) named() *tree.Node {
	start := p.Start()
	n := p.expression()
	if p.matching && p.TakeWord("as") {
		return p.Node(tree.Assign, start, p.End(p.I), "=", p.name(), n)
	}
	if !p.Take(scan.TokenWalrus) {
		return n
	}
	value := p.expression()
	return p.Node(tree.Assign, start, p.Behind(), "=", n, value)
}

// expression reads an expression without commas.
func (p *parser) expression() *tree.Node {
	if !p.Deeper() {
		return p.Unknown()
	}
	n := p.choice()
	p.Depth--
	return n
}

// choice reads an expression with the condition that may follow it.
func (p *parser) choice() *tree.Node {
	start := p.Start()
	switch p.Word() {
	case "lambda":
		return p.lambda()
	case "yield":
		return p.yield()
	}
	value := p.binary(bindOr)
	if p.matching || !p.TakeWord("if") {
		return value
	}
	test := p.binary(bindOr)
	if !p.TakeWord("else") {
		return p.Node(tree.Unknown, start, p.Behind(), "", value, test)
	}
	other := p.expression()
	return p.Node(tree.Conditional, start, p.Behind(), "", test, value, other)
}

// yield reads a yield.
func (p *parser) yield() *tree.Node {
	start := p.Start()
	p.I++
	p.yields = true
	p.TakeWord("from")
	if !p.begins() {
		return p.Node(tree.Await, start, p.Behind(), "yield", p.Node(tree.Constant, p.Behind(), p.Behind(), "null"))
	}
	value := p.values()
	return p.Node(tree.Await, start, p.Behind(), "yield", value)
}

// targets reads what a loop assigns to.
func (p *parser) targets() *tree.Node {
	start := p.Start()
	first := p.target()
	if p.Kind() != ',' {
		return first
	}
	from := len(p.Stack)
	p.Push(first)
	for p.Take(',') && p.begins() {
		p.Push(p.target())
	}
	list := p.Taken(from)
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// target reads one of them: no comparison, since an "in" ends it.
func (p *parser) target() *tree.Node {
	if p.Kind() == '*' {
		return p.starred()
	}
	return p.binary(bindBar)
}

// operator returns the operator at the next token as the tree names it, how tight it binds and how many
// tokens it has, 0 where there is none.
func (p *parser) operator() (text string, binds, tokens int) {
	t := &p.Tokens[p.I]
	switch t.Kind {
	case '+', '-':
		return p.At(p.I), bindSum, 1
	case '*':
		if t.End-t.Start == 2 {
			return "", 0, 0 // a power, which is read with its operand
		}
		return "*", bindProduct, 1
	case '/', '%', '@':
		return p.At(p.I), bindProduct, 1
	case '|':
		return "|", bindBar, 1
	case '^':
		return "^", bindCaret, 1
	case '&':
		return "&", bindAmpersand, 1
	case '<', '>':
		if t.End-t.Start == 2 {
			return p.At(p.I), bindShift, 1
		}
		if t.Kind == '<' && p.KindAt(p.I+1) == '>' && p.Tokens[p.I+1].Start == t.End {
			return "!=", bindCompare, 2
		}
		return p.At(p.I), bindCompare, 1
	case scan.TokenOperator:
		switch text = p.At(p.I); text {
		case "==", "!=", "<=", ">=":
			return text, bindCompare, 1
		}
	case scan.TokenName:
		switch p.At(p.I) {
		case "and":
			return "&&", bindAnd, 1
		case "or":
			return "||", bindOr, 1
		case "in":
			return "in", bindCompare, 1
		case "is":
			if p.IsAt(p.I+1, "not") {
				return "!=", bindCompare, 2
			}
			return "==", bindCompare, 1
		case "not":
			if p.IsAt(p.I+1, "in") {
				return "not in", bindCompare, 2
			}
		}
	}
	return "", 0, 0
}

// binary reads an expression whose operators bind as tight as the given one or tighter.
func (p *parser) binary(tight int) *tree.Node {
	start := p.Start()
	var left *tree.Node
	if tight <= bindNot && p.TakeWord("not") {
		left = p.Node(tree.Unary, start, 0, "!", p.Nested(func() *tree.Node { return p.binary(bindNot) }))
		left.End = int32(p.Behind())
	} else {
		left = p.unary()
	}
	var flat, compared *tree.Node
	from := 0 // where what was compared begins
	for n := 0; p.I < len(p.Tokens); n++ {
		text, binds, tokens := p.operator()
		if tokens == 0 || binds < tight {
			break
		}
		p.I += tokens
		at := p.Start()
		right := p.binary(binds + 1)
		switch {
		case flat != nil:
			flat.Kids = append(flat.Kids, right)
			flat.End = int32(p.Behind())
			continue
		case n >= cursor.MaxChain: // too long for a tree
			flat = p.Node(tree.Unknown, start, p.Behind(), "", left, right)
			left = flat
			continue
		case binds == bindCompare && compared != nil: // a < b < c
			left = p.Node(tree.Logical, start, p.Behind(), "&&", left, p.comparison(from, text, compared, right))
		case binds == bindCompare:
			left = p.comparison(start, text, left, right)
		case binds <= bindAnd:
			left = p.Node(tree.Logical, start, p.Behind(), text, left, right)
		default:
			left = p.Node(tree.Binary, start, p.Behind(), text, left, right)
		}
		compared = nil
		if binds == bindCompare {
			compared, from = right, at
		}
	}
	return left
}

// comparison makes a comparison.
func (p *parser) comparison(start int, text string, left, right *tree.Node) *tree.Node {
	if text == "not in" {
		return p.Node(tree.Unary, start, p.Behind(), "!", p.Node(tree.Binary, start, p.Behind(), "in", left, right))
	}
	return p.Node(tree.Binary, start, p.Behind(), text, left, right)
}

// unary reads an operand with the signs in front of it.
func (p *parser) unary() *tree.Node {
	switch p.Kind() {
	case '-', '+', '~':
	default:
		return p.power()
	}
	start, text := p.Start(), p.At(p.I)
	p.I++
	operand := p.Nested(p.unary)
	return p.Node(tree.Unary, start, p.Behind(), text, operand)
}

// power reads an operand and the power that it is raised to.
func (p *parser) power() *tree.Node {
	start := p.Start()
	n := p.primary()
	if p.Kind() != '*' || p.At(p.I) != "**" {
		return n
	}
	p.I++
	exponent := p.Nested(p.unary)
	return p.Node(tree.Binary, start, p.Behind(), "**", n, exponent)
}

package php

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// How tight the operators bind, as of PHP 8.
const (
	bindOr = iota + 1
	bindXor
	bindAnd
	bindChoice
	bindDefault
	bindEither
	bindBoth
	bindBar
	bindCaret
	bindAmpersand
	bindEqual
	bindLess
	bindConcat
	bindShift
	bindSum
	bindProduct
	bindInstance
)

// expression reads an expression.
func (p *parser) expression() *tree.Node { return p.binary(bindOr) }

// operator returns the operator at the next token as the tree names it, how tight it binds and how many
// tokens it has, 0 where there is none.
func (p *parser) operator() (text string, binds, tokens int) {
	if p.I >= len(p.Tokens) {
		return "", 0, 0
	}
	switch k := p.Kind(); k {
	case '|':
		return "|", bindBar, 1
	case '^':
		return "^", bindCaret, 1
	case '&':
		return "&", bindAmpersand, 1
	case '<', '>':
		if p.next('<', '>') {
			return "!=", bindEqual, 2
		}
		if p.next(k, k) {
			return p.Text[p.Start():p.End(p.I+1)], bindShift, 2
		}
		return p.At(p.I), bindLess, 1
	case '.':
		return ".", bindConcat, 1
	case '+', '-':
		return p.At(p.I), bindSum, 1
	case '*':
		if p.next('*', '*') {
			return "", 0, 0 // a power, which is read with its operand
		}
		return "*", bindProduct, 1
	case '/', '%':
		return p.At(p.I), bindProduct, 1
	case '?':
		return "?", bindChoice, 1
	case scan.TokenOperator:
		switch text = p.At(p.I); text {
		case "||":
			return text, bindEither, 1
		case "&&":
			return text, bindBoth, 1
		case "??":
			return text, bindDefault, 1
		case "==", "!=", "===", "!==", "<=>":
			return text, bindEqual, 1
		case "<=", ">=":
			return text, bindLess, 1
		}
	case scan.TokenName:
		switch p.word() {
		case "or":
			return "||", bindOr, 1
		case "xor":
			return "xor", bindXor, 1
		case "and":
			return "&&", bindAnd, 1
		case "instanceof":
			return "instanceof", bindInstance, 1
		}
	}
	return "", 0, 0
}

// binary reads an expression whose operators bind as tight as the given one or tighter.
func (p *parser) binary(tight int) *tree.Node {
	start := p.Start()
	left := p.unary()
	var flat *tree.Node // of a chain too long for a tree
	for n := 0; ; n++ {
		text, binds, tokens := p.operator()
		if tokens == 0 || binds < tight {
			return left
		}
		if binds == bindConcat {
			left = p.concatenation(start, left)
			continue
		}
		p.I += tokens
		var right *tree.Node
		switch binds {
		case bindChoice:
			if n < cursor.MaxChain {
				left = p.choice(start, left)
				continue
			}
			right = p.choice(start, p.Unknown())
		case bindDefault:
			right = p.Nested(func() *tree.Node { return p.binary(bindDefault) })
		default:
			right = p.binary(binds + 1)
		}
		end := p.Behind()
		switch {
		case flat != nil:
			flat.Kids = append(flat.Kids, right)
			flat.End = int32(end)
		case n >= cursor.MaxChain:
			flat = p.Node(tree.Unknown, start, end, "", left, right)
			left = flat
		case text == "||" || text == "&&" || text == "??":
			left = p.Node(tree.Logical, start, end, text, left, right)
		default:
			left = p.Node(tree.Binary, start, end, text, left, right)
		}
	}
}

// concatenation reads the texts behind the first one.
func (p *parser) concatenation(start int, first *tree.Node) *tree.Node {
	from := len(p.Stack)
	for p.pieces(first); p.Take('.'); {
		p.pieces(p.binary(bindConcat + 1))
	}
	list := p.Taken(from)
	return p.Node(tree.Template, start, p.Behind(), "", list...)
}

// pieces pushes the pieces of a text.
func (p *parser) pieces(n *tree.Node) {
	if n.Op == tree.Template {
		p.Stack = append(p.Stack, n.Kids...)
		return
	}
	p.Push(n)
}

// choice reads what follows the question mark behind a test.
func (p *parser) choice(start int, test *tree.Node) *tree.Node {
	if p.Take(':') {
		other := p.Nested(func() *tree.Node { return p.binary(bindDefault) })
		return p.Node(tree.Logical, start, p.Behind(), "||", test, other)
	}
	value := p.Nested(p.expression)
	var other *tree.Node
	if p.Take(':') {
		other = p.Nested(func() *tree.Node { return p.binary(bindDefault) })
	} else {
		other = p.Unknown()
	}
	return p.Node(tree.Conditional, start, p.Behind(), "", test, value, other)
}

// unary reads an operand with the operators in front of it.
func (p *parser) unary() *tree.Node {
	start := p.Start()
	switch k := p.Kind(); k {
	case '!':
		p.I++
		operand := p.Nested(func() *tree.Node { return p.binary(bindInstance) })
		return p.Node(tree.Unary, start, p.Behind(), "!", operand)
	case '-', '+', '~':
		p.I++
		operand := p.Nested(p.unary)
		return p.Node(tree.Unary, start, p.Behind(), string(k), operand)
	case '@': // says nothing about the value
		p.I++
		return p.Nested(p.unary)
	case '&':
		p.I++
		return p.reference(start, p.Nested(p.unary))
	case '(':
		if p.isCast() {
			class := p.Node(tree.Name, int(p.Tokens[p.I+1].Start), p.End(p.I+1), lower(p.At(p.I+1)))
			p.I += 3
			operand := p.Nested(p.unary)
			return p.Node(tree.Cast, start, p.Behind(), "", operand, class)
		}
	case scan.TokenOperator:
		if text := p.At(p.I); text == "++" || text == "--" {
			p.I++
			operand := p.Nested(p.unary)
			return p.Node(tree.Unary, start, p.Behind(), text, operand)
		}
	}
	n := p.assigned(start, p.primary())
	if p.next('*', '*') {
		p.I += 2
		exponent := p.Nested(p.unary)
		n = p.Node(tree.Binary, start, p.Behind(), "**", n, exponent)
	}
	return n
}

// isCast reports whether a cast comes next.
func (p *parser) isCast() bool {
	if p.KindAt(p.I+1) != scan.TokenName || p.KindAt(p.I+2) != ')' {
		return false
	}
	switch lower(p.At(p.I + 1)) {
	case "int", "integer", "float", "double", "real", "string", "bool", "boolean", "array", "object", "unset", "binary", "void":
		return true
	}
	return false
}

// assigned reads what is assigned to a target that was read: wherever an operand may stand.
func (p *parser) assigned(start int, target *tree.Node) *tree.Node {
	text := "="
	switch p.Kind() {
	case '=':
	case scan.TokenOperator:
		text = p.At(p.I)
		switch text {
		case "==", "===", "!=", "!==", "<=", ">=":
			return target
		}
		if !strings.HasSuffix(text, "=") {
			return target
		}
	default:
		return target
	}
	p.I++
	at, shared := p.Start(), p.Take('&')
	value := p.Nested(func() *tree.Node { return p.binary(bindChoice) })
	if shared {
		value = p.reference(at, value)
	}
	return p.Node(tree.Assign, start, p.Behind(), text, target, value)
}

// reference returns a variable, or a part of one, that another shares.
func (p *parser) reference(start int, n *tree.Node) *tree.Node {
	return p.Node(tree.Cast, start, p.Behind(), "&", n)
}

// primary reads an operand with the members, calls and indexes behind it.
func (p *parser) primary() *tree.Node {
	start := p.Start()
	return p.Chain(start, p.atom(), p.postfix)
}

// postfix reads what stands behind an operand, if anything does.
func (p *parser) postfix(start int, n *tree.Node) *tree.Node {
	switch p.Kind() {
	case scan.TokenArrow:
		maybe := n.Maybe || p.At(p.I) == "?->"
		p.I++
		member := p.memberOf(start, n)
		member.Maybe = maybe
		return member
	case '[':
		if p.isAttribute() {
			return n
		}
		p.I++
		var index *tree.Node
		if p.Kind() == ']' {
			index = p.Unknown()
		} else {
			index = p.values()
		}
		p.Close(']')
		return p.Node(tree.Index, start, p.Behind(), "", n, index)
	case '(':
		if p.textAt(p.I+1, "..") && p.KindAt(p.I+3) == ')' { // the function itself
			p.I += 4
			return n
		}
		from := len(p.Stack)
		p.Push(n)
		p.arguments()
		list := p.Taken(from)
		called := p.Node(tree.Call, start, p.Behind(), "", list...)
		called.Maybe = n.Maybe
		return called
	case scan.TokenOperator:
		switch text := p.At(p.I); text {
		case "::":
			p.I++
			return p.memberOf(start, n)
		case "++", "--":
			p.I++
			return p.Node(tree.Unary, start, p.Behind(), text, n)
		}
	}
	return n
}

// memberOf reads the name of a member of an operand.
func (p *parser) memberOf(start int, n *tree.Node) *tree.Node {
	switch p.Kind() {
	case scan.TokenName:
		p.I++
		return p.Node(tree.Member, start, p.Behind(), p.At(p.I-1), n)
	case scan.TokenVariable:
		if p.KindAt(p.I-1) == scan.TokenOperator {
			p.I++
			return p.Node(tree.Member, start, p.Behind(), p.At(p.I - 1)[1:], n)
		}
		name := p.variable()
		return p.Node(tree.Index, start, p.Behind(), "", n, name)
	case '{':
		p.I++
		name := p.values()
		p.Close('}')
		return p.Node(tree.Index, start, p.Behind(), "", n, name)
	case '$':
		name := p.Nested(p.atom)
		return p.Node(tree.Index, start, p.Behind(), "", n, name)
	}
	return p.Node(tree.Unknown, start, p.Behind(), "", n)
}

// arguments reads the arguments of a call onto the stack, from the bracket on.
func (p *parser) arguments() {
	p.I++
	if !p.Deeper() {
		p.Close(')')
		return
	}
	for p.I < len(p.Tokens) && p.Kind() != ')' && p.Kind() != ';' {
		start := p.Start()
		switch {
		case p.takeSpread():
			value := p.values()
			p.Push(p.Node(tree.Spread, start, p.Behind(), "", value))
		case p.Kind() == scan.TokenName && p.KindAt(p.I+1) == ':':
			name := p.At(p.I)
			p.I += 2
			value := p.values()
			p.Push(p.Node(tree.Keyword, start, p.Behind(), name, value))
		default:
			p.Push(p.values())
		}
		if !p.Take(',') {
			break
		}
	}
	p.Depth--
	p.Close(')')
}

// variable reads a variable.
func (p *parser) variable() *tree.Node {
	start, end, name := p.Start(), p.End(p.I), p.At(p.I)
	p.I++
	if name == "$this" {
		return p.Node(tree.This, start, end, "")
	}
	return p.Node(tree.Name, start, end, name)
}

// name reads the name of a class, function or constant.
func (p *parser) name() *tree.Node {
	start, end, name := p.Start(), p.End(p.I), p.At(p.I)
	p.I++
	return p.Node(tree.Name, start, end, name)
}

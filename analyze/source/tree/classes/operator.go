package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// operators are the binary operators by precedence, the loosest first.
var operators = [][]string{
	{"??"}, {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>>", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

const (
	precedenceEquality = 7
	precedenceRelation = 8
)

// signs are all operators, and signs that are none.
var signs = descent.NewOperators(operators,
	[]string{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "??="}, []string{"=>", "->", "++", "--"})

// operator returns the operator at the current token. Its precedence is -1 for none, and 0 for one that
// assigns.
func (p *parser) operator() descent.Operator {
	t := &p.Tokens[p.At]
	if t.Kind == 0 || t.Kind >= 128 || t.Closes {
		return descent.NoOperator
	}
	if t.Kind == scan.TokenName {
		switch w := p.Spell(t); {
		case w == "instanceof" && !p.sharp, p.sharp && (w == "is" || w == "as"):
			return descent.Operator{Text: w, Precedence: precedenceRelation}
		}
		return descent.NoOperator
	}
	return signs.At(p.Text[t.Start:])
}

// expression reads an expression.
func (p *parser) expression() *tree.Node {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Deep()
	}
	n := p.assignment()
	p.Depth--
	return n
}

func (p *parser) assignment() *tree.Node {
	if f := p.lambda(); f != nil {
		return f
	}
	start := p.Start()
	left := p.conditional()
	s := p.operator()
	if s.Precedence != 0 {
		return left
	}
	p.skipSign(s.Text)
	right := p.expression()
	n := p.Make(tree.Assign, start, s.Text, left, right)
	p.setUnnamed(n)
	return n
}

func (p *parser) conditional() *tree.Node {
	start := p.Start()
	test := p.binary(0)
	if !p.IsSign('?') || p.sign("??") {
		return test
	}
	p.Next()
	then := p.expression()
	if !p.Skip(':') {
		return p.Make(tree.Unknown, start, "", test, then)
	}
	otherwise := p.expression()
	return p.Make(tree.Conditional, start, "", test, then, otherwise)
}

// binary reads operands and operators that bind more tightly than those of the given precedence.
func (p *parser) binary(precedence int) *tree.Node {
	start := p.Start()
	left := p.unary()
	for links := 0; ; links++ {
		s := p.operator()
		if s.Precedence <= precedence {
			return left
		}
		switch s.Text {
		case "instanceof", "is":
			p.Next()
			left = p.matched(start, left)
			continue
		case "as":
			p.Next()
			p.matching = true
			kind := p.typeName()
			p.matching = false
			left = p.Make(tree.Cast, start, "", left, kind)
			continue
		}
		p.skipSign(s.Text)
		right := p.binary(s.Precedence)
		op := tree.Binary
		if s.Precedence <= 3 {
			op = tree.Logical
		}
		left = p.Link(links, op, start, s.Text, left, right)
	}
}

// unary reads an operand with what stands in front of it and behind it.
func (p *parser) unary() *tree.Node {
	t := &p.Tokens[p.At]
	switch {
	case t.Kind == '!' || t.Kind == '~' || t.Kind == '+' || t.Kind == '-' || p.sharp && (t.Kind == '&' || t.Kind == '*' || t.Kind == '^'):
		text := p.Text[t.Start:t.End]
		if p.Next(); p.Kind() == t.Kind && p.Start() == t.End && (t.Kind == '+' || t.Kind == '-') {
			p.Next()
			text = p.Text[t.Start:p.Behind()]
		}
		if t.Kind == '&' {
			return p.place(t.Start, p.prefixed(t.Start, tree.Unary, text).Kids[0])
		}
		return p.prefixed(t.Start, tree.Unary, text)
	case t.Kind == '(' && p.isCast():
		b := p.Enter()
		kind := p.typeName()
		for p.Skip('&') {
			p.typeName()
		}
		p.Leave(b)
		if f := p.lambda(); f != nil {
			return p.Make(tree.Cast, t.Start, "", f, kind)
		}
		n := p.prefixed(t.Start, tree.Cast, "")
		n.Kids = p.List([]*tree.Node{n.Kids[0], kind})
		return n
	case t.Kind == scan.TokenName && p.sharp:
		switch p.Spell(t) {
		case "await":
			if next := p.Ahead(1); next.Kind == scan.TokenName && !p.isOperator(p.Spell(next)) || next.Kind == '(' || next.Kind == scan.TokenString {
				p.Next()
				return p.prefixed(t.Start, tree.Await, "")
			}
		case "throw":
			p.Next()
			return p.prefixed(t.Start, tree.Unknown, "")
		case "ref": // a variable that whoever gets it may set
			p.Next()
			return p.place(t.Start, p.unary())
		}
	}
	n := p.suffixes(p.primary(), t.Start)
	for {
		s := &p.Tokens[p.At]
		if (s.Kind != '+' && s.Kind != '-') || p.Ahead(1).Kind != s.Kind || p.Ahead(1).Start != s.End {
			break
		}
		p.Next()
		p.Next()
		n = p.Make(tree.Unary, t.Start, p.Text[s.Start:s.Start+2], n)
	}
	for p.sharp && p.Is("switch") && p.Ahead(1).Kind == '{' {
		p.Next()
		n = p.switchArms(t.Start, n)
	}
	for p.sharp && p.Is("with") && p.Ahead(1).Kind == '{' {
		p.Next()
		m := p.Mark()
		p.Push(p.Node(tree.Spread, int(n.Start), int(n.End), "", n))
		p.initialisers(false)
		n = p.Closed(tree.Object, t.Start, "", m)
	}
	return n
}

// place returns a variable, or a part of one, that another name stands for from here on; any other value as it is.
func (p *parser) place(start int32, n *tree.Node) *tree.Node {
	if n.Op == tree.Name || n.Op == tree.Member || n.Op == tree.Index {
		return p.Make(tree.Cast, start, "*", n)
	}
	return n
}

// prefixed reads the operand behind a sign or word that was read.
func (p *parser) prefixed(start int32, op tree.Op, text string) *tree.Node {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Make(op, start, text, p.Deep())
	}
	operand := p.unary()
	p.Depth--
	return p.Make(op, start, text, operand)
}

// isCast reports whether the parenthesis at the current token holds the type of a cast.
func (p *parser) isCast() bool {
	m := int(p.Mates[p.At])
	if m < 0 || p.Waste < 0 || m == p.At+1 {
		return false
	}
	next := &p.Tokens[m+1]
	from, skipped := p.At, p.Skipped
	primitive := primitives[p.WordAt(1)]
	p.Next()
	ok := p.skipType()
	for ok && p.Skip('&') {
		ok = p.skipType()
	}
	ok = ok && p.At == m
	single := m == from+2
	p.Waste -= p.At - from
	p.At, p.Skipped = from, skipped
	if !ok {
		return false
	}
	switch next.Kind {
	case scan.TokenName:
		return !p.isOperator(p.Spell(next))
	case scan.TokenString, scan.TokenNumber, '(', '~':
		return true
	case '!':
		return !(next.End < int32(len(p.Src)) && p.Src[next.End] == '=')
	case '+', '-':
		return primitive && single && p.Tokens[m+2].Start == next.End || primitive && next.Kind == '-' || primitive && next.Kind == '+'
	case '[', '{':
		return p.sharp && next.Kind == '['
	}
	return false
}

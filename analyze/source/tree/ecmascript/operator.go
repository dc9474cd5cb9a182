package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// The precedences of binary operators.
const (
	precedenceNone = iota
	precedenceNullish
	precedenceOr
	precedenceAnd
	precedenceBitOr
	precedenceBitXor
	precedenceBitAnd
	precedenceEquality
	precedenceRelation
	precedenceShift
	precedenceSum
	precedenceProduct
	precedencePower
)

// operator returns the precedence of the binary operator that begins at the current token, precedenceNone
// for anything else, and of how many tokens it consists.
func (p *parser) operator() (precedence, tokens int) {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case scan.TokenName:
		return p.wordOperator(t), 1
	case scan.TokenOperator:
		switch p.Spell(t) {
		case "==", "===":
			return precedenceEquality, 1
		case "!=":
			return precedenceEquality, 1
		case "<=", ">=":
			return precedenceRelation, 1
		case "??":
			return precedenceNullish, 1
		}
	case '!':
		if next := p.Ahead(1); next.Kind == scan.TokenOperator && next.Start == t.End && p.Src[next.Start] == '=' {
			return precedenceEquality, 2
		}
	case '|', '&':
		n := p.Adjacent(t.Kind)
		switch {
		case n == 2 && t.Kind == '|':
			return precedenceOr, 2
		case n == 2:
			return precedenceAnd, 2
		case t.Kind == '|':
			return precedenceBitOr, 1
		}
		return precedenceBitAnd, 1
	case '^':
		return precedenceBitXor, 1
	case '<':
		if t.End == t.Start+2 {
			return precedenceShift, 1
		}
		return precedenceRelation, 1
	case '>':
		n := p.Adjacent('>')
		if next := p.Ahead(n); next.Kind == scan.TokenOperator && next.Start == p.Ahead(n-1).End && p.Src[next.Start] == '>' {
			return precedenceNone, 0 // >>= or >>>=
		}
		if n > 1 {
			return precedenceShift, min(n, 3)
		}
		return precedenceRelation, 1
	case '+', '-':
		if t.End == t.Start+1 {
			return precedenceSum, 1
		}
	case '*':
		if next := p.Ahead(1); next.Start == t.End && next.Kind == scan.TokenOperator {
			return precedenceNone, 0 // **=
		}
		if p.Adjacent('*') == 2 {
			return precedencePower, 2
		}
		return precedenceProduct, 1
	case '/', '%':
		return precedenceProduct, 1
	}
	return precedenceNone, 0
}

func (p *parser) wordOperator(t *scan.Token) int {
	switch p.Spell(t) {
	case "in":
		if !p.noIn {
			return precedenceRelation
		}
	case "instanceof":
		return precedenceRelation
	case "as", "satisfies":
		if !t.Line {
			return precedenceRelation
		}
	}
	return precedenceNone
}

// assigns returns of how many tokens the assignment operator at the current token consists, 0 for none.
func (p *parser) assigns() int {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '=':
		return 1
	case scan.TokenOperator:
		switch p.Spell(t) {
		case "==", "===", "!=", "<=", ">=", "??":
			return 0
		}
		return 1
	case '>', '*':
		n := p.Adjacent(t.Kind)
		if next := p.Ahead(n); next.Kind == scan.TokenOperator && next.Start == p.Ahead(n-1).End {
			return n + 1
		}
	}
	return 0
}

// binary reads operands and operators that bind more tightly than those of the given precedence.
func (p *parser) binary(precedence int) *tree.Node {
	start := p.Start()
	left := p.unary()
	for links := 0; ; links++ {
		found, tokens := p.operator()
		if found <= precedence {
			return left
		}
		from := p.Start()
		if tokens == 1 && p.Kind() == scan.TokenName && p.Word()[0] != 'i' {
			p.Next()
			kind := p.typeName()
			left = p.Make(tree.Cast, start, "", left, kind)
			continue
		}
		for range tokens {
			p.Next()
		}
		text := p.Text[from:p.Behind()]
		var right *tree.Node
		if found == precedencePower {
			if p.Depth++; p.Depth > descent.MaxDepth {
				right = p.Deep()
			} else {
				right = p.binary(found - 1)
			}
			p.Depth--
		} else {
			right = p.binary(found)
		}
		op := tree.Binary
		if found <= precedenceAnd {
			op = tree.Logical
		}
		left = p.Link(links, op, start, text, left, right)
	}
}

// unary reads an operand with what stands in front of it and behind it.
func (p *parser) unary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '!', '~', '+', '-':
		p.Next()
		return p.prefixed(t, tree.Unary, p.Spell(t))
	case scan.TokenName:
		switch w := p.Spell(t); w {
		case "typeof", "void", "delete":
			p.Next()
			return p.prefixed(t, tree.Unary, w)
		case "await":
			if p.awaits() {
				p.Next()
				return p.prefixed(t, tree.Await, "")
			}
		}
	case '<':
		if p.typed {
			p.angles()
			return p.prefixed(t, tree.Cast, "")
		}
	}
	n := p.suffixes(p.primary(), t.Start, true)
	if s := &p.Tokens[p.At]; (s.Kind == '+' || s.Kind == '-') && s.End == s.Start+2 && !s.Line {
		p.Next()
		n = p.Make(tree.Unary, t.Start, p.Spell(s), n)
	}
	return n
}

// prefixed reads the operand behind a sign or word that was read.
func (p *parser) prefixed(t *scan.Token, op tree.Op, text string) *tree.Node {
	if p.Depth++; p.Depth > descent.MaxDepth {
		p.Depth--
		return p.Deep()
	}
	operand := p.unary()
	p.Depth--
	if op == tree.Cast {
		return p.Make(op, t.Start, text, operand, nil)
	}
	return p.Make(op, t.Start, text, operand)
}

// awaits reports whether the word await at the current token is an operator.
func (p *parser) awaits() bool {
	t := p.Ahead(1)
	switch t.Kind {
	case scan.TokenName:
		switch p.Spell(t) {
		case "in", "of", "instanceof", "as", "satisfies":
			return false
		}
		return p.async || !t.Line
	case scan.TokenNumber, scan.TokenString, scan.TokenRegex, '{':
		return !t.Line || p.async
	case scan.TokenText:
		return p.async && !t.Closes
	case '(', '[', '+', '-', '!', '~', '@', '<':
		return p.async
	}
	return false
}

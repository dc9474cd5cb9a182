package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
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

// adjacent returns how many tokens of a kind follow each other from the current one on, each of one
// character.
func (p *parser) adjacent(kind byte) int {
	n := 1
	for t := p.ahead(n); t.Kind == kind && t.Start == p.ahead(n-1).End && n < tail; t = p.ahead(n) {
		n++
	}
	return n
}

// operator returns the precedence of the binary operator that begins at the current token, precedenceNone
// for anything else, and of how many tokens it consists.
func (p *parser) operator() (precedence, tokens int) {
	t := &p.list[p.i]
	switch t.Kind {
	case scan.TokenName:
		return p.wordOperator(t), 1
	case scan.TokenOperator:
		switch p.spell(t) {
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
		if next := p.ahead(1); next.Kind == scan.TokenOperator && next.Start == t.End && p.src[next.Start] == '=' {
			return precedenceEquality, 2
		}
	case '|', '&':
		n := p.adjacent(t.Kind)
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
		n := p.adjacent('>')
		if next := p.ahead(n); next.Kind == scan.TokenOperator && next.Start == p.ahead(n-1).End && p.src[next.Start] == '>' {
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
		if next := p.ahead(1); next.Start == t.End && next.Kind == scan.TokenOperator {
			return precedenceNone, 0 // **=
		}
		if p.adjacent('*') == 2 {
			return precedencePower, 2
		}
		return precedenceProduct, 1
	case '/', '%':
		return precedenceProduct, 1
	}
	return precedenceNone, 0
}

func (p *parser) wordOperator(t *scan.Token) int {
	switch p.spell(t) {
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
	t := &p.list[p.i]
	switch t.Kind {
	case '=':
		return 1
	case scan.TokenOperator:
		switch p.spell(t) {
		case "==", "===", "!=", "<=", ">=", "??":
			return 0
		}
		return 1
	case '>', '*':
		n := p.adjacent(t.Kind)
		if next := p.ahead(n); next.Kind == scan.TokenOperator && next.Start == p.ahead(n-1).End {
			return n + 1
		}
	}
	return 0
}

// binary reads operands and operators that bind more tightly than those of the given precedence.
func (p *parser) binary(precedence int) *tree.Node {
	start := p.start()
	left := p.unary()
	for links := 0; ; links++ {
		found, tokens := p.operator()
		if found <= precedence {
			return left
		}
		from := p.start()
		if tokens == 1 && p.kind() == scan.TokenName && p.word()[0] != 'i' {
			p.next()
			kind := p.typeName()
			left = p.node(tree.Cast, start, "", left, kind)
			continue
		}
		for range tokens {
			p.next()
		}
		text := p.text[from:p.behind()]
		var right *tree.Node
		if found == precedencePower {
			if p.depth++; p.depth > maxDepth {
				right = p.deep()
			} else {
				right = p.binary(found - 1)
			}
			p.depth--
		} else {
			right = p.binary(found)
		}
		op := tree.Binary
		if found <= precedenceAnd {
			op = tree.Logical
		}
		left = p.link(links, op, start, text, left, right)
	}
}

// link returns the node of a chain that binds to the left. In very long chains the tree does not grow deeper.
func (p *parser) link(links int, op tree.Op, start int32, text string, left, right *tree.Node) *tree.Node {
	if links < p.longest() {
		return p.node(op, start, text, left, right)
	}
	return p.flatten(start, left, right)
}

// longest returns how many links of a chain nest. The deeper it stands, the fewer, so that the depth of the
// whole tree is bounded.
func (p *parser) longest() int { return max(8, 4*maxDepth/(8+p.depth)) }

// flatten adds more to what is known to be in an expression that would be nested too deeply.
func (p *parser) flatten(start int32, left *tree.Node, more ...*tree.Node) *tree.Node {
	if left.Op != tree.Unknown || len(left.Kids) == 0 {
		left = p.node(tree.Unknown, start, "", left)
	}
	left.Kids = append(left.Kids, more...)
	left.End = p.behind()
	return left
}

// unary reads an operand with what stands in front of it and behind it.
func (p *parser) unary() *tree.Node {
	t := &p.list[p.i]
	switch t.Kind {
	case '!', '~', '+', '-':
		p.next()
		return p.prefixed(t, tree.Unary, p.spell(t))
	case scan.TokenName:
		switch w := p.spell(t); w {
		case "typeof", "void", "delete":
			p.next()
			return p.prefixed(t, tree.Unary, w)
		case "await":
			if p.awaits() {
				p.next()
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
	if s := &p.list[p.i]; (s.Kind == '+' || s.Kind == '-') && s.End == s.Start+2 && !s.Line {
		p.next()
		n = p.node(tree.Unary, t.Start, p.spell(s), n)
	}
	return n
}

// prefixed reads the operand behind a sign or word that was read.
func (p *parser) prefixed(t *scan.Token, op tree.Op, text string) *tree.Node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.deep()
	}
	operand := p.unary()
	p.depth--
	if op == tree.Cast {
		return p.node(op, t.Start, text, operand, nil)
	}
	return p.node(op, t.Start, text, operand)
}

// awaits reports whether the word await at the current token is an operator.
func (p *parser) awaits() bool {
	t := p.ahead(1)
	switch t.Kind {
	case scan.TokenName:
		switch p.spell(t) {
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

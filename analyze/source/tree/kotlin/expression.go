package kotlin

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// operators are the binary operators by precedence, the loosest first.
var operators = [][]string{{"||"}, {"&&"}, {"===", "!==", "==", "!="}, {"<=", ">=", "<", ">"}, {}, {"?:"}, {}, {"..<", ".."}, {"+", "-"}, {"*", "/", "%"}, {}}

const (
	precedenceNamed = 5 // of in and is
	precedenceElvis = 6
	precedenceInfix = 7 // of functions that stand between their operands
	precedenceRange = 8
	precedenceCast  = 11
)

// signs are all operators, and signs that are none.
var signs = descent.NewOperators(operators, []string{"=", "+=", "-=", "*=", "/=", "%="}, []string{"->", "++", "--", "=>"})

// noInfix are words that are no functions between operands.
var noInfix = wordSet("else", "catch", "finally", "while", "by", "where", "if", "when", "for", "return", "throw", "val", "var", "fun", "class",
	"object", "interface", "is", "as", "in", "do", "try", "break", "continue", "this", "super", "null", "true", "false", "typealias")

// operator returns the operator at the current token. Its precedence is -1 for none, and 0 for one that assigns.
func (p *parser) operator() descent.Operator {
	t := &p.Tokens[p.At]
	if t.Kind == 0 || t.Kind >= 128 || t.Closes {
		return descent.NoOperator
	}
	if p.breaks() {
		if p.Sign("&&") {
			return descent.Operator{Text: "&&", Precedence: 2}
		}
		if p.Sign("||") {
			return descent.Operator{Text: "||", Precedence: 1}
		}
		if p.Sign("?:") {
			return descent.Operator{Text: "?:", Precedence: precedenceElvis}
		}
		return descent.NoOperator
	}
	if t.Kind == scan.TokenName {
		switch w := p.Spell(t); {
		case w == "in" || w == "is":
			return descent.Operator{Text: w, Precedence: precedenceNamed}
		case w == "as":
			return descent.Operator{Text: w, Precedence: precedenceCast}
		case noInfix[w]:
			return descent.NoOperator
		}
		switch next := p.Ahead(1); {
		case next.Closes || next.Kind == 0, strings.IndexByte(",;.:=?", next.Kind) >= 0 && !(next.Kind == '.' && p.Src[next.Start] == ':'):
			return descent.NoOperator
		}
		return descent.Operator{Text: "", Precedence: precedenceInfix}
	}
	if w := p.WordAt(1); t.Kind == '!' && (w == "in" || w == "is") && p.Ahead(1).Start == t.End {
		return descent.Operator{Text: "!" + w, Precedence: precedenceNamed}
	}
	return signs.At(p.Text[t.Start:])
}

// expression reads an expression.
func (p *parser) expression() *tree.Node {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Deep()
	}
	n := p.binary(0)
	p.Depth--
	return n
}

// binary reads operands and operators that bind more tightly than those of the given precedence.
func (p *parser) binary(precedence int) *tree.Node {
	start := p.Start()
	return p.binaryFrom(p.unary(), start, precedence)
}

// binaryFrom reads what stands behind the first operand.
func (p *parser) binaryFrom(left *tree.Node, start int32, precedence int) *tree.Node {
	for links := 0; ; links++ {
		s := p.operator()
		if s.Precedence <= precedence {
			return left
		}
		switch s.Precedence {
		case 1, 2:
			p.SkipSign(s.Text)
			left = p.short(start, s.Text, links, left, s.Precedence)
		case precedenceElvis:
			p.SkipSign(s.Text)
			left = p.short(start, "??", links, left, s.Precedence)
		case precedenceNamed:
			left = p.named(left, start, s)
		case precedenceCast:
			p.Next()
			if p.Kind() == '?' {
				p.Next()
			}
			kind := p.typeName()
			left = p.Make(tree.Cast, start, "", left, kind)
		case precedenceInfix:
			at := p.At
			name := p.identifier()
			from := len(p.Hoisted)
			right := p.binary(s.Precedence)
			earlier := []*tree.Node{left}
			p.Settle(from, earlier)
			if links < p.Longest() {
				left = p.calls(start, p.Node(tree.Member, int(start), int(p.Tokens[at].End), name, earlier[0]), right)
			} else {
				left = p.Flatten(start, left, right)
			}
		default:
			p.SkipSign(s.Text)
			from := len(p.Hoisted)
			right := p.binary(s.Precedence)
			earlier := []*tree.Node{left}
			p.Settle(from, earlier)
			left = p.Link(links, tree.Binary, start, plain(s.Text), earlier[0], right)
		}
	}
}

// plain returns the comparison of values for one of identities, and any other operator as it is.
func plain(text string) string {
	switch text {
	case "===":
		return "=="
	case "!==":
		return "!="
	}
	return text
}

// named reads a test of a value that begins with in or is.
func (p *parser) named(left *tree.Node, start int32, s descent.Operator) *tree.Node {
	p.SkipSign(s.Text)
	var test *tree.Node
	if strings.HasSuffix(s.Text, "is") {
		kind := p.typeName()
		test = p.Make(tree.Binary, start, "instanceof", left, kind)
	} else {
		from := len(p.Hoisted)
		in := p.binary(precedenceNamed)
		earlier := []*tree.Node{left}
		p.Settle(from, earlier)
		if n := p.between(start, earlier[0], in, s.Text == "!in"); n != nil {
			return n
		}
		test = p.Make(tree.Call, start, "", p.Node(tree.Member, int(in.Start), int(in.End), "contains", in), earlier[0])
	}
	if s.Text[0] == '!' {
		test = p.Make(tree.Unary, start, "!", test)
	}
	return test
}

// between returns the comparisons that say whether a number is in a range, nil where that is none.
func (p *parser) between(start int32, n, in *tree.Node, not bool) *tree.Node {
	upper := ""
	var low, high *tree.Node
	switch {
	case in.Op == tree.Binary && in.Text == "..":
		low, high, upper = in.Kids[0], in.Kids[1], "<="
	case in.Op == tree.Binary && in.Text == "..<":
		low, high, upper = in.Kids[0], in.Kids[1], "<"
	case in.Op == tree.Call && len(in.Kids) == 2 && in.Kids[0].Op == tree.Member && in.Kids[0].Text == "until":
		low, high, upper = in.Kids[0].Kids[0], in.Kids[1], "<"
	default:
		return nil
	}
	if !descent.IsSimple(n) {
		n = p.Hold(n)
	}
	compare := func(operator string, bound *tree.Node) *tree.Node {
		return p.Node(tree.Binary, int(start), int(bound.End), operator, p.Again(n), bound)
	}
	if not {
		other := map[string]string{"<=": ">", "<": ">="}[upper]
		return p.Make(tree.Logical, start, "||", compare("<", low), compare(other, high))
	}
	return p.Make(tree.Logical, start, "&&", compare(">=", low), compare(upper, high))
}

// unary reads an operand with what stands in front of it and behind it.
func (p *parser) unary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '!', '+', '-':
		text := p.Text[t.Start:t.End]
		if p.Next(); p.Kind() == t.Kind && p.Start() == t.End && t.Kind != '!' {
			p.Next()
			text = p.Text[t.Start:p.Behind()]
		}
		if p.Depth++; p.Depth > deepest {
			p.Depth--
			return p.Make(tree.Unary, t.Start, text, p.Deep())
		}
		n := p.unary()
		p.Depth--
		return p.Make(tree.Unary, t.Start, text, n)
	case '@':
		from := p.At
		if p.annotations(); p.At > from {
			if p.Depth++; p.Depth > deepest {
				p.Depth--
				return p.Deep()
			}
			n := p.unary()
			p.Depth--
			return n
		}
	}
	n := p.suffixes(p.primary(), t.Start)
	for !p.breaks() && (p.Kind() == '+' || p.Kind() == '-') && p.Ahead(1).Kind == p.Kind() && p.Ahead(1).Start == p.Tokens[p.At].End {
		text := p.Text[p.Start() : p.Start()+2]
		p.Next()
		p.Next()
		n = p.Make(tree.Unary, t.Start, text, n)
	}
	return n
}

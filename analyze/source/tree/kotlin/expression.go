package kotlin

import (
	"strings"

	"snag/analyze/sorting"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
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

// signs are all operators that begin with a character, the longest first, with their precedence. Those that assign
// have 0.
var signs = func() (t [128][]operatorSign) {
	for i, row := range operators {
		for _, text := range row {
			t[text[0]] = append(t[text[0]], operatorSign{text, i + 1})
		}
	}
	for _, text := range []string{"=", "+=", "-=", "*=", "/=", "%="} {
		t[text[0]] = append(t[text[0]], operatorSign{text, 0})
	}
	for _, text := range []string{"->", "++", "--", "=>"} { // none of these
		t[text[0]] = append(t[text[0]], operatorSign{text, -1})
	}
	for _, list := range t {
		sorting.Stable(list, func(a, b operatorSign) int { return len(b.text) - len(a.text) })
	}
	return t
}()

type operatorSign struct {
	text       string
	precedence int
}

// noInfix are words that are no functions between operands.
var noInfix = wordSet("else", "catch", "finally", "while", "by", "where", "if", "when", "for", "return", "throw", "val", "var", "fun", "class",
	"object", "interface", "is", "as", "in", "do", "try", "break", "continue", "this", "super", "null", "true", "false", "typealias")

// operator returns the operator at the current token. Its precedence is -1 for none, and 0 for one that assigns.
func (p *parser) operator() operatorSign {
	t := &p.Tokens[p.At]
	none := operatorSign{"", -1}
	if t.Kind == 0 || t.Kind >= 128 || t.Closes {
		return none
	}
	if p.breaks() {
		if p.sign("&&") {
			return operatorSign{"&&", 2}
		}
		if p.sign("||") {
			return operatorSign{"||", 1}
		}
		if p.sign("?:") {
			return operatorSign{"?:", precedenceElvis}
		}
		return none
	}
	if t.Kind == scan.TokenName {
		switch w := p.Spell(t); {
		case w == "in" || w == "is":
			return operatorSign{w, precedenceNamed}
		case w == "as":
			return operatorSign{w, precedenceCast}
		case noInfix[w]:
			return none
		}
		switch next := p.Ahead(1); {
		case next.Closes || next.Kind == 0, strings.IndexByte(",;.:=?", next.Kind) >= 0 && !(next.Kind == '.' && p.Src[next.Start] == ':'):
			return none
		}
		return operatorSign{"", precedenceInfix}
	}
	if w := p.WordAt(1); t.Kind == '!' && (w == "in" || w == "is") && p.Ahead(1).Start == t.End {
		return operatorSign{"!" + w, precedenceNamed}
	}
	rest := p.Text[t.Start:]
	for _, s := range signs[t.Kind] {
		if strings.HasPrefix(rest, s.text) {
			return s
		}
	}
	return none
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
		if s.precedence <= precedence {
			return left
		}
		switch s.precedence {
		case 1, 2:
			p.skipSign(s.text)
			left = p.short(start, s.text, links, left, s.precedence)
		case precedenceElvis:
			p.skipSign(s.text)
			left = p.short(start, "??", links, left, s.precedence)
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
			from := len(p.ahead)
			right := p.binary(s.precedence)
			earlier := []*tree.Node{left}
			p.settle(from, earlier)
			if links < p.Longest() {
				left = p.calls(start, p.Node(tree.Member, int(start), int(p.Tokens[at].End), name, earlier[0]), right)
			} else {
				left = p.Flatten(start, left, right)
			}
		default:
			p.skipSign(s.text)
			from := len(p.ahead)
			right := p.binary(s.precedence)
			earlier := []*tree.Node{left}
			p.settle(from, earlier)
			left = p.Link(links, tree.Binary, start, plain(s.text), earlier[0], right)
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
func (p *parser) named(left *tree.Node, start int32, s operatorSign) *tree.Node {
	p.skipSign(s.text)
	var test *tree.Node
	if strings.HasSuffix(s.text, "is") {
		kind := p.typeName()
		test = p.Make(tree.Binary, start, "instanceof", left, kind)
	} else {
		from := len(p.ahead)
		in := p.binary(precedenceNamed)
		earlier := []*tree.Node{left}
		p.settle(from, earlier)
		if n := p.between(start, earlier[0], in, s.text == "!in"); n != nil {
			return n
		}
		test = p.Make(tree.Call, start, "", p.Node(tree.Member, int(in.Start), int(in.End), "contains", in), earlier[0])
	}
	if s.text[0] == '!' {
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
	if !isSimple(n) {
		n = p.hold(n)
	}
	compare := func(operator string, bound *tree.Node) *tree.Node {
		return p.Node(tree.Binary, int(start), int(bound.End), operator, p.again(n), bound)
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

package rust

import (
	"strings"

	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// operators are the binary operators by precedence, the loosest first.
var operators = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

const (
	precedenceAnd  = 2
	precedenceCast = 10
)

// signs are all operators, and signs that are none.
var signs = descent.NewOperators(operators, []string{"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="}, []string{"->", "=>"})

// operator returns the operator at the current token. Its precedence is -1 for none, and 0 for one that assigns.
func (p *parser) operator() descent.Operator {
	t := &p.Tokens[p.At]
	if t.Kind == 0 || t.Kind >= 128 || t.Closes {
		return descent.NoOperator
	}
	if t.Kind == scan.TokenName {
		if p.Is("as") {
			return descent.Operator{Text: "as", Precedence: precedenceCast}
		}
		return descent.NoOperator
	}
	return signs.At(p.Text[t.Start:])
}

// expression reads an expression.
func (p *parser) expression() *tree.Node {
	start := p.Start()
	if !p.deeper() {
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	p.attributes()
	var n *tree.Node
	if p.isRange() { // up to
		n = p.ranged(start, nil)
	} else {
		n = p.binary(0)
	}
	if p.isRange() {
		n = p.ranged(start, n)
	}
	s := p.operator()
	if s.Precedence != 0 {
		return n
	}
	p.SkipSign(s.Text)
	from := len(p.Hoisted)
	value := p.expression()
	if n.Op == tree.Call && len(n.Kids) == 1 && n.Kids[0].Op == tree.Member { // *x.lock() = value, which sets x
		if of := n.Kids[0].Kid(0); of != nil && of.Op == tree.Cast && of.Text == "*" {
			n = of.Kids[0]
		}
	}
	target := []*tree.Node{n}
	if n.Op == tree.Index {
		target = n.Kids
	}
	p.Settle(from, target)
	if n.Op == tree.Name && n.Text == "_" {
		return value
	}
	return p.Make(tree.Assign, start, s.Text, n, value)
}

// ranged reads a range from its dots on, whose beginning was read, or is nil.
func (p *parser) ranged(start int32, low *tree.Node) *tree.Node {
	text := ".."
	if p.Sign("..=") {
		text = "..="
	}
	p.SkipSign(text)
	var high *tree.Node
	if k := p.Kind(); !p.Ends() && k != ',' && k != ';' && k != '{' && !p.Sign("=>") {
		high = p.binary(0)
	}
	return p.Make(tree.Binary, start, text, low, high)
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
		p.SkipSign(s.Text)
		switch s.Precedence {
		case 1, 2:
			if s.Precedence == 2 && p.Is("let") { // of the condition around
				return left
			}
			hoisted, right := p.Apart(func() *tree.Node { return p.binary(s.Precedence) })
			left = p.Short(start, s.Text, links, left, hoisted, right)
		case precedenceCast:
			p.typeName()
		default:
			from := len(p.Hoisted)
			right := p.binary(s.Precedence)
			earlier := []*tree.Node{left}
			p.Settle(from, earlier)
			left = p.Link(links, tree.Binary, start, s.Text, earlier[0], right)
		}
	}
}

// unary reads an operand with what stands in front of it and behind it.
func (p *parser) unary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '!', '-', '*', '&':
		if !p.deeper() {
			return p.Deep()
		}
		defer func() { p.Depth-- }()
		p.Next()
		if t.Kind == '&' {
			if p.Kind() == '\'' && p.Ahead(1).Kind == scan.TokenName {
				p.Next()
				p.Next()
			}
			if p.SkipWord("mut") {
				return p.changed(t.Start, p.unary())
			}
			return p.unary()
		}
		n := p.unary()
		if t.Kind == '*' {
			return n
		}
		return p.Make(tree.Unary, t.Start, string(t.Kind), n)
	}
	return p.suffixes(p.primary(), t.Start)
}

// changed returns a variable, or a part of one, that whoever gets it may set; any other value as it is.
func (p *parser) changed(start int32, n *tree.Node) *tree.Node {
	switch n.Op {
	case tree.Name, tree.Member, tree.Index:
		return p.Make(tree.Cast, start, "*", n)
	}
	return n
}

// primary reads an operand without what stands behind it.
func (p *parser) primary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case scan.TokenName:
		return p.word(t, p.Spell(t))
	case scan.TokenNumber:
		p.Next()
		return p.Make(tree.Number, t.Start, strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(p.Spell(t), "usize"), "u64"), "_"))
	case scan.TokenString:
		p.Next()
		return p.Make(tree.String, t.Start, braces.Text(p.Src, int(t.Start), int(t.End), braces.Rust))
	case '(':
		m := p.Mark()
		from := len(p.Hoisted)
		comma := false
		p.enter(func() {
			for !p.Ends() {
				at := p.At
				n := p.expression()
				p.Settle(from, p.Pushed(m))
				p.Push(n)
				comma = comma || p.Kind() == ','
				p.Separate(at)
			}
		})
		switch all := p.Pushed(m); {
		case len(all) == 0:
			return p.Make(tree.Constant, t.Start, "true") // whatever it is, it is not null
		case len(all) == 1 && !comma:
			n := all[0]
			p.Drop(m)
			return n
		}
		return p.Closed(tree.Array, t.Start, "", m)
	case '[':
		return p.list(t.Start)
	case '|':
		return p.closure(t.Start)
	case '{':
		if s := p.blockLike(); s != nil {
			return p.ValueOf(s)
		}
	case '\'':
		return p.broken()
	case '<': // <T as Trait>::f
		p.angles(nil)
		if p.Sign("::") {
			p.Next()
			p.segments()
		}
		return p.Make(tree.Unknown, t.Start, "")
	}
	return p.unknown()
}

// list reads a list in brackets: its elements, or one and how often it is there.
func (p *parser) list(start int32) *tree.Node {
	m := p.Mark()
	p.enter(func() {
		for !p.Ends() {
			from, at := len(p.Hoisted), p.At
			n := p.expression()
			p.Settle(from, p.Pushed(m))
			p.Push(n)
			if p.Skip(';') {
				p.Alone(p.expression)
				p.rest()
			}
			p.Separate(at)
		}
	})
	return p.Closed(tree.Array, start, "", m)
}

// word reads an operand that begins with a word.
func (p *parser) word(t *scan.Token, w string) *tree.Node {
	switch w {
	case "true", "false":
		p.Next()
		return p.Make(tree.Constant, t.Start, w)
	case "None":
		if !p.declared["None"] {
			p.Next()
			return p.Make(tree.Constant, t.Start, "null")
		}
	case "loop":
		if p.Ahead(1).Kind == '{' {
			return p.broken()
		}
	case "if", "match", "while", "for", "unsafe", "async", "const":
		if s := p.blockLike(); s != nil {
			return p.ValueOf(s)
		}
		if w == "async" {
			p.Next()
			return p.primary()
		}
	case "move", "static":
		if p.Ahead(1).Kind == '|' {
			p.Next()
			return p.closure(t.Start)
		}
	case "return", "break", "continue":
		p.Hoisted = append(p.Hoisted, p.jump(w))
		return p.Make(tree.Constant, t.Start, "")
	case "let":
		return p.unknown()
	}
	names := p.segments()
	if len(names) == 0 {
		return p.unknown()
	}
	last := names[len(names)-1]
	switch {
	case p.Kind() == '!' && !p.Sign("!=") && (p.Ahead(1).Kind == '(' || p.Ahead(1).Kind == '[' || p.Ahead(1).Kind == '{'):
		return p.macro(t.Start, last)
	case p.Kind() == '{' && !p.noStruct && isUpper(last):
		return p.made(t.Start, p.path(t.Start, names))
	case p.Kind() == '(':
		return p.call(t.Start, names)
	}
	return p.path(t.Start, names)
}

// broken reads a loop, or a block with a label, whose value is that of a break in it.
func (p *parser) broken() *tree.Node {
	start := p.Start()
	outer := p.result
	v := p.Value(start, start)
	p.result = v
	s := p.blockLike()
	if p.result = outer; s == nil {
		return p.unknown()
	}
	p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), nil), p.Ending(s, v))
	return p.Again(v)
}

// jump reads a return, break or continue.
func (p *parser) jump(w string) *tree.Node {
	start := p.Start()
	p.Next()
	label := ""
	if p.Kind() == '\'' && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
		label = p.identifier()
	}
	var value *tree.Node
	if k := p.Kind(); !p.Ends() && k != ',' && k != ';' && !p.Sign("=>") && k != '}' {
		value = p.expression()
	}
	switch {
	case w == "continue":
		return p.Make(tree.Continue, start, label)
	case w == "break":
		switch {
		case value == nil:
		case p.result != nil:
			p.Hoisted = append(p.Hoisted, p.Assigns(p.result, value))
		default: // of what the function ends with
			p.Hoisted = append(p.Hoisted, p.Make(tree.If, start, "", p.Make(tree.Unknown, start, ""), p.Make(tree.Block, start, "", p.Make(tree.Return, start, "", value))))
		}
		return p.Make(tree.Break, start, label)
	case value == nil:
		return p.Make(tree.Return, start, "")
	}
	return p.Make(tree.Return, start, "", value)
}

// closure reads a closure from its parameters on.
func (p *parser) closure(start int32) *tree.Node {
	n := p.Node(tree.Function, int(start), int(start), "")
	f := &tree.Func{Kind: tree.Arrow, Start: start}
	n.Func = f
	p.Next() // each bar is a token
	for !p.Ends() && p.Kind() != '|' {
		from := p.At
		a := tree.Param{Target: p.target()}
		if p.Skip(':') {
			a.Reference = p.isChangeable()
			a.Type = p.typeName()
		}
		if a.Target == nil {
			a.Target = p.Make(tree.Name, p.Start(), "_")
		}
		f.Params = append(f.Params, a)
		if !p.Skip(',') && p.At == from {
			p.Lose()
		}
	}
	p.Next()
	if p.SkipSign("->") {
		f.Result = p.typeName()
	}
	at := p.Start()
	p.within++
	result := p.result
	p.result = nil
	if p.Kind() == '{' {
		hoisted := p.Hoisted
		p.Hoisted = nil
		f.Body = p.Ending(p.braces(), nil)
		p.Hoisted = hoisted
	} else {
		hoisted, value := p.Apart(p.expression)
		f.Body = p.BlockOf(at, append(hoisted, p.Node(tree.Return, int(value.Start), int(value.End), "", value))...)
	}
	p.within--
	p.result = result
	f.End = max(start, p.Behind())
	n.End = f.End
	return n
}

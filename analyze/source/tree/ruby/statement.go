package ruby

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// statements reads statements up to a word that ends them or goes on with what they stand in.
func (p *parser) statements() *tree.Node {
	from, start := len(p.Stack), p.Start()
	for p.I < len(p.Tokens) {
		switch k := p.Kind(); {
		case k == scan.TokenLine || k == ';':
			p.I++
			continue
		case p.Tokens[p.I].Closes:
			if p.Depth > 0 {
				return p.Block(from, start)
			}
			p.SkipTo(p.I + 1)
			continue
		case k == scan.TokenName && isEnd(p.At(p.I)):
			if p.Depth > 0 {
				return p.Block(from, start)
			}
			p.SkipTo(p.I + 1)
			continue
		case k == ',' && p.grouped && len(p.Stack) == from+1:
			return p.Block(from, start)
		}
		before := p.I
		p.statement()
		if !p.ended() && !isEnd(p.Word()) && p.Kind() != ',' {
			p.SkipTo(max(p.lineEnd(), p.I))
		}
		if p.I == before {
			p.SkipTo(p.I + 1)
		}
	}
	return p.Block(from, start)
}

func isEnd(word string) bool {
	switch word {
	case "end", "else", "elsif", "when", "in", "rescue", "ensure", "then", "do":
		return true
	}
	return false
}

// body reads statements one level deeper.
func (p *parser) body() *tree.Node {
	noDo, grouped := p.noDo, p.grouped
	p.noDo, p.grouped = false, false
	defer func() { p.noDo, p.grouped = noDo, grouped }()
	start := p.Start()
	if p.Depth >= cursor.MaxDepth {
		for p.I < len(p.Tokens) && !p.Is("end") && !p.Tokens[p.I].Closes {
			p.SkipTo(p.I + 1)
		}
		return p.Node(tree.Block, start, start, "")
	}
	p.Depth++
	b := p.statements()
	p.Depth--
	return b
}

// statement reads a statement with its modifiers onto the stack.
func (p *parser) statement() {
	start := p.Start()
	n := p.clause()
	for mods := 0; mods < cursor.MaxChain; mods++ {
		word := p.Word()
		switch word {
		case "if", "unless", "while", "until", "rescue":
		default:
			p.push(n)
			return
		}
		p.I++
		test := p.test()
		if word == "rescue" && n.Op == tree.Assign { // it replaces the value
			value := n.Kids[1]
			n.Kids[1] = p.Node(tree.Logical, int(value.Start), p.Behind(), "||", value, test)
			n.End = int32(p.Behind())
			continue
		}
		body := p.Node(tree.Block, start, int(n.End), "", p.effect(n))
		switch word {
		case "if":
			n = p.Node(tree.If, start, p.Behind(), "", test, body, nil)
		case "unless":
			n = p.Node(tree.If, start, p.Behind(), "", p.not(test), body, nil)
		case "rescue":
			catch := p.Node(tree.Block, int(test.Start), p.Behind(), "", p.effect(test))
			n = p.Node(tree.Try, start, p.Behind(), "", body, nil, p.Node(tree.Catch, int(test.Start), p.Behind(), "", nil, catch))
		default:
			text := ""
			if n.Op == tree.Try || n.Op == tree.Block {
				text = "do"
			}
			if word == "until" {
				test = p.not(test)
			}
			n = p.Node(tree.Loop, start, p.Behind(), text, test, body, nil)
		}
	}
	p.push(n)
}

// push pushes a statement.
func (p *parser) push(n *tree.Node) {
	if n.Op == tree.Unknown && n.End == n.Start {
		return
	}
	if made := p.structured(n); made != nil {
		n = made
	}
	p.Push(p.effect(n))
}

// not negates a test.
func (p *parser) not(n *tree.Node) *tree.Node {
	return p.Node(tree.Unary, int(n.Start), int(n.End), "!", n)
}

// thrown returns a call of raise as what it throws, or nil for anything else.
func (p *parser) thrown(n *tree.Node) *tree.Node {
	if n.Op == tree.Throw {
		return n
	}
	if n.Op != tree.Call || n.Kids[0].Op != tree.Name || n.Kids[0].Text != "raise" && n.Kids[0].Text != "fail" {
		return nil
	}
	return p.Node(tree.Throw, int(n.Start), int(n.End), "", n.Kids[1:]...)
}

// effect makes an expression a statement. What leaves when a test fails is an If.
func (p *parser) effect(n *tree.Node) *tree.Node {
	if isStatement(n) {
		return n
	}
	if t := p.thrown(n); t != nil {
		return t
	}
	if n.Op == tree.Logical && n.Text != "??" {
		leave := n.Kids[1]
		if t := p.thrown(leave); t != nil {
			leave = t
		} else if leave.Op == tree.Unknown && len(leave.Kids) == 1 && isStatement(leave.Kids[0]) {
			leave = leave.Kids[0]
		} else {
			return p.Statement(n)
		}
		test := n.Kids[0]
		if n.Text == "||" {
			test = p.not(test)
		}
		return p.Node(tree.If, int(n.Start), int(n.End), "", test, leave, nil)
	}
	return p.Statement(n)
}

// clause reads a statement without its modifiers: expressions joined by and, or and not.
func (p *parser) clause() *tree.Node {
	start := p.Start()
	left := p.negated()
	for n := 0; n < cursor.MaxChain && (p.Is("and") || p.Is("or")); n++ {
		text := "&&"
		if p.Is("or") {
			text = "||"
		}
		p.I++
		p.lines()
		right := p.negated()
		left = p.Node(tree.Logical, start, p.Behind(), text, p.value(left), p.leaving(right))
	}
	if p.text("=>") || p.Is("in") && !isStatement(left) && !p.noDo && p.KindAt(p.I-1) != scan.TokenLine {
		return p.rightward(start, left)
	}
	return left
}

// test reads one as a value.
func (p *parser) test() *tree.Node { return p.value(p.clause()) }

// leaving keeps a statement that leaves where an expression stands.
func (p *parser) leaving(n *tree.Node) *tree.Node {
	switch n.Op {
	case tree.Return, tree.Break, tree.Continue, tree.Throw:
		return p.Node(tree.Unknown, int(n.Start), int(n.End), "", n)
	}
	return p.value(n)
}

// negated reads an expression that a not may stand in front of.
func (p *parser) negated() *tree.Node {
	start := p.Start()
	if p.Is("not") && p.KindAt(p.I+1) != '(' {
		p.I++
		n := p.Nested(p.negated)
		return p.Node(tree.Unary, start, p.Behind(), "!", p.value(n))
	}
	return p.assignment()
}

// rightward reads a pattern behind an expression.
func (p *parser) rightward(start int, subject *tree.Node) *tree.Node {
	p.I++
	from := len(p.Stack)
	p.Push(p.value(subject))
	p.pattern(p.Stack[from], p.lineEnd())
	list := p.Taken(from)
	return p.Node(tree.Sequence, start, p.Behind(), "", list...)
}

// pattern pushes assignments of a subject, or of something in it, to the names that the pattern up to a token or a word behind
// it binds.
func (p *parser) pattern(subject *tree.Node, end int) {
	open, first := 0, p.I
	for p.I < end && !p.Is("then") && !p.Is("if") && !p.Is("unless") && !p.Is("and") && p.Kind() != ';' {
		i := p.I
		p.I++
		if p.Tokens[i].Opens {
			open++
		} else if p.Tokens[i].Closes {
			open--
		}
		if p.KindAt(i) != scan.TokenName || p.textAt(i-1, "^") || p.KindAt(i-1) == '.' || p.KindAt(i+1) == '.' || p.KindAt(i+1) == '(' {
			continue
		}
		name := p.At(i)
		label := p.textAt(i+1, ":") && (p.KindAt(i+2) == ',' || p.KindAt(i+2) == '}' || p.KindAt(i+2) == ')' || p.KindAt(i+2) == scan.TokenLine || p.IsAt(i+2, "then"))
		if p.textAt(i+1, ":") && !label || name == "nil" || name == "true" || name == "false" || name == "self" || name == "_" || name[0] >= 'A' && name[0] <= 'Z' {
			continue
		}
		p.scope.names[name] = true
		at, stop := int(p.Tokens[i].Start), p.End(i)
		value := subject
		if whole := open == 0 && (p.textAt(i-1, "=>") || i == first && p.KindAt(i+1) != ',' && !label); !whole {
			for range 2 { // as deep as patterns mostly are
				unknown := p.Node(tree.Unknown, at, stop, "")
				value = p.Node(tree.Conditional, at, stop, "", unknown, value, p.Node(tree.Index, at, stop, "", value, unknown))
			}
		}
		p.Push(p.Node(tree.Assign, at, stop, "=", p.Node(tree.Name, at, stop, name), value))
	}
}

// value makes a statement an expression.
func (p *parser) value(n *tree.Node) *tree.Node {
	if !isStatement(n) {
		return n
	}
	start, end := int(n.Start), int(n.End)
	switch n.Op {
	case tree.Define:
		f := p.Node(tree.Function, start, end, "")
		f.Func = n.Func
		return f
	case tree.DefineClass:
		c := p.Node(tree.ClassValue, start, end, "")
		c.Class = n.Class
		return c
	case tree.Return, tree.Break, tree.Continue, tree.Throw:
		return p.Node(tree.Unknown, start, end, "", n)
	case tree.If:
		if c := p.conditional(n); c != nil {
			return c
		}
	case tree.Block:
		if len(n.Kids) == 1 && n.Kids[0].Op == tree.Expression {
			return n.Kids[0].Kids[0]
		}
	case tree.Expression:
		return n.Kids[0]
	}
	f := p.Node(tree.Function, start, end, "")
	body := p.Node(tree.Block, start, end, "", n)
	p.tail(body)
	f.Func = &tree.Func{Kind: tree.Arrow, Start: n.Start, End: n.End, Body: body}
	return p.Node(tree.Call, start, end, "", f)
}

// conditional returns an If whose branches are one expression each as a Conditional, or nil.
func (p *parser) conditional(n *tree.Node) *tree.Node {
	var values [2]*tree.Node
	for i := range values {
		b := n.Kids[1+i]
		switch {
		case b == nil || b.Op == tree.Block && len(b.Kids) == 0:
			values[i] = p.Node(tree.Constant, int(n.End), int(n.End), "null")
		case b.Op == tree.If:
			if values[i] = p.conditional(b); values[i] == nil {
				return nil
			}
		case b.Op == tree.Block && len(b.Kids) == 1 && b.Kids[0].Op == tree.Expression:
			values[i] = b.Kids[0].Kids[0]
		default:
			return nil
		}
	}
	return p.Node(tree.Conditional, int(n.Start), int(n.End), "", n.Kids[0], values[0], values[1])
}

// tail makes the last values of a block what is returned.
func (p *parser) tail(n *tree.Node) {
	for n != nil {
		switch n.Op {
		case tree.Block:
			last := len(n.Kids) - 1
			if last < 0 {
				return
			}
			if k := n.Kids[last]; k.Op == tree.Expression {
				k.Op = tree.Return
				return
			}
			n = n.Kids[last]
		case tree.If:
			p.tail(n.Kids[1])
			n = n.Kids[2]
		case tree.Switch:
			for _, c := range n.Kids[1:] {
				p.tail(c.Kids[0])
			}
			return
		case tree.Try:
			p.tail(n.Kids[0])
			for _, c := range n.Kids[2:] {
				p.tail(c.Kids[1])
			}
			return
		default:
			return
		}
	}
}

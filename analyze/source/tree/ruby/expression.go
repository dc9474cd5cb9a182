package ruby

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// How tight the operators bind.
const (
	bindChoice = iota + 1
	bindRange
	bindEither
	bindBoth
	bindEqual
	bindLess
	bindBar
	bindAmpersand
	bindShift
	bindSum
	bindProduct
)

// expression reads an expression without commas.
func (p *parser) expression() *tree.Node { return p.value(p.expressionOrStatement()) }

// expressionOrStatement reads an expression, or a construct with nothing behind it as a statement.
func (p *parser) expressionOrStatement() *tree.Node {
	if !p.Deeper() {
		return p.Unknown()
	}
	n := p.binary(bindChoice)
	p.Depth--
	return n
}

// operator returns the operator at the next token as the tree names it, and how tight it binds, 0 where there
// is none.
func (p *parser) operator() (text string, binds int) {
	switch k := p.Kind(); k {
	case '?':
		return "?", bindChoice
	case '|', '^':
		return string(k), bindBar
	case '&':
		return "&", bindAmpersand
	case '<':
		return "<", bindLess
	case '>':
		if p.text(">>") {
			return ">>", bindShift
		}
		return ">", bindLess
	case '+', '-':
		return string(k), bindSum
	case '*':
		if p.text("**") {
			return "", 0 // a power, which is read with its operand
		}
		return "*", bindProduct
	case '/', '%':
		return string(k), bindProduct
	case scan.TokenOperator:
		switch text = p.At(p.I); text {
		case "||":
			return text, bindEither
		case "&&":
			return text, bindBoth
		case "==", "!=", "===", "=~", "!~", "<=>":
			return text, bindEqual
		case "<=", ">=":
			return text, bindLess
		case "<<":
			return text, bindShift
		case "..", "...":
			return text, bindRange
		}
	}
	return "", 0
}

// binary reads an expression whose operators bind as tight as the given one or tighter.
func (p *parser) binary(tight int) *tree.Node {
	start := p.Start()
	left := p.unary()
	var flat *tree.Node // of a chain too long for a tree
	for n := 0; ; n++ {
		text, binds := p.operator()
		if binds == 0 || binds < tight {
			return left
		}
		p.I++
		if binds == bindRange && (p.ended() || p.Is("then")) {
			return p.Node(tree.Binary, start, p.Behind(), text, p.value(left), p.Unknown())
		}
		p.lines()
		var right *tree.Node
		switch {
		case binds == bindChoice && n < cursor.MaxChain:
			left = p.choice(start, p.value(left))
			continue
		case binds == bindChoice:
			right = p.choice(start, p.Unknown())
		case binds == bindBoth || binds == bindEither:
			right = p.leaving(p.binary(binds + 1))
		default:
			right = p.value(p.binary(binds + 1))
		}
		end := p.Behind()
		switch {
		case flat != nil:
			flat.Kids = append(flat.Kids, right)
			flat.End = int32(end)
		case n >= cursor.MaxChain:
			flat = p.Node(tree.Unknown, start, end, "", p.value(left), right)
			left = flat
		case binds == bindEither || binds == bindBoth:
			left = p.Node(tree.Logical, start, end, text, p.value(left), right)
		default:
			of := left
			left = p.Node(tree.Binary, start, end, text, p.value(left), right)
			p.matches(left)
			if text == "=~" && of.Op == tree.Regex {
				left = p.captures(of, left)
			}
		}
	}
}

// captures lets the variables that the groups of a regex are named after have what it matched.
func (p *parser) captures(regex, match *tree.Node) *tree.Node {
	from, text := len(p.Stack), p.Text[regex.Start:regex.End]
	for {
		_, rest, found := strings.Cut(text, "(?<")
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, ">")
		if text = rest; closed && name != "" && name[0] != '=' && name[0] != '!' && name[0] != '#' {
			text = after
			p.scope.names[name] = true
			p.Push(p.Node(tree.Name, int(regex.Start), int(regex.Start), name))
		}
	}
	if len(p.Stack) == from {
		return match
	}
	names := p.Node(tree.Array, int(regex.Start), int(regex.Start), "", p.Taken(from)...)
	return p.Node(tree.Assign, int(match.Start), int(match.End), "=", names, match)
}

// choice reads what follows the question mark behind a test.
func (p *parser) choice(start int, test *tree.Node) *tree.Node {
	choosing := p.choosing
	p.choosing = true
	value := p.expression()
	p.choosing = choosing
	p.lines()
	other := p.Unknown()
	switch {
	case p.takeText(":"):
		p.lines()
		other = p.expression()
	case p.Kind() == scan.TokenString && strings.HasPrefix(p.At(p.I), ":") && !strings.HasPrefix(p.At(p.I), `:"`): // " :name"
		p.Tokens[p.I].Start++
		p.Tokens[p.I].Kind = scan.TokenName
		other = p.expression()
	}
	return p.Node(tree.Conditional, start, p.Behind(), "", test, value, other)
}

// unary reads an operand with the signs in front of it.
func (p *parser) unary() *tree.Node {
	start := p.Start()
	switch k := p.Kind(); {
	case k == '!':
		p.I++
		operand := p.value(p.Nested(p.unary))
		return p.Node(tree.Unary, start, p.Behind(), "!", operand)
	case k == '-' || k == '+' || k == '~' || k == '&':
		text := p.At(p.I)
		p.I++
		operand := p.value(p.Nested(p.unary))
		return p.Node(tree.Unary, start, p.Behind(), text, operand)
	case p.text("..") || p.text("..."):
		text := p.At(p.I)
		p.I++
		right := p.value(p.Nested(func() *tree.Node { return p.binary(bindRange + 1) }))
		return p.Node(tree.Binary, start, p.Behind(), text, p.Unknown(), right)
	case p.Is("defined?"):
		p.I++
		operand := p.value(p.Nested(p.unary))
		return p.Node(tree.Unary, start, p.Behind(), "defined?", operand)
	case p.Is("not"):
		p.I++
		operand := p.value(p.Nested(p.unary))
		return p.Node(tree.Unary, start, p.Behind(), "!", operand)
	}
	n := p.assigned(start, p.primary())
	if p.text("**") {
		p.I++
		p.lines()
		exponent := p.value(p.Nested(p.unary))
		n = p.Node(tree.Binary, start, p.Behind(), "**", p.value(n), exponent)
	}
	return n
}

// assigned reads what is assigned to a target that was read.
func (p *parser) assigned(start int, n *tree.Node) *tree.Node {
	text := "="
	switch p.Kind() {
	case '=':
	case scan.TokenOperator:
		switch text = p.At(p.I); text {
		case "==", "===", "!=", "<=", ">=", "<=>":
			return n
		}
		if !strings.HasSuffix(text, "=") {
			return n
		}
	default:
		return n
	}
	if isStatement(n) {
		return n
	}
	p.I++
	p.lines()
	p.unnoted(n)
	target := p.targetOf(n)
	value := p.Nested(func() *tree.Node {
		if p.lists == 0 {
			return p.values()
		}
		return p.expression()
	})
	return p.Node(tree.Assign, start, p.Behind(), text, target, value)
}

// primary reads an operand with the members, calls and indexes behind it.
func (p *parser) primary() *tree.Node {
	start := p.Start()
	return p.Chain(start, p.atom(), p.postfix)
}

// isDot reports whether a dot in front of a method stands at token i.
func (p *parser) isDot(i int) bool { return p.KindAt(i) == '.' }

// postfix reads what stands behind an operand, if anything does.
func (p *parser) postfix(start int, n *tree.Node) *tree.Node {
	if p.Kind() == scan.TokenLine { // a chain of calls may go on in the next line
		i := p.I
		for p.KindAt(i) == scan.TokenLine {
			i++
		}
		if !p.isDot(i) {
			return n
		}
		p.I = i
	}
	switch k := p.Kind(); {
	case p.isDot(p.I):
		maybe := p.At(p.I) == "&."
		p.I++
		p.lines()
		called := p.called(start, p.value(n))
		called.Maybe = maybe
		return called
	case p.text("::") && !p.spaced(p.I):
		p.I++
		return p.scoped(start, p.value(n))
	case k == '[' && !p.spaced(p.I):
		return p.Nested(func() *tree.Node { return p.index(start, p.value(n)) })
	case k == '{' && takesBlock(n), p.Is("do") && !p.noDo && takesBlock(n):
		return p.withBlock(start, n)
	}
	return n
}

// takesBlock reports whether a block belongs to what was read.
func takesBlock(n *tree.Node) bool {
	if n.Op != tree.Call {
		return false
	}
	last := n.Kids[len(n.Kids)-1]
	return len(n.Kids) == 1 || last.Op != tree.Function || last.Func.Kind != tree.Arrow || last.Func.Name != ""
}

// withBlock reads the block of a call.
func (p *parser) withBlock(start int, n *tree.Node) *tree.Node {
	read, match := p.scope.matches.read, p.unnoted(n)
	block := p.Nested(p.block)
	if block.Func != nil {
		p.setFirst(block.Func.Body, match, read)
	}
	list := append(append(p.Stack[len(p.Stack):], n.Kids...), block)
	called := p.Node(tree.Call, start, p.Behind(), "", list...)
	called.Maybe = n.Maybe
	p.matches(called)
	return called
}

// scoped reads a constant or method behind a double colon.
func (p *parser) scoped(start int, n *tree.Node) *tree.Node {
	if p.Kind() == scan.TokenName && p.At(p.I)[0] <= 'Z' && (p.KindAt(p.I+1) != '(' || p.spaced(p.I+1)) {
		name := p.At(p.I)
		p.I++
		if p.spaced(p.I) && p.isValue() && p.isArgument() {
			return p.arguments(start, p.Node(tree.Member, start, p.Behind(), name, n), false)
		}
		if n.Op == tree.Name && len(n.Text) < 1<<10 {
			return p.Node(tree.Name, start, p.Behind(), n.Text+"::"+name)
		}
		return p.Node(tree.Member, start, p.Behind(), name, n)
	}
	return p.called(start, n)
}

// called reads a method behind a dot.
func (p *parser) called(start int, n *tree.Node) *tree.Node {
	name := "call"
	if p.Kind() != '(' {
		if p.ended() {
			return n
		}
		name = p.At(p.I)
		p.I++
	}
	member := p.Node(tree.Member, start, p.Behind(), name, n)
	if p.Kind() == '=' || p.Kind() == scan.TokenOperator && strings.HasSuffix(p.At(p.I), "=") && !isComparison(p.At(p.I)) {
		return p.Node(tree.Call, start, p.Behind(), "", member)
	}
	return p.arguments(start, member, false)
}

func isComparison(text string) bool {
	switch text {
	case "==", "===", "!=", "<=", ">=":
		return true
	}
	return false
}

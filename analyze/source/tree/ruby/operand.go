package ruby

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// atom reads an operand. Where none stands it reads nothing.
func (p *parser) atom() *tree.Node {
	start := p.Start()
	switch p.Kind() {
	case scan.TokenName:
		if n := p.Nested(p.construct); n != nil {
			return n
		}
		return p.named(start)
	case scan.TokenVariable:
		p.I++
		name := p.At(p.I - 1)
		if name[0] == '@' {
			return p.Node(tree.Member, start, p.Behind(), name, p.Node(tree.This, start, start, ""))
		}
		return p.special(start, p.Behind(), name)
	case scan.TokenNumber:
		p.I++
		return p.Node(tree.Number, start, p.Behind(), p.At(p.I-1))
	case scan.TokenRegex:
		return p.regex()
	case scan.TokenString:
		return p.strings()
	case scan.TokenText:
		switch {
		case p.Tokens[p.I].Closes:
		case p.isRegex():
			return p.regex()
		default:
			return p.strings()
		}
	case '(':
		return p.Nested(p.group)
	case '[':
		return p.Nested(p.array)
	case '{':
		return p.Nested(p.hash)
	case scan.TokenArrow:
		return p.Nested(p.lambda)
	case scan.TokenOperator:
		if p.text("::") {
			p.I++
			if p.Kind() == scan.TokenName {
				p.I++
				return p.Node(tree.Name, start, p.Behind(), p.At(p.I-1))
			}
		}
	case '*':
		return p.element()
	case ':': // a symbol behind what may be a variable elsewhere
		if p.KindAt(p.I+1) == scan.TokenName && !p.spaced(p.I+1) {
			p.I += 2
			return p.Node(tree.String, start, p.Behind(), p.At(p.I-1))
		}
	}
	return p.Unknown()
}

// construct reads a construct, or returns nil.
func (p *parser) construct() *tree.Node {
	lists := p.lists
	p.lists = 0
	n := p.compound()
	p.lists = lists
	return n
}

// named reads an operand that begins with a name.
func (p *parser) named(start int) *tree.Node {
	word := p.At(p.I)
	switch word {
	case "nil", "true", "false":
		p.I++
		if word == "nil" {
			word = "null"
		}
		return p.Node(tree.Constant, start, p.Behind(), word)
	case "self":
		p.I++
		return p.Node(tree.This, start, p.Behind(), "")
	case "super":
		p.I++
		return p.arguments(start, p.Node(tree.Super, start, p.Behind(), ""), false)
	case "yield":
		p.I++
		p.yields = true
		return p.arguments(start, p.Node(tree.Name, start, p.Behind(), "yield"), false)
	case "end", "else", "elsif", "when", "in", "rescue", "ensure", "then", "do", "and", "or":
		return p.Unknown()
	case "__FILE__", "__LINE__", "__dir__", "__method__", "__ENCODING__":
		p.I++
		return p.Node(tree.Constant, start, p.Behind(), "")
	}
	p.I++
	name := p.Node(tree.Name, start, p.Behind(), word)
	switch {
	case isConstant(word):
		if p.Kind() == '(' && !p.spaced(p.I) || p.spaced(p.I) && p.isValue() && p.isArgument() {
			return p.arguments(start, name, false)
		}
		if p.Kind() == '{' || p.Is("do") && !p.noDo { // a method that is named as a constant is, as Async and Integer
			return p.Node(tree.Call, start, p.Behind(), "", name)
		}
		return name
	case p.scope.declared(word) && p.Kind() != '{' && (p.Kind() != '(' || p.spaced(p.I)) && !(p.spaced(p.I) && p.isValue() && p.isArgument()):
		return name
	case (word == "it" || word == "_1") && p.scope.block && (p.ended() || !p.isArgument()) && p.Kind() != '(' && p.Kind() != '{' && !p.Is("do"):
		if p.scope.implicit == nil {
			p.scope.implicit = name
		}
		return name
	case p.Kind() == '=' || p.Kind() == scan.TokenOperator && !isComparison(p.At(p.I)) && len(p.At(p.I)) > 1 && p.At(p.I)[len(p.At(p.I))-1] == '=':
		return p.Node(tree.Call, start, p.Behind(), "", name)
	}
	return p.arguments(start, name, false)
}

// isValue reports whether a value comes next that cannot go on with an expression.
func (p *parser) isValue() bool {
	switch p.Kind() {
	case scan.TokenName, scan.TokenString, scan.TokenText, scan.TokenNumber, scan.TokenVariable:
		return true
	case ':':
		return p.KindAt(p.I+1) == scan.TokenName && p.spaced(p.I) && !p.spaced(p.I+1) && p.lists == 0 && !p.choosing
	}
	return false
}

// group reads statements in round brackets.
func (p *parser) group() *tree.Node {
	p.I++
	lists, noDo := p.lists, p.noDo
	grouped := p.grouped
	p.lists, p.noDo, p.grouped = 0, false, true
	b := p.statements()
	p.grouped = grouped
	if p.Kind() == ',' && len(b.Kids) == 1 { // targets
		from := len(p.Stack)
		p.Push(p.targetOf(p.value(b.Kids[0])))
		for p.Take(',') && !p.ended() {
			if p.Kind() == '*' {
				p.Push(p.splat())
			} else {
				p.Push(p.targetOf(p.Nested(p.primary)))
			}
		}
		list := p.Taken(from)
		b = p.Node(tree.Block, int(b.Start), p.Behind(), "", p.Statement(p.Node(tree.Array, int(b.Start), p.Behind(), "", list...)))
	}
	p.lists, p.noDo = lists, noDo
	p.CloseBlock(')')
	switch {
	case len(b.Kids) == 0:
		return p.Node(tree.Constant, int(b.Start), int(b.End), "null")
	case len(b.Kids) == 1:
		return p.value(b.Kids[0])
	}
	from := len(p.Stack)
	for _, k := range b.Kids {
		p.Push(p.value(k))
	}
	list := p.Taken(from)
	return p.Node(tree.Sequence, int(b.Start), int(b.End), "", list...)
}

// array reads an array.
func (p *parser) array() *tree.Node {
	start, from, noDo := p.Start(), len(p.Stack), p.noDo
	p.I++
	p.noDo = false
	p.lists++
	p.list(']')
	p.lists--
	p.noDo = noDo
	p.CloseBlock(']')
	list := p.Taken(from)
	for i, n := range list {
		if n.Op == tree.Keyword { // a hash without braces
			pair := p.Node(tree.Pair, int(n.Start), int(n.End), n.Text, nil, n.Kids[0])
			list[i] = p.Node(tree.Object, int(n.Start), int(n.End), "", pair)
		}
	}
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// hash reads a hash in braces.
func (p *parser) hash() *tree.Node {
	start, from, noDo := p.Start(), len(p.Stack), p.noDo
	p.I++
	p.noDo = false
	p.lists++
	for p.I < len(p.Tokens) {
		p.lines()
		if p.ended() {
			break
		}
		n := p.argument()
		if n.Op == tree.Keyword {
			n = p.Node(tree.Pair, int(n.Start), int(n.End), n.Text, nil, n.Kids[0])
		}
		p.Push(n)
		p.lines()
		if !p.Take(',') {
			break
		}
	}
	p.lists--
	p.noDo = noDo
	p.CloseBlock('}')
	list := p.Taken(from)
	return p.Node(tree.Object, start, p.Behind(), "", list...)
}

package python

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// primary reads an operand with the members, calls and indexes behind it.
func (p *parser) primary() *tree.Node {
	start := p.Start()
	if p.Is("await") && p.isOperand(p.I+1) {
		p.I++
		operand := p.Nested(p.primary)
		return p.Node(tree.Await, start, p.Behind(), "", operand)
	}
	n := p.atom()
	var flat *tree.Node
	for links := 0; ; links++ {
		switch p.Kind() {
		case '.':
			if p.KindAt(p.I+1) != scan.TokenName {
				return n
			}
			p.I += 2
			if flat == nil {
				n = p.Node(tree.Member, start, p.Behind(), p.At(p.I-1), n)
			}
		case '(':
			from := len(p.Stack)
			p.Push(n)
			p.arguments()
			if n.Op == tree.Name && n.Text == "super" {
				p.Stack = p.Stack[:from]
				n = p.Node(tree.Super, start, p.Behind(), "")
				continue
			}
			if flat != nil {
				flat.Kids = append(flat.Kids, p.Stack[from+1:]...)
				p.Stack = p.Stack[:from]
				break
			}
			list := p.Taken(from)
			n = p.Node(tree.Call, start, p.Behind(), "", list...)
		case '[':
			index := p.Nested(func() *tree.Node { return p.index(start, n) })
			if flat == nil {
				n = index
			} else {
				flat.Kids = append(flat.Kids, index)
			}
		default:
			return n
		}
		if flat != nil {
			flat.End = int32(p.Behind())
		} else if links >= cursor.MaxChain { // too long for a tree
			flat = p.Node(tree.Unknown, start, p.Behind(), "", n)
			n = flat
		}
	}
}

// isOperand reports whether an operand may begin at token i, behind a word that may be a name as well.
func (p *parser) isOperand(i int) bool {
	switch p.KindAt(i) {
	case scan.TokenName:
		return !isOperator(p.At(i))
	case scan.TokenString, scan.TokenText, scan.TokenNumber, '(', '[', '{':
		return true
	}
	return false
}

// arguments reads the arguments of a call onto the stack, from the bracket on.
func (p *parser) arguments() {
	p.I++
	if !p.Deeper() {
		p.Close(')')
		return
	}
	for !p.ended() && p.Kind() != ')' {
		start := p.Start()
		switch {
		case p.Kind() == '*':
			word := ""
			if p.At(p.I) == "**" {
				word = "**"
			}
			p.I++
			value := p.expression()
			p.Push(p.Node(tree.Spread, start, p.Behind(), word, value))
		case p.Kind() == scan.TokenName && p.KindAt(p.I+1) == '=':
			name := p.At(p.I)
			p.I += 2
			value := p.named()
			p.Push(p.Node(tree.Keyword, start, p.Behind(), name, value))
		default:
			value := p.named()
			if p.isFor() {
				value = p.comprehension(start, nil, value)
				value.End = int32(p.Behind())
			}
			p.Push(value)
		}
		if !p.Take(',') {
			break
		}
	}
	p.Depth--
	p.Close(')')
}

// index reads what stands in brackets behind an operand.
func (p *parser) index(start int, of *tree.Node) *tree.Node {
	p.I++
	from, at, tuple := len(p.Stack), p.Start(), false
	var slice []*tree.Node
	for !p.ended() && p.Kind() != ']' {
		n := p.Start()
		var bounds [3]*tree.Node
		if p.Kind() != ':' {
			bounds[0] = p.starred()
		}
		if p.Kind() == ':' {
			slices := 0
			for slices < 2 && p.Take(':') {
				if slices++; p.Kind() != ':' && p.Kind() != ',' && p.Kind() != ']' && !p.ended() {
					bounds[slices] = p.expression()
				}
			}
			slice = bounds[:2]
			if bounds[2] != nil {
				slice = bounds[:]
			}
			slice = p.List(slice)
			p.Push(p.Node(tree.Slice, n, p.Behind(), "", append([]*tree.Node{nil}, slice...)...))
		} else {
			p.Push(bounds[0])
		}
		if !p.Take(',') {
			break
		}
		tuple = true
	}
	end := p.Behind()
	p.Close(']')
	list := p.Taken(from)
	switch {
	case len(list) == 1 && !tuple && list[0].Op == tree.Slice && list[0].Kids[0] == nil:
		n := list[0]
		n.Start, n.End, n.Kids[0] = int32(start), int32(p.Behind()), of
		return n
	case len(list) == 1 && !tuple:
		return p.Node(tree.Index, start, p.Behind(), "", of, list[0])
	}
	for _, n := range list { // of several axes, whose slices have no text of their own
		if n.Op == tree.Slice && n.Kids[0] == nil {
			n.Op, n.Kids = tree.Unknown, present(n.Kids)
		}
	}
	return p.Node(tree.Index, start, p.Behind(), "", of, p.Node(tree.Array, at, end, "", list...))
}

// present returns the nodes that are not nil.
func present(list []*tree.Node) []*tree.Node {
	var out []*tree.Node
	for _, n := range list {
		if n != nil {
			out = append(out, n)
		}
	}
	return out
}

// atom reads an operand. Where none stands it reads nothing.
func (p *parser) atom() *tree.Node {
	start := p.Start()
	switch p.Kind() {
	case scan.TokenName:
		switch text := p.At(p.I); text {
		case "None", "True", "False":
			p.I++
			return p.Node(tree.Constant, start, p.Behind(), constants[text])
		case "lambda":
			return p.Nested(p.lambda)
		case "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from",
			"global", "if", "import", "in", "is", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
			return p.Unknown()
		}
		return p.name()
	case scan.TokenNumber:
		p.I++
		return p.number(start)
	case scan.TokenString:
		return p.strings()
	case scan.TokenText:
		if p.Tokens[p.I].Closes {
			return p.Unknown()
		}
		return p.strings()
	case '(':
		return p.Nested(p.group)
	case '[':
		return p.Nested(p.listing)
	case '{':
		return p.Nested(p.dictionary)
	case '.':
		if p.KindAt(p.I+1) == '.' && p.KindAt(p.I+2) == '.' {
			p.I += 3
			return p.Node(tree.Constant, start, p.Behind(), "")
		}
		if p.KindAt(p.I+1) == scan.TokenNumber {
			p.I += 2
			return p.Node(tree.Number, start, p.Behind(), p.Text[start:p.Behind()])
		}
	case '`': // of Python 2
		p.I++
		value := p.Nested(p.values)
		p.Take('`')
		return p.Node(tree.Call, start, p.Behind(), "", p.Node(tree.Name, start, start, "repr"), value)
	}
	return p.Unknown()
}

var constants = map[string]string{"None": "null", "True": "true", "False": "false"}

// number makes a number of the token that was read, which may have a member, as 1.0.real has.
func (p *parser) number(start int) *tree.Node {
	text := p.At(p.I - 1)
	at := strings.LastIndexByte(text, '.')
	if at < 0 || at+1 >= len(text) || text[at+1] < 'A' || !strings.Contains(text[:at], ".") {
		return p.Node(tree.Number, start, p.Behind(), text)
	}
	return p.Node(tree.Member, start, p.Behind(), text[at+1:], p.Node(tree.Number, start, start+at, text[:at]))
}

// group reads what stands in round brackets.
func (p *parser) group() *tree.Node {
	start := p.Start()
	p.I++
	if p.Take(')') {
		return p.Node(tree.Array, start, p.Behind(), "")
	}
	at := p.Start()
	n := p.starred()
	if p.isFor() {
		n = p.comprehension(at, nil, n)
		n.End = int32(p.Behind())
		p.Close(')')
		return n
	}
	if p.Kind() != ',' {
		p.Close(')')
		return n
	}
	return p.elements(start, n, ')')
}

// listing reads a list.
func (p *parser) listing() *tree.Node {
	start := p.Start()
	p.I++
	if p.Take(']') {
		return p.Node(tree.Array, start, p.Behind(), "")
	}
	n := p.starred()
	if p.isFor() {
		return p.closed(p.comprehension(start, nil, n), ']')
	}
	return p.elements(start, n, ']')
}

// closed reads the bracket at the end of a comprehension.
func (p *parser) closed(n *tree.Node, bracket byte) *tree.Node {
	p.Close(bracket)
	n.End = int32(p.Behind())
	return n
}

// elements reads the elements of an array behind the first one, and the bracket that ends it.
func (p *parser) elements(start int, first *tree.Node, bracket byte) *tree.Node {
	from := len(p.Stack)
	p.Push(first)
	for p.Take(',') && p.begins() {
		p.Push(p.starred())
	}
	p.Close(bracket)
	list := p.Taken(from)
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// dictionary reads what stands in braces: a dictionary or a set.
func (p *parser) dictionary() *tree.Node {
	start := p.Start()
	p.I++
	if p.Take('}') {
		return p.Node(tree.Object, start, p.Behind(), "")
	}
	from, op := len(p.Stack), tree.Array
	for !p.ended() && p.Kind() != '}' {
		at := p.Start()
		key := p.starred()
		if key.Op == tree.Spread && key.Text == "**" {
			op = tree.Object
		} else if p.Take(':') {
			op = tree.Object
			value := p.named()
			if p.isFor() && len(p.Stack) == from {
				return p.closed(p.comprehension(start, key, value), '}')
			}
			if key.Op == tree.String && key.Text != "" {
				key = p.Node(tree.Pair, at, p.Behind(), key.Text, nil, value)
			} else {
				key = p.Node(tree.Pair, at, p.Behind(), "", key, value)
			}
		} else if p.isFor() && len(p.Stack) == from {
			return p.closed(p.comprehension(start, nil, key), '}')
		}
		p.Push(key)
		if !p.Take(',') {
			break
		}
	}
	p.Close('}')
	list := p.Taken(from)
	return p.Node(op, start, p.Behind(), "", list...)
}

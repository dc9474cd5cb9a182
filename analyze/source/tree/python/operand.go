package python

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// primary reads an operand with the members, calls and indexes behind it.
func (p *parser) primary() *tree.Node {
	start := p.start()
	if p.is("await") && p.isOperand(p.i+1) {
		p.i++
		operand := p.nested(p.primary)
		return p.Node(tree.Await, start, p.behind(), "", operand)
	}
	n := p.atom()
	var flat *tree.Node
	for links := 0; ; links++ {
		switch p.kind() {
		case '.':
			if p.kindAt(p.i+1) != scan.TokenName {
				return n
			}
			p.i += 2
			if flat == nil {
				n = p.Node(tree.Member, start, p.behind(), p.at(p.i-1), n)
			}
		case '(':
			from := len(p.stack)
			p.push(n)
			p.arguments()
			if n.Op == tree.Name && n.Text == "super" {
				p.stack = p.stack[:from]
				n = p.Node(tree.Super, start, p.behind(), "")
				continue
			}
			if flat != nil {
				flat.Kids = append(flat.Kids, p.stack[from+1:]...)
				p.stack = p.stack[:from]
				break
			}
			list := p.taken(from)
			n = p.Node(tree.Call, start, p.behind(), "", list...)
		case '[':
			index := p.nested(func() *tree.Node { return p.index(start, n) })
			if flat == nil {
				n = index
			} else {
				flat.Kids = append(flat.Kids, index)
			}
		default:
			return n
		}
		if flat != nil {
			flat.End = int32(p.behind())
		} else if links >= maxChain { // too long for a tree
			flat = p.Node(tree.Unknown, start, p.behind(), "", n)
			n = flat
		}
	}
}

// isOperand reports whether an operand may begin at token i, behind a word that may be a name as well.
func (p *parser) isOperand(i int) bool {
	switch p.kindAt(i) {
	case scan.TokenName:
		return !isOperator(p.at(i))
	case scan.TokenString, scan.TokenText, scan.TokenNumber, '(', '[', '{':
		return true
	}
	return false
}

// arguments reads the arguments of a call onto the stack, from the bracket on.
func (p *parser) arguments() {
	p.i++
	if !p.deeper() {
		p.close(')')
		return
	}
	for !p.ended() && p.kind() != ')' {
		start := p.start()
		switch {
		case p.kind() == '*':
			word := ""
			if p.at(p.i) == "**" {
				word = "**"
			}
			p.i++
			value := p.expression()
			p.push(p.Node(tree.Spread, start, p.behind(), word, value))
		case p.kind() == scan.TokenName && p.kindAt(p.i+1) == '=':
			name := p.at(p.i)
			p.i += 2
			value := p.named()
			p.push(p.Node(tree.Keyword, start, p.behind(), name, value))
		default:
			value := p.named()
			if p.isFor() {
				value = p.comprehension(start, nil, value)
				value.End = int32(p.behind())
			}
			p.push(value)
		}
		if !p.take(',') {
			break
		}
	}
	p.depth--
	p.close(')')
}

// index reads what stands in brackets behind an operand.
func (p *parser) index(start int, of *tree.Node) *tree.Node {
	p.i++
	from, at, tuple := len(p.stack), p.start(), false
	var slice []*tree.Node
	for !p.ended() && p.kind() != ']' {
		n := p.start()
		var bounds [3]*tree.Node
		if p.kind() != ':' {
			bounds[0] = p.starred()
		}
		if p.kind() == ':' {
			slices := 0
			for slices < 2 && p.take(':') {
				if slices++; p.kind() != ':' && p.kind() != ',' && p.kind() != ']' && !p.ended() {
					bounds[slices] = p.expression()
				}
			}
			slice = bounds[:2]
			if bounds[2] != nil {
				slice = bounds[:]
			}
			slice = p.List(slice)
			p.push(p.Node(tree.Slice, n, p.behind(), "", append([]*tree.Node{nil}, slice...)...))
		} else {
			p.push(bounds[0])
		}
		if !p.take(',') {
			break
		}
		tuple = true
	}
	end := p.behind()
	p.close(']')
	list := p.taken(from)
	switch {
	case len(list) == 1 && !tuple && list[0].Op == tree.Slice && list[0].Kids[0] == nil:
		n := list[0]
		n.Start, n.End, n.Kids[0] = int32(start), int32(p.behind()), of
		return n
	case len(list) == 1 && !tuple:
		return p.Node(tree.Index, start, p.behind(), "", of, list[0])
	}
	for _, n := range list { // of several axes, whose slices have no text of their own
		if n.Op == tree.Slice && n.Kids[0] == nil {
			n.Op, n.Kids = tree.Unknown, present(n.Kids)
		}
	}
	return p.Node(tree.Index, start, p.behind(), "", of, p.Node(tree.Array, at, end, "", list...))
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
	start := p.start()
	switch p.kind() {
	case scan.TokenName:
		switch text := p.at(p.i); text {
		case "None", "True", "False":
			p.i++
			return p.Node(tree.Constant, start, p.behind(), constants[text])
		case "lambda":
			return p.nested(p.lambda)
		case "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from",
			"global", "if", "import", "in", "is", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
			return p.unknown()
		}
		return p.name()
	case scan.TokenNumber:
		p.i++
		return p.number(start)
	case scan.TokenString:
		return p.strings()
	case scan.TokenText:
		if p.list[p.i].Closes {
			return p.unknown()
		}
		return p.strings()
	case '(':
		return p.nested(p.group)
	case '[':
		return p.nested(p.listing)
	case '{':
		return p.nested(p.dictionary)
	case '.':
		if p.kindAt(p.i+1) == '.' && p.kindAt(p.i+2) == '.' {
			p.i += 3
			return p.Node(tree.Constant, start, p.behind(), "")
		}
		if p.kindAt(p.i+1) == scan.TokenNumber {
			p.i += 2
			return p.Node(tree.Number, start, p.behind(), p.text[start:p.behind()])
		}
	case '`': // of Python 2
		p.i++
		value := p.nested(p.values)
		p.take('`')
		return p.Node(tree.Call, start, p.behind(), "", p.Node(tree.Name, start, start, "repr"), value)
	}
	return p.unknown()
}

var constants = map[string]string{"None": "null", "True": "true", "False": "false"}

// number makes a number of the token that was read, which may have a member, as 1.0.real has.
func (p *parser) number(start int) *tree.Node {
	text := p.at(p.i - 1)
	at := strings.LastIndexByte(text, '.')
	if at < 0 || at+1 >= len(text) || text[at+1] < 'A' || !strings.Contains(text[:at], ".") {
		return p.Node(tree.Number, start, p.behind(), text)
	}
	return p.Node(tree.Member, start, p.behind(), text[at+1:], p.Node(tree.Number, start, start+at, text[:at]))
}

// group reads what stands in round brackets.
func (p *parser) group() *tree.Node {
	start := p.start()
	p.i++
	if p.take(')') {
		return p.Node(tree.Array, start, p.behind(), "")
	}
	at := p.start()
	n := p.starred()
	if p.isFor() {
		n = p.comprehension(at, nil, n)
		n.End = int32(p.behind())
		p.close(')')
		return n
	}
	if p.kind() != ',' {
		p.close(')')
		return n
	}
	return p.elements(start, n, ')')
}

// listing reads a list.
func (p *parser) listing() *tree.Node {
	start := p.start()
	p.i++
	if p.take(']') {
		return p.Node(tree.Array, start, p.behind(), "")
	}
	n := p.starred()
	if p.isFor() {
		return p.closed(p.comprehension(start, nil, n), ']')
	}
	return p.elements(start, n, ']')
}

// closed reads the bracket at the end of a comprehension.
func (p *parser) closed(n *tree.Node, bracket byte) *tree.Node {
	p.close(bracket)
	n.End = int32(p.behind())
	return n
}

// elements reads the elements of an array behind the first one, and the bracket that ends it.
func (p *parser) elements(start int, first *tree.Node, bracket byte) *tree.Node {
	from := len(p.stack)
	p.push(first)
	for p.take(',') && p.begins() {
		p.push(p.starred())
	}
	p.close(bracket)
	list := p.taken(from)
	return p.Node(tree.Array, start, p.behind(), "", list...)
}

// dictionary reads what stands in braces: a dictionary or a set.
func (p *parser) dictionary() *tree.Node {
	start := p.start()
	p.i++
	if p.take('}') {
		return p.Node(tree.Object, start, p.behind(), "")
	}
	from, op := len(p.stack), tree.Array
	for !p.ended() && p.kind() != '}' {
		at := p.start()
		key := p.starred()
		if key.Op == tree.Spread && key.Text == "**" {
			op = tree.Object
		} else if p.take(':') {
			op = tree.Object
			value := p.named()
			if p.isFor() && len(p.stack) == from {
				return p.closed(p.comprehension(start, key, value), '}')
			}
			if key.Op == tree.String && key.Text != "" {
				key = p.Node(tree.Pair, at, p.behind(), key.Text, nil, value)
			} else {
				key = p.Node(tree.Pair, at, p.behind(), "", key, value)
			}
		} else if p.isFor() && len(p.stack) == from {
			return p.closed(p.comprehension(start, nil, key), '}')
		}
		p.push(key)
		if !p.take(',') {
			break
		}
	}
	p.close('}')
	list := p.taken(from)
	return p.Node(op, start, p.behind(), "", list...)
}

package python

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// simple reads a statement of one line onto the stack.
func (p *parser) simple() {
	start := p.Start()
	switch p.Word() {
	case "pass":
		p.I++
	case "break":
		p.I++
		p.Push(p.Node(tree.Break, start, p.Behind(), ""))
	case "continue":
		p.I++
		p.Push(p.Node(tree.Continue, start, p.Behind(), ""))
	case "return":
		p.I++
		if p.ended() {
			p.Push(p.Node(tree.Return, start, p.Behind(), ""))
			return
		}
		value := p.values()
		p.Push(p.Node(tree.Return, start, p.Behind(), "", value))
	case "raise":
		p.I++
		p.raise(start)
	case "assert":
		p.I++
		p.assert(start)
	case "global", "nonlocal":
		p.I++
		from, word := len(p.Stack), p.At(p.I-1)
		for p.Kind() == scan.TokenName {
			p.Push(p.name())
			p.Take(',')
		}
		list := p.Taken(from)
		p.Push(p.Node(tree.Declare, start, p.Behind(), word, list...))
	case "del":
		p.I++
		for !p.ended() {
			target := p.target()
			p.Push(p.Statement(p.Node(tree.Unary, start, p.Behind(), "delete", target)))
			if !p.Take(',') {
				return
			}
		}
	case "import":
		p.I++
		p.imports(start)
	case "from":
		p.I++
		p.importFrom(start)
	case "print", "exec":
		if p.isCommand() {
			p.command()
			return
		}
		p.assignment()
	case "type":
		if p.KindAt(p.I+1) == scan.TokenName && (p.KindAt(p.I+2) == '=' || p.KindAt(p.I+2) == '[') && !isOperator(p.At(p.I+1)) {
			p.I++
			p.alias(start)
			return
		}
		p.assignment()
	default:
		p.assignment()
	}
}

// raise reads a raise behind its word.
func (p *parser) raise(start int) {
	from := len(p.Stack)
	for !p.ended() {
		p.Push(p.expression())
		if !p.Take(',') && !p.TakeWord("from") { // Python 2 has commas
			break
		}
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Throw, start, p.Behind(), "", list...))
}

// assert reads an assert behind its word: if __debug__ and not test: raise AssertionError. Behind python -O it asks
// nothing.
func (p *parser) assert(start int) {
	test := p.expression()
	var message *tree.Node
	if p.Take(',') {
		message = p.expression()
	}
	throw := p.Node(tree.Throw, start, p.Behind(), "")
	if message != nil {
		throw.Kids = p.List([]*tree.Node{message})
	}
	not := p.Node(tree.Unary, int(test.Start), int(test.End), "!", test)
	asked := p.Node(tree.Logical, int(test.Start), int(test.End), "&&", p.Node(tree.Name, start, start, "__debug__"), not)
	p.Push(p.Node(tree.If, start, p.Behind(), "", asked, throw, nil))
}

// alias reads a statement that names a type, behind its first word.
func (p *parser) alias(start int) {
	name := p.name()
	p.typeParameters()
	if p.Take('=') {
		value := p.expression()
		p.Push(p.Statement(p.Node(tree.Assign, start, p.Behind(), "=", name, value)))
	}
}

// isCommand reports whether the print or exec that comes next is a statement of Python 2.
func (p *parser) isCommand() bool {
	switch k := p.KindAt(p.I + 1); k {
	case scan.TokenName:
		return !isOperator(p.At(p.I + 1))
	case scan.TokenString, scan.TokenText, scan.TokenNumber, '`', '{', '~':
		return true
	case '>':
		return p.At(p.I+1) == ">>" && p.IsAt(p.I, "print")
	}
	return false
}

// isOperator reports whether a word goes on with an expression, or with a clause behind it.
func isOperator(word string) bool {
	switch word {
	case "if", "else", "and", "or", "in", "is", "not", "for", "as", "async", "from":
		return true
	}
	return false
}

// command reads a print or exec of Python 2 as a call.
func (p *parser) command() {
	from, start, read := len(p.Stack), p.Start(), p.expression
	if p.Is("exec") {
		read = p.target // the word "in" stands in front of where it runs
	}
	p.Push(p.name())
	if p.Kind() == '>' {
		p.I++
	}
	for !p.ended() {
		p.Push(read())
		if !p.Take(',') && !p.TakeWord("in") {
			break
		}
	}
	list := p.Taken(from)
	p.Push(p.Statement(p.Node(tree.Call, start, p.Behind(), "", list...)))
}

// assignment reads an expression as a statement, with what is assigned to it.
func (p *parser) assignment() {
	start := p.Start()
	target := p.values()
	switch k := p.Kind(); {
	case k == ':':
		p.I++
		p.annotated(start, target)
	case k == scan.TokenOperator && strings.HasSuffix(p.At(p.I), "="):
		operator := p.At(p.I)
		p.I++
		value := p.values()
		p.Push(p.Statement(p.Node(tree.Assign, start, p.Behind(), operator, target, value)))
	case k == '=':
		from := len(p.Stack)
		p.Push(target)
		for p.Take('=') {
			p.Push(p.values())
		}
		p.Push(p.Statement(p.assigned(from)))
	case target.Op == tree.String || target.Op == tree.Unknown && target.Start == target.End:
		// A text for readers, or nothing at all.
	default:
		p.Push(p.Statement(target))
	}
}

// assigned makes an assignment of the targets on the stack from the given one on, and the value behind them.
func (p *parser) assigned(from int) *tree.Node {
	n := p.Stack[len(p.Stack)-1]
	for i := len(p.Stack) - 2; i >= from; i-- {
		if i-from >= cursor.MaxChain {
			continue // no tree is so deep
		}
		n = p.Node(tree.Assign, int(p.Stack[i].Start), p.Behind(), "=", p.Stack[i], n)
	}
	p.Stack = p.Stack[:from]
	return n
}

// annotated reads the type of a target, and what is assigned to it. Without a value the target is cast to
// the type, else the value is.
func (p *parser) annotated(start int, target *tree.Node) {
	class := p.expression()
	if !p.Take('=') {
		p.Push(p.Statement(p.Node(tree.Cast, start, p.Behind(), "", target, class)))
		return
	}
	value := p.values()
	value = p.Node(tree.Cast, int(value.Start), int(value.End), "", value, class)
	p.Push(p.Statement(p.Node(tree.Assign, start, p.Behind(), "=", target, value)))
}

// imports reads an import behind its word. One of a.b binds a, and loads a.b as well.
func (p *parser) imports(start int) {
	for !p.ended() {
		from := p.I
		module := p.module()
		if p.I == from {
			return
		}
		if p.TakeWord("as") {
			name := p.Node(tree.ImportName, int(p.Tokens[from].Start), p.End(p.I), "*", p.name())
			p.Push(p.Node(tree.Import, start, p.Behind(), module, name))
		} else {
			first, _, dotted := strings.Cut(module, ".")
			at := int(p.Tokens[from].Start)
			local := p.Node(tree.Name, at, at+len(first), first)
			p.Push(p.Node(tree.Import, start, p.Behind(), first, p.Node(tree.ImportName, at, at+len(first), "*", local)))
			if dotted {
				p.Push(p.Node(tree.Import, start, p.Behind(), module))
			}
		}
		if !p.Take(',') {
			return
		}
	}
}

// module reads the path of a module.
func (p *parser) module() string {
	from := p.I
	for p.Kind() == '.' || p.Kind() == scan.TokenName && (p.I == from || p.KindAt(p.I-1) == '.') && !p.Is("import") {
		p.I++
	}
	switch p.I - from {
	case 0:
		return ""
	case 1:
		return p.At(from)
	}
	path := p.Text[p.Tokens[from].Start:p.Tokens[p.I-1].End]
	if strings.ContainsAny(path, " \t\\\r\n\f") {
		path = strings.Join(strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(" \t\\\r\n\f", r) }), "")
	}
	return path
}

// importFrom reads a from-import behind its first word. One of everything has a name without a local one.
func (p *parser) importFrom(start int) {
	module := p.module()
	from := len(p.Stack)
	if p.TakeWord("import") {
		bracket := p.Take('(')
		for !p.ended() && p.Kind() != ')' {
			at, name := p.Start(), p.At(p.I)
			if p.Kind() == '*' {
				p.I++
				p.Push(p.Node(tree.ImportName, at, p.Behind(), "*"))
			} else if p.Kind() == scan.TokenName {
				local := p.name()
				if p.TakeWord("as") {
					local = p.name()
				}
				p.Push(p.Node(tree.ImportName, at, p.Behind(), name, local))
			}
			if !p.Take(',') {
				break
			}
		}
		if bracket {
			p.Close(')')
		}
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Import, start, p.Behind(), module, list...))
}

// name reads a name.
func (p *parser) name() *tree.Node {
	if p.Kind() != scan.TokenName {
		return p.Unknown()
	}
	t := &p.Tokens[p.I]
	p.I++
	text := p.At(p.I - 1)
	if text == p.receiver {
		return p.Node(tree.This, int(t.Start), int(t.End), "")
	}
	return p.Node(tree.Name, int(t.Start), int(t.End), text)
}

package python

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// simple reads a statement of one line onto the stack.
func (p *parser) simple() {
	start := p.start()
	switch p.word() {
	case "pass":
		p.i++
	case "break":
		p.i++
		p.push(p.Node(tree.Break, start, p.behind(), ""))
	case "continue":
		p.i++
		p.push(p.Node(tree.Continue, start, p.behind(), ""))
	case "return":
		p.i++
		if p.ended() {
			p.push(p.Node(tree.Return, start, p.behind(), ""))
			return
		}
		value := p.values()
		p.push(p.Node(tree.Return, start, p.behind(), "", value))
	case "raise":
		p.i++
		p.raise(start)
	case "assert":
		p.i++
		p.assert(start)
	case "global", "nonlocal":
		p.i++
		from, word := len(p.stack), p.at(p.i-1)
		for p.kind() == scan.TokenName {
			p.push(p.name())
			p.take(',')
		}
		list := p.taken(from)
		p.push(p.Node(tree.Declare, start, p.behind(), word, list...))
	case "del":
		p.i++
		for !p.ended() {
			target := p.target()
			p.push(p.expressionOf(p.Node(tree.Unary, start, p.behind(), "delete", target)))
			if !p.take(',') {
				return
			}
		}
	case "import":
		p.i++
		p.imports(start)
	case "from":
		p.i++
		p.importFrom(start)
	case "print", "exec":
		if p.isCommand() {
			p.command()
			return
		}
		p.assignment()
	case "type":
		if p.kindAt(p.i+1) == scan.TokenName && (p.kindAt(p.i+2) == '=' || p.kindAt(p.i+2) == '[') && !isOperator(p.at(p.i+1)) {
			p.i++
			p.alias(start)
			return
		}
		p.assignment()
	default:
		p.assignment()
	}
}

// expressionOf makes an expression a statement.
func (p *parser) expressionOf(n *tree.Node) *tree.Node {
	return p.Node(tree.Expression, int(n.Start), int(n.End), "", n)
}

// raise reads a raise behind its word.
func (p *parser) raise(start int) {
	from := len(p.stack)
	for !p.ended() {
		p.push(p.expression())
		if !p.take(',') && !p.takeWord("from") { // Python 2 has commas
			break
		}
	}
	list := p.taken(from)
	p.push(p.Node(tree.Throw, start, p.behind(), "", list...))
}

// assert reads an assert behind its word.
func (p *parser) assert(start int) {
	test := p.expression()
	var message *tree.Node
	if p.take(',') {
		message = p.expression()
	}
	throw := p.Node(tree.Throw, start, p.behind(), "")
	if message != nil {
		throw.Kids = p.List([]*tree.Node{message})
	}
	not := p.Node(tree.Unary, int(test.Start), int(test.End), "!", test)
	p.push(p.Node(tree.If, start, p.behind(), "", not, throw, nil))
}

// alias reads a statement that names a type, behind its first word.
func (p *parser) alias(start int) {
	name := p.name()
	p.typeParameters()
	if p.take('=') {
		value := p.expression()
		p.push(p.expressionOf(p.Node(tree.Assign, start, p.behind(), "=", name, value)))
	}
}

// isCommand reports whether the print or exec that comes next is a statement of Python 2.
func (p *parser) isCommand() bool {
	switch k := p.kindAt(p.i + 1); k {
	case scan.TokenName:
		return !isOperator(p.at(p.i + 1))
	case scan.TokenString, scan.TokenText, scan.TokenNumber, '`', '{', '~':
		return true
	case '>':
		return p.at(p.i+1) == ">>" && p.isAt(p.i, "print")
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
	from, start, read := len(p.stack), p.start(), p.expression
	if p.is("exec") {
		read = p.target // the word "in" stands in front of where it runs
	}
	p.push(p.name())
	if p.kind() == '>' {
		p.i++
	}
	for !p.ended() {
		p.push(read())
		if !p.take(',') && !p.takeWord("in") {
			break
		}
	}
	list := p.taken(from)
	p.push(p.expressionOf(p.Node(tree.Call, start, p.behind(), "", list...)))
}

// assignment reads an expression as a statement, with what is assigned to it.
func (p *parser) assignment() {
	start := p.start()
	target := p.values()
	switch k := p.kind(); {
	case k == ':':
		p.i++
		p.annotated(start, target)
	case k == scan.TokenOperator && strings.HasSuffix(p.at(p.i), "="):
		operator := p.at(p.i)
		p.i++
		value := p.values()
		p.push(p.expressionOf(p.Node(tree.Assign, start, p.behind(), operator, target, value)))
	case k == '=':
		from := len(p.stack)
		p.push(target)
		for p.take('=') {
			p.push(p.values())
		}
		p.push(p.expressionOf(p.assigned(from)))
	case target.Op == tree.String || target.Op == tree.Unknown && target.Start == target.End:
		// A text for readers, or nothing at all.
	default:
		p.push(p.expressionOf(target))
	}
}

// assigned makes an assignment of the targets on the stack from the given one on, and the value behind them.
func (p *parser) assigned(from int) *tree.Node {
	n := p.stack[len(p.stack)-1]
	for i := len(p.stack) - 2; i >= from; i-- {
		if i-from >= maxChain {
			continue // no tree is so deep
		}
		n = p.Node(tree.Assign, int(p.stack[i].Start), p.behind(), "=", p.stack[i], n)
	}
	p.stack = p.stack[:from]
	return n
}

// annotated reads the type of a target, and what is assigned to it. Without a value the target is cast to
// the type, else the value is.
func (p *parser) annotated(start int, target *tree.Node) {
	class := p.expression()
	if !p.take('=') {
		p.push(p.expressionOf(p.Node(tree.Cast, start, p.behind(), "", target, class)))
		return
	}
	value := p.values()
	value = p.Node(tree.Cast, int(value.Start), int(value.End), "", value, class)
	p.push(p.expressionOf(p.Node(tree.Assign, start, p.behind(), "=", target, value)))
}

// imports reads an import behind its word. One of a.b binds a, and loads a.b as well.
func (p *parser) imports(start int) {
	for !p.ended() {
		from := p.i
		module := p.module()
		if p.i == from {
			return
		}
		if p.takeWord("as") {
			name := p.Node(tree.ImportName, int(p.list[from].Start), p.end(p.i), "*", p.name())
			p.push(p.Node(tree.Import, start, p.behind(), module, name))
		} else {
			first, _, dotted := strings.Cut(module, ".")
			at := int(p.list[from].Start)
			local := p.Node(tree.Name, at, at+len(first), first)
			p.push(p.Node(tree.Import, start, p.behind(), first, p.Node(tree.ImportName, at, at+len(first), "*", local)))
			if dotted {
				p.push(p.Node(tree.Import, start, p.behind(), module))
			}
		}
		if !p.take(',') {
			return
		}
	}
}

// module reads the path of a module.
func (p *parser) module() string {
	from := p.i
	for p.kind() == '.' || p.kind() == scan.TokenName && (p.i == from || p.kindAt(p.i-1) == '.') && !p.is("import") {
		p.i++
	}
	switch p.i - from {
	case 0:
		return ""
	case 1:
		return p.at(from)
	}
	path := p.text[p.list[from].Start:p.list[p.i-1].End]
	if strings.ContainsAny(path, " \t\\\r\n\f") {
		path = strings.Join(strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(" \t\\\r\n\f", r) }), "")
	}
	return path
}

// importFrom reads a from-import behind its first word. One of everything has a name without a local one.
func (p *parser) importFrom(start int) {
	module := p.module()
	from := len(p.stack)
	if p.takeWord("import") {
		bracket := p.take('(')
		for !p.ended() && p.kind() != ')' {
			at, name := p.start(), p.at(p.i)
			if p.kind() == '*' {
				p.i++
				p.push(p.Node(tree.ImportName, at, p.behind(), "*"))
			} else if p.kind() == scan.TokenName {
				local := p.name()
				if p.takeWord("as") {
					local = p.name()
				}
				p.push(p.Node(tree.ImportName, at, p.behind(), name, local))
			}
			if !p.take(',') {
				break
			}
		}
		if bracket {
			p.close(')')
		}
	}
	list := p.taken(from)
	p.push(p.Node(tree.Import, start, p.behind(), module, list...))
}

// name reads a name.
func (p *parser) name() *tree.Node {
	if p.kind() != scan.TokenName {
		return p.unknown()
	}
	t := &p.list[p.i]
	p.i++
	text := p.at(p.i - 1)
	if text == p.receiver {
		return p.Node(tree.This, int(t.Start), int(t.End), "")
	}
	return p.Node(tree.Name, int(t.Start), int(t.End), text)
}

// end returns the offset behind token i.
func (p *parser) end(i int) int {
	if i < len(p.list) {
		return int(p.list[i].End)
	}
	return len(p.src)
}

package php

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// statements reads statements up to a closing brace or one of the words.
func (p *parser) statements(ends ...string) *tree.Node {
	from, start := len(p.Stack), p.Start()
	for p.I < len(p.Tokens) {
		if p.Kind() == '}' {
			if p.Depth > 0 {
				break
			}
			p.SkipTo(p.I + 1)
			continue
		}
		if len(ends) > 0 && p.Kind() == scan.TokenName {
			if word := p.word(); oneOf(word, ends) {
				break
			}
		}
		before := p.I
		p.statement()
		if p.I == before {
			p.SkipTo(p.I + 1)
		}
	}
	return p.Block(from, start)
}

func oneOf(word string, list []string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// braces reads a block in braces.
func (p *parser) braces() *tree.Node {
	start := p.Start()
	if !p.Take('{') {
		return p.Node(tree.Block, start, start, "")
	}
	if !p.Deeper() {
		p.CloseBlock('}')
		return p.Node(tree.Block, start, p.Behind(), "")
	}
	b := p.statements()
	p.Depth--
	p.Take('}')
	b.Start, b.End = int32(start), int32(max(start, p.Behind()))
	return b
}

// body reads the statement that a head governs, or the statements behind a colon up to one of the words, of
// which the last one ends them. It takes that one.
func (p *parser) body(ends ...string) *tree.Node {
	colon := p.Kind() == ':' && len(ends) > 0
	b := p.part(ends...)
	if colon && p.takeWord(ends[len(ends)-1]) {
		p.terminate()
	}
	return b
}

// part reads the same, but leaves the word.
func (p *parser) part(ends ...string) *tree.Node {
	if p.Kind() == '{' {
		return p.braces()
	}
	from, start := len(p.Stack), p.Start()
	if !p.Deeper() {
		return p.Block(from, start)
	}
	var b *tree.Node
	if len(ends) > 0 && p.Take(':') {
		b = p.statements(ends...)
	} else {
		p.statement()
		b = p.Block(from, start)
	}
	p.Depth--
	return b
}

// test reads an expression in brackets.
func (p *parser) test() *tree.Node {
	if !p.Take('(') {
		return p.Unknown()
	}
	n := p.Nested(p.expression)
	if p.Kind() != '{' { // else the bracket was forgotten
		p.Close(')')
	}
	return n
}

// statement reads a statement onto the stack.
func (p *parser) statement() {
	start := p.Start()
	switch p.Kind() {
	case ';':
		p.I++
		return
	case '{':
		p.Push(p.braces())
		return
	case '[':
		if p.isAttribute() {
			p.attributed()
			return
		}
	case scan.TokenName:
		if p.keyword(start) {
			return
		}
	}
	n := p.values()
	p.terminate()
	if n.Op != tree.Unknown || n.End > n.Start {
		p.Push(p.effect(p.defined(n)))
	}
}

// values reads an expression.
func (p *parser) values() *tree.Node { return p.Nested(p.expression) }

// defined returns the declaration that a call of define outside of functions is, or the expression.
func (p *parser) defined(n *tree.Node) *tree.Node {
	if p.inside || n.Op != tree.Call || len(n.Kids) != 3 || n.Kids[0].Op != tree.Name || lower(strings.TrimPrefix(n.Kids[0].Text, `\`)) != "define" {
		return n
	}
	name, value := n.Kids[1], n.Kids[2]
	if name.Op != tree.String || name.Text == "" || strings.ContainsAny(name.Text, `\: $`) {
		return n
	}
	start, end := int(n.Start), int(n.End)
	constant := p.Node(tree.Name, int(name.Start), int(name.End), name.Text)
	return p.Node(tree.Declare, start, end, "const", p.Node(tree.Assign, start, end, "=", constant, value))
}

// effect makes an expression a statement. What is thrown when a test fails is an If.
func (p *parser) effect(n *tree.Node) *tree.Node {
	if n.Op == tree.Throw || n.Op == tree.Declare {
		return n
	}
	if n.Op != tree.Logical || n.Kids[1].Op != tree.Throw {
		return p.Statement(n)
	}
	start, end := int(n.Start), int(n.End)
	switch test := n.Kids[0]; n.Text {
	case "||":
		return p.Node(tree.If, start, end, "", p.Node(tree.Unary, int(test.Start), int(test.End), "!", test), n.Kids[1], nil)
	case "&&":
		return p.Node(tree.If, start, end, "", test, n.Kids[1], nil)
	}
	return p.Statement(n)
}

// keyword reads a statement that begins with a keyword, and reports whether one does.
func (p *parser) keyword(start int) bool {
	word := p.word()
	next := p.KindAt(p.I + 1)
	if next == '(' && (word == "function" || word == "fn") || p.textAt(p.I+1, "::") {
		return false
	}
	switch word {
	case "if":
		p.I++
		p.Push(p.ifs(start))
	case "while":
		p.I++
		test := p.test()
		body := p.body("endwhile")
		p.Push(p.Node(tree.Loop, start, p.Behind(), "", test, body, nil))
	case "do":
		p.I++
		body := p.body()
		var test *tree.Node
		if p.takeWord("while") {
			test = p.test()
		}
		p.terminate()
		p.Push(p.Node(tree.Loop, start, p.Behind(), "do", test, body, nil))
	case "for":
		p.I++
		p.loop(start)
	case "foreach":
		p.I++
		p.forEach(start)
	case "switch":
		p.I++
		p.cases(start)
	case "try":
		p.I++
		p.try(start)
	case "return":
		p.I++
		var list []*tree.Node
		if p.Kind() != ';' && p.Kind() != '}' && p.I < len(p.Tokens) {
			list = append(list, p.values())
		}
		p.terminate()
		p.Push(p.Node(tree.Return, start, p.Behind(), "", list...))
	case "break", "continue":
		p.I++
		op, text := tree.Break, ""
		if word == "continue" {
			op = tree.Continue
		}
		if p.Kind() == scan.TokenNumber {
			text = p.At(p.I)
			p.I++
		}
		p.terminate()
		p.Push(p.Node(op, start, p.Behind(), text))
	case "echo":
		p.Push(p.Statement(p.echo()))
		p.terminate()
	case "global":
		p.I++
		p.Push(p.declare(start, "global"))
	case "static":
		if next != scan.TokenVariable {
			return false
		}
		p.I++
		p.Push(p.declare(start, "var"))
	case "const":
		p.I++
		p.Push(p.declare(start, "const"))
	case "function":
		if next != scan.TokenName && (next != '&' || p.KindAt(p.I+2) != scan.TokenName) {
			return false
		}
		p.define(nil)
	case "abstract", "final", "readonly", "class", "interface", "trait", "enum":
		if !p.isClass() {
			return false
		}
		p.class(nil, tree.DefineClass)
	case "namespace":
		if next != scan.TokenName && next != '{' {
			return false
		}
		p.I++
		p.namespace = ""
		if name := p.Word(); name != "" {
			p.namespace = strings.Trim(name, `\`) + `\`
			p.I++
		}
		if p.Kind() == '{' {
			p.Push(p.braces())
		} else {
			p.terminate()
		}
	case "use":
		p.I++
		p.use(start)
	case "declare":
		p.I++
		p.test()
		p.Push(p.body("enddeclare"))
	case "goto":
		p.File.Jumps = true
		p.I += 2
		p.terminate()
	case "__halt_compiler":
		p.I = len(p.Tokens)
	default:
		if next == ':' && !p.textAt(p.I+1, "::") && word != "default" && word != "parent" {
			p.I += 2
			return true
		}
		return false
	}
	return true
}

// echo reads an echo as a call.
func (p *parser) echo() *tree.Node {
	from, start := len(p.Stack), p.Start()
	p.Push(p.Node(tree.Name, start, p.End(p.I), "echo"))
	for p.I++; ; {
		p.Push(p.values())
		if !p.Take(',') {
			break
		}
	}
	list := p.Taken(from)
	return p.Node(tree.Call, start, p.Behind(), "", list...)
}

// declare reads variables or constants with commas between them, behind a keyword.
func (p *parser) declare(start int, word string) *tree.Node {
	from := len(p.Stack)
	for p.I < len(p.Tokens) && p.Kind() != ';' {
		p.Push(p.values())
		if !p.Take(',') {
			break
		}
	}
	p.terminate()
	list := p.Taken(from)
	return p.Node(tree.Declare, start, p.Behind(), word, list...)
}

// sequence reads expressions with commas between them, up to a token of the given kind.
func (p *parser) sequence(end byte) *tree.Node {
	from, start := len(p.Stack), p.Start()
	for p.Kind() != end && p.I < len(p.Tokens) && p.Kind() != ';' {
		p.Push(p.values())
		if !p.Take(',') {
			break
		}
	}
	if p.Kind() != end {
		p.SkipTo(p.Closing())
	}
	p.Take(end)
	list := p.Taken(from)
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return p.Node(tree.Sequence, start, p.Behind(), "", list...)
}

// use reads the imports behind the word use.
func (p *parser) use(start int) {
	value := false
	if w := p.word(); (w == "function" || w == "const") && p.KindAt(p.I+1) == scan.TokenName {
		p.I++
		value = true
	}
	for p.Kind() == scan.TokenName {
		at, name := p.Start(), p.Word()
		p.I++
		if value && !strings.Contains(strings.TrimPrefix(name, `\`), `\`) && (p.Kind() == ',' || p.Kind() == ';') {
			if !p.Take(',') { // a function of PHP itself has its own name
				break
			}
			continue
		}
		if p.Take('{') {
			for p.Kind() == scan.TokenName {
				if w := p.word(); (w == "function" || w == "const") && p.KindAt(p.I+1) == scan.TokenName {
					p.I++
				}
				p.imported(at, name+p.Word())
				if !p.Take(',') {
					break
				}
			}
			p.Close('}')
		} else {
			p.I--
			p.imported(at, name)
		}
		if !p.Take(',') {
			break
		}
	}
	p.terminate()
}

// imported pushes the import of a name, whose last token comes next.
func (p *parser) imported(start int, name string) {
	at := p.Start()
	p.I++
	module, last := "", strings.Trim(name, `\`)
	if i := strings.LastIndexByte(last, '\\'); i >= 0 {
		module, last = last[:i], last[i+1:]
	}
	local := p.Node(tree.Name, at, p.Behind(), last)
	if p.takeWord("as") {
		local = p.Node(tree.Name, p.Start(), p.End(p.I), p.Word())
		p.I++
	}
	n := p.Node(tree.ImportName, at, p.Behind(), last, local)
	p.Push(p.Node(tree.Import, start, p.Behind(), module, n))
}

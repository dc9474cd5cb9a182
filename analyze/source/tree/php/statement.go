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
		p.Push(p.effect(n))
	}
}

// values reads an expression.
func (p *parser) values() *tree.Node { return p.Nested(p.expression) }

// effect makes an expression a statement. What is thrown when a test fails is an If.
func (p *parser) effect(n *tree.Node) *tree.Node {
	if n.Op == tree.Throw {
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

// ifs reads an if behind its word.
func (p *parser) ifs(start int) *tree.Node {
	first, colon := p.ifHead(start)
	last, depth := first, p.Depth
	for {
		if p.word() == "else" && lower(p.At(p.I+1)) == "if" {
			p.I++
		}
		at := p.Start()
		if p.takeWord("elseif") || lower(p.At(p.I-1)) == "else" && p.takeWord("if") {
			if !p.Deeper() { // no tree is so deep
				break
			}
			next, _ := p.ifHead(at)
			last.Kids[2], last = next, next
			continue
		}
		// One with a colon belongs to an if with a colon.
		if p.word() == "else" && (colon || p.KindAt(p.I+1) != ':') {
			p.I++
			last.Kids[2] = p.part("endif")
		}
		break
	}
	p.Depth = depth
	for n := first; n != nil && n.Op == tree.If; n = n.Kids[2] {
		n.End = int32(p.Behind())
	}
	if colon && p.takeWord("endif") {
		p.terminate()
		first.End = int32(p.Behind())
	}
	return first
}

// ifHead reads an if up to its else. colon reports whether a colon stands in front of its statements.
func (p *parser) ifHead(start int) (n *tree.Node, colon bool) {
	test := p.test()
	colon = p.Kind() == ':'
	body := p.part("elseif", "else", "endif")
	return p.Node(tree.If, start, p.Behind(), "", test, body, nil), colon
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

// loop reads a for behind its word.
func (p *parser) loop(start int) {
	var first, test, after *tree.Node
	if p.Take('(') {
		first, test, after = p.sequence(';'), p.sequence(';'), p.sequence(')')
	}
	body := p.body("endfor")
	if first != nil {
		p.Push(p.Statement(first))
	}
	if after != nil {
		after = p.Statement(after)
	}
	p.Push(p.Node(tree.Loop, start, p.Behind(), "", test, body, after))
}

// forEach reads a foreach behind its word.
func (p *parser) forEach(start int) {
	over, target := p.Unknown(), p.Unknown()
	if p.Take('(') {
		over = p.values()
		if p.takeWord("as") {
			target = p.target()
			if p.takeText("=>") {
				at := int(target.Start)
				value := p.target()
				target = p.Node(tree.Array, at, p.Behind(), "=>", target, value)
			}
		}
		p.Close(')')
	}
	body := p.body("endforeach")
	p.Push(p.Node(tree.ForEach, start, p.Behind(), "", target, over, body))
}

// target reads what a loop assigns to.
func (p *parser) target() *tree.Node {
	start := p.Start()
	if p.Take('&') {
		return p.reference(start, p.values())
	}
	return p.values()
}

// cases reads a switch behind its word.
func (p *parser) cases(start int) {
	from := len(p.Stack)
	p.Push(p.test())
	end := byte('}')
	if !p.Take('{') {
		p.Take(':')
		end = 0
	}
	if p.Deeper() {
		for p.I < len(p.Tokens) && p.Kind() != '}' && p.word() != "endswitch" {
			at := p.Start()
			switch {
			case p.takeWord("case"):
				test := p.values()
				p.oneCase(at, test)
			case p.takeWord("default"):
				p.oneCase(at)
			case p.Take(';'):
			default:
				p.SkipTo(p.I + 1)
			}
		}
		p.Depth--
	}
	if end != 0 {
		p.CloseBlock(end)
	} else {
		if p.takeWord("endswitch") {
			p.terminate()
		}
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Switch, start, p.Behind(), "", list...))
}

// oneCase reads a case behind its test.
func (p *parser) oneCase(start int, tests ...*tree.Node) {
	if !p.Take(':') {
		p.Take(';')
	}
	body := p.statements("case", "default", "endswitch")
	text := "falls"
	if n := len(body.Kids); n > 0 {
		switch body.Kids[n-1].Op {
		case tree.Break, tree.Return, tree.Throw, tree.Continue:
			text = ""
		}
	}
	p.Push(p.Node(tree.Case, start, p.Behind(), text, append([]*tree.Node{body}, tests...)...))
}

// try reads a try behind its word.
func (p *parser) try(start int) {
	from := len(p.Stack)
	p.Push(p.braces())
	p.Push(nil)
	for {
		at := p.Start()
		if p.takeWord("catch") {
			var target *tree.Node
			if p.Take('(') {
				p.typeOf()
				if p.Kind() == scan.TokenVariable {
					target = p.variable()
				}
				p.Close(')')
			}
			body := p.braces()
			p.Push(p.Node(tree.Catch, at, p.Behind(), "", target, body))
			continue
		}
		if !p.takeWord("finally") {
			break
		}
		p.Stack[from+1] = p.braces()
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Try, start, p.Behind(), "", list...))
}

// use reads the imports behind the word use.
func (p *parser) use(start int) {
	if w := p.word(); (w == "function" || w == "const") && p.KindAt(p.I+1) == scan.TokenName {
		p.I++
	}
	for p.Kind() == scan.TokenName {
		at, name := p.Start(), p.Word()
		p.I++
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

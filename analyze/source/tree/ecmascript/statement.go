package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// statements reads statements up to the end of the innermost bracket and pushes them.
func (p *parser) statements(limit int) {
	for !p.ends() {
		from := p.i
		if s := p.statement(); s != nil {
			p.push(s)
		}
		if p.i == from && p.i < limit {
			p.lose()
		}
	}
}

// block reads statements in braces.
func (p *parser) block() *tree.Node {
	start := p.start()
	if p.kind() != '{' {
		return p.node(tree.Block, start, "")
	}
	m := p.mark()
	b := p.enter()
	p.statements(p.limit)
	p.leave(b)
	return p.closed(tree.Block, start, "", m)
}

// body reads the statement that another one governs.
func (p *parser) body() *tree.Node {
	start := p.start()
	if s := p.statement(); s != nil {
		return s
	}
	return p.node(tree.Block, start, "")
}

func (p *parser) statement() *tree.Node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		n := p.deep()
		p.skip(';')
		return n
	}
	n := p.oneStatement()
	p.depth--
	return n
}

func (p *parser) oneStatement() *tree.Node {
	t := &p.list[p.i]
	switch t.Kind {
	case '{':
		return p.block()
	case ';':
		p.next()
		return nil
	case '@':
		return p.decorated()
	case scan.TokenName:
		w := p.spell(t)
		switch next := p.ahead(1); next.Kind {
		case ':':
			if !statementWords[w] {
				p.next()
				p.next()
				return p.node(tree.Label, t.Start, w, p.body())
			}
		case '.', '=':
			if !statementWords[w] {
				return p.expressionStatement()
			}
		}
		if len(w) > 1 && len(w) < 10 {
			if n, ok := p.wordStatement(t, w); ok {
				return n
			}
		}
	}
	return p.expressionStatement()
}

func (p *parser) expressionStatement() *tree.Node {
	start := p.start()
	n := p.expression()
	n = p.node(tree.Expression, start, "", n)
	p.semicolon()
	return n
}

// wordStatement reads a statement that begins with a word, unless that is the start of an expression.
func (p *parser) wordStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	switch w {
	case "var", "const":
		if next := p.ahead(1); w == "const" && next.Kind == scan.TokenName && p.spell(next) == "enum" {
			p.next()
			return p.enum(t.Start), true
		}
		return p.declare(w, false), true
	case "let", "using":
		next := p.ahead(1)
		if next.Kind == scan.TokenName && (w == "let" || !next.Line) || w == "let" && (next.Kind == '[' || next.Kind == '{') {
			if word := p.wordAt(1); word != "in" && word != "instanceof" {
				return p.declare(w, false), true
			}
		}
		return nil, false
	case "await":
		if p.wordAt(1) == "using" && p.ahead(2).Kind == scan.TokenName && !p.ahead(2).Line {
			p.next()
			return p.declare("using", false), true
		}
		return nil, false
	case "function":
		return p.defineFunction(t.Start, false), true
	case "async":
		if p.isNamed() && p.wordAt(1) == "function" {
			p.next()
			return p.defineFunction(t.Start, true), true
		}
		return nil, false
	case "class":
		return p.defineClass(nil, t.Start), true
	case "if":
		return p.conditionStatement(), true
	case "for":
		return p.loop(), true
	case "while":
		p.next()
		test := p.condition()
		return p.node(tree.Loop, t.Start, "", test, p.body(), nil), true
	case "do":
		return p.doLoop(), true
	case "return", "throw":
		op := tree.Return
		if w == "throw" {
			op = tree.Throw
		}
		p.next()
		m := p.mark()
		if e := &p.list[p.i]; !e.Line && !e.Closes && e.Kind != ';' {
			p.push(p.expression())
		}
		n = p.closed(op, t.Start, "", m)
		p.semicolon()
		return n, true
	case "break", "continue":
		op := tree.Break
		if w == "continue" {
			op = tree.Continue
		}
		p.next()
		label := ""
		if !p.list[p.i].Line && p.kind() == scan.TokenName && !statementWords[p.word()] {
			label = p.identifier()
		}
		n = p.node(op, t.Start, label)
		p.semicolon()
		return n, true
	case "switch":
		return p.switchStatement(), true
	case "try":
		return p.try(), true
	case "with":
		p.next()
		value := p.condition()
		return p.node(tree.With, t.Start, "", nil, value, p.body()), true
	case "debugger":
		p.next()
		p.semicolon()
		return nil, true
	case "import":
		if k := p.ahead(1).Kind; k == '(' || k == '.' {
			return nil, false
		}
		return p.importStatement(), true
	case "export":
		return p.export(t.Start), true
	}
	return p.typeStatement(t, w)
}

// condition reads an expression in parentheses.
func (p *parser) condition() *tree.Node {
	if p.kind() != '(' {
		return p.unknown()
	}
	b := p.enter()
	n := p.expression()
	p.leave(b)
	return n
}

func (p *parser) conditionStatement() *tree.Node {
	start := p.start()
	p.next()
	test := p.condition()
	then := p.body()
	if !p.skipWord("else") {
		return p.node(tree.If, start, "", test, then)
	}
	return p.node(tree.If, start, "", test, then, p.body())
}

func (p *parser) doLoop() *tree.Node {
	start := p.start()
	p.next()
	body := p.body()
	var test *tree.Node
	if p.skipWord("while") {
		test = p.condition()
	}
	n := p.node(tree.Loop, start, "do", test, body, nil)
	p.skip(';')
	return n
}

// declare reads a declaration from its word on. In the head of a loop it ends at in and of.
func (p *parser) declare(word string, head bool) *tree.Node {
	start := p.start()
	p.next()
	m := p.mark()
	for {
		from := p.start()
		target := p.target()
		if !p.list[p.i].Line {
			p.skip('!')
		}
		if p.skip(':') {
			p.typeName()
		}
		if p.skip('=') {
			target = p.node(tree.Assign, from, "=", target, p.assign())
		}
		p.push(target)
		if !p.skip(',') {
			break
		}
	}
	n := p.closed(tree.Declare, start, word, m)
	if !head {
		p.semicolon()
	}
	return n
}

// loop reads a loop that begins with for.
func (p *parser) loop() *tree.Node {
	start := p.start()
	p.next()
	p.skipWord("await")
	if p.kind() != '(' {
		return p.node(tree.Loop, start, "", nil, p.body(), nil)
	}
	b := p.enter()
	p.noIn = true
	first := p.loopHead()
	p.noIn = false
	if w := p.word(); w == "of" || w == "in" {
		p.next()
		text := ""
		var through *tree.Node
		if w == "in" {
			text = w
			through = p.expression()
		} else {
			through = p.assign()
		}
		p.leave(b)
		return p.node(tree.ForEach, start, text, first, through, p.body())
	}
	var test, after *tree.Node
	if p.skip(';') && p.kind() != ';' && !p.ends() {
		test = p.expression()
	}
	if p.skip(';') && !p.ends() {
		after = p.expression()
	}
	p.leave(b)
	n := p.node(tree.Loop, start, "", test, p.body(), after)
	if first == nil {
		return n
	}
	if first.Op != tree.Declare {
		first = p.Node(tree.Expression, int(first.Start), int(first.End), "", first)
	}
	return p.node(tree.Block, start, "", first, n)
}

// loopHead reads what stands first in the parentheses behind for.
func (p *parser) loopHead() *tree.Node {
	next := p.ahead(1)
	switch w := p.word(); w {
	case "":
		if p.kind() == ';' || p.ends() {
			return nil
		}
	case "var", "const":
		return p.declare(w, true)
	case "let", "using":
		if next.Kind == scan.TokenName && p.spell(next) != "in" && (p.spell(next) != "of" || p.ahead(2).Kind == '=' || p.wordAt(2) == "of") || w == "let" && (next.Kind == '[' || next.Kind == '{') {
			return p.declare(w, true)
		}
	case "await":
		if p.wordAt(1) == "using" {
			p.next()
			return p.declare("using", true)
		}
	}
	return p.expression()
}

func (p *parser) switchStatement() *tree.Node {
	start := p.start()
	p.next()
	m := p.mark()
	p.push(p.condition())
	if p.kind() != '{' {
		return p.closed(tree.Switch, start, "", m)
	}
	b := p.enter()
	for !p.ends() {
		if w := p.word(); w == "case" || w == "default" {
			p.push(p.clause(w))
		} else {
			p.lose()
		}
	}
	p.leave(b)
	for i := m + 1; i < len(p.stack)-1; i++ {
		if c := p.stack[i]; fallsThrough(c.Kids[0]) {
			c.Text = "falls"
		}
	}
	return p.closed(tree.Switch, start, "", m)
}

// clause reads one case of a switch.
func (p *parser) clause(word string) *tree.Node {
	start := p.start()
	p.next()
	var test *tree.Node
	if word == "case" {
		p.then = true
		test = p.expression()
		p.then = false
	}
	for !p.ends() && !p.skip(':') {
		p.lose()
	}
	from := p.start()
	m := p.mark()
	for !p.ends() {
		if w := p.word(); w == "case" || w == "default" {
			break
		}
		at := p.i
		if s := p.statement(); s != nil {
			p.push(s)
		}
		if p.i == at {
			p.lose()
		}
	}
	block := p.closed(tree.Block, from, "", m)
	if test == nil {
		return p.node(tree.Case, start, "", block)
	}
	return p.node(tree.Case, start, "", block, test)
}

// fallsThrough reports whether what stands behind a statement may run after it.
func fallsThrough(n *tree.Node) bool {
	for n != nil && n.Op == tree.Block && len(n.Kids) > 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	if n == nil {
		return true
	}
	switch n.Op {
	case tree.Return, tree.Throw, tree.Break, tree.Continue:
		return false
	}
	return true
}

func (p *parser) try() *tree.Node {
	start := p.start()
	p.next()
	m := p.mark()
	p.push(p.block())
	p.push(nil)
	for p.is("catch") {
		from := p.start()
		p.next()
		var target *tree.Node
		if p.kind() == '(' {
			b := p.enter()
			target = p.target()
			if p.skip(':') {
				p.typeName()
			}
			p.leave(b)
		}
		p.push(p.node(tree.Catch, from, "", target, p.block()))
	}
	if p.skipWord("finally") {
		p.stack[m+1] = p.block()
	}
	return p.closed(tree.Try, start, "", m)
}

// defineFunction reads a function that is declared, from the word function on. Without a body nothing is left
// of it.
func (p *parser) defineFunction(start int32, async bool) *tree.Node {
	f, body := p.named(start, async)
	if !body {
		p.semicolon()
		return nil
	}
	n := p.node(tree.Define, start, "")
	n.Func = f
	return n
}

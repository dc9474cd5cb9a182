package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// block reads statements in braces.
func (p *parser) block() *tree.Node {
	start := p.Start()
	if p.Kind() != '{' {
		return p.Make(tree.Block, start, "")
	}
	m := p.Mark()
	b := p.enter()
	p.Statements()
	p.leave(b)
	return p.Closed(tree.Block, start, "", m)
}

// statement reads one, however many stand around it.
func (p *parser) statement() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '{':
		return p.block()
	case ';':
		p.Next()
		return nil
	case '@':
		return p.decorated()
	case scan.TokenName:
		w := p.Spell(t)
		switch next := p.Ahead(1); next.Kind {
		case ':':
			if !statementWords[w] {
				p.Next()
				p.Next()
				return p.Make(tree.Label, t.Start, w, p.Governed())
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
	start := p.Start()
	n := p.expression()
	n = p.Make(tree.Expression, start, "", n)
	p.semicolon()
	return n
}

// wordStatement reads a statement that begins with a word, unless that is the start of an expression.
func (p *parser) wordStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	switch w {
	case "var", "const":
		if next := p.Ahead(1); w == "const" && next.Kind == scan.TokenName && p.Spell(next) == "enum" {
			p.Next()
			return p.enum(t.Start), true
		}
		return p.declare(w, false), true
	case "let", "using":
		next := p.Ahead(1)
		if next.Kind == scan.TokenName && (w == "let" || !next.Line) || w == "let" && (next.Kind == '[' || next.Kind == '{') {
			if word := p.WordAt(1); word != "in" && word != "instanceof" {
				return p.declare(w, false), true
			}
		}
		return nil, false
	case "await":
		if p.WordAt(1) == "using" && p.Ahead(2).Kind == scan.TokenName && !p.Ahead(2).Line {
			p.Next()
			return p.declare("using", false), true
		}
		return nil, false
	case "function":
		return p.defineFunction(t.Start, false), true
	case "async":
		if p.IsNamed() && p.WordAt(1) == "function" {
			p.Next()
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
		p.Next()
		test := p.condition()
		return p.Make(tree.Loop, t.Start, "", test, p.Governed(), nil), true
	case "do":
		return p.doLoop(), true
	case "return", "throw":
		op := tree.Return
		if w == "throw" {
			op = tree.Throw
		}
		p.Next()
		m := p.Mark()
		if e := &p.Tokens[p.At]; !e.Line && !e.Closes && e.Kind != ';' {
			p.Push(p.expression())
		}
		n = p.Closed(op, t.Start, "", m)
		p.semicolon()
		return n, true
	case "break", "continue":
		op := tree.Break
		if w == "continue" {
			op = tree.Continue
		}
		p.Next()
		label := ""
		if !p.Tokens[p.At].Line && p.Kind() == scan.TokenName && !statementWords[p.Word()] {
			label = p.identifier()
		}
		n = p.Make(op, t.Start, label)
		p.semicolon()
		return n, true
	case "switch":
		return p.switchStatement(), true
	case "try":
		return p.try(), true
	case "with":
		p.Next()
		value := p.condition()
		return p.Make(tree.With, t.Start, "", nil, value, p.Governed()), true
	case "debugger":
		p.Next()
		p.semicolon()
		return nil, true
	case "import":
		if k := p.Ahead(1).Kind; k == '(' || k == '.' {
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
	if p.Kind() != '(' {
		return p.unknown()
	}
	b := p.enter()
	n := p.expression()
	p.leave(b)
	return n
}

func (p *parser) conditionStatement() *tree.Node {
	start := p.Start()
	p.Next()
	test := p.condition()
	then := p.Governed()
	if !p.SkipWord("else") {
		return p.Make(tree.If, start, "", test, then)
	}
	return p.Make(tree.If, start, "", test, then, p.Governed())
}

func (p *parser) doLoop() *tree.Node {
	start := p.Start()
	p.Next()
	body := p.Governed()
	var test *tree.Node
	if p.SkipWord("while") {
		test = p.condition()
	}
	n := p.Make(tree.Loop, start, "do", test, body, nil)
	p.Skip(';')
	return n
}

// declare reads a declaration from its word on. In the head of a loop it ends at in and of.
func (p *parser) declare(word string, head bool) *tree.Node {
	start := p.Start()
	p.Next()
	m := p.Mark()
	for {
		from := p.Start()
		target := p.target()
		if !p.Tokens[p.At].Line {
			p.Skip('!')
		}
		if p.Skip(':') {
			p.typeName()
		}
		if p.Skip('=') {
			target = p.Make(tree.Assign, from, "=", target, p.assign())
		}
		p.Push(target)
		if !p.Skip(',') {
			break
		}
	}
	n := p.Closed(tree.Declare, start, word, m)
	if !head {
		p.semicolon()
	}
	return n
}

// loop reads a loop that begins with for.
func (p *parser) loop() *tree.Node {
	start := p.Start()
	p.Next()
	awaits := p.SkipWord("await")
	if p.Kind() != '(' {
		return p.Make(tree.Loop, start, "", nil, p.Governed(), nil)
	}
	b := p.enter()
	p.noIn = true
	first := p.loopHead()
	p.noIn = false
	if w := p.Word(); w == "of" || w == "in" {
		p.Next()
		text := ""
		if awaits {
			text = "async"
		}
		var through *tree.Node
		if w == "in" {
			text = w
			through = p.expression()
		} else {
			through = p.assign()
		}
		p.leave(b)
		return p.Make(tree.ForEach, start, text, first, through, p.Governed())
	}
	var test, after *tree.Node
	if p.Skip(';') && p.Kind() != ';' && !p.Ends() {
		test = p.expression()
	}
	if p.Skip(';') && !p.Ends() {
		after = p.expression()
	}
	p.leave(b)
	n := p.Make(tree.Loop, start, "", test, p.Governed(), after)
	if first == nil {
		return n
	}
	if first.Op != tree.Declare {
		first = p.Node(tree.Expression, int(first.Start), int(first.End), "", first)
	}
	return p.Make(tree.Block, start, "", first, n)
}

// loopHead reads what stands first in the parentheses behind for.
func (p *parser) loopHead() *tree.Node {
	next := p.Ahead(1)
	switch w := p.Word(); w {
	case "":
		if p.Kind() == ';' || p.Ends() {
			return nil
		}
	case "var", "const":
		return p.declare(w, true)
	case "let", "using":
		if next.Kind == scan.TokenName && p.Spell(next) != "in" && (p.Spell(next) != "of" || p.Ahead(2).Kind == '=' || p.WordAt(2) == "of") || w == "let" && (next.Kind == '[' || next.Kind == '{') {
			return p.declare(w, true)
		}
	case "await":
		if p.WordAt(1) == "using" {
			p.Next()
			return p.declare("using", true)
		}
	}
	return p.expression()
}

func (p *parser) switchStatement() *tree.Node {
	start := p.Start()
	p.Next()
	m := p.Mark()
	p.Push(p.condition())
	if p.Kind() != '{' {
		return p.Closed(tree.Switch, start, "", m)
	}
	b := p.enter()
	for !p.Ends() {
		if w := p.Word(); w == "case" || w == "default" {
			p.Push(p.clause(w))
		} else {
			p.Lose()
		}
	}
	p.leave(b)
	clauses := p.Pushed(m)[1:]
	for i, c := range clauses {
		if i < len(clauses)-1 && descent.FallsThrough(c.Kids[0]) {
			c.Text = "falls"
		}
	}
	return p.Closed(tree.Switch, start, "", m)
}

// clause reads one case of a switch.
func (p *parser) clause(word string) *tree.Node {
	start := p.Start()
	p.Next()
	var test *tree.Node
	if word == "case" {
		p.then = true
		test = p.expression()
		p.then = false
	}
	for !p.Ends() && !p.Skip(':') {
		p.Lose()
	}
	from := p.Start()
	m := p.Mark()
	for !p.Ends() {
		if w := p.Word(); w == "case" || w == "default" {
			break
		}
		at := p.At
		if s := p.Statement(); s != nil {
			p.Push(s)
		}
		if p.At == at {
			p.Lose()
		}
	}
	block := p.Closed(tree.Block, from, "", m)
	if test == nil {
		return p.Make(tree.Case, start, "", block)
	}
	return p.Make(tree.Case, start, "", block, test)
}

func (p *parser) try() *tree.Node {
	start := p.Start()
	p.Next()
	m := p.Mark()
	p.Push(p.block())
	p.Push(nil)
	for p.Is("catch") {
		from := p.Start()
		p.Next()
		var target *tree.Node
		if p.Kind() == '(' {
			b := p.enter()
			target = p.target()
			if p.Skip(':') {
				p.typeName()
			}
			p.leave(b)
		}
		p.Push(p.Make(tree.Catch, from, "", target, p.block()))
	}
	if p.SkipWord("finally") {
		finally := p.block()
		p.Pushed(m)[1] = finally
	}
	return p.Closed(tree.Try, start, "", m)
}

// defineFunction reads a function that is declared, from the word function on. Without a body nothing is left
// of it.
func (p *parser) defineFunction(start int32, async bool) *tree.Node {
	f, body := p.named(start, async)
	if !body {
		p.semicolon()
		return nil
	}
	n := p.Make(tree.Define, start, "")
	n.Func = f
	return n
}

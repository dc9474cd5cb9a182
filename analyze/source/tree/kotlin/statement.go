package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// braces reads statements in braces.
func (p *parser) braces() *tree.Node {
	start := p.Start()
	m := p.Mark()
	p.within(p.statements)
	return p.Closed(tree.Block, start, "", m)
}

// branch reads the block or statement that another one governs.
func (p *parser) branch() *tree.Node {
	start := p.Start()
	switch {
	case p.Kind() == '{':
		return p.braces()
	case p.Kind() == ';' || p.Ends() || p.Is("else"):
		return p.Make(tree.Block, start, "")
	}
	ahead, n := p.Apart(p.Statement)
	if len(ahead) == 0 && n != nil {
		return n
	}
	return p.BlockOf(start, append(ahead, n)...)
}

// statement reads one, however many stand around it, without what ends it.
func (p *parser) statement() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case ';':
		p.Next()
		return nil
	case scan.TokenName:
		if n, ok := p.wordStatement(t, p.Spell(t)); ok {
			return n
		}
	}
	if p.isDeclaration() {
		return p.declaration()
	}
	if p.Kind() == '@' {
		from := p.At
		if p.annotations(); p.At > from && !p.Ends() {
			return p.Statement()
		}
	}
	return p.simple(p.expression(), t.Start)
}

// simple reads what is assigned to an expression where a statement stands.
func (p *parser) simple(n *tree.Node, start int32) *tree.Node {
	if s := p.operator(); s.Precedence == 0 {
		p.SkipSign(s.Text)
		if n.Op == tree.Name && p.lambdas > 0 && n.Text[0] != '<' && !p.variables[n.Text] { // of what the lambda is called on
			n = p.Node(tree.Member, int(n.Start), int(n.End), n.Text, p.Node(tree.This, int(n.Start), int(n.Start), ""))
		}
		from := len(p.Hoisted)
		value := p.expression()
		target := []*tree.Node{n}
		if n.Op == tree.Index {
			target = n.Kids
		}
		p.Settle(from, target)
		n = p.Make(tree.Assign, start, s.Text, n, value)
	}
	return p.Make(tree.Expression, start, "", n)
}

// wordStatement reads a statement that begins with a word, unless that is the start of an expression.
func (p *parser) wordStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	next := p.Ahead(1)
	switch w {
	case "if", "when", "try":
		if s := p.control(w); s != nil {
			return p.goesOn(s, t.Start), true
		}
	case "for":
		return p.forLoop(), true
	case "while":
		p.Next()
		test := p.Alone(p.condition)
		return p.Make(tree.Loop, t.Start, "", test, p.branch(), nil), true
	case "do":
		p.Next()
		body := p.branch()
		p.Skip(';')
		var test *tree.Node
		if p.SkipWord("while") {
			test = p.Alone(p.condition)
		}
		return p.Make(tree.Loop, t.Start, "do", test, body, nil), true
	case "return", "throw", "break", "continue":
		return p.jump(w), true
	case "package":
		if next.Kind == scan.TokenName {
			p.Next()
			p.declared = p.identifier()
			for p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
				p.Next()
				p.declared += "." + p.identifier()
			}
			p.Skip(';')
			return nil, true
		}
	case "import":
		if next.Kind == scan.TokenName && !next.Line {
			return p.importStatement(), true
		}
	}
	if next.Kind == '@' && next.Start == t.End && !p.breaksAt(2) && p.Ahead(2).Kind == scan.TokenName && !isJump(w) {
		p.Next()
		p.Next()
		n := p.branch()
		return p.Make(tree.Label, t.Start, w, n), true
	}
	return nil, false
}

// isJump reports whether a label may stand behind a word.
func isJump(w string) bool {
	switch w {
	case "return", "break", "continue", "this", "super":
		return true
	}
	return false
}

func (p *parser) breaksAt(n int) bool { return p.lines && p.Ahead(n).Line }

// control reads a statement that begins with if, when or try, or returns nil where the word is a name.
func (p *parser) control(w string) *tree.Node {
	switch next := p.Ahead(1); {
	case w == "if":
		return p.ifStatement()
	case w == "when" && (next.Kind == '(' || next.Kind == '{'):
		return p.when()
	case w == "try" && next.Kind == '{':
		return p.try()
	}
	return nil
}

// goesOn reads what stands behind a statement that may have a value.
func (p *parser) goesOn(s *tree.Node, start int32) *tree.Node {
	if k := p.Kind(); k == '.' || p.operator().Precedence > 0 && !p.breaks() || p.Sign("?:") || p.Sign("!!") && !p.breaks() {
		n := p.binaryFrom(p.suffixes(p.ValueOf(s), start), start, 0)
		return p.simple(n, start)
	}
	return s
}

// condition reads an expression in parentheses.
func (p *parser) condition() (n *tree.Node) {
	if p.Kind() != '(' {
		return p.unknown()
	}
	p.within(func() { n = p.expression() })
	return n
}

func (p *parser) ifStatement() *tree.Node {
	start := p.Start()
	p.Next()
	test := p.condition()
	then := p.branch()
	if p.Kind() == ';' && p.WordAt(1) == "else" {
		p.Next()
	}
	if !p.SkipWord("else") {
		return p.Make(tree.If, start, "", test, then)
	}
	return p.Make(tree.If, start, "", test, then, p.branch())
}

func (p *parser) forLoop() *tree.Node {
	start := p.Start()
	p.Next()
	if p.Kind() != '(' {
		return p.Make(tree.Loop, start, "", nil, p.branch(), nil)
	}
	var target, through *tree.Node
	p.within(func() {
		at := p.Start()
		p.annotations()
		switch p.Kind() {
		case scan.TokenName:
			target = p.name()
		case '(':
			target = p.names()
		default:
			target = p.unknown()
		}
		if p.Skip(':') {
			p.typeName()
		}
		target = p.Make(tree.Declare, at, "let", target)
		if p.SkipWord("in") {
			through = p.expression()
		} else {
			through = p.unknown()
		}
	})
	return p.Make(tree.ForEach, start, "", target, through, p.branch())
}

// jump reads a return, throw, break or continue.
func (p *parser) jump(w string) *tree.Node {
	start := p.Start()
	p.Next()
	label := ""
	if p.Kind() == '@' && p.Start() == p.Behind() && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
		label = p.identifier()
	}
	switch w {
	case "break":
		return p.Make(tree.Break, start, label)
	case "continue":
		return p.Make(tree.Continue, start, label)
	}
	op := tree.Return
	if w == "throw" {
		op = tree.Throw
	}
	if k := p.Kind(); k == ';' || k == ',' || p.Tokens[p.At].Closes || w == "return" && (p.breaks() || p.Is("else")) || p.Sign("?:") {
		return p.Make(op, start, "")
	}
	n := p.expression()
	return p.Make(op, start, "", n)
}

func (p *parser) try() *tree.Node {
	start := p.Start()
	p.Next()
	m := p.Mark()
	p.Push(p.braces())
	p.Push(nil)
	for p.Is("catch") && p.Ahead(1).Kind == '(' {
		at := p.Start()
		p.Next()
		var target *tree.Node
		p.within(func() {
			p.annotations()
			if p.Kind() == scan.TokenName {
				target = p.name()
			}
			if p.Skip(':') {
				p.typeName()
			}
		})
		body := p.BlockOf(p.Start())
		if p.Kind() == '{' {
			body = p.braces()
		}
		p.Push(p.Make(tree.Catch, at, "", target, body))
	}
	if p.Is("finally") && p.Ahead(1).Kind == '{' {
		p.Next()
		finally := p.braces()
		p.Pushed(m)[1] = finally
	}
	return p.Closed(tree.Try, start, "", m)
}

package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// wordStatement reads a statement that begins with a word, unless that is the start of an expression.
func (p *parser) wordStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	switch w {
	case "if":
		return p.conditionStatement(), true
	case "for":
		return p.loop(), true
	case "while":
		p.Next()
		test := p.condition()
		return p.Make(tree.Loop, t.Start, "", test, p.Governed(), nil), true
	case "do":
		p.Next()
		body := p.Governed()
		var test *tree.Node
		if p.SkipWord("while") {
			test = p.condition()
		}
		n := p.Make(tree.Loop, t.Start, "do", test, body, nil)
		p.Skip(';')
		return n, true
	case "return", "throw":
		p.Next()
		op := tree.Return
		if w == "throw" {
			op = tree.Throw
		}
		return p.leaving(op, t.Start), true
	case "break", "continue", "goto":
		op := tree.Break
		if w == "continue" {
			op = tree.Continue
		}
		p.jumps = p.jumps || w == "goto"
		p.Next()
		label := ""
		if p.Kind() == scan.TokenName && w != "goto" {
			label = p.identifier()
		}
		n := p.Make(op, t.Start, label)
		p.semicolonBehind()
		return n, true
	case "switch":
		if p.Ahead(1).Kind == '(' {
			p.Next()
			subject := p.condition()
			return p.switchBody(t.Start, subject), true
		}
		return nil, false
	case "try":
		return p.try(), true
	}
	if p.sharp {
		return p.sharpStatement(t, w)
	}
	return p.javaStatement(t, w)
}

// javaStatement is wordStatement for what C# does not have, or has otherwise.
func (p *parser) javaStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	next := p.Ahead(1)
	switch w {
	case "yield":
		if next.Kind != '=' && next.Kind != '.' && p.yields {
			p.Next()
			return p.leaving(tree.Return, t.Start), true
		}
	case "synchronized":
		if next.Kind == '(' {
			return p.with(), true
		}
	case "assert":
		p.Next()
		n := p.expression()
		if p.Skip(':') {
			n = p.Make(tree.Sequence, n.Start, "", n, p.expression())
		}
		n = p.Make(tree.Expression, t.Start, "", n)
		p.semicolon()
		return n, true
	case "package":
		if next.Kind == scan.TokenName {
			p.Next()
			p.packageName()
			p.semicolonBehind()
			return nil, true
		}
	case "import":
		if next.Kind == scan.TokenName {
			return p.importStatement(), true
		}
	case "module", "open": // of a description of a module
		if next.Kind == scan.TokenName && (p.Ahead(2).Kind == '{' || p.Ahead(2).Kind == '.') {
			for !p.Ends() && p.Kind() != '{' {
				p.Next()
			}
			p.Over()
			return nil, true
		}
	}
	return nil, false
}

// sharpStatement is wordStatement for what Java does not have, or has otherwise.
func (p *parser) sharpStatement(t *scan.Token, w string) (n *tree.Node, ok bool) {
	next := p.Ahead(1)
	switch w {
	case "foreach":
		return p.loop(), true
	case "yield":
		if p.Spell(next) == "return" || p.Spell(next) == "break" {
			return p.yieldStatement(t.Start), true
		}
	case "lock", "using", "fixed":
		if next.Kind == '(' {
			return p.with(), true
		}
		if w == "using" {
			return p.using(), true
		}
	case "unsafe", "checked", "unchecked":
		if next.Kind == '{' {
			p.Next()
			return p.block(), true
		}
	case "await":
		if p.WordAt(1) == "foreach" || p.WordAt(1) == "using" {
			p.Next()
			return p.wordStatement(&p.Tokens[p.At], p.Word())
		}
	case "delegate":
		if next.Kind == scan.TokenName {
			p.semicolonBehind()
			return nil, true
		}
	case "var":
		if m := int(p.Mates[p.At+1]); next.Kind == '(' && m > 0 && p.Tokens[m+1].Kind == '=' {
			p.Next()
			at := p.Start()
			target := p.primary()
			p.Next()
			value := p.expression()
			n := p.Make(tree.Declare, t.Start, "let", p.Make(tree.Assign, at, "=", target, value))
			p.semicolon()
			return n, true
		}
	case "global":
		if p.WordAt(1) == "using" {
			p.Next()
			return p.using(), true
		}
	case "extern":
		if p.WordAt(1) == "alias" {
			p.semicolonBehind()
			return nil, true
		}
	case "namespace":
		if next.Kind == scan.TokenName {
			p.Next()
			p.packageName()
			if p.Kind() == '{' {
				return p.block(), true
			}
			p.Skip(';')
			return nil, true
		}
	}
	return nil, false
}

// yieldStatement reads a yield return or yield break, which hands a value to whoever goes through what the method makes.
func (p *parser) yieldStatement(start int32) *tree.Node {
	p.iterates = true
	p.Next()
	p.Next()
	m := p.Mark()
	if p.Kind() != ';' {
		p.Push(p.expression())
	}
	n := p.Make(tree.Expression, start, "", p.Closed(tree.Await, start, "", m))
	p.semicolon()
	return n
}

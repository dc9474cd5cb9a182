package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// block reads statements in braces.
func (p *parser) block() *tree.Node {
	start := p.Start()
	if p.Kind() != '{' {
		return p.Make(tree.Block, start, "")
	}
	m := p.Mark()
	b := p.Enter()
	inside := p.inside
	p.inside = p.optionalEnd(start)
	p.Statements()
	p.inside = inside
	p.Leave(b)
	return p.Closed(tree.Block, start, "", m)
}

// statement reads one, however many stand around it. What the preprocessor may leave out of a block stands behind a test
// there, unless it declares something.
func (p *parser) statement() *tree.Node {
	start, around := p.Start(), p.inside
	p.inside = p.optionalEnd(start)
	n := p.required()
	left := p.inside != around
	p.inside = around
	if n == nil || !left {
		return n
	}
	switch n.Op {
	case tree.Declare, tree.Define, tree.DefineClass, tree.Import:
		return n
	}
	return p.Make(tree.If, start, "", p.Make(tree.Name, start, "#if"), p.Make(tree.Block, start, "", n))
}

// required is statement for what no condition leaves out.
func (p *parser) required() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case '{':
		return p.block()
	case ';':
		p.Next()
		return nil
	case '@':
		return p.declaration()
	case '[':
		if p.sharp && p.isAttributes() {
			return p.declaration()
		}
	case scan.TokenName:
		w := p.Spell(t)
		if next := p.Ahead(1); next.Kind == ':' && next.End == next.Start+1 && !p.reserved(w) && w != "default" {
			p.Next()
			p.Next()
			return p.Make(tree.Label, t.Start, w, p.Governed())
		}
		if n, ok := p.wordStatement(t, w); ok {
			return n
		}
		if modifierWords[w] || p.classWord() {
			if next := p.Ahead(1); next.Kind == scan.TokenName && !p.isOperator(p.Spell(next)) && w != "new" || next.Kind == '@' || w == "static" || w == "non" && next.Kind == '-' {
				return p.declaration()
			}
		}
	}
	if p.declares() {
		return p.local()
	}
	if p.isMethod() {
		return p.declaration()
	}
	n := p.expression()
	n = p.Make(tree.Expression, t.Start, "", n)
	p.semicolon()
	return n
}

// isAttributes reports whether the bracket at the current token holds attributes: a declaration follows.
func (p *parser) isAttributes() bool {
	m := int(p.Mates[p.At])
	if m < 0 {
		return false
	}
	switch t := &p.Tokens[m+1]; t.Kind {
	case scan.TokenName, '[':
		return true
	}
	return false
}

// isMethod reports whether a method is declared here, outside of a class.
func (p *parser) isMethod() bool {
	if p.Kind() != scan.TokenName && p.Kind() != '<' || p.Waste < 0 {
		return false
	}
	from, skipped := p.At, p.Skipped
	ok := true
	if p.Kind() == '<' {
		ok = p.skipAngles()
	}
	ok = ok && p.skipType() && p.Kind() == scan.TokenName && !p.isOperator(p.Word())
	if ok {
		p.Next()
		if p.Kind() == '<' {
			ok = p.skipAngles()
		}
		ok = ok && p.Kind() == '(' && (p.isLocalFunction(p.At) || p.throwsBehind())
	}
	p.Waste -= p.At - from
	p.At, p.Skipped = from, skipped
	return ok
}

// throwsBehind reports whether a method declares exceptions behind the parenthesis at the current token.
func (p *parser) throwsBehind() bool {
	m := int(p.Mates[p.At])
	return m > 0 && p.Tokens[m+1].Kind == scan.TokenName && p.Spell(&p.Tokens[m+1]) == "throws"
}

// declaration reads a declaration with modifiers where a statement stands.
func (p *parser) declaration() *tree.Node {
	start := p.Start()
	from := p.At
	m := p.readModifiers()
	switch {
	case p.classWord():
		c := p.class(start, m)
		n := p.Make(tree.DefineClass, start, "")
		n.Class = c
		return n
	case p.Is("package"):
		p.Next()
		p.packageName()
		p.semicolonBehind()
		return nil
	case p.Is("delegate") && p.sharp:
		p.semicolonBehind()
		return nil
	case p.declares() && !(p.sharp && p.isMethod()):
		return p.local()
	case !p.isMethod():
		if p.At == from {
			p.Lose()
		}
		return nil
	}
	if p.Kind() == '<' {
		p.skipAngles()
	}
	result := p.typeName()
	f := &tree.Func{Start: start, Name: p.identifier(), Static: m.static, Async: m.async, Result: result, Decorators: m.decorators}
	p.signature(f)
	if p.body(f); f.Body == nil {
		return nil
	}
	n := p.Make(tree.Define, start, "")
	n.Func = f
	return n
}

// local reads the declaration of local variables.
func (p *parser) local() *tree.Node {
	n := p.declared()
	p.semicolon()
	return n
}

// declared reads local variables up to the end of their declaration.
func (p *parser) declared() *tree.Node {
	start := p.Start()
	kind := p.typeName()
	m := p.Mark()
	for {
		at := p.Start()
		target := p.declaredName()
		for p.Kind() == '[' && p.isRank() {
			p.Over()
		}
		if p.Kind() == '=' {
			p.Next()
			target = p.Make(tree.Assign, at, "=", target, p.value(kind))
			if target.Kids[1].Op == tree.Call && saysMore(kind) {
				target.Kids = append(target.Kids, kind)
			}
		}
		p.Push(target)
		if !p.Skip(',') {
			break
		}
	}
	return p.Closed(tree.Declare, start, "let", m)
}

// declaredName reads the name of a variable, or in C# the names of several in parentheses.
func (p *parser) declaredName() *tree.Node {
	if p.Kind() == scan.TokenName {
		return p.name()
	}
	return p.unknown()
}

// leaving reads what is returned or thrown.
func (p *parser) leaving(op tree.Op, start int32) *tree.Node {
	m := p.Mark()
	if k := p.Kind(); k != ';' && !p.Tokens[p.At].Closes {
		value := p.expression()
		if op == tree.Return {
			value = p.implied(value, p.result)
		}
		p.Push(value)
	}
	n := p.Closed(op, start, "", m)
	p.semicolon()
	return n
}

// condition reads an expression in parentheses.
func (p *parser) condition() *tree.Node {
	if p.Kind() != '(' {
		return p.unknown()
	}
	b := p.Enter()
	n := p.expression()
	p.Leave(b)
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

// loop reads a loop that begins with for or foreach.
func (p *parser) loop() *tree.Node {
	start := p.Start()
	p.Next()
	if p.Kind() != '(' {
		return p.Make(tree.Loop, start, "", nil, p.Governed(), nil)
	}
	b := p.Enter()
	var first *tree.Node
	for p.Kind() == '@' || p.Is("final") {
		if p.Kind() == '@' {
			p.annotation()
		} else {
			p.Next()
		}
	}
	switch {
	case p.Kind() == ';':
	case p.declares():
		first = p.declared()
	case p.sharp && p.Is("var") && p.Ahead(1).Kind == '(':
		at := p.Start()
		p.Next()
		first = p.Make(tree.Declare, at, "let", p.primary())
	default:
		first = p.sequence()
	}
	if p.Kind() == ':' || p.sharp && p.Is("in") {
		p.Next()
		through := p.expression()
		p.Leave(b)
		return p.Make(tree.ForEach, start, "", first, through, p.Governed())
	}
	var test, after *tree.Node
	if p.Skip(';') && p.Kind() != ';' && !p.Ends() {
		test = p.expression()
	}
	if p.Skip(';') && !p.Ends() {
		after = p.sequence()
	}
	p.Leave(b)
	n := p.Make(tree.Loop, start, "", test, p.Governed(), after)
	if first == nil {
		return n
	}
	if first.Op != tree.Declare {
		first = p.Node(tree.Expression, int(first.Start), int(first.End), "", first)
	}
	return p.Make(tree.Block, start, "", first, n)
}

// sequence reads expressions with commas.
func (p *parser) sequence() *tree.Node {
	start := p.Start()
	first := p.expression()
	if p.Kind() != ',' {
		return first
	}
	m := p.Mark()
	p.Push(first)
	for p.Skip(',') {
		p.Push(p.expression())
	}
	return p.Closed(tree.Sequence, start, "", m)
}

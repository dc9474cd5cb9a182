package rust

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// braces reads a block. What it hoists stands in it.
func (p *parser) braces() *tree.Node {
	start := p.Start()
	if p.Kind() != '{' {
		return p.Make(tree.Block, start, "")
	}
	if !p.deeper() {
		p.Lose()
		return p.Make(tree.Block, start, "")
	}
	defer func() { p.Depth-- }()
	hoisted := p.Hoisted
	m := p.Mark()
	p.enter(func() {
		for !p.Ends() {
			from := p.At
			p.Hoisted = nil
			s := p.Statement()
			for _, n := range p.Hoisted {
				p.Push(n)
			}
			if s != nil {
				p.Push(s)
			}
			if p.At == from && !p.Ends() {
				p.Lose()
			}
		}
	})
	p.Hoisted = hoisted
	return p.Closed(tree.Block, start, "", m)
}

// statement reads one, however many stand around it.
func (p *parser) statement() *tree.Node {
	start := p.Start()
	if p.Skip(';') {
		return nil
	}
	from := p.At
	p.attributes()
	if p.isItem() {
		p.At = from
		p.item()
		return nil
	}
	if strings.HasPrefix(p.Text[start:], "#[cfg(") && p.deeper() {
		defer func() { p.Depth-- }()
		return p.perhaps(start)
	}
	if p.Is("let") {
		return p.let()
	}
	n := p.blockLike()
	if n != nil && (p.Kind() == '.' && !p.Sign("..") || p.Kind() == '?') { // a value, of which a member is used
		n = p.Make(tree.Expression, start, "", p.binaryFrom(p.suffixes(p.ValueOf(n), start), start, 0))
	}
	if n == nil {
		n = p.Make(tree.Expression, start, "", p.expression())
		if k := n.Kids[0]; k.Op == tree.Constant && k.Text == "" && len(p.Hoisted) > 0 { // return and the like
			n = nil
		}
	}
	if p.Kind() != ';' {
		return n
	}
	p.Next()
	if n == nil || !p.Ends() {
		return n
	}
	// A block that ends with a semicolon has no value.
	return p.Make(tree.Block, start, "", n, p.Make(tree.Block, p.Behind(), ""))
}

// perhaps reads a statement that stands in some builds alone.
func (p *parser) perhaps(start int32) *tree.Node {
	hoisted, n := p.Apart(p.statement)
	if n != nil && n.Op == tree.Declare { // of a variable that else may be another one of that name
		if a := n.Kids[0]; a.Op == tree.Assign && a.Kids[0].Op == tree.Name {
			a.Kids[1] = p.Make(tree.Conditional, start, "", p.Make(tree.Unknown, start, ""), a.Kids[1], p.Again(a.Kids[0]))
		}
		p.Hoisted = append(p.Hoisted, hoisted...)
		return n
	}
	if n != nil {
		hoisted = append(hoisted, n)
	}
	return p.Make(tree.If, start, "", p.Make(tree.Unknown, start, ""), p.Make(tree.Block, start, "", hoisted...))
}

// let reads the declaration of variables.
func (p *parser) let() *tree.Node {
	start := p.Start()
	p.Next()
	at, skipped := p.At, p.Skipped
	target := p.target()
	lost := p.Skipped - skipped
	if p.Skip(':') {
		p.typeName()
	}
	if p.Kind() != '=' {
		p.semicolon()
		if target == nil {
			return nil
		}
		return p.Make(tree.Declare, start, "let", target)
	}
	p.Next()
	value := p.expression()
	if p.refers && value.Start >= start && strings.Contains(p.Text[start:value.Start], "ref ") {
		value = p.changed(value.Start, value)
	}
	if !p.Is("else") {
		p.semicolon()
		if target == nil || target.Op == tree.Unknown {
			return p.Make(tree.Expression, start, "", value)
		}
		return p.Make(tree.Declare, start, "let", p.Make(tree.Assign, start, "=", target, value))
	}
	v := p.held(value)
	end := p.At
	p.At = at
	p.Skipped -= lost // it is read again
	test, binds := p.pattern(v)
	p.At = end
	p.Next()
	otherwise := p.braces()
	if test == nil {
		test = p.Make(tree.Unknown, start, "")
	}
	p.Hoisted = append(p.Hoisted, p.Make(tree.If, start, "", p.Node(tree.Unary, int(test.Start), int(test.End), "!", test), otherwise))
	p.Hoisted = append(p.Hoisted, binds...)
	p.semicolon()
	return nil
}

// held returns a new variable that holds a value.
func (p *parser) held(value *tree.Node) *tree.Node {
	if p.refers {
		value = p.changed(value.Start, value)
	}
	v := p.Value(value.Start, value.End)
	p.Hoisted = append(p.Hoisted, p.Declares(p.Again(v), value))
	return v
}

// blockLike reads an expression that ends a statement without a semicolon, as a statement; nil where none begins.
func (p *parser) blockLike() *tree.Node {
	start := p.Start()
	if p.Kind() == '\'' && p.Ahead(1).Kind == scan.TokenName && p.Ahead(2).Kind == ':' {
		p.Next()
		label := p.identifier()
		p.Next()
		n := p.blockLike()
		if n == nil {
			return p.Make(tree.Block, start, "")
		}
		return p.Make(tree.Label, start, label, n)
	}
	switch p.Word() {
	case "if", "match", "while", "for", "loop":
		if !p.deeper() {
			return p.Make(tree.Expression, start, "", p.Deep())
		}
		defer func() { p.Depth-- }()
	}
	switch p.Word() {
	case "if":
		return p.ifStatement()
	case "match":
		return p.match()
	case "while":
		p.Next()
		var test *tree.Node
		var body *tree.Node
		hoisted, _ := p.Apart(func() *tree.Node {
			var binds []*tree.Node
			test, binds = p.condition()
			body = p.braces()
			body.Kids = append(binds, body.Kids...)
			return body
		})
		if len(hoisted) == 0 && test != nil {
			return p.Make(tree.Loop, start, "", test, body, nil)
		}
		// What the condition hoists runs in each round.
		if test == nil {
			test = p.Make(tree.Unknown, start, "")
		}
		leave := p.Make(tree.If, start, "", p.Node(tree.Unary, int(test.Start), int(test.End), "!", test), p.Make(tree.Break, start, ""))
		return p.Make(tree.Loop, start, "", nil, p.Make(tree.Block, start, "", append(append(hoisted, leave), body)...), nil)
	case "loop":
		p.Next()
		return p.Make(tree.Loop, start, "", nil, p.braces(), nil)
	case "for":
		p.Next()
		target := p.target()
		if target != nil {
			target = p.Make(tree.Declare, target.Start, "let", target)
		}
		p.SkipWord("in")
		through := p.head()
		return p.Make(tree.ForEach, start, "", target, through, p.braces())
	case "unsafe", "async", "const":
		at := 1
		if p.isWord(1, "move") {
			at = 2
		}
		if p.Ahead(at).Kind != '{' {
			return nil
		}
		async := p.Is("async")
		for range at {
			p.Next()
		}
		if async { // runs later, or never
			n := p.Make(tree.Function, start, "")
			n.Func = &tree.Func{Kind: tree.Arrow, Start: start, Body: p.Ending(p.braces(), nil), Async: true}
			n.Func.End, n.End = p.Behind(), p.Behind()
			return p.Make(tree.Expression, start, "", p.Make(tree.Call, start, "", n))
		}
		return p.braces()
	}
	if p.Kind() == '{' {
		return p.braces()
	}
	return nil
}

// head reads an expression in front of a block.
func (p *parser) head() *tree.Node {
	noStruct := p.noStruct
	p.noStruct = true
	n := p.expression()
	p.noStruct = noStruct
	return n
}

// condition reads the condition of an if or while, and returns what its patterns declare where it holds. Its test is nil
// where it always does.
func (p *parser) condition() (test *tree.Node, binds []*tree.Node) {
	noStruct := p.noStruct
	p.noStruct = true
	defer func() { p.noStruct = noStruct }()
	for links := 0; ; links++ {
		start := p.Start()
		var one *tree.Node
		if p.SkipWord("let") {
			at, skipped := p.At, p.Skipped
			p.pattern(p.Make(tree.Unknown, start, ""))
			p.Skipped = skipped // it is read again
			p.Skip('=')
			v := p.held(p.binary(precedenceAnd))
			end := p.At
			p.At = at
			var more []*tree.Node
			one, more = p.pattern(v)
			binds = append(binds, more...)
			p.At = end
		} else {
			if links > 0 && len(binds) > 0 { // which may name what the patterns declare
				p.Hoisted = append(p.Hoisted, binds...)
				binds = nil
			}
			var hoisted []*tree.Node
			hoisted, one = p.Apart(func() *tree.Node {
				one := p.binary(precedenceAnd - 1)
				if links == 0 && p.Sign("||") {
					one = p.binaryFrom(one, start, 0)
				}
				return one
			})
			if test != nil {
				one, test = p.Short(test.Start, "&&", links, test, hoisted, one), nil
			} else {
				p.Hoisted = append(p.Hoisted, hoisted...)
			}
		}
		if one != nil && test != nil {
			one = p.Link(links, tree.Logical, test.Start, "&&", test, one)
		}
		if one != nil {
			test = one
		}
		if !p.Sign("&&") {
			return test, binds
		}
		p.SkipSign("&&")
	}
}

func (p *parser) ifStatement() *tree.Node {
	start := p.Start()
	p.Next()
	test, binds := p.condition()
	if test == nil {
		test = p.Make(tree.Unknown, start, "")
	}
	then := p.braces()
	then.Kids = append(binds, then.Kids...)
	if !p.SkipWord("else") {
		return p.Make(tree.If, start, "", test, then)
	}
	at := p.Start()
	if !p.Is("if") {
		return p.Make(tree.If, start, "", test, then, p.braces())
	}
	if !p.deeper() {
		return p.Make(tree.If, start, "", test, then, p.Make(tree.Expression, at, "", p.Deep()))
	}
	hoisted, otherwise := p.Apart(p.ifStatement)
	p.Depth--
	if len(hoisted) > 0 {
		otherwise = p.Make(tree.Block, at, "", append(hoisted, otherwise)...)
	}
	return p.Make(tree.If, start, "", test, then, otherwise)
}

// arm is a branch of a match. Its test is nil for what no other matches.
type arm struct {
	hoisted []*tree.Node // which runs in front of the test
	test    *tree.Node
	body    *tree.Node
}

// match reads a match as a chain of ifs.
func (p *parser) match() *tree.Node {
	start := p.Start()
	p.Next()
	v := p.held(p.head())
	var arms []arm
	if p.Kind() == '{' {
		p.enter(func() {
			for !p.Ends() {
				from := p.At
				arms = append(arms, p.arm(v))
				p.Skip(',')
				if p.At == from && !p.Ends() {
					p.Lose()
				}
			}
		})
	}
	var rest *tree.Node
	if len(arms) > maxArms { // a tree of so many ifs would be too deep
		m := p.Mark()
		p.Push(nil)
		for _, a := range arms {
			test := a.test
			if test == nil {
				test = p.Make(tree.Unknown, start, "")
			}
			p.Hoisted = append(p.Hoisted, a.hoisted...)
			p.Push(p.Make(tree.Case, a.body.Start, "", a.body, test))
		}
		return p.Closed(tree.Switch, start, "", m)
	}
	for i := len(arms) - 1; i >= 0; i-- {
		a := &arms[i]
		switch {
		case a.test == nil:
			rest = a.body
		case rest == nil:
			rest = p.Make(tree.If, start, "", a.test, a.body)
		default:
			rest = p.Make(tree.If, start, "", a.test, a.body, rest)
		}
		if len(a.hoisted) > 0 {
			rest = p.Make(tree.Block, start, "", append(a.hoisted, rest)...)
		}
	}
	if rest == nil {
		return p.Make(tree.Block, start, "")
	}
	return rest
}

// maxArms is how many branches of a match nest.
const maxArms = 100

func (p *parser) arm(v *tree.Node) (a arm) {
	p.attributes()
	var binds []*tree.Node
	a.test, binds = p.pattern(v)
	if p.SkipWord("if") {
		hoisted, guard := p.Apart(p.expression)
		if a.test != nil {
			test := a.test
			hoisted, guard = p.Apart(func() *tree.Node { return p.Short(test.Start, "&&", 0, test, hoisted, guard) })
		}
		a.hoisted, a.test = append(binds, hoisted...), guard // which names what the pattern declares
		binds = nil
	}
	for !p.Ends() && !p.Sign("=>") && p.Kind() != ',' {
		p.Lose()
	}
	p.SkipSign("=>")
	start := p.Start()
	if p.Kind() == '{' {
		a.body = p.braces()
	} else {
		hoisted, n := p.Apart(p.expression)
		value := p.Node(tree.Expression, int(n.Start), int(n.End), "", n)
		if n.Op == tree.Constant && n.Text == "" && len(hoisted) > 0 {
			value = hoisted[len(hoisted)-1]
			hoisted = hoisted[:len(hoisted)-1]
		}
		a.body = p.Make(tree.Block, start, "", append(hoisted, value)...)
	}
	a.body.Kids = append(binds, a.body.Kids...)
	return a
}

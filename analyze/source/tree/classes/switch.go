package classes

import (
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// switchBody reads the clauses of a switch in braces.
func (p *parser) switchBody(start int32, subject *tree.Node) *tree.Node {
	m := p.Mark()
	p.Push(subject)
	if p.Kind() == '{' {
		b := p.Enter()
		for !p.Ends() {
			if w := p.Word(); w == "case" || w == "default" {
				p.Push(p.clause(subject))
			} else {
				p.Lose()
			}
		}
		p.Leave(b)
	}
	if clauses := p.Pushed(m)[1:]; len(clauses) > 0 {
		clauses[len(clauses)-1].Text = ""
	}
	return p.Closed(tree.Switch, start, "", m)
}

// clause reads one case of a switch.
func (p *parser) clause(subject *tree.Node) *tree.Node {
	start := p.Start()
	tests := p.Mark()
	p.Push(nil)
	var bound *tree.Node
	other := false // what no test matches
	held := p.held(subject)
	for p.Is("case") || p.Is("default") {
		if p.identifier() == "default" {
			other = true
		} else {
			for !p.Ends() {
				from := p.At
				if p.SkipWord("default") {
					other = true
				} else {
					p.SkipWord("final")
					x := p.pattern(held, false)
					if x.bound != nil {
						bound = x.bound
					}
					p.Push(x.test)
				}
				if p.At == from && !p.Ends() {
					p.Lose()
				}
				if !p.Skip(',') {
					break
				}
			}
			if p.SkipWord("when") {
				guard := p.guard(bound, subject)
				all := p.Pushed(tests)
				if last := len(all) - 1; last > 0 {
					all[last] = p.Node(tree.Logical, int(all[last].Start), int(guard.End), "&&", all[last], guard)
				}
			}
		}
		if p.sign("->") {
			break
		}
		for !p.Ends() && p.Kind() != ':' {
			p.Lose()
		}
		p.Skip(':')
		if !p.sharp {
			break
		}
	}
	if other {
		p.Drop(tests + 1)
	}
	at := p.Start()
	m := p.Mark()
	if bound != nil {
		p.Push(p.Make(tree.Declare, at, "let", p.Node(tree.Assign, int(bound.Start), int(bound.End), "=", bound, subject)))
	}
	arrow := p.skipSign("->")
	if arrow {
		if s := p.arm(); s != nil {
			p.Push(s)
		}
	} else {
		for !p.Ends() && !p.Is("case") && (!p.Is("default") || p.Ahead(1).Kind != ':' && p.Ahead(1).Kind != '-') {
			from := p.At
			if s := p.Statement(); s != nil {
				p.Push(s)
			}
			if p.At == from && !p.Ends() {
				p.Lose()
			}
		}
	}
	block := p.Closed(tree.Block, at, "", m)
	p.Pushed(tests)[0] = block
	text := ""
	if !arrow && descent.FallsThrough(block) {
		text = "falls"
	}
	return p.Closed(tree.Case, start, text, tests)
}

// arm reads what stands behind the arrow of a case.
func (p *parser) arm() *tree.Node {
	if p.Kind() == '{' || p.Is("throw") || !p.yields {
		return p.Statement()
	}
	start := p.Start()
	n := p.Make(tree.Return, start, "", p.expression())
	p.semicolon()
	return n
}

// switchArms reads a switch that has a value, from its brace on: a call of a function that returns it.
func (p *parser) switchArms(start int32, subject *tree.Node) *tree.Node {
	f := &tree.Func{Kind: tree.Arrow, Start: start}
	yields := p.yields
	p.yields = true
	var body *tree.Node
	if p.Depth++; p.Depth > deepest {
		body = p.Deep()
	} else if p.sharp {
		body = p.sharpArms(start, subject)
	} else {
		body = p.switchBody(start, subject)
	}
	p.Depth--
	p.yields = yields
	f.Body = p.Make(tree.Block, start, "", body)
	f.End = max(start, p.Behind())
	n := p.Make(tree.Function, start, "")
	n.Func = f
	return p.Make(tree.Call, start, "", n)
}

// sharpArms reads the arms of a switch of C# that has a value.
func (p *parser) sharpArms(start int32, subject *tree.Node) *tree.Node {
	held := p.held(subject)
	m := p.Mark()
	p.Push(subject)
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		at := p.Start()
		var test, bound *tree.Node
		if p.Is("_") && p.Ahead(1).Kind == '=' {
			p.Next()
		} else {
			x := p.pattern(held, false)
			test, bound = x.test, x.bound
			if p.SkipWord("when") {
				guard := p.guard(bound, subject)
				test = p.Node(tree.Logical, int(test.Start), int(guard.End), "&&", test, guard)
			}
		}
		for !p.Ends() && !p.sign("=>") && p.Kind() != ',' {
			p.Lose()
		}
		p.skipSign("=>")
		value := p.expression()
		body := p.Make(tree.Block, value.Start, "", p.Make(tree.Return, value.Start, "", value))
		if bound != nil {
			declared := p.Node(tree.Declare, int(bound.Start), int(bound.End), "let", p.Node(tree.Assign, int(bound.Start), int(bound.End), "=", bound, subject))
			body.Kids = p.List([]*tree.Node{declared, body.Kids[0]})
		}
		if test == nil {
			p.Push(p.Make(tree.Case, at, "", body))
		} else {
			p.Push(p.Make(tree.Case, at, "", body, test))
		}
		p.Separate(from)
	}
	p.Leave(b)
	return p.Closed(tree.Switch, start, "", m)
}

// guard reads the condition behind when, in which the name that the pattern before it binds means what the switch is about.
func (p *parser) guard(bound, subject *tree.Node) *tree.Node {
	guard := p.expression()
	if bound == nil || bound.Op != tree.Name || subject == nil || !isPlain(subject) {
		return guard
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op != tree.Name || n.Text != bound.Text {
			return true
		}
		*n = *p.placed(subject, n)
		return false
	}}
	w.Visit(guard)
	return guard
}

// placed returns a copy of an expression that stands in the place of another one.
func (p *parser) placed(n, at *tree.Node) *tree.Node {
	c := p.Node(n.Op, int(at.Start), int(at.End), n.Text, n.Kids...)
	for i, k := range c.Kids {
		c.Kids[i] = p.placed(k, at)
	}
	return c
}

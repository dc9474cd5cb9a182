package ruby

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// assignment reads an expression, or an assignment to several targets.
func (p *parser) assignment() *tree.Node {
	start := p.Start()
	var n *tree.Node
	if p.Kind() == '*' && !p.text("**") {
		n = p.splat()
	} else {
		n = p.expressionOrStatement()
	}
	alone := n.Op == tree.Spread && p.Kind() == '='
	if !alone && (p.Kind() != ',' || p.lists > 0 || !p.isTargets()) {
		return n
	}
	from := len(p.Stack)
	p.Push(p.targetOf(n))
	for p.Take(',') {
		if p.Kind() == '=' || p.ended() {
			break
		}
		if p.Kind() == '*' {
			p.Push(p.splat())
			continue
		}
		p.Push(p.targetOf(p.Nested(p.primary)))
	}
	list := p.Taken(from)
	targets := p.Node(tree.Array, start, p.Behind(), "", list...)
	if !p.Take('=') {
		return targets
	}
	p.lines()
	value := p.values()
	return p.Node(tree.Assign, start, p.Behind(), "=", targets, value)
}

// splat reads a target behind a star.
func (p *parser) splat() *tree.Node {
	start := p.Start()
	p.I++
	if p.Kind() == ',' || p.Kind() == '=' || p.ended() {
		return p.Node(tree.Spread, start, p.Behind(), "", p.Unknown())
	}
	n := p.targetOf(p.Nested(p.primary))
	return p.Node(tree.Spread, start, p.Behind(), "", n)
}

// isTargets reports whether the comma that comes next goes on with targets that are assigned to in this line.
func (p *parser) isTargets() bool {
	open := 0
	for i := p.I; i < len(p.Tokens) && i < p.I+64; i++ {
		t := &p.Tokens[i]
		if t.Closes {
			if open--; open < 0 {
				return false
			}
		}
		if t.Opens {
			open++
		}
		if open > 0 {
			continue
		}
		switch t.Kind {
		case '=':
			return true
		case scan.TokenLine:
			if p.KindAt(i-1) != ',' {
				return false
			}
		case ';', scan.TokenString, scan.TokenNumber:
			return false
		case scan.TokenOperator:
			if p.At(i) != "::" {
				return false
			}
		}
	}
	return false
}

// targetOf makes what was read a target: a name is declared, and a call without arguments is a member.
func (p *parser) targetOf(n *tree.Node) *tree.Node {
	switch {
	case n.Op == tree.Call && len(n.Kids) == 1 && (n.Kids[0].Op == tree.Name || n.Kids[0].Op == tree.Member):
		if n = n.Kids[0]; n.Op == tree.Name {
			p.scope.names[n.Text] = true
		}
	case n.Op == tree.Name && n.Text != "" && n.Text[0] >= 'a':
		p.scope.names[n.Text] = true
	case n.Op == tree.Array:
		for i, k := range n.Kids {
			if k != nil {
				n.Kids[i] = p.targetOf(k)
			}
		}
	case n.Op == tree.Spread && n.Kids[0] != nil:
		n.Kids[0] = p.targetOf(n.Kids[0])
	}
	return n
}

// values reads what is assigned or returned: several values are an Array.
func (p *parser) values() *tree.Node {
	start := p.Start()
	first := p.element()
	if p.Kind() != ',' {
		if first.Op == tree.Spread {
			return p.Node(tree.Array, start, p.Behind(), "", first)
		}
		return first
	}
	from := len(p.Stack)
	p.Push(first)
	for p.Take(',') {
		p.lines()
		p.Push(p.element())
	}
	list := p.Taken(from)
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// element reads an expression that may have a star in front of it.
func (p *parser) element() *tree.Node {
	if p.Kind() != '*' {
		return p.expression()
	}
	start, text := p.Start(), ""
	if p.text("**") {
		text = "**"
	}
	p.I++
	value := p.expression()
	return p.Node(tree.Spread, start, p.Behind(), text, value)
}

package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// deepest is how deeply expressions and statements may nest.
const deepest = descent.MaxDepth

// suffixes reads members, indices and calls behind an operand, which begins at an offset.
func (p *parser) suffixes(n *tree.Node, start int32) *tree.Node {
	maybe := false
	for links := 0; ; links++ {
		t := &p.Tokens[p.At]
		var op tree.Op
		var text string
		refers := t.Kind == '.' && p.Src[t.Start] == ':'
		m := p.Mark()
		p.Push(n)
		switch {
		case t.Kind == '.' && p.sharp && p.sign(".."): // a range
			p.Drop(m)
			return n
		case t.Kind == '.':
			maybe = maybe || p.sharp && p.Src[t.Start] == '?'
			if p.Next(); p.Kind() == '<' { // a.<T>b()
				p.skipAngles()
			}
			if p.Kind() == '[' && t.End-t.Start == 2 { // a?[b]
				p.Drop(m)
				continue
			}
			if p.Kind() != scan.TokenName {
				p.Drop(m)
				p.Skipped += int(t.End - t.Start)
				continue
			}
			if p.Is("new") && !p.sharp && p.Src[t.Start] == '.' { // an inner class
				p.Drop(m)
				n = p.construct(n, start)
				continue
			}
			op, text = tree.Member, p.identifier()
		case t.Kind == '?' && p.sharp && p.Ahead(1).Kind == '[' && p.Ahead(1).Start == t.End && p.isConditionalIndex():
			maybe = true
			p.Next()
			p.Drop(m)
			continue
		case t.Kind == '[' && p.isRank() && n.Op != tree.Call: // int[].class and int[]::new
			p.Over()
			p.Drop(m)
			continue
		case t.Kind == '[':
			op = tree.Index
			p.arguments()
			if p.isRange(m) {
				op = tree.Slice
			}
		case t.Kind == '(':
			op = tree.Call
			p.arguments()
		case t.Kind == '!' && p.sharp && p.Src[min(int(t.End), len(p.Src)-1)] != '=':
			p.Next()
			p.Drop(m)
			continue
		case t.Kind == '<':
			p.Drop(m)
			from := p.At
			if !p.typeArguments() {
				return n
			}
			if p.Kind() == '(' && links < p.Longest() {
				if kind := p.madeFor(from); kind != nil {
					m := p.Mark()
					p.Push(n)
					p.arguments()
					n = p.Make(tree.Cast, start, "", p.Closed(tree.Call, start, "", m), kind)
				}
			}
			continue
		default:
			p.Drop(m)
			return n
		}
		if links < p.Longest() {
			n = p.Closed(op, start, text, m)
			n.Maybe, n.Reference = maybe, refers
		} else {
			n = p.Flatten(start, n, p.Pushed(m)[1:]...)
			p.Drop(m)
		}
	}
}

// isConditionalIndex reports whether ?[ at the current token is an index of what may be null: nothing that a
// conditional would need follows.
func (p *parser) isConditionalIndex() bool {
	m := int(p.Mates[p.At+1])
	return m > 0 && p.Tokens[m+1].Kind != ':'
}

// madeFor returns the one class for which a call is made whose type arguments begin at a token, and end before the current one: it
// mostly returns an object of that. It returns nil where there are more, or none.
func (p *parser) madeFor(from int) *tree.Node {
	end := p.At
	p.At = from
	held := p.inAngles(1)
	p.At = end
	if len(held) != 1 || !saysMore(held[0]) {
		return nil
	}
	return held[0]
}

// typeArguments goes behind the type arguments of a call or method, unless the sign only compares.
func (p *parser) typeArguments() bool {
	from, skipped := p.At, p.Skipped
	if ok := p.skipAngles(); ok {
		for !p.sharp && p.Kind() == '[' && p.isRank() {
			p.Over()
		}
		switch t := &p.Tokens[p.At]; {
		case t.Kind == '.' && t.End-t.Start == 2 && !p.sharp:
			return true
		case p.sharp && (t.Kind == '(' || t.Closes || t.Kind == '.' || t.Kind == ',' || t.Kind == ';'):
			return true
		}
	}
	p.At, p.Skipped = from, skipped
	return false
}

// arguments reads the arguments of a call or index and pushes them.
func (p *parser) arguments() {
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		p.Push(p.argument())
		p.Separate(from)
	}
	p.Leave(b)
}

// isRange reports whether one range of C# is all that was pushed behind the first node, in place of which it then has its
// ends.
func (p *parser) isRange(m int) bool {
	kids := p.Pushed(m)
	if !p.sharp || len(kids) != 2 {
		return false
	}
	of := kids[1]
	from, to := of.Kid(0), of.Kid(1)
	switch {
	case of.Op == tree.Spread:
		from, to = nil, from
	case of.Op != tree.Binary || of.Text != "..":
		return false
	}
	p.Drop(m + 1)
	p.Push(from)
	p.Push(to)
	return true
}

func (p *parser) argument() *tree.Node {
	start := p.Start()
	if p.sharp {
		if p.Kind() == scan.TokenName && p.Ahead(1).Kind == ':' && p.Ahead(1).End == p.Ahead(1).Start+1 {
			name := p.identifier()
			p.Next()
			return p.Make(tree.Keyword, start, name, p.argument())
		}
		if w := p.Word(); (w == "ref" || w == "out" || w == "in") && p.Ahead(1).Kind == scan.TokenName {
			p.Next()
			if p.declares() {
				at := p.Start()
				p.typeName()
				name := p.name()
				return p.Make(tree.Sequence, start, "", p.Make(tree.Declare, at, "let", name), p.Make(tree.Cast, at, "&", name))
			}
			if w != "in" {
				return p.Make(tree.Cast, start, "&", p.expression())
			}
		}
		if p.Kind() == '.' && p.Ahead(1).Kind == '.' { // a range
			p.Next()
			p.Next()
			if p.Ends() || p.Kind() == ',' {
				return p.Make(tree.Unknown, start, "")
			}
			return p.Make(tree.Spread, start, "", p.expression())
		}
	}
	n := p.expression()
	if p.sharp && p.Kind() == '.' && p.Ahead(1).Kind == '.' {
		p.Next()
		p.Next()
		var to *tree.Node
		if !p.Ends() && p.Kind() != ',' {
			to = p.expression()
		}
		n = p.Make(tree.Binary, start, "..", n, to)
	}
	return n
}

// primary reads an operand without what stands behind it.
func (p *parser) primary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case scan.TokenName:
		return p.operand(t)
	case scan.TokenNumber:
		p.Next()
		return p.Make(tree.Number, t.Start, p.Spell(t))
	case scan.TokenString:
		return p.text()
	case '(':
		b := p.Enter()
		m := p.Mark()
		for !p.Ends() {
			from := p.At
			p.Push(p.argument())
			p.Separate(from)
		}
		p.Leave(b)
		if inner := p.Pushed(m); len(inner) == 1 {
			n := inner[0]
			p.Drop(m)
			return n
		}
		return p.Closed(tree.Array, t.Start, tuple, m)
	case '[':
		if p.sharp {
			m := p.Mark()
			p.arguments()
			return p.Closed(tree.Array, t.Start, "", m)
		}
	case '{': // an array, where one is initialised
		return p.list()
	case '@':
		p.annotation()
		return p.primary()
	}
	return p.unknown()
}

// list reads the elements of an array in braces.
func (p *parser) list() *tree.Node {
	start := p.Start()
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		p.Lose()
		return p.Make(tree.Unknown, start, "")
	}
	m := p.Mark()
	p.arguments()
	p.Depth--
	return p.Closed(tree.Array, start, "", m)
}

// unknown reads what cannot begin an operand.
func (p *parser) unknown() *tree.Node {
	t := &p.Tokens[p.At]
	switch {
	case t.Closes, t.Kind == ',', t.Kind == ';', t.Kind == ':', t.Kind == '=', t.Kind == scan.TokenName:
	default:
		p.Lose()
	}
	return p.Make(tree.Unknown, t.Start, "")
}

// operand reads an operand that begins with a word.
func (p *parser) operand(t *scan.Token) *tree.Node {
	switch w := p.Spell(t); w {
	case "this":
		p.Next()
		return p.Make(tree.This, t.Start, "")
	case "super", "base":
		if (w == "base") == p.sharp {
			p.Next()
			return p.Make(tree.Super, t.Start, "")
		}
	case "true", "false", "null":
		p.Next()
		return p.Make(tree.Constant, t.Start, w)
	case "new":
		return p.construct(nil, t.Start)
	case "switch":
		if !p.sharp && p.Ahead(1).Kind == '(' {
			p.Next()
			b := p.Enter()
			subject := p.expression()
			p.Leave(b)
			return p.switchArms(t.Start, subject)
		}
	case "typeof", "sizeof":
		if p.sharp && p.Ahead(1).Kind == '(' {
			p.Next()
			p.Over()
			return p.Make(tree.Constant, t.Start, "")
		}
	case "default":
		if p.sharp {
			if p.Next(); p.Kind() == '(' {
				p.Over()
			}
			return p.Make(tree.Constant, t.Start, "")
		}
	case "checked", "unchecked":
		if p.sharp && p.Ahead(1).Kind == '(' {
			p.Next()
			return p.primary()
		}
	case "stackalloc":
		if p.sharp {
			return p.construct(nil, t.Start)
		}
	case "from":
		if p.sharp && p.isQuery() {
			return p.query()
		}
	case "delegate":
		if p.sharp && (p.Ahead(1).Kind == '(' || p.Ahead(1).Kind == '{') {
			p.Next()
			return p.anonymous(t.Start)
		}
	case "static", "async":
		if p.sharp && p.WordAt(1) == "delegate" {
			p.Next()
			return p.operand(&p.Tokens[p.At])
		}
	default:
		if p.reserved(w) {
			return p.unknown()
		}
	}
	return p.name()
}

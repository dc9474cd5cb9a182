package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// construct reads what begins with the word new, behind the object that an inner class belongs to, if any.
func (p *parser) construct(outer *tree.Node, start int32) *tree.Node {
	p.Next()
	m := p.Mark()
	var whole *tree.Node // the type with what it holds
	for p.Kind() == '@' {
		p.annotation()
	}
	if p.Kind() == '<' { // type arguments of a constructor
		p.skipAngles()
	}
	switch {
	case p.sharp && p.Kind() == '{': // new { a = b }
		p.initialisers(true)
		return p.Closed(tree.Object, start, "", m)
	case p.sharp && p.Kind() == '(':
		p.Push(p.Node(tree.Unknown, int(start), int(start), ""))
	case p.Kind() == '[':
		p.Push(p.Node(tree.Name, int(start), int(start), "Array"))
	default:
		from := p.At
		class := p.className()
		if end := p.At; p.sharp && end > from && p.Tokens[end-1].Kind == '>' {
			p.At = from
			whole = p.wholeType()
			p.At = end
		}
		if outer != nil {
			class = p.Node(tree.Member, int(start), int(class.End), class.Text, outer)
		}
		p.Push(class)
	}
	array := p.Kind() == '['
	for p.Kind() == '[' || p.Kind() == '@' {
		if p.Kind() == '@' {
			p.annotation()
			continue
		}
		if p.isRank() {
			p.Over()
		} else {
			p.arguments()
		}
	}
	if array {
		if p.Kind() == '{' {
			of := p.Pushed(m)[0]
			p.Drop(m)
			n := p.list()
			n.Start = start
			p.impliedIn(n, of)
			return n
		}
		return p.Closed(tree.New, start, "", m)
	}
	if p.Kind() == '(' {
		p.arguments()
	}
	if p.Kind() == '{' {
		if p.sharp {
			from := p.Mark()
			at := p.Start()
			p.initialisers(false)
			p.Push(p.Closed(tree.Object, at, "", from))
			return p.implied(p.Closed(tree.New, start, "", m), whole)
		}
		c := &tree.Class{Start: p.Start(), Bases: p.List(p.Pushed(m)[:1])}
		p.classBody(c)
		c.End = p.Behind()
		class := p.Make(tree.ClassValue, c.Start, "")
		class.Class = c
		p.Pushed(m)[0] = class
	}
	return p.Closed(tree.New, start, "", m)
}

// className reads the name of a class without its type arguments and the brackets of an array.
func (p *parser) className() *tree.Node {
	start := p.Start()
	if p.Kind() != scan.TokenName {
		return p.unknown()
	}
	n := p.name()
	for {
		switch {
		case p.Kind() == '<':
			if !p.skipAngles() {
				return n
			}
		case p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName:
			p.Next()
			n = p.Make(tree.Member, start, p.identifier(), n)
		case p.Kind() == '.' && p.Ahead(1).Kind == '@':
			p.Next()
			p.annotation()
			p.At-- // in front of the name stands the dot, as it were
			if p.Ahead(1).Kind != scan.TokenName {
				p.Next()
				return n
			}
			p.Next()
			n = p.Make(tree.Member, start, p.identifier(), n)
		case p.Kind() == '?' && p.sharp && p.Ahead(1).Kind == '[':
			p.Next()
		default:
			return n
		}
	}
}

// entry is the text of an array that is what a new object is handed to hold, as a key and its value: { "a", 1 }.
const entry = "{"

// initialisers reads what sets the members of a new object in braces, or its elements, and pushes them. named says that
// a value alone, which is a name, sets the member of that name, as in an object of no class.
func (p *parser) initialisers(named bool) {
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		start := p.Start()
		switch {
		case p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && p.Ahead(2).Kind != '>' && p.Ahead(2).Kind != '=':
			name := p.identifier()
			p.Next()
			var value *tree.Node
			if p.Kind() == '{' {
				at := p.Start()
				m := p.Mark()
				if p.Depth++; p.Depth > deepest {
					p.Lose()
				} else {
					p.initialisers(false)
				}
				p.Depth--
				value = p.Closed(tree.Object, at, "", m)
			} else {
				value = p.expression()
			}
			p.Push(p.Make(tree.Pair, start, name, nil, value))
		case p.Kind() == '[': // [key] = value
			open := p.Enter()
			key := p.expression()
			p.Leave(open)
			if p.Skip('=') {
				p.Push(p.Make(tree.Pair, start, "", key, p.expression()))
			} else {
				p.Push(key)
			}
		case p.Kind() == '{':
			n := p.list()
			n.Text = entry
			p.Push(n)
		default:
			n := p.expression()
			if named && (n.Op == tree.Member || n.Op == tree.Name) {
				p.Push(p.Make(tree.Pair, start, n.Text, nil, n))
			} else {
				p.Push(n)
			}
		}
		p.Separate(from)
	}
	p.Leave(b)
}

// implied gives what new() makes without a name the class that it is declared to be of, and the parts of a tuple the names that
// its type gives them. It returns the expression.
func (p *parser) implied(n, kind *tree.Node) *tree.Node {
	if held := kind.Held(); n != nil && len(held) > 0 && p.sharp {
		p.impliedIn(n, held[len(held)-1])
	}
	switch {
	case kind == nil || !p.sharp:
	case isUnnamed(n):
		if kind.Op == tree.Member || kind.Op == tree.Name && kind.Text != "Array" && kind.Text != "var" && !primitives[kind.Text] {
			n.Kids[0] = p.named(kind, n.Start)
		}
	case n.Op == tree.Array && n.Text == tuple && kind.Text == tuple:
		for i, k := range n.Kids[:min(len(n.Kids), len(kind.Kids))] {
			if name := kind.Kids[i].Text; k != nil && k.Op != tree.Keyword && name != "" {
				n.Kids[i] = p.Node(tree.Keyword, int(k.Start), int(k.End), name, k)
			}
		}
	case n.Op == tree.Conditional:
		p.implied(n.Kids[1], kind)
		p.implied(n.Kids[2], kind)
	case n.Op == tree.Logical && n.Text == "??":
		p.implied(n.Kids[1], kind)
	}
	return n
}

// impliedIn does so for the elements of lists, arrays and dictionaries, which are declared to hold objects of a class.
func (p *parser) impliedIn(all, of *tree.Node) {
	if all.Op == tree.New {
		all = all.Kids[len(all.Kids)-1] // what its braces hold
	}
	if all.Op != tree.Object && (all.Op != tree.Array || all.Text == tuple) {
		return
	}
	for _, k := range all.Kids {
		if k != nil && (k.Op == tree.Pair || k.Op == tree.Array && k.Text == entry) && len(k.Kids) > 0 {
			k = k.Kids[len(k.Kids)-1]
		}
		if k != nil {
			p.implied(k, of)
		}
	}
}

// named returns the name of a type as one of a class that stands elsewhere.
func (p *parser) named(kind *tree.Node, at int32) *tree.Node {
	if kind.Op == tree.Member {
		return p.Node(tree.Member, int(at), int(at), kind.Text, p.named(kind.Kids[0], at))
	}
	return p.Node(kind.Op, int(at), int(at), kind.Text)
}

// isUnnamed reports whether an expression makes an object and does not say of which class: new().
func isUnnamed(n *tree.Node) bool {
	return n != nil && n.Op == tree.New && n.Kids[0].Op == tree.Unknown
}

// setUnnamed notes that such an object is assigned to what is a member by its name: _a, A or this.a.
func (p *parser) setUnnamed(assign *tree.Node) {
	to := assign.Kids[0]
	own := to.Op == tree.Member && to.Kids[0].Op == tree.This || to.Op == tree.Name && to.Text != "" && (to.Text[0] == '_' || 'A' <= to.Text[0] && to.Text[0] <= 'Z')
	if p.sharp && own && isUnnamed(assign.Kids[1]) {
		p.unnamed = append(p.unnamed, assign)
	}
}

// nameMembers gives objects that members of a class are set to the class that these are declared to be of, from one of them on.
func (p *parser) nameMembers(c *tree.Class, from int) {
	if len(p.unnamed) == from {
		return
	}
	types := make(map[string]*tree.Node, len(c.Members))
	for i := range c.Members {
		types[c.Members[i].Name] = c.Members[i].Type
	}
	for _, assign := range p.unnamed[from:] {
		p.implied(assign.Kids[1], types[assign.Kids[0].Text])
	}
	p.unnamed = p.unnamed[:from]
}

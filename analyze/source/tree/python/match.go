package python

import (
	"strconv"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// isMatch reports whether the word match that comes next begins a statement: its line ends with a colon,
// and a case follows.
func (p *parser) isMatch() bool {
	if p.i > 0 && p.kindAt(p.i-1) != scan.TokenLine {
		return false
	}
	end := p.lineEnd()
	if end-p.i < 3 || p.kindAt(end-1) != ':' {
		return false
	}
	for p.kindAt(end) == scan.TokenLine {
		end++
	}
	return p.isAt(end, "case") && int(p.list[end-1].Indent) > p.indent
}

// match reads a match behind its word.
func (p *parser) match(start int) *tree.Node {
	from := len(p.stack)
	subject := p.values()
	p.push(subject)
	if p.kind() != ':' {
		p.skipTo(p.lineEnd() - 1)
	}
	p.take(':')
	p.passLines()
	head, indent := p.indent, p.indent+1
	if p.kind() == scan.TokenLine {
		indent = int(p.list[p.i].Indent)
	}
	for p.kind() == scan.TokenLine {
		p.passLines()
		if line := int(p.list[p.i].Indent); line < indent || p.i+1 >= len(p.list) || indent <= head {
			break
		}
		p.i++
		p.indent = int(p.list[p.i-1].Indent)
		if !p.takeWord("case") {
			p.skipTo(p.lineEnd())
			continue
		}
		p.push(p.matchCase(subject))
	}
	p.indent = head
	list := p.taken(from)
	return p.Node(tree.Switch, start, p.behind(), "", list...)
}

// matchCase reads a case behind its word.
func (p *parser) matchCase(subject *tree.Node) *tree.Node {
	start := int(p.list[p.i-1].Start)
	from, at := len(p.stack), p.start()
	pattern := p.pattern()
	if p.kind() == ',' {
		elements := len(p.stack)
		p.push(pattern)
		for p.take(',') && p.kind() != ':' && !p.is("if") && !p.ended() {
			p.push(p.pattern())
		}
		list := p.taken(elements)
		pattern = p.Node(tree.Array, at, p.behind(), "", list...)
	}
	p.push(nil)
	p.tests(pattern)
	tests := p.taken(from)
	var guard *tree.Node
	if p.takeWord("if") {
		guard = p.named()
	}
	body := p.suite()
	if guard != nil {
		test := p.Node(tree.If, int(guard.Start), int(body.End), "", guard, body, nil)
		body = p.Node(tree.Block, int(guard.Start), int(body.End), "", test)
	}
	p.bind(pattern, subject)
	if len(p.stack) > from {
		p.push(body)
		body = p.block(from, at)
	}
	tests[0] = body
	return p.Node(tree.Case, start, p.behind(), "", tests...)
}

// pattern reads a pattern as the expression that it looks like. A name that it binds is a Name, an
// alternative a Binary, and what is bound with "as" an Assign.
func (p *parser) pattern() *tree.Node {
	p.matching = true
	n := p.starred()
	p.matching = false
	return n
}

// tests pushes what a pattern compares its subject with: nothing for one that fits all.
func (p *parser) tests(n *tree.Node) {
	switch {
	case n.Op == tree.Name:
	case n.Op == tree.Assign:
		p.tests(n.Kids[1])
	case isAlternative(n):
		p.tests(n.Kids[0])
		p.tests(n.Kids[1])
	case n.Op == tree.Array || n.Op == tree.Object || n.Op == tree.Call:
		from := len(p.stack)
		for _, k := range n.Kids {
			p.parts(k)
		}
		list := p.taken(from)
		p.push(p.Node(tree.Unknown, int(n.Start), int(n.End), "", list...))
	default:
		p.push(n)
	}
}

// parts pushes what the parts of a pattern are compared with.
func (p *parser) parts(n *tree.Node) {
	switch n.Op {
	case tree.Pair:
		p.parts(n.Kids[1])
	case tree.Keyword, tree.Spread:
		p.parts(n.Kids[0])
	default:
		p.tests(n)
	}
}

func isAlternative(n *tree.Node) bool { return n.Op == tree.Binary && n.Text == "|" }

// bind pushes the assignments of a subject to what a pattern binds.
func (p *parser) bind(n, subject *tree.Node) {
	switch {
	case isAlternative(n):
		p.bind(n.Kids[0], subject)
		p.bind(n.Kids[1], subject)
		return
	case n.Op == tree.Assign:
		p.bind(n.Kids[0], subject)
		p.bind(n.Kids[1], subject)
		return
	}
	if target := p.bound(n); target != nil {
		p.push(p.expressionOf(p.Node(tree.Assign, int(target.Start), int(target.End), "=", target, subject)))
	}
}

// selfMatching are the classes whose one pattern in brackets gets the subject itself.
var selfMatching = map[string]bool{
	"bool": true, "bytearray": true, "bytes": true, "dict": true, "float": true, "frozenset": true,
	"int": true, "list": true, "set": true, "str": true, "tuple": true,
}

// bound returns the target that takes apart what fits a pattern, or nil where it binds nothing.
func (p *parser) bound(n *tree.Node) *tree.Node {
	start, end := int(n.Start), int(n.End)
	switch n.Op {
	case tree.Name:
		if n.Text != "_" {
			return n
		}
	case tree.Assign:
		return p.bound(n.Kids[0])
	case tree.Spread:
		if target := p.bound(n.Kids[0]); target != nil {
			return n
		}
	case tree.Binary:
		if isAlternative(n) {
			return p.bound(n.Kids[0])
		}
	case tree.Array:
		list := make([]*tree.Node, len(n.Kids))
		for i, k := range n.Kids {
			list[i] = p.bound(k)
		}
		if len(present(list)) > 0 {
			return p.Node(tree.Array, start, end, "", list...)
		}
	case tree.Object:
		var list []*tree.Node
		for _, k := range n.Kids {
			if k.Op == tree.Pair {
				if target := p.bound(k.Kids[1]); target != nil {
					list = append(list, p.Node(tree.Pair, int(k.Start), int(k.End), k.Text, k.Kids[0], target))
				}
			} else if target := p.bound(k); target != nil {
				list = append(list, target)
			}
		}
		if len(list) > 0 {
			return p.Node(tree.Object, start, end, "", list...)
		}
	case tree.Call:
		return p.boundOfClass(n)
	}
	return nil
}

// boundOfClass returns the target of a pattern for a class.
func (p *parser) boundOfClass(n *tree.Node) *tree.Node {
	if len(n.Kids) == 2 && n.Kids[0].Op == tree.Name && selfMatching[n.Kids[0].Text] && n.Kids[1].Op != tree.Keyword {
		return p.bound(n.Kids[1])
	}
	var list []*tree.Node
	for i, k := range n.Kids[1:] {
		at, end := int(k.Start), int(k.End)
		if k.Op == tree.Keyword {
			if target := p.bound(k.Kids[0]); target != nil {
				list = append(list, p.Node(tree.Pair, at, end, k.Text, nil, target))
			}
		} else if target := p.bound(k); target != nil { // the class says which member it is
			which := p.Node(tree.Number, at, at, strconv.Itoa(i))
			list = append(list, p.Node(tree.Pair, at, end, "", which, target))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return p.Node(tree.Object, int(n.Start), int(n.End), "", list...)
}

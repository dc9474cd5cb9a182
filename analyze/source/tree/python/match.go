package python

import (
	"strconv"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// isMatch reports whether the word match that comes next begins a statement: its line ends with a colon,
// and a case follows.
func (p *parser) isMatch() bool {
	if p.I > 0 && p.KindAt(p.I-1) != scan.TokenLine {
		return false
	}
	end := p.lineEnd()
	if end-p.I < 3 || p.KindAt(end-1) != ':' {
		return false
	}
	for p.KindAt(end) == scan.TokenLine {
		end++
	}
	return p.IsAt(end, "case") && int(p.Tokens[end-1].Indent) > p.indent
}

// match reads a match behind its word.
func (p *parser) match(start int) *tree.Node {
	from := len(p.Stack)
	subject := p.values()
	p.Push(subject)
	if p.Kind() != ':' {
		p.SkipTo(p.lineEnd() - 1)
	}
	p.Take(':')
	p.passLines()
	head, indent := p.indent, p.indent+1
	if p.Kind() == scan.TokenLine {
		indent = int(p.Tokens[p.I].Indent)
	}
	for p.Kind() == scan.TokenLine {
		p.passLines()
		if line := int(p.Tokens[p.I].Indent); line < indent || p.I+1 >= len(p.Tokens) || indent <= head {
			break
		}
		p.I++
		p.indent = int(p.Tokens[p.I-1].Indent)
		if !p.TakeWord("case") {
			p.SkipTo(p.lineEnd())
			continue
		}
		p.Push(p.matchCase(subject))
	}
	p.indent = head
	list := p.Taken(from)
	return p.Node(tree.Switch, start, p.Behind(), "", list...)
}

// matchCase reads a case behind its word.
func (p *parser) matchCase(subject *tree.Node) *tree.Node {
	start := int(p.Tokens[p.I-1].Start)
	from, at := len(p.Stack), p.Start()
	pattern := p.pattern()
	if p.Kind() == ',' {
		elements := len(p.Stack)
		p.Push(pattern)
		for p.Take(',') && p.Kind() != ':' && !p.Is("if") && !p.ended() {
			p.Push(p.pattern())
		}
		list := p.Taken(elements)
		pattern = p.Node(tree.Array, at, p.Behind(), "", list...)
	}
	p.Push(nil)
	p.tests(pattern)
	tests := p.Taken(from)
	var guard *tree.Node
	if p.TakeWord("if") {
		guard = p.named()
	}
	body := p.suite()
	if guard != nil {
		test := p.Node(tree.If, int(guard.Start), int(body.End), "", guard, body, nil)
		body = p.Node(tree.Block, int(guard.Start), int(body.End), "", test)
	}
	p.bind(pattern, subject)
	if len(p.Stack) > from {
		p.Push(body)
		body = p.Block(from, at)
	}
	tests[0] = body
	return p.Node(tree.Case, start, p.Behind(), "", tests...)
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
		from := len(p.Stack)
		for _, k := range n.Kids {
			p.parts(k)
		}
		list := p.Taken(from)
		p.Push(p.Node(tree.Unknown, int(n.Start), int(n.End), "", list...))
	default:
		p.Push(n)
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
		p.Push(p.Statement(p.Node(tree.Assign, int(target.Start), int(target.End), "=", target, subject)))
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

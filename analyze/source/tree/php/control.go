package php

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// ifs reads an if behind its word.
func (p *parser) ifs(start int) *tree.Node {
	first, colon := p.ifHead(start)
	last, depth := first, p.Depth
	for {
		if p.word() == "else" && lower(p.At(p.I+1)) == "if" {
			p.I++
		}
		at := p.Start()
		if p.takeWord("elseif") || lower(p.At(p.I-1)) == "else" && p.takeWord("if") {
			if !p.Deeper() { // no tree is so deep
				break
			}
			next, _ := p.ifHead(at)
			last.Kids[2], last = next, next
			continue
		}
		// One with a colon belongs to an if with a colon.
		if p.word() == "else" && (colon || p.KindAt(p.I+1) != ':') {
			p.I++
			last.Kids[2] = p.part("endif")
		}
		break
	}
	p.Depth = depth
	for n := first; n != nil && n.Op == tree.If; n = n.Kids[2] {
		n.End = int32(p.Behind())
	}
	if colon && p.takeWord("endif") {
		p.terminate()
		first.End = int32(p.Behind())
	}
	return first
}

// ifHead reads an if up to its else. colon reports whether a colon stands in front of its statements.
func (p *parser) ifHead(start int) (n *tree.Node, colon bool) {
	test := p.test()
	colon = p.Kind() == ':'
	body := p.part("elseif", "else", "endif")
	return p.Node(tree.If, start, p.Behind(), "", test, body, nil), colon
}

// loop reads a for behind its word.
func (p *parser) loop(start int) {
	var first, test, after *tree.Node
	if p.Take('(') {
		first, test, after = p.sequence(';'), p.sequence(';'), p.sequence(')')
	}
	body := p.body("endfor")
	if first != nil {
		p.Push(p.Statement(first))
	}
	if after != nil {
		after = p.Statement(after)
	}
	p.Push(p.Node(tree.Loop, start, p.Behind(), "", test, body, after))
}

// forEach reads a foreach behind its word.
func (p *parser) forEach(start int) {
	over, target := p.Unknown(), p.Unknown()
	if p.Take('(') {
		over = p.values()
		if p.takeWord("as") {
			target = p.target()
			if p.takeText("=>") {
				at := int(target.Start)
				value := p.target()
				target = p.Node(tree.Array, at, p.Behind(), "=>", target, value)
			}
		}
		p.Close(')')
	}
	body := p.body("endforeach")
	p.Push(p.Node(tree.ForEach, start, p.Behind(), "", target, over, body))
}

// target reads what a loop assigns to.
func (p *parser) target() *tree.Node {
	start := p.Start()
	if p.Take('&') {
		return p.reference(start, p.values())
	}
	return p.values()
}

// cases reads a switch behind its word.
func (p *parser) cases(start int) {
	from := len(p.Stack)
	p.Push(p.test())
	end := byte('}')
	if !p.Take('{') {
		p.Take(':')
		end = 0
	}
	if p.Deeper() {
		for p.I < len(p.Tokens) && p.Kind() != '}' && p.word() != "endswitch" {
			at := p.Start()
			switch {
			case p.takeWord("case"):
				test := p.values()
				p.oneCase(at, test)
			case p.takeWord("default"):
				p.oneCase(at)
			case p.Take(';'):
			default:
				p.SkipTo(p.I + 1)
			}
		}
		p.Depth--
	}
	if end != 0 {
		p.CloseBlock(end)
	} else {
		if p.takeWord("endswitch") {
			p.terminate()
		}
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Switch, start, p.Behind(), "", list...))
}

// oneCase reads a case behind its test.
func (p *parser) oneCase(start int, tests ...*tree.Node) {
	if !p.Take(':') {
		p.Take(';')
	}
	body := p.statements("case", "default", "endswitch")
	text := "falls"
	if n := len(body.Kids); n > 0 {
		switch body.Kids[n-1].Op {
		case tree.Break, tree.Return, tree.Throw, tree.Continue:
			text = ""
		}
	}
	p.Push(p.Node(tree.Case, start, p.Behind(), text, append([]*tree.Node{body}, tests...)...))
}

// try reads a try behind its word.
func (p *parser) try(start int) {
	from := len(p.Stack)
	p.Push(p.braces())
	p.Push(nil)
	for {
		at := p.Start()
		if p.takeWord("catch") {
			var target *tree.Node
			if p.Take('(') {
				p.typeOf()
				if p.Kind() == scan.TokenVariable {
					target = p.variable()
				}
				p.Close(')')
			}
			body := p.braces()
			p.Push(p.Node(tree.Catch, at, p.Behind(), "", target, body))
			continue
		}
		if !p.takeWord("finally") {
			break
		}
		p.Stack[from+1] = p.braces()
	}
	list := p.Taken(from)
	p.Push(p.Node(tree.Try, start, p.Behind(), "", list...))
}

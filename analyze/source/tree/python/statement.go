package python

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// statements reads the lines from the next token on that are indented by so much or more.
func (p *parser) statements(indent int) *tree.Node {
	from, start := len(p.Stack), p.Start()
	for p.I < len(p.Tokens) {
		if p.Kind() == scan.TokenLine {
			p.passLines()
			if line := int(p.Tokens[p.I].Indent); line < indent {
				break // the line end is for the block around
			} else {
				p.indent = line
			}
			p.I++
			continue
		}
		before := p.I
		p.statement()
		if !p.ended() {
			p.SkipTo(p.lineEnd())
		}
		if p.Take(';'); p.I == before {
			p.SkipTo(p.I + 1)
		}
	}
	return p.Block(from, start)
}

// passLines goes to the last of the line ends in a row.
func (p *parser) passLines() {
	for p.KindAt(p.I+1) == scan.TokenLine {
		p.I++
	}
}

// lineEnd returns the number of the token that ends the line.
func (p *parser) lineEnd() int {
	for i := p.I; i < len(p.Tokens); i++ {
		if p.Tokens[i].Kind == scan.TokenLine {
			return i
		}
	}
	return len(p.Tokens)
}

// suite reads the block of a compound statement, from its colon on.
func (p *parser) suite() *tree.Node {
	if p.Kind() != ':' {
		end := p.lineEnd()
		if p.KindAt(end-1) == ':' && end-1 > p.I {
			end--
		}
		p.SkipTo(end)
	}
	start := p.Start()
	p.Take(':')
	from := len(p.Stack)
	if p.Kind() != scan.TokenLine {
		for p.I < len(p.Tokens) && p.Kind() != scan.TokenLine {
			before := p.I
			p.simple()
			if !p.ended() {
				p.SkipTo(p.lineEnd())
			}
			if p.Take(';'); p.I == before {
				p.SkipTo(p.I + 1)
			}
		}
		return p.Block(from, start)
	}
	p.passLines()
	indent, head := int(p.Tokens[p.I].Indent), p.indent
	if indent <= head {
		return p.Block(from, start)
	}
	p.I++
	if p.Depth >= cursor.MaxDepth {
		p.skipBlock(indent)
		return p.Block(from, start)
	}
	p.Depth++
	p.indent = indent
	b := p.statements(indent)
	p.indent = head
	p.Depth--
	return b
}

// skipBlock passes over the lines that are indented by so much or more.
func (p *parser) skipBlock(indent int) {
	end := p.lineEnd()
	for end < len(p.Tokens) && (int(p.Tokens[end].Indent) >= indent || p.KindAt(end+1) == scan.TokenLine) {
		if end++; end < len(p.Tokens) && p.Tokens[end].Kind != scan.TokenLine {
			p.SkipTo(end)
			end = p.lineEnd()
		}
	}
	p.SkipTo(end)
}

// follows reads the line end in front of a word that goes on with a statement, if it comes next.
func (p *parser) follows(word string) bool {
	if p.Kind() != scan.TokenLine {
		return false
	}
	p.passLines()
	if int(p.Tokens[p.I].Indent) != p.indent || !p.IsAt(p.I+1, word) {
		return false
	}
	p.I += 2
	return true
}

// statement reads a statement onto the stack.
func (p *parser) statement() {
	start := p.Start()
	switch p.Word() {
	case "if":
		p.I++
		p.ifs(start)
	case "while":
		p.I++
		test := p.named()
		body := p.suite()
		p.Push(p.Node(tree.Loop, start, p.Behind(), "", test, body, nil))
		p.orElse()
	case "for":
		p.I++
		p.Push(p.forEach(start))
		p.orElse()
	case "try":
		if p.KindAt(p.I+1) == ':' {
			p.I++
			p.Push(p.try(start))
			return
		}
		p.simple()
	case "with":
		p.I++
		p.Push(p.with(start))
	case "def", "class":
		p.definition(start, nil)
	case "async":
		switch p.At(p.I + 1) {
		case "def":
			p.definition(start, nil)
		case "for", "with":
			p.I++
			p.statement()
			if n := p.Stack[len(p.Stack)-1]; n != nil && n.Op == tree.ForEach {
				n.Text = "async"
			}
		default:
			p.simple()
		}
	case "match":
		if p.isMatch() {
			p.I++
			p.Push(p.match(start))
			return
		}
		p.simple()
	case "":
		if p.Kind() == '@' {
			p.decorated()
			return
		}
		p.simple()
	default:
		p.simple()
	}
}

// orElse reads the else behind a loop as statements that may follow it: a break leaves them out.
func (p *parser) orElse() {
	start := p.Start()
	if p.follows("else") {
		suite := p.suite()
		p.Push(p.Node(tree.If, start, p.Behind(), "", p.Node(tree.Unknown, start, start, ""), suite))
	}
}

// ifs reads an if behind its word, and pushes it. Where the chain of its elifs is too long for a tree, what
// follows is one more if, as though it might run as well.
func (p *parser) ifs(start int) {
	first := p.ifHead(start)
	last := first
	for n := 1; p.follows("elif"); n++ {
		next := p.ifHead(int(p.Tokens[p.I-1].Start))
		if n%cursor.MaxChain != 0 {
			last.Kids[2], last = next, next
			continue
		}
		p.Push(endIfs(first))
		first, last = next, next
	}
	if p.follows("else") {
		last.Kids[2] = p.suite()
	}
	p.Push(endIfs(first))
}

// ifHead reads an if up to its else.
func (p *parser) ifHead(start int) *tree.Node {
	test := p.named()
	body := p.suite()
	return p.Node(tree.If, start, p.Behind(), "", test, body, nil)
}

// endIfs sets where the ifs of a chain end: all behind the last one.
func endIfs(first *tree.Node) *tree.Node {
	last := first
	for last.Kids[2] != nil && last.Kids[2].Op == tree.If {
		last = last.Kids[2]
	}
	end := last.End
	if last.Kids[2] != nil {
		end = last.Kids[2].End
	}
	for n := first; n != nil && n.Op == tree.If; n = n.Kids[2] {
		n.End = end
	}
	return first
}

// forEach reads a for behind its word.
func (p *parser) forEach(start int) *tree.Node {
	target := p.targets()
	var over *tree.Node
	if p.TakeWord("in") {
		over = p.values()
	} else {
		over = p.Unknown()
	}
	body := p.suite()
	return p.Node(tree.ForEach, start, p.Behind(), "", target, over, body)
}

// try reads a try behind its word.
func (p *parser) try(start int) *tree.Node {
	from := len(p.Stack)
	body := p.suite()
	p.Push(body)
	p.Push(nil)
	for p.follows("except") {
		p.Push(p.except())
	}
	if p.follows("else") {
		// What it throws is not caught, but it runs behind the body.
		rest := p.suite()
		p.Stack[from] = p.Node(tree.Block, int(body.Start), int(rest.End), "", body, rest)
	}
	for p.follows("except") { // behind an else in no valid file
		p.Push(p.except())
	}
	if p.follows("finally") {
		p.Stack[from+1] = p.suite()
	}
	n := p.Node(tree.Try, start, p.Behind(), "", p.Stack[from:]...)
	p.Stack = p.Stack[:from]
	return n
}

// except reads an except behind its word.
func (p *parser) except() *tree.Node {
	start := int(p.Tokens[p.I-1].Start)
	p.Take('*')
	var target, class *tree.Node
	if p.Kind() != ':' {
		class = p.expression()
		switch {
		case p.TakeWord("as"):
			target = p.primary()
		case p.Kind() == ',': // of Python 2 with a name, else of Python 3.14
			p.I++
			second := p.expression()
			if second.Op == tree.Name && p.Kind() == ':' && class.Op != tree.Array {
				target = second
			}
			for p.Take(',') {
				p.expression()
			}
			if p.TakeWord("as") {
				target = p.primary()
			}
		}
	}
	body := p.suite()
	return p.Node(tree.Catch, start, p.Behind(), "", target, body)
}

// with reads a with behind its word.
func (p *parser) with(start int) *tree.Node {
	if p.Kind() == '(' {
		at, skipped := p.I, p.File.Skipped
		p.I++
		if n := p.withItems(start, ')'); n != nil {
			return n
		}
		p.I, p.File.Skipped = at, skipped
	}
	if n := p.withItems(start, 0); n != nil {
		return n
	}
	return p.Unknown()
}

// withItems reads the items of a with, its colon and its body. With a bracket that ends them it returns nil
// where they are no items in brackets.
func (p *parser) withItems(start int, end byte) *tree.Node {
	from := len(p.Stack)
	for p.Kind() != end && !p.ended() {
		value := p.expression()
		var target *tree.Node
		if p.TakeWord("as") {
			target = p.target()
		}
		p.Push(target)
		p.Push(value)
		if !p.Take(',') {
			break
		}
	}
	if end != 0 && (!p.Take(end) || p.Kind() != ':' || len(p.Stack) == from) {
		p.Stack = p.Stack[:from]
		return nil
	}
	n := p.suite()
	if len(p.Stack) == from {
		p.Push(nil)
		p.Push(p.Unknown())
	}
	items := p.Stack[from:]
	if len(items) > 2*cursor.MaxChain { // no tree is so deep
		p.File.Skipped += int(items[len(items)-1].End - items[2*cursor.MaxChain+1].Start)
		items = items[:2*cursor.MaxChain]
	}
	for i := len(items) - 2; i > 0; i -= 2 {
		at := int(items[i+1].Start)
		n = p.Node(tree.Block, at, p.Behind(), "", p.Node(tree.With, at, p.Behind(), "", items[i], items[i+1], n))
	}
	n = p.Node(tree.With, start, p.Behind(), "", items[0], items[1], n)
	p.Stack = p.Stack[:from]
	return n
}

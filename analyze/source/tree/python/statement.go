package python

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// statements reads the lines from the next token on that are indented by so much or more.
func (p *parser) statements(indent int) *tree.Node {
	from, start := len(p.stack), p.start()
	for p.i < len(p.list) {
		if p.kind() == scan.TokenLine {
			p.passLines()
			if line := int(p.list[p.i].Indent); line < indent {
				break // the line end is for the block around
			} else {
				p.indent = line
			}
			p.i++
			continue
		}
		before := p.i
		p.statement()
		if !p.ended() {
			p.skipTo(p.lineEnd())
		}
		if p.take(';'); p.i == before {
			p.skipTo(p.i + 1)
		}
	}
	return p.block(from, start)
}

// block returns the statements on the stack from the given one on, as far as the source was read.
func (p *parser) block(from, start int) *tree.Node {
	list := p.taken(from)
	if len(list) > 0 {
		start = int(list[0].Start)
	}
	return p.Node(tree.Block, start, p.behind(), "", list...)
}

// passLines goes to the last of the line ends in a row.
func (p *parser) passLines() {
	for p.kindAt(p.i+1) == scan.TokenLine {
		p.i++
	}
}

// lineEnd returns the number of the token that ends the line.
func (p *parser) lineEnd() int {
	for i := p.i; i < len(p.list); i++ {
		if p.list[i].Kind == scan.TokenLine {
			return i
		}
	}
	return len(p.list)
}

// suite reads the block of a compound statement, from its colon on.
func (p *parser) suite() *tree.Node {
	if p.kind() != ':' {
		end := p.lineEnd()
		if p.kindAt(end-1) == ':' && end-1 > p.i {
			end--
		}
		p.skipTo(end)
	}
	start := p.start()
	p.take(':')
	from := len(p.stack)
	if p.kind() != scan.TokenLine {
		for p.i < len(p.list) && p.kind() != scan.TokenLine {
			before := p.i
			p.simple()
			if !p.ended() {
				p.skipTo(p.lineEnd())
			}
			if p.take(';'); p.i == before {
				p.skipTo(p.i + 1)
			}
		}
		return p.block(from, start)
	}
	p.passLines()
	indent, head := int(p.list[p.i].Indent), p.indent
	if indent <= head {
		return p.block(from, start)
	}
	p.i++
	if p.depth >= maxDepth {
		p.skipBlock(indent)
		return p.block(from, start)
	}
	p.depth++
	p.indent = indent
	b := p.statements(indent)
	p.indent = head
	p.depth--
	return b
}

// skipBlock passes over the lines that are indented by so much or more.
func (p *parser) skipBlock(indent int) {
	end := p.lineEnd()
	for end < len(p.list) && (int(p.list[end].Indent) >= indent || p.kindAt(end+1) == scan.TokenLine) {
		if end++; end < len(p.list) && p.list[end].Kind != scan.TokenLine {
			p.skipTo(end)
			end = p.lineEnd()
		}
	}
	p.skipTo(end)
}

// follows reads the line end in front of a word that goes on with a statement, if it comes next.
func (p *parser) follows(word string) bool {
	if p.kind() != scan.TokenLine {
		return false
	}
	p.passLines()
	if int(p.list[p.i].Indent) != p.indent || !p.isAt(p.i+1, word) {
		return false
	}
	p.i += 2
	return true
}

// statement reads a statement onto the stack.
func (p *parser) statement() {
	start := p.start()
	switch p.word() {
	case "if":
		p.i++
		p.ifs(start)
	case "while":
		p.i++
		test := p.named()
		body := p.suite()
		p.push(p.Node(tree.Loop, start, p.behind(), "", test, body, nil))
		p.orElse()
	case "for":
		p.i++
		p.push(p.forEach(start))
		p.orElse()
	case "try":
		if p.kindAt(p.i+1) == ':' {
			p.i++
			p.push(p.try(start))
			return
		}
		p.simple()
	case "with":
		p.i++
		p.push(p.with(start))
	case "def", "class":
		p.definition(start, nil)
	case "async":
		switch p.at(p.i + 1) {
		case "def":
			p.definition(start, nil)
		case "for", "with":
			p.i++
			p.statement()
		default:
			p.simple()
		}
	case "match":
		if p.isMatch() {
			p.i++
			p.push(p.match(start))
			return
		}
		p.simple()
	case "":
		if p.kind() == '@' {
			p.decorated()
			return
		}
		p.simple()
	default:
		p.simple()
	}
}

// orElse reads the else behind a loop as statements that follow it.
func (p *parser) orElse() {
	if p.follows("else") {
		p.push(p.suite())
	}
}

// ifs reads an if behind its word, and pushes it. Where the chain of its elifs is too long for a tree, what
// follows is one more if, as though it might run as well.
func (p *parser) ifs(start int) {
	first := p.ifHead(start)
	last := first
	for n := 1; p.follows("elif"); n++ {
		next := p.ifHead(int(p.list[p.i-1].Start))
		if n%maxChain != 0 {
			last.Kids[2], last = next, next
			continue
		}
		p.push(endIfs(first))
		first, last = next, next
	}
	if p.follows("else") {
		last.Kids[2] = p.suite()
	}
	p.push(endIfs(first))
}

// ifHead reads an if up to its else.
func (p *parser) ifHead(start int) *tree.Node {
	test := p.named()
	body := p.suite()
	return p.Node(tree.If, start, p.behind(), "", test, body, nil)
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
	if p.takeWord("in") {
		over = p.values()
	} else {
		over = p.unknown()
	}
	body := p.suite()
	return p.Node(tree.ForEach, start, p.behind(), "", target, over, body)
}

// try reads a try behind its word.
func (p *parser) try(start int) *tree.Node {
	from := len(p.stack)
	body := p.suite()
	p.push(body)
	p.push(nil)
	for p.follows("except") {
		p.push(p.except())
	}
	if p.follows("else") {
		// What it throws is not caught, but it runs behind the body.
		rest := p.suite()
		p.stack[from] = p.Node(tree.Block, int(body.Start), int(rest.End), "", body, rest)
	}
	for p.follows("except") { // behind an else in no valid file
		p.push(p.except())
	}
	if p.follows("finally") {
		p.stack[from+1] = p.suite()
	}
	n := p.Node(tree.Try, start, p.behind(), "", p.stack[from:]...)
	p.stack = p.stack[:from]
	return n
}

// except reads an except behind its word.
func (p *parser) except() *tree.Node {
	start := int(p.list[p.i-1].Start)
	p.take('*')
	var target, class *tree.Node
	if p.kind() != ':' {
		class = p.expression()
		switch {
		case p.takeWord("as"):
			target = p.primary()
		case p.kind() == ',': // of Python 2 with a name, else of Python 3.14
			p.i++
			second := p.expression()
			if second.Op == tree.Name && p.kind() == ':' && class.Op != tree.Array {
				target = second
			}
			for p.take(',') {
				p.expression()
			}
			if p.takeWord("as") {
				target = p.primary()
			}
		}
	}
	body := p.suite()
	return p.Node(tree.Catch, start, p.behind(), "", target, body)
}

// with reads a with behind its word.
func (p *parser) with(start int) *tree.Node {
	if p.kind() == '(' {
		at, skipped := p.i, p.file.Skipped
		p.i++
		if n := p.withItems(start, ')'); n != nil {
			return n
		}
		p.i, p.file.Skipped = at, skipped
	}
	if n := p.withItems(start, 0); n != nil {
		return n
	}
	return p.unknown()
}

// withItems reads the items of a with, its colon and its body. With a bracket that ends them it returns nil
// where they are no items in brackets.
func (p *parser) withItems(start int, end byte) *tree.Node {
	from := len(p.stack)
	for p.kind() != end && !p.ended() {
		value := p.expression()
		var target *tree.Node
		if p.takeWord("as") {
			target = p.target()
		}
		p.push(target)
		p.push(value)
		if !p.take(',') {
			break
		}
	}
	if end != 0 && (!p.take(end) || p.kind() != ':' || len(p.stack) == from) {
		p.stack = p.stack[:from]
		return nil
	}
	n := p.suite()
	if len(p.stack) == from {
		p.push(nil)
		p.push(p.unknown())
	}
	items := p.stack[from:]
	if len(items) > 2*maxChain { // no tree is so deep
		p.file.Skipped += int(items[len(items)-1].End - items[2*maxChain+1].Start)
		items = items[:2*maxChain]
	}
	for i := len(items) - 2; i > 0; i -= 2 {
		at := int(items[i+1].Start)
		n = p.Node(tree.Block, at, p.behind(), "", p.Node(tree.With, at, p.behind(), "", items[i], items[i+1], n))
	}
	n = p.Node(tree.With, start, p.behind(), "", items[0], items[1], n)
	p.stack = p.stack[:from]
	return n
}

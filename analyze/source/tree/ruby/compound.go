package ruby

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// compound reads a construct that ends with a word of its own or leaves what stands around it, or returns nil
// where none begins.
func (p *parser) compound() *tree.Node {
	start := p.Start()
	word := p.Word()
	switch word {
	case "if", "unless":
		p.I++
		n := p.ifs(start, word == "unless")
		p.takeEnd()
		for m := n; m != nil && m.Op == tree.If; m = m.Kids[2] {
			m.End = int32(p.Behind())
		}
		return n
	case "while", "until":
		p.I++
		test := p.head()
		if word == "until" {
			test = p.not(test)
		}
		p.TakeWord("do")
		body := p.body()
		p.takeEnd()
		return p.Node(tree.Loop, start, p.Behind(), "", test, body, nil)
	case "for":
		p.I++
		return p.forEach(start)
	case "case":
		p.I++
		return p.cases(start)
	case "begin":
		p.I++
		n := p.rescued(start)
		p.takeEnd()
		n.Start, n.End = int32(start), int32(p.Behind())
		return n
	case "def":
		return p.define()
	case "class", "module":
		return p.class()
	case "return", "break", "next", "redo", "retry":
		p.I++
		return p.leave(start, word)
	case "alias", "undef":
		name := p.nameOf(p.I + 1)
		p.I = min(p.I+2, len(p.Tokens)) // the name may be that of a keyword
		for k := p.Kind(); k != 0 && k != scan.TokenLine && k != ';' && k != '}' && !isModifier(p.Word()); k = p.Kind() {
			p.I++
		}
		return p.renames(start, name)
	case "BEGIN", "END":
		if p.KindAt(p.I+1) == '{' {
			p.I += 2
			b := p.body()
			p.CloseBlock('}')
			return b
		}
	}
	return nil
}

// nameOf returns the name of the method that a token gives, be it written as a symbol.
func (p *parser) nameOf(i int) string {
	name := strings.TrimPrefix(p.At(i), ":")
	if name == "" && p.KindAt(i) == ':' {
		name = p.At(i + 1)
	}
	return name
}

// renames returns a call of alias with the name of a method: what has it may be called by that name from here on, whatever
// its class says.
func (p *parser) renames(start int, name string) *tree.Node {
	end := p.Behind()
	return p.Node(tree.Call, start, end, "", p.Node(tree.Name, start, start, "alias"), p.Node(tree.String, start, start, name))
}

func isModifier(word string) bool {
	switch word {
	case "if", "unless", "while", "until", "rescue", "and", "or", "then", "do", "end":
		return true
	}
	return false
}

// leave reads what is returned.
func (p *parser) leave(start int, word string) *tree.Node {
	var value *tree.Node
	if !p.ended() && !isModifier(p.Word()) && p.Kind() != ':' && p.Kind() != '.' && !p.text("&&") && !p.text("||") {
		value = p.values()
	}
	end := p.Behind()
	switch word {
	case "return", "next":
		if word == "next" && !p.scope.block {
			break
		}
		if value == nil {
			return p.Node(tree.Return, start, end, "")
		}
		return p.Node(tree.Return, start, end, "", value)
	case "retry":
		p.retries = true
		return p.Node(tree.Continue, start, end, tree.Retry)
	case "break":
		if value != nil {
			return p.Node(tree.Break, start, end, "", value)
		}
		return p.Node(tree.Break, start, end, "")
	}
	return p.Node(tree.Continue, start, end, "")
}

// head reads the test in front of a body, whose do is not that of a block.
func (p *parser) head() *tree.Node {
	noDo := p.noDo
	p.noDo = true
	n := p.test()
	p.noDo = noDo
	return n
}

// ifs reads an if behind its word up to its end. An elsif is an If that is the else of the one before.
func (p *parser) ifs(start int, unless bool) *tree.Node {
	test := p.test()
	if unless {
		test = p.not(test)
	}
	p.lines()
	p.Take(';')
	p.TakeWord("then")
	first := p.Node(tree.If, start, start, "", test, p.body(), nil)
	last := first
	for n := 0; p.Is("elsif"); n++ {
		at := p.Start()
		p.I++
		test := p.test()
		p.lines()
		p.TakeWord("then")
		next := p.Node(tree.If, at, at, "", test, p.body(), nil)
		if n < cursor.MaxChain { // no tree is deeper
			last.Kids[2], last = next, next
		}
	}
	if p.TakeWord("else") {
		last.Kids[2] = p.body()
	}
	return first
}

// forEach reads a for behind its word.
func (p *parser) forEach(start int) *tree.Node {
	from, at := len(p.Stack), p.Start()
	for !p.Is("in") && !p.ended() {
		if p.Kind() == '*' {
			p.Push(p.splat())
		} else {
			p.Push(p.targetOf(p.Nested(p.primary)))
		}
		if !p.Take(',') {
			break
		}
	}
	list := p.Taken(from)
	target := p.Node(tree.Array, at, p.Behind(), "", list...)
	if len(list) == 1 {
		target = list[0]
	}
	over := p.Unknown()
	if p.TakeWord("in") {
		over = p.head()
	}
	p.TakeWord("do")
	body := p.body()
	p.takeEnd()
	return p.Node(tree.ForEach, start, p.Behind(), "", target, over, body)
}

// cases reads a case behind its word.
func (p *parser) cases(start int) *tree.Node {
	from := len(p.Stack)
	var subject *tree.Node
	if !p.ended() {
		subject = p.test()
	}
	p.Push(subject)
	for p.Kind() == scan.TokenLine || p.Kind() == ';' {
		p.I++
	}
	for {
		at := p.Start()
		switch {
		case p.TakeWord("when"):
			p.Push(p.when(at, subject))
			continue
		case p.TakeWord("in"):
			p.Push(p.fits(at, subject))
			continue
		case p.TakeWord("else"):
			body := p.body()
			p.Push(p.Node(tree.Case, at, p.Behind(), "", body))
		}
		break
	}
	p.takeEnd()
	list := p.Taken(from)
	return p.Node(tree.Switch, start, p.Behind(), "", list...)
}

// when reads the tests and the body of a case.
func (p *parser) when(start int, subject *tree.Node) *tree.Node {
	from, read := len(p.Stack), p.scope.matches.read
	p.Push(nil)
	for {
		p.lines()
		p.Push(p.element())
		if !p.Take(',') {
			break
		}
	}
	p.lines()
	p.Take(';')
	p.TakeWord("then")
	p.Stack[from] = p.body()
	list := p.Taken(from)
	if p.scope.matches.read > read {
		p.setFirst(list[0], p.chosen(subject, list[1:]), read)
	}
	return p.Node(tree.Case, start, p.Behind(), "", list...)
}

// fits reads the pattern and the body of a case. What the pattern compares with is not followed.
func (p *parser) fits(start int, subject *tree.Node) *tree.Node {
	if subject == nil {
		subject = p.Unknown()
	}
	from, at := len(p.Stack), p.Start()
	p.pattern(subject, p.lineEnd())
	for i := from; i < len(p.Stack); i++ {
		p.Stack[i] = p.Statement(p.Stack[i])
	}
	test := p.Node(tree.Unknown, at, p.Behind(), "")
	var guard *tree.Node
	if word := p.Word(); word == "if" || word == "unless" {
		p.I++
		if guard = p.test(); word == "unless" {
			guard = p.not(guard)
		}
	}
	p.lines()
	p.TakeWord("then")
	body := p.body()
	if guard != nil {
		body = p.Node(tree.If, int(guard.Start), p.Behind(), "", guard, body, nil)
	}
	p.Push(body)
	body = p.Block(from, at)
	return p.Node(tree.Case, start, p.Behind(), "", body, test)
}

// rescued reads statements with the rescue, else and ensure behind them, up to their end.
func (p *parser) rescued(start int) *tree.Node {
	body := p.body()
	if !p.Is("rescue") && !p.Is("ensure") && !p.Is("else") {
		return body
	}
	from := len(p.Stack)
	p.Push(body)
	p.Push(nil)
	outer := p.retries
	p.retries = false
	for {
		at := p.Start()
		switch {
		case p.TakeWord("rescue"):
			p.Push(p.rescue(at))
			continue
		case p.TakeWord("else"):
			rest := p.body()
			p.Stack[from] = p.Node(tree.Block, int(body.Start), p.Behind(), "", body, rest)
			continue
		case p.TakeWord("ensure"):
			p.Stack[from+1] = p.body()
			continue
		}
		break
	}
	list, again := p.Taken(from), ""
	if p.retries {
		again = tree.Retry
	}
	p.retries = outer
	return p.Node(tree.Try, start, p.Behind(), again, list...)
}

// rescue reads a rescue behind its word.
func (p *parser) rescue(start int) *tree.Node {
	var target *tree.Node
	for !p.ended() && !p.Is("then") && !p.text("=>") {
		p.element()
		if !p.Take(',') {
			break
		}
		p.lines()
	}
	if p.takeText("=>") {
		target = p.targetOf(p.Nested(p.primary))
	}
	p.lines()
	p.TakeWord("then")
	body := p.body()
	return p.Node(tree.Catch, start, p.Behind(), "", target, body)
}

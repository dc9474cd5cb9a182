package ruby

import (
	"strconv"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// arguments reads the arguments behind what is called, in brackets or without, and makes the call. variable
// reports whether it may be a variable, behind which no argument stands without brackets.
func (p *parser) arguments(start int, callee *tree.Node, variable bool) *tree.Node {
	from := len(p.Stack)
	p.Push(callee)
	switch {
	case p.Kind() == '(' && !p.spaced(p.I):
		p.I++
		noDo := p.noDo
		p.noDo = false
		p.lists++
		if p.Deeper() {
			p.list(')')
			p.Depth--
		}
		p.lists--
		p.noDo = noDo
		p.CloseBlock(')')
	case !variable && p.isArgument():
		noDo := p.noDo
		p.noDo = true
		p.lists++
		if p.Deeper() {
			p.list(0)
			p.Depth--
		}
		p.lists--
		p.noDo = noDo
	}
	list := p.Taken(from)
	if n := p.bytes(start, list); n != nil {
		return n
	}
	if n := p.lastMatched(start, list); n != nil {
		return n
	}
	n := p.Node(tree.Call, start, p.Behind(), "", list...)
	p.matches(n)
	return n
}

// bytes returns the number that a method of Rails makes of one which is written out, as 2.kilobytes, nil for another call.
func (p *parser) bytes(start int, call []*tree.Node) *tree.Node {
	units := map[string]int{"kilobyte": 1 << 10, "kilobytes": 1 << 10, "megabyte": 1 << 20, "megabytes": 1 << 20}
	if len(call) != 1 || call[0].Op != tree.Member || call[0].Kids[0].Op != tree.Number || units[call[0].Text] == 0 {
		return nil
	}
	v, err := strconv.Atoi(call[0].Kids[0].Text)
	if err != nil || v > 1<<20 {
		return nil
	}
	return p.Node(tree.Number, start, p.Behind(), strconv.Itoa(v*units[call[0].Text]))
}

// isArgument reports whether an argument without brackets begins at the next token.
func (p *parser) isArgument() bool {
	if !p.spaced(p.I) {
		k := p.Kind()
		return k == scan.TokenString && p.At(p.I)[0] != '?' || k == scan.TokenText && !p.Tokens[p.I].Closes
	}
	tight := !p.spaced(p.I + 1)
	switch k := p.Kind(); k {
	case scan.TokenName:
		switch p.At(p.I) {
		case "if", "unless", "while", "until", "and", "or", "then", "do", "rescue", "end", "in", "else", "elsif", "when", "ensure":
			return p.isLabel()
		}
		return true
	case scan.TokenString, scan.TokenNumber, scan.TokenRegex, scan.TokenVariable, scan.TokenArrow, '!', '~':
		return true
	case scan.TokenText:
		return !p.Tokens[p.I].Closes
	case '(':
		return true
	case '[':
		return true
	case '*', '&', '-', ':':
		return tight && p.At(p.I) != "&."
	case scan.TokenOperator:
		switch p.At(p.I) {
		case "::":
			return tight
		case "..", "...":
			return false
		}
	}
	return false
}

// list reads arguments or elements up to a bracket, or to the end of the line where there is none. Those with
// keys that are no names are one Object.
func (p *parser) list(end byte) {
	var object []*tree.Node
	flush := func() {
		if len(object) > 0 {
			p.Push(p.Node(tree.Object, int(object[0].Start), int(object[len(object)-1].End), "", object...))
			object = nil
		}
	}
	for p.I < len(p.Tokens) {
		if end != 0 {
			p.lines()
		}
		if p.ended() {
			break
		}
		n := p.argument()
		if n.Op == tree.Pair {
			object = append(object, n)
		} else {
			flush()
			p.Push(n)
		}
		if end != 0 {
			p.lines()
		}
		if !p.Take(',') {
			break
		}
		p.lines()
	}
	flush()
}

// argument reads an argument or element: a Keyword for a symbol as a key, a Pair for another key.
func (p *parser) argument() *tree.Node {
	start := p.Start()
	if p.isLabel() {
		return p.labelled(start, tree.Keyword)
	}
	switch {
	case p.Kind() == '*':
		if k := p.KindAt(p.I + 1); k == ',' || k == ')' {
			p.I++
			return p.Node(tree.Spread, start, p.Behind(), "", p.anonymous("*"))
		}
		return p.element()
	case p.text("**") && (p.KindAt(p.I+1) == ',' || p.KindAt(p.I+1) == ')'):
		p.I++
		return p.Node(tree.Spread, start, p.Behind(), "**", p.anonymous("**"))
	case p.text("...") && p.KindAt(p.I+1) == ')':
		p.I++
		p.Push(p.Node(tree.Spread, start, p.Behind(), "", p.anonymous("*")))
		return p.Node(tree.Spread, start, p.Behind(), "**", p.anonymous("**"))
	case p.Kind() == '&' && (p.KindAt(p.I+1) == ')' || p.KindAt(p.I+1) == ','):
		p.I++
		return p.Node(tree.Unary, start, p.Behind(), "&", p.Unknown())
	}
	n := p.value(p.Nested(p.negated))
	if !p.takeText("=>") {
		return n
	}
	p.lines()
	value := p.expression()
	if n.Op == tree.String && p.Src[n.Start] == ':' {
		return p.Node(tree.Keyword, start, p.Behind(), n.Text, value)
	}
	if n.Op == tree.String && n.Text != "" {
		return p.Node(tree.Pair, start, p.Behind(), n.Text, nil, value)
	}
	return p.Node(tree.Pair, start, p.Behind(), "", n, value)
}

// isLabel reports whether a name or string with a colon behind it comes next.
func (p *parser) isLabel() bool {
	k := p.Kind()
	if k == scan.TokenText {
		return false
	}
	return (k == scan.TokenName || k == scan.TokenString) && p.KindAt(p.I+1) == scan.TokenOperator && p.textAt(p.I+1, ":") && !p.spaced(p.I+1)
}

// labelled reads a key with a colon and its value. Without a value it is that of what the key names.
func (p *parser) labelled(start int, op tree.Op) *tree.Node {
	text := p.At(p.I)
	at := p.I
	if p.Kind() == scan.TokenString {
		key := p.strings()
		text = key.Text
	} else {
		p.I++
	}
	p.I++
	end := p.Behind()
	switch p.Kind() {
	case ',', ')', '}', ']', 0:
		value := p.Node(tree.Name, start, p.End(at), text)
		if !p.scope.declared(text) {
			value = p.Node(tree.Call, start, p.End(at), "", value)
		}
		return p.pair(op, start, end, text, value)
	}
	p.lines()
	value := p.expression()
	return p.pair(op, start, p.Behind(), text, value)
}

func (p *parser) pair(op tree.Op, start, end int, text string, value *tree.Node) *tree.Node {
	if op == tree.Keyword {
		return p.Node(tree.Keyword, start, end, text, value)
	}
	return p.Node(tree.Pair, start, end, text, nil, value)
}

// index reads what stands in brackets behind an operand: a place, or where a part begins and how long it is.
func (p *parser) index(start int, of *tree.Node) *tree.Node {
	p.I++
	noDo, from := p.noDo, len(p.Stack)
	p.noDo = false
	p.lists++
	p.list(']')
	p.lists--
	p.noDo = noDo
	p.CloseBlock(']')
	list := p.Taken(from)
	end := p.Behind()
	switch {
	case len(list) == 1 && list[0].Op == tree.Binary && (list[0].Text == ".." || list[0].Text == "..."):
		to, text := p.upTo(list[0])
		return p.Node(tree.Slice, start, end, text, of, known(list[0].Kids[0]), to)
	case len(list) == 1:
		n := p.Node(tree.Index, start, end, "", of, list[0])
		p.matches(n)
		return n
	case len(list) == 2 && list[0].Op != tree.Regex:
		return p.Node(tree.Slice, start, end, "length", of, list[0], list[1])
	case len(list) == 0:
		return p.Node(tree.Index, start, end, "", of, p.Unknown())
	}
	n := p.Node(tree.Index, start, end, "", of, p.Node(tree.Array, int(list[0].Start), int(list[len(list)-1].End), "", list...))
	p.matches(n)
	return n
}

// known returns a bound of a range, or nil where none was written.
func known(n *tree.Node) *tree.Node {
	if n.Op == tree.Unknown && n.Start == n.End {
		return nil
	}
	return n
}

// upTo returns where a range ends, and "through" where that is a part of it and not written as a number.
func (p *parser) upTo(n *tree.Node) (*tree.Node, string) {
	end := known(n.Kids[1])
	if end == nil || n.Text == "..." {
		return end, ""
	}
	if end.Op == tree.Number {
		if i, err := strconv.Atoi(end.Text); err == nil {
			return p.Node(tree.Number, int(end.Start), int(end.End), strconv.Itoa(i+1)), ""
		}
	}
	if end.Op == tree.Unary && end.Text == "-" && end.Kids[0].Text == "1" {
		return nil, ""
	}
	return end, "through"
}

// block reads a block in braces or between do and end, as a function.
func (p *parser) block() *tree.Node {
	start := p.Start()
	braces := p.Kind() == '{'
	p.I++
	return p.function(start, braces, nil)
}

// function reads the body of a block or lambda behind its first word, with the parameters that were read.
func (p *parser) function(start int, braces bool, params []tree.Param) *tree.Node {
	outer := p.scope
	if params == nil {
		outer = p.enter(true)
	}
	lists := p.lists
	p.lists = 0
	f := &tree.Func{Kind: tree.Arrow, Start: int32(start), Params: params}
	for i := p.I; p.KindAt(i) == scan.TokenLine; i++ { // the parameters may stand in the next line
		if p.KindAt(i+1) == '|' {
			p.I = i + 1
		}
	}
	if p.Kind() == '|' {
		f.Params = p.bars()
	} else if p.text("||") {
		p.I++
	}
	if braces {
		f.Body = p.body()
		p.CloseBlock('}')
	} else {
		f.Body = p.rescued(p.Start())
		p.takeEnd()
		if f.Body.Op != tree.Block {
			f.Body = p.Node(tree.Block, int(f.Body.Start), int(f.Body.End), "", f.Body)
		}
	}
	p.tail(f.Body)
	if it := p.scope.implicit; it != nil && len(f.Params) == 0 {
		f.Params = []tree.Param{{Target: it}}
	}
	p.lists = lists
	p.scope = outer
	f.End = int32(max(start, p.Behind()))
	n := p.Node(tree.Function, start, int(f.End), "")
	n.Func = f
	return n
}

// bars reads parameters between bars, whose signs are tokens of one kind.
func (p *parser) bars() []tree.Param {
	from := len(p.params)
	p.I++
	var a tree.Param
	var groups []int // of names that an array is taken apart into
	skip, locals := 0, false
	for ; p.I < len(p.Tokens) && p.Kind() != '|' && p.Kind() != scan.TokenLine; p.I++ {
		text := p.At(p.I)
		switch {
		case p.Kind() == scan.TokenName:
			if skip > 0 {
				break
			}
			p.scope.names[text] = true
			if locals {
				break
			}
			a.Target = p.Node(tree.Name, p.Start(), p.End(p.I), text)
			if len(groups) > 0 {
				p.Push(a.Target)
			} else {
				p.params = append(p.params, a)
			}
			a = tree.Param{}
		case text == "*":
			a.Keywords = a.Rest
			a.Rest = !a.Keywords
		case text == "&":
			a.Block = true
		case text == "=" || text == ":":
			skip = 1
		case text == "(" && skip > 0:
			skip++
		case text == ")" && skip > 1:
			skip--
		case text == ",":
			if skip == 1 {
				skip = 0
			}
			a = tree.Param{}
		case text == ";":
			locals = true
		case text == "(":
			groups = append(groups, len(p.Stack))
			a = tree.Param{}
		case text == ")" && len(groups) > 0:
			last := groups[len(groups)-1]
			groups = groups[:len(groups)-1]
			p.closeGroup(last, len(groups) > 0)
		}
	}
	for len(groups) > 0 {
		last := groups[len(groups)-1]
		groups = groups[:len(groups)-1]
		p.closeGroup(last, len(groups) > 0)
	}
	p.Take('|')
	return p.taken(from)
}

// closeGroup makes an array of the names on the stack: a parameter, or an element of the group around.
func (p *parser) closeGroup(from int, nested bool) {
	start := p.Start()
	if len(p.Stack) > from {
		start = int(p.Stack[from].Start)
	}
	list := p.Taken(from)
	n := p.Node(tree.Array, start, p.Start(), "", list...)
	if nested && len(p.Stack) < 1<<16 {
		p.Push(n)
		return
	}
	p.params = append(p.params, tree.Param{Target: n})
}

// lambda reads a lambda from its arrow on.
func (p *parser) lambda() *tree.Node {
	start := p.Start()
	p.I++
	outer := p.enter(true)
	params := []tree.Param{}
	if p.Take('(') {
		params = append(params, p.parameters(')')...)
		p.CloseBlock(')')
	} else {
		for p.Kind() == scan.TokenName && !p.Is("do") || p.Kind() == '*' || p.Kind() == '&' {
			before := p.I
			if a := p.parameter('{'); a.Target != nil {
				params = append(params, a)
			}
			if !p.Take(',') || p.I == before {
				break
			}
		}
	}
	var n *tree.Node
	switch {
	case p.Kind() == '{' || p.Is("do"):
		braces := p.Kind() == '{'
		p.I++
		n = p.function(start, braces, params)
	default:
		n = p.Unknown()
	}
	p.scope = outer
	return n
}

// isConstant reports whether a name is that of a constant.
func isConstant(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

package php

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// atom reads an operand. Where none stands it reads nothing.
func (p *parser) atom() *tree.Node {
	start := p.Start()
	switch p.Kind() {
	case scan.TokenVariable:
		return p.variable()
	case '$': // the name of a variable is computed
		p.I++
		var name *tree.Node
		if p.Take('{') {
			name = p.values()
			p.Close('}')
		} else {
			name = p.Nested(p.atom)
		}
		return p.Node(tree.Unknown, start, p.Behind(), "$", name)
	case scan.TokenNumber:
		p.I++
		return p.Node(tree.Number, start, p.Behind(), p.At(p.I-1))
	case scan.TokenString:
		return p.strings()
	case scan.TokenText:
		if !p.Tokens[p.I].Closes {
			return p.strings()
		}
	case '(':
		p.I++
		n := p.values()
		p.Close(')')
		return n
	case '[':
		if p.isAttribute() {
			p.attributes()
			return p.Nested(p.atom)
		}
		return p.array(']')
	case scan.TokenName:
		return p.named(start)
	}
	return p.Unknown()
}

// named reads an operand that begins with a name or keyword.
func (p *parser) named(start int) *tree.Node {
	next := p.KindAt(p.I + 1)
	word := p.word()
	if p.textAt(p.I+1, "::") {
		switch word {
		case "self", "static": // of the first it is known what class it means
			p.I++
			if word == "static" {
				word = ""
			}
			return p.Node(tree.This, start, p.Behind(), word)
		case "parent":
			p.I++
			return p.Node(tree.Super, start, p.Behind(), "")
		}
		return p.name()
	}
	switch word {
	case "true", "false", "null":
		p.I++
		return p.Node(tree.Constant, start, p.Behind(), word)
	case "array", "list":
		if next == '(' {
			p.I++
			n := p.array(')')
			n.Start = int32(start)
			return n
		}
	case "new":
		p.I++
		return p.new(start)
	case "clone":
		p.I++
		return p.Nested(p.unary)
	case "print", "include", "include_once", "require", "require_once":
		callee := p.name()
		value := p.Nested(func() *tree.Node { return p.binary(bindChoice) })
		return p.Node(tree.Call, start, p.Behind(), "", callee, value)
	case "yield":
		p.I++
		return p.yield(start)
	case "throw":
		p.I++
		value := p.values()
		return p.Node(tree.Throw, start, p.Behind(), "", value)
	case "exit", "die":
		p.I++
		from := len(p.Stack)
		if p.Kind() == '(' {
			p.arguments()
		}
		list := p.Taken(from)
		return p.Node(tree.Throw, start, p.Behind(), "", list...)
	case "function", "fn":
		return p.closure(start, tree.Arrow)
	case "static":
		if w := lower(p.At(p.I + 1)); next == scan.TokenName && (w == "function" || w == "fn") {
			p.I++
			return p.closure(start, tree.Plain)
		}
	case "match":
		if next == '(' {
			return p.Nested(p.match)
		}
	case "b":
		if next == scan.TokenString || next == scan.TokenText {
			p.I++
			return p.strings()
		}
	case "and", "or", "xor", "instanceof", "as", "insteadof":
		return p.Unknown()
	}
	n := p.name()
	if global, ok := strings.CutPrefix(n.Text, `\`); ok && !strings.Contains(global, `\`) {
		n.Text = global // a function or constant of PHP itself, written so in a namespace
	}
	return n
}

// new reads what a new makes.
func (p *parser) new(start int) *tree.Node {
	from := len(p.Stack)
	decorators := p.attributes()
	if w := p.word(); w == "class" || w == "readonly" && lower(p.At(p.I+1)) == "class" {
		method := p.method
		p.class(decorators, tree.ClassValue)
		p.method = method
		n := p.Stack[from]
		n.Start = int32(start)
		p.Stack = p.Stack[:from]
		return n
	}
	at := p.Start()
	var class *tree.Node
	switch {
	case p.Kind() == '(':
		p.I++
		class = p.values()
		p.Close(')')
	case p.Kind() == scan.TokenName && (p.word() == "self" || p.word() == "static"):
		p.I++
		class = p.Node(tree.This, at, p.Behind(), "")
	case p.Kind() == scan.TokenName && p.word() == "parent":
		p.I++
		class = p.Node(tree.Super, at, p.Behind(), "")
	case p.Kind() == scan.TokenName:
		class = p.name()
	default:
		class = p.Nested(p.atom)
	}
	for links := 0; links < cursor.MaxChain && (p.Kind() == scan.TokenArrow || p.text("::") || p.Kind() == '['); links++ {
		before := p.I
		if class = p.postfix(at, class); p.I == before {
			break
		}
	}
	p.Push(class)
	if p.Kind() == '(' {
		p.arguments()
	}
	list := p.Taken(from)
	return p.Node(tree.New, start, p.Behind(), "", list...)
}

// yield reads a yield behind its word.
func (p *parser) yield(start int) *tree.Node {
	p.yields = true
	text := "yield"
	if p.takeWord("from") {
		text = ""
	}
	switch p.Kind() {
	case ';', ')', ',', ']', '}', 0:
		return p.Node(tree.Await, start, p.Behind(), text, p.Node(tree.Constant, p.Behind(), p.Behind(), "null"))
	}
	value := p.values()
	if p.takeText("=>") {
		key := value
		value = p.values()
		return p.Node(tree.Await, start, p.Behind(), text, value, key)
	}
	return p.Node(tree.Await, start, p.Behind(), text, value)
}

// closure reads a function that is a value, from its word on.
func (p *parser) closure(start int, kind tree.Kind) *tree.Node {
	p.I++
	p.Take('&')
	f := &tree.Func{Kind: kind, Start: int32(start)}
	if p.Deeper() {
		p.function(f)
		p.Depth--
	} else {
		f.Body = p.Node(tree.Block, start, start, "")
		f.End = int32(max(start, p.Behind()))
	}
	n := p.Node(tree.Function, start, int(f.End), "")
	n.Func = f
	return n
}

// array reads an array or a list of targets, from its bracket on. One in which all elements have names is an
// Object.
func (p *parser) array(end byte) *tree.Node {
	from, start, named := len(p.Stack), p.Start(), true
	p.I++
	if !p.Deeper() {
		p.Close(end)
		return p.Node(tree.Array, start, p.Behind(), "")
	}
	for p.I < len(p.Tokens) && p.Kind() != end && p.Kind() != ';' {
		if p.Take(',') { // a target that is left out
			p.Push(nil)
			named = false
			continue
		}
		at := p.Start()
		if p.takeSpread() {
			value := p.values()
			p.Push(p.Node(tree.Spread, at, p.Behind(), "", value))
			named = false
		} else {
			n := p.values()
			if p.takeText("=>") {
				value := p.values()
				if n.Op == tree.String && n.Text != "" {
					n = p.Node(tree.Pair, at, p.Behind(), n.Text, nil, value)
				} else {
					n, named = p.Node(tree.Pair, at, p.Behind(), "", n, value), false
				}
			} else {
				named = false
			}
			p.Push(n)
		}
		if !p.Take(',') {
			break
		}
	}
	p.Depth--
	p.Close(end)
	list := p.Taken(from)
	op := tree.Array
	if named && len(list) > 0 {
		op = tree.Object
	}
	return p.Node(op, start, p.Behind(), "", list...)
}

// match reads a match as a chain of conditionals.
func (p *parser) match() *tree.Node {
	start := p.Start()
	p.I++
	subject := p.test()
	from := len(p.Stack) // a test or nil, and a value, in turn
	if p.Take('{') {
		for p.I < len(p.Tokens) && p.Kind() != '}' && p.Kind() != ';' {
			before := p.I
			p.arm(subject)
			if !p.Take(',') || p.I == before {
				break
			}
		}
		p.Close('}')
	}
	arms := p.Stack[from:]
	if len(arms) > 2*cursor.MaxChain { // no tree is so deep
		p.File.Skipped += int(arms[len(arms)-1].End - arms[2*cursor.MaxChain+1].Start)
		arms = arms[:2*cursor.MaxChain]
	}
	n := p.Node(tree.Constant, p.Behind(), p.Behind(), "null")
	for i := len(arms) - 2; i >= 0; i -= 2 {
		if arms[i] == nil {
			n = arms[i+1]
		}
	}
	for i := len(arms) - 2; i >= 0; i -= 2 {
		if test, value := arms[i], arms[i+1]; test != nil {
			n = p.Node(tree.Conditional, int(test.Start), int(value.End), "", test, value, n)
		}
	}
	p.Stack = p.Stack[:from]
	if n.Op == tree.Conditional {
		n.Start, n.End = int32(start), int32(p.Behind())
	}
	return n
}

// arm pushes the test of an arm of a match, nil for the default, and its value.
func (p *parser) arm(subject *tree.Node) {
	var test *tree.Node
	if p.word() == "default" && (p.textAt(p.I+1, "=>") || p.KindAt(p.I+1) == ',') {
		p.I++
		p.Take(',')
	} else {
		for n := 0; p.I < len(p.Tokens) && !p.text("=>"); n++ {
			at := p.Start()
			next := p.values()
			if subject.Op != tree.Constant || subject.Text != "true" {
				next = p.Node(tree.Binary, at, p.Behind(), "===", subject, next)
			}
			switch {
			case test == nil:
				test = next
			case n < cursor.MaxChain:
				test = p.Node(tree.Logical, int(test.Start), p.Behind(), "||", test, next)
			}
			if !p.Take(',') {
				break
			}
		}
	}
	if p.takeText("=>") {
		p.Push(test)
		p.Push(p.values())
	}
}

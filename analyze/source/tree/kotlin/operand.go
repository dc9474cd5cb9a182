package kotlin

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// primary reads an operand without what stands behind it.
func (p *parser) primary() *tree.Node {
	t := &p.Tokens[p.At]
	switch t.Kind {
	case scan.TokenName:
		return p.word(t, p.Spell(t))
	case scan.TokenNumber:
		p.Next()
		return p.Make(tree.Number, t.Start, p.Spell(t))
	case scan.TokenString:
		return p.literal()
	case '(':
		var n *tree.Node
		p.within(func() { n = p.expression() })
		return n
	case '{':
		return p.lambda(true)
	case '[':
		m := p.Mark()
		p.list()
		return p.Closed(tree.Array, t.Start, "", m)
	case '.':
		if p.Src[t.Start] == ':' && p.Ahead(1).Kind == scan.TokenName { // ::f
			p.Next()
			return p.name()
		}
	}
	return p.unknown()
}

// word reads an operand that begins with a word.
func (p *parser) word(t *scan.Token, w string) *tree.Node {
	next := p.Ahead(1)
	switch w {
	case "true", "false", "null":
		p.Next()
		return p.Make(tree.Constant, t.Start, w)
	case "this", "super":
		return p.thisWord(t, w)
	case "if", "when", "try":
		if p.Depth++; p.Depth > deepest {
			p.Depth--
			return p.Deep()
		}
		s := p.control(w)
		p.Depth--
		if s != nil {
			return p.ValueOf(s)
		}
	case "return", "throw", "break", "continue":
		n := p.jump(w)
		p.Hoisted = append(p.Hoisted, n)
		return p.Make(tree.Constant, t.Start, "")
	case "object":
		if next.Kind == '{' || next.Kind == ':' {
			return p.object(t.Start)
		}
	case "fun":
		if next.Kind == '(' || next.Kind == scan.TokenName || next.Kind == '<' {
			n := p.Make(tree.Function, t.Start, "")
			if n.Func = p.function(t.Start, modifiers{}, false); n.Func.Body == nil {
				n.Func.Body = p.BlockOf(t.Start)
			}
			n.End = p.Behind()
			return n
		}
	case "suspend":
		if next.Kind == '{' || p.WordAt(1) == "fun" {
			p.Next()
			return p.primary()
		}
	}
	if next.Kind == '@' && next.Start == t.End && p.Ahead(2).Start == next.End { // a label
		p.Next()
		p.Next()
		return p.labelled()
	}
	if next.Kind == '@' && next.Start == t.End && p.Ahead(2).Kind == '{' {
		p.Next()
		p.Next()
		return p.lambda(true)
	}
	if notOperands[w] {
		return p.unknown()
	}
	if w == "field" && p.field != nil {
		p.Next()
		return p.Again(p.field)
	}
	if p.self != nil && p.text && textMembers[w] && p.renamed[w] == "" {
		p.Next()
		return p.Make(tree.Member, t.Start, w, p.Again(p.self))
	}
	renamed := p.renamed[w] != ""
	n := p.name()
	if self := p.implied(); self != nil && !renamed && !isClass(w) {
		n.Kids = []*tree.Node{p.Again(self)} // of which it may be a member
	}
	return n
}

// implied returns what a name may be a member of, without being one of a text, nil for nothing.
func (p *parser) implied() *tree.Node {
	if p.built && p.self != nil {
		return p.self.Kid(0)
	}
	if p.text {
		return nil
	}
	return p.self
}

// labelled reads the operand behind a label.
func (p *parser) labelled() *tree.Node {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	return p.unary()
}

// notOperands are reserved words that begin no operand.
var notOperands = wordSet("else", "is", "in", "as", "val", "var", "class", "interface", "typealias", "for", "while", "do")

// textMembers are the members of texts that extension functions of texts may name alone.
var textMembers = wordSet("length", "trim", "matches", "replace", "replaceFirst", "split", "contains", "lowercase", "uppercase", "substring", "toRegex",
	"isEmpty", "isBlank", "isNotEmpty", "isNotBlank", "startsWith", "endsWith", "filter", "take", "takeLast", "drop", "dropLast", "indexOf", "toLowerCase",
	"toUpperCase", "all", "any", "none", "lines", "trimStart", "trimEnd", "removePrefix", "removeSuffix", "substringBefore", "substringAfter", "toByteArray",
	"toCharArray", "repeat", "reversed", "replaceAll", "filterNot", "trimIndent", "dropWhile", "dropLastWhile", "takeWhile", "substringBeforeLast", "substringAfterLast",
	"removeSurrounding", "ifEmpty", "ifBlank", "toInt", "toLong", "toIntOrNull", "toLongOrNull")

// thisWord reads this or super.
func (p *parser) thisWord(t *scan.Token, w string) *tree.Node {
	p.Next()
	if w == "super" && p.Kind() == '<' {
		p.skipAngles()
	}
	labelled := p.Kind() == '@' && p.Start() == p.Behind() && p.Ahead(1).Kind == scan.TokenName
	if labelled {
		p.Next()
		p.Next()
	}
	switch {
	case w == "super":
		return p.Make(tree.Super, t.Start, "")
	case p.self != nil && !labelled:
		n := p.Again(p.self)
		n.Start, n.End = t.Start, t.End
		return n
	}
	return p.Make(tree.This, t.Start, "")
}

// object reads an object of a class that is written where it stands.
func (p *parser) object(start int32) *tree.Node {
	p.Next()
	at := p.Start()
	c := &tree.Class{Start: at}
	outside, ahead := p.around, p.Hoisted
	p.around, p.Hoisted = around{}, nil
	b := classBody{class: c}
	b.read(p)
	p.around, p.Hoisted = outside, ahead
	c.End = p.Behind()
	class := p.Make(tree.ClassValue, at, "")
	class.Class = c
	return p.Make(tree.New, start, "", class)
}

// suffixes reads members, indices and calls behind an operand, which begins at an offset.
func (p *parser) suffixes(n *tree.Node, start int32) *tree.Node {
	safe := false // the last member is one of what may be null
	for links := 0; ; links++ {
		t := &p.Tokens[p.At]
		long := links >= p.Longest()
		switch {
		case t.Kind == '.' && !p.Sign(".."):
			if p.breaks() && p.Src[t.Start] == ':' {
				return n
			}
			safe = p.Src[t.Start] == '?'
			refers := p.Src[t.Start] == ':'
			if p.Next(); p.Kind() == '(' { // a function with a receiver
				n = p.Make(tree.Unknown, start, "", n, p.primary())
				continue
			}
			if p.Kind() != scan.TokenName {
				p.Skipped += int(t.End - t.Start)
				continue
			}
			name := p.identifier()
			if long {
				n = p.Flatten(start, n)
			} else {
				n = p.Make(tree.Member, start, name, n)
				n.Maybe, n.Reference = safe, refers
			}
			continue
		case p.breaks():
			return n
		case t.Kind == '!' && p.Sign("!!"):
			p.Next()
			p.Next()
		case t.Kind == '[':
			m := p.Mark()
			p.Push(n)
			p.list()
			n = p.closed(tree.Index, start, "", m, long)
		case t.Kind == '(':
			n = p.call(n, start, long, safe)
		case t.Kind == '{' && (n.Op == tree.Name || n.Op == tree.Member) && !p.noLambda:
			n = p.call(n, start, long, safe)
		case t.Kind == scan.TokenName && n.Op != tree.String && p.isLabelled() && !p.noLambda:
			n = p.call(n, start, long, safe)
		case t.Kind == '<' && (n.Op == tree.Name || n.Op == tree.Member):
			from := p.At
			if !p.typeArguments() {
				return n
			}
			if kind := p.madeFor(from); kind != nil && n.Op == tree.Member && p.Kind() == '(' && !long {
				n = p.Make(tree.Cast, start, "", p.call(n, start, long, safe), kind)
			}
			continue
		default:
			return n
		}
		safe = false
	}
}

// madeFor returns the one class for which a call is made whose type arguments begin at a token, and end before the current one: it
// mostly returns an object of that, if it is a method. It returns nil where there are more, or none.
func (p *parser) madeFor(from int) *tree.Node {
	before := p.held
	p.held = 1
	held := p.heldIn(from, p.At)
	p.held = before
	if len(held) != 1 || held[0].Op != tree.Name {
		return nil
	}
	return held[0]
}

// isLabelled reports whether a lambda with a label begins here.
func (p *parser) isLabelled() bool {
	t, at := &p.Tokens[p.At], p.Ahead(1)
	return at.Kind == '@' && at.Start == t.End && p.Ahead(2).Kind == '{' && !isJump(p.Spell(t))
}

// closed is Closed for a link of a chain that may be too long.
func (p *parser) closed(op tree.Op, start int32, text string, m int, long bool) *tree.Node {
	if !long {
		return p.Closed(op, start, text, m)
	}
	kids := p.Pushed(m)
	n := p.Flatten(start, kids[0], kids[1:]...)
	p.Drop(m)
	return n
}

// typeArguments goes behind the type arguments of a call, unless the sign only compares.
func (p *parser) typeArguments() bool {
	from, skipped := p.At, p.Skipped
	if p.skipAngles() {
		switch t := &p.Tokens[p.At]; {
		case t.Kind == '(' || t.Kind == '{' || t.Kind == '.' || t.Closes || t.Kind == ',' || t.Kind == ';' || t.Kind == '?' || t.Kind == ':', t.Line, t.Kind == scan.TokenName && p.isLabelled():
			return true
		}
	}
	p.At, p.Skipped = from, skipped
	return false
}

package ecmascript

import (
	"bytes"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// markup reads an element of JSX. Its text stands in tokens, with those of the code between them.
type markup struct {
	*parser
	pos, end int // in the current token, and where its text ends
}

// jsx reads the element that the current token begins.
func (p *parser) jsx() *tree.Node {
	x := markup{parser: p}
	x.open()
	first := p.At
	n := x.element()
	if p.At == first {
		p.Next()
	} else if t := &p.Tokens[p.At]; t.Closes && !t.Opens && t.Kind == scan.TokenText {
		p.Next()
	}
	n.End = p.Behind()
	return n
}

// open goes to the text of the current token.
func (x *markup) open() {
	t := &x.Tokens[x.At]
	x.pos, x.end = int(t.Start), int(t.End)
	if t.Closes {
		x.pos++
	}
	if t.Opens {
		x.end--
	}
}

// space goes behind white space and comments.
func (x *markup) space() {
	for x.pos < x.end {
		switch c := x.Src[x.pos]; {
		case c <= ' ':
			x.pos++
		case c == '/' && x.pos+1 < x.end && x.Src[x.pos+1] == '/':
			x.pos = scan.LineEnd(x.Src[:x.end], x.pos)
		case c == '/' && x.pos+1 < x.end && x.Src[x.pos+1] == '*':
			n := bytes.Index(x.Src[x.pos+2:x.end], []byte("*/"))
			if n < 0 {
				x.pos = x.end
				return
			}
			x.pos += n + 4
		default:
			return
		}
	}
}

// word reads the name of an element or attribute.
func (x *markup) tagName() string {
	start := x.pos
	for x.pos < x.end {
		n := scan.NameEnd(x.Src[:x.end], x.pos)
		if n == x.pos && (x.Src[n] != '-' && x.Src[n] != ':' && x.Src[n] != '.' || n == start) {
			break
		}
		x.pos = max(n, x.pos+1)
	}
	return x.Text[start:x.pos]
}

// code reads the code between two pieces of text, nil if there is none.
func (x *markup) code() *tree.Node {
	open := x.At
	p := x.parser
	b := p.enter()
	var n *tree.Node
	if !p.Ends() {
		n = p.element()
	}
	closed := int(p.Mates[open])
	p.leave(b)
	if closed > open && p.At >= closed {
		p.At = closed
		x.open()
	} else {
		x.pos, x.end = 0, 0
	}
	return n
}

// atCode reports whether the text ends here and code follows.
func (x *markup) atCode() bool { return x.pos == x.end && x.Tokens[x.At].Opens && x.end > 0 }

// element reads an element from its angle bracket on.
func (x *markup) element() *tree.Node {
	start := int32(x.pos)
	if x.Depth++; x.Depth > descent.MaxDepth {
		x.Depth--
		from := x.At
		x.Over()
		x.At = max(from, x.At-1)
		x.pos, x.end = 0, 0
		return x.Make(tree.Unknown, start, "")
	}
	x.pos++
	x.space()
	name := x.tagName()
	m := x.Mark()
	if closed := x.attributes(); !closed {
		x.children()
	}
	x.Depth--
	n := x.Closed(tree.Element, start, name, m)
	n.End = max(start, int32(x.pos))
	return n
}

// attributes reads up to the end of an opening tag. It reports whether that ends the element.
func (x *markup) attributes() bool {
	for {
		x.space()
		if x.atCode() {
			at := x.Tokens[x.At].End
			if n := x.code(); n != nil {
				if n.Op != tree.Spread {
					n = x.Make(tree.Spread, at, "", n)
				}
				x.Push(n)
			}
			continue
		}
		if x.pos >= x.end {
			return true
		}
		switch x.Src[x.pos] {
		case '>':
			x.pos++
			return false
		case '/':
			if n := bytes.IndexByte(x.Src[x.pos:x.end], '>'); n >= 0 {
				x.pos += n + 1
			} else {
				x.pos = x.end
			}
			return true
		case '<':
			x.skipTypeArguments()
			continue
		}
		x.attribute()
	}
}

// skipTypeArguments goes behind the type arguments of an element.
func (x *markup) skipTypeArguments() {
	for depth := 0; x.pos < x.end; {
		c := x.Src[x.pos]
		x.pos++
		if c == '<' {
			depth++
		} else if c == '>' && x.Src[x.pos-2] != '=' {
			if depth--; depth == 0 {
				return
			}
		}
	}
}

func (x *markup) attribute() {
	start := int32(x.pos)
	name := x.tagName()
	if name == "" {
		x.pos++
		x.Skipped++
		return
	}
	end := x.pos
	x.space()
	var value *tree.Node
	if x.pos < x.end && x.Src[x.pos] == '=' {
		x.pos++
		x.space()
		value = x.attributeValue()
		end = x.pos
	} else {
		x.pos = end
		value = x.Make(tree.Constant, start, "true")
		value.End = int32(end)
	}
	pair := x.Make(tree.Pair, start, name, nil, value)
	pair.End = max(start, int32(end))
	x.Push(pair)
}

func (x *markup) attributeValue() *tree.Node {
	start := int32(x.pos)
	if x.atCode() {
		if n := x.code(); n != nil {
			return n
		}
		return x.Make(tree.Constant, start, "")
	}
	if x.pos < x.end {
		switch c := x.Src[x.pos]; c {
		case '"', '\'':
			n := bytes.IndexByte(x.Src[x.pos+1:x.end], c)
			if n < 0 {
				break
			}
			s := x.Make(tree.String, start, x.Text[x.pos+1:x.pos+1+n])
			x.pos += n + 2
			s.End = int32(x.pos)
			return s
		case '<':
			return x.element()
		}
	}
	return x.Make(tree.Unknown, start, "")
}

// children reads from behind an opening tag to the end of the closing one, and pushes what stands between.
func (x *markup) children() {
	for {
		from := x.pos
		for x.pos < x.end && x.Src[x.pos] != '<' {
			x.pos++
		}
		if text := x.Text[from:x.pos]; strings.TrimSpace(text) != "" {
			n := x.Make(tree.String, int32(from), text)
			n.End = int32(x.pos)
			x.Push(n)
		}
		if x.atCode() {
			if n := x.code(); n != nil {
				x.Push(n)
			}
			continue
		}
		if x.pos >= x.end {
			return
		}
		at := x.pos
		x.pos++
		if x.space(); x.pos < x.end && x.Src[x.pos] == '/' {
			if n := bytes.IndexByte(x.Src[x.pos:x.end], '>'); n >= 0 {
				x.pos += n + 1
			} else {
				x.pos = x.end
			}
			return
		}
		x.pos = at
		x.Push(x.element())
	}
}

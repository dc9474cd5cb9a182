package ecmascript

import (
	"bytes"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
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
	first := p.i
	n := x.element()
	if p.i == first {
		p.next()
	} else if t := &p.list[p.i]; t.Closes && !t.Opens && t.Kind == scan.TokenText {
		p.next()
	}
	n.End = p.behind()
	return n
}

// open goes to the text of the current token.
func (x *markup) open() {
	t := &x.list[x.i]
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
		switch c := x.src[x.pos]; {
		case c <= ' ':
			x.pos++
		case c == '/' && x.pos+1 < x.end && x.src[x.pos+1] == '/':
			x.pos = scan.LineEnd(x.src[:x.end], x.pos)
		case c == '/' && x.pos+1 < x.end && x.src[x.pos+1] == '*':
			n := bytes.Index(x.src[x.pos+2:x.end], []byte("*/"))
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
		n := scan.NameEnd(x.src[:x.end], x.pos)
		if n == x.pos && (x.src[n] != '-' && x.src[n] != ':' && x.src[n] != '.' || n == start) {
			break
		}
		x.pos = max(n, x.pos+1)
	}
	return x.text[start:x.pos]
}

// code reads the code between two pieces of text, nil if there is none.
func (x *markup) code() *tree.Node {
	open := x.i
	p := x.parser
	b := p.enter()
	var n *tree.Node
	if !p.ends() {
		n = p.element()
	}
	closed := int(p.mates[open])
	p.leave(b)
	if closed > open && p.i >= closed {
		p.i = closed
		x.open()
	} else {
		x.pos, x.end = 0, 0
	}
	return n
}

// atCode reports whether the text ends here and code follows.
func (x *markup) atCode() bool { return x.pos == x.end && x.list[x.i].Opens && x.end > 0 }

// element reads an element from its angle bracket on.
func (x *markup) element() *tree.Node {
	start := int32(x.pos)
	if x.depth++; x.depth > maxDepth {
		x.depth--
		from := x.i
		x.over()
		x.i = max(from, x.i-1)
		x.pos, x.end = 0, 0
		return x.node(tree.Unknown, start, "")
	}
	x.pos++
	x.space()
	name := x.tagName()
	m := x.mark()
	if closed := x.attributes(); !closed {
		x.children()
	}
	x.depth--
	n := x.closed(tree.Element, start, name, m)
	n.End = max(start, int32(x.pos))
	return n
}

// attributes reads up to the end of an opening tag. It reports whether that ends the element.
func (x *markup) attributes() bool {
	for {
		x.space()
		if x.atCode() {
			at := x.list[x.i].End
			if n := x.code(); n != nil {
				if n.Op != tree.Spread {
					n = x.node(tree.Spread, at, "", n)
				}
				x.push(n)
			}
			continue
		}
		if x.pos >= x.end {
			return true
		}
		switch x.src[x.pos] {
		case '>':
			x.pos++
			return false
		case '/':
			if n := bytes.IndexByte(x.src[x.pos:x.end], '>'); n >= 0 {
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
		c := x.src[x.pos]
		x.pos++
		if c == '<' {
			depth++
		} else if c == '>' && x.src[x.pos-2] != '=' {
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
		x.file.Skipped++
		return
	}
	end := x.pos
	x.space()
	var value *tree.Node
	if x.pos < x.end && x.src[x.pos] == '=' {
		x.pos++
		x.space()
		value = x.attributeValue()
		end = x.pos
	} else {
		x.pos = end
		value = x.node(tree.Constant, start, "true")
		value.End = int32(end)
	}
	pair := x.node(tree.Pair, start, name, nil, value)
	pair.End = max(start, int32(end))
	x.push(pair)
}

func (x *markup) attributeValue() *tree.Node {
	start := int32(x.pos)
	if x.atCode() {
		if n := x.code(); n != nil {
			return n
		}
		return x.node(tree.Constant, start, "")
	}
	if x.pos < x.end {
		switch c := x.src[x.pos]; c {
		case '"', '\'':
			n := bytes.IndexByte(x.src[x.pos+1:x.end], c)
			if n < 0 {
				break
			}
			s := x.node(tree.String, start, x.text[x.pos+1:x.pos+1+n])
			x.pos += n + 2
			s.End = int32(x.pos)
			return s
		case '<':
			return x.element()
		}
	}
	return x.node(tree.Unknown, start, "")
}

// children reads from behind an opening tag to the end of the closing one, and pushes what stands between.
func (x *markup) children() {
	for {
		from := x.pos
		for x.pos < x.end && x.src[x.pos] != '<' {
			x.pos++
		}
		if text := x.text[from:x.pos]; strings.TrimSpace(text) != "" {
			n := x.node(tree.String, int32(from), text)
			n.End = int32(x.pos)
			x.push(n)
		}
		if x.atCode() {
			if n := x.code(); n != nil {
				x.push(n)
			}
			continue
		}
		if x.pos >= x.end {
			return
		}
		at := x.pos
		x.pos++
		if x.space(); x.pos < x.end && x.src[x.pos] == '/' {
			if n := bytes.IndexByte(x.src[x.pos:x.end], '>'); n >= 0 {
				x.pos += n + 1
			} else {
				x.pos = x.end
			}
			return
		}
		x.pos = at
		x.push(x.element())
	}
}

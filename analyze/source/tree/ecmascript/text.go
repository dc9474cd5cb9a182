package ecmascript

import (
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// identifier returns the name that the current token is, decoded, and goes behind it.
func (p *parser) identifier() string {
	t := &p.Tokens[p.At]
	p.Next()
	name := p.Spell(t)
	if strings.IndexByte(name, '\\') >= 0 {
		return p.decode(int(t.Start), int(t.End))
	}
	return name
}

// name reads a name where a variable may stand.
func (p *parser) name() *tree.Node {
	start := p.Start()
	return p.Make(tree.Name, start, p.identifier())
}

// quoted returns the value of the string at the current token, and goes behind it.
func (p *parser) quoted() string {
	t := &p.Tokens[p.At]
	p.Next()
	start, end := int(t.Start)+1, int(t.End)
	if end > start && p.Src[end-1] == p.Src[start-1] {
		end--
	}
	return p.decode(start, end)
}

func (p *parser) stringNode() *tree.Node {
	start := p.Start()
	value := p.quoted()
	return p.Make(tree.String, start, value)
}

// decode returns what src[start:end] denotes in a string, or the text itself where that is not valid.
func (p *parser) decode(start, end int) string {
	if strings.IndexByte(p.Text[start:end], '\\') < 0 {
		return p.Text[start:end]
	}
	var v literal.Constant
	if reason := literal.JavaScript.Decode(&v, p.Src, start, end); reason != "" {
		return p.Text[start:end]
	}
	return string(v.Text)
}

// cooked returns what src[start:end] denotes in a template.
func (p *parser) cooked(start, end int, raw bool) string {
	text := p.Text[start:end]
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
		if raw || strings.IndexByte(text, '\\') < 0 {
			return text
		}
		q := parser{Cursor: descent.Cursor{Src: []byte(text), Text: text}}
		return q.decode(0, len(text))
	}
	if raw {
		return text
	}
	return p.decode(start, end)
}

// isTemplate reports whether the current token begins a template.
func (p *parser) isTemplate() bool {
	t := &p.Tokens[p.At]
	return t.Kind == scan.TokenText && !t.Closes && p.Src[t.Start] == '`'
}

// template reads a template that has no tag.
func (p *parser) template() *tree.Node {
	start := p.Start()
	if t := &p.Tokens[p.At]; !t.Opens {
		return p.piece(false)
	}
	m := p.Mark()
	p.pieces(false, func(piece *tree.Node, isText bool) {
		if !isText || piece.Text != "" {
			p.Push(piece)
		}
	})
	return p.Closed(tree.Template, start, "", m)
}

// tagged reads the template behind a tag, which is called.
func (p *parser) tagged(tag *tree.Node, start int32) *tree.Node {
	raw := tag.Op == tree.Member && tag.Text == "raw" && tag.Kid(0).Text == "String"
	from := p.Start()
	var texts []*tree.Node
	m := p.Mark()
	p.Push(tag)
	p.Push(nil)
	p.pieces(raw, func(piece *tree.Node, isText bool) {
		if isText {
			texts = append(texts, piece)
		} else {
			p.Push(piece)
		}
	})
	p.Pushed(m)[1] = p.Make(tree.Array, from, "", texts...)
	return p.Closed(tree.Call, start, "", m)
}

// piece reads the text of a template up to its end or the next expression.
func (p *parser) piece(raw bool) *tree.Node {
	t := &p.Tokens[p.At]
	start, end := int(t.Start)+1, int(t.End)
	if t.Opens {
		end -= len("${")
	} else if end > start && p.Src[end-1] == '`' {
		end--
	}
	p.Next()
	return p.Make(tree.String, t.Start, p.cooked(start, max(start, end), raw))
}

// pieces reads a template and calls yield with its texts and expressions in turn.
func (p *parser) pieces(raw bool, yield func(piece *tree.Node, isText bool)) {
	if !p.Tokens[p.At].Opens {
		yield(p.piece(raw), true)
		return
	}
	for first := true; first || p.Tokens[p.At].Opens; first = false {
		open := p.At
		piece := p.piece(raw)
		p.At = open
		b := p.enter()
		yield(piece, true)
		yield(p.expression(), false)
		closed := int(p.Mates[open])
		p.leave(b)
		if closed < 0 || p.At != closed && p.At != closed+1 {
			return
		}
		if p.At == closed+1 { // the template ends
			p.At = closed
			yield(p.piece(raw), true)
			return
		}
	}
}

package kotlin

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/tree"
)

// setting are the characters that begin an operator which sets a variable behind it.
var setting = [256]bool{'=': true, '+': true, '-': true, '*': true, '/': true, '%': true}

// maxHoles bounds how deeply strings nest in what is interpolated in strings.
const maxHoles = 8

// literal reads a string or character.
func (p *parser) literal() *tree.Node {
	t := p.Tokens[p.At]
	pieces := braces.KotlinPieces(p.Src, int(t.Start), int(t.End))
	if pieces == nil {
		p.Next()
		return p.Make(tree.String, t.Start, braces.Text(p.Src, int(t.Start), int(t.End), braces.Kotlin))
	}
	m := p.Mark()
	for _, x := range pieces {
		if x.End == 0 {
			p.Push(p.Node(tree.String, int(t.Start), int(t.End), x.Text))
		} else if p.holes < maxHoles {
			p.Push(p.hole(x.Start, x.End))
		}
	}
	p.Next()
	return p.Closed(tree.Template, t.Start, "", m)
}

// hole reads the expression src[start:end] that a string interpolates.
func (p *parser) hole(start, end int) (n *tree.Node) {
	tokens := braces.Tokens(p.Src[start:end], braces.Kotlin)
	for i := range tokens {
		tokens[i].Start += int32(start)
		tokens[i].End += int32(start)
	}
	lines := p.lines
	p.holes++
	p.lines = false
	p.Within(tokens, end, func() { n = p.expression() })
	p.holes--
	p.lines = lines
	return n
}

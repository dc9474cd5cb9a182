package kotlin

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// setting are the characters that begin an operator which sets a variable behind it.
var setting = [256]bool{'=': true, '+': true, '-': true, '*': true, '/': true, '%': true}

// literal reads a string or character.
func (p *parser) literal() *tree.Node {
	t := p.Tokens[p.At]
	pieces := braces.KotlinPieces(p.Src, int(t.Start), int(t.End))
	if pieces == nil {
		p.Next()
		return p.Make(tree.String, t.Start, braces.Text(p.Src, int(t.Start), int(t.End), braces.Kotlin))
	}
	return p.Template(pieces, func(src []byte) []scan.Token { return braces.Tokens(src, braces.Kotlin) }, func() *tree.Node {
		lines := p.lines
		p.lines = false
		n := p.expression()
		p.lines = lines
		return n
	})
}

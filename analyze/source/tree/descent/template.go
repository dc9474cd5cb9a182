package descent

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// maxHoles bounds how deeply strings nest in what is interpolated in strings.
const maxHoles = 8

// Template reads the string at the current token, whose parts are pieces. The tokens of an expression in it are what
// tokens says, and expression reads it.
func (p *Cursor) Template(pieces []braces.Piece, tokens func(src []byte) []scan.Token, expression func() *tree.Node) *tree.Node {
	t := p.Tokens[p.At]
	m := p.Mark()
	for _, x := range pieces {
		if x.End == 0 {
			p.Push(p.Node(tree.String, int(t.Start), int(t.End), x.Text))
			continue
		}
		if p.holes >= maxHoles {
			continue
		}
		within := tokens(p.Src[x.Start:x.End])
		for i := range within {
			within[i].Start += int32(x.Start)
			within[i].End += int32(x.Start)
		}
		var n *tree.Node
		p.holes++
		p.Within(within, x.End, func() { n = expression() })
		p.holes--
		p.Push(n)
	}
	p.Next()
	return p.Closed(tree.Template, t.Start, "", m)
}

package classes

import (
	"strings"

	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// identifier returns the name that the current token is, and goes behind it.
func (p *parser) identifier() string {
	t := &p.Tokens[p.At]
	p.Next()
	return p.Spell(t)
}

// name reads a name where a variable or type may stand.
func (p *parser) name() *tree.Node {
	start := p.Start()
	return p.Make(tree.Name, start, p.identifier())
}

// text reads a string or character.
func (p *parser) text() *tree.Node {
	t := p.Tokens[p.At]
	if !p.sharp {
		p.Next()
		return p.Make(tree.String, t.Start, braces.Text(p.Src, int(t.Start), int(t.End), braces.Java))
	}
	pieces := braces.Pieces(p.Src, int(t.Start), int(t.End))
	if pieces == nil {
		p.Next()
		return p.Make(tree.String, t.Start, braces.Text(p.Src, int(t.Start), int(t.End), braces.CSharp))
	}
	return p.Template(pieces, func(src []byte) []scan.Token { return braces.Tokens(src, braces.CSharp) }, p.hole)
}

// hole reads what is interpolated in a string: {n,20} and {n:D20} are what n.ToString(",20") and n.ToString("D20") would be.
func (p *parser) hole() *tree.Node {
	start := p.Start()
	m := p.Mark()
	n := p.expression()
	at := p.Start()
	behind := p.Text[at:]
	if !p.Ends() || behind == "" || behind[0] != ',' && behind[0] != ':' {
		return n
	}
	format, _, _ := strings.Cut(strings.TrimPrefix(behind, ":"), "}")
	p.Push(p.Make(tree.Member, start, "ToString", n))
	p.Push(p.Make(tree.String, at, format))
	return p.Closed(tree.Call, start, "", m)
}

// dotted reads names with dots between them, and returns all but the last, and that.
func (p *parser) dotted() (path, last string) {
	for p.Kind() == scan.TokenName {
		if last != "" {
			path = strings.TrimPrefix(path+"."+last, ".")
		}
		last = p.identifier()
		if p.Kind() != '.' || p.Ahead(1).Kind != scan.TokenName {
			break
		}
		p.Next()
	}
	return path, last
}

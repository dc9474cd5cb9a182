package rust

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// attributes reads attributes, and reports whether they are those of a test.
func (p *parser) attributes() (marks []*tree.Node, tests bool) {
	for p.Kind() == '#' {
		at := 1
		if p.Ahead(1).Kind == '!' {
			at = 2
		}
		if p.Ahead(at).Kind != '[' {
			return marks, tests
		}
		for range at {
			p.Next()
		}
		p.enter(func() {
			start := p.Start()
			names := p.segments()
			if len(names) == 0 {
				return
			}
			last := names[len(names)-1]
			if last == "test" || last == "cfg" && p.Kind() == '(' && p.WordAt(1) == "test" && p.Ahead(2).Kind == ')' {
				tests = true
			}
			if at == 2 || last == "cfg" || last == "cfg_attr" || last == "doc" || last == "derive" || last == "allow" {
				p.rest()
				return
			}
			m := p.Mark()
			p.Push(p.path(start, names))
			if p.Kind() == '(' {
				p.listed(p.attributed)
			}
			p.rest()
			n := p.Closed(tree.Call, start, "", m)
			if last != "validate" {
				marks = append(marks, n)
				return
			}
			for _, k := range n.Kids[1:] { // length(max = 100) of the crate validator
				if k.Op == tree.Call && k.Kids[0].Op == tree.Name {
					k.Kids[0].Text = "validate_" + k.Kids[0].Text
					marks = append(marks, k)
				}
			}
		})
	}
	return marks, tests
}

// attributed reads an argument of an attribute.
func (p *parser) attributed() {
	start := p.Start()
	if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && !p.isSignAt(1, "==") {
		name := p.identifier()
		p.Next()
		p.Push(p.Make(tree.Keyword, start, name, p.Alone(p.expression)))
		return
	}
	if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '(' {
		m := p.Mark()
		p.Push(p.Make(tree.Name, start, p.identifier()))
		p.listed(p.attributed)
		p.Push(p.Closed(tree.Call, start, "", m))
		return
	}
	p.Push(p.Alone(p.expression))
}

// isSignAt is Sign for the token n behind the current one.
func (p *parser) isSignAt(n int, text string) bool {
	return strings.HasPrefix(p.Text[p.Ahead(n).Start:], text)
}

// rest goes to the end of the innermost bracket, past what is of no interest.
func (p *parser) rest() {
	for !p.Ends() {
		p.Over()
	}
}

package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

func (p *parser) try() *tree.Node {
	start := p.Start()
	p.Next()
	var resources []*tree.Node
	if p.Kind() == '(' {
		resources = p.resources(';')
	}
	body := p.around(start, resources, p.block())
	m := p.Mark()
	p.Push(body)
	p.Push(nil)
	for p.Is("catch") {
		at := p.Start()
		p.Next()
		var target *tree.Node
		if p.Kind() == '(' {
			b := p.Enter()
			for p.Kind() == '@' || p.Is("final") {
				if p.Kind() == '@' {
					p.annotation()
				} else {
					p.Next()
				}
			}
			for p.skipType() && p.Skip('|') {
			}
			if p.Kind() == scan.TokenName {
				target = p.name()
			}
			p.Leave(b)
		}
		if p.sharp && p.SkipWord("when") {
			test := p.condition()
			body := p.block()
			p.Push(p.Make(tree.Catch, at, "", target, p.Make(tree.Block, body.Start, "", p.Make(tree.If, body.Start, "", test, body))))
			continue
		}
		p.Push(p.Make(tree.Catch, at, "", target, p.block()))
	}
	if p.SkipWord("finally") {
		finally := p.block()
		p.Pushed(m)[1] = finally
	}
	if len(p.Pushed(m)) == 2 && p.Pushed(m)[1] == nil && len(resources) > 0 {
		p.Drop(m)
		return body
	}
	return p.Closed(tree.Try, start, "", m)
}

// resources reads the resources in parentheses that are closed behind a block: expressions, or Assign.
func (p *parser) resources(separator byte) (all []*tree.Node) {
	b := p.Enter()
	for !p.Ends() {
		from := p.At
		for p.Kind() == '@' || p.Is("final") {
			if p.Kind() == '@' {
				p.annotation()
			} else {
				p.Next()
			}
		}
		if p.declares() {
			all = append(all, p.declared().Kids...)
		} else {
			all = append(all, p.expression())
		}
		if !p.Skip(separator) && !p.Ends() {
			p.Lose()
		}
		if p.At == from {
			p.Lose()
		}
	}
	p.Leave(b)
	return all
}

// around puts a block into what closes resources behind it.
func (p *parser) around(start int32, resources []*tree.Node, body *tree.Node) *tree.Node {
	for i := len(resources) - 1; i >= 0; i-- {
		r := resources[i]
		if r.Op == tree.Assign && r.Text == "=" {
			body = p.Make(tree.With, start, "", r.Kids[0], r.Kids[1], body)
		} else {
			body = p.Make(tree.With, start, "", nil, r, body)
		}
	}
	return body
}

// with reads a block that holds a lock or resources.
func (p *parser) with() *tree.Node {
	start := p.Start()
	p.Next()
	resources := p.resources(',')
	return p.around(start, resources, p.Governed())
}

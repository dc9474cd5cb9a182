package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// using reads a using of C#: a directive, or the declaration of a resource.
func (p *parser) using() *tree.Node {
	start := p.Start()
	p.Next()
	static := p.SkipWord("static")
	p.SkipWord("unsafe")
	if !static && p.declares() && p.Ahead(1).Kind != '=' {
		return p.local()
	}
	m := p.Mark()
	if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' {
		local := p.name()
		p.Next()
		path, last := p.dotted()
		p.Push(p.Make(tree.ImportName, local.Start, last, local))
		n := p.Closed(tree.Import, start, path, m)
		p.semicolonBehind()
		return n
	}
	path, last := p.dotted()
	if path != "" {
		last = path + "." + last
	}
	p.Push(p.Make(tree.ImportName, start, "*"))
	n := p.Closed(tree.Import, start, last, m)
	p.semicolonBehind()
	return n
}

// importStatement reads an import of Java.
func (p *parser) importStatement() *tree.Node {
	start := p.Start()
	p.Next()
	p.SkipWord("static")
	at := p.Start()
	path, last := p.dotted()
	m := p.Mark()
	if p.Kind() == '.' { // .*
		if path != "" {
			last = path + "." + last
		}
		path = last
		p.Push(p.Make(tree.ImportName, at, "*"))
	} else {
		p.Push(p.Make(tree.ImportName, at, last, p.Node(tree.Name, int(at), int(at), last)))
	}
	n := p.Closed(tree.Import, start, path, m)
	p.semicolonBehind()
	return n
}

// packageName reads the name behind package or namespace, which the file has if it is the first.
func (p *parser) packageName() {
	path, last := p.dotted()
	if path != "" {
		last = path + "." + last
	}
	if p.pack == "" {
		p.pack = last
	}
}

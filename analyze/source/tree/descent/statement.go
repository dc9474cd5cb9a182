package descent

import "snag/analyze/source/tree"

// Statements reads statements with p.Read up to the end of the innermost bracket and pushes them.
func (p *Cursor) Statements() {
	for !p.Ends() {
		from := p.At
		if s := p.Statement(); s != nil {
			p.Push(s)
		}
		if p.At == from && !p.Ends() {
			p.Lose()
		}
	}
}

// Statement reads one with p.Read, or passes over it where too many stand around it. It returns nil where nothing is
// left of it.
func (p *Cursor) Statement() *tree.Node {
	if p.Depth++; p.Depth > MaxDepth {
		p.Depth--
		n := p.Deep()
		p.Skip(';')
		return n
	}
	n := p.Read()
	p.Depth--
	return n
}

// Governed reads the statement that another one governs.
func (p *Cursor) Governed() *tree.Node {
	start := p.Start()
	if s := p.Statement(); s != nil {
		return s
	}
	return p.Make(tree.Block, start, "")
}

// FallsThrough reports whether what stands behind a statement may run after it.
func FallsThrough(n *tree.Node) bool {
	for n != nil && n.Op == tree.Block && len(n.Kids) > 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	if n == nil {
		return true
	}
	switch n.Op {
	case tree.Return, tree.Throw, tree.Break, tree.Continue:
		return false
	}
	return true
}

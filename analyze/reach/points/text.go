package points

import (
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// ConstantText returns the one constant text that a node is.
func (p *Program) ConstantText(n Node, depth int) (text string, ok bool) {
	if _, g := p.FileOf(n); g != nil && g.Kind == graph.Text {
		return g.Name, g.Size == int64(len([]rune(g.Name)))
	}
	if from := p.Only(n); from != 0 && depth < 12 {
		return p.ConstantText(from, depth+1)
	}
	return "", false
}

// Only returns the one node that a node has its value from, 0 where it may have it from several or from outside.
func (p *Program) Only(n Node) Node {
	if _, g := p.FileOf(n); g != nil {
		switch g.Kind {
		case graph.Param, graph.Result, graph.Global, graph.Module, graph.Concat, graph.Self, graph.Opaque:
			return 0
		}
	}
	from := Node(0)
	for _, ei := range p.In(n) {
		e := p.Edge(ei)
		if e.Way == Heap {
			continue
		}
		if e.Way != Within || e.Text || from != 0 {
			return 0
		}
		from = e.From
	}
	if len(p.LoadsTo(n)) == 0 {
		return from
	}
	if from != 0 || len(p.LoadsTo(n)) > 1 {
		return 0
	}
	l := p.LoadsTo(n)[0]
	for _, o := range p.Points(l.From) {
		x := p.Object(o)
		if x.Kind == Outside {
			if x.Name.Root.Kind == model.EntryArg && x.Name.Root.Index < 0 && len(x.Name.Steps) == 0 {
				continue // the object of the program that a framework calls a method of
			}
			return 0
		}
		f, known := x.Fields[l.Field]
		if !known || len(p.In(x.Written)) > 0 {
			return 0
		}
		for _, ei := range p.In(f) {
			if _, g := p.FileOf(p.Edge(ei).From); g == nil {
				continue
			}
			if from != 0 && from != p.Edge(ei).From {
				return 0
			}
			from = p.Edge(ei).From
		}
	}
	return from
}

// Stored returns the one value that is stored in a member, 0 for none or several; a node that is no member is it.
func (p *Program) Stored(n Node) Node {
	if _, g := p.FileOf(n); g != nil {
		return n
	}
	from := Node(0)
	for _, ei := range p.In(n) {
		if _, g := p.FileOf(p.Edge(ei).From); g != nil {
			if from != 0 && from != p.Edge(ei).From {
				return 0
			}
			from = p.Edge(ei).From
		}
	}
	return from
}

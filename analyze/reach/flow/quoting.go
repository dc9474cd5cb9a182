package flow

import (
	"snag/analyze/reach/graph"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// Quoting tells where nothing is left in a value of what a sender writes, as where it is quoted: the way to it ends.
type Quoting struct {
	// By reports whether nothing is left in what a call makes.
	By func(c rules.Call) bool
	// Where reports whether nothing is left where a call has been found to return true.
	Where func(c rules.Call) bool
}

// Unquoted returns where a value comes from unquoted, by ways that have no step that only may be.
func (p *Program) Unquoted(v rules.Value, q Quoting) []Hit {
	hits, _ := p.search(int32(v), nil, false, &q)
	return hits
}

// isQuoted reports whether nothing of what a sender writes is left in what takes an edge.
func (s *search) isQuoted(d *points.Detail) bool {
	sym := d.Cap.Sym
	for range 32 {
		if sym == 0 {
			break
		}
		x := &s.p.Code[d.File].Graph.Syms[sym]
		if x.Call >= 0 && x.When == graph.True && s.quoting.Where(s.p.Numbered(s.p.SiteOf[d.File][x.Call])) {
			return true
		}
		sym = x.Next
	}
	return d.Rule > 0 && s.quoting.By(s.p.Numbered(d.Rule-1))
}

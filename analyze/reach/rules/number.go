package rules

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// Number returns the largest whole number that a node was found to be. ok is false where it may be something
// that is not known.
func (p *Program) Number(n points.Node, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if _, g := p.FileOf(n); g != nil && g.Kind == graph.Number {
		return g.Size, g.Size >= 0
	}
	if c := p.smallest(n); c != nil {
		return p.least(c, depth)
	}
	return p.Constant(n, depth, p.Number)
}

// smallest returns the call that gives the smallest of some numbers which a node is the result of, or nil.
func (p *Program) smallest(n points.Node) *points.Site {
	file, g := p.FileOf(n)
	if g == nil || g.Kind != graph.Result {
		return nil
	}
	c := &p.Sites[p.SiteOf[file][g.Index]]
	want := "Math.min"
	switch p.Language() {
	case model.Python, model.PHP:
		want = "min"
	case model.CSharp:
		want = "Math.Min"
	}
	if p.Resolved(c) || len(c.Args) < 2 || slices.Contains(c.Spread, true) || slices.ContainsFunc(c.Names, func(name string) bool { return name != "" }) {
		return nil
	}
	if names := p.Accesses(c.Callee); len(names) != 1 || names[0].String() != want {
		return nil
	}
	return c
}

// least returns the smallest of what a call is given. What is not known among them has to be a length: what may be negative
// says nothing of what is cut by it.
func (p *Program) least(c *points.Site, depth int) (v int64, ok bool) {
	v = graph.NoLimit
	for _, n := range c.Args {
		if w, known := p.Number(n, depth+1); known {
			v, ok = min(v, w), true
		} else if !p.isLength(n, depth+1) {
			return 0, false
		}
	}
	return v, ok
}

// isLength reports whether a node is how long something is.
func (p *Program) isLength(n points.Node, depth int) bool {
	if n == 0 || depth > 12 {
		return false
	}
	if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
		switch c := &p.Sites[p.SiteOf[file][g.Index]]; c.Method {
		case "len", "strlen", "mb_strlen", "length", "size", "Length":
			return !p.Resolved(c)
		}
		return false
	}
	loads, in := p.LoadsTo(n), p.In(n)
	for _, l := range loads {
		if l.Field != "length" && l.Field != "Length" && l.Field != "Count" {
			return false
		}
	}
	for _, e := range in {
		if len(loads) > 0 || p.Edge(e).Way != points.Within {
			continue // what a member of that name may be
		}
		if !p.isLength(p.Edge(e).From, depth+1) {
			return false
		}
	}
	return len(loads)+len(in) > 0
}

// TextLength returns the length of the longest constant text that a node was found to be.
func (p *Program) TextLength(n points.Node, depth int) (v int64, ok bool) {
	if n == 0 || depth > 12 {
		return 0, false
	}
	if _, g := p.FileOf(n); g != nil && g.Kind == graph.Text {
		return g.Size, true
	}
	return p.Constant(n, depth, p.TextLength)
}

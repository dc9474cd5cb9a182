package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// maxStored bounds the values that are looked at to tell how long the texts in one are that was stored.
const maxStored = 400

// storedMax returns how long a text in a value is at most by what a schema made of it or was found to say of it, graph.NoLimit
// where it may be anything else.
func (p *Program) storedMax(n node, path []string, depth int) int64 {
	if p.storedWork++; depth > 24 || p.storedWork > maxStored || len(path) > maxPath || len(p.roots[n]) > 0 {
		return graph.NoLimit
	}
	_, g := p.fileOf(n)
	if g != nil && g.Kind == graph.Text {
		return g.Size
	}
	most, known := int64(0), g == nil // nobody sets what stands in no file but by the edges to it
	may := func(limit int64) { most, known = max(most, limit), true }
	if o, ok := p.origin[n]; ok && len(path) > 0 {
		may(p.storedMax(p.field(o, path[0]), path[1:], depth+1))
	}
	for _, l := range p.loadsTo(n) {
		may(p.storedMax(l.from, slices.Concat([]string{l.field}, path), depth+1))
	}
	for _, ei := range p.in(n) {
		e := p.edge(ei)
		if e.way == heap || e.text && !e.any && len(path) > 0 {
			continue // the object says what its members are, and a text has none
		}
		limit, d := p.edgeMax(e, path, depth), *p.detail(e)
		if d.length.Effect == model.Fixed && len(path) == 0 {
			limit = min(limit, d.length.N)
		}
		if limit == graph.NoLimit && e.way == within && !e.text && !e.any && d.length.Effect == model.Same {
			limit = p.storedMax(e.from, path, depth+1)
		}
		may(limit)
	}
	if !known {
		return graph.NoLimit
	}
	return most
}

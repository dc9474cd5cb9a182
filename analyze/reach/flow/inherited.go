package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// declaring is ancestry without the classes of which it takes but some members, and not that one: PickType(Other, ['a']).
func (p *Program) declaring(b *model.Bound, file, index int32, name string) [][2]int32 {
	if len(b.Picks)+len(b.Omits) == 0 {
		return p.Ancestry(file, index)
	}
	return p.Ancestors(file, index, func(base points.Node) bool { return !p.leavesOut(b, base, name, 0) })
}

// leavesOut reports whether a class that a call makes of another one may be without a member of that.
func (p *Program) leavesOut(b *model.Bound, base points.Node, name string, depth int) bool {
	file, g := p.FileOf(base)
	if g == nil || g.Kind != graph.Result {
		return false
	}
	id := p.SiteOf[file][g.Index]
	names := func(all []*model.CallPattern) (texts []string, known, ok bool) {
		for _, q := range all {
			if roles, _, ok := q.Match(p.Language(), p.Asked(&p.Sites[id])); ok && len(roles) > 0 {
				texts, known = p.constants(p.Argument(id, roles[0]))
				return texts, known, true
			}
		}
		return nil, false, false
	}
	if texts, _, ok := names(b.Picks); ok && !slices.Contains(texts, name) {
		return true
	}
	if texts, known, ok := names(b.Omits); ok && (!known || slices.Contains(texts, name)) {
		return true
	}
	return depth < maxPath && slices.ContainsFunc(p.Sites[id].Args, func(n points.Node) bool { return p.leavesOut(b, n, name, depth+1) })
}

// constants returns the texts in the lists that a node is, and whether there is nothing else in them.
func (p *Program) constants(n points.Node) (texts []string, known bool) {
	known = len(p.Points(n)) > 0
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if _, all := p.longestIn(x); !all {
			known = false
			continue
		}
		for _, name := range points.SortedKeys(x.Fields) {
			if !points.IsIndex(name) {
				continue
			}
			text, ok := p.ConstantText(p.stored(x.Fields[name]), 0)
			texts, known = append(texts, text), known && ok
		}
	}
	return texts, known
}

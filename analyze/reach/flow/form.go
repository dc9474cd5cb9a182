package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
)

// checkClasses hands what a form or serializer is made with to the members that hold checked values.
func (p *Program) checkClasses(b *model.Bound) {
	for id := int32(0); int(id) < len(p.calls); id++ {
		c := &p.calls[id]
		if c.made || c.result == 0 {
			continue
		}
		for _, o := range slices.Clone(p.points[c.callee]) {
			x := p.objects[o]
			if x.kind != class || b.Bases == nil {
				continue
			}
			g := p.sources[x.file].Graph.Classes[x.index]
			bases := p.bases(p.at(x.file, g.Node), 0)
			if !slices.ContainsFunc(b.Bases, func(q *model.Pattern) bool {
				return slices.ContainsFunc(bases, func(a model.Access) bool { _, ok := q.Match(p.lang, a); return ok })
			}) || !p.once(id, b) {
				continue
			}
			for _, where := range b.Checked {
				before, _, ok := strings.Cut(where, ".*")
				if !ok || before == "" {
					continue
				}
				for _, m := range g.Tree.Members {
					if m.Func != nil || m.Name == "" {
						continue
					}
					most := p.classMax(b, x.file, x.index, []string{m.Name}, 0)
					for _, arg := range c.args {
						n := p.newNode()
						p.addLoad(arg, n, m.Name)
						p.move(id, n, p.calls[id].result, []string{before, m.Name}, false, edge{length: model.Length{Effect: model.Fixed, N: most}, text: true, edit: editsAnything})
					}
				}
			}
		}
	}
}

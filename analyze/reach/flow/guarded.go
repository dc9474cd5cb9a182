package flow

import (
	"snag/analyze/reach/model"
)

// guard is a value of an entry that a schema checks before the entry runs.
type guard struct {
	value *model.Pattern
	shape *shape
}

// guards returns what is checked by the call that registers an entry, by those whose results it is given, and
// by those in the chain of its receiver.
func (p *Program) guards(id int32) []guard {
	var all []guard
	calls := []int32{id}
	for _, n := range p.calls[id].args {
		calls = append(calls, p.madeBy(n)...)
	}
	for at, depth := p.calls[id].receiver, 0; at != 0 && depth < maxPath; depth++ {
		made := p.madeBy(at)
		if len(made) == 0 {
			break
		}
		calls = append(calls, made...)
		at = p.calls[made[0]].receiver
	}
	for bi := range p.model.Bounds {
		b := &p.model.Bounds[bi]
		if b.Language != p.lang || !p.applies(b.Origin, false) {
			continue
		}
		s := &schemas{p: p, b: b, known: map[node]*shape{}}
		for i := range b.Applies {
			a := &b.Applies[i]
			for _, c := range calls {
				if a.Guards == nil || a.Asks {
					continue
				}
				roles, _, ok := a.Call.Match(p.lang, p.model.Widened(p.lang, p.asked(&p.calls[c])))
				if !ok {
					continue
				}
				for _, r := range roles {
					if r.Role != "schema" {
						continue
					}
					if got := s.shapeOf(p.memberNode(p.argument(c, r), r.Path)); got != nil {
						all = append(all, guard{a.Guards, got})
					}
				}
			}
		}
	}
	return all
}

// memberNode returns the node of what is at some steps of an object that is written out, 0 where there is
// none.
func (p *Program) memberNode(n node, steps []string) node {
	for _, step := range steps {
		next := node(0)
		for _, o := range p.points[n] {
			if f, ok := p.objects[o].fields[step]; ok {
				next = f
			}
		}
		n = next
	}
	return n
}

// bounded returns how long a value of an entry is at most by what is checked before the entry runs.
func (p *Program) bounded(e *Entry, a model.Access) int64 {
	most := int64(NoLimit)
	for _, g := range e.guards {
		for n := 0; n <= len(a.Steps); n++ {
			if _, ok := g.value.Match(p.lang, model.Access{Root: a.Root, Steps: a.Steps[:n]}); ok {
				most = min(most, g.shape.at(a.Steps[n:]))
			}
		}
	}
	return most
}

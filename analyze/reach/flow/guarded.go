package flow

import (
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// bounded returns how long a value of an entry is at most by what is checked before the entry runs. Taken is the text that
// the call is given which takes the value, "" where that is not known.
//
// A function that several entries are is checked before all of them.
func (p *Program) bounded(e *rules.Entry, a model.Access, taken string) int64 {
	most := p.boundedBy(e, a, taken)
	all := p.EntriesOf[[2]int32{int32(e.File), int32(e.Func)}]
	for i := 0; i < len(all) && most < graph.NoLimit; i++ {
		if o := &all[i]; o.Rule.Name == e.Rule.Name {
			most = max(most, p.boundedBy(o, a, taken))
		}
	}
	return most
}

// boundedBy is bounded for one entry.
func (p *Program) boundedBy(e *rules.Entry, a model.Access, taken string) int64 {
	most := int64(graph.NoLimit)
	for _, g := range e.Guards {
		if g.Name != "" && g.Name != taken {
			continue
		}
		for n := 0; n <= len(a.Steps); n++ {
			if _, ok := g.Value.Match(p.Language(), model.Access{Root: a.Root, Steps: a.Steps[:n]}); !ok {
				continue
			}
			switch {
			case g.Limit != "":
				most = min(most, p.routeMost(&g))
			case g.Shape == nil:
				most = min(most, g.Most)
			case g.Raw:
				most = min(most, g.Shape.Unedited(a.Steps[n:]))
			default:
				most = min(most, g.Shape.At(a.Steps[n:]))
			}
		}
	}
	return most
}

// takenBy returns the text that the first call on the way from a state is given which takes something by its name, ""
// where it is given something else.
func (s *search) takenBy(id int32) string {
	for i := id; i >= 0; i = s.states[i].parent {
		if file, n := s.p.FileOf(s.states[i].at); n != nil && n.Kind == graph.Result {
			if args := s.p.Sites[s.p.SiteOf[file][n.Index]].Args; len(args) == 1 {
				return s.p.LiteralAt(args[0], nil)
			}
			return ""
		}
	}
	return ""
}

// routeMost returns how long a value is at most in the requests of a route by what it sets for itself, and by what the
// program sets for all, or for a part of which it is not known which routes it has.
func (p *Program) routeMost(g *rules.Guard) int64 {
	most := g.Most
	l, _ := p.Model().Limit(g.Limit)
	all, set := p.Limits[g.Limit]
	if set {
		most = max(most, rules.OrNone(all.Max))
	}
	if p.Keeps[g.Limit] || !set && most == 0 {
		most = max(most, rules.OrNone(l.Max))
	}
	if part, set := p.Apart[g.Limit]; set {
		most = max(most, rules.OrNone(part.Max))
	}
	return most
}

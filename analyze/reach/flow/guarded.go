package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// guard is a value of an entry that a schema checks before the entry runs, or that is at most so long as a whole.
type guard struct {
	value *model.Pattern
	shape *limit.Shape
	most  int64  // of the whole, where shape is nil
	limit string // the name of the limit that the route sets for itself to most, "" for none
	name  string // that the call which takes the value is given, "" for any
	raw   bool   // the value is what came, whatever the library made of it
}

// guards returns what is checked by the call that registers an entry, by those whose results it is given, and
// by those in the chain of its receiver. Element is the number of the element of a list that registers the entry, plus 1,
// or 0 where the call itself does, and route its path.
func (p *Program) guards(id, element int32, route string) []guard {
	all := p.limitedGuards(id)
	calls := []int32{id}
	for _, n := range p.Sites[id].Args {
		calls = append(calls, p.MadeBy(n)...)
	}
	for _, n := range p.before(id, route) {
		calls = append(calls, p.MadeBy(n)...)
	}
	for at, depth := p.Sites[id].Receiver, 0; at != 0 && depth < maxPath; depth++ {
		made := p.MadeBy(at)
		if len(made) == 0 {
			break
		}
		calls = append(calls, made...)
		at = p.Sites[made[0]].Receiver
	}
	for b := range p.bounds() {
		s := p.schemasOf(b)
		for i := range b.Applies {
			a := &b.Applies[i]
			for _, c := range calls {
				if a.Guards == nil || a.Asks {
					continue
				}
				roles, _, ok := a.Call.Match(p.Language(), p.Model().Widened(p.Language(), p.Asked(&p.Sites[c])))
				if !ok || p.isSpared(c, roles) {
					continue
				}
				for _, r := range roles {
					path := r.Path
					if c == id && element > 0 {
						path = append([]string{strconv.Itoa(int(element) - 1)}, path...)
					}
					if r.Role == "max" {
						if v, ok := p.sizeOf(p.memberNode(p.Argument(c, r), path)); ok && v > 0 {
							all = append(all, guard{value: a.Guards, most: v})
						}
					}
					if r.Role != "schema" {
						continue
					}
					if got := s.shapeOf(p.memberNode(p.Argument(c, r), path)); got != nil {
						g := guard{value: a.Guards, shape: got, raw: a.Raw}
						if n := p.Sites[c].Args; a.Named && len(n) > 0 {
							if g.name = p.literal(n[0], nil); g.name == "" {
								continue
							}
						}
						all = append(all, g)
					}
				}
			}
		}
	}
	return all
}

// isSpared reports whether a call says that what does not fit is handed on as well.
func (p *Program) isSpared(id int32, roles []model.Filled) bool {
	return slices.ContainsFunc(roles, func(r model.Filled) bool {
		at := len(r.Path) - 1
		if r.Role != "unless" || at < 0 {
			return false
		}
		of := p.memberNode(p.Argument(id, r), r.Path[:at])
		return p.hasMember(of, r.Path[at]) && !p.refuses(p.memberNode(of, r.Path[at:]))
	})
}

// refuses reports whether a value says that what does not fit is an error: by name, or as a function that returns nothing.
func (p *Program) refuses(n points.Node) bool {
	if text, ok := p.ConstantText(p.stored(n), 0); ok {
		return text == "error"
	}
	all := p.Points(n)
	return len(all) > 0 && !slices.ContainsFunc(all, func(o int32) bool {
		x := p.Object(o)
		return x.Kind != points.Function || len(p.In(p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Ret))) > 0
	})
}

// hasMember reports whether an object that is written out is given a member, whatever that is.
func (p *Program) hasMember(n points.Node, name string) bool {
	return slices.ContainsFunc(p.Points(n), func(o int32) bool {
		if f, ok := p.Object(o).Fields[name]; ok && p.isStored(o, f) {
			return true
		}
		for i := range p.Code {
			for _, b := range p.Code[i].Graph.Blanks {
				if b.Field == name && slices.Contains(p.Points(p.At(int32(i), b.Object)), o) {
					return true
				}
			}
		}
		return false
	})
}

// memberNode returns the node of what is at some steps of an object that is written out, 0 where there is
// none.
func (p *Program) memberNode(n points.Node, steps []string) points.Node {
	for _, step := range steps {
		next := points.Node(0)
		for _, o := range p.Points(n) {
			if f, ok := p.Object(o).Fields[step]; ok && p.isStored(o, f) {
				next = f
			} else if at := p.keyed(o, step); at != 0 {
				next = at
			} else if ok {
				next = f
			}
		}
		n = next
	}
	return n
}

// keyed returns what stands in an object that is written out under a key which is worked out and has that name: a text, or
// a constant of a library, which are called after their texts, as [Segments.BODY].
func (p *Program) keyed(o int32, name string) points.Node {
	x := p.Object(o)
	file, _ := p.FileOf(x.Index)
	if x.Kind != points.Allocated || file < 0 {
		return 0
	}
	for _, m := range p.Code[file].Graph.Named {
		if p.At(file, m.Object) != x.Index {
			continue
		}
		key := p.At(file, m.Name)
		text, ok := p.ConstantText(p.stored(key), 0)
		if ok && text == name || slices.ContainsFunc(p.Accesses(key), func(a model.Access) bool {
			return a.Root.Kind == model.Module && a.Last() == strings.ToUpper(name)
		}) {
			return p.At(file, m.Value)
		}
	}
	return 0
}

// bounded returns how long a value of an entry is at most by what is checked before the entry runs. Taken is the text that
// the call is given which takes the value, "" where that is not known.
//
// A function that several entries are is checked before all of them.
func (p *Program) bounded(e *Entry, a model.Access, taken string) int64 {
	most := p.boundedBy(e, a, taken)
	for i := range p.entries[[2]int32{int32(e.File), int32(e.Func)}] {
		if o := &p.entries[[2]int32{int32(e.File), int32(e.Func)}][i]; most < graph.NoLimit && o.Rule.Name == e.Rule.Name {
			most = max(most, p.boundedBy(o, a, taken))
		}
	}
	return most
}

// boundedBy is bounded for one entry.
func (p *Program) boundedBy(e *Entry, a model.Access, taken string) int64 {
	most := int64(graph.NoLimit)
	for _, g := range e.guards {
		if g.name != "" && g.name != taken {
			continue
		}
		for n := 0; n <= len(a.Steps); n++ {
			if _, ok := g.value.Match(p.Language(), model.Access{Root: a.Root, Steps: a.Steps[:n]}); !ok {
				continue
			}
			switch {
			case g.limit != "":
				most = min(most, p.routeMost(&g))
			case g.shape == nil:
				most = min(most, g.most)
			case g.raw:
				most = min(most, g.shape.Unedited(a.Steps[n:]))
			default:
				most = min(most, g.shape.At(a.Steps[n:]))
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
				return s.p.literal(args[0], nil)
			}
			return ""
		}
	}
	return ""
}

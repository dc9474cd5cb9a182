package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rails"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
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
			case g.Made != nil:
				made := int64(0)
				for _, ret := range g.Made {
					p.storedWork = 0
					made = max(made, p.storedMax(ret, a.Steps[n:], 0))
				}
				most = min(most, made)
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
			if c := &s.p.Sites[s.p.SiteOf[file][n.Index]]; len(c.Args) == 1 || len(c.Args) == 2 && c.Method == "get" && s.p.Language() == model.Python {
				return s.p.LiteralAt(c.Args[0], nil) // beside what stands for one that was not sent
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

// filtered returns how long a parameter of a request is at most in Ruby by what runs before the action that reads it, and lets
// it run only where that is short: before_action of Rails, before of Sinatra and Grape.
func (s *search) filtered(id int32, h *Hit) int64 {
	a := h.Access
	if s.p.Language() != model.Ruby || a.Root.Kind != model.Global || a.Root.Name != "params" || len(a.Steps) < 2 || a.Steps[0] != "()" || s.p.setsParam(a.Steps[1]) {
		return graph.NoLimit
	}
	for i := id; i >= 0; i = s.states[i].parent {
		file, n := s.p.FileOf(s.states[i].at)
		if n == nil || n.End == 0 {
			continue
		}
		reader := int32(0)
		for k := range s.p.Code[file].Graph.Funcs {
			if f := s.p.Code[file].Graph.Funcs[k].Tree; f.Start <= n.Start && n.Start < f.End && f.Start >= s.p.Code[file].Graph.Funcs[reader].Tree.Start {
				reader = int32(k)
			}
		}
		return s.p.filteredIn([2]int32{file, reader}, a.Steps[1:], 0)
	}
	return graph.NoLimit
}

// setsParam reports whether the program stores anything as a parameter of a request of that name.
func (p *Program) setsParam(name string) bool {
	if p.paramsSet == nil {
		p.paramsSet = map[string]bool{}
		isParams := func(n points.Node) bool {
			return slices.ContainsFunc(p.Accesses(n), func(a model.Access) bool {
				return a.Root.Kind == model.Global && a.Root.Name == "params" && len(a.Steps) == 1
			})
		}
		for i := range p.Code {
			for _, store := range p.Code[i].Graph.Stores {
				if isParams(p.At(int32(i), store.Object)) {
					p.paramsSet[store.Field] = true
				}
			}
		}
		for i := range p.Sites {
			if c := &p.Sites[i]; isParams(c.Receiver) && slices.ContainsFunc(p.Model().StepsOf(p.Language(), p.Asked(c)), func(f model.Found[model.Step]) bool {
				return slices.ContainsFunc(f.Rule.Flows, func(x model.Flow) bool { return x.To.Role == "this" })
			}) {
				p.paramsSet["*"] = true
			}
		}
	}
	return p.paramsSet[name] || p.paramsSet["*"]
}

// maxCalling is how many calls lie at most between an action and what reads parameters for it.
const maxCalling = 4

// filteredIn is filtered for what a function reads: a method that others call reads for all of these.
func (p *Program) filteredIn(reader [2]int32, path []string, depth int) int64 {
	g := p.Code[reader[0]].Graph
	for f := &g.Funcs[reader[1]]; f.Tree.Kind == tree.Arrow && f.Parent > 0 && len(p.EntriesOf[reader]) == 0; f = &g.Funcs[reader[1]] {
		reader[1] = f.Parent
	}
	f := &g.Funcs[reader[1]]
	if depth > maxCalling || reader[1] == 0 {
		return graph.NoLimit
	}
	most, called := int64(0), false
	for _, id := range p.CallersOf(reader[0], reader[1]) {
		if c := &p.Sites[id]; !c.Made {
			most, called = max(most, p.filteredIn([2]int32{c.File, c.Owner}, path, depth+1)), true
		}
	}
	chain := [][2]int32{{reader[0], p.ClassAround(reader[0], reader[1])}}
	if chain[0][1] >= 0 {
		chain = p.Ancestry(chain[0][0], chain[0][1])
	}
	if most == graph.NoLimit || p.runsBefore(chain, f.Tree) {
		return graph.NoLimit
	}
	if called && (f.Tree.Private || f.Tree.Kind != tree.Arrow && len(p.EntriesOf[reader]) == 0) {
		return most
	}
	action := f.Tree.Name
	if f.Tree.Private {
		action = ""
	}
	return max(most, min(p.filteredBy(chain, reader, action, path), p.statedBefore(reader, path)))
}

// statedBefore returns how long a parameter is at most by what is stated right before all routes that a function answers:
// params do requires :name, type: String, length: { max: 50 } end of Grape.
func (p *Program) statedBefore(reader [2]int32, path []string) int64 {
	most, entries := int64(0), p.EntriesOf[reader]
	for i := range entries {
		if e := &entries[i]; len(path) != 1 || e.Method == "" || e.Call == 0 {
			return graph.NoLimit
		}
		stated := int64(graph.NoLimit)
		for b := range p.Bounds() {
			for _, id := range p.statements(b, reader, &p.Sites[entries[i].Call-1]) {
				stated = min(stated, p.validates(b, id, path[0]))
			}
		}
		most = max(most, stated)
	}
	if len(entries) == 0 {
		return graph.NoLimit
	}
	return most
}

// statements returns the calls in the block that states what the parameters of a route are which a call registers.
func (p *Program) statements(b *model.Bound, reader [2]int32, route *points.Site) (all []int32) {
	last, block := int32(0), int32(-1)
	for _, id := range p.SiteOf[route.File] {
		c := &p.Sites[id]
		if len(b.Block) == 0 || c.Owner != route.Owner || c.Made || c.End > route.Start || c.End < last || len(c.Args) == 0 {
			continue
		}
		if _, g := p.FileOf(c.Args[len(c.Args)-1]); g != nil && g.Kind == graph.Function && !slices.Contains(b.Block[1:], c.Method) {
			if last, block = c.End, -1; c.Method == b.Block[0] && p.ClassAround(route.File, g.Index) == p.ClassAround(reader[0], reader[1]) {
				block = g.Index
			}
		}
	}
	for _, id := range p.SiteOf[route.File] {
		if c := &p.Sites[id]; block >= 0 && c.Owner == block && c.Certain && !c.Made {
			all = append(all, id)
		}
	}
	return all
}

// filtersOf returns what the body of a class, or of a file for class -1, runs before actions.
func (p *Program) filtersOf(class [2]int32) []rails.Filter {
	all, known := p.filters[class]
	if !known {
		g := p.Code[class[0]].Graph
		if class[1] < 0 {
			all = rails.Filters(g.Funcs[0].Tree.Body)
		} else {
			all = rails.Filters(g.Classes[class[1]].Tree.Body)
		}
		if p.filters == nil {
			p.filters = map[[2]int32][]rails.Filter{}
		}
		p.filters[class] = all
	}
	return all
}

// runsBefore reports whether a function is itself one that runs before actions of some classes, or around them.
func (p *Program) runsBefore(chain [][2]int32, f *tree.Func) bool {
	return slices.ContainsFunc(chain, func(c [2]int32) bool {
		return slices.ContainsFunc(p.filtersOf(c), func(x rails.Filter) bool {
			return !x.Skips && (f.Name != "" && slices.Contains(x.Names, f.Name) || slices.Contains(x.Blocks, f))
		})
	})
}

// filteredBy returns how long a parameter is at most by all that runs before an action.
func (p *Program) filteredBy(chain [][2]int32, reader [2]int32, action string, path []string) int64 {
	entries := p.EntriesOf[reader]
	most := int64(graph.NoLimit)
	for _, c := range chain {
		for _, x := range p.filtersOf(c) {
			runs := !x.Skips && !x.Around && x.Runs(action, "")
			if x.Path != "" {
				runs = len(entries) > 0 && !slices.ContainsFunc(entries, func(e rules.Entry) bool { return !x.Runs(action, e.Route) })
			}
			if !runs {
				continue
			}
			for _, name := range x.Names {
				if found := p.MethodsNamed(chain, name); len(found) == 1 && !p.spared(chain, name, action) {
					most = min(most, p.passedBy(found[0], path))
				}
			}
			for _, f := range x.Blocks {
				if at := slices.IndexFunc(p.Code[c[0]].Graph.Funcs, func(g graph.Func) bool { return g.Tree == f }); at >= 0 {
					most = min(most, p.passedBy([2]int32{c[0], int32(at)}, path))
				}
			}
		}
	}
	return most
}

// spared reports whether the class of an action, or one that has the action from it, may not run a filter before it.
func (p *Program) spared(chain [][2]int32, name, action string) bool {
	if p.sparing == nil {
		p.sparing = [][2]int32{}
		for file := range p.Code {
			for i := range p.Code[file].Graph.Classes {
				c := [2]int32{int32(file), int32(i)}
				if slices.ContainsFunc(p.filtersOf(c), func(x rails.Filter) bool { return x.Skips }) {
					p.sparing = append(p.sparing, c)
				}
			}
		}
	}
	return slices.ContainsFunc(p.sparing, func(c [2]int32) bool {
		return (slices.Contains(chain, c) || slices.Contains(p.Ancestry(c[0], c[1]), chain[0])) &&
			slices.ContainsFunc(p.filtersOf(c), func(x rails.Filter) bool { return x.Spares(name, action) })
	})
}

// passedBy returns how long a parameter is at most where a function has returned and answered nothing.
func (p *Program) passedBy(fn [2]int32, path []string) int64 {
	most := int64(graph.NoLimit)
	for _, t := range p.Code[fn[0]].Graph.Funcs[fn[1]].Tells {
		if t.When != graph.Passed || t.Param != graph.OfSelf || t.Path[0] != "params" {
			continue
		}
		inside, ok := p.leadsTo(fn[0], t.Path[1:], path)
		if !ok {
			continue
		}
		most = min(most, p.symbolic(fn[0], t.Cap.Sym, inside, 0))
		if len(inside) == 0 {
			most = min(most, t.Cap.Max)
		}
	}
	return most
}

package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// askedOfEach is a function that returned the same for each element of a list.
type askedOfEach struct {
	file, index int32
	when        graph.Outcome
}

// everyElement returns the function of which a call that ended in some way tells what it returned for each element of an
// argument: list.every(fn), all(fn(x) for x in list).
func (p *Program) everyElement(id int32, s *graph.Sym) (each askedOfEach, ok bool) {
	c := &p.Sites[id]
	if s.Via != "" || s.When != graph.True && s.When != graph.False || p.Resolved(c) {
		return each, false
	}
	for _, f := range p.Model().StepsOf(p.Language(), p.Model().Widened(p.Language(), p.Asked(c))) {
		if f.Rule.Each != map[graph.Outcome]string{graph.True: "true", graph.False: "false"}[s.When] || rules.RoleAt(f.Roles, "value") != int(s.Arg) {
			continue
		}
		fn := points.Node(0)
		if at := rules.RoleAt(f.Roles, "fn"); at != model.Receiver {
			fn = c.Args[at]
		} else if file, g := p.FileOf(p.Argument(id, model.Filled{Arg: int(s.Arg)})); g != nil && g.Kind == graph.Result { // of a comprehension
			fn = p.Sites[p.SiteOf[file][g.Index]].Args[0]
		}
		if all := p.Points(fn); len(all) == 1 && p.Object(all[0]).Kind == points.Function {
			x := p.Object(all[0])
			t := p.Code[x.File].Graph.Funcs[x.Index].Tree
			return askedOfEach{x.File, x.Index, s.When}, !t.Async && !t.Generator
		}
	}
	return each, false
}

// elementTells returns what follows from what the function returned.
func (p *Program) elementTells(e askedOfEach) []graph.Tell {
	return slices.DeleteFunc(slices.Clone(p.Code[e.file].Graph.Funcs[e.index].Tells), func(t graph.Tell) bool { return t.Param != 0 || t.When != e.when })
}

// elementMax returns how long what some members of an element lead to is at most.
func (p *Program) elementMax(e askedOfEach, path []string, depth int) int64 {
	most := int64(graph.NoLimit)
	f := &p.Code[e.file].Graph.Funcs[e.index]
	for _, t := range p.elementTells(e) {
		inside, ok := p.leadsTo(e.file, t.Path, path)
		if !ok || len(path) > 0 && p.alters(fileSpan{e.file, f.Tree.Start, f.Tree.End}, p.membersOf(p.At(e.file, f.Params[0]), path)) {
			continue
		}
		limit := p.symbolic(e.file, t.Cap.Sym, inside, depth+1)
		if len(inside) == 0 {
			limit = min(limit, t.Cap.Max)
		}
		most = min(most, limit)
	}
	return most
}

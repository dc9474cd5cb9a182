package flow

import (
	"slices"
	"strings"

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
	steps, _ := p.doneBy(id)
	for _, f := range steps {
		when, ok := eachOutcome(f.Rule.Each, s.When)
		if !ok || rules.RoleAt(f.Roles, "value") != int(s.Arg) {
			continue
		}
		fn := points.Node(0)
		if at := rules.RoleAt(f.Roles, "fn"); at != model.Receiver {
			fn = c.Args[at]
		} else if file, g := p.FileOf(p.Argument(id, model.Filled{Arg: int(s.Arg)})); g != nil && g.Kind == graph.Result { // of a comprehension
			fn = p.Sites[p.SiteOf[file][g.Index]].Args[0]
		}
		if each, ok := p.askedBy(fn, when); ok {
			return each, true
		}
	}
	return each, false
}

// askedBy returns the one function that a value is, which returned the same for each element.
func (p *Program) askedBy(fn points.Node, when graph.Outcome) (each askedOfEach, ok bool) {
	all := p.MayCall(fn)
	if len(all) != 1 || p.Object(all[0]).Kind != points.Function {
		return each, false
	}
	x := p.Object(all[0])
	t := p.Code[x.File].Graph.Funcs[x.Index].Tree
	return askedOfEach{x.File, x.Index, when}, !t.Async && !t.Generator
}

// passingMax returns how long what some members of a value lead to is at most that a call has in its result, where this has
// only those of which the function returned the same that the call is handed.
func (p *Program) passingMax(id int32, path []string, depth int) int64 {
	most := int64(graph.NoLimit)
	for _, rule := range p.Sites[id].Ruled {
		step, ok := rule.(*model.Step)
		if !ok || !step.Only && !step.Others || len(path) > 0 {
			continue
		}
		when := graph.False
		if step.Only {
			when = graph.True
		}
		for _, f := range p.Model().StepsOf(p.Language(), p.Model().Widened(p.Language(), p.Asked(&p.Sites[id]))) {
			if at := rules.RoleAt(f.Roles, "fn"); f.Rule == step && at >= 0 {
				if each, ok := p.askedBy(p.Sites[id].Args[at], when); ok {
					most = min(most, p.elementMax(each, path, depth))
				}
			}
		}
	}
	return most
}

// eachOutcome returns what a function returned for each element where a call of some step ended in some way.
func eachOutcome(each string, when graph.Outcome) (of graph.Outcome, ok bool) {
	switch {
	case each == "none" && when == graph.True:
		return graph.False, true
	case each == "true" && when == graph.True, each == "false" && when == graph.False:
		return when, true
	}
	return when, false
}

// ofElements reports whether a call gives its result elements of their own, beside what it may be itself where there are none.
func (p *Program) ofElements(call int32) bool {
	return call >= 0 && slices.ContainsFunc(p.Sites[call].Ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		if !ok {
			return false
		}
		to := func(steps ...string) bool {
			return slices.ContainsFunc(step.Flows, func(f model.Flow) bool { return f.To.Role == "result" && slices.Equal(f.To.Steps, steps) })
		}
		return to() && to("*")
	})
}

// elementTells returns what follows from what the function returned.
func (p *Program) elementTells(e askedOfEach) []graph.Tell {
	return slices.DeleteFunc(slices.Clone(p.Code[e.file].Graph.Funcs[e.index].Tells), func(t graph.Tell) bool { return t.Param != 0 || t.When != e.when || t.Via != "" })
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

// takesOut reports whether a call takes something out of a list or mapping that the program makes, which is no text itself:
// table.get(key).
func (p *Program) takesOut(e *points.Kept, d *points.Detail) bool {
	if d.Rule == 0 || len(p.Points(e.From)) == 0 || len(p.RootsOf(e.From)) > 0 || slices.ContainsFunc(p.Points(e.From), func(o int32) bool { return p.Object(o).Kind != points.Allocated }) {
		return false
	}
	return slices.ContainsFunc(p.In(e.To), func(ei int32) bool {
		of := p.Edge(ei)
		return !of.Any && of.Way == points.Within && p.Detail(of).Rule == d.Rule && slices.ContainsFunc(p.LoadsTo(of.From), func(l points.LoadOf) bool { return l.From == e.From && l.Field == "*" })
	})
}

// isKey notes that a text which is a key of an object of JavaScript may be the name of one of its members that code writes down.
// Keys that are worked out are followed from where they are.
func (s *search) isKey(id int32, st state, o int32, path []string) {
	x := s.p.Object(o)
	if path[0] != graph.Keys || len(path) > 1 || x.Kind == points.Outside || s.p.Language() != model.JavaScript {
		return
	}
	most := 0
	for name := range x.Fields {
		if !strings.ContainsAny(name, "@*") {
			most = max(most, len(name))
		}
	}
	if most > 0 {
		s.found(id, Hit{Origin: Fixed, Max: st.most(int64(most))})
	}
}

// asText goes from a list that is taken for a text, as JavaScript takes those that texts are added to, to what stands in it, also
// from one that a library made. What other objects are as texts is not followed.
func (s *search) asText(id int32, st state, n *graph.Node) {
	o, ok := s.p.Origin[st.at]
	if !ok || st.member != itself || st.possible || s.p.Language() == model.PHP {
		return
	}
	if n == nil {
		x, from := s.p.Object(o), s.states[id].parent
		if from < 0 || x.Kind != points.Allocated || s.p.Language() != model.JavaScript || len(s.p.In(x.Written)) == 0 {
			return
		}
		// What may be a text as well, as the result of slice, is followed as one, and no Map is a text of what it holds.
		result := s.states[from].at
		if file, of := s.p.FileOf(result); of != nil && of.Kind == graph.Result && len(s.p.In(result)) == 1 && !s.p.Sites[s.p.SiteOf[file][of.Index]].Call.New && !s.isTakenOut(from) {
			s.elementsAsText(id, st, o)
		}
		return
	}
	if n.Kind != graph.Object {
		return
	}
	if n.Index == graph.List && s.p.Language() == model.JavaScript {
		s.elementsAsText(id, st, o)
	}
	s.lose("what objects are as texts")
}

// isTakenOut reports whether the text of a state is something out of the value there rather than made of it, as by pop().
func (s *search) isTakenOut(id int32) bool {
	for i := id; i >= 0 && s.states[i].by != 0; i = s.states[i].parent {
		switch e := s.p.Edge(s.states[i].by); {
		case e.Any:
			return true
		case e.Text:
			return false
		}
	}
	return false
}

// elementsAsText goes from a list to its elements, which make up one text.
func (s *search) elementsAsText(id int32, st state, list int32) {
	next := st.back(id, s.p.Field(list, "*"), 0)
	x := s.p.Object(list)
	elements := 0
	for name := range x.Fields {
		if points.IsIndex(name) {
			elements++
		}
	}
	if elements > 1 || len(s.p.In(x.Written)) > 0 { // what is put in anywhere may be many
		next.plus = graph.NoLimit
	}
	s.push(next)
}

package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// outside follows members that are stored in something from outside, such as what one handler notes in a
// request for the next.
func (s *search) outside(id int32, st state, roots []model.Access, path []string) {
	for _, a := range roots {
		o := s.p.Access(a)
		for i := 0; i < len(path) && o != 0 && s.p.Object(o).Fields != nil; i++ {
			f, ok := s.p.Object(o).Fields[path[i]]
			if !ok {
				break
			}
			if s.p.IsStored(o, f) {
				next := st.back(id, f, 0)
				next.path, next.stack = s.paths.ID(path[i+1:]), 0
				next.possible = next.possible || next.noted || s.p.keepsEarlier(o)
				next.noted = true
				s.push(next)
				if a.Root.Kind == model.Module { // which may have put something else there itself
					s.lose(model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, path)}.String())
				}
			}
			o = s.p.Access(s.p.Object(o).Step(path[i]))
		}
	}
}

// cross goes back along an edge, and reports whether it could.
func (s *search) cross(id int32, st state, ei int32, path []string) bool {
	e := s.p.Edge(ei)
	if e.Way == points.Heap && s.quoting == nil {
		return false
	}
	left, may := s.left(&st, e)
	if left {
		s.went = true
		return true
	}
	d := s.p.Detail(e)
	if s.quoting != nil && s.isQuoted(d) {
		s.went = true
		return true
	}
	next := st.back(id, e.From, ei)
	next.possible = next.possible || may
	if next.edits = s.edited(st.edits, d.Edit); e.Any && (d.Edit <= 0 || s.p.Edits[d.Edit].Kind != model.Group) {
		next.edits = s.edited(st.edits, points.EditsAnything)
	}
	switch {
	case e.Way == points.Heap:
		return false
	case e.Way != points.Within && s.p.isRecursive(e.Call):
	case e.Way == points.Enters:
		var may bool
		if next.stack, may = s.leave(&st, e.Call); !may {
			return false
		}
		if next.stack == 0 {
			next.stack = s.handedBy(st.at, e.Call)
		}
	case e.Way == points.Leaves:
		stack := s.stacks.List(st.stack)
		if slices.Contains(stack, e.Call) {
			return false // a round through a function that calls itself adds nothing
		}
		if len(stack) >= maxCalls {
			s.lose("calls in calls in calls")
			return false
		}
		next.stack = s.stacks.Before(e.Call, st.stack)
	}
	switch {
	case e.Any && slices.Contains(path, "()") && s.p.isPlain(d.Rule-1):
		s.went = true
		return true
	case e.Any && len(path) == 0 && s.p.takesOut(e, d):
		s.went = true
		return true // what is in it takes its own way
	case e.Any:
		if d.Rule > 0 {
			next = next.limit(s.madeMax(id, e, d.Rule-1, path))
		}
		if next.path = 0; len(path) == 0 || areElements(path[:1]) {
			s.within(next, len(path) > 0)
		}
	case len(path) > 0 && areElements(path[:1]) && s.p.ofElements(d.Rule-1) && e.To == s.p.Sites[d.Rule-1].Result:
		s.went = true
		return true // elements take their own way
	case len(path) > 0 && areElements(path) && s.p.makesText(e, d):
		path, next.path = nil, 0 // the elements of a text are its characters
	case e.Text && len(path) > 0:
		s.went = s.went || d.Rule > 0
		return d.Rule > 0 // what a step makes is a text, which has no members
	}
	if e.Text && len(path) == 0 || e.Any {
		if next.member == held && (!e.Any || s.p.takes(d.Rule-1, e.From)) {
			s.went = true // a text has no members that a sender chose
			return true
		}
		if next.member == asked {
			next.member = itself
		}
	}
	if d.Rule > 0 && next.member == itself && s.p.readsFrom(d.Rule-1, e.From) {
		next.member = asked
	}
	next.possible = next.possible || e.Possible || s.p.isGuessed(e)
	if next.member == named {
		next.possible = next.possible || d.Length.Effect == model.Sum // a name that the program made may be that of another file
		s.push(next)
		return true
	}
	if s.p.IsPlain(e) { // most edges bound nothing
		s.push(next)
		return true
	}
	s.p.Frame = s.frame(st.stack)
	defer func() { s.p.Frame = points.Frame{} }()
	next.possible = next.possible || d.Cap.Sym != 0 && len(path) == 0 && s.p.isDigits(d)
	if len(path) > 0 && !e.Any {
		// A list or an object goes along: what bounds its length says nothing of the texts in it.
		next = next.limit(s.p.capOf(e, path))
		if d.Length.Limits() || d.Length.Effect == model.Sum {
			s.push(next)
		} else {
			s.push(s.lengthen(next, e))
		}
		return true
	}
	s.push(s.lengthen(next.limit(s.p.capOf(e, nil)), e))
	return true
}

// makesText reports whether what takes an edge is a text and nothing else. What Java and Kotlin call replace is a method of
// tables as well, and what a rule says of Go is so of the first of several results, which are known by their numbers.
func (p *Program) makesText(e *points.Kept, d *points.Detail) bool {
	if e.Text && (d.Length.Effect == model.Sum || d.Length.Effect == model.Times) {
		return d.Rule == 0 || p.Language() != model.Go
	}
	if d.Edit <= 0 {
		return d.Edit == points.EditsEnds
	}
	switch p.Edits[d.Edit].Kind {
	case model.Lower, model.Upper:
		return true
	case model.Every, model.EveryGlobal:
		return p.Language() != model.Java
	}
	return false
}

// frame returns the calls that a way back has to leave by. A function that calls itself may have been entered by others.
func (s *search) frame(stack int32) (f points.Frame) {
	for i, call := range s.stacks.List(stack)[:min(len(f), len(s.stacks.List(stack)))] {
		if call == someCalls {
			break
		}
		if !s.p.recurs(call) {
			f[i] = call + 1
		}
	}
	return f
}

// within goes on to the members of an object that is written out, of all of which a text is made, and to theirs if deep.
func (s *search) within(next state, deep bool) {
	for _, o := range s.p.Points(next.at) {
		if x := s.p.Object(o); x.Kind == points.Allocated && x.Fields != nil {
			next.at = x.Read
			if s.push(next); deep {
				s.within(next, false)
			}
		}
	}
}

// isPlain reports whether what a call makes has nothing to call.
func (p *Program) isPlain(call int32) bool {
	return call >= 0 && slices.ContainsFunc(p.Sites[call].Ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && step.Plain
	})
}

// takes reports whether a call takes one member out of a node, such as by its name.
func (p *Program) takes(call int32, from points.Node) bool {
	return call >= 0 && from == p.Sites[call].Receiver && len(p.Sites[call].Args) > 0
}

// readsFrom reports whether a call reads its result out of a node.
func (p *Program) readsFrom(call int32, from points.Node) bool {
	c := &p.Sites[call]
	return from == c.Receiver && slices.ContainsFunc(c.Ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && step.Reads
	})
}

// lengthen applies what an edge does to the length of a text.
func (s *search) lengthen(st state, e *points.Kept) state {
	d := s.p.Detail(e)
	l := d.Length
	switch l.Effect {
	case model.Same:
	case model.AtMost, model.Counted, model.Between, model.Ended, model.Fixed:
		st = st.limit(s.p.cutMax(d))
	case model.Lowered:
		st.lowered = true
	case model.Times:
		st.times = limit.Product(st.times, l.N)
	case model.Padded:
		v, ok := s.p.Number(d.Max, 0)
		if !ok || v < 0 {
			v = graph.NoLimit
		}
		st.plus = limit.Sum(st.plus, limit.Product(st.times, v))
	case model.Sum:
		st.summed = st.summed || len(s.p.partners(st.by)) > 0
		st.plus = limit.Sum(st.plus, limit.Product(st.times, s.p.others(e)))
	case model.Replaced:
		if v, ok := s.p.TextLength(d.Max, 0); ok && v <= 1 {
			break
		} else if ok && !s.p.repeats(d.Max) {
			st.times = limit.Product(st.times, v)
			break
		}
		st.plus = graph.NoLimit
	case model.Unbounded:
		if n, ok := s.p.rejoined(e); ok {
			st.times = limit.Product(st.times, n)
			break
		}
		st.plus = graph.NoLimit
	}
	return st
}

// around are what stands in a replacement for all of the text before or behind the match, or for the whole text.
var around = map[model.Language][]string{
	model.JavaScript: {"$`", "$'"},
	model.CSharp:     {"$`", "$'", "$_"},
	model.Ruby:       {"\\`", `\'`},
}

// repeats reports whether a replacement may put what stands around each match in its place.
func (p *Program) repeats(with points.Node) bool {
	return slices.ContainsFunc(p.TextsOf(with), func(text string) bool {
		return slices.ContainsFunc(around[p.Language()], func(part string) bool { return strings.Contains(text, part) })
	})
}

// rejoined returns how many times as long a text is at most that is joined of what another was split into.
func (p *Program) rejoined(e *points.Kept) (times int64, ok bool) {
	lists := p.LoadsTo(e.From)
	rule := p.Detail(e).Rule
	if rule == 0 || len(lists) != 1 {
		return 0, false
	}
	join, list := &p.Sites[rule-1], lists[0].From
	between, separator := join.Receiver, true
	if between == list { // the method of a list
		if between, separator = 0, len(join.Args) > 0; separator {
			between = join.Args[0]
		}
	}
	width, known := p.TextLength(between, 0)
	if !separator {
		width, known = 1, true
	}
	if !known {
		return 0, false
	}
	for range rules.MaxPath {
		made := p.MadeBy(list)
		if len(made) != 1 || len(p.In(list)) > 1 && p.Sites[made[0]].Result != list {
			return 0, false
		}
		switch c := &p.Sites[made[0]]; {
		case c.Receiver == 0 || p.Resolved(c) || !p.filledBy(c.Result, made[0]):
			return 0, false
		case c.Method == "split" && p.Language() == model.Python:
			return max(width, 1), true
		case c.Method == "split" && p.Language() != model.PHP: // perhaps between all characters
			return width + 1, true
		case c.Method == "slice" || c.Method == "filter" || c.Method == "reverse":
			list = c.Receiver
		default:
			return 0, false
		}
	}
	return 0, false
}

// filledBy reports whether the lists that a node may be hold nothing but what one call put there.
func (p *Program) filledBy(list points.Node, call int32) bool {
	for _, o := range p.Points(list) {
		x := p.Object(o)
		if x.Fields == nil {
			continue
		}
		for _, e := range p.In(x.Written) {
			if p.Detail(p.Edge(e)).Rule != call+1 {
				return false
			}
		}
		for _, f := range x.Fields {
			if slices.ContainsFunc(p.In(f), func(e int32) bool { return p.Edge(e).From != x.Written }) {
				return false
			}
		}
	}
	return true
}

// param ends the way back at what a function that is called from outside of the program gets at a position.
func (s *search) param(id int32, st state, file, fn int32, position int, path []string) {
	p := s.p
	if calls := s.stacks.List(st.stack); len(calls) > 0 && (calls[0] != someCalls || p.isEnteredBy(st.at, calls[1])) {
		return
	}
	f := &p.Code[file].Graph.Funcs[fn]
	name := p.ParamName(f, position)
	for i := range p.EntriesOf[[2]int32{file, fn}] {
		e := &p.EntriesOf[[2]int32{file, fn}][i]
		full := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Rule.Name, Index: position, Param: name}, Steps: path}
		if len(p.SourceRules(full)) > 0 {
			continue // found at what the framework hands over
		}
		full.Root.Index = model.Named
		for _, rule := range p.SourceRules(full) {
			s.fromRule(id, st, rule, full, graph.NoLimit)
			return
		}
	}
	if public, ok := s.calledBy(&st, file, fn); ok {
		if s.ofOthers(&st, file, fn) {
			return
		}
		first, last, steps := taken(f, position, path)
		for at := first; at <= last; at++ {
			a := model.Access{Root: model.Root{Kind: model.EntryArg, Name: public.String(), Index: at, Param: name}, Steps: steps}
			s.found(id, Hit{Origin: Library, Max: st.max, SourceMax: graph.NoLimit, Access: a, Function: public})
		}
		return
	}
	for _, e := range p.In(st.at) {
		if e := p.Edge(e); e.Way != points.Enters || p.Sites[e.Call].Guessed {
			continue
		}
		if p.gatherSets(); position >= 0 && len(p.EntriesOf[[2]int32{file, fn}]) == 0 {
			if what := p.calledIn[p.Origin[p.At(file, f.Node)]]; what != "" { // which may call it as well
				s.found(id, Hit{Origin: Unknown, Max: st.max, SourceMax: graph.NoLimit})
				s.lose(what)
			}
		}
		return
	}
	if position < len(f.Params) && p.IsGiven(file, f, position) {
		return
	}
	s.uncalled(id, st, file, f, position, path)
	s.calledByName(id, st, file, fn, position, path)
	s.found(id, Hit{Origin: Unknown, Max: st.max, SourceMax: graph.NoLimit})
	if f.Tree.Name != "" {
		s.lose("who calls " + f.Tree.Name)
	} else {
		s.lose("who calls the function in line " + p.line(file, f.Tree.Start))
	}
}

// calledByName goes on to what calls of which nobody knows what they call hand a function of JavaScript that has the name
// which they call, as what a function returns that a computed import brought has methods.
func (s *search) calledByName(id int32, st state, file, fn int32, position int, path []string) {
	if s.p.Language() != model.JavaScript || position < 0 {
		return
	}
	for _, call := range s.p.CallsByName(file, fn, s.p.Model().Names) {
		if c := &s.p.Sites[call]; position < len(c.Args) {
			next := st.back(id, c.Args[position], 0)
			next.path, next.stack, next.possible = s.paths.ID(path), 0, true
			s.push(next)
		}
	}
}

// someRest is how many arguments are told of a parameter that takes the rest, where any of them will do.
const someRest = 3

// taken returns the numbers of the first and the last argument that a path in a parameter means, and the path in these: a
// parameter that takes the rest is a list of them.
func taken(f *graph.Func, position int, path []string) (first, last int, in []string) {
	if len(path) == 0 || position >= len(f.Params) || !f.Tree.Params[position].Rest {
		return position, position, path
	}
	if path[0] == "*" {
		return position, position + someRest - 1, path[1:]
	}
	if k, err := strconv.Atoi(path[0]); err == nil && k >= 0 && k < 100 {
		return position + k, position + k, path[1:]
	}
	return position, position, path
}

// cutMax returns how long what an edge leaves of a text is at most, graph.NoLimit where it does not cut.
func (p *Program) cutMax(d *points.Detail) int64 {
	if d.Length.Limits() && (d.Rule > 0 && p.isOverridden(d.Rule-1) || d.Rule == 0 && p.isMeasuredAnew()) {
		return graph.NoLimit
	}
	least, known := int64(0), true
	switch d.Length.Effect {
	case model.Fixed:
		return d.Length.N
	case model.AtMost, model.Ended: // with what stands for the rest, be it longer than all
		if d.Min != 0 {
			least, known = p.TextLength(d.Min, 0)
		} else if d.Length.Effect == model.Ended {
			least = int64(len("..."))
		}
	case model.Between:
		if d.Min != 0 {
			least, known = p.Number(d.Min, 0)
		}
	case model.Counted:
	default:
		return graph.NoLimit
	}
	v, ok := p.Number(d.Max, 0)
	switch {
	case !ok || !known || v < 0 || least < 0:
	case d.Length.Effect == model.Ended:
		return limit.Sum(v, least)
	case d.Length.Effect != model.Between:
		return max(v, least)
	case v >= least:
		return v - least
	}
	return graph.NoLimit
}

package flow

import (
	"math"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/points"
)

// entering are the edges that lead to a node, those by which calls enter it by their calls. A parameter may have
// thousands, of which a way back that came into its function by a call takes one.
type entering struct {
	edges  int // how many edges led to the node when they were sorted
	byCall map[int32][]int32
	others []int32
}

// manyEntering is how many edges lead to a node whose edges are sorted by their calls.
const manyEntering = 16

// into returns the edges to a node, in their order, without those by which other calls entered it than the one that a
// way back has to leave by.
func (s *search) into(st *state) []int32 {
	p := s.p
	in := p.In(st.at)
	if st.stack == 0 || len(in) < manyEntering || s.quoting != nil {
		return in
	}
	x := p.entering[st.at]
	if x == nil || x.edges != len(in) {
		x = &entering{edges: len(in), byCall: map[int32][]int32{}}
		for _, id := range in {
			if e := p.Edge(id); e.Way == points.Enters && !p.isRecursive(e.Call) {
				x.byCall[e.Call] = append(x.byCall[e.Call], id)
			} else {
				x.others = append(x.others, id)
			}
		}
		p.entering[st.at] = x
	}
	calls := s.stacks.List(st.stack)
	own := x.byCall[calls[0]]
	if calls[0] == someCalls {
		if own = x.byCall[calls[1]]; len(own) == 0 {
			return in
		}
	}
	if len(own) == 0 {
		return x.others
	}
	s.merged = s.merged[:0]
	others := x.others
	for _, id := range own {
		for len(others) > 0 && others[0] < id {
			s.merged, others = append(s.merged, others[0]), others[1:]
		}
		s.merged = append(s.merged, id)
	}
	s.merged = append(s.merged, others...)
	return s.merged
}

// someCalls stands among the calls that a way back has to leave by for all those that lead from what made an object to
// the function that stored something in it, of which the way knows nothing.
const someCalls = -1

// stored returns the calls to leave by where a way goes on from an object to what was stored in it, maybe by another
// function than the one that made the object.
func (s *search) stored(stack int32) int32 {
	if calls := s.stacks.List(stack); len(calls) == 0 || calls[0] == someCalls {
		return stack
	}
	return s.stacks.Before(someCalls, stack)
}

// isSameForAll reports whether an object is made outside of all functions and classes, so that whoever runs has the same.
func (p *Program) isSameForAll(o int32) bool {
	same, known := p.sameForAll[o]
	if !known {
		if p.sameForAll == nil {
			p.sameForAll = map[int32]bool{}
		}
		if x := p.Object(o); x.Kind == points.Allocated {
			at := points.Node(x.Index)
			if x.File < 0 && len(p.Out(at)) > 0 { // what a call of a library returns
				at = p.Edge(p.Out(at)[0]).To
			}
			if file, n := p.FileOf(at); n != nil && n.End > 0 && (x.File >= 0 || n.Kind == graph.Result) {
				g := p.Code[file].Graph
				same = !slices.ContainsFunc(g.Funcs[1:], func(f graph.Func) bool { return f.Tree != nil && f.Tree.Start <= n.Start && n.End <= f.Tree.End }) &&
					!slices.ContainsFunc(g.Classes, func(c graph.ClassFact) bool { return c.Tree.Start <= n.Start && n.End <= c.Tree.End })
			}
		}
		p.sameForAll[o] = same
	}
	return same
}

// leave returns the calls that are left to leave by when a way back leaves the function of a parameter by a call, and
// reports whether it may.
func (s *search) leave(st *state, call int32) (stack int32, may bool) {
	calls := s.stacks.List(st.stack)
	switch {
	case len(calls) == 0:
		return st.stack, true
	case calls[0] != someCalls:
		return s.stacks.Rest(st.stack), calls[0] == call
	}
	beneath := s.stacks.Rest(st.stack)
	switch {
	case s.p.isEnteredBy(st.at, calls[1]): // what made the object stored it as well
		return s.stacks.Rest(beneath), calls[1] == call
	case s.p.isCalledBy(&s.p.Sites[call], calls[1]):
		return beneath, true
	}
	return 0, s.p.runsWith(calls[1], call)
}

// handedBy returns the calls to leave by where a way goes back from a parameter to what a call hands it, whose callee is a
// parameter of the function that it stands in: the calls that handed that function, and those that call it with its own
// parameters, the one that is called here. What came with another one was for that.
func (s *search) handedBy(param points.Node, call int32) (stack int32) {
	p := s.p
	file, n := p.FileOf(param)
	c := &p.Sites[call]
	if n == nil || n.Kind != graph.Param || c.Made || c.Guessed || c.Callee == 0 {
		return 0
	}
	own := p.Points(p.At(file, p.Code[file].Graph.Funcs[n.Index].Node))
	if len(own) != 1 {
		return 0
	}
	key := [2]int32{call, own[0]}
	calls, known := p.handed[key]
	if !known {
		if p.handed == nil {
			p.handed = map[[2]int32][]int32{}
		}
		calls = p.callsHanding(own[0], c)
		p.handed[key] = calls
	}
	return s.stacks.ID(calls)
}

// maxHands bounds the functions through which a function is handed on to where it is called.
const maxHands = 4

// callsHanding returns the calls by which a function gets to where it is called, the last one first, as far as there is no
// other way than one call after the other. What a framework calls, as it was returned to that, is entered by none of these.
func (p *Program) callsHanding(fn int32, c *points.Site) (calls []int32) {
	at, file, in := c.Callee, c.File, c.Owner
	if slices.ContainsFunc(p.CallersOf(file, in), func(id int32) bool { return p.Sites[id].Entry }) {
		return nil
	}
	for range maxHands * maxCalls {
		var by *points.Kept
		for _, id := range p.In(at) {
			switch e := p.Edge(id); {
			case p.Knows(e.From, fn) && by == nil:
				by = e
			case p.Knows(e.From, fn) || p.MayBeMore(e.From):
				return calls
			}
		}
		if by == nil {
			return calls
		}
		switch by.Way {
		case points.Within:
		case points.Enters:
			of, n := p.FileOf(at)
			c := &p.Sites[by.Call]
			if n == nil || n.Kind != graph.Param || of != file || !p.isIn(file, in, n.Index) || c.Made || c.Guessed || p.isRecursive(by.Call) || len(calls) == maxHands {
				return calls
			}
			calls, file, in = append(calls, by.Call), c.File, c.Owner
		default:
			return calls
		}
		at = by.From
	}
	return calls
}

// isIn reports whether a function is another one of its file, or stands in it.
func (p *Program) isIn(file, fn, around int32) bool {
	for fn >= 0 && fn != around {
		fn = p.Code[file].Graph.Funcs[fn].Parent
	}
	return fn >= 0
}

// runsWith reports whether the function in which one call stands runs what another stands in, itself or by what it calls.
func (p *Program) runsWith(call, other int32) bool {
	key := [2]int32{call, other}
	with, known := p.together[key]
	if !known {
		if p.together == nil {
			p.together = map[[2]int32]bool{}
		}
		with = p.runsAround(&p.Sites[call], &p.Sites[other])
		p.together[key] = with
	}
	return with
}

func (p *Program) runsAround(c, other *points.Site) bool {
	span := fileSpan{c.File, 0, math.MaxInt32}
	if c.Owner >= 0 && p.Code[c.File].Graph.Funcs[c.Owner].Tree != nil {
		f := p.Code[c.File].Graph.Funcs[c.Owner].Tree
		span.start, span.end = f.Start, f.End
	}
	root := p.functionPart(span)
	parts, _ := p.running(root, root)
	return slices.ContainsFunc(parts, func(part *runPart) bool {
		return part.span.file == other.File && part.span.start <= other.Start && other.Start < part.span.end
	})
}

// around returns the calls that are left to leave by at a parameter of a function: those of functions in it, which read the
// parameter, are none. Where the way went through an object that such a function made, any call may be left by.
func (s *search) around(id, stack, file, fn int32) int32 {
	calls := s.stacks.List(stack)
	for ; len(calls) > 0 && calls[0] != someCalls && s.p.isCallInside(calls[0], file, fn); calls = calls[1:] {
		stack = s.stacks.Rest(stack)
	}
	if len(calls) > 1 && calls[0] == someCalls && s.p.isCallInside(calls[1], file, fn) && s.p.isMadeBy(calls[1], s.lastObject(id)) {
		return 0
	}
	return stack
}

// lastObject returns the node of the object that the way to a state went through last, 0 for none.
func (s *search) lastObject(id int32) points.Node {
	for ; id >= 0; id = s.states[id].parent {
		if _, ok := s.p.Origin[s.states[id].at]; ok {
			return s.states[id].at
		}
	}
	return 0
}

// isMadeBy reports whether an object is written out in a function that a call calls.
func (p *Program) isMadeBy(call int32, object points.Node) bool {
	file, n := p.FileOf(object)
	return n != nil && slices.ContainsFunc(p.Sites[call].Bound, func(o int32) bool {
		x := p.Object(o)
		if x.Kind != points.Function || x.File != file {
			return false
		}
		f := p.Code[file].Graph.Funcs[x.Index].Tree
		return f != nil && f.Start <= n.Start && n.End <= f.End
	})
}

// elsewhere returns the calls that are left to leave by at a parameter of a function that the last call does not lead to: the
// way went from what that one calls to a variable that this function sets, or to an argument that it changes. A function that
// what was called calls itself, or that stands in it, belongs to that run; who calls any other is not known.
func (s *search) elsewhere(stack int32, param points.Node, file, fn int32) int32 {
	calls := s.stacks.List(stack)
	if len(calls) == 0 || calls[0] == someCalls || s.p.mayCall(calls[0], file, fn) {
		return stack
	}
	for around := s.p.Code[file].Graph.Funcs[fn].Parent; around >= 0; around = s.p.Code[file].Graph.Funcs[around].Parent {
		if s.p.isBound(calls[0], file, around) {
			return s.stored(stack)
		}
	}
	if slices.ContainsFunc(s.p.In(param), func(id int32) bool {
		e := s.p.Edge(id)
		return e.Way == points.Enters && s.p.isCalledBy(&s.p.Sites[e.Call], calls[0])
	}) {
		return s.stored(stack)
	}
	return 0
}

// mayCall reports whether a call leads to a function, or hands it something.
func (p *Program) mayCall(call, file, fn int32) bool {
	f := &p.Code[file].Graph.Funcs[fn]
	return p.isBound(call, file, fn) || p.isEnteredBy(p.At(file, f.Self), call) || slices.ContainsFunc(f.Params, func(param graph.ID) bool {
		return p.isEnteredBy(p.At(file, param), call)
	})
}

// isBound reports whether a function is one of those that a call was found to call.
func (p *Program) isBound(call, file, fn int32) bool {
	return slices.ContainsFunc(p.Sites[call].Bound, func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Function && x.File == file && x.Index == fn
	})
}

// isCallInside reports whether a call calls functions that stand in another one.
func (p *Program) isCallInside(call, file, fn int32) bool {
	around := p.Code[file].Graph.Funcs[fn].Tree
	found := false
	for _, o := range p.Sites[call].Bound {
		x := p.Object(o)
		if x.Kind != points.Function || x.File != file || x.Index == fn {
			return false
		}
		f := p.Code[file].Graph.Funcs[x.Index].Tree
		if found = around != nil && f != nil && around.Start <= f.Start && f.End <= around.End; !found {
			return false
		}
	}
	return found
}

// isEnteredBy reports whether a call leads to a parameter.
func (p *Program) isEnteredBy(param points.Node, call int32) bool {
	if x := p.entering[param]; x != nil && x.edges == len(p.In(param)) {
		return len(x.byCall[call]) > 0
	}
	return slices.ContainsFunc(p.In(param), func(id int32) bool {
		e := p.Edge(id)
		return e.Way == points.Enters && e.Call == call
	})
}

// joined counts the members of objects of classes and the variables that several functions assign to on the way from a state,
// of which it is not known that what is read is what was stored where the way goes on: several places store something there,
// or one in a function that several calls enter, of which the way takes any. whole counts the functions and classes as a whole.
func (s *search) joined(id int32) (n, whole int) {
	start := int32(0)             // of the place before
	var param, source points.Node // of what stores it, and what is stored, which is nearer to the source
	for i := id; i >= 0; i = s.states[i].parent {
		st := &s.states[i]
		if member, shared := s.p.isShared(st.at); shared {
			if !member {
				source = st.at
			}
			if s.p.callersInto(param) > 1 || s.p.storesTo(source) > 1 {
				n++
			}
			param = 0
		}
		if st.by > 0 && s.p.Edge(st.by).Way == points.Enters {
			if calls := s.stacks.List(s.states[st.parent].stack); len(calls) == 0 || calls[0] == someCalls {
				param = s.states[st.parent].at
			}
		}
		source = st.at
		if _, at := s.p.FileOf(st.at); at != nil && at.End > 0 {
			if start != at.Start && isWhole(at.Kind) {
				whole++
			}
			start = at.Start
		}
	}
	return n, whole
}

// isWhole reports whether nodes of a kind stand where a function or a class does, with the code in it.
func isWhole(k graph.Kind) bool {
	return k == graph.Return || k == graph.Self || k == graph.Instance || k == graph.Class
}

// isShared reports whether a node is a class or all objects of one, whose members are meant, or a variable that several
// functions assign to.
func (p *Program) isShared(at points.Node) (member, shared bool) {
	switch p.Object(p.Origin[at]).Kind {
	case points.Class, points.Instance, points.Prototype:
		return true, true
	}
	_, n := p.FileOf(at)
	return false, n != nil && n.Kind == graph.Variable
}

// storesTo returns from how many places something gets to a member or variable that is no constant.
func (p *Program) storesTo(to points.Node) (n int) {
	for _, id := range p.In(to) {
		from := p.Edge(id).From
		_, node := p.FileOf(from)
		switch {
		case node == nil && len(p.In(from)) == 0 && len(p.RootsOf(from)) == 0: // nothing was stored under a name that is not known
		case node != nil && (node.Kind == graph.Text || node.Kind == graph.Number || node.Kind == graph.Opaque):
		default:
			n++
		}
	}
	return n
}

// callersInto returns how many calls lead to a parameter.
func (p *Program) callersInto(param points.Node) int {
	calls := map[int32]bool{}
	for _, id := range p.In(param) {
		if e := p.Edge(id); e.Way == points.Enters {
			calls[e.Call] = true
		}
	}
	return len(calls)
}

// isCalledBy reports whether a call leads to the function that another one stands in.
func (p *Program) isCalledBy(c *points.Site, call int32) bool {
	return p.isBound(call, c.File, c.Owner)
}

package flow

import (
	"slices"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// maxStates bounds the places that the search for one match looks at.
const maxStates = 20000

// maxSearched bounds the places that the searches for all matches look at together before each gets a
// fraction of what it would get, fewStates.
const (
	maxSearched = 1 << 21
	fewStates   = 500
)

// deepest is how many names lead to a value in a request at most before the way is only a possible one.
const deepest = 6

// maxPath bounds the names of members that are kept apart on the way back, maxCalls the calls that are
// remembered.
const (
	maxPath  = 8
	maxCalls = 12
)

// state is a place on the way back from a match, and what is known of the text there.
type state struct {
	at       node
	path     int32 // the members of the value at the node that the text is
	stack    int32 // the calls that the way came into by what they return, the last one first
	edits    int32 // what becomes of the characters of the text on the way from here, the last first
	max      int64 // length at the match: at most this,
	times    int64 // and at most this many times the length here
	plus     int64 // and this more
	possible bool
	noted    bool // the way goes through what one handler notes in a request for the next
	parent   int32
	by       int32 // the edge that it came by, or 0
	cap      int64
	replaced bool // by a state at the same place with a longer text
}

type place struct {
	at    node
	path  int32
	stack int32
	edits int32
}

type search struct {
	p      *Program
	states []state
	best   visits
	paths  interner[string]
	stacks interner[int32]
	edits  interner[string]
	hits   []Hit
	lost   map[string]bool
	// unchecked reports whether the match is one of the checks of the value.
	unchecked bool
	// quoted, if set, reports whether what comes out of a call, or along an edge, holds no pattern of the sender.
	quoted func(call int32, e *kept) bool
	went   bool // the state that is looked at leads somewhere
}

// Sources returns where the text comes from that has the role of the subject in a match, the most direct
// way for each, and what was not followed, sorted.
func (p *Program) Sources(subject int32) (hits []Hit, lost []string) {
	return p.search(subject, nil)
}

// newSearch returns the search that was done last, empty, or a new one.
func (p *Program) newSearch() *search {
	s := p.idle
	p.idle = nil // until it is done
	if s == nil || len(s.paths.all)+len(s.stacks.all)+len(s.edits.all) > manyInterned {
		s = &search{paths: newInterner[string](), stacks: newInterner[int32](), edits: newInterner[string]()}
	}
	s.best.clear()
	*s = search{p: p, states: s.states[:0], best: s.best, paths: s.paths, stacks: s.stacks, edits: s.edits, lost: map[string]bool{}}
	return s
}

// manyInterned is how many lists a search may have numbered to be used again.
const manyInterned = 1 << 16

func (p *Program) search(subject int32, quoted func(call int32, e *kept) bool) (hits []Hit, lost []string) {
	s := p.newSearch()
	defer func() { p.idle = s }()
	s.unchecked, s.quoted = p.unchecked[subject], quoted
	if subject == 0 {
		s.lose("a value that is computed")
	}
	s.push(state{at: subject, max: NoLimit, times: 1, parent: -1, cap: NoLimit})
	most := maxStates
	if p.searched > maxSearched {
		most = fewStates
	}
	for i := 0; i < len(s.states); i++ {
		if i >= most {
			s.lose("ways beyond the first " + strconv.Itoa(most))
			break
		}
		if i%fewSteps == fewSteps-1 && p.isDone() {
			break
		}
		p.searched++
		st := s.states[i]
		if st.replaced {
			continue
		}
		s.went = false
		if s.expand(int32(i), st); !s.went {
			s.deadEnd(st)
		}
	}
	// What these hide may be a call of any function.
	if p.limited != "" {
		s.lost[p.limited] = true
	}
	if p.dropped {
		s.lost["values that may be very many things"] = true
	}
	for _, what := range p.unseen() {
		s.lost[what] = true
	}
	return s.hits, sortedKeys(s.lost)
}

// push adds a state, unless the same place was reached before with a text that may be as long.
func (s *search) push(st state) {
	if st.at == 0 {
		return
	}
	s.went = true
	if s.quoted != nil && st.possible {
		return // nothing is claimed of a pattern that somebody only may have made
	}
	key := place{st.at, st.path, st.stack, st.edits}
	have := s.best.find(key)
	if have >= 0 && s.states[have].covers(&st) {
		return
	}
	if st.edits != 0 {
		unedited := key
		unedited.edits = 0
		if at := s.best.find(unedited); at >= 0 && s.states[at].covers(&st) {
			return
		}
	}
	if len(s.states) > 2*maxStates {
		return
	}
	if have >= 0 {
		s.states[have].replaced = true
	}
	s.best.set(key, int32(len(s.states)))
	s.states = append(s.states, st)
}

// covers reports whether nothing is found from another state at its place that is not found from this one.
func (st *state) covers(other *state) bool {
	return st.longest() >= other.longest() && (!st.possible || other.possible)
}

// longest orders states by how long a text they let through.
func (st *state) longest() int64 { return sum(st.max, 0) }

func sum(a, b int64) int64 {
	if a > NoLimit-b {
		return NoLimit
	}
	return a + b
}

func product(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if a > NoLimit/b {
		return NoLimit
	}
	return a * b
}

// limit returns the state with a text that is at most max long here.
func (st state) limit(max int64) state {
	if max != NoLimit {
		st.max = min(st.max, sum(product(st.times, max), st.plus))
		st.cap = max
	}
	return st
}

// back returns the state at another node.
func (st state) back(parent int32, at node, by int32) state {
	st.at, st.parent, st.by, st.cap = at, parent, by, NoLimit
	return st
}

func (s *search) expand(id int32, st state) {
	p := s.p
	path := s.paths.all[st.path]
	if s.isSource(id, st, path) {
		return
	}
	file, n := p.fileOf(st.at)
	if s.quoted != nil && n != nil && n.Kind == graph.Result && s.quoted(p.callOf[file][n.Index], nil) {
		s.went = true
		return
	}
	if n != nil && n.Kind == graph.Result && s.p.makesNumber(&p.calls[p.callOf[file][n.Index]]) {
		st.possible, s.states[id].possible = true, true
	}
	if n != nil && n.Kind == graph.Result && s.isResult(id, st, p.callOf[file][n.Index], path) {
		return
	}
	if n != nil && len(path) == 0 {
		switch n.Kind {
		case graph.Text, graph.Number, graph.Opaque, graph.Pattern:
			s.found(id, Hit{Origin: Fixed, Max: min(st.max, sum(product(st.times, max(n.Size, 0)), st.plus))})
			return
		}
	}
	if len(path) > 0 {
		if o, ok := p.origin[st.at]; ok {
			next := st.back(id, p.field(o, path[0]), 0)
			next.path = s.paths.rest[st.path]
			s.push(next)
		}
	}
	s.outside(id, st, path)
	for _, l := range p.loadsTo(st.at) {
		if len(path) >= maxPath {
			s.lose("members of members of members")
			continue
		}
		next := st.back(id, l.from, 0)
		next.path = s.paths.before(l.field, st.path)
		s.push(next)
	}
	moved := false
	for _, e := range p.in[st.at] {
		moved = s.cross(id, st, e, path) || moved
	}
	if n == nil {
		return
	}
	switch n.Kind {
	case graph.Result:
		s.result(id, st, file, n, path, moved)
	case graph.Param:
		s.param(id, st, file, n.Index, int(n.Size), path)
	case graph.Arguments:
		if len(path) == 0 {
			return
		}
		at, err := strconv.Atoi(path[0])
		if err != nil {
			at = 0 // any of them
		}
		s.param(id, st, file, n.Index, at, path[1:])
	}
}

// outside follows members that are stored in something from outside, such as what one handler notes in a
// request for the next.
func (s *search) outside(id int32, st state, path []string) {
	for _, a := range s.p.roots[st.at] {
		o := s.p.access(a)
		for i := 0; i < len(path) && o != 0 && s.p.objects[o].fields != nil; i++ {
			f, ok := s.p.objects[o].fields[path[i]]
			if !ok {
				break
			}
			if s.p.isStored(o, f) {
				next := st.back(id, f, 0)
				next.path, next.stack = s.paths.id(path[i+1:]), 0
				next.possible = next.possible || next.noted
				next.noted = true
				s.push(next)
			}
			o = s.p.access(s.p.objects[o].step(path[i]))
		}
	}
}

// isStored reports whether something is stored in a member of an object, or under names that are not known.
func (p *Program) isStored(o int32, member node) bool {
	written := p.objects[o].written
	for _, e := range p.in[member] {
		if p.edges[e].from != written {
			return true
		}
	}
	return len(p.in[written]) > 0
}

// cross goes back along an edge, and reports whether it could.
func (s *search) cross(id int32, st state, ei int32, path []string) bool {
	e := &s.p.edges[ei]
	if e.way == heap && s.quoted == nil {
		return false
	}
	d := s.p.detail(e)
	if s.quoted != nil && s.quoted(d.rule-1, e) {
		s.went = true
		return true
	}
	next := st.back(id, e.from, ei)
	if next.edits = s.edited(st.edits, d.edit); e.any {
		next.edits = s.edited(st.edits, editsAnything)
	}
	switch e.way {
	case heap:
		return false
	case enters:
		if stack := s.stacks.all[st.stack]; len(stack) > 0 {
			if stack[0] != e.call {
				return false
			}
			next.stack = s.stacks.rest[st.stack]
		}
	case leaves:
		stack := s.stacks.all[st.stack]
		if slices.Contains(stack, e.call) {
			return false // a round through a function that calls itself adds nothing
		}
		if len(stack) >= maxCalls {
			s.lose("calls in calls in calls")
			return false
		}
		next.stack = s.stacks.before(e.call, st.stack)
	}
	switch {
	case e.any && slices.Contains(path, "()") && s.p.isPlain(d.rule-1):
		s.went = true
		return true
	case e.any:
		next.path = 0
		if len(path) == 0 {
			s.within(next)
		}
	case e.text && len(path) > 0:
		s.went = s.went || d.rule > 0
		return d.rule > 0 // what a step makes is a text, which has no members
	}
	next.possible = next.possible || e.possible || d.cap.Sym != 0 && len(path) == 0 && s.p.isDigits(d)
	if len(path) > 0 && !e.any {
		// A list or an object goes along: what bounds its length says nothing of the texts in it.
		next = next.limit(s.p.capOf(e, path))
		if d.length.Limits() {
			s.push(next)
		} else {
			s.push(s.lengthen(next, e))
		}
		return true
	}
	s.push(s.lengthen(next.limit(s.p.capOf(e, nil)), e))
	return true
}

// within goes on to the members of an object that is written out, of all of which a text is made.
func (s *search) within(st state) {
	for _, o := range s.p.points[st.at] {
		if x := &s.p.objects[o]; x.kind == allocated && x.fields != nil {
			next := st
			next.at = x.read
			s.push(next)
		}
	}
}

// isPlain reports whether what a call makes has nothing to call.
func (p *Program) isPlain(call int32) bool {
	return call >= 0 && slices.ContainsFunc(p.calls[call].ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && step.Plain
	})
}

// lengthen applies what an edge does to the length of a text.
func (s *search) lengthen(st state, e *kept) state {
	d := s.p.detail(e)
	l := d.length
	switch l.Effect {
	case model.Same:
	case model.AtMost, model.Counted:
		if v, ok := s.p.number(d.max, 0); ok && v >= 0 {
			st = st.limit(v)
		}
	case model.Between:
		from, known := int64(0), true
		if d.min != 0 {
			from, known = s.p.number(d.min, 0)
		}
		if v, ok := s.p.number(d.max, 0); ok && known && from >= 0 && v >= from {
			st = st.limit(v - from)
		}
	case model.Fixed:
		st = st.limit(l.N)
	case model.Times:
		st.times = product(st.times, l.N)
	case model.Padded:
		v, ok := s.p.number(d.max, 0)
		if !ok || v < 0 {
			v = NoLimit
		}
		st.plus = sum(st.plus, product(st.times, v))
	case model.Sum:
		st.plus = sum(st.plus, product(st.times, s.p.others(e)))
	case model.Replaced:
		if v, ok := s.p.textLength(d.max, 0); ok && v <= 1 {
			break
		} else if ok {
			st.times = product(st.times, v)
			break
		}
		st.plus = NoLimit
	case model.Unbounded:
		st.plus = NoLimit
	}
	return st
}

// result goes from what a call returns to what it calls, if that is not part of the program.
func (s *search) result(id int32, st state, file int32, n *graph.Node, path []string, moved bool) {
	p := s.p
	call := p.callOf[file][n.Index]
	c := &p.calls[call]
	if moved || s.p.resolved(c) {
		return
	}
	if c.callee != 0 && len(path) < maxPath && !c.keeps() {
		next := st.back(id, c.callee, 0)
		next.path = s.paths.before("()", st.path)
		s.push(next)
	}
	name := c.Method
	if name == "" {
		name = "a function"
	}
	s.lose(name + "()")
	for _, from := range append([]node{c.receiver}, c.args...) {
		next := st.back(id, from, 0)
		next.possible, next.plus, next.path, next.edits = true, NoLimit, 0, s.edited(st.edits, editsAnything)
		s.push(next)
	}
}

// keeps reports whether nothing of a text gets on in a call, as where it is counted or made a number.
func (c *call) keeps() bool {
	return slices.ContainsFunc(c.ruled, func(rule any) bool {
		step, ok := rule.(*model.Step)
		return ok && len(step.Flows) == 0
	})
}

// resolved reports whether it is known which functions a call calls.
func (p *Program) resolved(c *call) bool {
	for _, o := range c.bound {
		switch p.objects[o].kind {
		case function, class, callOf, applyOf, bindOf:
			return true
		}
	}
	return false
}

// param ends the way back at what a function that is called from outside of the program gets at a position.
func (s *search) param(id int32, st state, file, fn int32, position int, path []string) {
	p := s.p
	if st.stack != 0 {
		return
	}
	f := &p.sources[file].Graph.Funcs[fn]
	name := p.paramName(f, position)
	for i := range p.entries[[2]int32{file, fn}] {
		e := &p.entries[[2]int32{file, fn}][i]
		full := model.Access{Root: model.Root{Kind: model.EntryArg, Name: e.Rule.Name, Index: position, Param: name}, Steps: path}
		if len(p.sourcesOf(full)) > 0 {
			continue // found at what the framework hands over
		}
		full.Root.Index = model.Named
		for _, rule := range p.sourcesOf(full) {
			s.fromRule(id, st, rule, full, NoLimit)
			return
		}
	}
	if public, ok := p.public[[2]int32{file, fn}]; ok {
		a := model.Access{Root: model.Root{Kind: model.EntryArg, Name: public.String(), Index: position, Param: name}, Steps: path}
		s.found(id, Hit{Origin: Library, Max: st.max, SourceMax: NoLimit, Access: a, Function: public})
		return
	}
	for _, e := range p.in[st.at] {
		if p.edges[e].way == enters {
			return
		}
	}
	s.found(id, Hit{Origin: Unknown, Max: st.max, SourceMax: NoLimit})
	if f.Tree.Name != "" {
		s.lose("who calls " + f.Tree.Name)
	} else {
		s.lose("who calls the function in line " + p.line(file, f.Tree.Start))
	}
}

package flow

import (
	"slices"
	"sort"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
)

// run is what happens where a part of a file runs, with the functions that it calls and that these call.
type run struct {
	stores  map[string][]storedIn // by the names of the members
	unknown []int32               // calls of what is not in the program
	tooMany bool                  // there are more functions than are looked at
}

// maxRun bounds the functions that one run is looked at in, and maxKeptRuns the stores and calls of those that are kept.
const (
	maxRun      = 1 << 10
	maxKeptRuns = 1 << 18
)

// runs returns what happens where a part of a file runs. Many texts are asked about between the same two places.
func (p *Program) runs(span fileSpan) *run {
	if r := p.ran[span]; r != nil {
		return r
	}
	r := p.newRun(span)
	size := 1 + len(r.unknown)
	for _, all := range r.stores {
		size += len(all)
	}
	if p.ranSize += size; p.ran == nil || p.ranSize > maxKeptRuns {
		p.ran, p.ranSize = map[fileSpan]*run{}, size
	}
	p.ran[span] = r
	return r
}

func (p *Program) newRun(span fileSpan) *run {
	root := p.runPartOf(span)
	parts, all := p.running(root, p.functionPart(span))
	if !all {
		return &run{tooMany: true}
	}
	r := &run{stores: map[string][]storedIn{}}
	for _, part := range parts {
		for _, x := range part.stores {
			r.stores[x.field] = append(r.stores[x.field], x)
		}
		r.unknown = append(r.unknown, part.unknown...)
	}
	return r
}

// running returns a part and the functions that it calls and that these call, but for one function; all is false where
// there are too many.
func (p *Program) running(root, but *runPart) (parts []*runPart, all bool) {
	if slices.ContainsFunc(root.calls, func(f *runPart) bool { return f.running == many }) {
		return nil, false
	}
	p.looked++
	parts = []*runPart{root}
	root.looked, but.looked = p.looked, p.looked
	for i := 0; i < len(parts); i++ {
		if i > maxRun {
			p.noteMany(root)
			return nil, false
		}
		p.fill(parts[i])
		for _, f := range parts[i].calls {
			if f.looked != p.looked {
				f.looked = p.looked
				parts = append(parts, f)
			}
		}
	}
	return parts, true
}

// routeRunning returns the entry of the route for which the function around a place runs, nil where several such are known, or
// where a handler runs too many functions to tell. Handlers of several routes do not count.
func (p *Program) routeRunning(file, at int32) *rules.Entry {
	if p.routed == nil {
		p.routed = map[fileSpan]*rules.Entry{}
		for i := range p.Entered {
			e := p.withRoute(int32(i) + 1)
			if e == nil {
				continue
			}
			f := &p.Entered[i]
			parts, all := p.running(p.functionPart(fileSpan{f.Of[0], f.Start, f.End}), &runPart{})
			if !all || len(p.routed) > maxKeptRuns {
				clear(p.routed)
				break
			}
			for _, part := range parts {
				only := e
				if o := p.routed[part.span]; o != nil && (o.Method != e.Method || o.Route != e.Route) {
					only = &rules.Entry{}
				}
				p.routed[part.span] = only
			}
		}
	}
	var around fileSpan
	var by *rules.Entry
	for _, f := range p.Code[file].Graph.Funcs[1:] {
		if t := f.Tree; t.Start <= at && at < t.End && t.Start >= around.start {
			around = fileSpan{file, t.Start, t.End}
			by = p.routed[around]
		}
	}
	if by == nil || by.Route == "" {
		return nil
	}
	return by
}

// noteMany looks for a function that a part calls which runs too many functions itself, so that no other part that calls
// it has to be looked at.
func (p *Program) noteMany(root *runPart) {
	for _, f := range root.calls {
		if f.running != unknownRun {
			continue
		}
		f.running = few // until all of them were counted, and while those are looked at that it calls
		if _, all := p.running(f, f); !all {
			f.running = many
			return
		}
	}
}

// runPart is what a part of a file does itself.
type runPart struct {
	span    fileSpan
	filled  bool // of a function, what it does was looked at
	stores  []storedIn
	calls   []*runPart // functions that it calls, or hands to what it calls, each once
	unknown []int32    // calls of what is not in the program
	running running    // of a function
	looked  int        // the last run that it was found in
}

// running is how many functions one runs, itself among them.
type running uint8

const (
	unknownRun running = iota
	few
	many // more than maxRun
)

// functionPart returns what a function does, to be filled.
func (p *Program) functionPart(span fileSpan) *runPart {
	part := p.runParts[span]
	if part == nil {
		if p.runParts == nil {
			p.runParts = map[fileSpan]*runPart{}
		}
		part = &runPart{span: span}
		p.runParts[span] = part
	}
	return part
}

func (p *Program) fill(part *runPart) {
	if !part.filled {
		part.filled = true
		p.lookInto(part, false)
	}
}

// storedIn is a store of a value in a member of a node.
type storedIn struct {
	field     string
	in, value points.Node
}

// runPartOf returns what a part of a file does itself that need not be a whole function.
func (p *Program) runPartOf(span fileSpan) *runPart {
	part := &runPart{span: span, filled: true}
	p.lookInto(part, true)
	return part
}

// lookInto finds out what a part of a file does itself. Where that is not a whole function, calls count that may be followed
// by what stands behind the part.
func (p *Program) lookInto(part *runPart, open bool) {
	s := part.span
	part.stores = p.storesIn(s)
	listed := map[*runPart]bool{}
	order, all := p.ByPlace(s.file), p.Code[s.file].Graph.Calls
	for _, k := range order[sort.Search(len(order), func(k int) bool { return all[order[k]].Start >= s.start }):] {
		if all[k].Start >= s.end {
			break
		}
		id := p.SiteOf[s.file][k]
		c := &p.Sites[id]
		if c.End > s.end || open && c.Leaves && p.isAround(c, s.end) {
			continue
		}
		called := func(o int32) bool {
			x := p.Object(o)
			if x.Kind != points.Function {
				return false
			}
			f := p.Code[x.File].Graph.Funcs[x.Index].Tree
			if of := p.functionPart(fileSpan{x.File, f.Start, f.End}); !listed[of] {
				listed[of] = true
				part.calls = append(part.calls, of)
			}
			return true
		}
		resolved := false
		for _, o := range c.Bound {
			resolved = called(o) || resolved
		}
		for _, n := range slices.Concat([]points.Node{c.Callee}, c.Args) {
			for _, o := range p.Points(n) {
				called(o)
			}
		}
		if !resolved {
			part.unknown = append(part.unknown, id)
		}
	}
}

// storesIn returns what is stored in a part of a file.
func (p *Program) storesIn(s fileSpan) (in []storedIn) {
	if p.stores == nil {
		p.stores = make([][]int32, len(p.Code))
	}
	all := p.Code[s.file].Graph.Stores
	if p.stores[s.file] == nil {
		order := []int32{}
		for i := range all {
			if all[i].At > 0 {
				order = append(order, int32(i))
			}
		}
		sorting.Stable(order, func(i, j int32) int { return int(all[i].At - all[j].At) })
		p.stores[s.file] = order
	}
	order := p.stores[s.file]
	for _, k := range order[sort.Search(len(order), func(k int) bool { return all[order[k]].At >= s.start }):] {
		if all[k].At >= s.end {
			break
		}
		in = append(in, storedIn{all[k].Field, p.At(s.file, all[k].Object), p.At(s.file, all[k].Value)})
	}
	return in
}

// replacedBy follows what the handler that a way leaves by, one before it, or what these call, stores under a name in what
// was sent: it is there in place of what was sent.
func (s *search) replacedBy(id int32, st state, path []string) {
	p := s.p
	by := int32(0)
	if len(path) > 0 && len(p.Entered) > 0 {
		by = s.enteredBy(id)
	}
	if by == 0 {
		return
	}
	ran := append([]int32{by}, p.sharesRequest(by)...)
	if len(ran) > maxSharing {
		s.lose("what handlers beyond the first " + strconv.Itoa(maxSharing) + " store")
	}
	for _, a := range p.RootsOf(st.at) {
		o := p.Access(a)
		for i := 0; i < len(path) && o != 0; i++ {
			for _, f := range ran {
				s.crossCopies(id, st, o, path[i:], f)
			}
			member, ok := p.Object(o).Fields[path[i]]
			if !ok {
				break
			}
			if p.IsStored(o, member) {
				at := st.back(id, member, 0)
				at.path, at.stack, at.stored = s.paths.ID(path[i+1:]), 0, true
				for _, f := range ran {
					at := at
					if reader, handler := p.Entered[by-1].Of, p.Entered[f-1].Of; f != by && a.Root.Kind == model.EntryArg {
						most := p.storedFor(reader, handler, model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, path)})
						at.max = at.most(most)
					}
					s.crossStores(id, at, o, path[i:], f)
				}
			}
			o = p.Access(p.Object(o).Step(path[i]))
		}
	}
}

// sharesRequest returns the functions that frameworks may call with the requests of one before that, by their numbers plus
// 1: those for all routes, and those of its own.
func (p *Program) sharesRequest(by int32) []int32 {
	if all, known := p.sharing[by]; known {
		return all
	}
	if p.sharing == nil {
		p.sharing = map[int32][]int32{}
	}
	own := p.EntriesOf[p.Entered[by-1].Of]
	var all []int32
	for i := range p.Entered {
		if int32(i)+1 != by && slices.ContainsFunc(p.EntriesOf[p.Entered[i].Of], func(e rules.Entry) bool {
			return e.Rule.Middleware || slices.ContainsFunc(own, func(o rules.Entry) bool {
				return o.Rule == e.Rule && o.Route == e.Route && o.Method == e.Method && e.Route != ""
			})
		}) && len(all) < maxSharing {
			all = append(all, int32(i)+1)
		}
	}
	p.sharing[by] = all
	return all
}

// maxSharing bounds the functions that run before one and are looked at.
const maxSharing = 256

// crossStores goes back along the stores under the first name of a path in an object that the run of a function makes.
func (s *search) crossStores(id int32, at state, o int32, path []string, by int32) {
	p := s.p
	f := &p.Entered[by-1]
	ran := p.runs(fileSpan{f.Of[0], f.Start, f.End})
	if ran.tooMany {
		s.lose("what is stored in " + path[0] + " by a handler that may run very many functions")
	}
	for _, x := range ran.stores[path[0]] {
		if !p.isAny(x.in, []int32{o}) {
			continue
		}
		for _, ei := range p.In(at.at) {
			// What is done once does not lead back to itself.
			if p.Edge(ei).From == x.value && !((s.head != 0 || s.passed(id, ei)) && p.runsOnce(x.value, f)) {
				s.cross(id, at, ei, path[1:])
			}
		}
	}
}

// crossCopies goes back to the objects whose members the run of a function copies to an object.
func (s *search) crossCopies(id int32, st state, o int32, path []string, by int32) {
	p := s.p
	if len(p.Copying) == 0 {
		return
	}
	f := &p.Entered[by-1]
	for _, call := range p.runs(fileSpan{f.Of[0], f.Start, f.End}).unknown {
		c := &p.Sites[call]
		if !slices.Contains(p.Copying, call) || len(c.Args) == 0 || !p.isAny(c.Args[0], []int32{o}) {
			continue
		}
		for _, from := range c.Args[1:] {
			next := st.back(id, from, 0)
			next.path, next.stack, next.stored = s.paths.ID(path), 0, true
			s.push(next)
		}
	}
}

// runsOnce reports whether a node stands in a function itself, outside of loops and of functions within it.
func (p *Program) runsOnce(n points.Node, f *rules.EnteredFunc) bool {
	file, g := p.FileOf(n)
	if g == nil || g.End == 0 || file != f.Of[0] || g.Start < f.Start || f.End <= g.Start {
		return false
	}
	of := p.Code[file].Graph
	return !slices.ContainsFunc(of.Loops, func(l [2]int32) bool { return l[0] <= g.Start && g.Start < l[1] }) &&
		!slices.ContainsFunc(of.Funcs[1:], func(x graph.Func) bool {
			return f.Start < x.Tree.Start && x.Tree.Start <= g.Start && g.Start < x.Tree.End
		})
}

// passed reports whether the way to a state came by an edge.
func (s *search) passed(id, by int32) bool {
	for i := id; i >= 0; i = s.states[i].parent {
		if s.states[i].by == by {
			return true
		}
	}
	return false
}

// isKept reports whether a node is a member of a request under which handlers keep something: req.user.
func (p *Program) isKept(n points.Node) bool {
	if len(p.Entered) == 0 {
		return false
	}
	if p.kept == nil {
		p.kept = map[points.Node]string{}
		for o := range int32(p.ObjectCount) {
			x := p.Object(o)
			if r := &x.Name.Root; x.Kind == points.Outside && r.Kind == model.EntryArg && r.Index >= 0 && len(x.Name.Steps) == 0 {
				for _, f := range x.Fields {
					p.kept[f] = r.Name
				}
			}
		}
	}
	return p.kept[n] != ""
}

// isOfOther reports whether an edge leads to a member of a request from what a handler stores that runs for other requests
// than the one that a way leaves by.
func (s *search) isOfOther(id int32, member points.Node, edge int32) bool {
	p := s.p
	file, n := p.FileOf(p.Edge(edge).From)
	if n == nil || n.End == 0 {
		return false
	}
	by, around := s.enteredBy(id), p.enteredAround(file, n.Start)
	if by == 0 || around == 0 || by == around {
		return false
	}
	isOf := func(fn int32) bool {
		return !slices.ContainsFunc(p.EntriesOf[p.Entered[fn-1].Of], func(e rules.Entry) bool { return e.Rule.Name != p.kept[member] })
	}
	return isOf(by) && isOf(around) && !slices.Contains(p.sharesRequest(by), around) && p.runsElsewhere([2]int32{file, n.Start}, p.Entered[by-1].Of, nil)
}

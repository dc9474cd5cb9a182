package flow

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/arena"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// maxStates bounds the places that the search for one match looks at.
const maxStates = 20000

// maxSearched bounds the places that the searches for all matches look at together before each gets no more than fewStates.
// None gets more than a share of what is left, so that those of the first matches do not take all.
const (
	maxSearched = 1 << 20
	fewStates   = 500
	shares      = 32
)

// deepest is how many names lead to a value in a request at most before the way is only a possible one.
const deepest = 6

// maxCalls bounds the calls that are remembered on the way back.
const maxCalls = 12

// state is a place on the way back from a match, and what is known of the text there.
type state struct {
	at       points.Node
	path     int32 // the members of the value at the node that the text is
	stack    int32 // the calls that the way came into by what they return, the last one first
	edits    int32 // what becomes of the characters of the text on the way from here, the last first
	max      int64 // length at the match: at most this,
	times    int64 // and at most this many times the length here
	plus     int64 // and this more
	possible bool
	lowered  bool // small letters are made of it on the way, which may be twice as many
	summed   bool // the text was put together on the way
	noted    bool // the way goes through what one handler notes in a request for the next
	stored   bool // the way goes through what a handler stores in place of what was sent to it
	member   membership
	entered  int32 // the entry that the way leaves by, plus 1, at what the requests of several may share
	parent   int32
	by       int32 // the edge that it came by, or 0
	cap      int64
	replaced bool  // by a state at the same place with a longer text
	rounds   uint8 // how many states at the same place it replaced
}

// membership is how a text belongs to a value on the way back, where a function that is not known stands between.
type membership uint8

const (
	itself membership = iota // the text is the value, or is made of it
	asked                    // a method of the value returned the text
	held                     // the text is a member of something that the value was made into
	named                    // the text stands in a file that the value names
)

// place is where a state is, for [arena.Visits]. Two states at one place differ in how long a text they let through.
func (st *state) place() [5]int32 {
	about := st.entered<<3 | int32(st.member)<<1
	if st.stored {
		about |= 1
	}
	return [5]int32{st.at, st.path, st.stack, st.edits, about}
}

type search struct {
	p      *Program
	states []state
	best   arena.Visits
	paths  arena.Interner[string]
	stacks arena.Interner[int32]
	edits  arena.Interner[string]
	hits   []Hit
	lost   map[string]bool
	// unchecked reports whether the match is one of the checks of the value.
	unchecked bool
	choice    *chosen           // the pattern of the match that is asked about, nil for all of them
	answers   map[question]bool // what was asked of the choice
	quoting   *Quoting          // what ends ways, nil for nothing
	listed    bool              // the match makes a text of a list that it is given
	head      points.Node       // where a search for a loop began, 0 for other searches
	rises     bool              // and whether the text is longer when the loop comes back
	went      bool              // the state that is looked at leads somewhere
	merged    []int32           // room for edges to one node
	trace     []Step            // and for a way
	nearest   []int32           // what enteredBy returned for each state, plus 1, as far as it was asked
	results   map[resulting][]*model.Source
	full      bool // it found as many ways as are kept, and more
	most      int  // how many places it looks at
	crowded   bool // it was led to more
}

// Sources returns where the text comes from that has the role of the subject in a match, the most direct
// way for each, and what was not followed, sorted.
func (p *Program) Sources(subject int32) (hits []Hit, lost []string) {
	return p.search(subject, nil, false, nil)
}

const beyond = "ways beyond the first " // what searches say that gave up

// GaveUp reports whether a search that lost something did not look at all that it was led to.
func GaveUp(lost []string) bool {
	return slices.ContainsFunc(lost, func(what string) bool { return strings.HasPrefix(what, beyond) || points.IsLimit(what) })
}

// Refill gives the searches that come all the places that searches may look at together, whatever earlier ones took.
func (p *Program) Refill() { p.searched = 0 }

// newSearch returns the search that was done last, empty, or a new one.
func (p *Program) newSearch() *search {
	s := p.idle
	p.idle = nil // until it is done
	if s == nil || s.paths.Len() == 0 || s.paths.Len()+s.stacks.Len()+s.edits.Len() > manyInterned {
		var old search
		if s != nil {
			old = *s
		}
		s = &search{states: old.states, best: old.best, merged: old.merged, trace: old.trace, nearest: old.nearest, paths: arena.NewInterner[string](), stacks: arena.NewInterner[int32](), edits: arena.NewInterner[string]()}
	}
	s.best.Clear()
	*s = search{p: p, states: s.states[:0], best: s.best, paths: s.paths, stacks: s.stacks, edits: s.edits, merged: s.merged, trace: s.trace, nearest: s.nearest[:0], results: s.results, lost: map[string]bool{}}
	clear(s.results)
	return s
}

// manyInterned is how many lists a search may have numbered to be used again.
const manyInterned = 1 << 16

func (p *Program) search(subject int32, choice *chosen, listed bool, quoting *Quoting) (hits []Hit, lost []string) {
	s := p.newSearch()
	s.unchecked, s.quoting, s.choice, s.listed = p.Unchecked[subject], quoting, choice, listed
	if subject == 0 {
		s.lose("a value that is computed")
	}
	hits, lost = s.run(state{at: subject})
	p.tell(s, subject, hits, lost)
	return hits, lost
}

// run goes back from a place on all ways.
func (s *search) run(from state) (hits []Hit, lost []string) {
	p := s.p
	defer func() { p.idle = s }()
	from.max, from.times, from.parent, from.cap = graph.NoLimit, 1, -1, graph.NoLimit
	s.push(from)
	s.most = max(fewStates, min(maxStates, (maxSearched-p.searched)/shares))
	for i := 0; i < len(s.states); i++ {
		if s.full {
			break // what else leads to the match would not be kept
		}
		if i%points.FewSteps == points.FewSteps-1 && p.IsDone() {
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
	if s.crowded && !s.full {
		s.lost[beyond+strconv.Itoa(s.most)] = true
	}
	// What these hide may be a call of any function.
	if p.Limited() != "" {
		s.lost[p.Limited()] = true
	}
	if p.Dropped {
		s.lost["values that may be very many things"] = true
	}
	for _, what := range p.unseen() {
		s.lost[what] = true
	}
	if len(s.lost) == 0 && !slices.ContainsFunc(s.hits, func(h Hit) bool { return h.Origin != Fixed }) {
		if slices.ContainsFunc(s.hits, func(h Hit) bool { return h.Max == graph.NoLimit }) {
			s.lose("how long a text gets that is put together")
		}
		s.loseSet()
	}
	return s.hits, points.SortedKeys(s.lost)
}

// push adds a state, unless the same place was reached before with a text that may be as long.
func (s *search) push(st state) {
	if st.at == 0 {
		return
	}
	s.went = true
	if s.head != 0 {
		s.closes(&st)
	}
	if s.quoting != nil && st.possible {
		return // nothing is claimed of a pattern that somebody only may have made
	}
	st.entered = 0
	if s.p.mayBeSent(st.at) {
		st.entered = s.enteredBy(st.parent)
	}
	key := st.place()
	have := s.best.Find(key)
	if have >= 0 && s.covered(&st, have) {
		return
	}
	if st.edits != 0 {
		unedited := st
		unedited.edits = 0
		if at := s.best.Find(unedited.place()); at >= 0 && s.covered(&st, at) {
			return
		}
	}
	if len(s.states) >= s.most && s.most > 0 {
		s.crowded = true // nothing would look at it
		if have < 0 || have <= st.parent {
			return
		}
		had, has := s.weigh(&s.states[have], &st)
		st.join(&s.states[have], had, has)
		s.states[have] = st // which has not been looked at
		return
	}
	if have >= 0 {
		old := &s.states[have]
		old.replaced = true
		had, has := s.weigh(old, &st)
		st.join(old, had, has)
	}
	s.best.Set(key, int32(len(s.states)))
	s.states = append(s.states, st)
}

// covers reports whether nothing is found from another state at its place that is not found from this one.
func (st *state) covers(other *state) bool {
	return st.longest() >= other.longest() && st.plus >= other.plus && st.times >= other.times && (st.lowered || !other.lowered) && (!st.possible || other.possible)
}

// manyRounds is how often a text gets longer on ways back to one place before it may get as long as it likes.
const manyRounds = 3

// join lets a state let through all that one at its place did which it replaces. The texts that each was put together with have
// some characters.
func (st *state) join(old *state, had, has int64) {
	st.rounds = old.rounds
	if old.plus < st.plus || old.times < st.times || had < has {
		if st.rounds++; st.rounds >= manyRounds {
			st.plus = graph.NoLimit
		}
	}
	st.max, st.plus, st.times = max(st.max, shifted(old.max, had, has)), max(st.plus, shifted(old.plus, had, has)), max(st.times, old.times)
	st.lowered = st.lowered || old.lowered
}

// shifted returns a length beside texts of one length for one beside texts of another, so that both come to the same.
func shifted(length, had, has int64) int64 {
	switch {
	case length == graph.NoLimit || had == graph.NoLimit:
		return graph.NoLimit
	case has == graph.NoLimit:
		return 0
	}
	return max(length+had-has, 0)
}

// longest orders states by how long a text they let through.
func (st *state) longest() int64 { return limit.Sum(st.max, 0) }

// most returns how long the text is at the match if it has some characters here.
func (st *state) most(characters int64) int64 {
	if st.lowered {
		characters = limit.Product(2, characters)
	}
	return min(st.max, limit.Sum(limit.Product(st.times, characters), st.plus))
}

// limit returns the state with a text that is at most max long here.
func (st state) limit(max int64) state {
	if max != graph.NoLimit && st.member != named {
		st.max = st.most(max)
		st.cap = max
	}
	return st
}

// back returns the state at another node.
func (st state) back(parent int32, at points.Node, by int32) state {
	st.at, st.parent, st.by, st.cap = at, parent, by, graph.NoLimit
	return st
}

func (s *search) expand(id int32, st state) {
	p := s.p
	path := s.paths.List(st.path)
	roots := p.RootsOf(st.at)
	if s.isSource(id, st, roots, path) {
		if s.replacedBy(id, st, path); s.ofProcess(roots, path) {
			s.outside(id, st, roots, path) // what the program sets there, which may be anybody's
		}
		return
	}
	file, n := p.FileOf(st.at)
	if s.quoting != nil && n != nil && n.Kind == graph.Result && s.quoting.By(p.Numbered(p.SiteOf[file][n.Index])) {
		s.went = true
		return
	}
	if n != nil && n.Kind == graph.Param && st.stack != 0 {
		st.stack = s.elsewhere(s.around(id, st.stack, file, n.Index), st.at, file, n.Index)
		s.states[id].stack = st.stack
	}
	if n != nil && n.Kind == graph.Result && s.p.makesNumber(&p.Sites[p.SiteOf[file][n.Index]]) {
		st.possible, s.states[id].possible = true, true
	}
	if n != nil && n.Kind == graph.Result && s.isResult(id, st, p.SiteOf[file][n.Index], path) {
		return
	}
	if n != nil && len(path) == 0 {
		switch n.Kind {
		case graph.Text, graph.Number, graph.Opaque, graph.Pattern:
			s.found(id, Hit{Origin: Fixed, Max: st.most(max(n.Size, 0))})
			return
		}
	}
	if len(path) == 0 {
		s.asText(id, st, n)
	} else {
		if o, ok := p.Origin[st.at]; ok {
			if most, ok := p.ValueMax(o, path); ok {
				s.found(id, Hit{Origin: Fixed, Max: st.most(most)})
				s.went = true
				return
			}
			s.readByCode(o)
			s.isKey(id, st, o, path)
			next := st.back(id, p.Field(o, path[0]), 0)
			if next.path, next.stack = s.paths.Rest(st.path), s.stored(st.stack); p.isSameForAll(o) {
				next.stack = 0
			}
			s.push(next)
		}
	}
	s.outside(id, st, roots, path)
	for _, l := range p.LoadsTo(st.at) {
		if len(path) >= rules.MaxPath {
			s.lose("members of members of members")
			continue
		}
		next := st.back(id, l.From, 0)
		next.path = s.paths.Before(l.Field, st.path)
		s.push(next)
	}
	if n != nil && n.Kind == graph.Result && p.Language() == model.Python && slices.ContainsFunc(p.Sites[p.SiteOf[file][n.Index]].Bound, func(o int32) bool {
		x := p.Object(o)
		return x.Kind == points.Function && p.wrapper(x) != ""
	}) {
		st.plus = graph.NoLimit // of what nobody knows
	}
	moved, kept := false, s.p.isKept(st.at)
	for _, e := range s.into(&st) {
		if kept && s.isOfOther(id, st.at, e) {
			continue
		}
		moved = s.cross(id, st, e, path) && !p.isGuessed(p.Edge(e)) || moved
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

// ofProcess reports whether a value is of the command line or the environment, which a program may set itself.
func (s *search) ofProcess(roots []model.Access, path []string) bool {
	return slices.ContainsFunc(roots, func(a model.Access) bool {
		return slices.ContainsFunc(s.p.SourceRules(model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, path)}), func(r *model.Source) bool {
			return r.Kind == model.Argument || r.Kind == model.Environment
		})
	})
}

// result goes from what a call returns to what it calls, if that is not part of the program.
func (s *search) result(id int32, st state, file int32, n *graph.Node, path []string, moved bool) {
	p := s.p
	call := p.SiteOf[file][n.Index]
	c := &p.Sites[call]
	if moved || s.p.Resolved(c) {
		return
	}
	if c.Callee != 0 && len(path) < rules.MaxPath && !c.Keeps() {
		next := st.back(id, c.Callee, 0)
		next.path = s.paths.Before("()", st.path)
		s.push(next)
		if p.readsChecked(c) {
			return
		}
	}
	name := c.Method
	if name == "" {
		name = "a function"
	}
	s.lose(name + "()")
	next := st.back(id, c.Receiver, 0)
	next.possible, next.plus, next.path, next.edits = true, graph.NoLimit, 0, s.edited(st.edits, points.EditsAnything)
	method := next
	if method.member == itself {
		method.member = asked
	}
	s.push(method)
	if st.member != named && (st.member != itself || !areElements(path)) {
		next.member = held
	}
	for _, next.at = range c.Args {
		s.push(next)
	}
}

// areElements reports whether members are but elements of lists, which may be parts of a text.
func areElements(path []string) bool {
	return !slices.ContainsFunc(path, func(name string) bool { return name != "*" && !points.IsIndex(name) })
}

// isGuessed reports whether an edge is of a call that may call something else.
func (p *Program) isGuessed(e *points.Kept) bool {
	return e.Way != points.Within && p.Sites[e.Call].Guessed
}

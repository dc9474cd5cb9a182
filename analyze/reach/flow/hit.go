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

// Origin tells what a text was found to come from.
type Origin uint8

// The origins, nearest to an attacker last. The zero Origin is none.
const (
	Nowhere  Origin = iota
	Fixed           // a constant of the program
	Unknown         // the way was lost
	FromRule        // a value that a rule describes: Hit.Source
	Library         // a parameter of a function that other programs call
)

// Hit is a place where a text that gets to a match comes from.
type Hit struct {
	Origin Origin
	// Source is the rule that describes the value, for FromRule.
	Source *model.Source
	// Access is the value by its name.
	Access model.Access
	at     points.Node // where the value is in the program
	taken  int32       // the call that took it out of what holds it, plus 1, or 0
	// Function is the function of a Library, by the names that lead to it.
	Function model.Access
	// Entry is the function that a framework calls with it, or nil.
	Entry *rules.Entry
	// Requested is the one whose route the request has, or nil.
	Requested *rules.Entry
	// Max is how long the text can be at the match, in units of the language's strings, graph.NoLimit where
	// nothing was found that bounds it.
	Max int64
	// SourceMax is how long it can be where it comes from.
	SourceMax int64
	// AsList is how long the text can be at the match where a list of texts is sent in its place, as what was compared
	// may have been the number of its elements; 0 where none can.
	AsList int64
	// Possible reports whether a step on the way is one that may be.
	Possible bool
	// Joined is how many members of objects of classes, and variables, the way leads through of which it takes what one call
	// stored for what another one did.
	Joined int
	// Inside is how many places of the trace stand in the function of the one before and get its value for sure, and Whole
	// how many are functions and classes as a whole, by what these return or have.
	Inside, Whole int
	// Trace leads from the source to the match.
	Trace []Step
	// Edits are what becomes of the characters of the text on the way, from the last place on of which that is
	// known.
	Edits []Edit
	// Closed reports whether something stands before them that may have made any text.
	Closed bool
	edits  int32
	name   string // of Access
}

// Step is a place on the way of a text.
type Step struct {
	File       int // of the program
	Start, End int32
	// Cap is how long the text can be behind this place by what bounds it there, graph.NoLimit for no bound.
	Cap int64
}

// deadEnd notes a value of which it is not known where it comes from. A member that nothing was seen to set is none.
func (s *search) deadEnd(st state) {
	path := s.paths.List(st.path)
	for _, a := range s.p.RootsOf(st.at) {
		s.lose(model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, path)}.String())
		return
	}
	file, n := s.p.FileOf(st.at)
	switch {
	case n == nil:
	case n.End > 0:
		s.lose("a value in line " + s.p.line(file, n.Start))
	default:
		s.lose("a value that is computed")
	}
}

func (s *search) lose(what string) {
	if len(s.lost) < 20 {
		s.lost[what] = true
	}
}

// isSource reports whether a state is at a value that a rule describes.
func (s *search) isSource(id int32, st state, roots []model.Access, path []string) bool {
	p := s.p
	found := false
	for _, a := range roots {
		if !p.Model().MayBeSource(p.Language(), a.Root) || st.parent >= 0 && p.isApart(s.states[st.parent].at, a) {
			continue
		}
		full := model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, path)}
		for _, rule := range p.SourceRules(full) {
			s.fromRule(id, st, rule, full, p.requestMax(st.at, path))
			found = true
		}
	}
	return found
}

// isResult reports whether what a call returns is a value that a rule describes.
func (s *search) isResult(id int32, st state, call int32, path []string) bool {
	p := s.p
	found := false
	for _, o := range p.Points(p.Sites[call].Callee) {
		x := p.Object(o)
		if x.Kind != points.Outside || !p.Model().MayBeSource(p.Language(), x.Name.Root) || p.isElementCalled(&p.Sites[call], x) {
			continue
		}
		rules := s.resultOf(o, st.path, path)
		if len(rules) == 0 {
			continue
		}
		for _, rule := range rules {
			s.fromRule(id, st, rule, resultAt(x.Name, path), p.resultMax(call, path))
			s.opened(id, st, call, rule)
		}
		found = true
	}
	return found
}

// resulting is a member of what something from outside returns.
type resulting struct{ object, path int32 }

// resultOf returns the rules that describe it.
func (s *search) resultOf(o, number int32, path []string) []*model.Source {
	rules, known := s.results[resulting{o, number}]
	if known {
		return rules
	}
	p, name := s.p, s.p.Object(o).Name
	// What is called on a text of a sender is for the steps to say.
	if k := len(name.Steps); k == 0 || len(p.SourceRules(model.Access{Root: name.Root, Steps: name.Steps[:k-1]})) == 0 {
		rules = p.SourceRules(resultAt(name, path))
	}
	if s.results == nil {
		s.results = map[resulting][]*model.Source{}
	}
	s.results[resulting{o, number}] = rules
	return rules
}

// resultAt is a member of what an access returns.
func resultAt(a model.Access, path []string) model.Access {
	return model.Access{Root: a.Root, Steps: slices.Concat(a.Steps, []string{"()"}, path)}
}

// resultMax returns how long a member of what a call returns is at most by what was checked of its receiver, or by
// the call itself, where the program puts nothing else in its place.
func (p *Program) resultMax(id int32, path []string) int64 {
	most := int64(graph.NoLimit)
	c := &p.Sites[id]
	for b := range p.Bounds() {
		if len(b.Rules) == 0 || p.Cleared(b, c.File, c.Owner) || len(path) > 0 && p.isReplaced(id, path[0]) {
			continue
		}
		if roles, ok := p.RulesOf(b, id); ok && len(path) > 0 {
			most = min(most, p.ruled(b, id, roles, path))
		}
		most = min(most, p.ruledBefore(b, id, path), p.takenMax(b, id, path))
	}
	return most
}

// isReplaced reports whether the program stores anything under a name in what a call returns.
func (p *Program) isReplaced(id int32, name string) bool {
	file := p.Sites[id].File
	return slices.ContainsFunc(p.Code[file].Graph.Stores, func(s graph.Store) bool {
		return (s.Field == name || s.Field == "*") && slices.Contains(p.MadeBy(p.At(file, s.Object)), id) && !p.comesBack(file, s.Value)
	})
}

// comesBack reports whether a value is what a variable of PHP has behind a call that was handed it, of whose functions none
// shares a parameter with its caller: what it had before. A method is what those of its name are that are known.
func (p *Program) comesBack(file int32, value graph.ID) bool {
	return value != 0 && slices.ContainsFunc(p.SiteOf[file], func(id int32) bool {
		c := &p.Sites[id]
		return slices.ContainsFunc(c.Call.Args, func(a graph.Arg) bool { return a.After == value }) && p.Resolved(c) &&
			!slices.ContainsFunc(c.Bound, func(o int32) bool {
				x := p.Object(o)
				if x.Kind != points.Function {
					return x.Kind != points.Outside || c.Receiver == 0
				}
				return slices.ContainsFunc(p.Code[x.File].Graph.Funcs[x.Index].Shared, func(s graph.ID) bool { return s != 0 })
			})
	})
}

// takenMax returns how long a member of what a call takes out of its receiver is at most by what was checked of that: other
// calls take what nobody checked, as a header of the same name.
func (p *Program) takenMax(b *model.Bound, id int32, path []string) int64 {
	c := &p.Sites[id]
	if c.Receiver == 0 || !slices.Contains(b.Taken, c.Method) {
		return graph.NoLimit
	}
	if len(c.Args) == 0 {
		return p.requestMax(c.Receiver, path)
	}
	name, ok := p.ConstantText(c.Args[0], 0)
	if !ok {
		return graph.NoLimit
	}
	most := p.requestMax(c.Receiver, slices.Concat(strings.Split(name, "."), path))
	if len(path) > 0 || len(p.In(c.Receiver)) == 0 {
		return most
	}
	all := int64(0)
	for _, ei := range p.In(c.Receiver) {
		limit := int64(graph.NoLimit)
		if e := p.Edge(ei); e.Way == points.Within && !e.Text {
			limit = p.capOf(e, []string{name})
		}
		all = max(all, limit)
	}
	return min(most, all)
}

func (s *search) fromRule(id int32, st state, rule *model.Source, a model.Access, checked int64) {
	if st.member == held && !holds(rule, a) || st.member == named && rule.Kind != model.Upload {
		s.went = true // what a connection reads, or a row or a file holds, is no text of whoever said where it is
		return
	}
	if st.member == named {
		checked = graph.NoLimit // for the name alone
	}
	bytes := s.p.limitOf(rule)
	if bytes == model.NoLimit {
		bytes = graph.NoLimit
	}
	most := min(checked, bytes)
	steps := s.p.Model().As(rule, s.p.Language(), a).Steps
	if len(steps) > deepest {
		s.states[id].possible = true // nobody takes a request apart so far: two ways were taken for one
	}
	for i := rule.Value.Named() + 1; i < len(steps); i++ {
		if steps[i] == "()" && !rules.IsGetter(steps[i-1]) && !s.p.IsGetter(steps[i-1]) {
			s.states[id].possible = true // what was sent has nothing to call but what takes a value by its name
		}
	}
	h := Hit{Origin: FromRule, Source: rule, Access: a, SourceMax: most}
	h.Max = min(st.most(checked), limit.Sum(limit.Product(st.times, bytes), st.plus))
	h.at, h.taken = s.states[id].at, s.taker(id, a)
	s.found(id, h)
}

// taker returns the call that took a value out of what holds it, plus 1, or 0: one of those next to it on the way.
func (s *search) taker(id int32, a model.Access) int32 {
	for i, steps := id, 0; i >= 0 && steps < 8; i, steps = s.states[i].parent, steps+1 {
		if by := s.states[i].by; by > 0 && s.p.Detail(s.p.Edge(by)).Rule > 0 {
			return s.p.Detail(s.p.Edge(by)).Rule
		}
		if file, n := s.p.FileOf(s.states[i].at); n != nil && n.Kind == graph.Result && len(a.Steps) > 0 {
			if call := s.p.SiteOf[file][n.Index]; rules.IsGetter(s.p.Sites[call].Method) && slices.Contains(a.Steps, s.p.Sites[call].Method) {
				return call + 1
			}
		}
	}
	return 0
}

// maxHits bounds the sources of one match.
const maxHits = 200

// found notes a hit with the way that leads to it.
func (s *search) found(id int32, h Hit) {
	s.went = true
	if s.full = len(s.hits) >= maxHits; s.full {
		s.lose(beyond + strconv.Itoa(maxHits))
		return
	}
	if s.states[id].member == named && h.Origin != FromRule {
		return
	}
	h.Possible, h.edits = s.states[id].possible, s.states[id].edits
	h.Edits = s.editsOf(id)
	h.Closed = slices.Contains(s.edits.List(h.edits), closed)
	h.Trace = s.trace[:0] // until it is known that the hit counts
	crossed := false      // since the last place, to another function
	for i := id; i >= 0; i = s.states[i].parent {
		st := &s.states[i]
		s.enteredAt(&h, i)
		file, n := s.p.FileOf(st.at)
		left := st.by <= 0 || n == nil || n.Kind == graph.Variable || s.p.Edge(st.by).Way != points.Within
		if n == nil || n.End == 0 {
			crossed = crossed || left
			continue
		}
		step := Step{int(file), n.Start, n.End, st.cap}
		if k := len(h.Trace); k > 0 && h.Trace[k-1].File == step.File && h.Trace[k-1].Start == step.Start {
			h.Trace[k-1].End, h.Trace[k-1].Cap = max(h.Trace[k-1].End, step.End), min(h.Trace[k-1].Cap, step.Cap)
			crossed = crossed || left
			continue
		}
		if len(h.Trace) > 0 && !crossed && n.Kind != graph.Variable {
			h.Inside++
		}
		crossed = left
		h.Trace = append(h.Trace, step)
	}
	s.trace = h.Trace
	if h.Entry == nil && h.Origin == FromRule {
		if i := s.enteredBy(id); i > 0 {
			h.Entry = &s.p.EntriesOf[s.p.Entered[i-1].Of][0]
		}
	}
	h.Requested = s.requested(id, &h)
	if h.Origin == FromRule && (h.Source.InRoute || h.Source.Methods != nil) {
		if methods, paths := h.Entry.Requests(); s.p.elsewhere(h.Source, h.Access, s.p.InputName(h), methods, paths) {
			return
		}
	}
	h.Possible = h.Possible || h.Origin == FromRule && (s.p.converted(&h) || s.strictlyTyped(id))
	if h.Origin == FromRule && !s.unchecked && !s.isUnchecked(id) {
		s.bound(id, &h)
	}
	if h.Max < graph.NoLimit && s.head == 0 && h.Origin != Fixed {
		h.Max = s.summed(id, &h)
	}
	if h.Origin == FromRule && s.listed && h.Max < h.SourceMax && s.passesList(id, &h) {
		h.AsList = max(h.AsList, h.SourceMax)
	}
	if h.AsList <= h.Max {
		h.AsList = 0
	}
	h.name = h.Access.String()
	h.Joined, h.Whole = s.joined(id)
	for i := range s.hits {
		if o := &s.hits[i]; o.edits == h.edits && o.Origin == h.Origin && o.Source == h.Source && o.Entry == h.Entry && o.name == h.name {
			if h.Max > o.Max || h.Max == o.Max && h.AsList > o.AsList || o.Possible && !h.Possible {
				*o = h
				o.Trace = slices.Clone(h.Trace)
			}
			return
		}
	}
	h.Trace = slices.Clone(h.Trace)
	s.hits = append(s.hits, h)
}

// isUnchecked reports whether the way from a state leads through what gets values before they are checked.
func (s *search) isUnchecked(id int32) bool {
	for i := id; i >= 0 && len(s.p.Unchecked) > 0; i = s.states[i].parent {
		if s.p.Unchecked[s.states[i].at] {
			return true
		}
	}
	return false
}

// isEntered reports whether a way leads out of a function, of a file, by which a framework called it, as it does where nothing
// else calls that.
func (s *search) isEntered(st *state, file, fn int32) bool {
	stack := s.stacks.List(st.stack)
	if len(stack) == 0 {
		return true
	}
	if stack[0] == someCalls {
		return s.p.isEnteredOnly(file, fn)
	}
	return s.p.Sites[stack[0]].Entry
}

// isEnteredOnly reports whether nothing but frameworks calls a function of a file.
func (p *Program) isEnteredOnly(file, fn int32) bool {
	return !slices.ContainsFunc(p.CallersOf(file, fn), func(id int32) bool { return !p.Sites[id].Entry })
}

// bound lowers how long a value is by what is checked before the program gets it.
func (s *search) bound(id int32, h *Hit) {
	most := min(s.filtered(id, h), s.gated(id, h, s.takenBy(id)))
	if h.Entry != nil {
		taken := s.takenBy(id)
		as := h.Access
		if s.p.isEnteredOnly(int32(h.Entry.File), int32(h.Entry.Func)) {
			as = s.p.Model().As(h.Source, s.p.Language(), as) // a parameter of a type as that of the handler
		}
		most = min(most, s.p.bounded(h.Entry, as, taken), s.p.constrained(h), s.p.wrapped(h, taken))
		if passed := s.p.earlier(h.named(taken)); passed < most {
			if most = passed; s.listed && s.p.counted && holdsLists(h) && len(h.Entry.Guards) == 0 {
				h.AsList = h.SourceMax
			}
		}
	}
	for i := id; i >= 0; i = s.states[i].parent {
		if file, n := s.p.FileOf(s.states[i].at); n != nil && n.Kind == graph.Param {
			if path := s.paths.List(s.states[i].path); s.isEntered(&s.states[i], file, n.Index) && len(s.p.EntriesOf[[2]int32{file, n.Index}]) > 0 {
				most = min(most, s.p.declaredMax(file, n.Index, int(n.Size), path))
				if piped, counted := s.p.pipedMax(file, n.Index, n.Size, path); piped < most {
					if most = piped; s.listed && counted && holdsLists(h) {
						h.AsList = h.SourceMax
					}
				}
			}
			break
		}
	}
	if most < h.SourceMax {
		h.SourceMax = most
		h.Max = min(h.Max, s.states[id].most(most))
	}
}

// named returns a hit whose value a call takes by a name as the member that checks of handlers know it for: query(q) for
// req.query('q').
func (h *Hit) named(taken string) *Hit {
	steps := h.Access.Steps
	at := slices.Index(steps, "()")
	if taken == "" || at < 1 {
		return h
	}
	got := *h
	got.Access.Steps = slices.Concat(steps[:at-1], []string{steps[at-1] + "(" + taken + ")"}, steps[at+1:])
	return &got
}

// enteredAt notes the entry that a value came in by, if a state is at a parameter of one.
func (s *search) enteredAt(h *Hit, id int32) {
	if h.Entry != nil || h.Access.Root.Kind != model.EntryArg {
		return
	}
	file, n := s.p.FileOf(s.states[id].at)
	if n == nil || n.Kind != graph.Param {
		return
	}
	entries := s.p.EntriesOf[[2]int32{file, n.Index}]
	for i := range entries {
		if entries[i].Rule.Name == h.Access.Root.Name {
			h.Entry = s.calledFor(id, &entries[i])
			h.Access.Root.Param = s.p.ParamName(&s.p.Code[file].Graph.Funcs[n.Index], int(n.Size))
			return
		}
	}
}

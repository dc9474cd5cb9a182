package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// chosen says which calls of the function that a match stands in let one of its patterns meet the text: the pattern is a
// member of what the function is a method of, or was handed to the function or to the one that made it. It is nil where it is
// another.
type chosen struct {
	file, fn int32
	pattern  int32       // the object
	member   string      // of the receiver, "" where another field is set
	maker    points.Node // the parameter of the function around
	own      points.Node // the parameter of the function itself
}

// manyChosen is for how many patterns of one match the ways are told apart.
const manyChosen = 12

// choose returns a search's choice for each pattern of a match, nil where all texts of the match meet its patterns.
func (p *Program) choose(m rules.Match) []chosen {
	c := &p.Sites[m.Call]
	var all []chosen
	one := chosen{file: c.File, fn: c.Owner}
	at := p.roleNode(m, "regex")
	for range 4 {
		file, g := p.FileOf(at)
		if g == nil || file != c.File {
			return nil
		}
		if g.Kind == graph.Param {
			if g.Index == c.Owner {
				one.own = at
			} else {
				one.maker = at
			}
			break
		}
		loads, in := p.LoadsTo(at), p.In(at)
		if len(loads) == 1 {
			if _, self := p.FileOf(loads[0].From); self == nil || self.Kind != graph.Self || self.Index != c.Owner || loads[0].Field == "*" {
				return nil
			}
			one.member = loads[0].Field
			break
		}
		in = slices.DeleteFunc(slices.Clone(in), func(e int32) bool { return p.Edge(e).Way == points.Heap })
		if len(in) != 1 || p.Edge(in[0]).Way != points.Within {
			return nil
		}
		at = p.Edge(in[0]).From
	}
	if one.member == "" && one.maker == 0 && one.own == 0 {
		return nil
	}
	for _, o := range p.Points(p.roleNode(m, "regex")) {
		if p.Object(o).Kind == points.Regex {
			one.pattern = o
			all = append(all, one)
		}
	}
	if len(all) > manyChosen {
		return nil
	}
	return all
}

// allows reports whether a call may let the pattern meet the text.
func (x *chosen) allows(p *Program, call int32) bool {
	c := &p.Sites[call]
	if c.Made {
		return true
	}
	if x.own != 0 {
		return x.isHanded(p, call)
	}
	if x.member != "" {
		for _, o := range p.Points(c.Receiver) {
			q := p.Object(o)
			f, ok := q.Fields[x.member]
			if q.Kind == points.Outside || !ok || x.may(p, f) {
				return true
			}
		}
		return len(p.Points(c.Receiver)) == 0
	}
	_, g := p.FileOf(x.maker)
	callers, known := p.CallersOf(x.file, g.Index), false
	for _, made := range p.Makers(rules.Value(c.Callee), true) {
		id := p.SiteOf[made.File][made.Index]
		if !slices.Contains(callers, id) {
			return true
		}
		if known = true; x.makes(p, id) {
			return true
		}
	}
	return !known
}

// isHanded reports whether a call may hand the pattern to the function of the match, those of other programs if the call is
// negative: these hand over patterns of their own, unless the function takes this one where it gets none.
func (x *chosen) isHanded(p *Program, call int32) bool {
	handed := call < 0
	for _, id := range p.In(x.own) {
		e := p.Edge(id)
		if e.Way == points.Enters && e.Call != call {
			continue
		}
		handed = handed || e.Way == points.Enters
		if x.may(p, e.From) {
			return true
		}
	}
	return !handed
}

// isSure reports whether what a call hands to the function of the match is the pattern, as far as that is asked.
func (x *chosen) isSure(p *Program, call int32) bool {
	return x.own == 0 || p.Sites[call].Made || slices.ContainsFunc(p.In(x.own), func(id int32) bool {
		e := p.Edge(id)
		return (e.Way != points.Enters || e.Call == call) && slices.Contains(p.Points(e.From), x.pattern)
	})
}

// may reports whether a value may be the pattern. Where values may be more things than are followed, one is no other than the
// pattern only if another is written there.
func (x *chosen) may(p *Program, n points.Node) bool {
	if slices.Contains(p.Points(n), x.pattern) {
		return true
	}
	for range 4 {
		_, g := p.FileOf(n)
		if !p.Dropped && p.Limited() == "" || g != nil && (g.Kind == graph.Pattern || g.Kind == graph.Text) {
			return false
		}
		in := p.In(n)
		if len(in) != 1 || p.Edge(in[0]).Way != points.Within {
			return true
		}
		n = p.Edge(in[0]).From
	}
	return true
}

// isMade reports whether a value is the function of the match as it was made with the pattern.
func (x *chosen) isMade(p *Program, n points.Node) bool {
	_, g := p.FileOf(x.maker)
	callers := p.CallersOf(x.file, g.Index)
	return slices.ContainsFunc(p.Makers(rules.Value(n), true), func(made rules.Made) bool {
		id := p.SiteOf[made.File][made.Index]
		return slices.Contains(callers, id) && x.makes(p, id)
	})
}

// makes reports whether a call of the function around that of the match may hand it the pattern.
func (x *chosen) makes(p *Program, call int32) bool {
	handed := false
	for _, e := range p.In(x.maker) {
		if e := p.Edge(e); e.Way != points.Enters || e.Call == call {
			handed = true
			if x.may(p, e.From) {
				return true
			}
		}
	}
	return !handed
}

// question is what a search asks of its choice: whether a call allows it, hands it over for sure or may hand it over, or
// whether a node is what was made with it.
type question struct {
	what asking
	at   int32
}

type asking uint8

const (
	allowed asking = iota
	sure
	handed
	made
)

// answer answers a question.
func (x *chosen) answer(p *Program, q question) bool {
	switch q.what {
	case allowed:
		return x.allows(p, q.at)
	case sure:
		return x.isSure(p, q.at)
	case handed:
		return x.isHanded(p, q.at)
	}
	return x.isMade(p, q.at)
}

// asks asks the choice, and remembers what it answers.
func (s *search) asks(what asking, at int32) bool {
	q := question{what, at}
	is, known := s.answers[q]
	if !known {
		if s.answers == nil {
			s.answers = map[question]bool{}
		}
		is = s.choice.answer(s.p, q)
		s.answers[q] = is
	}
	return is
}

// told is what was found for one of the patterns of a match.
type told struct {
	subject points.Node
	listed  bool
	choice  chosen
	answers map[question]bool
	hits    []Hit
	lost    []string
}

// tell notes what a search found that had a choice, for the other patterns of the match.
func (p *Program) tell(s *search, subject points.Node, hits []Hit, lost []string) {
	if s.choice == nil || s.quoting != nil {
		return
	}
	if len(p.toldOf) > 0 && !p.toldOf[0].isOf(subject, s.listed, s.choice) {
		p.toldOf = p.toldOf[:0]
	}
	p.toldOf = append(p.toldOf, told{subject, s.listed, *s.choice, s.answers, hits, lost})
}

// isOf reports whether it was found for a pattern of the same match as that of a choice.
func (t *told) isOf(subject points.Node, listed bool, choice *chosen) bool {
	other := *choice
	other.pattern = t.choice.pattern
	return t.subject == subject && t.listed == listed && t.choice == other
}

// SourcesOf is [Program.Sources] for one of the places of [Program.Matches]. Nothing but the answers of their choices tells
// the searches for the patterns of one match apart: where these are the same, so is what they find.
func (p *Program) SourcesOf(m Meeting) (hits []Hit, lost []string) {
	for i := 0; m.choice != nil && i < len(p.toldOf); i++ {
		t := &p.toldOf[i]
		same := t.isOf(m.Subject, m.listed, m.choice)
		for q, is := range t.answers {
			same = same && m.choice.answer(p, q) == is
		}
		if same {
			return t.hits, t.lost
		}
	}
	return p.search(m.Subject, m.choice, m.listed, nil)
}

// ofOthers reports whether a way back ends at a parameter of the function of a match that other programs call with patterns
// of their own.
func (s *search) ofOthers(st *state, file, fn int32) bool {
	x := s.choice
	return x != nil && x.own != 0 && st.stack == 0 && file == x.file && fn == x.fn && !s.asks(handed, -1)
}

// calledBy returns the name by which other programs call a function: that of the one that was made with the pattern of the match,
// where several were made of it.
func (s *search) calledBy(st *state, file, fn int32) (name model.Access, ok bool) {
	key := [2]int32{file, fn}
	if name, ok = s.p.Public[key]; !ok {
		return name, false
	}
	if x := s.choice; x != nil && x.maker != 0 && st.stack == 0 && file == x.file && fn == x.fn {
		for _, named := range s.p.PublicNames[uint64(file)<<32|uint64(fn)] {
			if s.asks(made, named.At) {
				return named.Name, true
			}
		}
	}
	return name, true
}

// left reports whether a way back leaves the function of a match by a call that hands it another pattern, or may do that where
// it is not known to hand it this one.
func (s *search) left(st *state, e *points.Kept) (left, may bool) {
	if s.choice == nil || e.Way != points.Enters || st.stack != 0 {
		return false, false
	}
	file, g := s.p.FileOf(st.at)
	if g == nil || g.Kind != graph.Param || file != s.choice.file || g.Index != s.choice.fn {
		return false, false
	}
	return !s.asks(allowed, e.Call), !s.asks(sure, e.Call)
}

// isGivenAway reports whether a number is a member of an object that code gets which is not there and may set it.
func (p *Program) isGivenAway(n points.Node, depth int) bool {
	return depth < rules.MaxPath && (slices.ContainsFunc(p.LoadsTo(n), func(l points.LoadOf) bool {
		return slices.ContainsFunc(p.Points(l.From), func(o int32) bool {
			return p.Object(o).Kind == points.Allocated && p.setsMember(o, l.Field) != ""
		})
	}) || slices.ContainsFunc(p.In(n), func(ei int32) bool {
		e := p.Edge(ei)
		return e.Way == points.Within && p.isGivenAway(e.From, depth+1)
	}))
}

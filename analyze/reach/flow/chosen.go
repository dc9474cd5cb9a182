package flow

import (
	"slices"

	"snag/analyze/reach/graph"
)

// chosen says which calls of the function that a match stands in let one of its patterns meet the text: the pattern is a
// member of what the function is a method of, or was handed to the function that made it. It is nil where it is another.
type chosen struct {
	file, fn int32
	pattern  int32  // the object
	member   string // of the receiver, "" where maker is set
	maker    node   // the parameter of the function around
}

// manyChosen is for how many patterns of one match the ways are told apart.
const manyChosen = 12

// choose returns a search's choice for each pattern of a match, nil where its patterns meet the same texts.
func (p *Program) choose(m Match) []chosen {
	c := &p.calls[m.Call]
	var all []chosen
	one := chosen{file: c.file, fn: c.owner}
	at := p.roleNode(m, "regex")
	for range 4 {
		file, g := p.fileOf(at)
		if g == nil || file != c.file {
			return nil
		}
		if g.Kind == graph.Param {
			if one.maker = at; g.Index == c.owner {
				return nil // the call hands it over itself
			}
			break
		}
		loads, in := p.loadsTo(at), p.in(at)
		if len(loads) == 1 {
			if _, self := p.fileOf(loads[0].from); self == nil || self.Kind != graph.Self || self.Index != c.owner || loads[0].field == "*" {
				return nil
			}
			one.member = loads[0].field
			break
		}
		in = slices.DeleteFunc(slices.Clone(in), func(e int32) bool { return p.edge(e).way == heap })
		if len(in) != 1 || p.edge(in[0]).way != within {
			return nil
		}
		at = p.edge(in[0]).from
	}
	if one.member == "" && one.maker == 0 {
		return nil
	}
	for _, o := range p.points(p.roleNode(m, "regex")) {
		if p.object(o).kind == pattern {
			one.pattern = o
			all = append(all, one)
		}
	}
	if len(all) < 2 || len(all) > manyChosen {
		return nil
	}
	return all
}

// allows reports whether a call may let the pattern meet the text.
func (x *chosen) allows(p *Program, call int32) bool {
	c := &p.calls[call]
	if c.made {
		return true
	}
	if x.member != "" {
		for _, o := range p.points(c.receiver) {
			q := p.object(o)
			f, ok := q.fields[x.member]
			if q.kind == access || !ok || slices.Contains(p.points(f), x.pattern) {
				return true
			}
		}
		return len(p.points(c.receiver)) == 0
	}
	_, g := p.fileOf(x.maker)
	callers, known := p.callersOf(x.file, g.Index), false
	for _, made := range p.Makers(Value(c.callee), true) {
		id := p.callOf[made.File][made.Index]
		if !slices.Contains(callers, id) {
			return true
		}
		known = true
		handed := false
		for _, e := range p.in(x.maker) {
			if e := p.edge(e); e.way != enters || e.call == id {
				handed = true
				if slices.Contains(p.points(e.from), x.pattern) {
					return true
				}
			}
		}
		if !handed {
			return true
		}
	}
	return !known
}

// left reports whether a way back leaves the function of a match by a call that hands it another pattern.
func (s *search) left(st *state, e *kept) bool {
	if s.choice == nil || e.way != enters || st.stack != 0 {
		return false
	}
	file, g := s.p.fileOf(st.at)
	return g != nil && g.Kind == graph.Param && file == s.choice.file && g.Index == s.choice.fn && !s.choice.allows(s.p, e.call)
}

package flow

import (
	"slices"

	"snag/analyze/reach/graph"
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

// choose returns a search's choice for each pattern of a match, nil where its patterns meet the same texts.
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
	if len(all) < 2 && one.own == 0 || len(all) > manyChosen {
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
			if q.Kind == points.Outside || !ok || slices.Contains(p.Points(f), x.pattern) {
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
		known = true
		handed := false
		for _, e := range p.In(x.maker) {
			if e := p.Edge(e); e.Way != points.Enters || e.Call == id {
				handed = true
				if slices.Contains(p.Points(e.From), x.pattern) {
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

// isHanded reports whether a call may hand the pattern to the function of the match, those of other programs if the call is
// negative: these hand over patterns of their own, unless the function takes this one where it gets none.
func (x *chosen) isHanded(p *Program, call int32) bool {
	if p.Dropped || p.Limited() != "" {
		return true
	}
	handed := call < 0
	for _, id := range p.In(x.own) {
		e := p.Edge(id)
		if e.Way == points.Enters && e.Call != call {
			continue
		}
		handed = handed || e.Way == points.Enters
		if slices.Contains(p.Points(e.From), x.pattern) {
			return true
		}
	}
	return !handed
}

// ofOthers reports whether a way back ends at a parameter of the function of a match that other programs call with patterns
// of their own.
func (s *search) ofOthers(st *state, file, fn int32) bool {
	x := s.choice
	return x != nil && x.own != 0 && st.stack == 0 && file == x.file && fn == x.fn && !x.isHanded(s.p, -1)
}

// left reports whether a way back leaves the function of a match by a call that hands it another pattern.
func (s *search) left(st *state, e *points.Kept) bool {
	if s.choice == nil || e.Way != points.Enters || st.stack != 0 {
		return false
	}
	file, g := s.p.FileOf(st.at)
	return g != nil && g.Kind == graph.Param && file == s.choice.file && g.Index == s.choice.fn && !s.choice.allows(s.p, e.Call)
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

package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// ofLists are the methods of texts in JavaScript that lists have as well. All others throw where a list was sent.
var ofLists = []string{"toString", "toLocaleString", "slice", "concat", "at", "valueOf", "String", "flat", "filter", "map", "join", "reverse"}

// passesList reports whether a list of texts may take the way from a source to a match for which its text is short
// enough: only its length was compared, which is the number of its elements there, and nothing on the way throws where
// it is no text.
func (s *search) passesList(id int32, h *Hit) bool {
	counted, parsed := false, holdsLists(h)
	if h.Entry != nil && len(h.Entry.Guards) > 0 {
		return false // a schema says what is a text
	}
	var way []int32
	for i := id; i >= 0; i = s.states[i].parent {
		way = append(way, i)
	}
	slices.Reverse(way) // from the match on
	for _, i := range way {
		if s.states[i].by == 0 {
			continue
		}
		e := s.p.Edge(s.states[i].by)
		d := s.p.Detail(e)
		if d.Shape != nil {
			return false
		}
		if e.Any && d.Rule > 0 && counted {
			return true // what came was a text up to here, of which a list was read
		}
		parsed = parsed || e.Any && d.Rule > 0
		if d.Rule > 0 {
			c := &s.p.Sites[d.Rule-1]
			if e.From == c.Receiver && !slices.Contains(ofLists, c.Method) {
				return false
			}
			if counted && !e.Any && (e.From != c.Receiver || c.Method == "toString") {
				return false // a text was made of it before
			}
		} else if e.Text && counted {
			return false
		}
		number, text := s.p.compares(d.File, d.Cap, s.paths.List(s.states[i].path), 0)
		if text {
			return false
		}
		counted = counted || number
	}
	return counted && parsed
}

// holdsLists reports whether a list can be sent in the place of a text: as a member of a body or query.
func holdsLists(h *Hit) bool {
	k := len(h.Access.Steps)
	if h.Source.Flat || k <= h.Source.Value.Named() || h.Access.Steps[k-1] == "()" {
		return false
	}
	return h.Source.Kind == model.Body || h.Source.Kind == model.URL || h.Source.Kind == model.Message
}

// compares reports whether a limit of what some members lead to is that of a length that was compared, and whether what has
// it was found to be a text.
func (p *Program) compares(file int32, c graph.Cap, path []string, depth int) (number, text bool) {
	number = c.Max < graph.NoLimit && len(path) == 0
	sym := c.Sym
	for range 32 {
		if sym == 0 || depth > 4 {
			break
		}
		x := &p.Code[file].Graph.Syms[sym]
		sym = x.Next
		switch {
		case x.Call >= 0:
			n, t := p.comparesIn(p.SiteOf[file][x.Call], x, slices.Concat(x.Path, path), depth)
			if t {
				return true, true
			}
			number = number || n
		case len(path) > 0: // of what has them
		case x.Call == graph.Textual:
			return true, true
		case x.Call == -1:
			number = true
		}
	}
	return number, false
}

// textChecks are functions of libraries that are true of texts alone, or throw where they get anything else.
var textChecks = []string{"isString", "assertString", "isLength", "isByteLength"}

// comparesIn is compares for what follows from a call that ended in some way.
func (p *Program) comparesIn(id int32, x *graph.Sym, path []string, depth int) (number, text bool) {
	c := &p.Sites[id]
	if !p.Resolved(c) {
		if len(x.Path) > 0 && len(x.Path) == len(path) {
			return false, true // by a schema
		}
		return false, len(path) == 0 && x.When == graph.True && slices.Contains(textChecks, c.Method)
	}
	text = true
	for _, o := range c.Bound {
		f := p.Object(o)
		if f.Kind != points.Function {
			return false, false
		}
		told := false
		for _, t := range p.Code[f.File].Graph.Funcs[f.Index].Tells {
			if t.Param != x.Arg || t.When != x.When {
				continue
			}
			if inside, ok := p.leadsTo(f.File, t.Path, path); ok {
				n, t := p.compares(f.File, t.Cap, inside, depth+1)
				number, told = number || n, told || t
			}
		}
		text = text && told
	}
	return number, text
}

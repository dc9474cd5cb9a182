package flow

import (
	"slices"
	"strconv"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// Edit is what a call does to the characters of a text on its way.
type Edit struct {
	Call int32 // for Program.CallAt
	Kind model.Edit
	// File and Regex are the pattern that is looked for, as Program.Regexes names it; Literal instead is the
	// text. Known reports whether there is one of them.
	File, Regex int
	Literal     string
	IsLiteral   bool
	Known       bool
	// With is what stands in the place of a match, if WithKnown.
	With      string
	WithKnown bool
}

// maxEdits bounds the edits of a text that are remembered.
const maxEdits = 6

// closed ends a list of edits before which anything may have happened to the text.
const closed = "|"

// edited returns the list of edits of a text with what an edge does before them.
func (s *search) edited(list int32, does int32) int32 {
	have := s.edits.List(list)
	if does == points.EditsNothing || does == points.EditsPart || len(have) > 0 && have[len(have)-1] == closed {
		return list
	}
	what := strconv.Itoa(int(does))
	if does == points.EditsAnything || len(have) >= maxEdits || slices.Contains(have, what) {
		what = closed
	}
	return s.edits.ID(append(slices.Clone(have), what))
}

// editsOf returns the edits of a text in their order.
func (s *search) editsOf(list int32) []Edit {
	var all []Edit
	for _, what := range slices.Backward(s.edits.List(list)) {
		if n, err := strconv.Atoi(what); err == nil {
			all = append(all, s.p.knownEdit(&s.p.Edits[n]))
		}
	}
	return all
}

// knownEdit works out what an edit looks for, and what it puts in its place.
func (p *Program) knownEdit(e *rules.Editing) Edit {
	out := Edit{Call: e.Call, Kind: e.Kind}
	if e.Bytes != 0 && !p.isBuffer(e.Bytes) {
		out.Kind = model.AnyEdit // a text as it is
	}
	if e.Regex != 0 {
		out.File, out.Regex, out.Known = p.regexOf(e.Regex, 0)
		if !out.Known && e.Literal {
			out.Literal, out.Known = p.ConstantText(e.Regex, 0)
			out.IsLiteral = out.Known
		}
	}
	if e.With != 0 {
		out.With, out.WithKnown = p.ConstantText(e.With, 0)
	}
	return out
}

// isBuffer reports whether a node is nothing else than what a function of Buffer made.
func (p *Program) isBuffer(n points.Node) bool {
	for range 12 {
		if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
			all := p.Callees(&p.Sites[p.SiteOf[file][g.Index]])
			return len(all) == 1 && all[0].Root.Kind == model.Global && all[0].Root.Name == "Buffer"
		}
		if n = p.Only(n); n == 0 {
			break
		}
	}
	return false
}

// regexOf returns the one regex that a node is.
func (p *Program) regexOf(n points.Node, depth int) (file, id int, ok bool) {
	if f, g := p.FileOf(n); g != nil && g.End > 0 && p.Regexes != nil {
		if all := p.regexAt(f, g); len(all) == 1 {
			return int(f), all[0], true
		} else if len(all) > 1 {
			return 0, 0, false
		}
	}
	if from := p.Only(n); from != 0 && depth < 12 {
		return p.regexOf(from, depth+1)
	}
	return 0, 0, false
}

// Quoting tells where nothing is left in a value of what a sender writes, as where it is quoted: the way to it ends.
type Quoting struct {
	// By reports whether nothing is left in what a call makes.
	By func(c rules.Call) bool
	// Where reports whether nothing is left where a call has been found to return true.
	Where func(c rules.Call) bool
}

// Unquoted returns where a value comes from unquoted, by ways that have no step that only may be.
func (p *Program) Unquoted(v rules.Value, q Quoting) []Hit {
	hits, _ := p.search(int32(v), nil, false, &q)
	return hits
}

// isQuoted reports whether nothing of what a sender writes is left in what takes an edge.
func (s *search) isQuoted(d *points.Detail) bool {
	sym := d.Cap.Sym
	for range 32 {
		if sym == 0 {
			break
		}
		x := &s.p.Code[d.File].Graph.Syms[sym]
		if x.Call >= 0 && x.When == graph.True && s.quoting.Where(s.p.Numbered(s.p.SiteOf[d.File][x.Call])) {
			return true
		}
		sym = x.Next
	}
	return d.Rule > 0 && s.quoting.By(s.p.Numbered(d.Rule-1))
}

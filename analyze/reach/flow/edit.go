package flow

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/reach/rules"
)

// Edit is what a call does to the characters of a text on its way, or what it is asked of them.
type Edit struct {
	Call int32 // for Program.CallAt
	Kind model.Edit
	// Asked means that the text goes on as it is, where the pattern was found in it, or was not if Refused. Mode is how it
	// is applied, as that of a MatchRule.
	Asked, Refused bool
	Mode           string
	// File and Regex are the pattern that is looked for, as Program.Regexes names it; Literal instead is the
	// text. Known reports whether there is one of them.
	File, Regex int
	Literal     string
	IsLiteral   bool
	Known       bool
	// Piece is which of the pieces or groups goes on that come out of it, from 1; 0 where that is not known.
	Piece int
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
	if does == points.EditsNothing || does == points.EditsPart || does == points.EditsEnds || len(have) > 0 && have[len(have)-1] == closed {
		return list
	}
	what := strconv.Itoa(int(does))
	if does == points.EditsAnything || len(have) >= maxEdits || slices.Contains(have, what) {
		what = closed
	}
	return s.edits.ID(append(slices.Clone(have), what))
}

// maxAsked bounds what is remembered that was asked of a text.
const maxAsked = 12

// editsOf returns what becomes of the characters of the text of a state up to the match, and what is asked of them, in
// that order.
func (s *search) editsOf(id int32) []Edit {
	var all []Edit
	for i := id; i >= 0; i = s.states[i].parent {
		st := &s.states[i]
		list := s.edits.List(st.edits)
		if len(list) > 0 && list[len(list)-1] == closed {
			continue
		}
		if st.by > 0 && len(all) < maxAsked {
			e := s.p.Edge(st.by)
			d := s.p.Detail(e)
			all = append(all, s.askedBy(e, d, s.paths.List(st.path))...)
			if d.Edit == points.EditsEnds && d.Rule > 0 {
				all = append(all, Edit{Call: d.Rule - 1, Kind: model.Trimmed})
			}
		}
		if st.parent >= 0 && st.edits != s.states[st.parent].edits {
			if n, err := strconv.Atoi(list[len(list)-1]); err == nil {
				out := s.p.knownEdit(&s.p.Edits[n])
				out.Piece = s.pieceOf(out.Call, st.parent)
				all = append(all, out)
			}
		}
	}
	return all
}

// askedBy returns what was found of the text that some members of a value lead to where the value takes an edge.
func (s *search) askedBy(e *points.Kept, d *points.Detail, path []string) (all []Edit) {
	p := s.p
	if d.Cap.Sym == 0 || d.Cap.Since > 0 && p.isAltered(e, d, path) {
		return nil
	}
	for sym, n := d.Cap.Sym, 0; sym != 0 && n < 32; n++ {
		x := &p.Code[d.File].Graph.Syms[sym]
		if sym = x.Next; x.Call >= 0 && slices.Equal(x.Path, path) {
			if edit, ok := p.toldOfText(p.SiteOf[d.File][x.Call], x); ok {
				all = append(all, edit)
			}
		}
	}
	return all
}

// contained are the methods that ask whether a text is part of another, by how a pattern does that which stands between
// the two texts.
var contained = map[string][2]string{
	"includes": {}, "contains": {}, "Contains": {}, "include?": {},
	"startsWith": {"^"}, "startswith": {"^"}, "StartsWith": {"^"}, "start_with?": {"^"},
	"endsWith": {"", "$"}, "endswith": {"", "$"}, "EndsWith": {"", "$"}, "end_with?": {"", "$"},
}

// toldOfText returns what a call tells of the characters of an argument by how it ended.
func (p *Program) toldOfText(id int32, x *graph.Sym) (Edit, bool) {
	c, out := &p.Sites[id], Edit{Call: id, Asked: true, Refused: x.When == graph.False}
	if p.Resolved(c) {
		return out, false
	}
	if around, ok := contained[c.Method]; ok && x.Arg == -1 && len(c.Args) == 1 && x.Via == "" && (x.When == graph.True || out.Refused) {
		text, known := p.ConstantText(c.Args[0], 0)
		out.Literal, out.Known, out.IsLiteral = around[0]+regexp.QuoteMeta(text)+around[1], true, true
		return out, known && text != ""
	}
	for _, m := range p.MatchCalls {
		if m.Call != id || m.External != nil || p.roleIndex(m, "subject") != int(x.Arg) {
			continue
		}
		told := *x
		if out.Refused {
			told.When = graph.True // what shows that it matched if it is true does of the contrary if it is not
		}
		if out.Mode, out.Known = tells(m.Rule, &told); out.Known {
			out.File, out.Regex, out.Known = p.regexOf(p.roleNode(m, "regex"), 0)
		}
		return out, out.Known
	}
	return out, false
}

// pieceOf returns which of the pieces that a call returns the text of a state is, from 1; 0 where that is not known.
func (s *search) pieceOf(call, id int32) int {
	for ; id >= 0; id = s.states[id].parent {
		st := &s.states[id]
		path := s.paths.List(st.path)
		file, n := s.p.FileOf(st.at)
		if n == nil || len(path) == 0 {
			continue // an element, or what holds it
		}
		if piece, err := strconv.Atoi(path[0]); err == nil && n.Kind == graph.Result && s.p.SiteOf[file][n.Index] == call {
			return piece + 1
		}
		break
	}
	return 0
}

// madeMax returns how long a text is at most that a call makes of what it is handed, and the way of a state takes.
func (s *search) madeMax(id int32, e *points.Kept, call int32, path []string) int64 {
	most := s.pieceMax(id, e, call, path)
	if len(path) > 0 {
		most = min(most, s.p.madeValid(&s.p.Sites[call], path))
	}
	return most
}

// pieceMax returns how long a text is at most that a call which matches another one makes of that: what its pattern or a group
// of it matched, graph.NoLimit for anything else.
func (s *search) pieceMax(id int32, e *points.Kept, call int32, path []string) int64 {
	p := s.p
	if !slices.ContainsFunc(p.Sites[call].Ruled, func(rule any) bool { m, ok := rule.(*model.MatchRule); return ok && m.Pieces != nil }) ||
		p.Resolved(&p.Sites[call]) || p.isOverridden(call) {
		return graph.NoLimit
	}
	for _, m := range p.MatchCalls {
		if m.Call != call || m.External != nil || m.Rule.Pieces == nil || p.roleNode(m, "subject") != e.From {
			continue
		}
		if group := s.groupOf(id, path, m.Rule.Pieces); group != "" && !(len(path) > 0 && points.IsIndex(path[0]) && p.isRearranged(e.To)) {
			if v, known := p.width(p.roleNode(m, "regex"), "="+group, 0); known {
				return v
			}
		}
	}
	return graph.NoLimit
}

// rearranging are methods of lists of JavaScript and functions of PHP that put other elements in the places of a list.
var rearranging = strings.Fields("shift unshift splice reverse sort fill copyWithin array_shift array_unshift array_splice array_multisort sort rsort usort shuffle array_walk")

// isRearranged reports whether something may stand at another place of a list than where the call put it that made the list.
func (p *Program) isRearranged(list points.Node) bool {
	if p.rearranged == nil {
		p.rearranged = map[points.Node]bool{}
		for file := range p.Code {
			for _, store := range p.Code[file].Graph.Stores {
				p.rearranged[p.At(int32(file), store.Object)] = true
			}
		}
		for i := range p.Sites {
			if c := &p.Sites[i]; slices.Contains(rearranging, c.Method) {
				p.rearranged[c.Receiver] = true
				for _, a := range c.Args {
					p.rearranged[a] = true
				}
			}
		}
		delete(p.rearranged, 0)
	}
	lists := []points.Node{list}
	for i := 0; i < len(lists); i++ {
		if p.rearranged[lists[i]] || i == manyAliases {
			return true
		}
		for _, id := range p.Out(lists[i]) {
			if e := p.Edge(id); !e.Any && !e.Text && !slices.Contains(lists, e.To) {
				lists = append(lists, e.To)
			}
		}
	}
	return false
}

// manyAliases is how many names of a list are looked at before it counts as rearranged.
const manyAliases = 64

// groupOf returns the number or the name of the group of a match of which some members of the match are what it matched, and
// the way of a state takes them: "*" where that may be any of them or the whole match, "" where it may be something else.
func (s *search) groupOf(id int32, path, pieces []string) string {
	named := func(name string) bool { return slices.Contains(pieces, name) }
	switch {
	case len(path) > 0 && (points.IsIndex(path[0]) || named("*")):
		return path[0]
	case len(path) > 1 && named(path[0]):
		return path[1]
	case len(path) > 0 && named(path[0]):
		return "*"
	case len(path) > 0:
		return ""
	}
	for ; id >= 0; id = s.states[id].parent {
		if s.states[id].by == 0 {
			return ""
		}
		e := s.p.Edge(s.states[id].by)
		d := s.p.Detail(e)
		if d.Rule == 0 && !e.Any && !e.Text && d.Length.Effect == model.Same {
			continue // the match itself, by another name
		}
		if d.Rule == 0 || e.From != s.p.Sites[d.Rule-1].Receiver || !named(s.p.Sites[d.Rule-1].Method) {
			return ""
		}
		args := s.p.Sites[d.Rule-1].Args
		if len(args) != 1 {
			return "*"
		}
		if n, ok := s.p.Number(args[0], 0); ok {
			return strconv.FormatInt(n, 10)
		}
		if name, ok := s.p.ConstantText(args[0], 0); ok {
			return name
		}
		return "*"
	}
	return ""
}

// knownEdit works out what an edit looks for, and what it puts in its place.
func (p *Program) knownEdit(e *rules.Editing) Edit {
	out := Edit{Call: e.Call, Kind: e.Kind}
	for _, m := range p.MatchCalls {
		if m.Call == e.Call {
			out.Mode = m.Rule.Mode
		}
	}
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

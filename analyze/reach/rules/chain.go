package rules

import (
	"maps"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
)

// changes are the calls in the chain of a schema behind which it describes something else.
var changes = []string{"transform", "pipe", "or", "preprocess", "catch", "alternatives", "try", "when", "custom", "external", "not", "if", "customSanitizer", "escape", "setKey", "fork", "alter", "tailor", "overwrite",
	"transformAsync", "rawTransform", "rawTransformAsync", "parseJson", "stringifyJson", "toString", "mapItems", "reduceItems", "warn", "rule"}

// converts are the calls in the chain of a schema that edit a value before it is checked.
var converts = []string{"trim", "truncate", "replace", "lowercase", "uppercase", "toLowerCase", "toUpperCase", "normalize", "rename", "coerce", "cast", "from", "pick", "omit"}

// growing are the calls in the chain of a schema that edit a value in their turn, behind the checks before them, with how
// many times as long that can get: "ΐ" has three capitals, "İ" two small letters, and "ﷺ" is eighteen letters.
var growing = map[string]int64{"toUpperCase": 3, "toLowerCase": 2, "normalize": 18}

// opens are the calls in the chain of a schema behind which a value keeps members that it says nothing of, and closes
// those behind which it does not.
var (
	opens  = []string{"passthrough", "loose", "looseObject", "unknown"}
	closes = []string{"strict", "strip"}
)

// merges are the calls in the chain of a schema that give it what another one says, in place of what it said itself.
var merges = []string{"merge", "concat"}

// merged returns the shape of an object that has the members of two, those of the argument of a call where both have one.
func (s *schemas) merged(base *limit.Shape, c *points.Site) *limit.Shape {
	if len(c.Args) != 1 || base.Fields == nil {
		return nil
	}
	other := s.shapeOf(c.Args[0])
	if other == nil || other.Fields == nil {
		return nil
	}
	got := *base
	got.Fields = maps.Clone(base.Fields)
	maps.Copy(got.Fields, other.Fields)
	got.Open, got.Rest, got.Edits = base.Open || other.Open, nil, base.Edits || other.Edits
	return &got
}

// parts returns what is left of the members of a shape by a call that names those to leave out, or to keep: none where it
// names any that is not known.
func (s *schemas) parts(base *limit.Shape, c *points.Site) map[string]*limit.Shape {
	left := map[string]*limit.Shape{}
	if len(c.Args) != 1 || slices.ContainsFunc(s.p.Points(c.Args[0]), func(o int32) bool {
		x := s.p.Object(o)
		return x.File < 0 || slices.ContainsFunc(s.p.Code[x.File].Graph.Named, func(m graph.Member) bool { return s.p.At(x.File, m.Object) == x.Index })
	}) {
		return left
	}
	texts := []string{}
	for _, n := range s.p.ElementsOf(c.Args[0]) {
		texts = append(texts, s.p.LiteralAt(n, nil))
	}
	for name, f := range base.Fields {
		named := slices.Contains(texts, name) || s.p.hasMember(c.Args[0], name)
		if named == (c.Method == "pick") && !slices.Contains(texts, "") {
			left[name] = f
		}
	}
	return left
}

// made returns the shape that a call makes.
func (s *schemas) made(id int32) *limit.Shape {
	asked := s.p.Asked(&s.p.Sites[id])
	for _, b := range s.b.Build {
		if roles, exact, ok := b.Match(s.p.Language(), asked); ok && exact {
			got := &limit.Shape{Max: graph.NoLimit}
			s.size(got, id, roles)
			return got
		}
	}
	for _, q := range s.b.Onward {
		if roles, exact, ok := q.Match(s.p.Language(), asked); ok && exact && len(roles) > 0 {
			return s.onward(&limit.Shape{Max: graph.NoLimit, Open: true}, id, roles)
		}
	}
	for _, r := range s.b.Refinements {
		if roles, exact, ok := r.Match(s.p.Language(), asked); ok && exact {
			return s.refinement(id, roles)
		}
	}
	if got := s.ofMembers(id, asked); got != nil {
		return got
	}
	if got := s.ofElements(id, asked); got != nil {
		return got
	}
	for _, u := range s.b.Unions {
		if roles, exact, ok := u.Match(s.p.Language(), asked); ok && exact && len(roles) > 0 {
			return s.union(s.p.Argument(id, roles[0]))
		}
	}
	format, begins, made := s.format(id, asked)
	if begins {
		return &limit.Shape{Max: format, Else: format, Edits: made} // what further calls demand may be of a number
	}
	return s.refined(id, asked, format)
}

// refinement returns the shape that a call makes of the one that it is handed, nil where something changes the value.
func (s *schemas) refinement(id int32, roles []model.Filled) *limit.Shape {
	base := s.shapeOf(s.p.Argument(id, model.Filled{Arg: RoleAt(roles, "schema")}))
	if base == nil {
		return nil
	}
	got := *base
	isText := got.Fields == nil && !got.List
	if isText {
		s.size(&got, id, roles)
	}
	if !s.widened(&got, id, roles) {
		return nil
	}
	for _, r := range roles {
		if r.Role != "part" {
			continue
		}
		made := s.p.MadeBy(s.p.Argument(id, r))
		if len(made) != 1 || s.p.Sites[id].Spread[r.Arg] || slices.Contains(changes, s.p.Sites[made[0]].Method) {
			return nil
		}
		got.Edits = got.Edits || slices.Contains(converts, s.p.Sites[made[0]].Method)
		for _, l := range s.b.Limits {
			if with, _, ok := l.Match(s.p.Language(), s.p.Asked(&s.p.Sites[made[0]])); ok && isText {
				s.size(&got, made[0], with)
			}
		}
	}
	return &got
}

// size makes a shape as short as the roles of a call say.
func (s *schemas) size(got *limit.Shape, id int32, roles []model.Filled) {
	most := int64(-1)
	for _, r := range roles {
		if v, ok := s.choices(s.p.Argument(id, r)); ok && r.Role == "choices" {
			most = max(most, v)
		} else if r.Role == "choices" {
			most = graph.NoLimit
		}
		if r.Role != "max" {
			continue
		}
		if v, ok := s.p.sizeOf(s.p.Loaded([]points.Node{s.p.Argument(id, r)}, r.Path)[0]); ok {
			got.Max = min(got.Max, v)
		}
	}
	if most >= 0 {
		got.Max = min(got.Max, most)
	}
}

// ofMembers returns the shape of an object that a call describes by its members, nil if it describes none.
func (s *schemas) ofMembers(id int32, asked model.Call) *limit.Shape {
	c := &s.p.Sites[id]
	for _, o := range s.b.Objects {
		roles, exact, ok := o.Match(s.p.Language(), asked)
		if !ok || len(roles) == 0 && !exact {
			continue
		}
		got := &limit.Shape{Max: graph.NoLimit, Fields: map[string]*limit.Shape{}, Open: slices.Contains(opens, c.Method)}
		if !exact {
			base := s.shapeOf(c.Receiver)
			if base == nil || base.Fields == nil {
				continue
			}
			for name, f := range base.Fields {
				got.Fields[name] = f
			}
			got.Open, got.Rest = base.Open, base.Rest
		}
		for _, r := range roles {
			for name, f := range s.members(s.p.Argument(id, r)) {
				got.Fields[name] = f
			}
		}
		return got
	}
	return nil
}

// ofElements returns the shape of a list that a call describes by its elements, nil if it describes none.
func (s *schemas) ofElements(id int32, asked model.Call) *limit.Shape {
	for _, l := range s.b.Lists {
		roles, exact, ok := l.Match(s.p.Language(), asked)
		if !ok {
			continue
		}
		got := &limit.Shape{Max: graph.NoLimit, List: true}
		if !exact {
			if base := s.shapeOf(s.p.Sites[id].Receiver); base == nil || !base.List {
				continue
			}
		}
		if len(roles) > 0 && roles[0].Arg >= 0 {
			got.Elem = s.shapeOf(s.p.Argument(id, roles[0]))
		}
		return got
	}
	return nil
}

// widened makes a shape as long as what else a value may be by the roles of a call, and reports whether that is known.
func (s *schemas) widened(got *limit.Shape, id int32, roles []model.Filled) bool {
	for _, r := range roles {
		at := s.p.Argument(id, r)
		switch {
		case r.Role != "else" || at == 0: // null and its kin
		case got.Fields == nil && !got.List:
			got.Else = max(got.Else, s.p.returnedMax(at, func(points.Node) (int64, bool) { return 0, false }, 0))
		case !slices.ContainsFunc(s.p.Points(at), s.p.isAllocated):
			return false
		}
	}
	return true
}

// format returns the length of the form that a call asks for, graph.NoLimit for none, whether a schema begins with it, and whether
// the library makes it of another text.
func (s *schemas) format(id int32, asked model.Call) (most int64, begins, made bool) {
	most = graph.NoLimit
	c := &s.p.Sites[id]
	for _, f := range s.b.Formats {
		if _, exact, ok := f.Call.Match(s.p.Language(), asked); ok {
			rooted := slices.ContainsFunc(s.p.Accesses(c.Callee), func(a model.Access) bool { return a.Root.Kind == model.Module })
			if most = min(most, f.Max); exact && rooted && s.shapeOf(c.Receiver) == nil {
				return most, true, f.Made
			}
		}
	}
	return most, false, false
}

// refined returns the shape that a call makes of the one it is a method of, nil for none. format is the length of the form
// that it asks for.
func (s *schemas) refined(id int32, asked model.Call, format int64) *limit.Shape {
	c := &s.p.Sites[id]
	base := s.shapeOf(c.Receiver)
	if c.Method == "or" && len(c.Args) == 1 && base != nil {
		return limit.Either(base, s.shapeOf(c.Args[0]))
	}
	if base != nil && c.Method == "array" && len(c.Args) == 0 {
		return &limit.Shape{Max: graph.NoLimit, List: true, Elem: base}
	}
	if base == nil {
		return nil
	}
	for _, q := range s.b.Onward {
		if roles, exact, ok := q.Match(s.p.Language(), asked); ok && !exact && len(roles) > 0 {
			return s.onward(base, id, roles)
		}
	}
	if slices.Contains(changes, c.Method) {
		got := &limit.Shape{Max: graph.NoLimit, Open: true, Edits: true, Patterns: base.Patterns, Asked: base.Asked}
		if s.asks(got, id, asked); len(got.Patterns)+len(got.Asked) == 0 {
			return nil
		}
		return got
	}
	if slices.Contains(merges, c.Method) {
		return s.merged(base, c)
	}
	got := *base
	if got.Fields == nil && !got.List {
		got.Max = min(got.Max, format)
	}
	switch {
	case slices.Contains(opens, c.Method):
		got.Open, got.Rest = true, nil
	case c.Method == "catchall" && len(c.Args) > 0:
		got.Open, got.Rest = true, s.shapeOf(c.Args[0])
	case slices.Contains(closes, c.Method):
		got.Open, got.Rest = false, nil
	}
	got.Edits = got.Edits || slices.Contains(converts, c.Method)
	if c.Method == "omit" || c.Method == "pick" {
		got.Fields = s.parts(base, c)
	}
	if times, ok := growing[c.Method]; ok {
		got.Max, got.Else, got.Held = limit.Product(got.Max, times), limit.Product(got.Else, times), nil
	}
	for _, l := range s.b.Limits {
		if roles, _, ok := l.Match(s.p.Language(), asked); ok && got.Fields == nil && !got.List {
			s.size(&got, id, roles)
		}
	}
	for _, w := range s.b.Widenings {
		if roles, _, ok := w.Match(s.p.Language(), asked); ok && !s.widened(&got, id, roles) {
			return nil
		}
	}
	s.asks(&got, id, asked)
	return &got
}

// onward returns the shape of what a function makes of what has a shape, and of that, or of what has the shape, as far as
// another schema lets it pass.
func (s *schemas) onward(base *limit.Shape, id int32, roles []model.Filled) *limit.Shape {
	got := base
	if RoleAt(roles, "fn") >= 0 {
		got = &limit.Shape{Max: graph.NoLimit, Edits: true, Before: base}
		got.Input, got.Made, got.Unknown = s.p.makesOf(id, roles)
	}
	at := RoleAt(roles, "schema")
	if at < 0 {
		return got
	}
	other := s.shapeOf(s.p.Argument(id, model.Filled{Arg: at}))
	if other == nil || other.Before != nil { // which may let something else pass
		return &limit.Shape{Max: graph.NoLimit, Edits: true, Before: got, Unknown: true}
	}
	then := *other
	then.Before, then.Edits = got, true
	return &then
}

// makesOf hands a node to the functions that a call adds to a schema, and returns it with what these make of it. unknown
// says that there may be others.
func (p *Program) makesOf(id int32, roles []model.Filled) (input points.Node, made []points.Node, unknown bool) {
	input, known := p.inputs[id]
	if !known {
		input = p.NewNode()
		p.inputs[id] = input
	}
	for _, fn := range p.Place(id, model.Place{Role: "fn", Param: model.Itself}, roles, false) {
		if !known {
			p.remade[id] = append(p.remade[id], p.HandTo(id, fn, input, 0, nil))
		}
		all := p.Points(fn)
		unknown = unknown || len(all) == 0 || slices.ContainsFunc(all, func(o int32) bool { return p.Object(o).Kind != points.Function })
	}
	return input, p.remade[id], unknown || len(p.remade[id]) == 0
}

// asks adds the pattern or the function that a call adds to a schema.
func (s *schemas) asks(got *limit.Shape, id int32, asked model.Call) {
	for _, q := range s.b.Patterns {
		roles, _, ok := q.Match(s.p.Language(), asked)
		switch at := RoleAt(roles, "fn"); {
		case !ok:
		case at >= 0:
			got.Asked = append(slices.Clone(got.Asked), id)
			if slices.ContainsFunc(s.b.Demands, func(d *model.CallPattern) bool { _, _, ok := d.Match(s.p.Language(), asked); return ok }) {
				s.holds(got, id, roles, "fn")
			}
			if made := s.p.handOn(id, roles); slices.Contains(changes, s.p.Sites[id].Method) {
				got.Made = slices.Concat(got.Made, made)
			}
		default:
			got.Patterns = append(slices.Clone(got.Patterns), id)
			if !s.p.mayInvert(id) {
				s.holds(got, id, roles, "regex")
			}
		}
	}
}

// holds has the texts of a shape meet what a call in the chain of a schema demands of them.
func (s *schemas) holds(got *limit.Shape, id int32, roles []model.Filled, role string) {
	if got.Fields != nil || got.List || slices.Contains(changes, s.p.Sites[id].Method) {
		return
	}
	for _, r := range roles {
		if r.Role == role && len(r.Path) == 0 {
			got.Held = append(slices.Clone(got.Held), func() int64 { return s.p.Demanded(id, r) })
		}
	}
}

// mayInvert reports whether an argument behind the pattern of a call may say that texts must not match it, or that the pattern
// is one for each element of a list: all but a text, or an object that is written out without such members.
func (p *Program) mayInvert(id int32) bool {
	c := &p.Sites[id]
	return len(c.Args) > 1 && slices.ContainsFunc(c.Args[1:], func(n points.Node) bool {
		if _, ok := p.ConstantText(p.Stored(n), 0); ok {
			return false
		}
		all := p.Points(n)
		return len(all) == 0 || p.hasMember(n, "invert") || p.hasMember(n, "each") || slices.ContainsFunc(all, func(o int32) bool { return !p.isAllocated(o) || p.Object(o).Overlaid })
	})
}

// handOn hands what a call is made on to the functions that it adds to a schema, and returns what these make of it.
func (p *Program) handOn(id int32, roles []model.Filled) []points.Node {
	if made, known := p.remade[id]; known {
		return made
	}
	p.remade[id] = nil
	for _, fn := range p.Place(id, model.Place{Role: "fn", Param: model.Itself}, roles, false) {
		p.remade[id] = append(p.remade[id], p.HandTo(id, fn, p.Sites[id].Receiver, 0, nil))
	}
	return p.remade[id]
}

// before hands a value on through the schema that it has to obey first, and returns what is checked further: what a function
// makes of it, what the schema lets pass where there is none, or, as long as it came, where nobody knows what becomes of it.
func (p *Program) before(id int32, from points.Node, s *limit.Shape, depth int, left *int) points.Node {
	valid := p.NewNode()
	p.checkedPart(id, from, valid, nil, s.Before, depth+1, left)
	switch {
	case s.Input > 0:
		p.Link(points.Edge{From: valid, To: s.Input, Cap: graph.Free, Call: -1})
		return p.remadeOf(from, s)
	case s.Unknown:
		return from
	}
	return valid
}

// remadeOf returns a node of what a function makes of a value, and of that itself where nobody knows the function.
func (p *Program) remadeOf(value points.Node, s *limit.Shape) points.Node {
	made := p.NewNode()
	for _, n := range s.Made {
		p.Link(points.Edge{From: n, To: made, Cap: graph.Free, Call: -1})
	}
	if s.Unknown {
		p.Link(points.Edge{From: value, To: made, Cap: graph.Free, Call: -1, Text: true, Any: true, Edit: points.EditsAnything})
	}
	return made
}

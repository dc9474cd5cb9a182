package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// maxSchema bounds how many values and calls are looked at for one schema.
const maxSchema = 400

// schemas reads schemas of one library.
type schemas struct {
	p     *Program
	b     *model.Bound
	known map[node]*limit.Shape
	work  int
}

// shapeOf returns the shape that a node stands for, nil where that is not known.
func (s *schemas) shapeOf(n node) *limit.Shape {
	if known, ok := s.known[n]; ok {
		return known
	}
	s.known[n] = nil // a schema that refers to itself
	if s.work++; n == 0 || s.work > maxSchema {
		return nil
	}
	var all []*limit.Shape
	for _, id := range s.p.madeBy(n) {
		all = append(all, s.made(id))
	}
	if s.b.Bases != nil {
		for _, o := range s.p.points(n) {
			if x := s.p.object(o); x.kind == instance && s.p.isOf(s.b, x.file, x.index) {
				all = append(all, s.declared(x))
			}
		}
	}
	if s.b.MaxKey != "" {
		for _, o := range s.p.points(n) {
			if x := s.p.object(o); x.kind == allocated {
				all = append(all, s.keys(x))
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	got := all[0]
	for _, other := range all[1:] {
		got = limit.Either(got, other)
	}
	s.known[n] = got
	return got
}

// declared reads the class of an object that is a schema.
func (s *schemas) declared(x *object) *limit.Shape {
	got := &limit.Shape{Max: graph.NoLimit, Fields: map[string]*limit.Shape{}}
	for _, c := range s.p.ancestry(x.file, x.index) {
		for _, m := range s.p.sources[c[0]].Graph.Classes[c[1]].Tree.Members {
			if m.Func == nil && m.Name != "" && got.Fields[m.Name] == nil {
				got.Fields[m.Name] = &limit.Shape{Max: s.p.classMax(s.b, x.file, x.index, []string{m.Name}, 0)}
			}
		}
	}
	return got
}

// keys reads an object that is a schema.
func (s *schemas) keys(x *object) *limit.Shape {
	got := &limit.Shape{Max: graph.NoLimit}
	if n, ok := x.fields["$ref"]; ok {
		return s.named(n)
	}
	// A schema that does not ask for a text lets a list pass, which becomes a text of any length.
	if n, ok := x.fields[s.b.MaxKey]; ok && s.isText(x) {
		if v, known := s.p.sizeOf(n); known {
			got.Max = v
		}
	}
	if n, ok := x.fields["items"]; ok {
		got.Elem = s.shapeOf(n)
	}
	if n, ok := x.fields["properties"]; ok {
		got.Fields = s.members(n)
	}
	return got
}

// isText reports whether an object that is a schema asks for a text.
func (s *schemas) isText(x *object) bool {
	n, ok := x.fields["type"]
	if !ok {
		return false
	}
	text, ok := s.p.wholeText(s.p.stored(n), 0)
	return ok && text == "string"
}

// members returns the shapes of the members of an object that is written out.
func (s *schemas) members(n node) map[string]*limit.Shape {
	all := map[string]*limit.Shape{}
	for _, o := range s.p.points(n) {
		if x := s.p.object(o); x.kind == allocated {
			for _, name := range sortedKeys(x.fields) {
				all[name] = s.shapeOf(x.fields[name])
			}
		}
	}
	return all
}

// changes are the calls in the chain of a schema behind which it describes something else.
var changes = []string{"transform", "pipe", "or", "preprocess", "catch", "alternatives", "try", "when", "custom", "external", "not", "if", "customSanitizer", "escape"}

// converts are the calls in the chain of a schema that edit a value before it is checked.
var converts = []string{"trim", "truncate", "replace", "lowercase", "uppercase", "toLowerCase", "toUpperCase", "normalize", "rename", "coerce", "cast"}

// opens are the calls in the chain of a schema behind which a value keeps members that it says nothing of, and closes
// those behind which it does not.
var (
	opens  = []string{"passthrough", "loose", "looseObject", "unknown"}
	closes = []string{"strict", "strip"}
)

// made returns the shape that a call makes.
func (s *schemas) made(id int32) *limit.Shape {
	c := &s.p.calls[id]
	asked := s.p.asked(c)
	sized := func(roles []model.Filled, got *limit.Shape) {
		most := int64(-1)
		for _, r := range roles {
			if v, ok := s.p.choices(s.p.argument(id, r)); ok && r.Role == "choices" {
				most = max(most, v)
			} else if r.Role == "choices" {
				most = graph.NoLimit
			}
			if r.Role != "max" {
				continue
			}
			if v, ok := s.p.sizeOf(s.p.loaded([]node{s.p.argument(id, r)}, r.Path)[0]); ok {
				got.Max = min(got.Max, v)
			}
		}
		if most >= 0 {
			got.Max = min(got.Max, most)
		}
	}
	for _, b := range s.b.Build {
		if roles, exact, ok := b.Match(s.p.lang, asked); ok && exact {
			got := &limit.Shape{Max: graph.NoLimit}
			sized(roles, got)
			return got
		}
	}
	for _, o := range s.b.Objects {
		roles, exact, ok := o.Match(s.p.lang, asked)
		if !ok || len(roles) == 0 && !exact {
			continue
		}
		got := &limit.Shape{Max: graph.NoLimit, Fields: map[string]*limit.Shape{}, Open: slices.Contains(opens, c.Method)}
		if !exact {
			base := s.shapeOf(c.receiver)
			if base == nil || base.Fields == nil {
				continue
			}
			for name, f := range base.Fields {
				got.Fields[name] = f
			}
			got.Open, got.Rest = base.Open, base.Rest
		}
		for _, r := range roles {
			for name, f := range s.members(s.p.argument(id, r)) {
				got.Fields[name] = f
			}
		}
		return got
	}
	for _, l := range s.b.Lists {
		roles, exact, ok := l.Match(s.p.lang, asked)
		if !ok {
			continue
		}
		got := &limit.Shape{Max: graph.NoLimit, List: true}
		if !exact {
			if base := s.shapeOf(c.receiver); base == nil || !base.List {
				continue
			}
		}
		if len(roles) > 0 && roles[0].Arg >= 0 {
			got.Elem = s.shapeOf(s.p.argument(id, roles[0]))
		}
		return got
	}
	for _, u := range s.b.Unions {
		if roles, exact, ok := u.Match(s.p.lang, asked); ok && exact && len(roles) > 0 {
			return s.union(s.p.argument(id, roles[0]))
		}
	}
	format := int64(graph.NoLimit)
	for _, f := range s.b.Formats {
		if _, exact, ok := f.Call.Match(s.p.lang, asked); ok {
			rooted := slices.ContainsFunc(s.p.accesses2(c.callee), func(a model.Access) bool { return a.Root.Kind == model.Module })
			if format = min(format, f.Max); exact && rooted && s.shapeOf(c.receiver) == nil {
				return &limit.Shape{Max: format}
			}
		}
	}
	base := s.shapeOf(c.receiver)
	if c.Method == "or" && len(c.args) == 1 && base != nil {
		return limit.Either(base, s.shapeOf(c.args[0]))
	}
	if base != nil && c.Method == "array" && len(c.args) == 0 {
		return &limit.Shape{Max: graph.NoLimit, List: true, Elem: base}
	}
	if base == nil || slices.Contains(changes, c.Method) {
		return nil
	}
	got := *base
	if got.Fields == nil && !got.List {
		got.Max = min(got.Max, format)
	}
	switch {
	case slices.Contains(opens, c.Method):
		got.Open, got.Rest = true, nil
	case c.Method == "catchall" && len(c.args) > 0:
		got.Open, got.Rest = true, s.shapeOf(c.args[0])
	case slices.Contains(closes, c.Method):
		got.Open, got.Rest = false, nil
	}
	got.Edits = got.Edits || slices.Contains(converts, c.Method)
	for _, l := range s.b.Limits {
		if roles, _, ok := l.Match(s.p.lang, asked); ok && got.Fields == nil && !got.List {
			sized(roles, &got)
		}
	}
	for _, q := range s.b.Patterns {
		if _, _, ok := q.Match(s.p.lang, asked); ok {
			got.Patterns = append(slices.Clone(got.Patterns), id)
		}
	}
	return &got
}

// union returns the shape of a value that has one of the shapes in a list.
func (s *schemas) union(list node) *limit.Shape {
	var got *limit.Shape
	for _, o := range s.p.points(list) {
		x := s.p.object(o)
		if x.kind != allocated || len(s.p.in(x.written)) > 0 {
			return nil
		}
		for i, name := range sortedKeys(x.fields) {
			if one := s.shapeOf(x.fields[name]); i == 0 && got == nil {
				got = one
			} else {
				got = limit.Either(got, one)
			}
			if got == nil {
				return nil
			}
		}
	}
	return got
}

// choices returns the length of the longest text that a node is, or that is in the lists and objects that it is.
func (p *Program) choices(n node) (int64, bool) {
	if v, ok := p.textLength(n, 0); ok {
		return v, true
	}
	most := int64(-1)
	for _, o := range p.points(n) {
		v, ok := p.longestIn(p.object(o))
		if !ok {
			return 0, false
		}
		most = max(most, v)
	}
	return most, most >= 0
}

// longestIn returns the length of the longest text in a list or an object that holds constant texts alone.
func (p *Program) longestIn(x *object) (most int64, ok bool) {
	if x.kind != allocated || x.fields == nil || len(p.in(x.written)) > 0 {
		return 0, false
	}
	for name, f := range x.fields {
		if x.array && !isIndex(name) && len(p.in(f)) == 0 {
			continue // a method of all lists
		}
		v, ok := p.member(f, 0, p.textLength)
		if !ok {
			return 0, false
		}
		most = max(most, v)
	}
	return most, true
}

// sizeOf returns the largest whole number that a node was found to be, through the members of objects.
func (p *Program) sizeOf(n node) (int64, bool) {
	if v, ok := p.size(n); ok {
		return v, true
	}
	return p.member(n, 0, p.number)
}

// madeBy returns the calls of libraries whose results a node may be.
func (p *Program) madeBy(n node) []int32 {
	var all []int32
	seen := map[node]bool{n: true}
	for todo := []node{n}; len(todo) > 0 && len(seen) < maxSchema; todo = todo[1:] {
		file, g := p.fileOf(todo[0])
		if g != nil && g.Kind == graph.Result {
			if id := p.callOf[file][g.Index]; !p.resolved(&p.calls[id]) {
				all = append(all, id)
				continue
			}
		}
		add := func(from node) {
			if !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
		for _, e := range p.in(todo[0]) {
			add(p.edge(e).from)
		}
		for _, l := range p.loadsTo(todo[0]) {
			for _, o := range p.points(l.from) {
				if f, ok := p.object(o).fields[l.field]; ok {
					add(f)
				}
			}
		}
	}
	return all
}

// named returns the shape of the schema that a text names, which the program adds by that name: addSchema({ $id: 'item' }).
func (s *schemas) named(ref node) *limit.Shape {
	name, ok := s.p.wholeText(s.p.stored(ref), 0)
	if name = strings.TrimSuffix(name, "#"); !ok || name == "" || strings.Contains(name, "#") {
		return nil
	}
	var got *limit.Shape
	found := 0
	for id := range s.p.calls {
		c := &s.p.calls[id]
		if c.Method != "addSchema" || len(c.args) == 0 {
			continue
		}
		for _, o := range s.p.points(c.args[0]) {
			n, ok := s.p.object(o).fields["$id"]
			if !ok {
				continue
			}
			if text, ok := s.p.wholeText(s.p.stored(n), 0); ok && strings.TrimSuffix(text, "#") == name {
				got = s.shapeOf(c.args[0])
				found++
			}
		}
	}
	if found != 1 {
		return nil
	}
	return got
}

package rules

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/tree"
)

// maxSchema bounds how many values and calls are looked at for one schema.
const maxSchema = 400

// Bounds are what is known of the libraries that check lengths, of those that the program uses.
func (p *Program) Bounds() iter.Seq[*model.Bound] {
	return func(yield func(*model.Bound) bool) {
		for i := range p.Model().Bounds {
			if b := &p.Model().Bounds[i]; b.Language == p.Language() && p.applies(b.Origin, false) && !yield(b) {
				return
			}
		}
	}
}

// SchemasOf returns a reader of the schemas of a library.
func (p *Program) SchemasOf(b *model.Bound) *schemas {
	return &schemas{p: p, b: b, known: map[points.Node]*limit.Shape{}}
}

// schemas reads schemas of one library.
type schemas struct {
	p     *Program
	b     *model.Bound
	known map[points.Node]*limit.Shape
	work  int
}

// shapeOf returns the shape that a node stands for, nil where that is not known.
func (s *schemas) shapeOf(n points.Node) *limit.Shape {
	n = s.p.InFrames(n)
	if known, ok := s.known[n]; ok {
		return known
	}
	s.known[n] = nil // a schema that refers to itself
	if s.work++; n == 0 || s.work > maxSchema {
		return nil
	}
	var all []*limit.Shape
	for _, id := range s.p.MadeBy(n) {
		all = append(all, s.made(id))
	}
	if s.b.Bases != nil {
		for _, o := range s.p.Points(n) {
			if x := s.p.Object(o); (x.Kind == points.Instance || x.Kind == points.Class && s.b.Typed) && s.p.IsOf(s.b, x.File, x.Index) {
				all = append(all, s.p.classShape(s.b, x.File, x.Index, 0))
			}
		}
	}
	if s.b.MaxKey != "" && !s.p.hasMember(n, "$async") { // the function that is made of such a schema returns a promise
		for _, o := range s.p.Points(n) {
			if x := s.p.Object(o); x.Kind == points.Allocated {
				all = append(all, s.keys(x))
			}
		}
	}
	if len(all) == 0 && s.b.Written && slices.ContainsFunc(s.p.Points(n), s.p.isTable) {
		all = append(all, &limit.Shape{Max: graph.NoLimit, Fields: s.members(n)})
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

// isTable reports whether an object is written out with its members.
func (p *Program) isTable(o int32) bool {
	x := p.Object(o)
	return p.isAllocated(o) && !x.Array && len(x.Fields) > 0
}

// isAllocated reports whether an object or a list is written out.
func (p *Program) isAllocated(o int32) bool { return p.Object(o).Kind == points.Allocated }

// IsOff reports whether the program has values checked otherwise than by a library, or not at all.
func (p *Program) IsOff(b *model.Bound) bool {
	return len(b.Off) > 0 && p.once(b, "off", func() bool {
		for id := range p.Sites {
			if !p.MayBeCalled(&p.Sites[id], func(a model.Access) bool {
				return slices.ContainsFunc(b.Off, func(q *model.CallPattern) bool { _, ok := q.Callee.Match(p.Language(), a); return ok })
			}) {
				continue
			}
			asked := p.Asked(&p.Sites[id])
			for _, q := range b.Off {
				if roles, _, ok := q.Match(p.Language(), asked); ok && (len(roles) == 0 || !p.checksBy(b, p.Argument(int32(id), roles[0]))) {
					return true
				}
			}
		}
		return false
	})
}

// checksBy reports whether a function is that of a library, or returns what the library makes of a schema.
func (p *Program) checksBy(b *model.Bound, fn points.Node) bool {
	for _, o := range p.Points(fn) {
		x := p.Object(o)
		if x.Kind != points.Function {
			continue
		}
		made := p.MadeBy(p.At(x.File, p.Code[x.File].Graph.Funcs[x.Index].Ret))
		if len(made) == 0 || slices.ContainsFunc(made, func(id int32) bool {
			return !slices.ContainsFunc(b.Applies, func(a model.Apply) bool { _, _, ok := a.Call.Match(p.Language(), p.Asked(&p.Sites[id])); return ok })
		}) {
			return false
		}
	}
	return true
}

// keys reads an object that is a schema.
func (s *schemas) keys(x *points.Object) *limit.Shape {
	got := &limit.Shape{Max: graph.NoLimit}
	if n, ok := x.Fields["$ref"]; ok {
		return s.named(n)
	}
	// A schema that does not ask for a text lets a list pass, which becomes a text of any length.
	if n, ok := x.Fields[s.b.MaxKey]; ok && s.isText(x) {
		if v, known := s.p.sizeOf(n); known {
			got.Max = v
		}
	}
	if n, ok := x.Fields[s.b.PatternKey]; ok && s.isText(x) {
		if text, known := s.p.ConstantText(s.p.Stored(n), 0); known {
			got.Max = min(got.Max, limit.OfSought(text))
		}
	}
	if n, ok := x.Fields["enum"]; ok {
		if most, known := s.choices(n); known {
			got.Max = min(got.Max, most)
		}
	}
	if n, ok := x.Fields["items"]; ok {
		got.Elem = s.shapeOf(n)
	}
	if n, ok := x.Fields["properties"]; ok {
		got.Fields = s.members(n)
	}
	return got
}

// isText reports whether an object that is a schema asks for a text.
func (s *schemas) isText(x *points.Object) bool {
	n, ok := x.Fields["type"]
	if !ok {
		return false
	}
	text, ok := s.p.ConstantText(s.p.Stored(n), 0)
	return ok && text == "string"
}

// members returns the shapes of the members of an object that is written out.
func (s *schemas) members(n points.Node) map[string]*limit.Shape {
	all := map[string]*limit.Shape{}
	for _, o := range s.p.Points(n) {
		if x := s.p.Object(o); x.Kind == points.Allocated {
			for _, name := range points.SortedKeys(x.Fields) {
				all[name] = s.shapeOf(x.Fields[name])
			}
		}
	}
	return all
}

// union returns the shape of a value that has one of the shapes in a list, or the one that stands in its place.
func (s *schemas) union(list points.Node) *limit.Shape {
	if got := s.shapeOf(list); got != nil {
		return got
	}
	var got *limit.Shape
	for _, o := range s.p.Points(list) {
		x := s.p.Object(o)
		if x.Kind != points.Allocated || len(s.p.In(x.Written)) > 0 {
			return nil
		}
		for i, name := range points.SortedKeys(x.Fields) {
			if one := s.shapeOf(x.Fields[name]); i == 0 && got == nil {
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

// choices is Choices for what a schema compares a value with: the cases of an enum of PHP, or texts of which none is a
// number to what compares loosely, as rules that are written as texts do.
func (s *schemas) choices(n points.Node) (int64, bool) {
	if most, ok := s.p.casesOf(n); ok {
		return most, true
	}
	if len(s.b.Rules) > 0 {
		texts := s.p.TextsOf(n)
		if len(texts) >= maxTexts || slices.ContainsFunc(texts, graph.IsNumberLike) {
			return 0, false
		}
	}
	return s.p.Choices(n)
}

// casesOf returns the length of the longest text that a case of an enum of PHP has.
func (p *Program) casesOf(n points.Node) (int64, bool) {
	most := int64(-1)
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if p.Language() != model.PHP || x.Kind != points.Class {
			continue
		}
		for _, m := range p.Code[x.File].Graph.Classes[x.Index].Tree.Members {
			if m.Constant && (m.Value == nil || m.Value.Op != tree.String) || m.Func == nil && !m.Constant {
				return 0, false
			}
			if m.Constant {
				most = max(most, int64(utf8.RuneCountInString(m.Value.Text)))
			}
		}
	}
	return most, most >= 0
}

// Choices returns the length of the longest text that a node is, or that is in the lists and objects that it is.
func (p *Program) Choices(n points.Node) (int64, bool) {
	if v, ok := p.TextLength(n, 0); ok {
		return v, true
	}
	most := int64(-1)
	for _, o := range p.Points(n) {
		if p.Object(o).Kind == points.Outside && p.Language() == model.PHP && p.isOwn(n) {
			continue // what a class that is extended may have, which this one has itself
		}
		v, ok := p.longestIn(p.Object(o))
		if !ok {
			return 0, false
		}
		most = max(most, v)
	}
	return most, most >= 0
}

// NamesIn is Choices for what asks whether something is in a list: of objects with names, as a hash of Ruby,
// it asks for the names.
func (p *Program) NamesIn(n points.Node) (int64, bool) {
	names := int64(-1)
	for _, o := range p.Points(n) {
		x := p.Object(o)
		if _, g := p.FileOf(x.Index); x.Kind != points.Allocated || x.Array || g == nil || g.Kind != graph.Object || g.Index == graph.List {
			continue
		}
		if len(p.Points(n)) > 1 || x.Fields == nil || len(p.In(x.Written)) > 0 || x.Overlaid || len(x.Parents())+len(x.Copied()) > 0 {
			return 0, false
		}
		for name, f := range x.Fields {
			if !p.IsStored(o, f) {
				continue // a method of all hashes
			}
			names = max(names, int64(utf8.RuneCountInString(name)))
		}
	}
	if names >= 0 {
		return names, true
	}
	return p.Choices(n)
}

// patternMax returns the length of the longest text that the pattern lets pass which an argument of an annotation or attribute
// is: in Java and C# it has to match all of a text, and in PHP some part of it.
func (p *Program) patternMax(id int32, r model.Filled) int64 {
	if r.Role != "regex" || slices.Contains(p.Sites[id].Names, "flags") {
		return graph.NoLimit
	}
	if p.Language() == model.JavaScript {
		return p.Demanded(id, r)
	}
	text, known := p.ConstantText(p.Stored(p.Argument(id, r)), 0)
	switch {
	case known && p.Language() == model.Java:
		return limit.OfWhole(syntax.Java, text)
	case known && p.Language() == model.CSharp:
		return limit.OfWhole(syntax.DotNet, text)
	case known && p.Language() == model.PHP:
		return limit.OfDelimited(text)
	}
	return graph.NoLimit
}

// sizeOf returns the largest whole number that a node was found to be, through the members of objects.
func (p *Program) sizeOf(n points.Node) (int64, bool) {
	if v, ok := p.size(n); ok {
		return v, true
	}
	return p.member(n, 0, p.Number)
}

// named returns the shape of the schema that a text names, which the program adds by that name: addSchema({ $id: 'item' }).
func (s *schemas) named(ref points.Node) *limit.Shape {
	name, ok := s.p.ConstantText(s.p.Stored(ref), 0)
	if name = strings.TrimSuffix(name, "#"); !ok || name == "" || strings.Contains(name, "#") {
		return nil
	}
	var got *limit.Shape
	found := 0
	for id := range s.p.Sites {
		c := &s.p.Sites[id]
		if c.Method != "addSchema" || len(c.Args) == 0 {
			continue
		}
		for _, o := range s.p.Points(c.Args[0]) {
			n, ok := s.p.Object(o).Fields["$id"]
			if !ok {
				continue
			}
			if text, ok := s.p.ConstantText(s.p.Stored(n), 0); ok && strings.TrimSuffix(text, "#") == name {
				got = s.shapeOf(c.Args[0])
				found++
			}
		}
	}
	if found != 1 {
		return nil
	}
	return got
}

// MaxPath bounds the names of members that are kept apart.
const MaxPath = 8

// CalledBy is shownBy for a call of a function that was made from a schema.
func (s *schemas) CalledBy(id int32, a *model.Apply, sym *graph.Sym, path []string) int64 {
	made := s.p.MadeBy(s.p.Sites[id].Callee)
	if sym.Arg != 0 || len(made) == 0 {
		return graph.NoLimit
	}
	most := int64(0)
	for _, m := range made {
		roles, exact, ok := a.Call.Match(s.p.Language(), s.p.Asked(&s.p.Sites[m]))
		if !ok || !exact {
			return graph.NoLimit
		}
		for _, r := range roles {
			if r.Role == "schema" {
				s.work = 0
				most = max(most, s.shapeOf(s.p.Argument(m, r)).At(path))
			}
		}
	}
	return most
}

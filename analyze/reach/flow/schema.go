package flow

import (
	"iter"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

// maxSchema bounds how many values and calls are looked at for one schema.
const maxSchema = 400

// bounds are what is known of the libraries that check lengths, of those that the program uses.
func (p *Program) bounds() iter.Seq[*model.Bound] {
	return func(yield func(*model.Bound) bool) {
		for i := range p.model.Bounds {
			if b := &p.model.Bounds[i]; b.Language == p.lang && p.applies(b.Origin, false) && !yield(b) {
				return
			}
		}
	}
}

// schemasOf returns a reader of the schemas of a library.
func (p *Program) schemasOf(b *model.Bound) *schemas {
	return &schemas{p: p, b: b, known: map[node]*limit.Shape{}}
}

// schemas reads schemas of one library.
type schemas struct {
	p     *Program
	b     *model.Bound
	known map[node]*limit.Shape
	work  int
}

// shapeOf returns the shape that a node stands for, nil where that is not known.
func (s *schemas) shapeOf(n node) *limit.Shape {
	n = s.p.inFrames(n)
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
			if x := s.p.object(o); (x.kind == instance || x.kind == class && s.b.Typed) && s.p.isOf(s.b, x.file, x.index) {
				all = append(all, s.p.classShape(s.b, x.file, x.index, 0))
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
	if len(all) == 0 && s.b.Written && slices.ContainsFunc(s.p.points(n), s.p.isTable) {
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
	x := p.object(o)
	return x.kind == allocated && !x.array && len(x.fields) > 0
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

// union returns the shape of a value that has one of the shapes in a list, or the one that stands in its place.
func (s *schemas) union(list node) *limit.Shape {
	if got := s.shapeOf(list); got != nil {
		return got
	}
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
		if of := p.inFrames(todo[0]); of != todo[0] {
			add(of)
			continue
		}
		for _, e := range p.in(todo[0]) {
			add(p.edge(e).from)
		}
		for _, l := range p.loadsTo(todo[0]) {
			for _, o := range p.points(p.inFrames(l.from)) {
				if f, ok := p.object(o).fields[l.field]; ok {
					add(f)
				}
				if x := p.object(o); l.field == "*" && x.kind == allocated && x.array {
					for _, name := range sortedKeys(x.fields) {
						add(x.fields[name])
					}
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

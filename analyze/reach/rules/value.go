package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/sorting"
	"snag/analyze/source/tree"
)

// CallAt returns the file and the bytes of a call.
func (p *Program) CallAt(id int32) (file, start, end int) {
	c := &p.Sites[id]
	return int(c.File), int(c.Start), int(c.End)
}

// Value is the number of a value of a program. The zero Value is none.
type Value int32

// Ref is a function of a program, by the number of its file and its number in File.Funcs.
type Ref struct{ File, Func int }

// Calling is a call of the program, or one that a library makes of a function that it was handed.
type Calling struct {
	// File and Func are the function that the call stands in, Start and End its bytes.
	File, Func int
	Start, End int32
	// Index is its number in File.Calls, -1 for a call that a library makes.
	Index int
	// Makes reports whether a constructor is called, by a call that makes an object of its class. Index is -1 then.
	Makes bool
	// Callee is what is called.
	Callee Value
	// Targets are the functions of the program that it may call, in order.
	Targets []Ref
}

// Value returns the value of a node of a file's graph.
func (p *Program) Value(file int, id graph.ID) Value { return Value(p.At(int32(file), id)) }

// Callings calls f with all calls but those of frameworks, which Entries tells.
func (p *Program) Callings(f func(c Calling)) {
	index := map[int32]int{}
	for _, ids := range p.SiteOf {
		for i, id := range ids {
			index[id] = i
		}
	}
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Entry {
			continue
		}
		x := Calling{File: int(c.File), Func: int(c.Owner), Start: c.Start, End: c.End, Index: -1, Makes: c.Making, Callee: Value(c.Callee)}
		if i, ok := index[int32(id)]; ok {
			x.Index = i
		}
		for _, o := range c.Bound {
			switch q := p.Object(o); q.Kind {
			case points.Function:
				if c.Takes == nil || c.Takes(len(p.Code[q.File].Graph.Funcs[q.Index].Params)) {
					x.Targets = append(x.Targets, Ref{int(q.File), int(q.Index)})
				}
			case points.CallMember, points.ApplyMember:
				if r := p.Object(q.Index); r.Kind == points.Function {
					x.Targets = append(x.Targets, Ref{int(r.File), int(r.Index)})
				}
			}
		}
		sorting.Stable(x.Targets, compareRefs)
		f(x)
	}
}

func compareRefs(a, b Ref) int {
	if a.File != b.File {
		return a.File - b.File
	}
	return a.Func - b.Func
}

// Functions returns the functions that a value may be.
func (p *Program) Functions(v Value) []Ref {
	var all []Ref
	for _, o := range p.Points(points.Node(v)) {
		if x := p.Object(o); x.Kind == points.Function {
			all = append(all, Ref{int(x.File), int(x.Index)})
		}
	}
	sorting.Stable(all, compareRefs)
	return all
}

// Class is a class of a program, by the number of its file and its number in File.Classes.
type Class struct{ File, Class int }

// Classes returns the classes that a value may be, or of which it may be an object.
func (p *Program) Classes(v Value) []Class {
	var all []Class
	for _, o := range p.Points(points.Node(v)) {
		if x := p.Object(o); x.Kind == points.Class || x.Kind == points.Instance {
			if c := (Class{int(x.File), int(x.Index)}); !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Bases returns what a class extends that is no class of the program, directly or not.
func (p *Program) Bases(c Class) []model.Access {
	return p.BasesOf(p.At(int32(c.File), p.Code[c.File].Graph.Classes[c.Class].Node))
}

// Names returns the names by which a value is known that comes from outside of the program.
func (p *Program) Names(v Value) []model.Access { return p.Accesses(points.Node(v)) }

// Members returns the values of the members of what a value may be, as far as the program names them, and
// calls keep with the name of each. Things from outside have none.
func (p *Program) Members(v Value, keep func(name string, member Value)) {
	p.MembersUnless(v, func(int32) bool { return false }, keep)
}

// MembersUnless is Members without the members of the objects that done is true of, which is asked of each by its number
// before keep is called with its members, and not again.
func (p *Program) MembersUnless(v Value, done func(object int32) bool, keep func(name string, member Value)) {
	for _, o := range slices.Clone(p.Points(points.Node(v))) {
		if p.Object(o).Kind == points.Outside || done(o) {
			continue
		}
		for _, name := range p.Object(o).SortedNames() {
			if name != graph.Keys {
				keep(name, Value(p.Object(o).Fields[name]))
			}
		}
	}
}

// Known reports whether all that a value may be was made by the program: nothing about it comes from outside, and
// no object of it got members under names that are not known.
func (p *Program) Known(v Value) bool {
	for _, o := range p.Points(points.Node(v)) {
		x := p.Object(o)
		if x.Kind == points.Outside || x.Fields != nil && (len(p.In(x.Written)) > 0 || len(x.Parents()) > 0) {
			return false
		}
	}
	return len(p.Points(points.Node(v))) > 0
}

// maxMakers bounds the nodes that one search for the calls behind a value looks at.
const maxMakers = 256

// Made is a call whose result a value may be, by the numbers of its file and in File.Calls.
type Made struct{ File, Index int }

// Makers returns the calls whose results a value may be, as they are and not as part of something, in the order
// in which they are met on the way back. Unless far, only variables are followed, and neither parameters nor members.
func (p *Program) Makers(v Value, far bool) []Made {
	var all []Made
	seen := map[points.Node]bool{points.Node(v): true}
	list := []points.Node{points.Node(v)}
	add := func(n points.Node) {
		if n != 0 && !seen[n] && len(list) < maxMakers {
			seen[n] = true
			list = append(list, n)
		}
	}
	for i := 0; i < len(list); i++ {
		n := list[i]
		if file, g := p.FileOf(n); g != nil && g.Kind == graph.Result {
			all = append(all, Made{int(file), int(g.Index)})
		}
		for _, e := range p.In(n) {
			if x := p.Edge(e); !x.Text && (far || x.Way == points.Within && x.Call < 0 && p.Detail(x).Rule == 0) {
				add(x.From)
			}
		}
		for _, l := range p.LoadsTo(n) {
			for _, o := range p.Points(l.From) {
				if x := p.Object(o); far && x.Fields != nil && x.Kind != points.Outside {
					add(x.Fields[l.Field])
				}
			}
		}
	}
	return all
}

// Joined returns the texts put together of parts that a value is as it is written.
func (p *Program) Joined(v Value) []Value {
	var all []Value
	for _, e := range p.In(points.Node(v)) {
		if _, n := p.FileOf(p.Edge(e).From); n != nil && n.Kind == graph.Concat {
			all = append(all, Value(p.Edge(e).From))
		}
	}
	return all
}

// Getters returns the functions that run when a member is read: load is a number in File.Loads.
func (p *Program) Getters(file, load int) []Ref {
	l := &p.Code[file].Graph.Loads[load]
	var all []Ref
	for _, o := range p.Points(p.At(int32(file), l.From)) {
		x := p.Object(o)
		n, ok := x.Fields[l.Field]
		for hops := 0; ok && hops < 8; hops++ {
			next := points.Node(0)
			for _, e := range p.In(n) {
				from := p.Edge(e).From
				if f, g := p.FileOf(from); g != nil && g.Kind == graph.Return {
					all = append(all, Ref{int(f), int(g.Index)})
				} else if g == nil {
					next = from // the member of a base
				}
			}
			n, ok = next, next != 0
		}
	}
	return all
}

// Call returns a call of a file as rules look at it.
func (p *Program) Call(file, index int) model.Call { return p.Asked(&p.Sites[p.SiteOf[file][index]]) }

// Targets returns the functions of the program that a call of a file may call, those of constructors among them.
func (p *Program) Targets(file, index int) []Ref {
	c := &p.Sites[p.SiteOf[file][index]]
	var all []Ref
	for _, o := range c.Bound {
		switch x := p.Object(o); x.Kind {
		case points.Function:
			all = append(all, Ref{int(x.File), int(x.Index)})
		}
	}
	sorting.Stable(all, compareRefs)
	return all
}

// CallSite is a call in the source.
type CallSite struct {
	Name       string
	Start, End int
	Args       []CallArg
}

// CallArg is what a call is handed: Number 0 is what it is a method of. Value is for [Program.Sources].
type CallArg struct {
	Number int
	Value  int32
}

// CallsIn returns the calls whose names begin between two offsets of a file, in order.
func (p *Program) CallsIn(file, start, end int) []CallSite {
	var all []CallSite
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || int(c.File) != file || int(c.At) < start || int(c.At) >= end {
			continue
		}
		site := CallSite{Name: cmp.Or(c.Method, "a function"), Start: int(c.At), End: int(c.End)}
		add := func(number int, n points.Node) {
			if _, g := p.FileOf(n); g == nil || g.Kind != graph.Function && g.Kind != graph.Pattern && g.Kind != graph.Module && g.Kind != graph.Global {
				site.Args = append(site.Args, CallArg{number, n})
			}
		}
		if c.Receiver != 0 && p.isText(c) {
			add(0, c.Receiver)
		}
		for i, n := range c.Args {
			if n != 0 {
				add(i+1, n)
			}
		}
		all = append(all, site)
	}
	sorting.Stable(all, func(a, b CallSite) int { return a.Start - b.Start })
	return all
}

// isText reports whether a call is one of a method of texts, as far as is known, rather than of an object.
func (p *Program) isText(c *points.Site) bool {
	for _, rule := range c.Ruled {
		if rule != "builtin" {
			return true
		}
	}
	return false
}

// enums are the classes of Python whose own classes are called for the one of a few values that is the argument.
var enums = []string{"enum.Enum", "enum.StrEnum", "str"}

// EnumMax returns how long a text is at most for which a call returns that makes a member of an enum of Python out of its
// value: such a class may have no method that finds others, and no base that is not known.
func (p *Program) EnumMax(c *points.Site) int64 {
	most := int64(-1)
	for _, o := range c.Bound {
		x := p.Object(o)
		if x.Kind != points.Class || len(c.Args) != 1 {
			return graph.NoLimit
		}
		most = max(most, p.enumTexts(x))
	}
	if most < 0 {
		return graph.NoLimit
	}
	return most
}

// enumTexts returns the length of the longest text that is a value of such a class or an object of it, -1 for one without.
func (p *Program) enumTexts(x *points.Object) int64 {
	most, isEnum := int64(-1), false
	for _, at := range p.Ancestry(x.File, x.Index) {
		class := &p.Code[at[0]].Graph.Classes[at[1]]
		for _, b := range class.Bases {
			for _, o := range p.Points(p.At(at[0], b)) {
				base := p.Object(o)
				name := base.Name.String()
				if base.Kind != points.Class && (base.Kind != points.Outside || !slices.Contains(enums, name)) {
					return graph.NoLimit
				}
				isEnum = isEnum || strings.HasPrefix(name, "enum.")
			}
			if len(p.Points(p.At(at[0], b))) == 0 {
				return graph.NoLimit
			}
		}
		for _, m := range class.Tree.Members {
			switch {
			case m.Func != nil && !slices.Contains([]string{"_missing_", "__new__", "__init__", "__eq__", "__hash__", "_generate_next_value_"}, m.Name):
			case m.Func == nil && m.Value != nil && m.Value.Op == tree.String:
				most = max(most, int64(utf8.RuneCountInString(m.Value.Text)))
			case m.Func == nil && m.Value != nil && m.Value.Op == tree.Number:
			default:
				return graph.NoLimit
			}
		}
		if len(class.Decorators) > 0 || x.Fields["_missing_"] != 0 || slices.ContainsFunc(p.Code[at[0]].Graph.Calls, func(c graph.Call) bool {
			return strings.Contains(c.Method, "extend") || (c.Method == "vars" || c.Method == "locals") && class.Tree.Start <= c.Start && c.Start < class.Tree.End
		}) {
			return graph.NoLimit
		}
	}
	if !isEnum {
		return graph.NoLimit
	}
	return most
}

// ValueMax returns how long the value or name is at most of an object that an enumeration of Python is called for, or that is
// asked for by its name, which has these of its members alone.
func (p *Program) ValueMax(o int32, path []string) (most int64, ok bool) {
	x := p.Object(o)
	if p.Language() != model.Python || x.Kind != points.Instance && (x.Kind != points.Class || path[0] != "*") {
		return 0, false
	}
	if x.Kind == points.Class {
		path = path[1:]
	}
	if len(path) != 1 || path[0] != "value" && path[0] != "name" {
		return 0, false
	}
	most = p.enumTexts(x)
	for _, c := range p.Ancestry(x.File, x.Index) {
		for _, m := range p.Code[c[0]].Graph.Classes[c[1]].Tree.Members {
			if m.Name == path[0] {
				return 0, false
			}
			most = max(most, int64(len(m.Name)))
		}
	}
	return most, most < graph.NoLimit && p.RemadeBy(x, path[0]) == "" && !slices.ContainsFunc(p.Code, func(c points.Source) bool {
		return slices.ContainsFunc(c.Graph.Stores, func(s graph.Store) bool { return s.Field == "_value_" || s.Field == "_name_" })
	})
}

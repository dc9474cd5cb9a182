package flow

import (
	"cmp"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/sorting"
)

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
func (p *Program) Value(file int, id graph.ID) Value { return Value(p.at(int32(file), id)) }

// Callings calls f with all calls but those of frameworks, which Entries tells.
func (p *Program) Callings(f func(c Calling)) {
	index := map[int32]int{}
	for _, ids := range p.callOf {
		for i, id := range ids {
			index[id] = i
		}
	}
	for id := range p.calls {
		c := &p.calls[id]
		if c.entry {
			continue
		}
		x := Calling{File: int(c.file), Func: int(c.owner), Start: c.Start, End: c.End, Index: -1, Makes: c.making, Callee: Value(c.callee)}
		if i, ok := index[int32(id)]; ok {
			x.Index = i
		}
		for _, o := range c.bound {
			switch q := p.object(o); q.kind {
			case function:
				if c.takes == nil || c.takes(len(p.sources[q.file].Graph.Funcs[q.index].Params)) {
					x.Targets = append(x.Targets, Ref{int(q.file), int(q.index)})
				}
			case callOf, applyOf:
				if r := p.object(q.index); r.kind == function {
					x.Targets = append(x.Targets, Ref{int(r.file), int(r.index)})
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
	for _, o := range p.points(node(v)) {
		if x := p.object(o); x.kind == function {
			all = append(all, Ref{int(x.file), int(x.index)})
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
	for _, o := range p.points(node(v)) {
		if x := p.object(o); x.kind == class || x.kind == instance {
			if c := (Class{int(x.file), int(x.index)}); !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Bases returns what a class extends that is no class of the program, directly or not.
func (p *Program) Bases(c Class) []model.Access {
	return p.bases(p.at(int32(c.File), p.sources[c.File].Graph.Classes[c.Class].Node))
}

// Names returns the names by which a value is known that comes from outside of the program.
func (p *Program) Names(v Value) []model.Access { return p.accesses2(node(v)) }

// Members returns the values of the members of what a value may be, as far as the program names them, and
// calls keep with the name of each. Things from outside have none.
func (p *Program) Members(v Value, keep func(name string, member Value)) {
	for _, o := range slices.Clone(p.points(node(v))) {
		if p.object(o).kind == access {
			continue
		}
		for _, name := range p.object(o).sortedNames() {
			keep(name, Value(p.object(o).fields[name]))
		}
	}
}

// sortedNames returns the names of the members in order. The caller leaves the list as it is.
func (x *object) sortedNames() []string {
	if len(x.names) != len(x.fields) { // members are added, and never removed
		x.names = sortedKeys(x.fields)
	}
	return x.names
}

// Known reports whether all that a value may be was made by the program: nothing about it comes from outside, and
// no object of it got members under names that are not known.
func (p *Program) Known(v Value) bool {
	for _, o := range p.points(node(v)) {
		x := p.object(o)
		if x.kind == access || x.fields != nil && (len(p.in(x.written)) > 0 || len(x.parents) > 0) {
			return false
		}
	}
	return len(p.points(node(v))) > 0
}

// maxMakers bounds the nodes that one search for the calls behind a value looks at.
const maxMakers = 256

// Made is a call whose result a value may be, by the numbers of its file and in File.Calls.
type Made struct{ File, Index int }

// Makers returns the calls whose results a value may be, as they are and not as part of something, in the order
// in which they are met on the way back. Unless far, only variables are followed, and neither parameters nor members.
func (p *Program) Makers(v Value, far bool) []Made {
	var all []Made
	seen := map[node]bool{node(v): true}
	list := []node{node(v)}
	add := func(n node) {
		if n != 0 && !seen[n] && len(list) < maxMakers {
			seen[n] = true
			list = append(list, n)
		}
	}
	for i := 0; i < len(list); i++ {
		n := list[i]
		if file, g := p.fileOf(n); g != nil && g.Kind == graph.Result {
			all = append(all, Made{int(file), int(g.Index)})
		}
		for _, e := range p.in(n) {
			if x := p.edge(e); !x.text && (far || x.way == within && x.call < 0 && p.detail(x).rule == 0) {
				add(x.from)
			}
		}
		for _, l := range p.loadsTo(n) {
			for _, o := range p.points(l.from) {
				if x := p.object(o); far && x.fields != nil && x.kind != access {
					add(x.fields[l.field])
				}
			}
		}
	}
	return all
}

// Joined returns the texts put together of parts that a value is as it is written.
func (p *Program) Joined(v Value) []Value {
	var all []Value
	for _, e := range p.in(node(v)) {
		if _, n := p.fileOf(p.edge(e).from); n != nil && n.Kind == graph.Concat {
			all = append(all, Value(p.edge(e).from))
		}
	}
	return all
}

// Getters returns the functions that run when a member is read: load is a number in File.Loads.
func (p *Program) Getters(file, load int) []Ref {
	l := &p.sources[file].Graph.Loads[load]
	var all []Ref
	for _, o := range p.points(p.at(int32(file), l.From)) {
		x := p.object(o)
		n, ok := x.fields[l.Field]
		for hops := 0; ok && hops < 8; hops++ {
			next := node(0)
			for _, e := range p.in(n) {
				from := p.edge(e).from
				if f, g := p.fileOf(from); g != nil && g.Kind == graph.Return {
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

// Limited says why values were not followed to the end, "" where they were.
func (p *Program) Limited() string { return p.limited }

// Call returns a call of a file as rules look at it.
func (p *Program) Call(file, index int) model.Call { return p.asked(&p.calls[p.callOf[file][index]]) }

// Targets returns the functions of the program that a call of a file may call, those of constructors among them.
func (p *Program) Targets(file, index int) []Ref {
	c := &p.calls[p.callOf[file][index]]
	var all []Ref
	for _, o := range c.bound {
		switch x := p.object(o); x.kind {
		case function:
			all = append(all, Ref{int(x.file), int(x.index)})
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
	for id := range p.calls {
		c := &p.calls[id]
		if c.made || int(c.file) != file || int(c.At) < start || int(c.At) >= end {
			continue
		}
		site := CallSite{Name: cmp.Or(c.Method, "a function"), Start: int(c.At), End: int(c.End)}
		add := func(number int, n node) {
			if _, g := p.fileOf(n); g == nil || g.Kind != graph.Function && g.Kind != graph.Pattern && g.Kind != graph.Module && g.Kind != graph.Global {
				site.Args = append(site.Args, CallArg{number, n})
			}
		}
		if c.receiver != 0 && p.isText(c) {
			add(0, c.receiver)
		}
		for i, n := range c.args {
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
func (p *Program) isText(c *call) bool {
	for _, rule := range c.ruled {
		if rule != "builtin" {
			return true
		}
	}
	return false
}

package points

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// Filled is a member of an object that a call of its class sets, which has no constructor: the argument, the member, the
// class as an object, and the name.
type Filled struct {
	From, To Node
	Class    int32
	Name     string
}

// Typed gives a node what its declared type says: the objects of a class of the program, or the name of one
// from outside.
func (p *Program) Typed(file int32, kind graph.ID, at Node) {
	if kind == 0 {
		return
	}
	n := p.At(file, kind)
	p.inheritsType(n, at)
	names := p.Accesses(n)
	if p.isInterface(n) {
		names = p.BasesOf(n)
	}
	for _, a := range names {
		p.Root(at, model.Access{Root: model.Root{Kind: model.Typed, Name: a.Last()}})
	}
}

// isInterface reports whether a type is an interface of TypeScript.
func (p *Program) isInterface(kind Node) bool {
	return slices.ContainsFunc(p.Points(kind), func(o int32) bool {
		x := p.Object(o)
		return x.Kind == Class && p.Code[x.File].Graph.Classes[x.Index].Tree.Interface
	})
}

// inheritsType makes a node an object of the classes that its type may be.
func (p *Program) inheritsType(kind, at Node) {
	for _, o := range p.Points(kind) {
		if x := p.Object(o); x.Kind == Class {
			if !p.Code[x.File].Graph.Classes[x.Index].Tree.Interface {
				p.Link(Edge{From: p.InstanceOf(o), To: at, Cap: graph.Free, Call: -1})
			}
			if all := p.extending(o); len(all) <= maxExtending {
				for _, heir := range all {
					p.Link(Edge{From: p.InstanceOf(heir), To: at, Cap: graph.Free, Call: -1})
				}
			}
		}
	}
}

// maxHeld is how many classes may extend what the elements of a list are declared to be.
const maxHeld = 24

// TypedElements gives a list, or a table by its values, objects of all classes that extend the one of the program which its type
// says that it holds, as a container does.
func (p *Program) TypedElements(file int32, held []graph.HeldType, at Node) {
	if len(held) == 0 || held[len(held)-1].Type == 0 {
		return
	}
	for _, o := range p.Points(p.At(file, held[len(held)-1].Type)) {
		if heirs := p.extending(o); p.Object(o).Kind == Class && len(heirs) > 0 && len(heirs) <= maxHeld {
			list := p.NewNode()
			p.make(list, Object{Kind: Allocated, File: -1, Index: list})
			for _, heir := range heirs {
				p.AddStore(p.InstanceOf(heir), list, "*")
			}
			p.Link(Edge{From: list, To: at, Cap: graph.Free, Call: -1})
		}
	}
}

// HandToProperties lets properties of Python see what they are read of: a value that is declared to be an object of their class
// may have members that no code sets, as what a request sends has.
func (p *Program) HandToProperties() {
	if p.lang != model.Python {
		return
	}
	properties := map[string][][2]int32{} // by their names
	for file := range p.Code {
		for i := range p.Code[file].Graph.Funcs {
			if f := &p.Code[file].Graph.Funcs[i]; f.Class >= 0 && f.Tree.Kind == tree.Getter {
				properties[f.Tree.Name] = append(properties[f.Tree.Name], [2]int32{int32(file), int32(i)})
			}
		}
	}
	for file := range p.Code {
		for _, l := range p.Code[file].Graph.Loads {
			from := p.At(int32(file), l.From)
			for _, at := range properties[l.Field] {
				f := &p.Code[at[0]].Graph.Funcs[at[1]]
				if slices.ContainsFunc(p.Points(from), func(o int32) bool {
					x := p.Object(o)
					return x.Kind == Instance && slices.Contains(p.Ancestry(x.File, x.Index), [2]int32{at[0], f.Class})
				}) {
					p.Link(Edge{From: from, To: p.At(at[0], f.Self), Cap: graph.Free, Call: -1})
				}
			}
		}
	}
}

// maxExtending is how many classes may extend a type for a value of the type to be taken for an object of one of them.
const maxExtending = 3

// extending returns the classes that extend one, directly or not, in languages whose objects are handed to others by the
// types that these declare.
func (p *Program) extending(o int32) []int32 {
	if p.lang == model.Ruby {
		return nil
	}
	if p.derived == nil {
		p.derived = map[int32][]int32{}
		if p.lang == model.Go {
			p.implement()
			return p.derived[o]
		}
		for file := range p.Code {
			for i := range p.Code[file].Graph.Classes {
				heir := p.Origin[p.At(int32(file), p.Code[file].Graph.Classes[i].Node)]
				for _, c := range p.Ancestry(int32(file), int32(i))[1:] {
					base := p.Origin[p.At(c[0], p.Code[c[0]].Graph.Classes[c[1]].Node)]
					p.derived[base] = append(p.derived[base], heir)
				}
			}
		}
	}
	return p.derived[o]
}

// IsOverridden reports whether a class that extends one has a member of its own by a name.
func (p *Program) IsOverridden(file, index int32, name string) bool {
	class := p.Origin[p.At(file, p.Code[file].Graph.Classes[index].Node)]
	return slices.ContainsFunc(p.extending(class), func(heir int32) bool {
		x := p.Object(heir)
		return slices.ContainsFunc(p.Code[x.File].Graph.Classes[x.Index].Tree.Members, func(m tree.Field) bool { return m.Name == name && !m.Static })
	})
}

// IsSaidOnce reports whether a member is read of what a method of Java, Kotlin or C# runs on, and its class says it once and for
// all: whoever has such an object, it is that.
func (p *Program) IsSaidOnce(l LoadOf) bool {
	_, g := p.FileOf(l.From)
	if g == nil || g.Kind != graph.Self || p.lang != model.Java && p.lang != model.CSharp {
		return false
	}
	once := false
	for _, o := range p.Points(p.InFrame(l.From)) {
		x := p.Object(o)
		if x.Kind != Instance {
			continue
		}
		if p.IsOverridden(x.File, x.Index, l.Field) {
			return false
		}
		once = once || slices.ContainsFunc(p.Code[x.File].Graph.Classes[x.Index].Tree.Members, func(m tree.Field) bool {
			return m.Name == l.Field && m.Constant && m.Value != nil
		})
	}
	return once
}

// Getter returns the member that a method of a class returns and does nothing else, "" for none.
func (p *Program) Getter(file, index int32, method string) string {
	for i := range p.Code[file].Graph.Funcs {
		if f := &p.Code[file].Graph.Funcs[i]; f.Class == index && f.Tree.Name == method {
			return p.reads(file, f)
		}
	}
	return ""
}

// reads returns the member of its object that a function without parameters returns and does nothing else, "" for none.
func (p *Program) reads(file int32, f *graph.Func) string {
	in := p.In(p.At(file, f.Ret))
	if len(f.Params) > 0 || len(in) != 1 {
		return ""
	}
	from := p.Edge(in[0]).From
	loads := p.LoadsTo(from)
	if len(loads) != 1 || loads[0].From != p.At(file, f.Self) || slices.ContainsFunc(p.In(from), func(e int32) bool { return p.Edge(e).Way == Within }) {
		return ""
	}
	return loads[0].Field
}

// IsGetter reports whether a class of a program in Java has a method of a name that is a Getter. It is asked of a program that is
// known as a whole.
func (p *Program) IsGetter(method string) bool {
	if p.getters == nil && p.lang == model.Java {
		p.getters = map[string]bool{}
		for file := range p.Code {
			for i := range p.Code[file].Graph.Funcs {
				if f := &p.Code[file].Graph.Funcs[i]; f.Class >= 0 && p.reads(int32(file), f) != "" {
					p.getters[f.Tree.Name] = true
				}
			}
		}
	}
	return p.getters[method]
}

// BasesOf returns what a class extends, from outside, directly or not.
func (p *Program) BasesOf(n Node) []model.Access {
	var all []model.Access
	seen := map[int32]bool{}
	for todo := []Node{n}; len(todo) > 0; todo = todo[1:] {
		for _, o := range p.Points(todo[0]) {
			if seen[o] {
				continue
			}
			seen[o] = true
			switch x := p.Object(o); x.Kind {
			case Outside:
				all = append(all, x.Name)
			case Class:
				for _, b := range p.Code[x.File].Graph.Classes[x.Index].Bases {
					todo = append(todo, p.At(x.File, b))
				}
			}
		}
	}
	return all
}

// Ancestry returns a class and those of the program that it extends, by file and number.
func (p *Program) Ancestry(file, index int32) [][2]int32 {
	return p.Ancestors(file, index, func(Node) bool { return true })
}

// Ancestors is ancestry by the bases alone that may be followed.
func (p *Program) Ancestors(file, index int32, follow func(base Node) bool) [][2]int32 {
	all := [][2]int32{{file, index}}
	for i := 0; i < len(all) && len(all) < 32; i++ {
		g := p.Code[all[i][0]].Graph
		for _, b := range g.Classes[all[i][1]].Bases {
			if !follow(p.At(all[i][0], b)) {
				continue
			}
			for _, o := range p.Points(p.At(all[i][0], b)) {
				if x := p.Object(o); x.Kind == Class && !slices.Contains(all, [2]int32{x.File, x.Index}) {
					all = append(all, [2]int32{x.File, x.Index})
				}
			}
		}
	}
	return all
}

// IsOf reports whether a class extends one of those that a library checks.
func (p *Program) IsOf(b *model.Bound, file, index int32) bool {
	bases := p.BasesOf(p.At(file, p.Code[file].Graph.Classes[index].Node))
	return slices.ContainsFunc(b.Bases, func(q *model.Pattern) bool {
		return slices.ContainsFunc(bases, func(a model.Access) bool { _, ok := q.Match(p.lang, a); return ok })
	})
}

// InstanceOf returns the node of the objects of a class.
func (p *Program) InstanceOf(o int32) Node {
	x := p.Object(o)
	return p.At(x.File, p.Code[x.File].Graph.Classes[x.Index].Instance)
}

// MayLack reports whether a node is a member in which an object of a class, or of a function that makes objects, may have no
// number: one that is set to null somewhere or, where the language lets code read what was not set, that nothing sets
// whenever such an object is made.
func (p *Program) MayLack(n Node) bool {
	for _, l := range p.LoadsTo(n) {
		for _, o := range p.Points(p.InFrame(l.From)) {
			x := p.Object(o)
			var above [][2]int32
			switch x.Kind {
			case Prototype:
				by := p.Object(x.Index)
				if by.Kind == Function && !slices.Contains(p.Code[by.File].Graph.Funcs[by.Index].Sets, l.Field) {
					return true
				}
			case Instance:
				if above = p.Ancestry(x.File, x.Index); p.isUnset(above, l.Field) {
					return true
				}
			default:
				continue
			}
			if p.isBlank(o, above, l.Field) {
				return true
			}
		}
	}
	return false
}

// isBlank reports whether a member of an object, or of those of the classes that its class extends, is set to what is no number.
func (p *Program) isBlank(o int32, above [][2]int32, field string) bool {
	for i := range p.Code {
		for _, b := range p.Code[i].Graph.Blanks {
			if b.Field == field && slices.ContainsFunc(p.Points(p.At(int32(i), b.Object)), func(of int32) bool {
				x := p.Object(of)
				return of == o || x.Kind == Instance && slices.Contains(above, [2]int32{x.File, x.Index})
			}) {
				return true
			}
		}
	}
	return false
}

// isUnset reports whether none of some classes, which extend each other, sets a member whenever an object is made. In Java and
// Python what was not set cannot be read, and is 0 in C# but for a type that has null.
func (p *Program) isUnset(classes [][2]int32, field string) bool {
	unset := p.lang == model.JavaScript || p.lang == model.PHP || p.lang == model.Ruby
	for _, c := range classes {
		g := p.Code[c[0]].Graph
		made, set := false, true
		for i := range g.Funcs {
			if f := &g.Funcs[i]; f.Class == c[1] && f.Tree.Kind == tree.Constructor && !f.Tree.Static {
				made, set = true, set && slices.Contains(f.Sets, field)
			}
		}
		if made && set {
			return false
		}
		for _, m := range g.Classes[c[1]].Tree.Members {
			switch {
			case m.Func != nil || m.Name != field:
			case m.Value != nil:
				return false
			case p.lang == model.CSharp && m.Type != nil:
				unset = m.Type.Maybe || m.Type.Text == "Nullable"
			}
		}
	}
	return unset
}

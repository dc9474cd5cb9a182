package points

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// InheritCalls links what is called by its name alone to the methods that the class of the code has of others, in languages
// in which a class calls its own methods so: those of what it extends or includes, or else, in Ruby, those of a module
// that the program may make part of it anywhere, if hardly another has that name.
func (p *Program) InheritCalls() {
	if p.lang != model.Ruby && p.lang != model.Java && p.lang != model.CSharp {
		return
	}
	var modules map[string][][2]int32
	above := map[[2]int32][][2]int32{}
	var heirs map[[2]int32][][2]int32
	if p.lang == model.Ruby {
		heirs = p.heirsOf()
	}
	for id := range p.Sites {
		if heirs != nil && p.callHeirs(heirs, p.Sites[id]) {
			continue
		}
		c := &p.Sites[id]
		name, ok := p.calledAlone(c)
		if !ok {
			continue
		}
		class := p.ClassAround(c.File, c.Owner)
		var found [][2]int32
		if class >= 0 {
			key := [2]int32{c.File, class}
			if _, known := above[key]; !known {
				above[key] = p.Ancestry(c.File, class)
			}
			if found = p.MethodsNamed(above[key], name); len(found) == 0 {
				found = p.promisedIn(above[key], name, len(c.Args))
			}
		}
		if len(found) == 0 && p.lang == model.Ruby && !p.model.Fits(p.lang, p.model.Widened(p.lang, p.Asked(c))) {
			if modules == nil {
				modules = p.mixins()
			}
			if found = modules[name]; len(found) > mostNamed {
				continue
			}
		}
		for _, f := range found {
			g := p.Code[f[0]].Graph
			p.Link(Edge{From: p.At(f[0], g.Funcs[f[1]].Node), To: c.Callee, Cap: graph.Free, Call: -1, Possible: len(found) > 1})
			if own := p.Code[c.File].Graph.Funcs[c.Owner].Self; own != 0 && class >= 0 {
				p.Link(Edge{From: p.At(c.File, own), To: p.At(f[0], g.Funcs[f[1]].Self), Cap: graph.Free, Call: int32(id), Way: Enters})
			}
		}
	}
}

// callHeirs lets a call of Ruby that names a method alone, which is one of self, call those of the classes that extend the one
// of the code, where self may be an object of such a class. It reports whether no other method is known for the name.
func (p *Program) callHeirs(heirs map[[2]int32][][2]int32, c Site) bool {
	name, alone := p.calledAlone(&c)
	for _, o := range p.Points(c.Callee) {
		if x := p.Object(o); !alone && c.Method == "" && x.Kind == Function && x.File == c.File {
			name = p.Code[x.File].Graph.Funcs[x.Index].Tree.Name
		}
	}
	class := p.ClassAround(c.File, c.Owner)
	all := heirs[[2]int32{c.File, class}]
	if name == "" || class < 0 || p.Code[c.File].Graph.Funcs[c.Owner].Tree.Static || !slices.ContainsFunc(all, func(heir [2]int32) bool {
		return p.MethodsNamed([][2]int32{heir}, name) != nil
	}) {
		return false
	}
	c.Receiver, c.Callee = p.At(c.File, p.Code[c.File].Graph.Funcs[c.Owner].Self), p.NewNode()
	p.AddLoad(c.Receiver, c.Callee, name)
	p.Watch(c)
	return alone && p.MethodsNamed(p.Ancestry(c.File, class), name) == nil
}

// heirsOf returns the classes that extend each class.
func (p *Program) heirsOf() map[[2]int32][][2]int32 {
	heirs := map[[2]int32][][2]int32{}
	for file := range p.Code {
		for i := range p.Code[file].Graph.Classes {
			for _, base := range p.Ancestry(int32(file), int32(i))[1:] {
				heirs[base] = append(heirs[base], [2]int32{int32(file), int32(i)})
			}
		}
	}
	return heirs
}

// InheritMembers lets names that nothing in sight declares mean the fields and properties that their class has of those that it
// extends.
func (p *Program) InheritMembers() {
	for file := range p.Code {
		for _, m := range p.Code[file].Graph.Inherited {
			at := int32(file)
			if slices.ContainsFunc(p.Ancestry(at, m.Class)[1:], func(c [2]int32) bool {
				return slices.ContainsFunc(p.Code[c[0]].Graph.Classes[c[1]].Tree.Members, func(of tree.Field) bool {
					return of.Name == m.Field && (of.Func == nil || of.Func.Kind == tree.Getter)
				})
			}) {
				p.AddLoad(p.At(at, m.From), p.At(at, m.To), m.Field)
			}
		}
	}
}

// maxHeirs is how many classes may extend one for what its methods are called on to be taken for an object of each.
const maxHeirs = 8

// HandToHeirs lets the methods of a class of Python or PHP that no code is seen to call see, as what they are called on, objects
// of the classes that extend it and have no such method of their own.
func (p *Program) HandToHeirs() {
	if p.lang != model.Python && p.lang != model.PHP {
		return
	}
	heirs := p.heirsOf()
	for file := range p.Code {
		for i := range p.Code[file].Graph.Funcs {
			f := &p.Code[file].Graph.Funcs[i]
			all, self := heirs[[2]int32{int32(file), f.Class}], p.At(int32(file), f.Self)
			if f.Class < 0 || f.Tree.Static || len(all) == 0 || len(all) > maxHeirs || p.isCalledOn(self) {
				continue
			}
			for _, heir := range all {
				g := p.Code[heir[0]].Graph
				if !slices.ContainsFunc(g.Classes[heir[1]].Tree.Members, func(m tree.Field) bool { return m.Func != nil && m.Name == f.Tree.Name }) {
					p.Link(Edge{From: p.At(heir[0], g.Classes[heir[1]].Instance), To: self, Cap: graph.Free, Call: -1})
				}
			}
		}
	}
}

// isCalledOn reports whether code of the program calls a method on something, which is the node.
func (p *Program) isCalledOn(self Node) bool {
	return slices.ContainsFunc(p.In(self), func(id int32) bool {
		e := p.Edge(id)
		return e.Way == Enters && !p.Sites[e.Call].Entry
	})
}

// calledAlone returns the name of what a call calls by its name alone, of which no function is known.
func (p *Program) calledAlone(c *Site) (name string, ok bool) {
	_, callee := p.FileOf(c.Callee)
	if c.Made || callee == nil || slices.ContainsFunc(p.Points(c.Callee), func(o int32) bool { return p.Object(o).Kind == Function }) {
		return "", false
	}
	if callee.Kind == graph.Global {
		return callee.Name, true
	}
	// A block in the body of a class of Ruby may run as if it stood in a method.
	_, of := p.FileOf(c.Receiver)
	return c.Method, p.lang == model.Ruby && of != nil && (of.Kind == graph.Self || of.Kind == graph.Class)
}

// ClassAround returns the class in whose methods or body the code of a function stands, -1 for none.
func (p *Program) ClassAround(file, fn int32) int32 {
	g := p.Code[file].Graph
	if fn < 0 || int(fn) >= len(g.Funcs) {
		return -1
	}
	for at := fn; at >= 0; at = g.Funcs[at].Parent {
		if g.Funcs[at].Class >= 0 {
			return g.Funcs[at].Class
		}
	}
	class, f := int32(-1), g.Funcs[fn].Tree
	for i := range g.Classes {
		if c := g.Classes[i].Tree; c.Start < f.Start && f.End <= c.End && (class < 0 || c.Start > g.Classes[class].Tree.Start) {
			class = int32(i)
		}
	}
	return class
}

// MethodsNamed returns the methods of a name that the first of some classes has which has one.
func (p *Program) MethodsNamed(classes [][2]int32, name string) (found [][2]int32) {
	for _, c := range classes {
		for i := range p.Code[c[0]].Graph.Funcs {
			if f := &p.Code[c[0]].Graph.Funcs[i]; f.Class == c[1] && f.Tree.Name == name && !f.Abstract {
				found = append(found, [2]int32{c[0], int32(i)})
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// promisedIn returns the methods that others have in the place of one without code that one of some classes has.
func (p *Program) promisedIn(classes [][2]int32, name string, params int) (all [][2]int32) {
	for _, c := range classes {
		of := &p.Code[c[0]].Graph.Classes[c[1]]
		if !slices.ContainsFunc(of.Promises, func(m graph.FieldType) bool { return m.Field == name }) {
			continue
		}
		for _, heir := range p.extending(p.Origin[p.At(c[0], of.Node)]) {
			x := p.Object(heir)
			for i := range p.Code[x.File].Graph.Funcs {
				if f := &p.Code[x.File].Graph.Funcs[i]; f.Class == x.Index && f.Tree.Name == name && !f.Abstract && len(f.Params) == params && len(all) < maxThings {
					all = append(all, [2]int32{x.File, int32(i)})
				}
			}
		}
		break
	}
	return all
}

// Implementing returns the methods that classes have in the place of one without code, by file and number.
func (p *Program) Implementing(file, index int32) (all [][2]int32) {
	f := &p.Code[file].Graph.Funcs[index]
	for _, heir := range p.extending(p.Origin[p.At(file, p.Code[file].Graph.Classes[f.Class].Node)]) {
		x := p.Object(heir)
		var same, others [][2]int32 // of the same types, as far as these are written
		for i := range p.Code[x.File].Graph.Funcs {
			o := &p.Code[x.File].Graph.Funcs[i]
			if o.Class != x.Index || o.Abstract || o.Tree.Static || o.Tree.Kind != tree.Method || o.Tree.Name != f.Tree.Name || len(o.Params) != len(f.Params) {
				continue
			}
			at := [2]int32{x.File, int32(i)}
			if others = append(others, at); slices.EqualFunc(o.Tree.Params, f.Tree.Params, func(a, b tree.Param) bool {
				return a.Type == nil || b.Type == nil || a.Type.Text == b.Type.Text
			}) {
				same = append(same, at)
			}
		}
		if len(same) == 0 {
			same = others
		}
		all = append(all, same...)
	}
	return all
}

// getNamed gives a node the methods of an object of a class, or of the class, and the functions of a module, of which a part of
// the name is worked out.
func (p *Program) getNamed(o int32, name string, to Node) {
	before, behind, _ := strings.Cut(name, graph.WorkedOut)
	get := func(name string) {
		if len(name) > len(before)+len(behind) && strings.HasPrefix(name, before) && strings.HasSuffix(name, behind) {
			p.Link(Edge{From: p.Field(o, name), To: to, Cap: graph.Free, Call: -1})
		}
	}
	switch x := p.Object(o); x.Kind {
	case Instance, Class:
		for _, m := range p.Code[x.File].Graph.Classes[x.Index].Tree.Members {
			if m.Func != nil {
				get(m.Name)
			}
		}
	case Exports:
		for _, name := range SortedKeys(p.Code[x.File].Graph.Names) {
			get(name)
		}
	}
	for _, parent := range p.Object(o).Parents() {
		p.handDown(parent, o, name, to)
	}
}

// mixins returns the methods of modules by their names.
func (p *Program) mixins() map[string][][2]int32 {
	all := map[string][][2]int32{}
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Funcs {
			if f := &g.Funcs[i]; f.Class >= 0 && g.Classes[f.Class].Tree.Module && !f.Tree.Static {
				all[f.Tree.Name] = append(all[f.Tree.Name], [2]int32{int32(file), int32(i)})
			}
		}
	}
	return all
}

// isOverridden reports whether a constructor is that of another class than the one of an instance, which has its own.
func (p *Program) isOverridden(instance Node, constructor *Object) bool {
	made := p.Object(p.Origin[instance])
	f := &p.Code[constructor.File].Graph.Funcs[constructor.Index]
	if f.Class < 0 || constructor.File == made.File && f.Class == made.Index {
		return false
	}
	return slices.ContainsFunc(p.Code[made.File].Graph.Classes[made.Index].Tree.Members, func(m tree.Field) bool {
		return m.Func != nil && !m.Func.Static && (m.Func.Kind == tree.Constructor || slices.Contains(ConstructorNames, m.Name))
	})
}

// isOfSameClass reports whether a method is one of the class in which a call stands.
func (p *Program) isOfSameClass(c *Site, method *Object) bool {
	if c.Owner < 0 || c.File != method.File {
		return false
	}
	funcs := p.Code[c.File].Graph.Funcs
	return funcs[method.Index].Class >= 0 && funcs[method.Index].Class == funcs[c.Owner].Class
}

// isUnbound reports whether a call of Python hands a method of a class the object that it is called on, as in
// Base.__init__(self, s), or in self.table[name](self) where the table has Base.check.
func (p *Program) isUnbound(c *Site, method *Object) bool {
	if p.lang != model.Python || c.Owner < 0 || len(c.Args) == 0 || c.Args[0] == 0 || c.Names[0] != "" || c.Spread[0] {
		return false
	}
	f := &p.Code[method.File].Graph.Funcs[method.Index]
	if f.Class < 0 || f.Tree.Static {
		return false
	}
	on := p.Points(c.Receiver)
	if len(c.Args) > len(f.Params) && len(on) > 0 && !slices.ContainsFunc(f.Tree.Params, func(a tree.Param) bool { return a.Rest }) {
		return !slices.ContainsFunc(on, func(o int32) bool { k := p.Object(o).Kind; return k != Allocated && k != Class })
	}
	return c.Args[0] == p.At(c.File, p.Code[c.File].Graph.Funcs[c.Owner].Self) &&
		slices.ContainsFunc(on, func(o int32) bool { return p.Object(o).Kind == Class })
}

// ModelAttributes hands what the objects of models are made with to the methods that read it by the names of attributes:
// validate :city_is_clean. Those that a model runs by itself get it; others may.
func (p *Program) ModelAttributes(b *model.Bound) {
	for file := range p.Code {
		g := p.Code[file].Graph
		for class := range g.Classes {
			if !p.IsOf(b, int32(file), int32(class)) {
				continue
			}
			made := p.MadeWith(p.Origin[p.At(int32(file), g.Classes[class].Node)])
			if len(made) == 0 {
				continue
			}
			chain := p.Ancestry(int32(file), int32(class))
			var runs []string
			for _, c := range chain {
				runs = append(runs, p.callbacks(c[0], c[1])...)
			}
			for _, c := range chain {
				p.attributesIn(c, made, runs)
			}
		}
	}
}

// attributesIn hands what objects are made with to the methods of a class, or of a module that is part of it.
func (p *Program) attributesIn(class [2]int32, made []Node, runs []string) {
	g := p.Code[class[0]].Graph
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.File != class[0] || len(c.Args) > 0 || c.Result == 0 || c.Owner < 0 || g.Funcs[c.Owner].Class != class[1] {
			continue
		}
		name, ok := p.calledAlone(c)
		run := slices.Contains(runs, g.Funcs[c.Owner].Tree.Name)
		if own := c.Receiver == p.At(c.File, g.Funcs[c.Owner].Self) && p.isAccessor(class, c.Method); !ok && run && own {
			name, ok = c.Method, true
		}
		if !ok {
			continue
		}
		for _, arg := range made {
			value := p.NewNode()
			p.AddLoad(arg, value, name)
			p.Link(Edge{From: value, To: c.Result, Cap: graph.Free, Call: -1, Possible: !run})
		}
	}
}

// isAccessor reports whether a method of a class is one that attr_accessor makes.
func (p *Program) isAccessor(class [2]int32, name string) bool {
	return slices.ContainsFunc(p.Code[class[0]].Graph.Classes[class[1]].Tree.Members, func(m tree.Field) bool {
		return m.Name == name && m.Func != nil && m.Func.Kind == tree.Setter && m.Func.End-m.Func.Start <= int32(len(name)+1)
	})
}

// MadeWith returns what the objects of a class are made with.
func (p *Program) MadeWith(class int32) []Node {
	var all []Node
	for id := range p.Sites {
		c := &p.Sites[id]
		if !c.Made && len(c.Args) > 0 && slices.Contains([]string{"new", "create", "create!"}, c.Method) && slices.Contains(p.Points(c.Receiver), class) {
			all = append(all, c.Args[0])
		}
	}
	return all
}

// callbacks returns the names of the methods that a model runs when it is checked or saved.
func (p *Program) callbacks(file, class int32) []string {
	of := p.Code[file].Graph.Classes[class].Tree
	var all []string
	for id := range p.Sites {
		c := &p.Sites[id]
		if c.Made || c.File != file || c.Start < of.Start || c.End > of.End || c.Method != "validate" && !strings.HasPrefix(c.Method, "before_") && !strings.HasPrefix(c.Method, "after_") {
			continue
		}
		for _, arg := range c.Args {
			if name, ok := p.ConstantText(arg, 0); ok {
				all = append(all, name)
			}
		}
	}
	return all
}

// inheritedNew is the member of a class of Ruby that new is of the classes of libraries which it extends. New of those of
// the program makes objects of the class that it is called on.
const inheritedNew = "new of a library"

// handDown gives a node what the member of a parent is.
func (p *Program) handDown(parent, child int32, name string, to Node) {
	if x := p.Object(parent); name == "new" && p.lang == model.Ruby && x.Kind == Class &&
		!slices.ContainsFunc(p.Code[x.File].Graph.Classes[x.Index].Tree.Members, func(m tree.Field) bool { return m.Name == name }) {
		return
	}
	if (p.lang == model.Java || p.lang == model.CSharp) && p.Object(parent).Kind == Outside && p.hides(child, name) {
		return
	}
	p.Link(Edge{From: p.Field(parent, name), To: to, Cap: graph.Free, Call: -1})
	if p.lang == model.PHP && p.Object(parent).Kind == Class || p.lang == model.Ruby && strings.HasPrefix(name, "@@") {
		heir := p.Object(child)
		if heir.Kind == Class && !slices.ContainsFunc(p.Code[heir.File].Graph.Classes[heir.Index].Tree.Members, func(m tree.Field) bool { return m.Name == name }) {
			p.Link(Edge{From: to, To: p.Field(parent, name), Cap: graph.Free, Call: -1}) // which both have together
		}
	}
}

// hides reports whether the class of an object declares a member of its own that is no method, instead of what libraries have by
// its name.
func (p *Program) hides(o int32, name string) bool {
	x := p.Object(o)
	return x.Kind == Instance && slices.ContainsFunc(p.Code[x.File].Graph.Classes[x.Index].Tree.Members, func(m tree.Field) bool { return m.Name == name && m.Func == nil })
}

package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
)

// inheritCalls links what is called by its name alone to the methods that the class of the code has of others, in languages
// in which a class calls its own methods so: those of what it extends or includes, or else, in Ruby, those of a module
// that the program may make part of it anywhere, if hardly another has that name.
func (p *Program) inheritCalls() {
	if p.lang != model.Ruby && p.lang != model.Java && p.lang != model.CSharp {
		return
	}
	var modules map[string][][2]int32
	above := map[[2]int32][][2]int32{}
	for id := range p.calls {
		c := &p.calls[id]
		name, ok := p.calledAlone(c)
		if !ok {
			continue
		}
		class := p.classAround(c.file, c.owner)
		var found [][2]int32
		if class >= 0 {
			key := [2]int32{c.file, class}
			if _, known := above[key]; !known {
				above[key] = p.ancestry(c.file, class)
			}
			found = p.methodsNamed(above[key], name)
		}
		if len(found) == 0 && p.lang == model.Ruby && !p.model.Speaks(p.lang, p.model.Widened(p.lang, p.asked(c))) {
			if modules == nil {
				modules = p.mixins()
			}
			if found = modules[name]; len(found) > mostNamed {
				continue
			}
		}
		for _, f := range found {
			g := p.sources[f[0]].Graph
			p.link(edge{from: p.at(f[0], g.Funcs[f[1]].Node), to: c.callee, cap: graph.Free, call: -1, possible: len(found) > 1})
			if own := p.sources[c.file].Graph.Funcs[c.owner].Self; own != 0 && class >= 0 {
				p.link(edge{from: p.at(c.file, own), to: p.at(f[0], g.Funcs[f[1]].Self), cap: graph.Free, call: -1})
			}
		}
	}
}

// calledAlone returns the name of what a call calls by its name alone, of which no function is known.
func (p *Program) calledAlone(c *call) (name string, ok bool) {
	_, callee := p.fileOf(c.callee)
	if c.made || callee == nil || slices.ContainsFunc(p.points(c.callee), func(o int32) bool { return p.object(o).kind == function }) {
		return "", false
	}
	if callee.Kind == graph.Global {
		return callee.Name, true
	}
	// A block in the body of a class of Ruby may run as if it stood in a method.
	_, of := p.fileOf(c.receiver)
	return c.Method, p.lang == model.Ruby && of != nil && (of.Kind == graph.Self || of.Kind == graph.Class)
}

// classAround returns the class in whose methods or body the code of a function stands, -1 for none.
func (p *Program) classAround(file, fn int32) int32 {
	g := p.sources[file].Graph
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

// methodsNamed returns the methods of a name that the first of some classes has which has one.
func (p *Program) methodsNamed(classes [][2]int32, name string) (found [][2]int32) {
	for _, c := range classes {
		for i := range p.sources[c[0]].Graph.Funcs {
			if f := &p.sources[c[0]].Graph.Funcs[i]; f.Class == c[1] && f.Tree.Name == name {
				found = append(found, [2]int32{c[0], int32(i)})
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// mixins returns the methods of modules by their names.
func (p *Program) mixins() map[string][][2]int32 {
	all := map[string][][2]int32{}
	for file := range p.sources {
		g := p.sources[file].Graph
		for i := range g.Funcs {
			if f := &g.Funcs[i]; f.Class >= 0 && g.Classes[f.Class].Tree.Module && !f.Tree.Static {
				all[f.Tree.Name] = append(all[f.Tree.Name], [2]int32{int32(file), int32(i)})
			}
		}
	}
	return all
}

// isOverridden reports whether a constructor is that of another class than the one of an instance, which has its own.
func (p *Program) isOverridden(instance node, constructor *object) bool {
	made := p.object(p.origin[instance])
	f := &p.sources[constructor.file].Graph.Funcs[constructor.index]
	if f.Class < 0 || constructor.file == made.file && f.Class == made.index {
		return false
	}
	return slices.ContainsFunc(p.sources[made.file].Graph.Classes[made.index].Tree.Members, func(m tree.Field) bool {
		return m.Func != nil && !m.Func.Static && (m.Func.Kind == tree.Constructor || slices.Contains(constructorNames, m.Name))
	})
}

// isOfSameClass reports whether a method is one of the class in which a call stands.
func (p *Program) isOfSameClass(c *call, method *object) bool {
	if c.owner < 0 || c.file != method.file {
		return false
	}
	funcs := p.sources[c.file].Graph.Funcs
	return funcs[method.index].Class >= 0 && funcs[method.index].Class == funcs[c.owner].Class
}

// isUnbound reports whether a call of Python hands a method of a class the object that it is called on, as in
// Base.__init__(self, s).
func (p *Program) isUnbound(c *call, method *object) bool {
	if p.lang != model.Python || c.owner < 0 || len(c.args) == 0 || c.args[0] == 0 || c.names[0] != "" || c.spread[0] {
		return false
	}
	f := p.sources[method.file].Graph.Funcs[method.index]
	return f.Class >= 0 && !f.Tree.Static && c.args[0] == p.at(c.file, p.sources[c.file].Graph.Funcs[c.owner].Self) &&
		slices.ContainsFunc(p.points(c.receiver), func(o int32) bool { return p.object(o).kind == class })
}

// modelAttributes hands what the objects of models are made with to the methods that read it by the names of attributes:
// validate :city_is_clean. Those that a model runs by itself get it; others may.
func (p *Program) modelAttributes(b *model.Bound) {
	for file := range p.sources {
		g := p.sources[file].Graph
		for class := range g.Classes {
			if !p.isOf(b, int32(file), int32(class)) {
				continue
			}
			made := p.madeWith(p.origin[p.at(int32(file), g.Classes[class].Node)])
			if len(made) == 0 {
				continue
			}
			runs := p.callbacks(int32(file), int32(class))
			for id := range p.calls {
				c := &p.calls[id]
				if int(c.file) != file || len(c.args) > 0 || c.result == 0 || c.owner < 0 || int(g.Funcs[c.owner].Class) != class {
					continue
				}
				name, ok := p.calledAlone(c)
				if !ok {
					continue
				}
				for _, arg := range made {
					value := p.newNode()
					p.addLoad(arg, value, name)
					p.link(edge{from: value, to: c.result, cap: graph.Free, call: -1, possible: !slices.Contains(runs, g.Funcs[c.owner].Tree.Name)})
				}
			}
		}
	}
}

// madeWith returns what the objects of a class are made with.
func (p *Program) madeWith(class int32) []node {
	var all []node
	for id := range p.calls {
		c := &p.calls[id]
		if !c.made && len(c.args) > 0 && slices.Contains([]string{"new", "create", "create!"}, c.Method) && slices.Contains(p.points(c.receiver), class) {
			all = append(all, c.args[0])
		}
	}
	return all
}

// callbacks returns the names of the methods that a model runs when it is checked or saved.
func (p *Program) callbacks(file, class int32) []string {
	of := p.sources[file].Graph.Classes[class].Tree
	var all []string
	for id := range p.calls {
		c := &p.calls[id]
		if c.made || c.file != file || c.Start < of.Start || c.End > of.End || c.Method != "validate" && !strings.HasPrefix(c.Method, "before_") && !strings.HasPrefix(c.Method, "after_") {
			continue
		}
		for _, arg := range c.args {
			if name, ok := p.wholeText(arg, 0); ok {
				all = append(all, name)
			}
		}
	}
	return all
}

// ancestry returns a class and those of the program that it extends, by file and number.
func (p *Program) ancestry(file, index int32) [][2]int32 {
	return p.ancestors(file, index, func(node) bool { return true })
}

// declaring is ancestry without the classes of which it takes but some members, and not that one: PickType(Other, ['a']).
func (p *Program) declaring(b *model.Bound, file, index int32, name string) [][2]int32 {
	if len(b.Picks)+len(b.Omits) == 0 {
		return p.ancestry(file, index)
	}
	return p.ancestors(file, index, func(base node) bool { return !p.leavesOut(b, base, name, 0) })
}

// leavesOut reports whether a class that a call makes of another one may be without a member of that.
func (p *Program) leavesOut(b *model.Bound, base node, name string, depth int) bool {
	file, g := p.fileOf(base)
	if g == nil || g.Kind != graph.Result {
		return false
	}
	id := p.callOf[file][g.Index]
	names := func(all []*model.CallPattern) (texts []string, known, ok bool) {
		for _, q := range all {
			if roles, _, ok := q.Match(p.lang, p.asked(&p.calls[id])); ok && len(roles) > 0 {
				texts, known = p.constants(p.argument(id, roles[0]))
				return texts, known, true
			}
		}
		return nil, false, false
	}
	if texts, _, ok := names(b.Picks); ok && !slices.Contains(texts, name) {
		return true
	}
	if texts, known, ok := names(b.Omits); ok && (!known || slices.Contains(texts, name)) {
		return true
	}
	return depth < maxPath && slices.ContainsFunc(p.calls[id].args, func(n node) bool { return p.leavesOut(b, n, name, depth+1) })
}

// constants returns the texts in the lists that a node is, and whether there is nothing else in them.
func (p *Program) constants(n node) (texts []string, known bool) {
	known = len(p.points(n)) > 0
	for _, o := range p.points(n) {
		x := p.object(o)
		if _, all := p.longestIn(x); !all {
			known = false
			continue
		}
		for _, name := range sortedKeys(x.fields) {
			if !isIndex(name) {
				continue
			}
			text, ok := p.wholeText(p.stored(x.fields[name]), 0)
			texts, known = append(texts, text), known && ok
		}
	}
	return texts, known
}

// ancestors is ancestry by the bases alone that may be followed.
func (p *Program) ancestors(file, index int32, follow func(base node) bool) [][2]int32 {
	all := [][2]int32{{file, index}}
	for i := 0; i < len(all) && len(all) < 32; i++ {
		g := p.sources[all[i][0]].Graph
		for _, b := range g.Classes[all[i][1]].Bases {
			if !follow(p.at(all[i][0], b)) {
				continue
			}
			for _, o := range p.points(p.at(all[i][0], b)) {
				if x := p.object(o); x.kind == class && !slices.Contains(all, [2]int32{x.file, x.index}) {
					all = append(all, [2]int32{x.file, x.index})
				}
			}
		}
	}
	return all
}

// isOf reports whether a class extends one of those that a library checks.
func (p *Program) isOf(b *model.Bound, file, index int32) bool {
	bases := p.bases(p.at(file, p.sources[file].Graph.Classes[index].Node))
	return slices.ContainsFunc(b.Bases, func(q *model.Pattern) bool {
		return slices.ContainsFunc(bases, func(a model.Access) bool { _, ok := q.Match(p.lang, a); return ok })
	})
}

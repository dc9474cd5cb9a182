package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
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

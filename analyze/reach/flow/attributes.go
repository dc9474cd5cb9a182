package flow

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

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

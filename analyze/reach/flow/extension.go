package flow

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// callExtensions lets what is called on a value in Kotlin be an extension function of another file, which gets the value as its
// first argument, where no class of the program has a method of the name.
func (p *Program) callExtensions() {
	if p.lang != model.Java {
		return
	}
	functions, methods := map[string][]node{}, map[string]bool{}
	for i := range p.sources {
		funcs := p.sources[i].Graph.Funcs
		for k := range funcs {
			switch f := &funcs[k]; {
			case f.Tree == nil || f.Tree.Name == "":
			case f.Tree.Extension && f.Tree.Private: // known in its file alone, where calls hand the value over
			case f.Tree.Extension:
				functions[f.Tree.Name] = append(functions[f.Tree.Name], p.at(int32(i), f.Node))
			case f.Class >= 0:
				methods[f.Tree.Name] = true
			}
		}
	}
	if len(functions) == 0 {
		return
	}
	for id := range p.calls {
		c := p.calls[id]
		found := functions[c.Method]
		if !c.OfMember || c.made || c.receiver == 0 || c.Super || methods[c.Method] || len(found) > mostNamed ||
			!strings.HasPrefix(path.Ext(p.sources[c.file].Graph.Path), ".kt") {
			continue
		}
		c.Receiver, c.receiver, c.OfMember = 0, 0, false
		receiver := p.calls[id].receiver
		c.args, c.names, c.spread = slices.Insert(slices.Clone(c.args), 0, receiver), slices.Insert(slices.Clone(c.names), 0, ""), slices.Insert(slices.Clone(c.spread), 0, false)
		c.Args = slices.Insert(slices.Clone(c.Args), 0, graph.Arg{Node: p.calls[id].Receiver})
		for _, f := range found {
			c.callee = p.newNode()
			p.link(edge{from: f, to: c.callee, cap: graph.Free, call: -1, possible: len(found) > 1})
			p.watch(c)
		}
	}
}

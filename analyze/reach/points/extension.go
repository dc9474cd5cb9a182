package points

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// callExtensions lets what is called on a value in Kotlin be an extension function of another file, and in C# any extension method,
// which gets the value as its first argument, where no class of the program has a method of the name.
func (p *Program) callExtensions() {
	if p.lang != model.Java && p.lang != model.CSharp {
		return
	}
	functions, methods := map[string][]Node{}, map[string]bool{}
	for i := range p.Code {
		funcs := p.Code[i].Graph.Funcs
		for k := range funcs {
			switch f := &funcs[k]; {
			case f.Tree == nil || f.Tree.Name == "":
			case f.Tree.Extension && f.Tree.Private && p.lang == model.Java: // known in its file alone, where calls hand the value over
			case f.Tree.Extension:
				functions[f.Tree.Name] = append(functions[f.Tree.Name], p.At(int32(i), f.Node))
			case f.Class >= 0:
				methods[f.Tree.Name] = true
			}
		}
	}
	if len(functions) == 0 {
		return
	}
	for id := range p.Sites {
		c := p.Sites[id]
		found := functions[c.Method]
		if !c.OfMember || c.Made || c.Receiver == 0 || c.Super || methods[c.Method] || len(found) > mostNamed ||
			p.lang == model.Java && !strings.HasPrefix(path.Ext(p.Code[c.File].Graph.Path), ".kt") {
			continue
		}
		c.Call.Receiver, c.Receiver, c.OfMember = 0, 0, false
		receiver := p.Sites[id].Receiver
		c.Args, c.Names, c.Spread = slices.Insert(slices.Clone(c.Args), 0, receiver), slices.Insert(slices.Clone(c.Names), 0, ""), slices.Insert(slices.Clone(c.Spread), 0, false)
		c.Call.Args = slices.Insert(slices.Clone(c.Call.Args), 0, graph.Arg{Node: p.Sites[id].Call.Receiver})
		for _, f := range found {
			c.Callee = p.NewNode()
			p.Link(Edge{From: f, To: c.Callee, Cap: graph.Free, Call: -1, Possible: len(found) > 1})
			p.Watch(c)
		}
	}
}

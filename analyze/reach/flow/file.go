package flow

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// at returns the node of the program that a node of the graph of a file is, 0 for none. Inlined it would be 12 KB.
//
//go:noinline
func (p *Program) at(file int32, id graph.ID) node {
	if id == 0 {
		return 0
	}
	return p.base[file] + int32(id)
}

// fileOf returns the file and the node of it that a node of the program is; the file is -1 for one that the
// analysis made.
func (p *Program) fileOf(n node) (int32, *graph.Node) {
	if int(n) >= len(p.files) {
		return -1, nil
	}
	file := p.files[n]
	if file < 0 {
		return -1, nil
	}
	return file, &p.sources[file].Graph.Nodes[n-p.base[file]]
}

// newNode returns a node that stands in no file. Inlined it would take more room than the code around it.
//
//go:noinline
func (p *Program) newNode() node {
	p.addNodes(1)
	return p.nodes - 1
}

// addFile adds the nodes and facts of a file.
func (p *Program) addFile(i int32) {
	g := p.sources[i].Graph
	for id := range g.Nodes {
		n := &g.Nodes[id]
		at := p.base[i] + int32(id)
		switch n.Kind {
		case graph.Object:
			list := g.Nodes[id].Index == graph.List
			p.make(at, object{kind: allocated, file: i, index: at, list: list && p.lang == model.Python, array: list && p.lang != model.PHP})
		case graph.Function:
			p.funcOf[[2]int32{i, n.Index}] = p.make(at, object{kind: function, file: i, index: n.Index})
		case graph.Class:
			p.make(at, object{kind: class, file: i, index: n.Index})
		case graph.Instance:
			p.make(at, object{kind: instance, file: i, index: n.Index})
		case graph.Exports:
			p.make(at, object{kind: exports, file: i})
		case graph.Global:
			p.root(at, model.Access{Root: model.Root{Kind: model.Global, Name: n.Name}})
		}
	}
	absent := map[graph.ID]bool{} // modules that an import does not mean
	for _, id := range g.Modules {
		at, name := p.at(i, id), g.Nodes[id].Name
		file, known := -1, name
		if r := p.sources[i].Resolve; r != nil {
			file, known = r(name)
		}
		if file < 0 && g.Nodes[id].Index == graph.Submodule {
			absent[id] = true
			continue
		}
		if file >= 0 && file < len(p.sources) {
			p.link(edge{from: p.at(int32(file), p.sources[file].Graph.Exports), to: at, cap: graph.Free, call: -1})
		} else {
			p.root(at, model.Access{Root: model.Root{Kind: model.Module, Name: known}})
		}
	}
	p.addPatterns(i)
	for _, c := range g.Copies {
		if absent[c.From] {
			continue
		}
		p.link(edge{from: p.at(i, c.From), to: p.at(i, c.To), cap: c.Cap, file: i, call: -1})
	}
	for _, c := range g.Concats {
		for _, part := range c.Parts {
			if part != 0 {
				p.link(edge{from: p.at(i, part), to: p.at(i, c.To), cap: graph.Free, file: i, call: -1, text: true, length: model.Length{Effect: model.Sum}, edit: editsAnything})
			}
		}
	}
	for _, l := range g.Loads {
		p.addLoad(p.at(i, l.From), p.at(i, l.To), l.Field)
		p.submodule(i, l)
	}
	for _, s := range g.Stores {
		p.addStore(p.at(i, s.Value), p.at(i, s.Object), s.Field)
	}
	for ci := range g.Classes {
		c := &g.Classes[ci]
		own := p.origin[p.at(i, c.Instance)]
		for _, b := range c.Bases {
			p.inherit(own, p.at(i, b), true)
			p.inherit(p.origin[p.at(i, c.Node)], p.at(i, b), false)
		}
	}
	ids := make([]int32, len(g.Calls))
	for ci := range g.Calls {
		ids[ci] = p.addCall(i, &g.Calls[ci])
	}
	p.callOf = append(p.callOf, ids)
}

// submodule links what a file of Python takes from a package to the module of that name in it.
func (p *Program) submodule(i int32, l graph.Load) {
	from := &p.sources[i].Graph.Nodes[l.From]
	if r := p.sources[i].Resolve; p.lang == model.Python && from.Kind == graph.Module && r != nil {
		module := from.Name
		if !strings.HasSuffix(module, ".") {
			module += "."
		}
		if file, _ := r(module + l.Field); file >= 0 && file < len(p.sources) {
			p.link(edge{from: p.at(int32(file), p.sources[file].Graph.Exports), to: p.at(i, l.To), cap: graph.Free, call: -1})
		}
	}
}

// mostNamed is how many declarations of the same name a name may mean.
const mostNamed = 3

// byName links names to what other files declare, in languages in which all files share their names.
func (p *Program) byName() {
	if p.lang == model.JavaScript || p.lang == model.Python {
		return
	}
	declared := map[string][]node{}
	for i, s := range p.sources {
		imported := importedNames(s.Graph)
		for _, name := range sortedKeys(s.Graph.Names) {
			if !strings.HasPrefix(name, "$") && !imported[s.Graph.Names[name]] {
				declared[p.folded(name)] = append(declared[p.folded(name)], p.at(int32(i), s.Graph.Names[name]))
			}
		}
		for _, c := range s.Graph.Classes { // those in a module of Ruby are known by the names of both
			if name := p.folded(c.Tree.Name); p.lang == model.Ruby && s.Graph.Names[c.Tree.Name] == 0 && name != "" {
				declared[name] = append(declared[name], p.at(int32(i), c.Node))
			}
		}
	}
	mean := func(name string, to node) {
		all := declared[p.folded(name)]
		if len(all) > mostNamed {
			return
		}
		for _, n := range all {
			p.link(edge{from: n, to: to, cap: graph.Free, call: -1, possible: len(all) > 1})
		}
	}
	for i, s := range p.sources {
		g := s.Graph
		for id := range g.Nodes {
			if n := &g.Nodes[id]; n.Kind == graph.Global && !p.inPackage(int32(i), p.base[i]+int32(id), n.Name, "") {
				mean(n.Name, p.base[i]+int32(id))
				p.inside(n.Name, p.base[i]+int32(id), declared)
			}
		}
		for _, l := range g.Loads {
			if n := &g.Nodes[l.From]; n.Kind == graph.Module && !p.inPackage(int32(i), p.at(int32(i), l.To), l.Field, n.Name) {
				mean(l.Field, p.at(int32(i), l.To))
			}
		}
	}
}

// inside links a node to the constant of a class or module of Ruby that a name means, as Limits::MAX.
func (p *Program) inside(name string, to node, declared map[string][]node) {
	at := strings.LastIndex(name, "::")
	if p.lang != model.Ruby || at < 0 {
		return
	}
	all := declared[p.folded(name[:at])]
	if len(all) > mostNamed {
		return
	}
	for _, n := range all {
		of := p.newNode()
		p.addLoad(n, of, name[at+2:])
		p.link(edge{from: of, to: to, cap: graph.Free, call: -1, possible: len(all) > 1})
	}
}

// importedNames returns the names that a file has of another one: it declares none of them.
func importedNames(g *graph.File) map[graph.ID]bool {
	taken := map[graph.ID]bool{}
	for _, l := range g.Loads {
		if g.Nodes[l.From].Kind == graph.Module {
			taken[l.To] = true
		}
	}
	if len(taken) == 0 {
		return nil
	}
	all := map[graph.ID]bool{}
	for _, c := range g.Copies {
		if taken[c.From] {
			all[c.To] = true
		}
	}
	return all
}

// inPackage links a node to the class of Java that a name means which stands in a file of its own, and reports whether
// there is one: in the package that it is imported from, or else in that of the file or in one of which it imports all.
func (p *Program) inPackage(file int32, to node, name, from string) bool {
	resolve := p.sources[file].Resolve
	if p.lang != model.Java || resolve == nil {
		return false
	}
	packages := []string{from}
	if from == "" {
		for _, id := range p.sources[file].Graph.Modules {
			packages = append(packages, p.sources[file].Graph.Nodes[id].Name)
		}
	}
	for _, in := range packages {
		if at, _ := resolve(strings.TrimPrefix(in+"."+name, ".")); at >= 0 && at < len(p.sources) {
			if id, ok := p.sources[at].Graph.Names[name]; ok {
				p.link(edge{from: p.at(int32(at), id), to: to, cap: graph.Free, call: -1})
				return true
			}
		}
	}
	return false
}

// folded is a name without its namespace, and in PHP without case.
func (p *Program) folded(name string) string {
	name = name[strings.LastIndexAny(name, `.\:`)+1:]
	if p.lang == model.PHP {
		name = strings.ToLower(name)
	}
	return name
}

// addPatterns gives the expressions of patterns their objects.
func (p *Program) addPatterns(i int32) {
	s := &p.sources[i]
	if len(s.Patterns) == 0 {
		return
	}
	x := newPatternIndex(s.Patterns)
	for id := range s.Graph.Nodes {
		n := &s.Graph.Nodes[id]
		if n.End == 0 {
			continue
		}
		switch n.Kind {
		case graph.Pattern, graph.Text, graph.Result, graph.Concat, graph.Value:
			if all := x.at(n); len(all) > 0 {
				p.make(p.base[i]+int32(id), object{kind: pattern, file: i, index: int32(all[len(all)-1])})
			}
		}
	}
}

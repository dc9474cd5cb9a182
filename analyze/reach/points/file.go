package points

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// At returns the node of the program that a node of the graph of a file is, 0 for none. Inlined it would be 12 KB.
//
//go:noinline
func (p *Program) At(file int32, id graph.ID) Node {
	if id == 0 {
		return 0
	}
	return p.Base[file] + int32(id)
}

// FileOf returns the file and the node of it that a node of the program is; the file is -1 for one that the
// analysis made.
func (p *Program) FileOf(n Node) (int32, *graph.Node) {
	if int(n) >= len(p.files) {
		return -1, nil
	}
	file := p.files[n]
	if file < 0 {
		return -1, nil
	}
	return file, &p.Code[file].Graph.Nodes[n-p.Base[file]]
}

// NewNode returns a node that stands in no file. Inlined it would take more room than the code around it.
//
//go:noinline
func (p *Program) NewNode() Node {
	p.addNodes(1)
	return p.nodes - 1
}

// addFile adds the nodes and facts of a file.
func (p *Program) addFile(i int32) {
	g := p.Code[i].Graph
	for id := range g.Nodes {
		n := &g.Nodes[id]
		at := p.Base[i] + int32(id)
		switch n.Kind {
		case graph.Object:
			list := g.Nodes[id].Index == graph.List
			p.make(at, Object{Kind: Allocated, File: i, Index: at, List: list && p.lang == model.Python, Array: list && p.lang != model.PHP})
		case graph.Function:
			p.FuncOf[[2]int32{i, n.Index}] = p.make(at, Object{Kind: Function, File: i, Index: n.Index})
		case graph.Class:
			p.make(at, Object{Kind: Class, File: i, Index: n.Index})
		case graph.Instance:
			p.make(at, Object{Kind: Instance, File: i, Index: n.Index})
		case graph.Exports:
			p.make(at, Object{Kind: Exports, File: i})
		case graph.Value:
			if n.Index == graph.Reference {
				p.references = append(p.references, at)
			}
		case graph.Global:
			if p.isInPackage(i, n.Name, "") {
				break
			}
			first, inside, nested := strings.Cut(strings.TrimPrefix(n.Name, "::"), "::")
			a := model.Access{Root: model.Root{Kind: model.Global, Name: first}}
			if nested { // a class of Ruby in a module
				a.Steps = strings.Split(inside, "::")
			}
			p.Root(at, a)
		}
	}
	absent := map[graph.ID]bool{} // modules that an import does not mean
	for _, id := range g.Modules {
		at, name := p.At(i, id), g.Nodes[id].Name
		if g.Nodes[id].Index == graph.Matched {
			if absent[id] = true; p.Code[i].Matching != nil {
				for _, file := range p.Code[i].Matching(name) {
					if p.first != nil {
						file = int(p.first[file])
					}
					absent[id] = false
					p.Link(Edge{From: p.At(int32(file), p.Code[file].Graph.Exports), To: at, Cap: graph.Free, Call: -1})
				}
			}
			continue
		}
		file, known := -1, name
		if r := p.Code[i].Resolve; r != nil {
			file, known = r(name)
		}
		if file < 0 && g.Nodes[id].Index == graph.Submodule {
			absent[id] = true
			continue
		}
		if file >= 0 && file < len(p.Code) {
			if p.first != nil {
				file = int(p.first[file])
			}
			from := p.Code[file].Graph.Exports
			if class, ok := p.Code[file].Graph.Names[name[strings.LastIndexByte(name, '.')+1:]]; ok && p.lang == model.Java {
				from = class // whose members are imported
			}
			p.Link(Edge{From: p.At(int32(file), from), To: at, Cap: graph.Free, Call: -1})
			p.vendored(name, at)
		} else {
			p.Root(at, model.Access{Root: model.Root{Kind: model.Module, Name: known}})
		}
	}
	p.addPatterns(i)
	for _, c := range g.Copies {
		if absent[c.From] {
			continue
		}
		p.Link(Edge{From: p.At(i, c.From), To: p.At(i, c.To), Cap: c.Cap, File: i, Call: -1})
	}
	for _, c := range g.Concats {
		for _, part := range c.Parts {
			if part != 0 {
				p.Link(Edge{From: p.At(i, part), To: p.At(i, c.To), Cap: graph.Free, File: i, Call: -1, Text: true, Length: model.Length{Effect: model.Sum}, Edit: EditsAnything})
			}
		}
	}
	for _, l := range g.Loads {
		if from := &g.Nodes[l.From]; from.Kind == graph.Module && p.isInPackage(i, l.Field, from.Name) {
			continue
		}
		p.AddLoad(p.At(i, l.From), p.At(i, l.To), l.Field)
		p.submodule(i, l)
	}
	for _, s := range g.Stores {
		p.AddStore(p.At(i, s.Value), p.At(i, s.Object), s.Field)
	}
	for ci := range g.Classes {
		c := &g.Classes[ci]
		own := p.Origin[p.At(i, c.Instance)]
		for _, b := range c.Bases {
			p.Inherit(own, p.At(i, b), true)
			p.Inherit(p.Origin[p.At(i, c.Node)], p.At(i, b), false)
		}
	}
	ids := make([]int32, len(g.Calls))
	for ci := range g.Calls {
		ids[ci] = p.addSite(i, &g.Calls[ci])
	}
	for _, w := range g.Wraps {
		p.Watch(Site{File: i, Callee: p.At(i, w.Decorator), Result: p.At(i, w.Made), Args: []Node{p.At(i, w.Of)}, Names: []string{""}, Spread: []bool{false}, Made: true, Wraps: true})
	}
	p.SiteOf = append(p.SiteOf, ids)
}

// vendored gives a module of a program in Python also the name from outside that it has where a copy of a framework stands among
// the files of the program: app.vendor.bottle.
func (p *Program) vendored(module string, at Node) {
	r := model.Root{Kind: model.Module, Name: module[strings.LastIndexByte(module, '.')+1:]}
	if p.lang == model.Python && strings.Contains(module, ".") && p.model.NamesSource(p.lang, r) {
		p.Root(at, model.Access{Root: r})
	}
}

// submodule links what a file of Python takes from a package to the module of that name in it.
func (p *Program) submodule(i int32, l graph.Load) {
	from := &p.Code[i].Graph.Nodes[l.From]
	if r := p.Code[i].Resolve; p.lang == model.Python && from.Kind == graph.Module && r != nil {
		module := from.Name
		if !strings.HasSuffix(module, ".") {
			module += "."
		}
		if file, _ := r(module + l.Field); file >= 0 && file < len(p.Code) {
			p.Link(Edge{From: p.At(int32(file), p.Code[file].Graph.Exports), To: p.At(i, l.To), Cap: graph.Free, Call: -1})
		}
	}
}

// mostNamed is how many declarations of the same name a name may mean.
const mostNamed = 3

// byName links names to what other files declare, in languages in which all files share their names.
func (p *Program) byName() {
	if p.lang == model.JavaScript || p.lang == model.Python || p.lang >= model.Go {
		return
	}
	declared := map[string][]Node{}
	for i, s := range p.Code {
		imported := importedNames(s.Graph)
		for _, name := range SortedKeys(s.Graph.Names) {
			if !strings.HasPrefix(name, "$") && !imported[s.Graph.Names[name]] {
				declared[p.folded(name)] = append(declared[p.folded(name)], p.At(int32(i), s.Graph.Names[name]))
			}
		}
		for _, c := range s.Graph.Classes { // those in a module of Ruby are known by the names of both
			if name := p.folded(c.Tree.Name); p.lang == model.Ruby && s.Graph.Names[c.Tree.Name] == 0 && name != "" {
				declared[name] = append(declared[name], p.At(int32(i), c.Node))
			}
		}
	}
	p.shared = declared
	p.globals()
	p.nameFunctions()
	mean := func(name string, to Node) {
		all := declared[p.folded(name)]
		if len(all) > mostNamed {
			return
		}
		for _, n := range all {
			p.Link(Edge{From: n, To: to, Cap: graph.Free, Call: -1, Possible: len(all) > 1})
		}
	}
	for i, s := range p.Code {
		g := s.Graph
		for id := range g.Nodes {
			if n := &g.Nodes[id]; n.Kind == graph.Global && !p.inPackage(int32(i), p.Base[i]+int32(id), n.Name, "") {
				mean(n.Name, p.Base[i]+int32(id))
				p.inside(n.Name, p.Base[i]+int32(id), declared)
			}
		}
		for _, l := range g.Loads {
			if n := &g.Nodes[l.From]; n.Kind == graph.Module && !p.inPackage(int32(i), p.At(int32(i), l.To), l.Field, n.Name) {
				mean(l.Field, p.At(int32(i), l.To))
			}
		}
	}
}

// mostSetting is how many files may assign to a global variable of PHP for it to be followed from one to another.
const mostSetting = 16

// globals links the global variables of PHP of the same name, which all files share: what one file assigns is there in the
// functions of others that declare the variable as global, and at the top of files that these load. What a file assigns
// itself may come before that, and what it does not declare may be a variable of the function that loads it.
func (p *Program) globals() {
	if p.lang != model.PHP {
		return
	}
	type place struct {
		node Node
		own  bool // the file assigns to it
	}
	all := map[string][]place{}
	for i, s := range p.Code {
		for name, id := range s.Graph.Names {
			if strings.HasPrefix(name, "$") {
				at := p.At(int32(i), id)
				all[name] = append(all[name], place{at, slices.ContainsFunc(p.In(at), p.isOfCode)})
			}
		}
	}
	shared := map[string]Node{}
	for _, name := range SortedKeys(all) {
		setting := 0
		for _, at := range all[name] {
			if at.own {
				setting++
			}
		}
		if setting == 0 || setting > mostSetting {
			continue
		}
		n := p.NewNode()
		shared[name] = n
		p.Link(Edge{From: p.NewNode(), To: n, Cap: graph.Free, Call: -1}) // others may set it as well
		for _, at := range all[name] {
			if at.own {
				p.Link(Edge{From: at.node, To: n, Cap: graph.Free, Call: -1})
			}
			if !at.own || setting > 1 {
				p.Link(Edge{From: n, To: at.node, Cap: graph.Free, Call: -1, Possible: at.own})
			}
		}
	}
	for i, s := range p.Code {
		for id := range s.Graph.Nodes {
			if n := &s.Graph.Nodes[id]; n.Kind == graph.Global {
				p.Link(Edge{From: shared[n.Name], To: p.Base[i] + int32(id), Cap: graph.Free, Call: -1, Possible: true})
			}
		}
	}
}

// isOfCode reports whether an edge comes from a value of the file, and not from what stands for whatever others set.
func (p *Program) isOfCode(edge int32) bool {
	from := p.Edge(edge).From
	_, n := p.FileOf(from)
	return n != nil && (n.Kind != graph.Value || len(p.In(from)) > 0 || len(p.LoadsTo(from)) > 0)
}

// inside links a node to the constant of a class or module of Ruby that a name means, as Limits::MAX.
func (p *Program) inside(name string, to Node, declared map[string][]Node) {
	at := strings.LastIndex(name, "::")
	if p.lang != model.Ruby || at < 0 {
		return
	}
	all := declared[p.folded(name[:at])]
	if len(all) > mostNamed {
		return
	}
	for _, n := range all {
		of := p.NewNode()
		p.AddLoad(n, of, name[at+2:])
		p.Link(Edge{From: of, To: to, Cap: graph.Free, Call: -1, Possible: len(all) > 1})
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
// there is one.
func (p *Program) inPackage(file int32, to Node, name, from string) bool {
	at, id := p.ofPackage(file, name, from)
	if id != 0 {
		p.Link(Edge{From: p.At(at, id), To: to, Cap: graph.Free, Call: -1})
	}
	return id != 0
}

// isInPackage reports whether a name means a class of Java that stands in a file of its own, and nothing from outside.
func (p *Program) isInPackage(file int32, name, from string) bool {
	_, id := p.ofPackage(file, name, from)
	return id != 0
}

// ofPackage returns the file and the class of Java that a name means: in the package that it is imported from, or else in
// that of the file or in one of which it imports all. The class is 0 for none.
func (p *Program) ofPackage(file int32, name, from string) (at int32, class graph.ID) {
	resolve := p.Code[file].Resolve
	if p.lang != model.Java || resolve == nil {
		return 0, 0
	}
	packages := []string{from}
	if from == "" {
		for _, id := range p.Code[file].Graph.Modules {
			packages = append(packages, p.Code[file].Graph.Nodes[id].Name)
		}
	}
	for _, in := range packages {
		if at, _ := resolve(strings.TrimPrefix(in+"."+name, ".")); at >= 0 && at < len(p.Code) {
			if id, ok := p.Code[at].Graph.Names[name]; ok {
				return int32(at), id
			}
		}
	}
	return 0, 0
}

// folded is a name without its namespace, and in PHP without case.
func (p *Program) folded(name string) string {
	name = name[strings.LastIndexAny(name, `.\:`)+1:]
	if p.lang == model.PHP {
		name = strings.ToLower(name)
	}
	return name
}

package points

import (
	"path"
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// findPackages finds the first file of each package of Go, which holds what all of them export.
func (p *Program) findPackages() {
	if p.lang != model.Go {
		return
	}
	first := map[[2]string]int32{}
	for i := range p.Code {
		g := p.Code[i].Graph
		of := [2]string{path.Dir(g.Path), g.Package}
		at, known := first[of]
		if !known {
			at, first[of] = int32(i), int32(i)
		}
		p.first = append(p.first, at)
	}
}

// joinPackages lets the files of a package of Go be one: what each exports is exported by the first, and the methods that
// a type has in several files are those of one class.
func (p *Program) joinPackages() {
	type named struct {
		file int32
		name string
	}
	classes := map[named][2]Node{}
	for i, first := range p.first {
		g := p.Code[i].Graph
		same := func(a, b Node) { p.Link(Edge{From: a, To: b, Cap: graph.Free, Call: -1}) }
		if int(first) != i {
			same(p.At(first, p.Code[first].Graph.Exports), p.At(int32(i), g.Exports))
		}
		for _, c := range g.Classes {
			if g.Names[c.Tree.Name] == 0 {
				continue // of a function
			}
			of := named{first, c.Tree.Name}
			class, instance := p.At(int32(i), c.Node), p.At(int32(i), c.Instance)
			have, known := classes[of]
			if !known {
				classes[of] = [2]Node{class, instance}
				continue
			}
			same(have[0], class)
			same(class, have[0])
			same(have[1], instance)
			same(instance, have[1])
		}
	}
}

// joinVariables lets a variable of a package of Go have what other files set it to, of the package or of others.
func (p *Program) joinVariables() {
	for i, first := range p.first {
		g := p.Code[i].Graph
		imported := importedNames(g)
		exports := p.Object(p.Origin[p.At(first, p.Code[first].Graph.Exports)])
		for _, name := range SortedKeys(g.Names) {
			own, field := p.At(int32(i), g.Names[name]), exports.Fields[name]
			if field != 0 && !imported[g.Names[name]] && slices.ContainsFunc(p.In(field), func(id int32) bool {
				from := p.Edge(id).From
				return from != own && from != exports.Written
			}) {
				p.Link(Edge{From: field, To: own, Cap: graph.Free, Call: -1})
			}
		}
	}
}

// implement finds, for the interfaces of Go, the types that have all of their methods.
func (p *Program) implement() {
	type class struct {
		object  int32
		methods map[string]bool // those that are declared, and for an interface those that it asks for
		asks    bool
	}
	var all []*class
	var nodes []Node
	byNode := map[Node]*class{}
	for file := range p.Code {
		g := p.Code[file].Graph
		for i := range g.Classes {
			c := &class{object: p.Origin[p.At(int32(file), g.Classes[i].Node)], methods: map[string]bool{}}
			for _, m := range g.Classes[i].Tree.Members {
				if m.Func != nil {
					c.methods[m.Name] = true
					c.asks = c.asks || m.Func.Body == nil
				}
			}
			all, nodes = append(all, c), append(nodes, p.At(int32(file), g.Classes[i].Node))
			byNode[nodes[len(nodes)-1]] = c
		}
	}
	for i, node := range nodes { // a type whose methods stand in several files has them all
		c := all[i]
		for _, o := range p.Points(node) {
			x := p.Object(o)
			if x.Kind != Class {
				continue
			}
			for name := range byNode[p.At(x.File, p.Code[x.File].Graph.Classes[x.Index].Node)].methods {
				c.methods[name] = true
			}
		}
	}
	for _, asked := range all {
		if !asked.asks {
			continue
		}
		for _, c := range all {
			if c.asks || len(c.methods) < len(asked.methods) || len(p.derived[asked.object]) > maxExtending {
				continue
			}
			has := true
			for name := range asked.methods {
				has = has && c.methods[name]
			}
			if has {
				p.derived[asked.object] = append(p.derived[asked.object], c.object)
			}
		}
	}
}

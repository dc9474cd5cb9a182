package points

import (
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// Declares reports whether a name from outside which a node has in Java, Kotlin or C# is that of something which a file of the
// program declares, in the package that the name is of, or in one that is seen where the node stands.
func (p *Program) Declares(n Node, a model.Access) bool {
	if p.lang != model.Java && p.lang != model.CSharp {
		return false
	}
	switch a.Root.Kind {
	case model.Module:
		path := slices.Concat(strings.Split(a.Root.Name, "."), a.Steps)
		for i := range path {
			if p.isDeclared(strings.Join(path[:i], "."), path[i]) {
				return true
			}
		}
	case model.Global:
		file, g := p.FileOf(n)
		if g == nil {
			return false
		}
		code := p.Code[file].Graph
		if p.isDeclared(code.Package, a.Root.Name) {
			return true
		}
		for at := len(code.Package); p.lang == model.CSharp && at > 0; { // a namespace sees those around it
			at = max(strings.LastIndexByte(code.Package[:at], '.'), 0)
			if p.isDeclared(code.Package[:at], a.Root.Name) {
				return true
			}
		}
		return slices.ContainsFunc(code.Modules, func(m graph.ID) bool { return p.isDeclared(code.Nodes[m].Name, a.Root.Name) })
	}
	return false
}

// isDeclared reports whether a file of a package declares a name.
func (p *Program) isDeclared(in, name string) bool {
	if p.declared == nil {
		p.declared = map[string]bool{}
		for _, s := range p.Code {
			imported := importedNames(s.Graph)
			for name, id := range s.Graph.Names {
				if !imported[id] {
					p.declared[s.Graph.Package+"."+name] = true
				}
			}
		}
	}
	return p.declared[in+"."+name]
}

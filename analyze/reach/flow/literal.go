package flow

import "snag/analyze/reach/graph"

// literal returns the text that a node is, or that a member of the object is which is written out there;
// "" for anything else.
func (p *Program) literal(n node, path []string) string {
	file, at := p.fileOf(n)
	for ; at != nil && len(path) > 0; path = path[1:] {
		g := p.sources[file].Graph
		object := graph.ID(n - p.base[file])
		if at.Kind != graph.Object {
			return ""
		}
		at = nil
		for i := range g.Stores {
			if s := &g.Stores[i]; s.Object == object && s.Field == path[0] {
				at = &g.Nodes[s.Value]
				n = p.base[file] + node(s.Value)
				break
			}
		}
	}
	if at == nil || at.Kind != graph.Text {
		return ""
	}
	return at.Name
}

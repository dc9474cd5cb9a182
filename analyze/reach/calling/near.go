package calling

import (
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/link"
)

// outline is what of a file says whether it matters for others.
type outline struct {
	nodes   int
	modules []string // that it imports
}

func outlineOf(g *graph.File) outline {
	o := outline{nodes: len(g.Nodes)}
	for _, id := range g.Modules {
		o.modules = append(o.modules, strings.Clone(g.Nodes[id].Name))
	}
	return o
}

// near parses files, and leaves out what has nothing to do with the wanted ones where there is much. Trees and graphs
// take fifty times the room of the texts: those of a large program are let go of as soon as it is known what they
// import, and made again for the files that stay.
func (p *Program) near(files []*File, wanted []int, in Input, large bool) []*File {
	outlines := make([]outline, len(files))
	each(files, in.Jobs, func(i int, f *File) {
		if large {
			_, g := f.graph(&in, nil)
			outlines[i] = outlineOf(g)
			return
		}
		f.parse(&in)
		outlines[i] = outlineOf(f.Graph)
	})
	kept := p.kept(files, wanted, outlines)
	if large {
		each(kept, in.Jobs, func(_ int, f *File) { f.parse(&in) })
	}
	return kept
}

// kept are the files that have something to do with the wanted ones where there is much, or else all.
func (p *Program) kept(files []*File, wanted []int, outlines []outline) (kept []*File) {
	at, nodes := map[string]int{}, 0
	sizes := make([]int, len(files))
	for i, f := range files {
		at[f.Path] = i
		sizes[i] = outlines[i].nodes
		nodes += sizes[i]
	}
	if nodes <= manyNodes {
		return files
	}
	imports := make([][]int, len(files))
	for i, f := range files {
		for _, module := range outlines[i].modules {
			if file, ok := p.linker.Resolve(f.Path, module); ok {
				if k, here := at[file]; here {
					imports[i] = append(imports[i], k)
				}
			}
		}
	}
	for i, near := range link.Near(wanted, imports, sizes, maxNodes) {
		if near {
			kept = append(kept, files[i])
		}
	}
	return kept
}

package calling

import (
	"slices"
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

// fitting are the wanted files that have room, those of the project itself before those of installed packages, and how
// many nodes others may have beside them. The other wanted files are left.
func (p *Program) fitting(files []*File, wanted, sizes []int) (fit []int, room int) {
	room = maxNodes
	for _, installed := range []bool{false, true} {
		for _, i := range wanted {
			switch {
			case isInstalled(files[i].Path) != installed:
			case sizes[i] > room:
				p.Left = append(p.Left, files[i].Path)
			default:
				room -= sizes[i]
				fit = append(fit, i)
			}
		}
	}
	slices.Sort(fit)
	slices.Sort(p.Left)
	return fit, room
}

// isInstalled reports whether a file is one of an installed package.
func isInstalled(file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), link.Installs)
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
	wanted, room := p.fitting(files, wanted, sizes)
	for i, near := range link.Near(wanted, imports, sizes, room) {
		if near {
			kept = append(kept, files[i])
		}
	}
	return kept
}

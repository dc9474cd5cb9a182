package reach

import (
	"context"
	"slices"
	"strings"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/link"
	"snag/analyze/reach/rules"
	"snag/analyze/source/tree"
)

// manyNodes is how many nodes the graphs of a package have in which all files are followed together.
const manyNodes = 300_000

// maxNodes bounds those of the files that are followed.
const maxNodes = 2_000_000

// related returns the files of a package that matter for its regexes, and how many others there are. In a large
// package these are the files that have the regexes or import a package that lets a text meet one, those that
// import them, directly or not, and what all these import. Of the project itself those belong to them that make
// patterns, so that one program answers for both.
func (p *Project) related(u *unit, files []parsed, externals []rules.External) (near []parsed, apart int) {
	modules := map[string]bool{}
	for _, x := range externals {
		modules[x.Function.Root.Name] = true
	}
	regex := map[string]bool{}
	for _, i := range u.regex {
		regex[p.regexes[i].File] = true
	}
	near, apart = p.near(files, func(f *parsed) bool {
		return regex[f.path] || u.name == "" && p.mayBeInjected(f) || slices.ContainsFunc(f.graph.Modules, func(id graph.ID) bool {
			name := f.graph.Nodes[id].Name
			return modules[name] || modules[strings.TrimSuffix(name, ".js")]
		})
	})
	return near, apart + len(u.aside)
}

// solve returns the program of the files of a package that matter for a question, which wanted tells: all where they are
// not too many. Then it is the program of the question before, if there was one.
func (p *Project) solve(ctx context.Context, u *unit, wanted func(f *parsed) bool) (s *solved, left []string) {
	files, left := p.read(ctx, u)
	if u.solved != nil && u.solved.apart == 0 {
		return u.solved, left
	}
	near, apart := p.near(files, wanted)
	apart += len(u.aside)
	if u.solved != nil && u.solved.has(near) {
		return u.solved, left
	}
	u.solved = nil // two programs at once may take all the memory
	program, written := p.program(ctx, u, near, nil)
	s = &solved{near, apart, program, written}
	if u.name == "" {
		u.solved = s
	}
	return s, left
}

// has reports whether a program has all of some files.
func (s *solved) has(files []parsed) bool {
	have := map[string]bool{}
	for _, f := range s.files {
		have[f.path] = true
	}
	return !slices.ContainsFunc(files, func(f parsed) bool { return !have[f.path] })
}

// near returns the files that are wanted, those that import them, directly or not, and what all these import, and
// how many others there are; all files where they are not too many.
func (p *Project) near(files []parsed, wanted func(f *parsed) bool) (near []parsed, apart int) {
	nodes := 0
	at := map[string]int{}
	for i, f := range files {
		nodes += len(f.graph.Nodes)
		at[f.path] = i
	}
	if nodes <= manyNodes {
		return files, 0
	}
	imports, sizes := make([][]int, len(files)), make([]int, len(files))
	var list []int
	for i, f := range files {
		sizes[i] = len(f.graph.Nodes)
		for _, id := range f.graph.Modules {
			name := f.graph.Nodes[id].Name
			if f.graph.Nodes[id].Index == graph.Matched {
				imports[i] = append(imports[i], matching(f.path, at)(name)...)
			} else if file, ok := p.resolve(f.path, name); ok {
				if k, here := at[file]; here {
					imports[i] = append(imports[i], k)
				}
			}
		}
		if f.graph.Language == tree.Go { // the files of a package belong together
			file, _ := p.resolve(f.path, ".")
			if k, here := at[file]; here && k != i {
				imports[i], imports[k] = append(imports[i], k), append(imports[k], i)
			}
		}
		if wanted(&files[i]) {
			list = append(list, i)
		}
	}
	keep := link.Near(list, imports, sizes, maxNodes)
	for i, f := range files {
		if keep[i] {
			near = append(near, f)
		}
	}
	return near, len(files) - len(near)
}

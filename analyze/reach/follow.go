package reach

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/link"
	"snag/analyze/reach/points"
	"snag/analyze/reach/routing"
	"snag/analyze/reach/rules"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// loseUnread notes what was not read of a package: it may call any function with a regex, those of other packages too.
func (p *Project) loseUnread(u *unit, left []string, apart int) {
	if apart == 0 && len(left) == 0 && len(u.exports) < maxExports {
		return
	}
	asked := slices.Clone(u.regex)
	for _, n := range u.needs {
		for _, w := range n.ways {
			asked = append(asked, w.regexes...)
		}
	}
	slices.Sort(asked)
	for _, i := range slices.Compact(asked) {
		if apart > 0 {
			p.lose(i, "files of "+cmp.Or(u.name, "the project")+" that are not near the regexes")
		}
		for _, file := range left {
			p.lose(i, path.Base(file)+", which was not read")
		}
		if len(u.exports) >= maxExports {
			p.lose(i, fmt.Sprintf("functions of %s beyond the first %d", u.name, maxExports))
		}
	}
}

// imported returns the names by which some files in JavaScript import modules. A name with dots may be that of a
// module with members behind it.
func (p *Project) imported(files []parsed) map[string]bool {
	all := map[string]bool{}
	add := func(name string) {
		for all[name] = true; ; all[name] = true {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				return
			}
			name = name[:dot]
		}
	}
	for _, f := range files {
		resolve := p.resolver(f.path, nil)
		for _, id := range f.graph.Modules {
			_, name := resolve(f.graph.Nodes[id].Name)
			add(name)
			add(f.graph.Nodes[id].Name)
		}
	}
	return all
}

// program links the files of a package to a program, and returns the regexes in them too.
func (p *Project) program(ctx context.Context, u *unit, files []parsed, externals []rules.External) (*flow.Program, *written) {
	at := map[string]int{}
	for i, f := range files {
		at[f.path] = i
	}
	var sources []points.Source
	for _, f := range files {
		sources = append(sources, points.Source{Graph: f.graph, Public: p.public(u, f.path), Resolve: p.resolver(f.path, at), Matching: matching(f.path, at)})
	}
	for _, i := range u.regex {
		r := p.regexes[i]
		if k, ok := at[r.File]; ok {
			sources[k].Patterns = append(sources[k].Patterns, points.Pattern{
				ID: i, Start: int32(r.Start), End: int32(r.End), TextStart: int32(r.TextStart), TextEnd: int32(r.TextEnd)})
		}
	}
	made := flow.New
	if u.name != "" {
		made = p.room.New
	}
	program := made(ctx, sources, p.Model, externals, routing.Of)
	for name, set := range p.setByFiles(u) {
		program.Limit(name, rules.Set{Max: set.max, File: -1})
	}
	all := newWritten(files, p.trees)
	program.Regexes, program.Width = all.patterns, all.width
	program.Line = newLines(files).number
	program.Text = func(file int, start, end int32) string { return string(files[file].text[start:end]) }
	return program, all
}

// matching returns what finds the files that imports in one mean whose names are worked out.
func matching(from string, at map[string]int) func(string) []int {
	return func(module string) (all []int) {
		for _, file := range link.Matching(from, module, at) {
			all = append(all, at[file])
		}
		return all
	}
}

// maxLost bounds what is told of a regex that was not followed.
const maxLost = 64

// lose notes what may hide ways to a regex.
func (p *Project) lose(regex int, what ...string) {
	r := &p.results[regex]
	for _, w := range what {
		if len(r.NotFollowed) < maxLost && !slices.Contains(r.NotFollowed, w) {
			r.NotFollowed = append(r.NotFollowed, w)
		}
	}
}

// resolve returns the file that an import means, and notes that it was asked.
func (p *Project) resolve(from, module string) (file string, ok bool) {
	file, ok = p.linker.Resolve(from, module)
	if p.imports != nil {
		p.imports[importOf(from, module)] = file
	}
	return file, ok
}

func (p *Project) resolver(from string, at map[string]int) func(string) (int, string) {
	return func(module string) (int, string) {
		file, ok := p.resolve(from, module)
		if !ok {
			return -1, module
		}
		if i, here := at[file]; here {
			return i, module
		}
		return -1, link.ModuleName(module)
	}
}

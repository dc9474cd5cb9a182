package calling

import (
	"fmt"
	"slices"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/source/extract"
)

// TestLargeProgramsAreTheSame parses files at once, and as those of a large program are.
func TestLargeProgramsAreTheSame(t *testing.T) {
	sources := map[string]string{
		"a.js": `const b = require('./b'); app.get('/x', (req, res) => res.send(b.read(req.query.f)))`,
		"b.js": `const fs = require('fs'); exports.read = f => fs.readFileSync(f)`,
		"c.js": `function alone() {}`,
	}
	paths := []string{"a.js", "b.js", "c.js"}
	list := link.NewList(paths, func(name string) ([]byte, error) { return []byte(sources[name]), nil })
	programs := map[bool]string{}
	for _, large := range []bool{false, true} {
		in := Input{Paths: paths, Files: list}
		in.complete()
		var files []*File
		for _, path := range paths {
			l, _ := extract.ByPath(path)
			files = append(files, &File{Path: path, Language: l, Text: []byte(sources[path])})
		}
		p := &Program{linker: in.Linker, model: in.Model, at: map[string]int{}}
		var all []string
		for _, f := range p.near(files, []int{0}, in, large) {
			all = append(all, fmt.Sprintln(f.Path, f.Graph.Nodes, len(f.shape.funcs), len(f.placed)))
		}
		programs[large] = fmt.Sprint(all)
	}
	if programs[true] != programs[false] {
		t.Errorf("parsed twice: got %s, want %s", programs[true], programs[false])
	}
}

// TestNear leaves out what has nothing to do with the wanted files of a program that has very many nodes.
func TestNear(t *testing.T) {
	paths := []string{"apart.js", "used.js", "user.js", "wanted.js"}
	in := Input{Files: link.NewList(paths, nil)}
	in.complete()
	p := &Program{linker: in.Linker}
	var files []*File
	for _, path := range paths {
		files = append(files, &File{Path: path})
	}
	modules := map[string][]string{"wanted.js": {"./used"}, "user.js": {"./wanted.js"}}
	for _, test := range []struct {
		nodes int
		want  []string
	}{
		{manyNodes / 4, paths},
		{manyNodes/4 + 1, []string{"used.js", "user.js", "wanted.js"}},
		{maxNodes / 2, []string{"user.js", "wanted.js"}}, // what imports one comes first
		{maxNodes, []string{"wanted.js"}},
	} {
		var outlines []outline
		for _, path := range paths {
			outlines = append(outlines, outline{test.nodes, modules[path]})
		}
		var got []string
		for _, f := range p.kept(files, []int{3}, outlines) {
			got = append(got, f.Path)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("files of %d nodes each: got %v, want %v", test.nodes, got, test.want)
		}
	}
}

// TestFitting leaves wanted files for which there is no room, those of installed packages first, and says which.
func TestFitting(t *testing.T) {
	var files []*File
	for _, path := range []string{"node_modules/a/a.js", "node_modules/b/b.js", "src/c.js", "src/vendored.js"} {
		files = append(files, &File{Path: path})
	}
	all := []int{0, 1, 2, 3}
	for _, test := range []struct {
		sizes []int
		want  []int
		room  int
		left  []string
	}{
		{[]int{1, 2, 3, 4}, all, maxNodes - 10, nil},
		{[]int{maxNodes, 2, 3, 4}, []int{1, 2, 3}, maxNodes - 9, []string{"node_modules/a/a.js"}},
		{[]int{2, maxNodes, 3, 4}, []int{0, 2, 3}, maxNodes - 9, []string{"node_modules/b/b.js"}},
		{[]int{1, 1, maxNodes, 4}, []int{2}, 0, []string{"node_modules/a/a.js", "node_modules/b/b.js", "src/vendored.js"}},
	} {
		p := &Program{}
		got, room := p.fitting(files, all, test.sizes)
		if !slices.Equal(got, test.want) || room != test.room || !slices.Equal(p.Left, test.left) {
			t.Errorf("sizes %v: got %v, room %d, left %v; want %v, %d, %v", test.sizes, got, room, p.Left, test.want, test.room, test.left)
		}
	}
}

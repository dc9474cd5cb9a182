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
		{maxNodes, []string{"user.js", "wanted.js"}}, // what imports one comes first
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

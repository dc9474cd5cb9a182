package reach

import (
	"bytes"
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// parsed is a file that was read.
type parsed struct {
	path  string
	graph *graph.File
	text  []byte
}

// A bundle is a large file whose lines are that long in the mean, in bytes: a tool wrote it for browsers or for one
// file to start, out of sources that are followed themselves. Its one scope takes seconds, and minutes where it is longer
// than maxBundle.
const (
	bundleSize = 256 << 10
	bundleLine = 500
	maxBundle  = 1 << 20
)

// isBundle reports whether a text is a bundle.
func isBundle(text []byte) bool {
	return len(text) > bundleSize && len(text) > bundleLine*(1+bytes.Count(text, []byte("\n")))
}

// mayImport reports whether a text may import a package or a file in it: it has the name, in JavaScript as a string or
// the first part of one. A package without a name may be any.
func mayImport(text []byte, name, family string) bool {
	if name == "" {
		return true
	}
	for {
		at := bytes.Index(text, []byte(name))
		if at < 0 {
			return false
		}
		end := at + len(name)
		if family != "JavaScript" || at > 0 && end < len(text) && isQuote(text[at-1]) && (isQuote(text[end]) || text[end] == '/') {
			return true
		}
		text = text[end:]
	}
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// texts are those of the files of a package that are followed.
type texts struct {
	paths []string
	of    map[string][]byte
	left  []string // files that are not followed
}

// texts reads the files of a package, and returns nil when ctx ends before.
func (p *Project) texts(ctx context.Context, u *unit) *texts {
	t := &texts{of: map[string][]byte{}}
	total := 0
	for _, file := range u.paths {
		if ctx.Err() != nil {
			return nil
		}
		text, err := p.Files.Read(file)
		switch {
		case err != nil || len(text) > maxFile || isBundle(text) && !(len(text) <= maxBundle && p.isAskedEntry(u, file)):
			t.left = append(t.left, file)
		case total+len(text) > maxUnit:
			t.left = append(t.left, file)
		default:
			total += len(text)
			t.of[file] = text
			t.paths = append(t.paths, file)
		}
	}
	if u.family == "JavaScript" && u.name == "" {
		p.addJSON(t)
	}
	return t
}

// isAskedEntry reports whether a file is what an import of an installed package means, and has a regex that is asked for: then
// no sources beside it are run.
func (p *Project) isAskedEntry(u *unit, file string) bool {
	return u.name != "" && slices.Contains(u.pkg.Exports, file) && slices.ContainsFunc(u.regex, func(i int) bool { return p.regexes[i].File == file })
}

// mayImport reports whether one of them may import one of some packages.
func (t *texts) mayImport(names []string, family string) bool {
	return slices.ContainsFunc(t.paths, func(file string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return mayImport(t.of[file], name, family) })
	})
}

// read reads and parses the files of a package. Those that are no installed package are kept.
func (p *Project) read(ctx context.Context, u *unit) (files []parsed, left []string) {
	if u.opened {
		return u.files, u.left
	}
	t := p.texts(ctx, u)
	if t == nil {
		return nil, nil
	}
	u.aside = p.putAside(u, t)
	if files = p.parseAll(ctx, t.paths, t.of); files == nil {
		return nil, nil
	}
	if u.name == "" {
		u.files, u.left, u.opened = files, t.left, true
	}
	return files, t.left
}

// testsOf returns the tests of an installed package in JavaScript that no program runs which has it installed, unless a file
// that it runs imports them. Those are none that have a regex which is asked for or that package.json offers; and the
// project imports none of them by its path.
func (p *Project) testsOf(ctx context.Context, u *unit, t *texts) map[string]bool {
	if u.family != "JavaScript" {
		return nil // whose files name each other by other names than their paths
	}
	keeps := slices.Clone(u.pkg.Exports)
	for _, i := range u.regex {
		keeps = append(keeps, p.regexes[i].File)
	}
	tests := map[string]bool{}
	var names []string
	for _, file := range t.paths {
		if !role.IsTest(p.Model, u.folder, file) || slices.Contains(keeps, file) {
			continue
		}
		tests[file] = true
		first, _, _ := strings.Cut(strings.TrimPrefix(file, u.folder+"/"), "/")
		for _, name := range []string{u.name + "/" + first, u.name + "/" + strings.TrimSuffix(first, path.Ext(first))} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(tests) == 0 || len(tests) == len(t.paths) {
		return nil
	}
	if p.ownTexts == nil {
		p.ownTexts = map[*unit]*texts{}
		for _, own := range p.units {
			if own.name == "" && own.family == u.family {
				p.ownTexts[own] = p.texts(ctx, own)
			}
		}
	}
	for _, own := range p.ownTexts {
		if own == nil || own.mayImport(names, u.family) {
			return nil
		}
	}
	return tests
}

// parseRun parses the files of a package but for its tests, and those of them that other files import, directly or not. It
// returns nil when ctx ends before.
func (p *Project) parseRun(ctx context.Context, t *texts, tests map[string]bool) []parsed {
	todo := slices.DeleteFunc(slices.Clone(t.paths), func(file string) bool { return tests[file] })
	all, left := map[string]parsed{}, maps.Clone(tests)
	for len(todo) > 0 || len(all) == 0 {
		files := p.parseAll(ctx, todo, t.of)
		if files == nil {
			return nil
		}
		if todo = nil; len(tests) == 0 {
			return files
		}
		for _, f := range files {
			all[f.path] = f
			for _, id := range f.graph.Modules {
				if file, ok := p.resolve(f.path, f.graph.Nodes[id].Name); ok && left[file] {
					delete(left, file)
					todo = append(todo, file)
				}
			}
		}
	}
	var run []parsed
	for _, file := range t.paths {
		if f, ok := all[file]; ok {
			run = append(run, f)
		}
	}
	return run
}

// parseAll parses files by their texts, and returns nil when ctx ends before. What then is in work is left behind, as one
// file may take a second, and writes into a list that nobody reads.
func (p *Project) parseAll(ctx context.Context, paths []string, texts map[string][]byte) []parsed {
	files := make([]parsed, len(paths))
	own, changed := namesOfKotlin(texts), superglobalsOf(texts)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var wait sync.WaitGroup
		slots := make(chan struct{}, p.Jobs)
		for i, file := range paths {
			slots <- struct{}{}
			if ctx.Err() != nil {
				break
			}
			wait.Go(func() {
				defer func() { <-slots }()
				files[i] = p.parse(file, texts[file], own, changed)
			})
		}
		wait.Wait()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return nil
	}
	return files
}

// takes reports whether a method of PHP takes a member out of what it is called on.
func (p *Project) takes(method string) bool { return p.Model.IsKept(model.PHP, "member", method) }

func (p *Project) parse(file string, text []byte, own ownKotlin, changed changedSuperglobals) parsed {
	l, _ := extract.ByPath(file)
	var t *tree.File
	if isJSON(file) {
		t, l = parseJSON(text)
	} else {
		t = parsers[l.Name](text, l)
	}
	g := graph.Build(file, t, graph.Options{Leaves: p.leaves(t, l, text, own), Checks: p.Model.Checks, Valid: p.Model.Valid, Runs: p.Model.Runs, Constant: changed.constant, Takes: p.takes})
	if t.Language != tree.Ruby && !readsPaths(t.Language, text) { // whose routes are read out of the code
		g.Release()
	}
	return parsed{file, g, text}
}

// readsPaths reports whether a file may compare the path of a request with others in its code, without a framework.
func readsPaths(l tree.Language, text []byte) bool {
	var marks []string
	switch l {
	case tree.PHP:
		marks = []string{"$_"}
	case tree.JavaScript:
		marks = []string{"createServer", "req.url", "request.url"}
	}
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(text, []byte(mark)) })
}

package calls

import (
	"maps"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/literal"
	"snag/analyze/source/tree"
)

// mostPackages bounds how many packages are read.
const mostPackages = 400

// packages returns the functions that installed packages export and that block, by the names that others call them by.
// They are read one level deep: what a package imports from others is known by its name alone.
func packages(in calling.Input, programs []*calling.Program) map[string]blocker {
	known := map[string]blocker{}
	for _, p := range programs {
		if p.Language() != tree.JavaScript {
			continue
		}
		outside := p.Outside()
		for n, module := range slices.Sorted(maps.Keys(outside)) {
			file := outside[module]
			folder := folderOf(file)
			if n >= mostPackages || folder == "" || isKnown(module) {
				continue
			}
			in := in
			in.Linker, in.May = p.Linker(), may
			if of := calling.ReadPackage(in, file, folder); of != nil {
				exported(of, module, known)
			}
		}
	}
	return known
}

// folderOf returns the folder of the package that a file is installed with, "" for none.
func folderOf(file string) string {
	const installed = "node_modules/"
	at := strings.LastIndex("/"+file, "/"+installed)
	if at < 0 {
		return ""
	}
	head, rest := file[:at+len(installed)], file[at+len(installed):]
	parts := strings.SplitN(rest, "/", 3)
	n := 1
	if strings.HasPrefix(rest, "@") {
		n = 2
	}
	if len(parts) <= n {
		return ""
	}
	return path.Join(head, path.Join(parts[:n]...))
}

// isKnown reports whether the calls of a module that block are known without reading it.
func isKnown(module string) bool {
	if _, ok := script.all[module]; ok {
		return true
	}
	for name := range script.by {
		if strings.HasPrefix(name, module+".") || strings.HasPrefix(name, module+"()") || name == module {
			return true
		}
	}
	return false
}

// exported adds the functions of a package that block.
func exported(p *calling.Program, module string, known map[string]blocker) {
	lines := map[*calling.File]*literal.Lines{}
	each(p, nil, func(c *calling.Call, b blocker) {
		name := module + p.Offered(p.Why(c.Func))
		if _, ok := known[name]; ok || b.minor {
			return
		}
		start, _ := c.Span()
		known[name] = blocker{name: strings.ReplaceAll(name, "()", ""), instead: "a function that does not block, or a worker thread",
			inside: &Step{File: c.File.Path, Name: b.name, Position: positionIn(lines, c.File, start)}}
	})
}

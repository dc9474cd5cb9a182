package kotlin

import (
	"slices"
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// importStatement reads an import.
func (p *parser) importStatement() *tree.Node {
	start := p.Start()
	p.Next()
	at := p.Start()
	module := ""
	last := p.identifier()
	for p.Kind() == '.' && p.Ahead(1).Kind == scan.TokenName {
		p.Next()
		if module != "" {
			module += "."
		}
		module += last
		last = p.identifier()
	}
	m := p.Mark()
	switch {
	case p.Kind() == '.' && p.Ahead(1).Kind == '*':
		p.Next()
		p.Next()
		if module != "" {
			module += "."
		}
		module += last
		p.Push(p.Make(tree.ImportName, at, "*"))
	default:
		local := last
		if p.Is("as") && p.Ahead(1).Kind == scan.TokenName {
			p.Next()
			local = p.identifier()
		}
		if c := local[0]; 'a' <= c && c <= 'z' && !IsLibrary(module) {
			p.extensions[local] = true // if it is called on a value
		}
		p.Push(p.Make(tree.ImportName, at, last, p.Node(tree.Name, int(at), int(at), local)))
	}
	return p.Closed(tree.Import, start, module, m)
}

// libraries begin the packages whose functions are known: extension functions as methods, and no require or check of their
// own.
var libraries = []string{"java.", "javax.", "jakarta.", "kotlin.", "kotlinx.", "io.ktor.", "org.springframework.", "io.javalin."}

// IsLibrary reports whether a package is of a library whose functions are known.
func IsLibrary(module string) bool {
	return slices.ContainsFunc(libraries, func(l string) bool { return strings.HasPrefix(module+".", l) })
}

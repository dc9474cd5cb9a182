package reach

import (
	"bytes"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/flow"
	"snag/analyze/reach/graph"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/kotlin"
)

// ownKotlin are the names of Kotlin's own functions that never return, or only where a condition holds, which mean
// something else in the files of a project.
type ownKotlin map[string]bool

var (
	// kotlinFunction and javaMethod are declarations of functions of such names, or of what may be called as one, and packageOf and importsAll the packages
	// to which files belong and from which they import all.
	kotlinFunction = lazyregexp.New("\\b(?:fun\\s[^={\\n]*?|va[lr]\\s[^=({\\n]*?|(?:object|class)\\s+`?)\\b(require|check|error|TODO|exitProcess)\\b(?:`?\\s*[({]|\\s*:[^=\\n]*->|\\s*=\\s*(?:\\{|fun\\b|object\\b|\\w*::))")
	javaMethod     = lazyregexp.New(`[\w>\]]\s+(require|check|error|TODO|exitProcess)\s*\(`)
	packageOf      = lazyregexp.New(`(?m)^\s*package\s+([\w.]+)`)
	importsAll     = lazyregexp.New(`(?m)^\s*import\s+([\w.]+)\.\*`)
)

// namesOfKotlin reads which of these names the files of a project declare.
func namesOfKotlin(texts map[string][]byte) ownKotlin {
	own := ownKotlin{}
	packages := map[string]bool{}
	for file, text := range texts {
		declares := javaMethod
		if l, _ := extract.ByPath(file); l.Name == "Kotlin" {
			declares = kotlinFunction
		} else if l.Name != "Java" {
			continue
		}
		for _, m := range declares.FindAllSubmatch(text, -1) {
			if !bytes.HasPrefix(m[0], []byte("return ")) {
				own[string(m[1])] = true
			}
		}
		if m := packageOf.FindSubmatch(text); m != nil {
			packages[string(m[1])] = true
		}
	}
	for name := range packages {
		own["package "+name] = true
	}
	return own
}

// knows reports whether names that a file of Kotlin does not declare are those of Kotlin's own functions, as far as the
// files of the project and what the file imports tell.
func (own ownKotlin) knows(text []byte) bool {
	for _, m := range importsAll.FindAllSubmatch(text, -1) {
		name := string(m[1])
		if !own["package "+name] && !kotlin.IsLibrary(name) {
			return false
		}
	}
	return true
}

// leaves tells when a call of a function of a file never returns.
func (p *Project) leaves(t *tree.File, l extract.Language, text []byte, own ownKotlin) func(module, name string) graph.Leaving {
	known := l.Name == "Kotlin" && own.knows(text)
	return func(module, name string) graph.Leaving {
		if known && module == "" && !own[name] && !strings.Contains(name, ".") {
			module = "kotlin"
		}
		return flow.Leaves(p.Model, t.Language, text, module, name)
	}
}

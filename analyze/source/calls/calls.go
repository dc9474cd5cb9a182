// Package calls finds calls in the source of servers that block the thread that serves everybody, and
// that run for each request rather than once at the start.
//
// It tolerates any input, and its work is linear in the size of the file.
package calls

import (
	"cmp"
	"regexp"
	"slices"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
)

// Call is a blocking call in code that runs for each request.
type Call struct {
	Offset, End int    // of the call's name in bytes
	Line        int    // from 1
	Column      int    // in code points from 1
	Column16    int    // in UTF-16 units from 1
	Name        string // as documented, such as "fs.readFileSync"
	// Why says what makes the code run for each request, in a clause.
	Why string
	// Routed reports whether the source was seen to register the code for requests. Else that is a guess
	// from its form.
	Routed bool
	// Instead says what to use in its place.
	Instead string
}

// Knows reports whether the blocking calls of a language are known.
func Knows(l extract.Language) bool { return l.HasTokens() }

// aside are paths of what is part of no server: of programs for the command line, tools and tests. Only
// what is registered as a handler counts there.
var aside = regexp.MustCompile(`(?i)(^|/)(bin|cli|commands?|command-line|scripts?|migrations?|seeds?|seeders|tests?|__tests__|__mocks__|spec|e2e|benchmarks?|bench|build-tools|gulp|webpack)/|(^|/)(gulpfile|gruntfile|conftest|setup|manage|noxfile|test_[^/]*)\.\w+$|[._](test|spec|config|conf|stories|test-d|cli|bench)\.\w+$|_test\.py$`)

// Find returns the blocking calls in src, the content of the file of the given path and language, in the
// order of the file, and the comments that ask to ignore findings if there are any calls. The path has
// slashes, and should begin where the project does.
func Find(path string, l extract.Language, src []byte) ([]Call, []extract.Suppression) {
	python := l.Dialect == syntax.Python
	if !Knows(l) || python && !mayBlockPython(src) || !python && !mayBlock(src) {
		return nil, nil
	}
	list, file := l.Tokens(src)
	s := &source{src: src, list: list}
	s.pair()
	var found []Call
	if python {
		found = findPython(s, aside.MatchString(path))
	} else {
		found = findScript(s, aside.MatchString(path))
	}
	for i := range found {
		at := file.Range(found[i].Offset, found[i].Offset).Start
		found[i].Line, found[i].Column, found[i].Column16 = at.Line, at.Column, at.Column16
	}
	slices.SortFunc(found, func(a, b Call) int { return cmp.Compare(a.Offset, b.Offset) })
	return found, file.Suppressions
}

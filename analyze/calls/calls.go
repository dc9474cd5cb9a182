// Package calls finds calls in the source of servers that block the thread that serves everybody, and
// that run for each request rather than once at the start.
//
// It tolerates any input, and its work is linear in the size of the file.
package calls

import (
	"cmp"
	"slices"

	"snag/analyze/extract"
	"snag/analyze/syntax"
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
	// Instead says what to use in its place.
	Instead string
}

// Knows reports whether the blocking calls of a language are known.
func Knows(l extract.Language) bool { return l.HasTokens() }

// Find returns the blocking calls in src, the content of a file in the given language, in the order of
// the file, and the comments that ask to ignore findings if there are any calls.
func Find(l extract.Language, src []byte) ([]Call, []extract.Suppression) {
	python := l.Dialect == syntax.Python
	if !Knows(l) || python && !mayBlockPython(src) || !python && !mayBlock(src) {
		return nil, nil
	}
	list, file := l.Tokens(src)
	s := &source{src: src, list: list}
	s.pair()
	var found []Call
	if python {
		found = findPython(s)
	} else {
		found = findScript(s)
	}
	for i := range found {
		at := file.Range(found[i].Offset, found[i].Offset).Start
		found[i].Line, found[i].Column, found[i].Column16 = at.Line, at.Column, at.Column16
	}
	slices.SortFunc(found, func(a, b Call) int { return cmp.Compare(a.Offset, b.Offset) })
	return found, file.Suppressions
}

// Package extract finds the regular expressions that a source file contains, and where each of their
// characters stands in it.
//
// Extraction tolerates any input: what it cannot read it skips, and takes up again behind it. Its work
// is linear in the size of the file.
package extract

import (
	"math"

	"snag/analyze/regex/syntax"
)

// Extract finds the patterns in src, the content of one file. The result refers to src, which must not
// be modified while the result is in use; the strings in it are copies.
func (l Language) Extract(src []byte) *File {
	x := newState(src, l.Dialect)
	l.scan(x)
	x.placeSuppressions()
	return &x.File
}

// HasTokens reports whether Tokens reads the language.
func (l Language) HasTokens() bool {
	return l.Dialect == syntax.JavaScript && !l.Data || l.Dialect == syntax.Python
}

// Tokens reads src, the content of one file in JavaScript, TypeScript or Python, or with scripts in one
// of these. The file has no literals but tells of suppressions and positions. Other languages have no
// tokens.
func (l Language) Tokens(src []byte) ([]Token, *File) {
	x := newState(src, l.Dialect)
	x.keep = true
	if l.HasTokens() && len(src) < math.MaxInt32-16 {
		l.scan(x)
	}
	x.placeSuppressions()
	return x.tokens, &x.File
}

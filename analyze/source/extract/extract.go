// Package extract finds the regular expressions that a source file contains, and where each of their
// characters stands in it. It is the front of the packages that read the languages, and holds their table.
//
// Extraction tolerates any input: what it cannot read it skips, and takes up again behind it. Its work
// is linear in the size of the file.
package extract

import (
	"math"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/scan"
)

// What extraction returns. The types belong to the packages that fill them.
type (
	File        = scan.File
	Suppression = scan.Suppression
)

// Extract finds the patterns in src, the content of one file. The result refers to src, which must not
// be modified while the result is in use; the strings in it are copies.
func (l Language) Extract(src []byte) *File { return l.ExtractWith(src, nil) }

// Values finds the values of names that the reader of a language does not follow.
type Values = scan.Values

// ExtractWith finds the patterns as Extract does, and those that are put together of values that the function finds.
func (l Language) ExtractWith(src []byte, values Values) *File {
	x := scan.NewState(src, l.Dialect)
	x.Values = values
	l.scan(x)
	x.PlaceSuppressions()
	return &x.File
}

// HasTokens reports whether Tokens reads the language.
func (l Language) HasTokens() bool {
	return l.Dialect == syntax.JavaScript && !l.Data || l.Dialect == syntax.Python
}

// Tokens reads src, the content of one file in JavaScript, TypeScript or Python, or with scripts in one
// of these. The file has no literals but tells of suppressions and positions. Other languages have no
// tokens.
func (l Language) Tokens(src []byte) ([]scan.Token, *File) {
	x := l.tokens(src)
	x.PlaceSuppressions()
	return x.Tokens, &x.File
}

// Suppressions returns the comments in src that ask to ignore findings.
func (l Language) Suppressions(src []byte) []Suppression {
	if l.HasTokens() {
		_, f := l.Tokens(src)
		return f.Suppressions
	}
	return l.Extract(src).Suppressions
}

// Scripts reads src, the content of one file in JavaScript or TypeScript, which is one script, or the
// scripts in markup. Other languages have none.
func (l Language) Scripts(src []byte) []scan.Script {
	x := l.tokens(src)
	if len(x.Scripts) == 1 {
		x.Scripts[0].Tokens = x.Tokens // nobody else needs the memory behind them
	}
	return x.Scripts
}

func (l Language) tokens(src []byte) *scan.State {
	x := scan.NewState(src, l.Dialect)
	x.KeepTokens = true
	if l.HasTokens() && len(src) < math.MaxInt32-16 {
		l.scan(x)
	}
	return x
}

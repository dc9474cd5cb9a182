package extract

import (
	"bytes"
	"cmp"
	"slices"

	"snag/analyze/regex/syntax"
)

// extraction is the state that the scanners of all languages share.
type extraction struct {
	File
	src          []byte
	dialect      syntax.Dialect // that of Language
	suppressions bool           // the file contains the marker at all
	hash         bool           // a number sign begins a comment
	keep         bool           // keep the tokens rather than look for patterns
	tokens       []Token
}

// newState returns the state for reading src, the content of a file in a language of the given dialect.
func newState(src []byte, dialect syntax.Dialect) *extraction {
	// A word that begins with a rare character is found faster than the marker.
	x := &extraction{src: src, dialect: dialect, suppressions: bytes.Contains(src, []byte(marker[len("snag"):]))}
	x.lines = NewLines(src)
	return x
}

// place sorts the literals from number first on, of whose places only the offsets are known, and works
// out their positions.
func (x *extraction) place(first int) {
	slices.SortStableFunc(x.Literals[first:], func(a, b Literal) int { return cmp.Compare(a.Expr.Start.Offset, b.Expr.Start.Offset) })
	for i := first; i < len(x.Literals); i++ {
		l := &x.Literals[i]
		l.Expr = x.Range(l.Expr.Start.Offset, l.Expr.End.Offset)
		l.At = x.Range(l.At.Start.Offset, l.At.End.Offset)
	}
}

// maxDepth bounds the memory for nested brackets. Deeper nesting is forgotten.
const maxDepth = 1 << 14

// expect is what the grammar allows at a place. It decides whether a slash divides.
type expect uint8

const (
	statement expect = iota // a statement may begin here
	operand                 // an operand must begin here
	value                   // an operand ended here: a slash divides
)

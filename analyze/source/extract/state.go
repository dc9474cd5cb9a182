package extract

import (
	"bytes"

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
	x.lines.src = src
	return x
}

// place works out the positions of the literals from number first on, of which only the offsets are
// known.
func (x *extraction) place(first int) {
	for i := first; i < len(x.Literals); i++ {
		l := &x.Literals[i]
		l.Expr = x.Range(l.Expr.Start.Offset, l.Expr.End.Offset)
		l.At = x.Range(l.At.Start.Offset, l.At.End.Offset)
	}
}

// offsets is a Range of which only the offsets are known.
func offsets(start, end int) Range {
	return Range{Position{Offset: start}, Position{Offset: end}}
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

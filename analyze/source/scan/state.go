// Package scan holds what the readers of all languages share: the file that is read and what was found in
// it, tokens, comments that suppress findings, and the ends of words, numbers and lines.
package scan

import (
	"bytes"
	"cmp"

	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/source/literal"
)

// Values returns the value of a name at an offset of the file, with members behind it, as in a.B.C; ok is false where it
// is not known.
type Values func(at int, names []string) (v literal.Value, ok bool)

// State is the state that the scanners of all languages share.
type State struct {
	File
	Src          []byte         // the file, which must not be modified
	Dialect      syntax.Dialect // the one that most patterns of the language are written in
	Marked       bool           // the file contains the word of suppressions at all
	HashComments bool           // a number sign begins a comment
	KeepTokens   bool           // keep the tokens rather than look for patterns
	Values       Values         // finds the values of names that a reader does not follow; nil for none
	Tokens       []Token        // those that were kept, in the order of the file
	// Heredocs are where the texts of heredocs of Ruby stand, by the start of their tokens.
	Heredocs map[int32]Heredoc
	Scripts  []Script // which of them belong to which script
}

// NewState returns the state for reading src, the content of a file in a language of the given dialect.
func NewState(src []byte, dialect syntax.Dialect) *State {
	// A word that begins with a rare character is found faster than the marker.
	x := &State{Src: src, Dialect: dialect, Marked: bytes.Contains(src, []byte(marker[len("snag"):]))}
	x.lines = literal.NewLines(src)
	return x
}

// Place sorts the literals from number first on, of whose places only the offsets are known, and works
// out their positions.
func (x *State) Place(first int) {
	sorting.Stable(x.Literals[first:], func(a, b literal.Literal) int { return cmp.Compare(a.Expr.Start.Offset, b.Expr.Start.Offset) })
	for i := first; i < len(x.Literals); i++ {
		l := &x.Literals[i]
		l.Expr = x.Range(l.Expr.Start.Offset, l.Expr.End.Offset)
		l.At = x.Range(l.At.Start.Offset, l.At.End.Offset)
	}
}

// MaxDepth bounds the memory for nested brackets. Deeper nesting is forgotten.
const MaxDepth = 1 << 14

// Expect is what the grammar allows at a place. It decides whether a slash divides.
type Expect uint8

const (
	Statement Expect = iota // a statement may begin here
	Operand                 // an operand must begin here
	Value                   // an operand ended here: a slash divides
)

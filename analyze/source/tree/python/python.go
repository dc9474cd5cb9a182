// Package python reads Python into syntax trees: all of Python 3, and what Python 2 writes in another way.
//
// What Python has and the tree has not becomes what means the same. A comprehension is a call of map, of mapEntries
// for a dictionary, or of flatMap where another loop stands in it, with a function for its body. A comparison of three is two that
// are joined. The receiver of a method is no parameter: it is This where it is used. The call super() is
// Super. Statements of an else behind a loop or a try follow what they belong to. Patterns of match are the
// tests of a Case, and what they bind is assigned at the start of its block.
package python

import (
	"snag/analyze/regex/syntax"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// Parse reads a file. It accepts any input, in time and memory that are linear in its size.
func Parse(src []byte) *tree.File {
	if f := cursor.TooLarge(tree.Python, src); f != nil {
		return f
	}
	x := scan.NewState(src, syntax.Python)
	x.KeepTokens = true
	scripting.ScanPython(x)
	return parseTokens(src, x.Tokens)
}

// parseTokens reads a file whose tokens are known.
func parseTokens(src []byte, tokens []scan.Token) *tree.File {
	p := &parser{Cursor: cursor.New(tree.Python, src, tokens, scan.TokenLine)}
	return p.Whole(p.statements(0))
}

// parser reads the tokens of a file one after the other.
type parser struct {
	*cursor.Cursor
	params []tree.Param // those of functions that are being read
	indent int          // of the line that is being read

	receiver string // what the function around calls the receiver of a method, or ""
	method   bool   // a def here is one of a class
	matching bool   // a pattern is being read
	yields   bool   // the function around is a generator
}

// ended reports whether a statement ends in front of the next token.
func (p *parser) ended() bool {
	k := p.Kind()
	return k == 0 || k == scan.TokenLine || k == ';'
}

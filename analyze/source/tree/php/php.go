// Package php reads PHP into syntax trees.
//
// Variables keep their sigil, members have none. self and static are This where a member is taken of them,
// parent is Super. A class has the name of its namespace in front of its own. A match is a chain of
// conditionals. "a or exit" is an If. What stands outside of the tags of PHP is nothing.
package php

import (
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// Parse reads a file. It accepts any input, in time and memory that are linear in its size.
func Parse(src []byte) *tree.File {
	if f := cursor.TooLarge(tree.PHP, src); f != nil {
		return f
	}
	x := scan.NewState(src, syntax.PCRE)
	x.KeepTokens = true
	scripting.ScanPHP(x)
	p := &parser{Cursor: cursor.New(tree.PHP, src, x.Tokens, ';')}
	return p.Whole(p.statements())
}

// parser reads the tokens of a file one after the other.
type parser struct {
	*cursor.Cursor
	params    []tree.Param // those of functions that are being read
	namespace string       // with its last backslash, or ""
	yields    bool         // the function around is a generator
	method    bool         // there is a this
	inside    bool         // the code stands in a function
}

// text reports whether the next token is the given text.
func (p *parser) text(text string) bool { return p.textAt(p.I, text) }

func (p *parser) textAt(i int, text string) bool {
	return i < len(p.Tokens) && p.KindAt(i) != scan.TokenString && p.At(i) == text
}

// takeText reads the next token if it is the given text.
func (p *parser) takeText(text string) bool {
	if p.text(text) {
		p.I++
		return true
	}
	return false
}

// word returns the name that comes next in lower case, or "": keywords have no case.
func (p *parser) word() string { return lower(p.Word()) }

// lower returns a text in lower case.
func lower(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// takeWord reads the next token if it is the given keyword.
func (p *parser) takeWord(word string) bool {
	if p.Kind() == scan.TokenName && len(p.At(p.I)) == len(word) && p.word() == word {
		p.I++
		return true
	}
	return false
}

// next reports whether two tokens stand next to each other and are the given ones, as in operators that are
// read as two.
func (p *parser) next(first, second byte) bool {
	i := p.I
	return p.KindAt(i) == first && p.KindAt(i+1) == second && p.Tokens[i].End == p.Tokens[i+1].Start && p.Tokens[i].End-p.Tokens[i].Start == 1
}

// isSpread reports whether three dots come next.
func (p *parser) isSpread() bool {
	return p.text("..") && p.KindAt(p.I+1) == '.' && p.Tokens[p.I].End == p.Tokens[p.I+1].Start
}

// takeSpread reads three dots.
func (p *parser) takeSpread() bool {
	if !p.isSpread() {
		return false
	}
	p.I += 2
	return true
}

// terminate reads the end of a statement, behind whatever else stands in front of it.
func (p *parser) terminate() {
	if p.Kind() != ';' && p.Kind() != '}' {
		p.SkipTo(p.Closing())
	}
	p.Take(';')
}

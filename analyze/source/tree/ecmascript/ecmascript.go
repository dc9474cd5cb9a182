// Package ecmascript reads the syntax tree of JavaScript and TypeScript out of tokens.
//
// It accepts any input in linear time: what it cannot read it skips up to the end of the statement, element
// or bracket. Types are skipped, except for the names that the tree has places for. What means the same as
// something simpler is read as that:
//
//   - A tagged template is a call of the tag with an array of its texts and then the expressions.
//   - A template without expressions is a string.
//   - An enumeration declares an object, and a namespace calls a function that fills one.
//   - "export =" assigns to module.exports, and "import x = require()" declares x.
//   - import.meta and new.target are members of the names "import" and "new"; import() calls the name
//     "import".
package ecmascript

import (
	"snag/analyze/source/extract"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// Parse returns the tree of src, the content of a file in JavaScript or TypeScript, or of all scripts of one
// in markup. Its names refer to a copy of src as long as the tree is in use.
func Parse(src []byte, l extract.Language) *tree.File {
	p := parser{Cursor: descent.Cursor{Src: src, Text: string(src)}}
	p.Read = p.statement
	statements := p.Mark()
	for _, s := range l.Scripts(src) {
		p.Begin(s.Tokens, s.End)
		p.typed, p.context = s.Typed, context{async: true}
		p.Statements()
	}
	body := &tree.Func{End: int32(len(src))}
	body.Body = &tree.Node{Op: tree.Block, End: body.End, Kids: p.Take(statements)}
	return &tree.File{Body: body, Skipped: p.Skipped}
}

// parser reads a file. Its methods read what they are named after at the current token, and return nil for a
// statement of which nothing is left, never for an expression.
type parser struct {
	descent.Cursor
	typed bool
	context
}

// context is what decides how some words and signs are read.
type context struct {
	noIn      bool // in ends the expression, as in the head of for
	then      bool // between the signs of a conditional, where a colon may end the expression
	async     bool // in an async function, or outside of all functions
	generator bool
}

// bracket is the state around a bracket that is being read.
type bracket struct {
	descent.Bracket
	context
}

// enter goes into the bracket that the current token opens.
func (p *parser) enter() bracket {
	b := bracket{p.Enter(), p.context}
	p.noIn, p.then = false, false
	return b
}

// leave goes behind the bracket.
func (p *parser) leave(b bracket) {
	p.Leave(b.Bracket)
	p.context = b.context
}

// semicolon ends a statement. What stands in front of its end is not understood.
func (p *parser) semicolon() {
	for {
		t := &p.Tokens[p.At]
		switch {
		case t.Kind == ';':
			p.Next()
			return
		case p.At >= p.Limit || t.Line || t.Kind == '}' || t.Kind == scan.TokenName && statementWords[p.Spell(t)]:
			return
		}
		p.Lose()
	}
}

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// statementWords are the reserved words that begin a statement and no expression.
var statementWords = wordSet("break", "case", "catch", "const", "continue", "debugger", "default", "do", "else",
	"export", "finally", "for", "if", "return", "switch", "throw", "try", "var", "while", "with")

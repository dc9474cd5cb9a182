// Package kotlin reads the syntax tree of Kotlin, in the form of that of Java.
//
// It accepts any input in linear time: what it cannot read it skips up to the end of the statement, element or bracket.
// In Kotlin nearly everything is an expression, and may leave the function from the midst of another. Statements that
// stand in an expression are read as if they stood in front of it, with a variable that holds their value:
//
//	val q = call.parameters["q"] ?: return     q's value is that of <1>; if (<1> == null) return
//
// What means the same as something simpler is read as that:
//
//   - The lambda of let, also, takeIf, takeUnless, run, apply and with is code that stands where the call does.
//   - A when is a chain of ifs, and in x..y two comparisons.
//   - The members of a companion and of an object are static.
//   - An extension function has a first parameter named this, and calls of those that are declared or imported in the
//     file hand it over.
//   - What a property is set to by a parameter of the class, and blocks named init, stand in the constructor.
package kotlin

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// Parse returns the tree of src, the content of a file in Kotlin. Its names refer to a copy of src as long as the tree
// is in use.
func Parse(src []byte) *tree.File {
	p := parser{Cursor: descent.Cursor{Src: src, Text: string(src)}, lines: true, dot: -1, renamed: map[string]string{}}
	p.Read = p.statement
	p.Begin(braces.Tokens(src, braces.Kotlin), len(src))
	p.survey()
	statements := p.Mark()
	p.statements()
	body := &tree.Func{End: int32(len(src))}
	body.Body = &tree.Node{Op: tree.Block, End: body.End, Kids: p.Take(statements)}
	return &tree.File{Language: tree.Java, Package: p.declared, Body: body, Skipped: p.Skipped}
}

// parser reads a file. Its methods read what they are named after at the current token, and return nil for a statement
// of which nothing is left, never for an expression.
type parser struct {
	descent.Cursor
	lines    bool              // the end of a line may end a statement: the innermost bracket is a brace
	its      int               // how often a parameter was named that lambdas have by themselves
	renamed  map[string]string // what parameters of lambdas that stand where they are called are named instead
	noLambda bool              // a brace is no lambda of what stands in front of it
	held     int               // how deep types are read that the one is made for which is read
	arrow    bool              // the type that is read is that of a function if an arrow follows
	dot      int               // the token that stands between the type that an extension is for and its name, or -1
	around
	field      *tree.Node      // what an accessor names field: the property itself
	lambdas    int             // around what is read
	variables  map[string]bool // what the file declares that can be set
	declared   string          // the package of the file
	extensions map[string]bool // functions that are declared or imported, which may be called on values
	functions  map[string]bool // that the file declares outside of classes, for no type
}

// around is what this is in an extension function, or in the lambda of apply; its zero value is the object that the code is of.
type around struct {
	self  *tree.Node
	text  bool // self is a text
	built bool // self is a text that is put together
}

// deepest is how deeply expressions and statements may nest.
const deepest = descent.MaxDepth

// breaks reports whether the current token begins a line where that may end a statement.
func (p *parser) breaks() bool { return p.lines && p.Tokens[p.At].Line }

// within reads what stands in the bracket at the current token.
func (p *parser) within(read func()) {
	lines := p.lines
	p.lines = p.Kind() == '{'
	b := p.Enter()
	read()
	p.Leave(b)
	p.lines = lines
}

// identifier returns the name that the current token is, and goes behind it.
func (p *parser) identifier() string {
	t := &p.Tokens[p.At]
	p.Next()
	return p.spell(t)
}

// spell returns the text of a name, without backticks.
func (p *parser) spell(t *scan.Token) string {
	s := p.Spell(t)
	if len(s) > 2 && s[0] == '`' && s[len(s)-1] == '`' {
		return s[1 : len(s)-1]
	}
	return s
}

// name reads a name where a variable may stand.
func (p *parser) name() *tree.Node {
	start := p.Start()
	name := p.identifier()
	if other := p.renamed[name]; other != "" {
		name = other
	} else if name == "it" {
		p.its++
	}
	return p.Make(tree.Name, start, name)
}

// unknown goes behind something that is no expression.
func (p *parser) unknown() *tree.Node {
	start := p.Start()
	if !p.Ends() && p.Kind() != ',' && p.Kind() != ';' {
		p.Lose()
	}
	return p.Make(tree.Unknown, start, "")
}

// statements reads statements up to the end of the innermost bracket and pushes them.
func (p *parser) statements() {
	around := p.Hoisted
	for !p.Ends() {
		from := p.At
		p.Hoisted = nil
		s := p.Statement()
		for _, a := range p.Hoisted {
			p.Push(a)
		}
		if s != nil {
			p.Push(s)
		}
		p.semicolon()
		if p.At == from && !p.Ends() {
			p.Lose()
		}
	}
	p.Hoisted = around
}

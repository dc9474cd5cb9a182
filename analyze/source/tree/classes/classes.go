// Package classes reads the syntax tree of Java and C#, in which types stand in front of names and most code
// in classes.
//
// It accepts any input in linear time: what it cannot read it skips up to the end of the statement, element
// or bracket. What means the same as something simpler is read as that:
//
//   - The value of a switch is that of a function which is called at once, and returns it.
//   - A pattern that names what it matches assigns to that name.
//   - A property of C# with code is a getter and a setter; one without is a field.
//   - The parameters of a record or class are those of a constructor, and fields.
//   - A resource that is closed behind a block is that of a With.
//   - What new() of C# makes without a name is of the class that the variable, member or result is declared to be of.
package classes

import (
	"snag/analyze/source/braces"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
)

// Java returns the tree of src, the content of a file in Java. Its names refer to a copy of src as long as the
// tree is in use.
func Java(src []byte) *tree.File {
	return parse(src, tree.Java, braces.Tokens(src, braces.Java))
}

// CSharp returns the tree of src, the content of a file in C#. Its names refer to a copy of src as long as the
// tree is in use.
func CSharp(src []byte) *tree.File {
	return parse(src, tree.CSharp, braces.Tokens(src, braces.CSharp))
}

func parse(src []byte, l tree.Language, tokens []scan.Token) *tree.File {
	p := parser{Cursor: descent.Cursor{Src: src, Text: string(src)}, sharp: l == tree.CSharp}
	p.Read = p.statement
	p.Begin(tokens, len(src))
	if p.sharp {
		p.optional = optionalIn(src)
	}
	statements := p.Mark()
	p.Statements()
	body := &tree.Func{End: int32(len(src))}
	body.Body = &tree.Node{Op: tree.Block, End: body.End, Kids: p.Take(statements)}
	return &tree.File{Language: l, Package: p.pack, Body: body, Skipped: p.Skipped, Jumps: p.jumps}
}

// parser reads a file. Its methods read what they are named after at the current token, and return nil for a
// statement of which nothing is left, never for an expression.
type parser struct {
	descent.Cursor
	sharp bool   // C#
	pack  string // the package or namespace of the file
	// yields reports whether yield returns the value of a switch, and iterates whether the function around hands out values
	// by it.
	yields, iterates bool
	// optional are the parts of a file of C# that a condition of the preprocessor may leave out, as if #if were a test, and
	// inside is the end of the one that the block around stands in.
	optional []span
	inside   int32
	// matching reports whether the type of a pattern is read, behind which a conditional may begin.
	matching bool
	// open reports whether the members of the class around are public that do not say what they are.
	open bool
	// jumps reports whether there is a goto.
	jumps bool
	// result is the type of what the function around returns, nil where it declares none.
	result *tree.Node
	// unnamed are the objects of no named class that members are set to in the class around.
	unnamed []*tree.Node
}

// sign reports whether the current token begins an operator of several characters, each a token of its own.
func (p *parser) sign(text string) bool {
	t := &p.Tokens[p.At]
	return int(t.Start)+len(text) <= len(p.Text) && p.Text[t.Start:int(t.Start)+len(text)] == text
}

// skipSign goes behind an operator that consists of several tokens.
func (p *parser) skipSign(text string) bool {
	if !p.sign(text) {
		return false
	}
	for range len(text) {
		p.Next()
	}
	return true
}

// semicolon ends a statement. What stands in front of its end is not understood.
func (p *parser) semicolon() {
	for p.At < p.Limit && !p.Tokens[p.At].Closes {
		if p.Skip(';') {
			return
		}
		if t := &p.Tokens[p.At]; t.Line && t.Kind == scan.TokenName && p.reserved(p.Spell(t)) {
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

// reserved reports whether a word begins a statement or declaration and no expression.
func (p *parser) reserved(word string) bool {
	switch word {
	case "foreach", "namespace":
		return p.sharp
	case "package", "import":
		return !p.sharp
	}
	return statementWords[word]
}

// statementWords are the reserved words that begin a statement or declaration and no expression.
var statementWords = wordSet("break", "case", "catch", "class", "continue", "do", "else", "finally", "for", "if",
	"interface", "private", "protected", "public", "return", "throw", "try", "while", "goto")

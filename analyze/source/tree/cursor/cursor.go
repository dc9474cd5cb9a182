// Package cursor reads the tokens of a file one after the other, for readers that make trees of them.
package cursor

import (
	"math"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// The bounds for how deep a tree gets: expressions and blocks that stand in each other, and operators in a
// row. What is deeper is skipped, or flat.
const (
	MaxDepth = 200
	MaxChain = 1000
)

// Cursor is a place among the tokens of a file, with what was read up to there.
type Cursor struct {
	tree.Builder
	Src    []byte
	Text   string // Src, of which the texts of nodes are parts
	Tokens []scan.Token
	I      int // the token to read next
	File   *tree.File

	// Stop is the kind of token that ends a statement, and with it brackets that were never closed.
	Stop byte
	// Stack holds the nodes of lists that are being read.
	Stack []*tree.Node
	// Depth is how deep what is being read stands.
	Depth int
}

// New returns the cursor in front of the first token of a file.
func New(language tree.Language, src []byte, list []scan.Token, stop byte) *Cursor {
	body := &tree.Func{End: int32(len(src))}
	return &Cursor{Src: src, Text: string(src), Tokens: list, Stop: stop, File: &tree.File{Language: language, Body: body}}
}

// TooLarge returns the tree of a file that is too large for the offsets of tokens, of which all is skipped, nil for any
// other.
func TooLarge(language tree.Language, src []byte) *tree.File {
	if len(src) < math.MaxInt32-16 {
		return nil
	}
	return &tree.File{Language: language, Body: &tree.Func{Body: &tree.Node{Op: tree.Block}}, Skipped: len(src)}
}

// Whole returns the tree of the file, whose statements are those of a block.
func (c *Cursor) Whole(block *tree.Node) *tree.File {
	block.Start, block.End = 0, int32(len(c.Src))
	c.File.Body.Body = block
	return c.File
}

// Kind returns the kind of the next token, or 0 at the end.
func (c *Cursor) Kind() byte { return c.KindAt(c.I) }

// KindAt returns the kind of token i, or 0 where there is none.
func (c *Cursor) KindAt(i int) byte {
	if i >= 0 && i < len(c.Tokens) {
		return c.Tokens[i].Kind
	}
	return 0
}

// Is reports whether the next token is the given word.
func (c *Cursor) Is(word string) bool { return c.IsAt(c.I, word) }

// IsAt reports whether token i is the given word.
func (c *Cursor) IsAt(i int, word string) bool {
	return c.KindAt(i) == scan.TokenName && c.At(i) == word
}

// At returns the text of token i, or "" where there is none.
func (c *Cursor) At(i int) string {
	if i < 0 || i >= len(c.Tokens) || c.Tokens[i].End < c.Tokens[i].Start { // which the end of a heredoc may have
		return ""
	}
	return c.Text[c.Tokens[i].Start:c.Tokens[i].End]
}

// Word returns the name that comes next, or "".
func (c *Cursor) Word() string {
	if c.Kind() == scan.TokenName {
		return c.At(c.I)
	}
	return ""
}

// Start returns the offset of the next token.
func (c *Cursor) Start() int {
	if c.I < len(c.Tokens) {
		return int(c.Tokens[c.I].Start)
	}
	return len(c.Src)
}

// End returns the offset behind token i.
func (c *Cursor) End(i int) int {
	if i < len(c.Tokens) {
		return int(c.Tokens[i].End)
	}
	return len(c.Src)
}

// Behind returns the offset behind the last token that was read and ends no line.
func (c *Cursor) Behind() int {
	i := min(c.I, len(c.Tokens)) - 1
	for i >= 0 && c.Tokens[i].Kind == scan.TokenLine {
		i--
	}
	if i < 0 {
		return 0
	}
	return int(c.Tokens[i].End)
}

// Take reads the next token if it is of the given kind.
func (c *Cursor) Take(kind byte) bool {
	if c.Kind() == kind {
		c.I++
		return true
	}
	return false
}

// TakeWord reads the next token if it is the given word.
func (c *Cursor) TakeWord(word string) bool {
	if c.Is(word) {
		c.I++
		return true
	}
	return false
}

// SkipTo passes over the tokens in front of number i, as not understood.
func (c *Cursor) SkipTo(i int) {
	if i > c.I {
		// The tokens of a heredoc are not in the order of the file.
		c.File.Skipped = min(len(c.Src), c.File.Skipped+max(0, int(c.Tokens[i-1].End-c.Tokens[c.I].Start)))
		c.I = i
	}
}

// Closing returns the number of the token at which the brackets or text end that the next token stands in,
// or at which the statement does.
func (c *Cursor) Closing() int { return c.closing(c.Stop) }

func (c *Cursor) closing(stop byte) int {
	open := 0
	for i := c.I; i < len(c.Tokens); i++ {
		t := &c.Tokens[i]
		if t.Closes {
			if open == 0 {
				return i
			}
			open--
		}
		if t.Opens {
			open++
		}
		if t.Kind == stop && (open == 0 || stop == scan.TokenLine) {
			return i
		}
	}
	return len(c.Tokens)
}

// Close reads the bracket that ends a list, behind whatever else stands in front of it.
func (c *Cursor) Close(kind byte) {
	if c.Kind() != kind {
		c.SkipTo(c.Closing())
	}
	c.Take(kind)
}

// CloseBlock reads the bracket that ends a block of statements, behind whatever else stands in front of it.
func (c *Cursor) CloseBlock(kind byte) {
	if c.Kind() != kind {
		c.SkipTo(c.closing(0))
	}
	c.Take(kind)
}

// StringEnd returns where the string ends that begins with the next token.
func (c *Cursor) StringEnd() int {
	open := 0
	for i := c.I; i < len(c.Tokens); i++ {
		t := &c.Tokens[i]
		if t.Closes {
			open--
		}
		if t.Opens {
			open++
		}
		if open <= 0 {
			return int(t.End)
		}
	}
	return len(c.Src)
}

// Deeper reports whether what comes next may be read, one level deeper. Where it is too deep it is skipped.
func (c *Cursor) Deeper() bool {
	if c.Depth >= MaxDepth {
		c.SkipTo(c.Closing())
		return false
	}
	c.Depth++
	return true
}

// Nested reads an operand with read, one level deeper.
func (c *Cursor) Nested(read func() *tree.Node) *tree.Node {
	if !c.Deeper() {
		return c.Unknown()
	}
	n := read()
	c.Depth--
	return n
}

// Push puts a node on the stack.
func (c *Cursor) Push(n *tree.Node) { c.Stack = append(c.Stack, n) }

// Taken returns a copy of the nodes on the stack from the given one on, and removes them from it.
func (c *Cursor) Taken(from int) []*tree.Node {
	list := c.List(c.Stack[from:])
	c.Stack = c.Stack[:from]
	return list
}

// Unknown returns a node for what stands at the next token and is no expression.
func (c *Cursor) Unknown() *tree.Node { return c.Node(tree.Unknown, c.Start(), c.Start(), "") }

// Statement makes an expression a statement.
func (c *Cursor) Statement(n *tree.Node) *tree.Node {
	return c.Node(tree.Expression, int(n.Start), int(n.End), "", n)
}

// Block makes a block of the nodes on the stack from the given one on, and removes them from it. It
// begins with the first of them, or at start, and ends where the source was read.
func (c *Cursor) Block(from, start int) *tree.Node {
	list := c.Taken(from)
	if len(list) > 0 {
		start = int(list[0].Start)
	}
	return c.Node(tree.Block, start, c.Behind(), "", list...)
}

// Chain returns an operand with the members, calls and indexes behind it. postfix reads one of them, which begins at
// the current token, and moves on; where there is none it does not. What stands behind MaxChain of them is kept flat
// in an Unknown, since no tree is so deep.
func (c *Cursor) Chain(start int, n *tree.Node, postfix func(start int, n *tree.Node) *tree.Node) *tree.Node {
	var flat *tree.Node
	for links := 0; ; links++ {
		at := c.I
		next := postfix(start, n)
		if c.I == at {
			return n
		}
		switch {
		case flat != nil:
			if len(next.Kids) > 1 {
				flat.Kids = append(flat.Kids, next.Kids[1:]...)
			}
			flat.End = int32(c.Behind())
		case links >= MaxChain:
			flat = c.Node(tree.Unknown, start, c.Behind(), "", next)
			n = flat
		default:
			n = next
		}
	}
}

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
)

// Parse returns the tree of src, the content of a file in JavaScript or TypeScript, or of all scripts of one
// in markup. Its names refer to a copy of src as long as the tree is in use.
func Parse(src []byte, l extract.Language) *tree.File {
	f := &tree.File{Body: &tree.Func{End: int32(len(src))}}
	p := parser{src: src, text: string(src), file: f}
	statements := p.mark()
	for _, s := range l.Scripts(src) {
		p.begin(s)
		p.statements(len(p.list) - tail)
	}
	f.Body.Body = &tree.Node{Op: tree.Block, End: int32(len(src)), Kids: p.take(statements)}
	return f
}

// maxDepth bounds how deeply expressions and statements nest. What is deeper is skipped.
const maxDepth = 4000

// tail is the number of tokens behind the last one, which end the script. So one may look ahead.
const tail = 4

// parser reads a file. Its methods read what they are named after at the current token, and return nil for a
// statement of which nothing is left, never for an expression.
type parser struct {
	src  []byte
	text string // src
	file *tree.File

	typed bool
	list  []scan.Token
	mates []int32 // the other bracket of each, or -1
	i     int     // the current token
	limit int     // the token that closes the innermost bracket
	depth int
	waste int // tokens that may still be read in vain

	context

	tree.Builder
	stack []*tree.Node // kids whose parent is still being read
}

// context is what decides how some words and signs are read.
type context struct {
	noIn      bool // in ends the expression, as in the head of for
	then      bool // between the signs of a conditional, where a colon may end the expression
	async     bool // in an async function, or outside of all functions
	generator bool
	open      bool // the innermost bracket never closes
}

// begin makes the tokens of a script those that are read.
func (p *parser) begin(s scan.Script) {
	end := scan.Token{Start: int32(s.End), End: int32(s.End), Line: true, Closes: true}
	p.list = append(s.Tokens, end, end, end, end)
	p.typed, p.i, p.limit, p.waste = s.Typed, 0, len(s.Tokens), 4*len(s.Tokens)+1000
	p.context = context{async: true}
	p.pair()
}

// pair finds the pairs of brackets. Brackets that lack theirs are passed over when an outer one closes, if
// that is among the last few.
func (p *parser) pair() {
	p.mates = make([]int32, len(p.list))
	var open []int32
	for i := range p.list {
		t := &p.list[i]
		p.mates[i] = -1
		if t.Closes {
			for back := len(open) - 1; back >= 0 && back >= len(open)-16; back-- {
				if o := open[back]; p.list[o].Kind == scan.MateOf(t.Kind) {
					open = open[:back]
					p.mates[o] = int32(i)
					if !t.Opens {
						p.mates[i] = o
					}
					break
				}
			}
		}
		if t.Opens {
			open = append(open, int32(i))
		}
	}
}

// node returns a new node that begins at an offset. Its end is where the last token ended.
func (p *parser) node(op tree.Op, start int32, text string, kids ...*tree.Node) *tree.Node {
	return p.Node(op, int(start), int(p.behind()), text, kids...)
}

// mark begins a list of kids, to which push adds and which closed or take ends.
func (p *parser) mark() int { return len(p.stack) }

func (p *parser) push(n *tree.Node) { p.stack = append(p.stack, n) }

// closed returns a new node of the kids that were pushed since a mark.
func (p *parser) closed(op tree.Op, start int32, text string, mark int) *tree.Node {
	n := p.node(op, start, text, p.stack[mark:]...)
	p.drop(mark)
	return n
}

// take returns a list of the kids that were pushed since a mark.
func (p *parser) take(mark int) []*tree.Node {
	kids := p.List(p.stack[mark:])
	p.drop(mark)
	return kids
}

func (p *parser) drop(mark int) {
	clear(p.stack[mark:])
	p.stack = p.stack[:mark]
}

func (p *parser) function(kind tree.Kind, start int32) *tree.Func {
	return &tree.Func{Kind: kind, Start: start}
}

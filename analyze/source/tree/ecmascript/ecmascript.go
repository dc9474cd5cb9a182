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

	slabs
}

// context is what decides how some words and signs are read.
type context struct {
	noIn      bool // in ends the expression, as in the head of for
	then      bool // between the signs of a conditional, where a colon may end the expression
	async     bool // in an async function, or outside of all functions
	generator bool
}

// begin makes the tokens of a script those that are read.
func (p *parser) begin(s scan.Script) {
	end := scan.Token{Start: int32(s.End), End: int32(s.End), Line: true, Closes: true}
	p.list = append(s.Tokens, end, end, end, end)
	p.typed, p.i, p.limit, p.waste = s.Typed, 0, len(s.Tokens), 4*len(s.Tokens)+1000
	p.context = context{async: true}
	p.pair()
	p.size(len(s.Tokens))
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

// slabs hand out the memory of trees in large pieces.
type slabs struct {
	batch int // nodes to reserve at once
	nodes []tree.Node
	kids  []*tree.Node
	stack []*tree.Node // kids whose parent is still being read
	funcs []tree.Func
}

// size prepares for a script of n tokens.
func (s *slabs) size(n int) { s.batch = min(max(n/2, 16), 512) }

// node returns a new node that begins at an offset. Its end is where the last token ended.
func (p *parser) node(op tree.Op, start int32, text string, kids []*tree.Node) *tree.Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]tree.Node, p.batch)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Op, n.Start, n.End, n.Text, n.Kids = op, start, max(start, p.behind()), text, kids
	return n
}

// reserve returns memory for n kids.
func (s *slabs) reserve(n int) []*tree.Node {
	if len(s.kids) < n {
		s.kids = make([]*tree.Node, max(n, s.batch))
	}
	k := s.kids[:n:n]
	s.kids = s.kids[n:]
	return k
}

func (s *slabs) one(a *tree.Node) []*tree.Node {
	k := s.reserve(1)
	k[0] = a
	return k
}

func (s *slabs) two(a, b *tree.Node) []*tree.Node {
	k := s.reserve(2)
	k[0], k[1] = a, b
	return k
}

func (s *slabs) three(a, b, c *tree.Node) []*tree.Node {
	k := s.reserve(3)
	k[0], k[1], k[2] = a, b, c
	return k
}

// mark begins a list of kids, to which push adds and which take ends.
func (s *slabs) mark() int { return len(s.stack) }

func (s *slabs) push(n *tree.Node) { s.stack = append(s.stack, n) }

func (s *slabs) take(mark int) []*tree.Node {
	all := s.stack[mark:]
	if len(all) == 0 {
		return nil
	}
	k := s.reserve(len(all))
	copy(k, all)
	clear(all)
	s.stack = s.stack[:mark]
	return k
}

func (p *parser) function(kind tree.Kind, start int32) *tree.Func {
	if len(p.funcs) == 0 {
		p.funcs = make([]tree.Func, max(p.batch/16, 1))
	}
	f := &p.funcs[0]
	p.funcs = p.funcs[1:]
	f.Kind, f.Start = kind, start
	return f
}

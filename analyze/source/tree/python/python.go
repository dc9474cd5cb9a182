// Package python reads Python into syntax trees: all of Python 3, and what Python 2 writes in another way.
//
// What Python has and the tree has not becomes what means the same. A comprehension is a call of map, or of
// flatMap where another loop stands in it, with a function for its body. A comparison of three is two that
// are joined. The receiver of a method is no parameter: it is This where it is used. The call super() is
// Super. Statements of an else behind a loop or a try follow what they belong to. Patterns of match are the
// tests of a Case, and what they bind is assigned at the start of its block.
package python

import (
	"bytes"
	"math"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
)

// Parse reads a file. It accepts any input, in time and memory that are linear in its size.
func Parse(src []byte) *tree.File {
	if len(src) >= math.MaxInt32-16 {
		return &tree.File{Language: tree.Python, Body: &tree.Func{Body: &tree.Node{Op: tree.Block}}, Skipped: len(src)}
	}
	x := scan.NewState(src, syntax.Python)
	x.KeepTokens = true
	scripting.ScanPython(x)
	return ParseTokens(src, x.Tokens)
}

// ParseTokens reads a file whose tokens are known.
func ParseTokens(src []byte, tokens []scan.Token) *tree.File {
	p := &parser{src: src, text: string(src), list: tokens, file: &tree.File{Language: tree.Python}}
	if bytes.HasPrefix(src, []byte("\uFEFF")) {
		p.begin = 3
	}
	p.file.Body = &tree.Func{End: int32(len(src))}
	p.file.Body.Body = p.statements(0)
	p.file.Body.Body.Start, p.file.Body.Body.End = int32(p.begin), int32(len(src))
	return p.file
}

// The bounds for how deep a tree gets: expressions and blocks that stand in each other, and operators in a
// row. What is deeper is skipped, or flat.
const (
	maxDepth = 200
	maxChain = 1000
)

// parser reads the tokens of a file one after the other.
type parser struct {
	tree.Builder
	src   []byte
	text  string // src, of which the texts of nodes are parts
	list  []scan.Token
	i     int // the token to read next
	file  *tree.File
	begin int

	stack  []*tree.Node // the nodes of lists that are being read
	params []tree.Param // those of functions that are being read
	indent int          // of the line that is being read
	depth  int

	receiver string // what the function around calls the receiver of a method, or ""
	method   bool   // a def here is one of a class
	matching bool   // a pattern is being read
	yields   bool   // the function around is a generator
}

// kind returns the kind of the next token, or 0 at the end.
func (p *parser) kind() byte { return p.kindAt(p.i) }

func (p *parser) kindAt(i int) byte {
	if i >= 0 && i < len(p.list) {
		return p.list[i].Kind
	}
	return 0
}

// is reports whether the next token is the given word.
func (p *parser) is(word string) bool { return p.isAt(p.i, word) }

func (p *parser) isAt(i int, word string) bool {
	return p.kindAt(i) == scan.TokenName && p.at(i) == word
}

// at returns the text of a token.
func (p *parser) at(i int) string {
	if i < 0 || i >= len(p.list) {
		return ""
	}
	return p.text[p.list[i].Start:p.list[i].End]
}

// word returns the name that comes next, or "".
func (p *parser) word() string {
	if p.kind() == scan.TokenName {
		return p.at(p.i)
	}
	return ""
}

// start returns the offset of the next token.
func (p *parser) start() int {
	if p.i < len(p.list) {
		return int(p.list[p.i].Start)
	}
	return len(p.src)
}

// behind returns the offset behind the last token that was read and ends no line.
func (p *parser) behind() int {
	i := p.i - 1
	for i >= 0 && p.list[i].Kind == scan.TokenLine {
		i--
	}
	if i < 0 {
		return 0
	}
	return int(p.list[i].End)
}

// take reads the next token if it is of the given kind.
func (p *parser) take(kind byte) bool {
	if p.kind() == kind {
		p.i++
		return true
	}
	return false
}

// takeWord reads the next token if it is the given word.
func (p *parser) takeWord(word string) bool {
	if p.is(word) {
		p.i++
		return true
	}
	return false
}

// ended reports whether a statement ends in front of the next token.
func (p *parser) ended() bool {
	k := p.kind()
	return k == 0 || k == scan.TokenLine || k == ';'
}

// skipTo passes over the tokens in front of number i, as not understood.
func (p *parser) skipTo(i int) {
	if i > p.i {
		p.file.Skipped += int(p.list[i-1].End - p.list[p.i].Start)
		p.i = i
	}
}

// closing returns the number of the token at which the brackets or f-string end that the next token stands
// in, or at which the statement does.
func (p *parser) closing() int {
	open := 0
	for i := p.i; i < len(p.list); i++ {
		t := &p.list[i]
		if t.Closes {
			if open == 0 {
				return i
			}
			open--
		}
		if t.Opens {
			open++
		}
		if t.Kind == scan.TokenLine {
			return i
		}
	}
	return len(p.list)
}

// close reads the bracket that ends a list, behind whatever else stands in front of it.
func (p *parser) close(kind byte) {
	if p.kind() != kind {
		p.skipTo(p.closing())
	}
	p.take(kind)
}

// taken returns a copy of the nodes on the stack from the given one on, and removes them from it.
func (p *parser) taken(from int) []*tree.Node {
	list := p.List(p.stack[from:])
	p.stack = p.stack[:from]
	return list
}

func (p *parser) push(n *tree.Node) { p.stack = append(p.stack, n) }

// unknown returns a node for what stands at the next token and is no expression.
func (p *parser) unknown() *tree.Node { return p.Node(tree.Unknown, p.start(), p.start(), "") }

// Package descent goes through the tokens of a file for readers that descend recursively: with the pairs of
// brackets known from the start, it skips what is not understood, and bounds how deep a tree gets.
package descent

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// MaxDepth bounds how deeply expressions and statements nest. What is deeper is skipped.
const MaxDepth = 4000

// Tail is the number of tokens behind the last one, which end the file. So one may look ahead.
const Tail = 4

// Cursor is a place among the tokens of a file, and builds a tree of what it passes.
type Cursor struct {
	tree.Builder
	Src     []byte
	Text    string // Src
	Skipped int    // bytes that were not understood

	Read func() *tree.Node // reads a statement, and returns nil where nothing is left of it

	Tokens []scan.Token
	Mates  []int32 // the other bracket of each, or -1
	At     int     // the current token
	Limit  int     // the token that closes the innermost bracket
	holes  int     // strings around this one whose expressions are read
	Depth  int     // how many readers are at work within each other
	Waste  int     // tokens that may still be read in vain

	// Hoisted are the statements that run in front of the expression that is being read, since they stand in it.
	Hoisted []*tree.Node
	values  int // variables that were made for values

	open  bool         // the innermost bracket never closes
	stack []*tree.Node // kids whose parent is still being read
}

// Begin goes to the first of some tokens, which end at an offset. It may use the memory behind them.
func (p *Cursor) Begin(tokens []scan.Token, end int) {
	last := scan.Token{Start: int32(end), End: int32(end), Line: true, Closes: true}
	p.Tokens = append(tokens, last, last, last, last)
	p.At, p.Limit, p.Waste = 0, len(tokens), 4*len(tokens)+1000
	p.pair()
}

// pair finds the pairs of brackets. Brackets that lack theirs are passed over when an outer one closes, if
// that is among the last few.
func (p *Cursor) pair() {
	p.Mates = make([]int32, len(p.Tokens))
	var open []int32
	for i := range p.Tokens {
		t := &p.Tokens[i]
		p.Mates[i] = -1
		if t.Closes {
			for back := len(open) - 1; back >= 0 && back >= len(open)-16; back-- {
				if o := open[back]; p.Tokens[o].Kind == scan.MateOf(t.Kind) {
					open = open[:back]
					p.Mates[o] = int32(i)
					if !t.Opens {
						p.Mates[i] = o
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

// Kind returns the kind of the current token, 0 at the end.
func (p *Cursor) Kind() byte { return p.Tokens[p.At].Kind }

// Start returns where the current token begins.
func (p *Cursor) Start() int32 { return p.Tokens[p.At].Start }

// Behind returns where the last token ended.
func (p *Cursor) Behind() int32 {
	if p.At == 0 {
		return p.Tokens[0].Start
	}
	return p.Tokens[p.At-1].End
}

// Next goes to the next token.
func (p *Cursor) Next() {
	if p.At < len(p.Tokens)-Tail {
		p.At++
	}
}

// Ahead returns the token n behind the current one, where n is smaller than Tail.
func (p *Cursor) Ahead(n int) *scan.Token { return &p.Tokens[min(p.At+n, len(p.Tokens)-1)] }

// Spell returns the text of a token.
func (p *Cursor) Spell(t *scan.Token) string { return p.Text[t.Start:t.End] }

// Word returns the current token if it is a name or keyword, else "".
func (p *Cursor) Word() string { return p.WordAt(0) }

// WordAt returns the token n behind the current one if it is a name or keyword, else "".
func (p *Cursor) WordAt(n int) string {
	if t := p.Ahead(n); t.Kind == scan.TokenName {
		return p.Text[t.Start:t.End]
	}
	return ""
}

// Is reports whether the current token is a word.
func (p *Cursor) Is(word string) bool { return p.Word() == word }

// IsNamed reports whether the token behind the current one is a name on the same line.
func (p *Cursor) IsNamed() bool {
	t := p.Ahead(1)
	return t.Kind == scan.TokenName && !t.Line
}

// IsSign reports whether the current token is a punctuator of one character.
func (p *Cursor) IsSign(kind byte) bool {
	t := &p.Tokens[p.At]
	return t.Kind == kind && t.End == t.Start+1
}

// Sign reports whether the current token begins an operator of several characters, each a token of its own.
func (p *Cursor) Sign(text string) bool {
	t := &p.Tokens[p.At]
	return int(t.Start)+len(text) <= len(p.Text) && p.Text[t.Start:int(t.Start)+len(text)] == text
}

// SkipSign goes behind an operator that consists of several tokens.
func (p *Cursor) SkipSign(text string) bool {
	if !p.Sign(text) {
		return false
	}
	for end := p.Start() + int32(len(text)); p.At < p.Limit && p.Start() < end; {
		p.Next()
	}
	return true
}

// Adjacent returns how many tokens of a kind follow each other from the current one on, each of one
// character.
func (p *Cursor) Adjacent(kind byte) int {
	n := 1
	for t := p.Ahead(n); t.Kind == kind && t.Start == p.Ahead(n-1).End && n < Tail; t = p.Ahead(n) {
		n++
	}
	return n
}

// Skip goes behind the current token if it is of the given kind and closes nothing.
func (p *Cursor) Skip(kind byte) bool {
	if p.Kind() != kind || p.Tokens[p.At].Closes {
		return false
	}
	p.Next()
	return true
}

// SkipWord goes behind the current token if it is the given word.
func (p *Cursor) SkipWord(word string) bool {
	if !p.Is(word) {
		return false
	}
	p.Next()
	return true
}

// Over goes behind the current token and what it opens.
func (p *Cursor) Over() {
	for p.Tokens[p.At].Opens && int(p.Mates[p.At]) > p.At {
		if p.At = int(p.Mates[p.At]); !p.Tokens[p.At].Opens {
			break
		}
	}
	p.Next()
}

// Lose goes behind the current token and what it opens, which is not understood.
func (p *Cursor) Lose() {
	start := p.Start()
	p.Over()
	p.Skipped += int(max(0, p.Behind()-start))
}

// Bracket is the state around a bracket that is being read.
type Bracket struct {
	at, limit int
	open      bool
}

// Enter goes into the bracket that the current token opens, up to p.Limit.
func (p *Cursor) Enter() Bracket {
	b := Bracket{p.At, p.Limit, p.open}
	m := int(p.Mates[p.At])
	if m > p.At && m < p.Limit {
		p.Limit = m
	}
	p.open = m < 0
	p.Next()
	return b
}

// Leave goes behind the bracket. What is left in it is not understood, unless it never closes.
func (p *Cursor) Leave(b Bracket) {
	for p.At < p.Limit && int(p.Mates[b.at]) >= 0 {
		p.Lose()
	}
	closed := int(p.Mates[b.at]) == p.At
	p.Limit, p.open = b.limit, b.open
	if closed && !p.Tokens[p.At].Opens {
		p.Next()
	}
}

// Ends reports whether the innermost bracket ends here. A closing bracket that belongs to none is passed over.
func (p *Cursor) Ends() bool {
	for p.At < p.Limit && p.Tokens[p.At].Closes {
		p.Lose()
	}
	return p.At >= p.Limit
}

// Separate goes behind the comma that must follow an element of a list, unless that ends. What else follows is
// not understood. from is the token at which the element began.
func (p *Cursor) Separate(from int) {
	if p.Skip(',') {
		return
	}
	if p.open { // where it should have closed, nobody knows
		p.Limit = p.At
		return
	}
	if p.At == from && !p.Ends() {
		p.Lose()
	}
	for !p.Ends() && !p.Skip(',') {
		p.Lose()
	}
}

// Deep skips an expression or statement that is nested too deeply.
func (p *Cursor) Deep() *tree.Node {
	start := p.Start()
	for !p.Ends() && p.Kind() != ',' && p.Kind() != ';' {
		p.Lose()
	}
	return p.Make(tree.Unknown, start, "")
}

// Within reads other tokens, which end at an offset, and then goes on where it was. What is left of them is not
// understood.
func (p *Cursor) Within(tokens []scan.Token, end int, read func()) {
	all, mates, at, limit, waste, open := p.Tokens, p.Mates, p.At, p.Limit, p.Waste, p.open
	p.open = false
	p.Begin(tokens, end)
	read()
	for !p.Ends() {
		p.Lose()
	}
	p.Tokens, p.Mates, p.At, p.Limit, p.Waste, p.open = all, mates, at, limit, waste, open
}

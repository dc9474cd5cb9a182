// Package ruby reads Ruby into syntax trees.
//
// Every use of a method is a Call, also without arguments: of a Member, or of a Name. A name that was assigned
// in its scope is a Name alone. A variable of an object is a Member of This with its sigil. The last value of a
// method or block is a Return. What attr_accessor and its like declare are methods. raise is Throw. Statements
// that are used as values are a Conditional where they can be, else a call of a function that they stand in.
package ruby

import (
	"snag/analyze/regex/syntax"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/cursor"
)

// Parse reads a file. It accepts any input, in time and memory that are linear in its size.
func Parse(src []byte) *tree.File {
	if f := cursor.TooLarge(tree.Ruby, src); f != nil {
		return f
	}
	x := scan.NewState(src, syntax.Ruby)
	x.KeepTokens = true
	scripting.ScanRuby(x)
	p := &parser{Cursor: cursor.New(tree.Ruby, src, x.Tokens, ';'), heredocs: x.Heredocs, scope: &scope{names: map[string]bool{}, matches: &matches{}}}
	body := p.statements()
	p.scope.matches.left(p)
	return p.Whole(body)
}

// parser reads the tokens of a file one after the other.
type parser struct {
	*cursor.Cursor
	heredocs map[int32]scan.Heredoc
	params   []tree.Param // those of functions that are being read
	scope    *scope
	noDo     bool // a do belongs to what stands around
	choosing bool // a colon belongs to what stands around
	grouped  bool // a comma makes targets of what stands in round brackets
	lists    int  // a comma belongs to what stands around
	yields   bool // the method around calls its block
	retries  bool // what is read begins the code again that it rescues
}

// scope holds the variables of a method or block.
type scope struct {
	names  map[string]bool
	around *scope // of the block around, nil for a method
	// implicit is the parameter that a block without parameters has by using it.
	implicit *tree.Node
	block    bool
	depth    int
	matches  *matches // of the method around
}

// declared reports whether a name is a variable.
func (s *scope) declared(name string) bool {
	for ; s != nil; s = s.around {
		if s.names[name] {
			return true
		}
	}
	return false
}

// enter begins the scope of a block, or of a method.
func (p *parser) enter(block bool) (outer *scope) {
	outer = p.scope
	p.scope = &scope{names: map[string]bool{}, block: block}
	if block {
		p.scope.around, p.scope.depth, p.scope.matches = outer, outer.depth+1, outer.matches
	} else {
		p.scope.matches = &matches{}
	}
	return outer
}

// spaced reports whether white space stands in front of token i.
func (p *parser) spaced(i int) bool {
	return i > 0 && i < len(p.Tokens) && p.Tokens[i].Start > p.Tokens[i-1].End
}

// text reports whether the next token is the given operator.
func (p *parser) text(text string) bool { return p.textAt(p.I, text) }

func (p *parser) textAt(i int, text string) bool {
	k := p.KindAt(i)
	return k != 0 && k != scan.TokenString && k != scan.TokenText && p.At(i) == text
}

// takeText reads the next token if it is the given operator.
func (p *parser) takeText(text string) bool {
	if p.text(text) {
		p.I++
		return true
	}
	return false
}

// lines passes over line ends.
func (p *parser) lines() {
	for p.Kind() == scan.TokenLine {
		p.I++
	}
}

// ended reports whether a statement ends in front of the next token.
func (p *parser) ended() bool {
	switch p.Kind() {
	case 0, scan.TokenLine, ';', ')', ']', '}':
		return true
	case scan.TokenText:
		return p.Tokens[p.I].Closes
	}
	return false
}

// lineEnd returns the number of the token that ends the line or the code around.
func (p *parser) lineEnd() int {
	open := 0
	for i := p.I; i < len(p.Tokens); i++ {
		t := &p.Tokens[i]
		if t.Closes {
			if open == 0 {
				return i
			}
			open--
		}
		if t.Opens {
			open++
		}
		if t.Kind == scan.TokenLine && open == 0 {
			return i
		}
	}
	return len(p.Tokens)
}

// takeEnd reads the word that ends a construct.
func (p *parser) takeEnd() { p.TakeWord("end") }

// isStatement reports whether a node is one of those that stand as statements only.
func isStatement(n *tree.Node) bool { return n.Op >= tree.Block }

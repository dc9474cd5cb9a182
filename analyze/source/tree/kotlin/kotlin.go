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
	"slices"
	"strconv"

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
	lines    bool // the end of a line may end a statement: the innermost bracket is a brace
	its      int  // how often a parameter was named that lambdas have by themselves
	values   int  // variables that were made for values
	ahead    []*tree.Node
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
	for end := p.Start() + int32(len(text)); p.At < p.Limit && p.Start() < end; {
		p.Next()
	}
	return true
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
	around := p.ahead
	for !p.Ends() {
		from := p.At
		p.ahead = nil
		s := p.Statement()
		for _, a := range p.ahead {
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
	p.ahead = around
}

// apart reads something of which what stands ahead is returned as well.
func (p *parser) apart(read func() *tree.Node) (ahead []*tree.Node, n *tree.Node) {
	around := p.ahead
	p.ahead = nil
	n = read()
	ahead, p.ahead = p.ahead, around
	return ahead, n
}

// alone reads an expression that is evaluated elsewhere or more than once, so that nothing may stand ahead of it.
func (p *parser) alone(read func() *tree.Node) *tree.Node {
	start := p.Start()
	ahead, n := p.apart(read)
	if len(ahead) == 0 {
		return n
	}
	return p.called(start, append(ahead, p.Node(tree.Return, int(n.Start), int(n.End), "", n)))
}

// called returns the call of a function that consists of some statements.
func (p *parser) called(start int32, body []*tree.Node) *tree.Node {
	n := p.Make(tree.Function, start, "")
	n.Func = &tree.Func{Kind: tree.Arrow, Start: start, End: n.End, Body: p.Make(tree.Block, start, "", body...)}
	return p.Make(tree.Call, start, "", n)
}

// value returns the name of a new variable, which stands for what was read from an offset on.
func (p *parser) value(start, end int32) *tree.Node {
	p.values++
	return p.Node(tree.Name, int(start), int(end), "<"+strconv.Itoa(p.values)+">")
}

// again returns a name, or a member of one, once more.
func (p *parser) again(n *tree.Node) *tree.Node {
	c := p.Node(n.Op, int(n.Start), int(n.End), n.Text, n.Kids...)
	for i, k := range c.Kids {
		c.Kids[i] = p.again(k)
	}
	return c
}

// hold has a variable hold a value, or returns the name that the value is.
func (p *parser) hold(n *tree.Node) *tree.Node {
	if n.Op == tree.Name {
		return n
	}
	v := p.value(n.Start, n.End)
	p.ahead = append(p.ahead, p.declares(p.again(v), n))
	return v
}

// declares returns the declaration of a variable with its first value, or nil.
func (p *parser) declares(target, value *tree.Node) *tree.Node {
	start, end := int(target.Start), int(target.End)
	if value != nil {
		target = p.Node(tree.Assign, start, end, "=", target, value)
	}
	return p.Node(tree.Declare, start, end, "let", target)
}

// block makes a block of some statements.
func (p *parser) block(start int32, all ...*tree.Node) *tree.Node {
	m := p.Mark()
	for _, n := range all {
		if n != nil {
			p.Push(n)
		}
	}
	return p.Closed(tree.Block, start, "", m)
}

// missing returns the comparison of a value with null.
func (p *parser) missing(n *tree.Node, operator string) *tree.Node {
	start, end := int(n.Start), int(n.End)
	return p.Node(tree.Binary, start, end, operator, p.again(n), p.Node(tree.Constant, end, end, "null"))
}

// settle has what was evaluated before statements ahead be evaluated in front of them: what stands ahead from a number
// on was put there by what is evaluated later.
func (p *parser) settle(from int, earlier []*tree.Node) {
	if len(p.ahead) == from || !slices.ContainsFunc(earlier, func(n *tree.Node) bool { return n != nil && !isSimple(n) }) {
		return
	}
	late := append([]*tree.Node(nil), p.ahead[from:]...)
	p.ahead = p.ahead[:from:from]
	for i, n := range earlier {
		switch {
		case n == nil || isSimple(n):
		case n.Op == tree.Member && i == 0: // a method is not loaded before its arguments
			n.Kids[0] = p.hold(n.Kids[0])
		default:
			earlier[i] = p.hold(n)
		}
	}
	p.ahead = append(p.ahead, late...)
}

// isSimple reports whether it does not matter when an expression is evaluated.
func isSimple(n *tree.Node) bool {
	switch n.Op {
	case tree.Name, tree.This, tree.Super, tree.String, tree.Number, tree.Constant, tree.Function, tree.Keyword, tree.Spread:
		return true
	case tree.Member:
		return len(n.Kids) > 0 && isSimple(n.Kids[0])
	}
	return false
}

package tree

import (
	"strconv"
	"strings"
)

// Print returns the tree of a function as nested lists in parentheses, a form for tests:
//
//	(return (call (member (name "s") "trim")))
//
// A part that is missing is a hyphen.
func Print(f *Func) string {
	var p printer
	p.function(f)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) node(n *Node) {
	if n == nil {
		p.WriteString("-")
		return
	}
	p.WriteString("(" + n.Op.String())
	if n.Text != "" {
		p.WriteString(" " + strconv.Quote(n.Text))
	}
	for _, k := range n.Kids {
		p.WriteByte(' ')
		p.node(k)
	}
	if n.Func != nil {
		p.WriteByte(' ')
		p.function(n.Func)
	}
	if n.Class != nil {
		p.WriteByte(' ')
		p.class(n.Class)
	}
	p.WriteByte(')')
}

func (p *printer) function(f *Func) {
	p.WriteString("(" + f.Kind.String())
	if f.Name != "" {
		p.WriteString(" " + strconv.Quote(f.Name))
	}
	for _, m := range []struct {
		set  bool
		word string
	}{{f.Static, "static"}, {f.Async, "async"}, {f.Generator, "generator"}, {f.Private, "private"}} {
		p.mark(m.set, m.word)
	}
	p.decorators(f.Decorators)
	for i := range f.Params {
		p.param(&f.Params[i])
	}
	if f.Result != nil {
		p.WriteString(" :")
		p.node(f.Result)
	}
	p.WriteByte(' ')
	p.node(f.Body)
	p.WriteByte(')')
}

func (p *printer) mark(set bool, word string) {
	if set {
		p.WriteString(" " + word)
	}
}

func (p *printer) decorators(all []*Node) {
	for _, d := range all {
		p.WriteString(" @")
		p.node(d)
	}
}

func (p *printer) param(a *Param) {
	p.WriteString(" [")
	p.node(a.Target)
	if a.Type != nil {
		p.WriteString(" :")
		p.node(a.Type)
	}
	if a.Default != nil {
		p.WriteString(" =")
		p.node(a.Default)
	}
	p.decorators(a.Decorators)
	p.mark(a.Rest, "rest")
	p.mark(a.Keywords, "keywords")
	p.mark(a.Block, "block")
	p.mark(a.Field, "field")
	p.WriteByte(']')
}

func (p *printer) class(c *Class) {
	p.WriteString("(class")
	if c.Name != "" {
		p.WriteString(" " + strconv.Quote(c.Name))
	}
	p.decorators(c.Decorators)
	for _, b := range c.Bases {
		p.WriteString(" <")
		p.node(b)
	}
	for i := range c.Members {
		m := &c.Members[i]
		p.WriteString(" [" + strconv.Quote(m.Name))
		p.mark(m.Static, "static")
		p.decorators(m.Decorators)
		if m.Type != nil {
			p.WriteString(" :")
			p.node(m.Type)
		}
		if m.Value != nil {
			p.WriteString(" =")
			p.node(m.Value)
		}
		if m.Func != nil {
			p.WriteByte(' ')
			p.function(m.Func)
		}
		p.WriteByte(']')
	}
	if c.Body != nil {
		p.WriteByte(' ')
		p.node(c.Body)
	}
	p.WriteByte(')')
}

var opNames = [...]string{
	Unknown: "unknown", Name: "name", This: "this", Super: "super", String: "string", Number: "number", Constant: "constant",
	Regex: "regex", Template: "template", Array: "array", Object: "object", Pair: "pair", Spread: "spread", Member: "member",
	Index: "index", Slice: "slice", Call: "call", New: "new", Keyword: "keyword", Function: "function", ClassValue: "class",
	Unary: "unary", Binary: "binary", Logical: "logical", Conditional: "conditional", Assign: "assign", Sequence: "sequence",
	Await: "await", Cast: "cast", Annotated: "annotated", Element: "element",
	Block: "block", Expression: "expression", Declare: "declare", If: "if", Loop: "loop", ForEach: "for-each",
	Switch: "switch", Case: "case", Return: "return", Throw: "throw", Break: "break", Continue: "continue", Try: "try",
	Catch: "catch", With: "with", Label: "label", Define: "define", DefineClass: "define", Import: "import",
	ImportName: "import-name", Export: "export", ExportName: "export-name",
}

// String returns the name of the operation in trees that are printed.
func (o Op) String() string { return opNames[o] }

// String returns the kind's name in trees that are printed.
func (k Kind) String() string {
	return [...]string{"plain", "arrow", "method", "getter", "setter", "constructor"}[k]
}

package kotlin

import (
	"unicode"
	"unicode/utf8"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// list reads expressions in brackets and pushes them.
func (p *parser) list() { p.items(len(p.Pushed(0))) }

// arguments reads the arguments of a call and pushes them. What is called was pushed last.
func (p *parser) arguments() { p.items(len(p.Pushed(0)) - 1) }

// items reads expressions in brackets and pushes them. What was pushed from first on is evaluated before them.
func (p *parser) items(first int) {
	p.within(func() {
		for !p.Ends() {
			at := p.At
			from := len(p.Hoisted)
			n := p.argument()
			p.Settle(from, p.Pushed(first))
			p.Push(n)
			p.Separate(at)
		}
	})
}

func (p *parser) argument() *tree.Node {
	start := p.Start()
	p.annotations()
	if p.Kind() == scan.TokenName && p.Ahead(1).Kind == '=' && !(p.Ahead(2).Kind == '=' && p.Ahead(2).Start == p.Ahead(1).End) {
		name := p.identifier()
		p.Next()
		p.Skip('*')
		return p.Make(tree.Keyword, start, name, p.expression())
	}
	if p.Kind() == '*' {
		p.Next()
		return p.Make(tree.Spread, start, "", p.expression())
	}
	return p.expression()
}

// call reads a call of what was read, from its arguments or its lambda on.
func (p *parser) call(callee *tree.Node, start int32, long, safe bool) *tree.Node {
	name := ""
	if callee.Op == tree.Member || callee.Op == tree.Name {
		name = callee.Text
	}
	if s, ok := scoped[name]; ok && p.Kind() == '{' && p.isScoped(name) {
		switch {
		case callee.Op == tree.Member && len(callee.Kids) == 1:
			return p.inlined(start, s, callee.Kids[0], safe)
		case name == "run":
			return p.inlined(start, s, nil, false)
		}
	}
	if class := builders[name]; class != "" && callee.Op == tree.Name && p.Kind() == '{' && !p.functions[name] && p.isScoped(name) {
		made := p.Make(tree.New, start, "", p.Node(tree.Name, int(start), int(start), class))
		return p.inlined(start, scope{this: true, builds: name == "buildString"}, made, false)
	}
	m := p.Mark()
	p.Push(callee)
	if p.Kind() == '(' {
		p.arguments()
	}
	for !p.breaks() && !p.noLambda && (p.Kind() == '{' || p.Kind() == scan.TokenName && p.isLabelled()) {
		if kids := p.Pushed(m); name == "with" && callee.Op == tree.Name && len(kids) == 2 && p.isScoped(name) {
			subject := kids[1]
			p.Drop(m)
			return p.inlined(start, scope{value: true, this: true}, subject, false)
		}
		if p.Kind() == scan.TokenName {
			p.Next()
			p.Next()
		}
		p.Push(p.lambda(!outer[name]))
	}
	if long {
		return p.closed(tree.Call, start, "", m, true)
	}
	kids := p.Pushed(m)
	n := p.calls(start, kids[0], kids[1:]...)
	n.Maybe = safe
	p.Drop(m)
	return n
}

// demands are functions of Kotlin that leave, or do unless a condition holds. Where code has a receiver of which the type is
// not known, they may be its methods.
var demands = wordSet("require", "check", "error", "TODO", "exitProcess")

// calls returns a call: of a class if what is called has the name of one, and of an extension that is declared or
// imported here with what it is called on.
func (p *parser) calls(start int32, callee *tree.Node, args ...*tree.Node) *tree.Node {
	op := tree.Call
	switch {
	case callee.Op == tree.Name && p.self != nil && p.built && building[callee.Text] && !p.extensions[callee.Text]:
		callee = p.Node(tree.Member, int(callee.Start), int(callee.End), callee.Text, p.Again(p.self))
	case callee.Op == tree.Name && p.self != nil && !p.text && demands[callee.Text] && !p.extensions[callee.Text] && !p.functions[callee.Text]:
		callee = p.Node(tree.Member, int(callee.Start), int(callee.End), callee.Text, p.Again(p.self))
	case callee.Op == tree.Member && p.extensions[callee.Text] && len(callee.Kids) == 1 && callee.Kids[0].Op != tree.Super:
		end := int(callee.End)
		self := callee.Kids[0]
		name := p.Node(tree.Name, max(end-len(callee.Text), int(callee.Start)), end, callee.Text)
		return p.Make(op, start, "", append([]*tree.Node{name, self}, args...)...)
	case (callee.Op == tree.Name || callee.Op == tree.Member && isPath(callee)) && isClass(callee.Text):
		op = tree.New
	}
	return p.Make(op, start, "", append([]*tree.Node{callee}, args...)...)
}

// isPath reports whether a member consists of names alone.
func isPath(n *tree.Node) bool {
	for n.Op == tree.Member && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return n.Op == tree.Name
}

// isClass reports whether a name is written as those of classes are.
func isClass(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

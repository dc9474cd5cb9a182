package python

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// decorated reads a function or class with the decorators in front of it.
func (p *parser) decorated() {
	from := len(p.Stack)
	for p.Take('@') {
		p.Push(p.named())
		if p.Kind() != scan.TokenLine {
			p.SkipTo(p.lineEnd())
		}
		p.passLines()
		p.Take(scan.TokenLine)
	}
	decorators := p.Taken(from)
	if word := p.Word(); word == "def" || word == "class" || word == "async" && p.IsAt(p.I+1, "def") {
		p.definition(p.Start(), decorators)
		return
	}
	for _, d := range decorators {
		p.Push(p.Statement(d))
	}
}

// definition reads a function or class onto the stack.
func (p *parser) definition(start int, decorators []*tree.Node) {
	async := p.TakeWord("async")
	class := p.Is("class")
	p.I++
	name := p.Word()
	if name != "" {
		p.I++
	}
	p.typeParameters()
	if class {
		p.class(start, name, decorators)
		return
	}
	f := &tree.Func{Name: name, Async: async, Decorators: decorators, Start: int32(start), Private: isPrivate(name)}
	p.kindOf(f)
	p.function(f)
	n := p.Node(tree.Define, start, int(f.End), "")
	n.Func = f
	p.Push(n)
}

// typeParameters passes over the type parameters of a function, class or type.
func (p *parser) typeParameters() {
	if p.Take('[') {
		p.I = min(p.Closing(), len(p.Tokens))
		p.Take(']')
	}
}

// isPrivate reports whether a name is meant for its own class or module.
func isPrivate(name string) bool {
	return strings.HasPrefix(name, "_") && !(strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__"))
}

// kindOf sets the kind of a function from where it stands, its name and its decorators.
func (p *parser) kindOf(f *tree.Func) {
	if !p.method {
		if p.receiver != "" {
			f.Kind = tree.Arrow // the receiver is that of the method around
		}
		return
	}
	f.Kind = tree.Method
	switch f.Name {
	case "__init__":
		f.Kind = tree.Constructor
	case "__new__", "__init_subclass__", "__class_getitem__":
		f.Static = true
	}
	for _, d := range f.Decorators {
		if d.Op == tree.Call {
			d = d.Kids[0]
		}
		if d.Op != tree.Name && d.Op != tree.Member {
			continue
		}
		switch name := d.Text; {
		case name == "staticmethod" || name == "classmethod":
			f.Static = true
		case strings.HasSuffix(name, "property") || name == "reify" || name == "getter":
			f.Kind = tree.Getter
		case name == "setter" && d.Op == tree.Member:
			f.Kind = tree.Setter
		}
	}
}

// takesReceiver reports whether the first parameter of a function is what its method is called on.
func takesReceiver(f *tree.Func) bool {
	if f.Kind == tree.Plain || f.Kind == tree.Arrow {
		return false
	}
	for _, d := range f.Decorators {
		if d.Text == "staticmethod" {
			return false
		}
	}
	return true
}

// function reads a function from its parameters on.
func (p *parser) function(f *tree.Func) {
	receiver, method, yields := p.receiver, p.method, p.yields
	p.method, p.yields = false, false
	if p.Take('(') {
		f.Params = p.parameters(')')
		p.Close(')')
	}
	if takesReceiver(f) && len(f.Params) > 0 && !f.Params[0].Rest && !f.Params[0].Keywords {
		t := f.Params[0].Target
		p.receiver, f.Params = p.Text[t.Start:t.End], f.Params[1:]
	} else {
		p.shadow(f.Params)
	}
	if p.Take(scan.TokenArrow) {
		f.Result = p.expression()
	}
	f.Body = p.suite()
	f.End, f.Generator = int32(p.Behind()), p.yields
	p.receiver, p.method, p.yields = receiver, method, yields
}

// shadow forgets the receiver if a parameter has its name.
func (p *parser) shadow(params []tree.Param) {
	for i := range params {
		if t := params[i].Target; t.Op == tree.This || t.Op == tree.Name && t.Text == p.receiver {
			t.Op, t.Text = tree.Name, p.Text[t.Start:t.End]
			p.receiver = ""
		}
	}
}

// parameters reads parameters up to the token that ends them, which is not read.
func (p *parser) parameters(end byte) []tree.Param {
	from := len(p.params)
	for !p.ended() && p.Kind() != end {
		var a tree.Param
		switch {
		case p.Kind() == '*':
			a.Rest, a.Keywords = p.At(p.I) == "*", p.At(p.I) == "**"
			p.I++
		case p.Take('/'):
		}
		switch p.Kind() {
		case scan.TokenName:
			a.Target = p.name()
		case '(': // of Python 2, which takes a tuple apart
			a.Target = p.Nested(p.group)
		default: // a mark between parameters
			if !p.Take(',') {
				return p.takenParams(from)
			}
			continue
		}
		if end == ')' && p.Take(':') {
			a.Type = p.starred()
		}
		if p.Take('=') {
			a.Default = p.expression()
		}
		p.params = append(p.params, a)
		if !p.Take(',') {
			break
		}
	}
	return p.takenParams(from)
}

// takenParams returns a copy of the parameters from the given one on, and removes them.
func (p *parser) takenParams(from int) []tree.Param {
	list := append([]tree.Param(nil), p.params[from:]...)
	p.params = p.params[:from]
	return list
}

// lambda reads a lambda.
func (p *parser) lambda() *tree.Node {
	start := p.Start()
	p.I++
	receiver, method, yields := p.receiver, p.method, p.yields
	f := &tree.Func{Kind: tree.Arrow, Start: int32(start), Params: p.parameters(':')}
	p.method, p.yields = false, false
	p.shadow(f.Params)
	var value *tree.Node
	if p.Take(':') {
		value = p.expression()
	} else {
		value = p.Unknown()
	}
	f.Generator = p.yields
	p.receiver, p.method, p.yields = receiver, method, yields
	end := max(start, p.Behind())
	f.End = int32(end)
	at := int(value.Start)
	f.Body = p.Node(tree.Block, at, max(at, end), "", p.Node(tree.Return, at, max(at, end), "", value))
	n := p.Node(tree.Function, start, end, "")
	n.Func = f
	return n
}

// class reads a class behind its name.
func (p *parser) class(start int, name string, decorators []*tree.Node) {
	c := &tree.Class{Name: name, Start: int32(start), Decorators: decorators}
	if p.Kind() == '(' {
		from := len(p.Stack)
		p.arguments()
		c.Bases = bases(p.Taken(from))
	}
	method := p.method
	p.method = true
	body := p.suite()
	p.method = method
	c.End = int32(p.Behind())
	p.members(c, body)
	n := p.Node(tree.DefineClass, start, int(c.End), "")
	n.Class = c
	p.Push(n)
}

// bases puts what is no base, such as the metaclass, behind the bases.
func bases(list []*tree.Node) []*tree.Node {
	var out []*tree.Node
	for _, named := range []bool{false, true} {
		for _, n := range list {
			if (n.Op == tree.Keyword) == named {
				out = append(out, n)
			}
		}
	}
	return out
}

// members divides the body of a class into its members and other code.
func (p *parser) members(c *tree.Class, body *tree.Node) {
	from := len(p.Stack)
	for _, n := range body.Kids {
		field := tree.Field{Start: n.Start, End: n.End}
		switch n.Op {
		case tree.Define:
			field.Name, field.Func, field.Static = n.Func.Name, n.Func, n.Func.Static
			c.Members = append(c.Members, field)
			continue
		case tree.DefineClass:
			n.Op = tree.ClassValue
			field.Name, field.Value = n.Class.Name, n
			c.Members = append(c.Members, field)
			continue
		case tree.Expression:
			if declares(c, field, n.Kids[0]) {
				continue
			}
		}
		p.Push(n)
	}
	if len(p.Stack) > from {
		start := int(p.Stack[from].Start)
		c.Body = p.Block(from, start)
	}
}

// declares adds the members that an expression in a class declares, and reports whether it does.
func declares(c *tree.Class, field tree.Field, n *tree.Node) bool {
	if n.Op == tree.Cast && n.Kids[0].Op == tree.Name {
		field.Name, field.Type = n.Kids[0].Text, n.Kids[1]
		c.Members = append(c.Members, field)
		return true
	}
	value := n
	for ; value.Op == tree.Assign; value = value.Kids[1] {
		if value.Text != "=" || value.Kids[0].Op != tree.Name {
			return false
		}
	}
	if value == n {
		return false
	}
	if value.Op == tree.Cast {
		field.Type, value = value.Kids[1], value.Kids[0]
	}
	field.Value = value
	for ; n.Op == tree.Assign; n = n.Kids[1] {
		field.Name = n.Kids[0].Text
		c.Members = append(c.Members, field)
	}
	return true
}

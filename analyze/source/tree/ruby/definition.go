package ruby

import (
	"strings"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// define reads a method from its word on.
func (p *parser) define() *tree.Node {
	start := p.Start()
	p.I++
	f := &tree.Func{Start: int32(start)}
	other := false // it is of what a name or an expression gives
	if k := p.KindAt(p.I + 1); k == '.' || p.textAt(p.I+1, "::") {
		f.Static = true
		other = !p.Is("self")
		p.I += 2
	}
	f.Name = p.At(p.I)
	if !p.ended() {
		p.I++
	}
	if f.Name == "[" && p.Take(']') {
		f.Name = "[]"
	}
	if p.Kind() == scan.TokenVariable && p.At(p.I) == "@" { // of a sign
		f.Name += "@"
		p.I++
	}
	outer, yields := p.enter(false), p.yields
	p.yields = false
	if p.Kind() == '=' && !p.spaced(p.I) {
		p.I++
		f.Kind = tree.Setter
	}
	if p.Kind() == '(' {
		p.I++
		f.Params = p.parameters(')')
		p.CloseBlock(')')
	} else if p.Kind() != scan.TokenLine && p.Kind() != ';' && p.Kind() != '=' {
		f.Params = p.parameters(scan.TokenLine)
	}
	if p.Take('=') {
		p.lines()
		value := p.value(p.clauseWithRescue())
		f.Body = p.Node(tree.Block, int(value.Start), p.Behind(), "", p.Statement(value))
	} else {
		f.Body = p.rescued(p.Start())
		p.takeEnd()
		if f.Body.Op != tree.Block {
			f.Body = p.Node(tree.Block, int(f.Body.Start), int(f.Body.End), "", f.Body)
		}
	}
	if f.Name != "initialize" && f.Kind != tree.Setter {
		p.tail(f.Body)
	}
	p.scope.matches.left(p)
	p.scope, p.yields = outer, yields
	f.End = int32(max(start, p.Behind()))
	n := p.Node(tree.Define, start, int(f.End), "")
	n.Func = f
	if other {
		return p.Node(tree.Block, start, int(f.End), "", n, p.Statement(p.renames(start, f.Name)))
	}
	return n
}

// clauseWithRescue reads an expression with what replaces its value when it fails.
func (p *parser) clauseWithRescue() *tree.Node {
	start := p.Start()
	n := p.negated()
	if p.TakeWord("rescue") {
		other := p.negated()
		n = p.Node(tree.Logical, start, p.Behind(), "||", p.value(n), p.value(other))
	}
	return n
}

// parameters reads parameters up to a token of the given kind, which is not read.
func (p *parser) parameters(end byte) []tree.Param {
	from := len(p.params)
	for p.I < len(p.Tokens) && p.Kind() != end && p.Kind() != ';' {
		if p.Kind() == scan.TokenLine {
			p.I++
			continue
		}
		before := p.I
		a := p.parameter(end)
		if a.Target != nil {
			p.params = append(p.params, a)
		}
		if p.Take(',') {
			p.lines()
		} else if p.I == before {
			break
		}
	}
	return p.taken(from)
}

// taken returns a copy of the parameters from the given one on, and removes them.
func (p *parser) taken(from int) []tree.Param {
	list := append([]tree.Param(nil), p.params[from:]...)
	p.params = p.params[:from]
	return list
}

// parameter reads a parameter. It has no target where a mark stands alone.
func (p *parser) parameter(end byte) (a tree.Param) {
	switch {
	case p.text("**"):
		a.Keywords = true
		p.I++
	case p.Kind() == '*':
		a.Rest = true
		p.I++
	case p.Kind() == '&':
		a.Block = true
		p.I++
	case p.text("..."):
		p.params = append(p.params, tree.Param{Target: p.anonymous("*"), Rest: true})
		a.Target, a.Keywords = p.anonymous("**"), true
		p.I++
		return a
	case p.Kind() == '(':
		a.Target = p.Nested(p.taker)
		return a
	}
	if p.Kind() != scan.TokenName {
		if a.Rest && p.KindAt(p.I) != '|' || a.Keywords && p.Kind() != scan.TokenName && !p.Is("nil") {
			a.Target = p.anonymous("*")
			if a.Keywords {
				a.Target = p.anonymous("**")
			}
		}
		return a
	}
	name := p.At(p.I)
	a.Target = p.Node(tree.Name, p.Start(), p.End(p.I), name)
	p.scope.names[name] = true
	p.I++
	if p.takeText(":") {
		if k := p.Kind(); k != ',' && k != end && k != scan.TokenLine && k != 0 && k != ')' {
			a.Default = p.expression()
		}
	} else if p.Take('=') {
		a.Default = p.expression()
	}
	return a
}

// anonymous returns what stands for further arguments that have no name, "*", or for those by their names, "**".
func (p *parser) anonymous(name string) *tree.Node {
	return p.Node(tree.Name, p.Behind(), p.Behind(), name)
}

// taker reads a parameter that takes an array apart.
func (p *parser) taker() *tree.Node {
	from, start := len(p.Stack), p.Start()
	p.I++
	for p.I < len(p.Tokens) && p.Kind() != ')' {
		a := p.parameter(')')
		if a.Target == nil {
			break
		}
		if a.Rest {
			a.Target = p.Node(tree.Spread, int(a.Target.Start), int(a.Target.End), "", a.Target)
		}
		p.Push(a.Target)
		if !p.Take(',') {
			break
		}
	}
	p.Close(')')
	list := p.Taken(from)
	return p.Node(tree.Array, start, p.Behind(), "", list...)
}

// class reads a class or module from its word on. One of the class itself, "class << self", has This as its
// base and no name.
func (p *parser) class() *tree.Node {
	start := p.Start()
	p.I++
	c := &tree.Class{Start: int32(start), Module: p.Text[start:p.Behind()] == "module"}
	outer := p.enter(false)
	if p.takeText("<<") {
		c.Bases = []*tree.Node{p.expression()}
	} else {
		from := p.I
		for p.Kind() == scan.TokenName || p.text("::") {
			p.I++
			if p.Kind() == scan.TokenName && p.KindAt(p.I-1) == scan.TokenName {
				break
			}
		}
		if p.I > from {
			c.Name = strings.TrimPrefix(p.Text[p.Tokens[from].Start:p.Tokens[p.I-1].End], "::")
		}
		if p.Take('<') {
			c.Bases = []*tree.Node{p.expression()}
		}
	}
	if len(c.Bases) == 1 && p.structure(c, c.Bases[0]) {
		c.Bases = nil
	}
	body := p.rescued(p.Start())
	p.takeEnd()
	p.scope.matches.left(p)
	p.scope = outer
	c.End = int32(max(start, p.Behind()))
	p.members(c, body)
	n := p.Node(tree.DefineClass, start, int(c.End), "")
	n.Class = c
	if c.Name == "" && len(c.Bases) == 1 && c.Bases[0] != nil && c.Bases[0].Op != tree.This { // class << G, of what an expression gives
		all := []*tree.Node{n}
		for i := range c.Members {
			all = append(all, p.Statement(p.renames(start, c.Members[i].Name)))
		}
		return p.Node(tree.Block, start, int(c.End), "", all...)
	}
	return n
}

// members divides the body of a class into its members, what it includes, and other code.
func (p *parser) members(c *tree.Class, body *tree.Node) {
	if body.Op != tree.Block {
		c.Body = p.Node(tree.Block, int(body.Start), int(body.End), "", body)
		return
	}
	from, private, static := len(p.Stack), false, false
	for _, n := range body.Kids {
		switch n.Op {
		case tree.Define:
			p.method(c, n.Func, private, static)
			continue
		case tree.Block:
			if first := n.Kid(0); first != nil && first.Op == tree.Define { // by the name of the class
				p.method(c, first.Func, private, static)
				continue
			}
		case tree.DefineClass:
			if len(n.Class.Bases) == 1 && n.Class.Name == "" && n.Class.Bases[0].Op == tree.This {
				for _, m := range n.Class.Members {
					m.Static = true
					if m.Func != nil {
						m.Func.Static = true
					}
					c.Members = append(c.Members, m)
				}
				if n.Class.Body != nil {
					p.Push(n.Class.Body)
				}
				continue
			}
			n.Op = tree.ClassValue
			c.Members = append(c.Members, tree.Field{Name: n.Class.Name, Value: n, Static: true, Constant: true, Start: n.Start, End: n.End})
			continue
		case tree.Expression:
			e := n.Kids[0]
			if e.Op == tree.Assign && e.Text == "=" && e.Kids[0].Op == tree.Name && e.Kids[0].Text != "" && e.Kids[0].Text[0] <= 'Z' {
				c.Members = append(c.Members, tree.Field{Name: e.Kids[0].Text, Value: e.Kids[1], Static: true, Constant: true, Start: n.Start, End: n.End})
				continue
			}
			if e.Op == tree.Call && e.Kids[0].Op == tree.Name && p.directive(c, e, &private, &static) {
				continue
			}
		}
		p.Push(n)
	}
	if len(p.Stack) > from {
		c.Body = p.Block(from, int(body.Start))
	}
}

// method adds a method.
func (p *parser) method(c *tree.Class, f *tree.Func, private, static bool) {
	f.Static, f.Private = f.Static || static, private && !f.Static
	switch {
	case f.Name == "initialize":
		f.Kind, f.Private = tree.Constructor, false
	case f.Kind == tree.Plain:
		f.Kind = tree.Method
	}
	c.Members = append(c.Members, tree.Field{Name: f.Name, Func: f, Static: f.Static, Start: f.Start, End: f.End})
}

// directive follows a call in the body of a class that says something about its members, and reports whether
// nothing of it is left.
func (p *parser) directive(c *tree.Class, call *tree.Node, private, static *bool) bool {
	arguments := call.Kids[1:]
	switch name := call.Kids[0].Text; name {
	case "private", "protected", "public", "module_function", "private_class_method":
		hidden := name != "public" && name != "module_function"
		if len(arguments) == 0 {
			*private, *static = hidden, name == "module_function"
			return true
		}
		for _, a := range arguments {
			switch a.Op {
			case tree.Function:
				p.method(c, a.Func, hidden, name == "module_function")
			case tree.String:
				for i := range c.Members {
					if f := c.Members[i].Func; f != nil && f.Name == a.Text {
						f.Private = hidden
					}
				}
			default:
				return false
			}
		}
		return true
	case "helpers", "included", "class_methods":
		return p.mixed(c, arguments, *private, *static || name == "class_methods")
	case "define_method", "scope":
		return p.given(c, arguments, *private, name == "scope")
	case "delegate":
		return p.delegate(c, arguments, *private)
	case "include", "prepend":
		c.Bases = append(c.Bases, arguments...)
		return true
	case "attr_accessor", "attr_reader", "attr_writer", "attr":
		for _, a := range arguments {
			if a.Op != tree.String {
				return false
			}
			if name != "attr_writer" {
				p.accessor(c, a, tree.Method, *private)
			}
			if name == "attr_accessor" || name == "attr_writer" {
				p.accessor(c, a, tree.Setter, *private)
			}
		}
		return true
	}
	return false
}

// mixed adds the modules and the methods of a block that a library makes part of the class, and reports whether nothing
// else is left of them.
func (p *parser) mixed(c *tree.Class, arguments []*tree.Node, private, static bool) bool {
	done := true
	for _, a := range arguments {
		switch a.Op {
		case tree.Name, tree.Member:
			c.Bases = append(c.Bases, a)
		case tree.Function:
			body := a.Func.Body
			if body == nil || body.Op != tree.Block {
				done = false
				continue
			}
			left := body.Kids[:0]
			for _, n := range body.Kids {
				switch e := n.Kid(0); {
				case n.Op == tree.Define:
					p.method(c, n.Func, private, static)
				case (n.Op == tree.Expression || n.Op == tree.Return) && e != nil && e.Op == tree.Call && e.Kids[0].Op == tree.Name && e.Kids[0].Text == "scope" && p.given(c, e.Kids[1:], private, true):
				default:
					left = append(left, n)
				}
			}
			body.Kids, done = left, done && len(left) == 0
		default:
			done = false
		}
	}
	return done
}

// accessor adds the method that reads or sets a variable of an object.
func (p *parser) accessor(c *tree.Class, of *tree.Node, kind tree.Kind, private bool) {
	start, end := int(of.Start), int(of.End)
	value := p.Node(tree.Member, start, end, "@"+of.Text, p.Node(tree.This, start, start, ""))
	f := &tree.Func{Name: of.Text, Kind: kind, Private: private, Start: of.Start, End: of.End}
	if kind == tree.Setter {
		f.Params = []tree.Param{{Target: p.Node(tree.Name, start, end, "value")}}
		value = p.Statement(p.Node(tree.Assign, start, end, "=", value, p.Node(tree.Name, start, end, "value")))
	} else {
		value = p.Node(tree.Return, start, end, "", value)
	}
	f.Body = p.Node(tree.Block, start, end, "", value)
	c.Members = append(c.Members, tree.Field{Name: of.Text, Func: f, Start: of.Start, End: of.End})
}

package golang

import (
	"go/ast"
	"go/token"
	"slices"

	"snag/analyze/source/tree"
)

// block reads a block, with some statements in front of its own.
func (p *reader) block(b *ast.BlockStmt, first ...*tree.Node) *tree.Node {
	if b == nil {
		return nil
	}
	return p.make(tree.Block, b, "", append(first, p.statements(b.List)...)...)
}

func (p *reader) statements(list []ast.Stmt) (all []*tree.Node) {
	for _, s := range list {
		if s != nil {
			all = append(all, p.statement(s)...)
		}
	}
	return all
}

// one returns a statement as a single node, or nil.
func (p *reader) one(s ast.Stmt) *tree.Node {
	if s == nil {
		return nil
	}
	all := p.statement(s)
	if len(all) == 1 {
		return all[0]
	}
	return p.make(tree.Block, s, "", all...)
}

// around puts a statement behind the one that runs first and declares names for it alone.
func (p *reader) around(at ast.Node, first ast.Stmt, n *tree.Node) []*tree.Node {
	if first == nil {
		return []*tree.Node{n}
	}
	return []*tree.Node{p.make(tree.Block, at, "", append(p.statement(first), n)...)}
}

// statement reads a statement, which may become several.
func (p *reader) statement(s ast.Stmt) []*tree.Node {
	if !p.deeper(s) {
		return nil
	}
	defer func() { p.depth-- }()
	var n *tree.Node
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && isNamed(call.Fun, "panic") {
			n = p.make(tree.Throw, s, "", p.expressions(call.Args)...)
			break
		}
		n = p.make(tree.Expression, s, "", p.expression(s.X))
	case *ast.AssignStmt:
		return p.assignment(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			return p.declaration(d)
		}
	case *ast.IncDecStmt:
		n = p.make(tree.Expression, s, "", p.make(tree.Assign, s, "+=", p.expression(s.X), p.make(tree.Number, s, "1")))
	case *ast.SendStmt:
		n = p.make(tree.Expression, s, "", p.make(tree.Assign, s, "=", p.make(tree.Index, s, "", p.expression(s.Chan), nil), p.expression(s.Value)))
	case *ast.GoStmt:
		n = p.make(tree.Expression, s, "", p.expression(s.Call))
	case *ast.DeferStmt:
		n = p.make(tree.Expression, s, "", p.expression(s.Call))
	case *ast.ReturnStmt:
		n = p.back(s, s.Results)
	case *ast.BranchStmt:
		label := ""
		if s.Label != nil {
			label = s.Label.Name
		}
		switch s.Tok {
		case token.BREAK:
			n = p.make(tree.Break, s, label)
		case token.CONTINUE:
			n = p.make(tree.Continue, s, label)
		default:
			p.jumps = p.jumps || s.Tok == token.GOTO
			return nil
		}
	case *ast.BlockStmt:
		n = p.block(s)
	case *ast.IfStmt:
		return p.around(s, s.Init, p.make(tree.If, s, "", p.expression(s.Cond), p.block(s.Body), p.one(s.Else)))
	case *ast.ForStmt:
		loop := p.make(tree.Loop, s, "", p.expression(s.Cond), p.block(s.Body), p.one(s.Post))
		return p.around(s, s.Init, loop)
	case *ast.RangeStmt:
		n = p.forEach(s)
	case *ast.SwitchStmt:
		choice := p.make(tree.Switch, s, "", append([]*tree.Node{p.expression(s.Tag)}, p.cases(s.Body, nil)...)...)
		return p.around(s, s.Init, choice)
	case *ast.TypeSwitchStmt:
		return p.around(s, s.Init, p.typeSwitch(s))
	case *ast.SelectStmt:
		n = p.make(tree.Switch, s, "", append([]*tree.Node{p.make(tree.Unknown, s, "")}, p.cases(s.Body, nil)...)...)
	case *ast.LabeledStmt:
		if all := p.statement(s.Stmt); len(all) == 1 && s.Label != nil {
			n = p.labelled(s, all[0])
		} else {
			return all
		}
	}
	if n == nil {
		return nil
	}
	return []*tree.Node{n}
}

// labelled puts a label in front of a statement, in a block of it and of what runs first in front of the loop.
func (p *reader) labelled(s *ast.LabeledStmt, n *tree.Node) *tree.Node {
	if last := len(n.Kids) - 1; n.Op == tree.Block && last > 0 && n.Kids[last].Op == tree.Loop {
		kids := slices.Clone(n.Kids)
		kids[last] = p.make(tree.Label, s, s.Label.Name, kids[last])
		return p.make(tree.Block, s, "", kids...)
	}
	return p.make(tree.Label, s, s.Label.Name, n)
}

// back reads what a function returns: several values as a list, and what its results are called where it names none.
func (p *reader) back(at ast.Node, values []ast.Expr) *tree.Node {
	all := p.expressions(values)
	if len(values) == 0 {
		for _, n := range p.results {
			all = append(all, p.Node(tree.Name, int(n.Start), int(n.End), n.Text))
		}
	}
	switch len(all) {
	case 0:
		return p.make(tree.Return, at, "")
	case 1:
		return p.make(tree.Return, at, "", all[0])
	}
	return p.make(tree.Return, at, "", p.make(tree.Array, at, "", all...))
}

// assignment reads an assignment, or the declaration of variables by their values.
func (p *reader) assignment(s *ast.AssignStmt) (all []*tree.Node) {
	add := func(target, value *tree.Node) {
		if target == nil {
			target = p.make(tree.Array, s, "")
		}
		switch {
		case s.Tok == token.DEFINE:
			all = append(all, p.make(tree.Declare, s, "let", p.make(tree.Assign, s, "=", target, value)))
		default:
			all = append(all, p.make(tree.Expression, s, "", p.make(tree.Assign, s, s.Tok.String(), target, value)))
		}
	}
	targets := make([]*tree.Node, len(s.Lhs))
	for i, e := range s.Lhs {
		if !isNamed(e, "_") {
			targets[i] = p.expression(e)
		}
	}
	switch {
	case len(s.Lhs) == 1 && len(s.Rhs) == 1, s.Tok == token.DEFINE && len(s.Lhs) == len(s.Rhs):
		for i, e := range s.Rhs {
			if targets[i] == nil {
				all = append(all, p.make(tree.Expression, s, "", p.expression(e)))
				continue
			}
			add(targets[i], p.expression(e))
		}
	case len(s.Rhs) == 1:
		add(p.make(tree.Array, s, "", targets...), p.several(s.Rhs[0]))
	default:
		add(p.make(tree.Array, s, "", targets...), p.make(tree.Array, s, "", p.expressions(s.Rhs)...))
	}
	return all
}

// several reads an expression that gives a value and whether there is one: an element of a map, what a channel sends, and
// what a value is as another type.
func (p *reader) several(e ast.Expr) *tree.Node {
	switch x := e.(type) {
	case *ast.IndexExpr, *ast.TypeAssertExpr:
		return p.make(tree.Array, e, "", p.expression(e), p.make(tree.Unknown, e, ""))
	case *ast.UnaryExpr:
		if x.Op == token.ARROW {
			return p.make(tree.Array, e, "", p.expression(e), p.make(tree.Unknown, e, ""))
		}
	}
	return p.expression(e)
}

// declaration reads variables and constants, and in a function its types.
func (p *reader) declaration(d *ast.GenDecl) (all []*tree.Node) {
	kind := "let"
	switch {
	case d.Tok == token.CONST:
		kind = "const"
	case p.depth == 0: // other files of the package may set it
		kind = "var"
	}
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			if t, ok := spec.(*ast.TypeSpec); ok && p.depth > 0 {
				outer := p.classes[t.Name.Name]
				p.class(t)
				n := p.make(tree.DefineClass, t, "")
				n.Class = p.classes[t.Name.Name]
				if delete(p.classes, t.Name.Name); outer != nil {
					p.classes[t.Name.Name] = outer
				}
				all = append(all, n)
			}
			continue
		}
		if len(v.Values) == 1 && len(v.Names) > 1 {
			var targets []*tree.Node
			for _, name := range v.Names {
				targets = append(targets, p.make(tree.Name, name, name.Name))
			}
			all = append(all, p.make(tree.Declare, v, kind, p.make(tree.Assign, v, "=", p.make(tree.Array, v, "", targets...), p.several(v.Values[0]))))
			continue
		}
		for i, name := range v.Names {
			if name.Name == "_" {
				continue
			}
			target := p.make(tree.Name, name, name.Name)
			value := (*tree.Node)(nil)
			switch {
			case i < len(v.Values):
				value = p.expression(v.Values[i])
			case kind != "const":
				value = p.zero(v.Type)
			}
			if value != nil {
				target = p.make(tree.Assign, name, "=", target, value)
			}
			all = append(all, p.make(tree.Declare, name, kind, target))
		}
	}
	return all
}

// forEach reads a loop over the elements of something.
func (p *reader) forEach(s *ast.RangeStmt) *tree.Node {
	target := func(e ast.Expr) *tree.Node {
		if e == nil || isNamed(e, "_") {
			return nil
		}
		return p.expression(e)
	}
	key, value := target(s.Key), target(s.Value)
	if key != nil && value != nil {
		value = p.make(tree.Array, s.Key, "", key, value)
	} else if value == nil {
		value = key
	}
	if value != nil && s.Tok == token.DEFINE {
		value = p.make(tree.Declare, s.Key, "let", value)
	}
	return p.make(tree.ForEach, s, "", value, p.expression(s.X), p.block(s.Body))
}

// cases reads the cases of a switch or select, each with a statement in front that declares what the switch names.
func (p *reader) cases(b *ast.BlockStmt, first func(c *ast.CaseClause) *tree.Node) (all []*tree.Node) {
	if b == nil {
		return nil
	}
	for _, s := range b.List {
		var list []*tree.Node
		var tests []ast.Expr
		var body []ast.Stmt
		switch c := s.(type) {
		case *ast.CaseClause:
			tests, body = c.List, c.Body
			if first != nil {
				if n := first(c); n != nil {
					list = append(list, n)
				}
			}
		case *ast.CommClause:
			body = c.Body
			if c.Comm != nil {
				list = p.statement(c.Comm)
			}
		}
		falls := ""
		if last := len(body) - 1; last >= 0 {
			if b, ok := body[last].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				falls = "falls"
			}
		}
		kids := []*tree.Node{p.make(tree.Block, s, "", append(list, p.statements(body)...)...)}
		if first != nil && len(tests) > 0 {
			kids = append(kids, p.make(tree.Unknown, s, ""))
		} else if _, ok := s.(*ast.CommClause); ok {
			kids = append(kids, p.make(tree.Unknown, s, ""))
		} else {
			kids = append(kids, p.expressions(tests)...)
		}
		all = append(all, p.make(tree.Case, s, falls, kids...))
	}
	return all
}

// typeSwitch reads a switch by the type of a value, which each of its cases may name anew.
func (p *reader) typeSwitch(s *ast.TypeSwitchStmt) *tree.Node {
	var name *ast.Ident
	var of ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		of = a.X
	case *ast.AssignStmt:
		if len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			name, _ = a.Lhs[0].(*ast.Ident)
			of = a.Rhs[0]
		}
	}
	kids := []*tree.Node{p.make(tree.Unknown, s, "")}
	return p.make(tree.Switch, s, "", append(kids, p.cases(s.Body, func(c *ast.CaseClause) *tree.Node {
		if name == nil {
			return nil
		}
		return p.let(c, p.make(tree.Name, name, name.Name), p.expression(of))
	})...)...)
}

package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"

	"snag/analyze/source/tree"
)

func (p *reader) expressions(list []ast.Expr) (all []*tree.Node) {
	for _, e := range list {
		all = append(all, p.expression(e))
	}
	return all
}

// isNamed reports whether an expression is a name.
func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// logical are the operators of which the second part may not run.
var logical = map[token.Token]bool{token.LAND: true, token.LOR: true}

// expression reads an expression.
func (p *reader) expression(e ast.Expr) *tree.Node {
	if e == nil {
		return nil
	}
	if !p.deeper(e) {
		return p.make(tree.Unknown, e, "")
	}
	defer func() { p.depth-- }()
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "nil":
			return p.make(tree.Constant, e, "null")
		case "true", "false":
			return p.make(tree.Constant, e, e.Name)
		}
		return p.make(tree.Name, e, e.Name)
	case *ast.BasicLit:
		if e.Kind == token.STRING || e.Kind == token.CHAR {
			text, _ := strconv.Unquote(e.Value)
			return p.make(tree.String, e, text)
		}
		return p.make(tree.Number, e, e.Value)
	case *ast.ParenExpr:
		return p.expression(e.X)
	case *ast.StarExpr:
		return p.expression(e.X)
	case *ast.SelectorExpr:
		return p.make(tree.Member, e, e.Sel.Name, p.expression(e.X))
	case *ast.IndexExpr:
		return p.make(tree.Index, e, "", p.expression(e.X), p.expression(e.Index))
	case *ast.IndexListExpr:
		return p.expression(e.X)
	case *ast.SliceExpr:
		return p.make(tree.Slice, e, "", p.expression(e.X), p.expression(e.Low), p.expression(e.High))
	case *ast.TypeAssertExpr:
		return p.make(tree.Cast, e, "", p.expression(e.X))
	case *ast.CallExpr:
		return p.call(e)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			n := p.expression(e.X)
			if isPlace(n) {
				n = p.make(tree.Cast, e, "*", n)
			}
			return n
		case token.ARROW:
			return p.make(tree.Index, e, "", p.expression(e.X), nil)
		}
		return p.make(tree.Unary, e, e.Op.String(), p.expression(e.X))
	case *ast.BinaryExpr:
		op := tree.Binary
		if logical[e.Op] {
			op = tree.Logical
		}
		return p.make(op, e, e.Op.String(), p.expression(e.X), p.expression(e.Y))
	case *ast.FuncLit:
		n := p.make(tree.Function, e, "")
		n.Func = p.function(e, e.Type, e.Body, nil)
		n.Func.Kind = tree.Arrow
		return n
	case *ast.CompositeLit:
		return p.literal(e, e.Type)
	}
	return p.make(tree.Unknown, e, "")
}

// isPlace reports whether an expression names a variable, or a part of one.
func isPlace(n *tree.Node) bool {
	return n != nil && (n.Op == tree.Name || n.Op == tree.Member || n.Op == tree.Index)
}

// call reads a call, a conversion, or what makes a value.
func (p *reader) call(e *ast.CallExpr) *tree.Node {
	fun := e.Fun
	for {
		paren, ok := fun.(*ast.ParenExpr)
		if !ok {
			break
		}
		fun = paren.X
	}
	switch f := fun.(type) {
	case *ast.ArrayType, *ast.StarExpr, *ast.InterfaceType, *ast.MapType, *ast.FuncType, *ast.ChanType: // conversions
		if len(e.Args) == 1 {
			return p.make(tree.Cast, e, "", p.expression(e.Args[0]))
		}
	case *ast.Ident:
		switch {
		case f.Name == "new" && len(e.Args) == 1:
			if n := p.zero(e.Args[0]); n != nil {
				return n
			}
		case f.Name == "make" && len(e.Args) > 0:
			if _, list := e.Args[0].(*ast.ArrayType); list {
				return p.make(tree.Array, e, "")
			}
			return p.make(tree.Object, e, "")
		case (f.Name == "string" || f.Name == "any") && len(e.Args) == 1:
			return p.make(tree.Cast, e, "", p.expression(e.Args[0]))
		}
	}
	callee := p.expression(fun)
	switch f := fun.(type) {
	case *ast.IndexExpr: // of a function that is made for a type, or of a table
		callee = p.make(tree.Conditional, f, "", p.make(tree.Unknown, f, ""), p.expression(f.X), callee)
	}
	op := tree.Call
	if s, ok := fun.(*ast.SelectorExpr); ok && (isNamed(s.X, "errors") && s.Sel.Name == "New" || isNamed(s.X, "fmt") && s.Sel.Name == "Errorf") {
		op = tree.New
	}
	kids := []*tree.Node{callee}
	for i, a := range e.Args {
		n := p.expression(a)
		if n.Op == tree.Cast && n.Text == "*" {
			n.Text = "&"
		}
		if e.Ellipsis.IsValid() && i == len(e.Args)-1 {
			n = p.make(tree.Spread, a, "", n)
		}
		kids = append(kids, n)
	}
	return p.make(op, e, "", kids...)
}

// literal reads a value that is written out, of a type that may be that of the elements around it.
func (p *reader) literal(e *ast.CompositeLit, t ast.Expr) *tree.Node {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	element := func(x ast.Expr, of ast.Expr) *tree.Node {
		if c, ok := x.(*ast.CompositeLit); ok && c.Type == nil {
			if !p.deeper(c) {
				return p.make(tree.Unknown, c, "")
			}
			defer func() { p.depth-- }()
			return p.literal(c, of)
		}
		return p.expression(x)
	}
	var kids []*tree.Node
	switch t := t.(type) {
	case *ast.ArrayType:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			kids = append(kids, element(x, t.Elt))
		}
		return p.make(tree.Array, e, "", kids...)
	case *ast.MapType:
		for _, x := range e.Elts {
			kv, ok := x.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			key, name := p.expression(kv.Key), ""
			if key != nil && key.Op == tree.String {
				key, name = nil, key.Text
			}
			kids = append(kids, p.make(tree.Pair, kv, name, key, element(kv.Value, t.Value)))
		}
		return p.make(tree.Object, e, "", kids...)
	}
	class := p.typeOf(t)
	if s, ok := t.(*ast.StructType); ok {
		class = p.structure(s)
	}
	if class == nil {
		return p.make(tree.Unknown, e, "", p.expressions(values(e.Elts))...)
	}
	kids = append(kids, class)
	for _, x := range e.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if ok {
			if name, is := kv.Key.(*ast.Ident); is {
				kids = append(kids, p.make(tree.Keyword, kv, name.Name, p.expression(kv.Value)))
				continue
			}
			x = kv.Value
		}
		kids = append(kids, p.expression(x))
	}
	return p.make(tree.New, e, "", kids...)
}

// values returns elements without their keys.
func values(all []ast.Expr) []ast.Expr {
	all = slices.Clone(all)
	for i, x := range all {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			all[i] = kv.Value
		}
	}
	return all
}

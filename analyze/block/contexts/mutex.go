package contexts

import (
	"go/ast"
	"go/token"
)

// local returns the mutexes that are made in a body and handed to nobody, and the functions in it, without those of
// functions inside.
func (g *goFile) local(body *ast.BlockStmt) (names map[string]bool, inside []*ast.FuncLit) {
	names = map[string]bool{}
	mutex := g.imports["sync"] + "."
	isMutex := func(e ast.Expr) bool {
		of := expression(e)
		return of == mutex+"Mutex" || of == mutex+"RWMutex"
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inside = append(inside, n)
			return false
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if len(n.Values) == 0 && n.Type != nil && isMutex(n.Type) {
					names[name.Name] = true
				}
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				return true
			}
			made := n.Rhs[0]
			if pointer, ok := made.(*ast.UnaryExpr); ok && pointer.Op == token.AND {
				made = pointer.X
			}
			literal, ok := made.(*ast.CompositeLit)
			call, isCall := made.(*ast.CallExpr)
			if ok && isMutex(literal.Type) || isCall && expression(call.Fun) == "new" && len(call.Args) == 1 && isMutex(call.Args[0]) {
				names[expression(n.Lhs[0])] = true
			}
		}
		return true
	})
	handed := func(list ...ast.Expr) {
		for _, e := range list {
			delete(names, given(e))
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			handed(n.Values...)
		case *ast.AssignStmt:
			handed(n.Rhs...)
		case *ast.CallExpr:
			handed(n.Args...)
		case *ast.ReturnStmt:
			handed(n.Results...)
		case *ast.KeyValueExpr:
			handed(n.Value)
		case *ast.CompositeLit:
			handed(n.Elts...)
		}
		return true
	})
	return names, inside
}

// given is the name of what an expression hands on, itself or its address; "" for others.
func given(e ast.Expr) string {
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		e = address.X
	}
	if name, ok := e.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

package mux

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// verbs are the methods of routers that are called like a method of HTTP.
var verbs = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"}

// call reads a call: it may register a route, mount a router, or hand one to a function.
func (w *walk) call(n *ast.CallExpr) {
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if ok {
		if x := w.router(sel.X); x != nil {
			w.register(n, sel.Sel.Name, x)
			return
		}
		if chain := w.chain(n); chain != nil {
			return
		}
	}
	given := map[int]*router{}
	for i, a := range n.Args {
		if x := w.router(a); x != nil {
			given[i] = x
		}
	}
	if len(given) == 0 || w.depth >= maxDepth {
		return
	}
	for _, f := range w.functionsOf(n.Fun) {
		named := map[string]*router{}
		at := 0
		for _, p := range f.decl.Type.Params.List {
			for _, name := range p.Names {
				if x := given[at]; x != nil {
					named[name.Name] = x
				}
				at++
			}
		}
		if key := fmt.Sprint(f.place(f.decl), w.place(n)); len(named) > 0 && !w.done[key] {
			w.done[key] = true
			w.reader.function(f, named, w.depth+1)
		}
	}
}

// register reads a call of a router.
func (w *walk) register(n *ast.CallExpr, name string, x *router) {
	args := n.Args
	var methods []string
	upper := strings.ToUpper(name)
	switch {
	case slices.Contains(verbs, upper) && (name == upper || x.framework == "chi" || x.framework == "fiber"):
		methods = []string{upper}
	case name == "Route" || name == "Group": // of chi and fiber: a function that registers
		w.inside(n, x)
		return
	case name == "Mount" && len(args) == 2:
		if sub := w.router(args[1]); sub != nil {
			sub.below(x, w.part(args[0]))
		}
		return
	case (name == "Method" || name == "MethodFunc" || name == "Add" || name == "Handle" && x.framework == "gin") && len(args) >= 3:
		if text, ok := w.text(args[0]); ok {
			methods = []string{strings.ToUpper(text)}
		}
		args = args[1:]
	case name == "Match" && len(args) >= 3:
		if list, ok := args[0].(*ast.CompositeLit); ok {
			for _, e := range list.Elts {
				if text, ok := w.text(e); ok {
					methods = append(methods, text)
				}
			}
		}
		args = args[1:]
	case name == "Any" || name == "All" || name == "HandleFunc" || name == "Handle":
	default:
		return
	}
	if len(args) < 2 {
		return
	}
	pattern := w.part(args[0])
	if x.framework == "http" {
		method, rest, ok := strings.Cut(pattern, " ")
		if ok {
			methods, pattern = []string{method}, strings.TrimSpace(rest)
		}
		if host := strings.IndexByte(pattern, '/'); host > 0 {
			pattern = pattern[host:]
		}
		pattern = strings.TrimSuffix(pattern, "{$}")
	}
	if sub := w.router(args[len(args)-1]); sub != nil {
		if prefix := w.stripped(args[len(args)-1]); prefix != "" {
			sub.below(x, prefix)
		} else {
			sub.below(x, "")
		}
		return
	}
	w.route(n, x, methods, pattern, args[1:])
}

// stripped returns the part of the path that http.StripPrefix takes away, "" for none.
func (w *walk) stripped(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok && strings.HasSuffix(dotted(call.Fun), ".StripPrefix") && len(call.Args) == 2 {
		return w.part(call.Args[0])
	}
	return ""
}

// inside binds the parameter of a function literal that registers routes below a part of the path.
func (w *walk) inside(n *ast.CallExpr, x *router) {
	if len(n.Args) == 0 {
		return
	}
	f, ok := n.Args[len(n.Args)-1].(*ast.FuncLit)
	if !ok || len(f.Type.Params.List) == 0 || len(f.Type.Params.List[0].Names) == 0 {
		return
	}
	own := w.made(n)
	if own == nil {
		return
	}
	// The literal has its own names: routes in it are read here, and not again.
	name := f.Type.Params.List[0].Names[0].Name
	inner := &walk{w.reader, w.function, fmt.Sprint(w.scope, w.place(f)), w.depth + 1}
	if w.depth > maxDepth*2 {
		return
	}
	for key, known := range w.routers {
		if rest, ok := strings.CutPrefix(key, w.scope+" "); ok && w.routers[inner.scope+" "+rest] == nil {
			w.routers[inner.scope+" "+rest] = known
		}
	}
	w.routers[inner.scope+" "+name] = own
	inner.function.decl = &ast.FuncDecl{Name: w.decl.Name, Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: f.Body}
	w.literals[f] = true
	inner.body(f.Body)
}

// chain reads a route of gorilla/mux, whose parts are told by calls in a chain. It returns the router, nil for no route.
func (w *walk) chain(n *ast.CallExpr) *router {
	var methods []string
	pattern, known := "", false
	var handlers []ast.Expr
	at := ast.Expr(n)
	for {
		call, ok := at.(*ast.CallExpr)
		if !ok {
			break
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		switch name := sel.Sel.Name; name {
		case "Methods":
			for _, a := range call.Args {
				if text, ok := w.text(a); ok {
					methods = append(methods, strings.ToUpper(text))
				}
			}
		case "Path", "PathPrefix":
			if len(call.Args) == 1 {
				pattern, known = w.part(call.Args[0]), true
			}
		case "HandlerFunc", "Handler":
			handlers = append(handlers, call.Args...)
		case "HandleFunc", "Handle":
			if len(call.Args) == 2 {
				pattern, known = w.part(call.Args[0]), true
				handlers = append(handlers, call.Args[1])
			}
		case "Name", "Queries", "Headers", "Schemes", "Host":
		default:
			return nil
		}
		at = sel.X
		if x := w.router(at); x != nil && x.framework == "mux" {
			if known && len(handlers) > 0 {
				w.route(n, x, methods, pattern, handlers)
			}
			return x
		}
	}
	return nil
}

// route adds a route.
func (w *walk) route(n *ast.CallExpr, x *router, methods []string, pattern string, handlers []ast.Expr) {
	at := w.place(n)
	if len(w.routes) >= maxRoutes {
		return
	}
	for i, one := range w.routes {
		if one.At.File != at.File || one.At.Start != at.Start {
			continue
		}
		if len(methods) > 0 && len(one.Methods) == 0 { // what the end of a chain says of it
			w.routes[i].Methods = methods
		}
		if one.router == x || one.At.End != at.End {
			return
		}
	}
	one := registration{x, Route{Framework: x.framework, Methods: methods, Path: pattern, At: at}}
	h := &handling{walk: w, seen: map[ast.Node]bool{}, route: &one.Route}
	for _, e := range handlers {
		h.handler(e, 0)
	}
	w.routes = append(w.routes, one)
}

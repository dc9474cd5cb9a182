package mux

import (
	"go/ast"
	"slices"
	"strings"

	"snag/analyze/sorting"
)

// router is what routes are registered with.
type router struct {
	framework string
	at        []mounted
}

// mounted is a router below a part of the path of another.
type mounted struct {
	parent *router
	part   string
}

// registration is a route of a router.
type registration struct {
	*router
	Route
}

// paths returns where a router is.
func (x *router) paths(depth int) []string {
	if len(x.at) == 0 || depth > maxDepth*2 {
		return []string{""}
	}
	var all []string
	for _, m := range x.at {
		if m.parent == nil {
			all = append(all, m.part)
			continue
		}
		for _, before := range m.parent.paths(depth + 1) {
			all = append(all, join(before, m.part))
		}
	}
	return unique(all)
}

func join(before, part string) string {
	if part == "" {
		return before
	}
	return strings.TrimSuffix(before, "/") + "/" + strings.TrimPrefix(part, "/")
}

func (x *router) below(parent *router, part string) {
	if m := (mounted{parent, part}); parent != x && len(x.at) < 16 && !slices.Contains(x.at, m) {
		x.at = append(x.at, m)
	}
}

// composed returns the routes at all places where their routers are.
func (r *reader) composed() []Route {
	var all []Route
	for _, one := range r.routes {
		for _, before := range one.paths(0) {
			x := one.Route
			if x.Path = join(before, x.Path); !strings.HasPrefix(x.Path, "/") {
				x.Path = "/" + x.Path
			}
			all = append(all, x)
		}
	}
	sorting.Stable(all, func(a, b Route) int {
		if a.At.File != b.At.File {
			return a.At.File - b.At.File
		}
		return a.At.Start - b.At.Start
	})
	return all
}

// walk is the reading of a function.
type walk struct {
	*reader
	function
	scope string
	depth int
}

// function reads a function; given are the routers that it is called with, by its parameters.
func (r *reader) function(f function, given map[string]*router, depth int) {
	w := &walk{r, f, f.folder + "." + f.decl.Name.Name, depth}
	if f.decl.Recv != nil && len(f.decl.Recv.List) > 0 {
		w.scope += "@" + dotted(f.decl.Recv.List[0].Type)
	}
	for name, x := range given {
		if known := r.routers[w.scope+" "+name]; known != nil && known != x {
			known.below(x, "")
			continue
		}
		own := &router{framework: x.framework}
		own.below(x, "")
		r.routers[w.scope+" "+name] = own
	}
	if f.decl.Type.Params != nil {
		for _, p := range f.decl.Type.Params.List {
			for _, name := range p.Names {
				if framework := w.routerType(p.Type); framework != "" && r.routers[w.scope+" "+name.Name] == nil {
					r.routers[w.scope+" "+name.Name] = &router{framework: framework}
				}
			}
		}
	}
	w.body(f.decl.Body)
}

// body reads the calls and assignments of a block.
func (w *walk) body(b *ast.BlockStmt) {
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return !w.literals[n]
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if i < len(n.Rhs) {
					w.assign(left, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					w.assign(name, n.Values[i])
				}
			}
		case *ast.CompositeLit: // &Server{router: chi.NewRouter()}
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					if x := w.router(pair.Value); x != nil {
						if key, ok := pair.Key.(*ast.Ident); ok && w.routers["."+key.Name] == nil {
							w.routers["."+key.Name] = x
						}
					}
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if x := w.router(e); x != nil && !slices.Contains(w.results[w.decl], x) {
					w.results[w.decl] = append(w.results[w.decl], x)
				}
			}
		case *ast.CallExpr:
			w.call(n)
		}
		return true
	})
}

// routerTypes are the types of routers, by the framework.
var routerTypes = map[string][]string{
	"http": {"ServeMux"}, "gin": {"Engine", "RouterGroup", "IRouter", "IRoutes"}, "echo": {"Echo", "Group"}, "chi": {"Router", "Mux"},
	"mux": {"Router"}, "fiber": {"App", "Router", "Group"},
}

// routerType returns the framework whose router a type is, "" for none.
func (w *walk) routerType(t ast.Expr) string {
	pkg, name, _ := strings.Cut(dotted(t), ".")
	if framework := w.names[pkg]; slices.Contains(routerTypes[framework], name) {
		return framework
	}
	return ""
}

func (w *walk) key(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return w.scope + " " + e.Name
	case *ast.SelectorExpr:
		return "." + e.Sel.Name
	}
	return ""
}

func (w *walk) assign(left, right ast.Expr) {
	key := w.key(left)
	if x := w.router(right); x != nil && key != "" {
		switch known := w.routers[key]; {
		case known == nil:
			w.routers[key] = x
		case known != x:
			x.below(known, "")
		}
	}
}

// constructors make routers.
var constructors = []string{"NewServeMux", "New", "Default", "NewRouter", "NewMux"}

// router returns what an expression is that routes are registered with, nil for anything else.
func (w *walk) router(e ast.Expr) *router {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.router(e.X)
	case *ast.UnaryExpr:
		return w.router(e.X)
	case *ast.Ident:
		if framework := w.names[e.Name]; framework == "http" {
			return w.once("http", &router{framework: "http"}) // the mux that the package has
		}
		if x := w.routers[w.scope+" "+e.Name]; x != nil {
			return x
		}
		return w.routers[w.folder+" "+e.Name]
	case *ast.SelectorExpr:
		if w.routers["."+e.Sel.Name] != nil {
			return w.routers["."+e.Sel.Name]
		}
		if w.names[dotted(e)] == "" && (e.Sel.Name == "Router" || e.Sel.Name == "RouterGroup") {
			return w.router(e.X)
		}
	case *ast.CallExpr:
		return w.made(e)
	}
	return nil
}

// once returns the router of a key, which is made only once.
func (w *walk) once(key string, x *router) *router {
	if w.routers[key] == nil {
		w.routers[key] = x
	}
	return w.routers[key]
}

// made returns the router that a call makes.
func (w *walk) made(call *ast.CallExpr) *router {
	place := w.place(call)
	key := "call " + strings.Join([]string{w.scope, string(rune(place.File)), string(rune(place.Start)), string(rune(place.End))}, " ")
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if ok {
		if of, isName := sel.X.(*ast.Ident); isName && w.names[of.Name] != "" {
			if slices.Contains(constructors, sel.Sel.Name) {
				return w.once(key, &router{framework: w.names[of.Name]})
			}
			if sel.Sel.Name == "StripPrefix" && len(call.Args) == 2 { // what is mounted has the rest of the path
				return w.router(call.Args[1])
			}
			return nil
		}
		if parent := w.router(sel.X); parent != nil {
			switch sel.Sel.Name {
			case "Group", "PathPrefix", "Route":
				part := ""
				if len(call.Args) > 0 {
					if _, isFunc := call.Args[0].(*ast.FuncLit); !isFunc {
						part = w.part(call.Args[0])
					}
				}
				x := w.once(key, &router{framework: parent.framework})
				x.below(parent, part)
				return x
			case "Subrouter", "With", "Use", "NewRoute", "Host", "Schemes":
				return parent
			}
			return nil
		}
	}
	for _, f := range w.functionsOf(call.Fun) {
		if all := w.results[f.decl]; len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

func (w *walk) part(e ast.Expr) string {
	if text, ok := w.text(e); ok {
		return text
	}
	return "…"
}

// functionsOf returns the functions of the program that an expression may name: those of its package, else those of
// others.
func (w *walk) functionsOf(e ast.Expr) []function {
	name := ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	case *ast.IndexExpr:
		return w.functionsOf(e.X)
	}
	var near, far []function
	for _, f := range w.functions[name] {
		if f.decl.Body == nil {
			continue
		}
		if f.folder == w.folder {
			near = append(near, f)
		} else {
			far = append(far, f)
		}
	}
	if _, local := e.(*ast.Ident); local || len(near) > 0 {
		return near
	}
	return far[:min(len(far), 3)]
}

package mux

import (
	"go/ast"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// handling collects what the handlers of a route read.
type handling struct {
	*walk
	seen  map[ast.Node]bool
	route *Route
	calls int                 // how many calls around hand the request on
	types map[string]ast.Expr // of variables
	query map[string]string   // variables that hold all values of a kind
}

// handler reads what a handler is: a function, one that another returns, or one that is wrapped.
func (h *handling) handler(e ast.Expr, depth int) {
	if depth > maxDepth {
		return
	}
	switch e := e.(type) {
	case *ast.FuncLit:
		h.body(e, e.Type, e.Body, depth)
	case *ast.Ident, *ast.SelectorExpr:
		for _, f := range h.functionsOf(e) {
			h.declared(f, depth)
		}
	case *ast.CallExpr: // http.HandlerFunc(f), a function around it, or one that makes it
		for _, f := range h.functionsOf(e.Fun) {
			h.declared(f, depth)
		}
		for _, a := range e.Args {
			h.handler(a, depth+1)
		}
	case *ast.UnaryExpr:
		h.handler(e.X, depth)
	case *ast.CompositeLit: // a type with ServeHTTP
		if name := dotted(e.Type); name != "" {
			for _, f := range h.functions["ServeHTTP"] {
				if f.decl.Recv != nil && len(f.decl.Recv.List) == 1 && dotted(f.decl.Recv.List[0].Type) == name && f.decl.Body != nil {
					h.declared(f, depth)
				}
			}
		}
	}
}

// declared reads a function that is declared.
func (h *handling) declared(f function, depth int) {
	outer := h.walk
	h.walk = &walk{outer.reader, f, outer.scope, outer.depth}
	h.body(f.decl, f.decl.Type, f.decl.Body, depth)
	h.walk = outer
}

// body reads a function, and those that it calls with a request.
func (h *handling) body(at ast.Node, signature *ast.FuncType, b *ast.BlockStmt, depth int) {
	if h.seen[at] || b == nil || depth > maxDepth {
		return
	}
	h.seen[at] = true
	if h.calls == 0 && (signature.Params == nil || len(signature.Params.List) > 0) && len(h.route.Handlers) < 8 {
		h.route.Handlers = append(h.route.Handlers, h.place(at))
	}
	types, query := h.types, h.query
	h.types, h.query = map[string]ast.Expr{}, map[string]string{}
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, name := range n.Names {
				h.types[name.Name] = n.Type
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && i < len(n.Rhs) {
					h.assigned(name.Name, n.Rhs[i])
				}
			}
		case *ast.ReturnStmt: // of a function that makes the handler
			for _, e := range n.Results {
				if f, ok := e.(*ast.FuncLit); ok && h.calls == 0 {
					h.body(f, f.Type, f.Body, depth+1)
				}
			}
		case *ast.IndexExpr: // mux.Vars(r)["id"], r.URL.Query()["q"]
			if name, ok := h.text(n.Index); ok {
				if kind := h.values(n.X); kind != "" {
					h.add(kind, name, -1, n)
				}
			}
		case *ast.CallExpr:
			h.called(n, depth)
		}
		return true
	})
	h.types, h.query = types, query
}

func (h *handling) assigned(name string, e ast.Expr) {
	if kind := h.values(e); kind != "" {
		h.query[name] = kind
	}
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = u.X
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		h.types[name] = e.Type
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok && f.Name == "new" && len(e.Args) == 1 {
			h.types[name] = e.Args[0]
		}
	}
}

// whole are chains that end in all values of a kind.
var whole = []struct{ end, kind string }{
	{".URL.Query()", "query"}, {".Form", "form"}, {".PostForm", "body"}, {".Header", "header"}, {"mux.Vars()", "path"},
	{".QueryParams()", "query"}, {".Request().Header", "header"}, {".MultipartForm.Value", "body"},
}

// values returns the kind of the values that an expression holds, "" for anything else.
func (h *handling) values(e ast.Expr) string {
	chain := dotted(e)
	if kind := h.query[chain]; kind != "" {
		return kind
	}
	for _, w := range whole {
		if chain != "" && strings.HasSuffix("."+chain, w.end) {
			return w.kind
		}
	}
	return ""
}

// getters are methods of requests and contexts that return the value of the name that they are given. Those whose
// value is in the query or in the body by the method of the request have the kind form.
var getters = map[string]string{
	"FormValue": "form", "PostFormValue": "body", "PathValue": "path", "Cookie": "cookie", "Cookies": "cookie", "FormFile": "file",
	"Query": "query", "DefaultQuery": "query", "QueryArray": "query", "GetQuery": "query", "QueryParam": "query", "QueryInt": "query", "QueryBool": "query",
	"PostForm": "body", "DefaultPostForm": "body", "GetPostForm": "body", "PostFormArray": "body",
	"Param": "path", "Params": "path", "ParamsInt": "path", "GetHeader": "header", "URLParam": "path",
}

// decoders take a body apart into a variable, the last of their arguments.
var decoders = []string{"Decode", "Unmarshal", "ShouldBindJSON", "BindJSON", "ShouldBind", "Bind", "BodyParser", "MustBindWith", "ShouldBindWith", "DecodeJSON"}

func (h *handling) called(n *ast.CallExpr, depth int) {
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if ok {
		name := sel.Sel.Name
		if len(n.Args) > 0 {
			if text, ok := h.text(n.Args[min(len(n.Args)-1, map[bool]int{true: 1}[name == "URLParam"])]); ok {
				if kind := h.values(sel.X); kind != "" && (name == "Get" || name == "Values" || name == "Has") {
					h.add(kind, text, -1, n)
				} else if kind := getters[name]; kind != "" && h.ofRequest(sel.X) {
					h.add(kind, text, -1, n)
				} else if name == "Get" && h.route.Framework == "fiber" && h.ofRequest(sel.X) {
					h.add("header", text, -1, n)
				}
			}
			last := n.Args[len(n.Args)-1]
			switch {
			case slices.Contains(decoders, name):
				h.fields("body", "", h.typeOf(last), n, 0)
			case name == "ShouldBindQuery" || name == "BindQuery" || name == "QueryParser":
				h.fields("query", "", h.typeOf(last), n, 0)
			case name == "ShouldBindUri" || name == "BindUri" || name == "ParamsParser":
				h.fields("path", "", h.typeOf(last), n, 0)
			}
		}
	}
	if depth >= maxDepth || !slices.ContainsFunc(n.Args, h.ofRequest) {
		return
	}
	h.calls++
	for _, f := range h.functionsOf(n.Fun) {
		h.declared(f, depth+1)
	}
	h.calls--
}

// ofRequest reports whether an expression may be a request or the context of one, by its usual names.
func (h *handling) ofRequest(e ast.Expr) bool {
	chain := dotted(e)
	last := chain[strings.LastIndexByte(chain, '.')+1:]
	return slices.Contains([]string{"r", "req", "request", "c", "ctx", "context", "Request", "Request()", "Body", "chi", "rq", "gc", "ec"}, last)
}

// typeOf returns the type of a variable that is handed on to be filled, nil where it is not known.
func (h *handling) typeOf(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return h.typeOf(e.X)
	case *ast.Ident:
		return h.types[e.Name]
	case *ast.CompositeLit:
		return e.Type
	}
	return nil
}

// fields adds the fields of a type by the names that tags give them.
func (h *handling) fields(kind, before string, t ast.Expr, at ast.Node, depth int) {
	if depth > 3 {
		return
	}
	switch of := t.(type) {
	case *ast.StarExpr:
		h.fields(kind, before, of.X, at, depth)
	case *ast.ArrayType:
		if before != "" && !h.isStruct(of.Elt) {
			h.add(kind, before+".*", -1, at)
			return
		}
		h.fields(kind, before+".*", of.Elt, at, depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		name := dotted(t)
		if s := h.structs[name[strings.LastIndexByte(name, '.')+1:]]; s != nil {
			h.fields(kind, before, s, at, depth)
		}
	case *ast.StructType:
		for _, f := range of.Fields.List {
			tag := reflect.StructTag("")
			if f.Tag != nil {
				text, _ := strconv.Unquote(f.Tag.Value)
				tag = reflect.StructTag(text)
			}
			if len(f.Names) == 0 {
				h.fields(kind, before, f.Type, at, depth+1)
			}
			for _, name := range f.Names {
				called := h.fieldName(kind, name.Name, tag)
				if !name.IsExported() || called == "-" {
					continue
				}
				if before != "" {
					called = before + "." + called
				}
				if _, list := f.Type.(*ast.ArrayType); list || h.isStruct(f.Type) {
					h.fields(kind, called, f.Type, at, depth+1)
				} else {
					h.add(kind, called, most(tag), at)
				}
			}
		}
	}
}

// isStruct reports whether a type is a struct of the program.
func (h *handling) isStruct(t ast.Expr) bool {
	if _, ok := t.(*ast.StructType); ok {
		return true
	}
	name := dotted(t)
	return h.structs[name[strings.LastIndexByte(name, '.')+1:]] != nil
}

// fieldName returns what a field is called in a request.
func (h *handling) fieldName(kind, name string, tag reflect.StructTag) string {
	keys := map[string][]string{"body": {"json", "form"}, "query": {"form", "query", "schema"}, "path": {"uri", "param", "params"}}[kind]
	for _, key := range keys {
		if text, _, _ := strings.Cut(tag.Get(key), ","); text != "" {
			return text
		}
	}
	return name
}

// most returns how long a tag of a validator lets a text be, -1 for any length.
func most(tag reflect.StructTag) int {
	for _, key := range []string{"binding", "validate"} {
		for rule := range strings.SplitSeq(tag.Get(key), ",") {
			for _, name := range []string{"max=", "len=", "lte="} {
				if text, ok := strings.CutPrefix(rule, name); ok {
					if n, err := strconv.Atoi(text); err == nil {
						return n
					}
				}
			}
		}
	}
	return -1
}

// add adds an input. What is in the query or the body by the method of the request is in the body where it may have one.
func (h *handling) add(kind, name string, most int, at ast.Node) {
	form := kind == "form" || kind == "body" && h.isForm(at)
	if kind == "form" {
		kind = "query"
		if slices.ContainsFunc(h.route.Methods, func(m string) bool { return m == "POST" || m == "PUT" || m == "PATCH" }) {
			kind = "body"
		}
	}
	name = strings.TrimPrefix(name, ".")
	if !slices.ContainsFunc(h.route.Inputs, func(in Input) bool { return in.Kind == kind && in.Name == name }) && len(h.route.Inputs) < 200 {
		h.route.Inputs = append(h.route.Inputs, Input{kind, name, most, form && kind == "body", h.place(at)})
	}
}

// isForm reports whether a value of the body is read by its name in a form.
func (h *handling) isForm(at ast.Node) bool {
	call, ok := at.(*ast.CallExpr)
	return ok && strings.Contains(dotted(call.Fun), "Form")
}

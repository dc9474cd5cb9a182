// Package mux reads the routes that programs in Go register: with net/http, and with gin, echo, chi, gorilla/mux and
// fiber, whose routers are called alike.
package mux

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// File is a file of a program.
type File struct {
	Path string
	Text []byte
}

// Place is a place in a file, by the number of the file and bytes.
type Place struct{ File, Start, End int }

// Input is a value that a handler reads of a request.
type Input struct {
	// Kind is where it stands: query, path, header, cookie, body or file; Name what it is called there, with steps
	// into a body as "address.street" and "items.*.sku".
	Kind, Name string
	// Max is how long it can be by a check that a tag of a struct asks for, -1 for no check.
	Max int
	// Form reports whether a body is read as a form.
	Form bool
	At   Place
}

// Route is a route of a program.
type Route struct {
	// Framework is the name of the package that it is registered with: http, gin, echo, chi, mux or fiber.
	Framework string
	// Methods are those of HTTP, nil for any.
	Methods []string
	// Path is the whole path in the syntax of the framework, with "…" for a part that the code does not tell.
	Path     string
	At       Place
	Handlers []Place
	Inputs   []Input
}

// Bounds of what is read.
const (
	maxFile   = 2 << 20
	maxRoutes = 20000
	maxDepth  = 4
)

// frameworks are packages by import path: that of gin may be followed by a version.
var frameworks = []struct{ module, name string }{
	{"net/http", "http"}, {"github.com/gin-gonic/gin", "gin"}, {"github.com/labstack/echo", "echo"},
	{"github.com/go-chi/chi", "chi"}, {"github.com/gorilla/mux", "mux"}, {"github.com/gofiber/fiber", "fiber"},
}

func frameworkOf(module string) string {
	for _, f := range frameworks {
		if rest, ok := strings.CutPrefix(module, f.module); ok && (rest == "" || strings.HasPrefix(rest, "/v")) {
			return f.name
		}
	}
	return ""
}

// source is a file that was parsed.
type source struct {
	tree   *ast.File
	base   int               // the position of its first byte
	names  map[string]string // frameworks by the name under which they are imported
	folder string
	number int
}

// function is a function that is declared.
type function struct {
	*source
	decl *ast.FuncDecl
}

type reader struct {
	sources   []*source
	functions map[string][]function // by name, also those of methods
	constants map[string]string
	structs   map[string]*ast.StructType
	routers   map[string]*router // by the scope and the name of the variable, or the field
	results   map[*ast.FuncDecl][]*router
	literals  map[*ast.FuncLit]bool // that register routes of a router which they are handed
	done      map[string]bool       // calls that hand a router to a function
	routes    []registration
}

// Read returns the routes of a program in the order of its files.
func Read(files []File) []Route {
	r := &reader{functions: map[string][]function{}, constants: map[string]string{}, structs: map[string]*ast.StructType{}, routers: map[string]*router{},
		results: map[*ast.FuncDecl][]*router{}, literals: map[*ast.FuncLit]bool{}, done: map[string]bool{}}
	for i, f := range files {
		if len(f.Text) <= maxFile && !strings.HasSuffix(f.Path, "_test.go") {
			r.add(i, f)
		}
	}
	for range 2 { // a function may be read before what it is handed
		for _, s := range r.sources {
			for _, d := range s.tree.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && s.names != nil {
					r.function(function{s, fn}, nil, 0)
				}
			}
		}
	}
	return r.composed()
}

func (r *reader) add(number int, f File) {
	fset := token.NewFileSet()
	tree, _ := parser.ParseFile(fset, "", f.Text, parser.SkipObjectResolution) // what could be parsed is there beside an error
	if tree == nil {
		return
	}
	s := &source{tree: tree, base: fset.File(tree.FileStart).Base(), folder: path.Dir(f.Path), number: number}
	for _, spec := range tree.Imports {
		module, _ := strconv.Unquote(spec.Path.Value)
		if name := frameworkOf(module); name != "" {
			if s.names == nil {
				s.names = map[string]string{}
			}
			local := name
			if spec.Name != nil {
				local = spec.Name.Name
			}
			s.names[local] = name
		}
	}
	r.sources = append(r.sources, s)
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.functions[d.Name.Name] = append(r.functions[d.Name.Name], function{s, d})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if of, ok := spec.Type.(*ast.StructType); ok {
						r.structs[spec.Name.Name] = of
					}
				case *ast.ValueSpec:
					for i, name := range spec.Names {
						if i < len(spec.Values) {
							if text, ok := r.text(spec.Values[i]); ok {
								r.constants[name.Name] = text
							}
						}
					}
				}
			}
		}
	}
}

// text returns the value of an expression that is a constant text.
func (r *reader) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.Ident:
		text, ok := r.constants[e.Name]
		return text, ok
	case *ast.SelectorExpr:
		if method, ok := strings.CutPrefix(e.Sel.Name, "Method"); ok && method != "" { // http.MethodGet
			return strings.ToUpper(method), true
		}
		text, ok := r.constants[e.Sel.Name]
		return text, ok
	case *ast.BinaryExpr:
		a, one := r.text(e.X)
		b, other := r.text(e.Y)
		return a + b, one && other && e.Op == token.ADD
	case *ast.ParenExpr:
		return r.text(e.X)
	}
	return "", false
}

func (s *source) place(n ast.Node) Place {
	return Place{s.number, int(n.Pos()) - s.base, int(n.End()) - s.base}
}

// dotted writes a chain of members and calls, as "r.URL.Query().Get"; "" for anything else.
func dotted(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if of := dotted(e.X); of != "" {
			return of + "." + e.Sel.Name
		}
	case *ast.CallExpr:
		if of := dotted(e.Fun); of != "" {
			return of + "()"
		}
	case *ast.ParenExpr:
		return dotted(e.X)
	case *ast.StarExpr:
		return dotted(e.X)
	case *ast.UnaryExpr:
		return dotted(e.X)
	}
	return ""
}

func unique(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

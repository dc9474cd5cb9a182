// Package golang reads Go.
package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path"
	"strconv"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/braces"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// goPackages are the packages that compile patterns with functions of the names that package regexp
// gave them, by import path.
var goPackages = map[string]syntax.Dialect{
	"regexp":                        syntax.Go,
	"github.com/grafana/regexp":     syntax.Go,
	"github.com/wasilibs/go-re2":    syntax.Go,
	"github.com/dlclark/regexp2":    syntax.DotNet,
	"github.com/dlclark/regexp2/v2": syntax.DotNet,
	"go.elara.ws/pcre":              syntax.PCRE,
}

// maxGoFile is the size in bytes of the largest file that is parsed: a tree takes about fifty times the
// memory of the shortest text.
const maxGoFile = 4 << 20

// goFile extracts from a file of Go.
type goFile struct {
	*scan.State
	packages map[string]syntax.Dialect // by the name they are imported under
	names    map[string][]goName
	changed  map[string][]int // offsets at which a name is assigned to or its address taken
	blocks   [][2]int         // the blocks around the node that is visited
	nodes    []ast.Node       // the nodes around it
	calls    []*ast.CallExpr
	work     int
	reason   string
}

// goName is a declared name and the block that it is visible in.
type goName struct {
	start, end int
	value      ast.Expr // nil for one whose value is not known
	constant   bool
}

// Scan extracts from a file of Go.
func Scan(x *scan.State) {
	g := &goFile{State: x, work: 8*len(x.Src) + 1<<20}
	relevant := bytes.Contains(x.Src, []byte("regexp")) || bytes.Contains(x.Src, []byte("go-re2")) || bytes.Contains(x.Src, []byte("elara.ws/pcre"))
	mode := parser.SkipObjectResolution
	switch {
	case x.Marked:
		mode |= parser.ParseComments
	case !relevant:
		return
	}
	src, large := x.Src, len(x.Src) > maxGoFile
	if large {
		src, mode = x.Src[:maxGoFile], mode|parser.ImportsOnly
	}
	file, _ := parser.ParseFile(gotoken.NewFileSet(), "", src, mode) // what could be parsed is there beside an error
	if file == nil {
		return
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			x.Comment(g.offset(c.Pos()), g.offset(c.End()))
		}
	}
	for _, spec := range file.Imports {
		if g.addImport(spec) && large {
			at := literal.Offsets(g.offset(spec.Pos()), g.offset(spec.End()))
			x.Literals = append(x.Literals, literal.Literal{Kind: literal.Constructor, FlagsKnown: true, Dialect: syntax.Go, Partial: true,
				Reason: fmt.Sprintf("the file is larger than %d MiB", maxGoFile>>20), Expr: g.Range(at.Start.Offset, at.End.Offset), At: g.Range(at.Start.Offset, at.End.Offset)})
			return
		}
	}
	if len(g.packages) == 0 {
		return
	}
	g.names, g.changed = make(map[string][]goName), make(map[string][]int)
	g.blocks = [][2]int{{0, len(x.Src)}}
	ast.Inspect(file, g.visit)
	for _, c := range g.calls {
		g.addCall(c)
	}
	x.Place(0)
}

// offset returns the offset of a position in the one file of its set.
func (g *goFile) offset(p gotoken.Pos) int { return max(0, min(int(p)-1, len(g.Src))) }

// addImport notes an import, and reports whether it is of a package that compiles patterns.
func (g *goFile) addImport(spec *ast.ImportSpec) bool {
	name, err := strconv.Unquote(spec.Path.Value)
	dialect, known := goPackages[name]
	if err != nil || !known {
		return false
	}
	name = strings.TrimPrefix(path.Base(strings.TrimSuffix(name, "/v2")), "go-")
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if g.packages == nil {
		g.packages = make(map[string]syntax.Dialect)
	}
	g.packages[name] = dialect
	return true
}

// visit notes what a node declares, assigns and calls. A nil node ends the one visited last that has
// not ended yet.
func (g *goFile) visit(n ast.Node) bool {
	if n == nil {
		last := g.nodes[len(g.nodes)-1]
		if g.nodes = g.nodes[:len(g.nodes)-1]; isGoBlock(last) {
			g.blocks = g.blocks[:len(g.blocks)-1]
		}
		return true
	}
	g.nodes = append(g.nodes, n)
	switch n := n.(type) {
	case *ast.ValueSpec:
		parent, _ := g.nodes[len(g.nodes)-2].(*ast.GenDecl)
		for i, name := range n.Names {
			var value ast.Expr
			if len(n.Values) == len(n.Names) {
				value = n.Values[i]
			}
			g.declare(name, value, parent != nil && parent.Tok == gotoken.CONST)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			name, ok := left.(*ast.Ident)
			switch {
			case !ok:
			case n.Tok == gotoken.DEFINE && len(n.Lhs) == len(n.Rhs):
				g.declare(name, n.Rhs[i], false)
			case n.Tok == gotoken.DEFINE:
				g.declare(name, nil, false)
			default:
				g.changed[name.Name] = append(g.changed[name.Name], g.offset(name.Pos()))
			}
		}
	case *ast.UnaryExpr:
		if name, ok := n.X.(*ast.Ident); ok && n.Op == gotoken.AND {
			g.changed[name.Name] = append(g.changed[name.Name], g.offset(name.Pos()))
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if name, ok := e.(*ast.Ident); ok {
				g.changed[name.Name] = append(g.changed[name.Name], g.offset(name.Pos()))
			}
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok {
			if p, ok := f.X.(*ast.Ident); ok {
				if _, ok := g.packages[p.Name]; ok {
					g.calls = append(g.calls, n)
				}
			}
		}
	}
	if isGoBlock(n) {
		g.blocks = append(g.blocks, [2]int{g.offset(n.Pos()), g.offset(n.End())})
	}
	if f, ok := n.(*ast.FuncType); ok {
		// The parameters are visible in the function that the type belongs to, which is around it.
		for _, list := range []*ast.FieldList{f.TypeParams, f.Params, f.Results} {
			if list == nil {
				continue
			}
			for _, field := range list.List {
				for _, name := range field.Names {
					g.declare(name, nil, false)
				}
			}
		}
	}
	return true
}

// isGoBlock reports whether names declared directly in the node are visible only there.
func isGoBlock(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.FuncDecl, *ast.FuncLit, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt,
		*ast.TypeSwitchStmt, *ast.CaseClause, *ast.CommClause, *ast.InterfaceType, *ast.StructType:
		return true
	}
	return false
}

func (g *goFile) declare(name *ast.Ident, value ast.Expr, constant bool) {
	b := g.blocks[len(g.blocks)-1]
	list := g.names[name.Name]
	if n := len(list); !constant && n > 0 && list[n-1].start == b[0] && list[n-1].end == b[1] {
		// := of a name that the block has already
		g.changed[name.Name] = append(g.changed[name.Name], g.offset(name.Pos()))
		return
	}
	g.names[name.Name] = append(list, goName{b[0], b[1], value, constant})
}

// addCall adds the literal of a call that compiles a pattern.
func (g *goFile) addCall(c *ast.CallExpr) {
	f := c.Fun.(*ast.SelectorExpr)
	name := f.X.(*ast.Ident).Name
	if _, shadowed := g.lookup(name, g.offset(c.Pos())); shadowed || len(c.Args) == 0 {
		return
	}
	start, end := g.offset(c.Pos()), g.offset(c.End())
	l := literal.Literal{Kind: literal.Constructor, FlagsKnown: true, Dialect: g.packages[name]}
	switch f.Sel.Name {
	case "Compile", "MustCompile", "CompilePOSIX", "MustCompilePOSIX":
		if l.Dialect == syntax.DotNet && len(c.Args) > 1 {
			l.Flags, l.FlagsKnown = goFlags(c.Args[1])
			l.FlagsKnown = l.FlagsKnown && len(c.Args) == 2
		}
	case "Match", "MatchString", "MatchReader":
		l.Uses = literal.Test
	default:
		return
	}
	l.Expr = literal.Offsets(start, end)
	l.At = l.Expr
	g.reason = ""
	if v, ok := g.value(c.Args[0], 0); ok {
		l.Take(&v, g.Src, start, end)
	} else {
		l.Partial, l.Reason = true, g.reason
	}
	g.Literals = append(g.Literals, l)
}

// goFlags evaluates options of regexp2.
func goFlags(e ast.Expr) (flags string, ok bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == gotoken.OR {
			left, ok := goFlags(e.X)
			right, also := goFlags(e.Y)
			return left + right, ok && also
		}
	case *ast.ParenExpr:
		return goFlags(e.X)
	case *ast.BasicLit:
		return "", e.Value == "0"
	case *ast.SelectorExpr:
		switch e.Sel.Name {
		case "RE2", "Unicode", "Debug":
			return "", true
		}
		return braces.DotNetOption(e.Sel.Name)
	}
	return "", false
}

package extract

import (
	"errors"
	"go/ast"
	goconstant "go/constant"
	"go/importer"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/source/literal"
)

// TestGoTree compares what is found in Go's own source tree with what the compiler's type checker says
// about each call of package regexp.
// Each file is checked by itself, so that constants of other files are not known to either.
func TestGoTree(t *testing.T) {
	root := os.Getenv("SNAG_GO_TREES")
	if root == "" {
		t.Skip("SNAG_GO_TREES names no folder with Go sources, such as " + "the folder src of the Go distribution")
	}
	language, _ := ByPath("x.go")
	regexp, err := importer.ForCompiler(gotoken.NewFileSet(), "source", nil).Import("regexp")
	if err != nil {
		t.Fatal(err)
	}
	var same, unknown, missed, files int
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(src), `"regexp"`) {
			return err
		}
		set := gotoken.NewFileSet()
		file, err := parser.ParseFile(set, name, src, 0)
		if err != nil {
			return nil
		}
		files++
		info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: onlyPackage{regexp}, Error: func(error) {}, FakeImportC: true}
		config.Check("p", set, []*ast.File{file}, &info)
		found := language.Extract(src)
		got := map[int]*literal.Literal{}
		for i := range found.Literals {
			got[found.Literals[i].Expr.Start.Offset] = &found.Literals[i]
		}
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 {
				return true
			}
			f, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || info.Uses[f.Sel] == nil || info.Uses[f.Sel].Pkg() == nil || info.Uses[f.Sel].Pkg().Path() != "regexp" {
				return true
			}
			if name := f.Sel.Name; !strings.Contains(name, "Compile") && !strings.HasPrefix(name, "Match") {
				return true
			}
			if _, ok := info.Uses[f.Sel].(*types.Func); !ok || info.Uses[f.Sel].Type().(*types.Signature).Recv() != nil {
				return true
			}
			value := info.Types[c.Args[0]].Value
			l := got[set.Position(c.Pos()).Offset]
			switch {
			case l == nil:
				missed++
				t.Errorf("%s: a call is missed", set.Position(c.Pos()))
			case l.Partial && value != nil:
				missed++
				t.Errorf("%s: %s, but it is %s", set.Position(c.Pos()), l.Reason, value)
			case l.Partial:
				unknown++
			case value != nil && goconstant.StringVal(value) != l.Pattern:
				missed++
				t.Errorf("%s: %q, but it is %s", set.Position(c.Pos()), l.Pattern, value)
			default:
				same++
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files: %d patterns agree or are folded further, %d are not constant, %d are wrong", files, same, unknown, missed)
}

// onlyPackage imports one package and no other.
type onlyPackage struct{ *types.Package }

func (p onlyPackage) Import(path string) (*types.Package, error) {
	if path != p.Path() {
		return nil, errors.New("not imported")
	}
	return p.Package, nil
}

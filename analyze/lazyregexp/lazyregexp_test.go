package lazyregexp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"snag/analyze/lazyregexp"
)

// TestCompiledWhenUsed makes a regex that is wrong, which nobody learns of before it is used.
func TestCompiledWhenUsed(t *testing.T) {
	r := lazyregexp.New("(")
	defer func() {
		if recover() == nil {
			t.Error(`New("(").MatchString does not panic`)
		}
	}()
	r.MatchString("")
}

// TestPatterns compiles every regex of the module that waits for its first use, as far as it is written out: a
// mistake must not wait for that. None is compiled where a package begins.
func TestPatterns(t *testing.T) {
	found, computed := 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if v, ok := d.(*ast.GenDecl); ok && filepath.Base(path) != "lazyregexp.go" {
				ast.Inspect(v, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "MustCompile" && isNamed(s.X, "regexp") {
						t.Errorf("%s: compiled at the start of every command", files.Position(s.Pos()))
					}
					_, later := n.(*ast.FuncLit)
					return !later
				})
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "New" || !isNamed(f.X, "lazyregexp") {
				return true
			}
			found++
			if text, ok := written(call.Args[0]); !ok {
				computed++
			} else if _, err := regexp.Compile(text); err != nil {
				t.Errorf("%s: %v", files.Position(call.Pos()), err)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 100 || computed > 10 {
		t.Errorf("%d regexes found, %d of them computed; want at least 100, and 10 computed at most", found, computed)
	}
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// written returns the text of a constant that is made of literals.
func written(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		x, ok := written(e.X)
		y, also := written(e.Y)
		return x + y, ok && also && e.Op == token.ADD
	}
	return "", false
}

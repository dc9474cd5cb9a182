package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/treetest"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"import (\n\t\"net/http\"\n\tt \"a/b\"\n\t\"gopkg.in/yaml.v3\"\n\t\"x/go-y/v2\"\n)\nvar a, b = c, d\nconst e = 1",
			`(import "net/http" (import-name "*" (name "http"))) (import "a/b" (import-name "*" (name "t"))) (import "gopkg.in/yaml.v3" (import-name "*" (name "yaml"))) (import "x/go-y/v2" (import-name "*" (name "y"))) (import "." (import-name "c" (name "c")) (import-name "d" (name "d"))) (export (declare "var" (assign "=" (name "a") (name "c")))) (export (declare "var" (assign "=" (name "b") (name "d")))) (export (declare "const" (assign "=" (name "e") (number "1"))))`},
		{"type s struct { a, b *string; http.Client; c []int `binding:\"dive,max=3\" validate:\"max=4,oneof=x yyyyy\"` }\nfunc (x *s) m(y string, z ...int) (string, error) { return x.a, nil }\ntype i interface { m() }",
			`(import "." (import-name "http" (name "http"))) (export (define (class "i" ["m" (method "m" -)]))) (export (define (class "s" <(member "Client" (name "http")) ["a" :(name "string")] ["b" :(name "string")] ["Client" :(member "Client" (name "http"))] ["c" @(call (name "validateMax") (number "4")) @(call (name "validateMax") (number "5"))] ["m" (method "m" [(name "y") :(name "string")] [(name "z") rest] (block (declare "let" (assign "=" (name "x") (this))) (return (array (member "a" (name "x")) (constant "null")))))])))`},
		{"func f() (a string, err error) { if b, ok := m[k]; ok { return }; a, _ = g(); x, y := 1, 2; x, y = y, x; x++; return }",
			`(import "." (import-name "m" (name "m")) (import-name "k" (name "k")) (import-name "g" (name "g"))) (export (define (plain "f" (block (declare "let" (name "a")) (declare "let" (name "err")) (block (declare "let" (assign "=" (array (name "b") (name "ok")) (array (index (name "m") (name "k")) (unknown)))) (if (name "ok") (block (return (array (name "a") (name "err")))) -)) (expression (assign "=" (array (name "a") -) (call (name "g")))) (declare "let" (assign "=" (name "x") (number "1"))) (declare "let" (assign "=" (name "y") (number "2"))) (expression (assign "=" (array (name "x") (name "y")) (array (name "y") (name "x")))) (expression (assign "+=" (name "x") (number "1"))) (return (array (name "a") (name "err"))) (return (array (name "a") (name "err")))))))`},
		{"func f() { l: for i := 0; i < 3; i++ { continue l }; for k, v := range m { break }; for range c {}; switch x := y.(type) { case int: z(x) }; switch { case a: fallthrough; default: }; select { case v := <-c: _ = v; default: } }",
			`(import "." (import-name "m" (name "m")) (import-name "c" (name "c")) (import-name "y" (name "y")) (import-name "z" (name "z")) (import-name "a" (name "a"))) (export (define (plain "f" (block (block (declare "let" (assign "=" (name "i") (number "0"))) (label "l" (loop (binary "<" (name "i") (number "3")) (block (continue "l")) (expression (assign "+=" (name "i") (number "1")))))) (for-each (declare "let" (array (name "k") (name "v"))) (name "m") (block (break))) (for-each - (name "c") (block)) (switch (unknown) (case (block (declare "let" (assign "=" (name "x") (cast (name "y")))) (expression (call (name "z") (name "x")))) (unknown))) (switch - (case "falls" (block) (name "a")) (case (block))) (switch (unknown) (case (block (declare "let" (assign "=" (name "v") (index (name "c") -))) (expression (name "v"))) (unknown)) (case (block) (unknown)))))))`},
		{"func f() { defer g(); go func() { h() }(); a := &T{x: 1}; b := []T{{x: 2}, {3}}; c := map[string]T{\"k\": {}}; d := []byte(string(e[1:2])); p(&a, q...); panic(errors.New(\"r\")) }",
			`(import "." (import-name "g" (name "g")) (import-name "h" (name "h")) (import-name "T" (name "T")) (import-name "e" (name "e")) (import-name "p" (name "p")) (import-name "q" (name "q")) (import-name "errors" (name "errors"))) (export (define (plain "f" (block (expression (call (name "g"))) (expression (call (function (arrow (block (expression (call (name "h")))))))) (declare "let" (assign "=" (name "a") (new (name "T") (keyword "x" (number "1"))))) (declare "let" (assign "=" (name "b") (array (new (name "T") (keyword "x" (number "2"))) (new (name "T") (number "3"))))) (declare "let" (assign "=" (name "c") (object (pair "k" - (new (name "T")))))) (declare "let" (assign "=" (name "d") (cast (cast (slice (name "e") (number "1") (number "2")))))) (expression (call (name "p") (cast "&" (name "a")) (spread (name "q")))) (throw (new (member "New" (name "errors")) (string "r")))))))`},
		{"func f[T any](a G[T]) { var b T; var c struct{ d string }; e := a == nil || !c.d; <-e }",
			`(import "." (import-name "G" (name "G"))) (export (define (plain "f" [(name "a") :(name "G")] (block (declare "let" (assign "=" (name "b") (new (name "T")))) (declare "let" (assign "=" (name "c") (new (class (class ["d" :(name "string")]))))) (declare "let" (assign "=" (name "e") (logical "||" (binary "==" (name "a") (constant "null")) (unary "!" (member "d" (name "c")))))) (expression (index (name "e") -))))))`},
	} {
		got := tree.Print(Parse([]byte("package p\n" + c.src)).Body)
		if want := "(plain (block " + c.want + "))"; got != want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, want)
		}
	}
}

// TestStandardLibrary compares what is read of the standard library with go/parser: functions, calls and names of members.
func TestStandardLibrary(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("Go does not tell where the standard library is: %v", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src", "net")
	files := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		want, got := map[string]int{}, map[string]int{}
		f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				want["function "+n.Name.Name]++
			case *ast.FuncLit:
				want["function "]++
			case *ast.ReturnStmt:
				want["return"]++
			case *ast.IfStmt:
				want["if"]++
			case *ast.ForStmt:
				want["loop"]++
			case *ast.RangeStmt:
				want["each"]++
			}
			return true
		})
		read := Parse(src)
		files++
		for range read.Skipped {
			got["skipped"]++
		}
		w := &tree.Walk{
			Func: func(f *tree.Func) {
				if f != read.Body && (f.Body != nil || f.Kind != tree.Method) {
					got["function "+f.Name]++
				}
			},
			Node: func(n *tree.Node) bool {
				switch n.Op {
				case tree.Return:
					if src[n.Start] != '{' { // the end of a function whose results have names
						got["return"]++
					}
				case tree.If:
					got["if"]++
				case tree.Loop:
					got["loop"]++
				case tree.ForEach:
					got["each"]++
				}
				return true
			},
		}
		w.VisitFunc(read.Body)
		for what, n := range want {
			if got[what] != n {
				t.Errorf("%s: got %d of %q, want %d", path, got[what], what, n)
			}
		}
		for what, n := range got {
			if want[what] == 0 {
				t.Errorf("%s: got %d of %q, want none", path, n, what)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files were compared: %v", files, err)
	}
}

// TestHostile reads what nests or repeats without end.
func TestHostile(t *testing.T) {
	for _, piece := range []string{"(", "[", "{", "a(", "a.", "a[", "-", "!", "&", "*", "<-", "a+", "func() {", "if a {", "for {", "switch {", "case a:", "T{", "[]T{{", "struct { a ", "interface { ", "map[a]", "func(", "x := ", "l: ", "\"", "`", "a, "} {
		treetest.Bounded(t, "package p\nfunc f() { "+strings.Repeat(piece, 5_000), Parse)
		treetest.Bounded(t, "package p\nvar v = "+strings.Repeat(piece, 5_000), Parse)
	}
	if f := Parse(make([]byte, maxSize+1)); f.Skipped != maxSize+1 {
		t.Errorf("of a file that is too large %d bytes are skipped", f.Skipped)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("package p\nimport t \"a/b\"\ntype s struct { a, b *t.T `binding:\"max=3\"`; C }\nfunc (x *s) m(y ...int) (z string, err error) { if a, ok := m[k]; ok { return }; return x.b[1:], nil }")
	f.Add("package p\nfunc f[T any]() { l: for i := range 3 { switch x := y.(type) { case int: continue l; default: go g(<-c, &x) } }; select { case c <- 1: } }")
	f.Add("package p\nvar a = map[string][]T{\"k\": {{1, 2}, {x: func() { panic(`y`) }}}}\nconst ( b = iota; c )")
	f.Fuzz(func(t *testing.T, src string) { treetest.Check(t, []byte(src), Parse) })
}

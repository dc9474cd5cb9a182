package snagtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// variable is the name of an environment variable that tests may read.
var variable = regexp.MustCompile(`^SNAG_[A-Z_]+$`)

// listed is a row of the table of variables.
var listed = regexp.MustCompile("(?m)^\\| `(SNAG_[A-Z_]+)=")

// notOurs are variables that a test sets itself or that snag sets for the programs it runs.
var notOurs = map[string]bool{"SNAG_CACHE": true, "SNAG_CACHE_KEY": true, "SNAG_URL": true, "SNAG_PHASE": true, "SNAG_SHARD_INDEX": true, "SNAG_SHARD_TOTAL": true}

// TestVariablesAreListed holds the list of docs/contributing.md complete, and free of what nobody reads.
func TestVariablesAreListed(t *testing.T) {
	read := map[string]string{}
	err := filepath.WalkDir(snagtest.Path(t, ""), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return filepath.SkipDir
		}
		own := strings.HasSuffix(path, ".go") && filepath.Base(filepath.Dir(path)) == "snagtest"
		if !own && !strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "variables_test.go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				name, err := strconv.Unquote(l.Value)
				if err == nil && variable.MatchString(name) && !strings.HasPrefix(name, "SNAG_TEST_") && !notOurs[name] {
					read[name] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(snagtest.Path(t, "docs/contributing.md"))
	if err != nil {
		t.Fatal(err)
	}
	inTable := map[string]bool{}
	for _, row := range listed.FindAllStringSubmatch(string(page), -1) {
		inTable[row[1]] = true
		if read[row[1]] == "" {
			t.Errorf("docs/contributing.md lists %s, which no test reads", row[1])
		}
	}
	for name, path := range read {
		if !inTable[name] {
			t.Errorf("%s reads %s, which docs/contributing.md does not list", path, name)
		}
	}
	if len(read) == 0 {
		t.Error("no test reads a variable: this test does not see them")
	}
}

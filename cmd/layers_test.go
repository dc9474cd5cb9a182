package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the module, lowest first. A package may import what stands in an
// earlier row, and nothing of its own row. A new package must be given a place here.
var layers = [][]string{
	{"analyze/lazyregexp"},
	{"cmd/markup", "cmd/openmetrics", "analyze/sorting", "analyze/components", "probe/snagtest", "probe/scratch", "analyze/nesting", "analyze/source/tree", "analyze/source/document", "analyze/source/sql"},
	{"analyze/reach/arena", "analyze/judge", "analyze/regex/charset", "analyze/wtf8", "analyze/stats", "analyze/source/project"},
	{"analyze/retry/backoff", "analyze/block/stall", "analyze/block/growth", "analyze/block/memory", "analyze/block/migration", "analyze/shutdown"},
	{"analyze/retry/experiment", "analyze/block/pool"},
	{"analyze/regex/syntax", "analyze/retry/herd"},
	{"analyze/regex/syntax/alphabet", "analyze/regex/syntax/validate"},
	{"analyze/regex/syntax/parser", "analyze/regex/syntax/printer"},
	{"analyze/regex/nfa", "analyze/regex/edited", "analyze/regex/transform", "analyze/regex/sample", "analyze/regex/prefilter", "analyze/source/literal", "analyze/regex/syntax/syntaxtest"},
	{"analyze/source/scan"},
	{"analyze/source/tree/cursor", "analyze/source/javascript", "analyze/source/scripting", "analyze/source/braces", "analyze/source/data"},
	{"analyze/source/golang", "analyze/source/outline", "analyze/source/tree/python", "analyze/source/tree/php", "analyze/source/tree/ruby", "analyze/source/tree/descent"},
	{"analyze/source/tree/classes", "analyze/source/tree/golang", "analyze/source/tree/rust", "analyze/source/tree/kotlin", "analyze/source/tree/lombok"},
	{"analyze/source/extract", "analyze/source/tree/implied"},
	{"analyze/regex/ambiguity", "analyze/regex/backtrack", "analyze/reach/model", "analyze/reach/link", "analyze/source/tree/ecmascript", "analyze/reach/graph", "analyze/source/tree/treetest"},
	{"analyze/source/constant", "analyze/reach/role", "analyze/reach/limit", "analyze/reach/route", "analyze/reach/rails", "analyze/reach/mux", "analyze/reach/dispatch", "analyze/reach/annotation", "analyze/regex/equivalence", "analyze/regex/bound"},
	{"analyze/reach/points"},
	{"analyze/reach/rules"},
	{"analyze/regex/attack", "analyze/reach/flow", "analyze/reach/routing"},
	{"analyze/reach/injection"},
	{"analyze/regex/redos", "analyze/reach", "analyze/block/routes"},
	{"analyze/regex/passing", "analyze/reach/calling"},
	{"analyze/block/calls", "analyze/block/contexts", "analyze/retry/calls"},
	{"analyze/regex/repair"},
	{"analyze/regex/defence"},
	{"analyze/regex/confirm"},
	{"analyze/regex/audit"},
	{"probe/process"},
	{"probe/sockets", "probe/awake"},
	{"probe/source", "probe/engine", "probe/runtime", "probe/faults"},
	{"probe/wire", "probe/service", "probe/container"},
	{"probe/wire/wiretest", "probe/stream", "probe/endpoint", "probe/locate"},
	{"probe/visit", "probe/drain", "probe/cache", "probe/retry", "probe/demo", "probe/footprint", "probe/postgres"},
	{"probe/migration"},
	{"cmd/report"},
	{"cmd/report/picture"},
	{"cmd/report/render"},
	{"cmd/cli"},
	{"cmd/yamlfile"},
	{"cmd/worktree", "cmd/manifest"},
	{"cmd/callsearch"},
	{"cmd/regex/pattern"},
	{"cmd/regex", "cmd/explain", "cmd/engines", "cmd/retry", "cmd/shutdown", "cmd/check", "cmd/demo", "cmd/block/migration", "cmd/block/target"},
	{"cmd/block/memory", "cmd/block/payload", "cmd/block/pool", "cmd/block/watch", "cmd/regex/editor", "cmd/reach"},
	{"cmd/block", "cmd/merge", "cmd/lsp"},
	{"cmd"},
	{""},
}

// reflecting are packages that look methods up by name, for which the linker keeps every exported method of
// the program: two megabytes.
var reflecting = []string{"text/template", "html/template"}

// impure are the packages of the standard library that analysis has no use for: it judges values and
// touches nothing. The names of statuses and methods in net/http are vocabulary and may be used.
var impure = []string{"os", "os/exec", "os/signal", "net", "syscall", "log", "log/slog"}

func TestLayers(t *testing.T) {
	row := map[string]int{}
	for i, packages := range layers {
		for _, p := range packages {
			row[p] = i
		}
	}
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "snag/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := inModule(p.ImportPath)
		at, known := row[name]
		if !known {
			t.Errorf("%s has no place in the table of layers", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if isPure := strings.HasPrefix(name, "analyze") && !strings.HasSuffix(name, "test"); isPure && slices.Contains(impure, imported) {
				t.Errorf("%s imports %s, but analysis is pure", p.ImportPath, imported)
			}
			if slices.Contains(reflecting, imported) {
				t.Errorf("%s imports %s: cmd/markup writes pages", p.ImportPath, imported)
			}
			if imported != "snag" && !strings.HasPrefix(imported, "snag/") {
				continue
			}
			below := inModule(imported)
			if row[below] >= at {
				t.Errorf("%s imports %s, which is not below it", p.ImportPath, imported)
			}
		}
	}
}

// TestRoomsAreNamed holds the tree of docs/contributing.md complete: a line for every package, and none for
// one that is gone.
func TestRoomsAreNamed(t *testing.T) {
	page, err := os.ReadFile("../docs/contributing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```text\n")
	tree, _, _ := strings.Cut(rest, "```")
	named := map[string]int{}
	for line := range strings.Lines(tree) {
		if path, what, _ := strings.Cut(strings.TrimSpace(line), " "); path != "" {
			named[path]++
			if strings.TrimSpace(what) == "" {
				t.Errorf("the tree names %s and does not say what it holds", path)
			}
		}
	}
	for _, p := range slices.Concat(layers...) {
		if p != "" && named[p] != 1 {
			t.Errorf("the tree names %s %d times, want once", p, named[p])
		}
		delete(named, p)
	}
	for path := range named {
		if info, err := os.Stat("../" + path); !strings.HasSuffix(path, "/") || err != nil || !info.IsDir() {
			t.Errorf("the tree names %s, which is neither a package nor a folder", path)
		}
	}
}

// inModule returns the path of a package within the module, "" for its root.
func inModule(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "snag"), "/")
}

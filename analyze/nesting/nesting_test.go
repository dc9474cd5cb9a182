package nesting_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"snag/analyze/nesting"
)

// block returns mappings inside of one another, a line each.
func block(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestYAML(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     int // the line of the error, 0 if none
	}{
		{"nothing", "", 0},
		{"brackets", strings.Repeat("[", 200_000), 1},
		{"closed brackets", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), 1},
		{"braces", strings.Repeat("{a: ", 50_000), 1},
		{"brackets far down", strings.Repeat("a: [b, {c: d}]\n", 1000) + "x: " + strings.Repeat("[", 5000), 1001},
		{"a bracket a line", strings.Repeat("[\n", 5000), nesting.Limit + 1},
		{"entries", strings.Repeat("- ", 5000) + "x", 1},
		{"keys", strings.Repeat("? ", 5000) + "x", 1},
		{"block mappings", block(nesting.Limit + 20), nesting.Limit + 1},
		{"anchors", strings.Repeat("&a ", 5000) + "x", 1},
		{"tags", strings.Repeat("!a ", 5000) + "x", 1},
		{"pairs in a sequence", "[" + strings.Repeat("a: ", 5000) + "]", 1},
		{"after a document", "a: b\n---\n" + strings.Repeat("[", 5000), 3},

		{"the limit in brackets", strings.Repeat("[", nesting.Limit) + strings.Repeat("]", nesting.Limit), 0},
		{"the limit in mappings", block(nesting.Limit), 0},
		{"wide mapping", strings.Repeat("a:\n", 5000), 0},
		{"wide mapping in a line", "{" + strings.Repeat("a: , ", 5000) + "}", 0},
		{"wide sequence", strings.Repeat("- [a, {b: c}]\n", 5000), 0},
		{"brackets in quotes", "a: \"" + strings.Repeat("[", 5000) + "\"\nb: '" + strings.Repeat("{", 5000) + "'\n", 0},
		{"brackets in a block", "a: |\n  " + strings.Repeat("[- ", 5000) + "\n", 0},
		{"brackets in a comment", "# " + strings.Repeat("[", 5000) + "\na: b\n", 0},
		{"anchors of a sequence", strings.Repeat("- &a !b c\n", 5000), 0},
		{"many documents", strings.Repeat("---\na: [b]\n", 5000), 0},
		{"closing brackets", strings.Repeat("]", 5000), 0},
	} {
		err := nesting.YAML([]byte(tt.in))
		deep, ok := errors.AsType[*nesting.Error](err)
		if ok != (tt.want != 0) || ok && deep.Line != tt.want {
			t.Errorf("%s: %v, want an error in line %d", tt.name, err, tt.want)
		}
	}
}

// TestYAMLAllocates bounds what the refusal of a hostile text takes.
func TestYAMLAllocates(t *testing.T) {
	text := []byte(strings.Repeat("[", 200_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if nesting.YAML(text) == nil {
		t.Error("200 KB of brackets are accepted")
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
		t.Errorf("%d bytes for 200 KB of brackets, want at most 4 MB", got)
	}
}

// FuzzYAML checks that no text panics, and that what a parser reads as deeper than the limit is refused.
func FuzzYAML(f *testing.F) {
	for _, part := range []string{"[", "{a: ", "- ", "? ", "&a ", "!a ", "a: ", "- a\n", "\"", "|\n", "#\n", "]", "---\n"} {
		f.Add(part, 3)
		f.Add(part, 300)
	}
	f.Fuzz(func(t *testing.T, part string, times int) {
		if times < 0 || times > 1000 || len(part) > 100 {
			t.Skip()
		}
		text := []byte(strings.Repeat(part, times))
		if nesting.YAML(text) != nil {
			return
		}
		file, err := parser.ParseBytes(text, 0)
		if err != nil {
			return
		}
		for _, document := range file.Docs {
			deepest := 0
			ast.Walk(level{0, &deepest}, document)
			if deepest > nesting.Limit {
				t.Errorf("%d levels of %d times %q are accepted", deepest, times, part)
			}
		}
	})
}

// level is a visitor that counts the sequences and mappings above a node.
type level struct {
	depth   int
	deepest *int
}

func (l level) Visit(node ast.Node) ast.Visitor {
	if node == nil { // a document without content
		return nil
	}
	switch node.Type() {
	case ast.SequenceType, ast.MappingType:
		l.depth++
		*l.deepest = max(*l.deepest, l.depth)
	}
	return l
}

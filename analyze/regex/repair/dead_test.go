package repair

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestFlagsInFront divides patterns into the flags that have to stay in front and the rest.
func TestFlagsInFront(t *testing.T) {
	for _, tt := range []struct{ pattern, flags, rest string }{
		{`(?s)a`, `(?s)`, `a`},
		{`(?im)(?:a)`, `(?im)`, `(?:a)`},
		{`(?i:a)b`, ``, `(?i:a)b`},
		{`a(?i)`, ``, `a(?i)`},
	} {
		if flags, rest := split(tt.pattern); flags != tt.flags || rest != tt.rest {
			t.Errorf("split(%q) = %q, %q, want %q, %q", tt.pattern, flags, rest, tt.flags, tt.rest)
		}
	}
}

// TestLoopsEndAtBoundaries ends a loop before another one that can read its characters.
func TestLoopsEndAtBoundaries(t *testing.T) {
	for _, tt := range []struct{ pattern, want string }{
		{`a\s*(.+?);`, `a\s*(?=\S|\s;)(.+?);`},
		{`a\s*(.*?);`, `a\s*(?!\s)(.*?);`}, // which need not read anything
		{`a\s*([^;]+);`, `a\s*(?=\S|\s;)([^;]+);`},
		{`a\s*\d+;`, ``},
	} {
		tree, err := parser.Parse(syntax.Python, tt.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		v, got := newView(tree), ""
		syntax.Walk(tree.Root, func(n *syntax.Node) bool {
			for _, c := range v.boundary(n) {
				got = string(apply(tree.Source, c.edits))
			}
			return true
		})
		if got != tt.want {
			t.Errorf("boundary of /%s/: %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

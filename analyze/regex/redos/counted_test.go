package redos

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestCombinations checks how many combinations one text may have of what a pattern leaves out and chooses among.
func TestCombinations(t *testing.T) {
	for _, test := range []struct {
		pattern, flags string
		want           int
	}{
		{`a|b|c`, "", 1},
		{`a|`, "", 2},
		{`(?:a|)(?:b|)`, "", 4},
		{`foo|fool|food|bar`, "", 2},
		{`a|b|ab`, "", 2},
		{`a|A`, "", 1},
		{`a|A`, "i", 2},
		{`[a-f]x|[e-z]x|[0-9]x`, "", 2},
		{`[a-f]x|[e-z]y|[0-9]x`, "", 1},
		{`[a-c]|[c-e]|[e-g]`, "", 2},
		{`[a-z]|[b-f]|[d-k]|[x-z]`, "", 3},
		{`.b|a.|ac`, "", 2},
		{`.b|a.|ab`, "", 3},
		{`a$|ab`, "", 1},
		{`$|a`, "", 1},
		{`$|a?`, "", 3},
		{`a?b|a?c`, "", 4},
		{`xa?|yb?|zc?`, "", 2},
		{`(?=a)|b`, "", 2},
		{`[^]|$`, "", 1},
		{strings.Repeat("a", mostHead) + "b|" + strings.Repeat("a", mostHead) + "c", "", 2},
		{"x|" + strings.Repeat(`\ud83c[\udc00-\udc0f]?|\ud83d[\udc00-\udc0f]|`, 3) + "y", "", 6},
		{`(?:a|a){20}`, "", minCombinations},
	} {
		tree, err := parser.Parse(syntax.JavaScript, test.pattern, test.flags)
		if err != nil {
			t.Fatal(err)
		}
		if got := combinations(tree.Root, true); got != test.want {
			t.Errorf("combinations of /%s/%s: got %d, want %d", test.pattern, test.flags, got, test.want)
		}
		if most := combinations(tree.Root, false); most < test.want {
			t.Errorf("combinations of /%s/%s where alternatives are not told apart: got %d, want %d at least", test.pattern, test.flags, most, test.want)
		}
	}
}

// TestCombinationsOfMany checks that alternatives that take too much to tell apart count as if all matched the same.
func TestCombinationsOfMany(t *testing.T) {
	const many, ranges = 400, 300
	var wide []string
	for i := range many {
		var class strings.Builder
		for k := range ranges {
			fmt.Fprintf(&class, `\u{%x}`, 0x1000+many*k+i)
		}
		wide = append(wide, "["+class.String()+"]")
	}
	tree, err := parser.Parse(syntax.JavaScript, strings.Join(wide, "|"), "u")
	if err != nil {
		t.Fatal(err)
	}
	if got := combinations(tree.Root, true); got != many {
		t.Errorf("got %d combinations, want %d", got, many)
	}
}

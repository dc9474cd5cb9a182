package transform_test

import (
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/transform"
)

// TestPadded holds that a padded pattern does on a padded text what the pattern does on the text.
func TestPadded(t *testing.T) {
	texts := []string{"", "a", "b", "ab", "aab", "ba\n", "a\n", "\n", "a\nb", "a b", "ab,\n\n", "bbb"}
	for _, pattern := range []string{
		`a+$`, `a*\z`, `[^a]*\Z`, `^b?a$`, `b\b`, `a(?!.)`, `a(?=b|\z)`, `(?<=a)b`, `\A(?:a|b)*+\n?\z`, `(?<!.)$`, `(?m:.*)b\B`, `(a)?\k<1>\z`,
		`(?>a*)\n*$`, `(?:(a)|b)(?(1)b|\z)`, `^\n`, `$`,
	} {
		for _, mode := range []syntax.Mode{syntax.Search, syntax.Prefix, syntax.Full} {
			tree, err := parser.Parse(syntax.Ruby, pattern, "")
			if err != nil {
				t.Fatal(err)
			}
			pad, as, ok := transform.Padded(tree, mode)
			if !ok {
				t.Fatalf("%s is not padded", pattern)
			}
			for _, text := range texts {
				at, was := found(t, tree, mode, text)
				padAt, is := found(t, pad, as, text+strings.Repeat("\U0010FFFF", 3))
				// A match that begins at the end of the text is left out.
				if was && at == len(text) {
					was = false
				}
				if was != is || was && at != padAt {
					t.Errorf("%s on %q in mode %d: padded %t at %d, else %t at %d", pattern, text, mode, is, padAt, was, at)
				}
			}
		}
	}
	for _, pattern := range []string{`[\u{10ffff}]`, `[^\u{10ffff}]`, `(?~a)`} {
		if tree, err := parser.Parse(syntax.Ruby, pattern, ""); err != nil {
			t.Error(err)
		} else if _, _, ok := transform.Padded(tree, syntax.Search); ok {
			t.Errorf("%s is padded", pattern)
		}
	}
}

// found returns where a pattern matches a text.
func found(t *testing.T, tree *syntax.Tree, mode syntax.Mode, text string) (at int, ok bool) {
	t.Helper()
	program, err := backtrack.Compile(tree)
	if err != nil {
		t.Fatal(err)
	}
	res := program.Match(tree.Chars(text), backtrack.Options{Mode: mode, MaxSteps: 1_000_000, Captures: true})
	return res.Start, res.Outcome == backtrack.Matched
}

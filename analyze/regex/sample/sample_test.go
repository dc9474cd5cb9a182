package sample_test

import (
	"slices"
	"testing"

	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestTexts compares the texts that lead to the last loop of a pattern, that it repeats, and that lead into it.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		pattern, until, loop, shortest string
		openings                       []string
	}{
		{`ab(c|d)*`, "ab", "c", "abc", []string{"a", "ab"}},
		{`(x)y\1z+`, "xyx", "z", "xyz", []string{"x", "xy"}}, // the shortest does not know what a group has captured
		{`a{2,3}(?<=aa)(?:b|c)+d`, "aaaa", "b", "aabd", []string{"aa", "aaaa", "aaaab"}},
		{`(?:a|bb+)c`, "b", "b", "ac", []string{"a"}},
		{`[^a]*`, "", "b", "\x00", nil},
	} {
		tree, err := parser.Parse(syntax.JavaScript, c.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		loops := tree.Root.Loops()
		last := loops[len(loops)-1]
		s := sample.New(nil)
		until, found := s.Until(tree.Root, last)
		loop := s.Text(last.Subs[0])
		if !found || string(until) != c.until || string(loop) != c.loop {
			t.Errorf("%s: found %t, %q leads to a loop of %q, want %q and %q", c.pattern, found, string(until), string(loop), c.until, c.loop)
		}
		if got, ok := sample.Shortest(tree.Root); !ok || string(got) != c.shortest {
			t.Errorf("Shortest(%s) = %q, %t, want %q", c.pattern, string(got), ok, c.shortest)
		}
		if got := sample.Openings(tree.Root); !slices.Equal(got, c.openings) {
			t.Errorf("Openings(%s) = %q, want %q", c.pattern, got, c.openings)
		}
	}
}

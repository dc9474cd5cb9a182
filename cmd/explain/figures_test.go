package explain

import (
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestTreeFigure(t *testing.T) {
	for _, c := range []struct{ pattern, flags, want string }{
		{`^(?<x>a|b){2,3}?\k<x>$`, "", `
^(?<x>a|b){2,3}?\k<x>$
^^^^^^^^^^^^^^^^^^^^^^  a sequence
^                         the start of the input
 ^^^^^^^^^^^^^^^          2 to 3 times, as few as possible
 ^^^^^^^^^                  group 1, named x
      ^^^                     alternatives
      ^                         this character
        ^                       this character
                ^^^^^     what group x captured
                     ^    the end of the input
`},
		{`.\b(?!\d)`, "s", `
.\b(?!\d)
^^^^^^^^^  a sequence
^            any character
 ^^          a word boundary
   ^^^^^^    unless this stands after
      ^^       a digit
`},
		{"日本\x1b*", "u", `
日本\x1b*
^^^^^^^^^  a sequence
^^           this character
  ^^         this character
    ^^^^^    any number of times
    ^^^^       this character
`},
	} {
		tree, err := parser.Parse(syntax.JavaScript, c.pattern, c.flags)
		if err != nil {
			t.Fatal(err)
		}
		if got := treeFigure(tree, 80); got != c.want[1:] {
			t.Errorf("%s: got\n%s\nwant\n%s", c.pattern, got, c.want[1:])
		}
	}
}

func TestTreeFigureOfLongPattern(t *testing.T) {
	pattern := strings.Repeat("(long|pattern)", 100)
	tree, err := parser.Parse(syntax.JavaScript, pattern, "")
	if err != nil {
		t.Fatal(err)
	}
	got := treeFigure(tree, 80)
	if n := strings.Count(got, "\n"); n != maxFigureLines+1 || !strings.Contains(got, "more parts") {
		t.Errorf("%d lines:\n%s", n, got)
	}
	if first, _, _ := strings.Cut(got, "\n"); first != "    0-1400  a sequence  (long|pattern)(long|pat…" {
		t.Errorf("first line %q", first)
	}
}

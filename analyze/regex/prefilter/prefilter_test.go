package prefilter_test

import (
	"slices"
	"testing"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestOpening(t *testing.T) {
	of := func(r ...rune) charset.Set { return charset.Of(r...) }
	for _, c := range []struct {
		pattern string
		want    []charset.Set
	}{
		{`abc`, []charset.Set{of('a'), of('b'), of('c')}},
		{`(?:ab|c)d`, []charset.Set{of('a', 'c'), of('b', 'd')}},
		{`a?bc`, []charset.Set{of('a', 'b'), of('b', 'c')}},
		{`(?:ab){3,}`, []charset.Set{of('a'), of('b'), of('a'), of('b'), of('a'), of('b')}},
		{`a*b`, []charset.Set{of('a', 'b')}},
		{`a*`, nil},
		{`(?<!\d.*)ab`, []charset.Set{of('a'), of('b')}},
		{`(?!b.*)ab`, []charset.Set{of('a'), of('b')}},
		{`a(?=b)bc`, []charset.Set{of('a')}},
		{`(a)\1bc`, []charset.Set{of('a')}},
		{`\ba$`, []charset.Set{of('a')}},
		{`a{20}`, []charset.Set{of('a'), of('a'), of('a'), of('a'), of('a'), of('a'), of('a'), of('a')}},
		{`(?:a?){30}b`, []charset.Set{of('a', 'b')}},
	} {
		tree, err := parser.Parse(syntax.JavaScript, c.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		got := prefilter.Opening(tree)
		same := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			same = same && got[i].Equal(c.want[i])
		}
		if !same {
			t.Errorf("Opening(%s) = %v, want %v", c.pattern, got, c.want)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		pattern, pump string
		want          []string
	}{
		{`abc`, "", []string{"abc"}},
		{`a+bc*d`, "", []string{"a", "b", "d"}},
		{`(?:ab|c)d`, "", []string{"ab", "d"}},
		{`[Aa]b`, "", []string{"ab"}},
		{`x[0-9]y`, "", []string{"x", "0", "y"}},
		{`x[0-9]y`, "7", []string{"x", "y"}}, // the pump has one of them
		{`(?=ab)(?!cd).*`, "", []string{"ab"}},
		{`a?`, "", nil},
	} {
		tree, err := parser.Parse(syntax.PCRE, c.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := prefilter.Texts(tree.Root, []rune(c.pump)); !slices.Equal(got, c.want) {
			t.Errorf("Texts(%s) beside %q = %q, want %q", c.pattern, c.pump, got, c.want)
		}
	}
}

package redos

import (
	"testing"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestBegun is about engines that look for what a match begins with before they ask a lookaround in front of it: the
// attack has it at the places where it costs, if any text does.
func TestBegun(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
		class   Class
		begins  bool
	}{
		{`(?<!\d.*)x`, syntax.JavaScript, Polynomial, true},
		{`(?<!<[^>]*)==`, syntax.JavaScript, Polynomial, true},
		{`(?<!#[^\n]*)\bend`, syntax.JavaScript, Polynomial, true},
		{`(?<!;.*)[a-f]{3}:`, syntax.JavaScript, Polynomial, true},
		{`(?<!'.*)(?:in|of)\b`, syntax.DotNet, Polynomial, true},
		{`(?<!;.*-.*)\[\]`, syntax.JavaScript, Polynomial, true},
		{`(?<!\blet\s+\w*\s*.*)#\{`, syntax.JavaScript, Polynomial, true},
		{`(?!.*;)=`, syntax.JavaScript, Polynomial, true},
		{`(?!.*;)=`, syntax.PCRE, Polynomial, true},
		{`(?!(?:\w+-?)+;)q`, syntax.JavaScript, Exponential, true},
		{`(?<!a+)b`, syntax.JavaScript, Polynomial, false}, // linear where nothing else than b is looked at
		{`(?!.*;)=`, syntax.Java, Polynomial, false},       // which looks for nothing
	} {
		v, err := Analyze(t.Context(), Pattern{Text: c.pattern, Dialect: c.dialect}, DefaultLimits)
		if err != nil || v.Class != c.class || v.Attack == nil {
			t.Errorf("%v %s: got %v, %v, attack %v, want %v", c.dialect, c.pattern, v.Class, err, v.Attack, c.class)
			continue
		}
		if got := v.BeginsAt(syntax.Search, Opening(v.Tree.Root)); got != c.begins {
			t.Errorf("%v %s: BeginsAt its opening with %q = %t, want %t", c.dialect, c.pattern, v.Attack.Build(3), got, c.begins)
		}
		if v.Cost.SafeLength > v.Cost.LengthForBudget {
			t.Errorf("%v %s: %d characters reach the budget, and no input below %d does", c.dialect, c.pattern, v.Cost.LengthForBudget, v.Cost.SafeLength)
		}
	}
}

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
		got := Opening(tree.Root)
		same := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			same = same && got[i].Equal(c.want[i])
		}
		if !same {
			t.Errorf("Opening(%s) = %v, want %v", c.pattern, got, c.want)
		}
	}
}

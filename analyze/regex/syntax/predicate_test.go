package syntax_test

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestPredicates(t *testing.T) {
	for _, test := range []struct {
		dialect                         syntax.Dialect
		pattern                         string
		bare                            syntax.Op
		captures, mayBeLong, isNullable bool
		groups                          int // with the number 1
	}{
		{syntax.JavaScript, `(?:(?:a))`, syntax.OpSet, false, false, false, 0},
		{syntax.JavaScript, `(?:(a))`, syntax.OpGroup, true, false, false, 1},
		{syntax.JavaScript, `(a)|\1`, syntax.OpAlternate, true, true, true, 1},
		{syntax.JavaScript, `a{2,9}`, syntax.OpRepeat, false, false, false, 0},
		{syntax.JavaScript, `x(?:a*)`, syntax.OpConcat, false, true, false, 0},
		{syntax.PCRE, `(?|(a)|(b))`, syntax.OpAlternate, true, false, false, 2},
		{syntax.Ruby, `(?~ab)`, syntax.OpAbsent, false, true, true, 0},
		// A group that takes a capture away does more than bind.
		{syntax.DotNet, `(?:(?<-n>a))|(?<n>b)`, syntax.OpAlternate, true, false, false, 1},
	} {
		tree, err := parser.Parse(test.dialect, test.pattern, "")
		if err != nil {
			t.Errorf("%s /%s/: %v", test.dialect, test.pattern, err)
			continue
		}
		n := tree.Root
		if got := n.Bare().Op; got != test.bare {
			t.Errorf("%s /%s/ bare is operator %d, want %d", test.dialect, test.pattern, got, test.bare)
		}
		if n.Captures() != test.captures || n.MayBeLong() != test.mayBeLong || n.IsNullable() != test.isNullable || len(n.Groups(1)) != test.groups {
			t.Errorf("%s /%s/: captures %v, may be long %v, nullable %v, %d groups 1; want %v, %v, %v, %d", test.dialect, test.pattern,
				n.Captures(), n.MayBeLong(), n.IsNullable(), len(n.Groups(1)), test.captures, test.mayBeLong, test.isNullable, test.groups)
		}
	}
	tree, err := parser.Parse(syntax.DotNet, `(?<n>b)(?:(?<-n>a))`, "")
	if err != nil {
		t.Fatal(err)
	}
	if n := tree.Root.Subs[1].Bare(); n.Op != syntax.OpGroup || n.Pop != 1 {
		t.Errorf("what takes a capture away is not bare: got operator %d", n.Op)
	}
}

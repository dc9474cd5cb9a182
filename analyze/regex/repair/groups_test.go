package repair

import (
	"slices"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestGroupsOfLoops holds that captures in loops are not called proved where the engine keeps those of ways that
// failed: of (?:([\s\S])*[^"]+^)+x and its rewrite Java's captures differ.
func TestGroupsOfLoops(t *testing.T) {
	for _, test := range []struct {
		dialect        syntax.Dialect
		pattern, other string
		want           []Agreement
	}{
		{syntax.PCRE, `(?:(a)*b)*c`, `(?:(a)*+b)*c`, []Agreement{SameProved}},
		{syntax.Java, `(?:(a)*b)*c`, `(?:(a)*+b)*c`, []Agreement{SameTested}},
		{syntax.Perl, `(?:(a)*b)*c(d)`, `(?:(a)*+b)*c(d)`, []Agreement{SameTested, SameProved}},
	} {
		var trees [2]*syntax.Tree
		for i, text := range []string{test.pattern, test.other} {
			var err error
			if trees[i], err = parser.Parse(test.dialect, text, ""); err != nil {
				t.Fatal(err)
			}
		}
		r := &repair{tree: trees[0], limits: DefaultLimits}
		if got := r.groups(trees[1]); !slices.Equal(got, test.want) {
			t.Errorf("%v: groups of %s and %s = %v, want %v", test.dialect, test.pattern, test.other, got, test.want)
		}
	}
}

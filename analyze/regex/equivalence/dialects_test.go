package equivalence_test

import (
	"fmt"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestConstructsOfOtherDialects compares patterns in pairs, and every pair on all short words.
func TestConstructsOfOtherDialects(t *testing.T) {
	for _, group := range []struct {
		dialect  syntax.Dialect
		alphabet string
		flags    string
		patterns []string
		same     [][2]int // patterns that find the same matches in a search
	}{
		{syntax.Java, "a\r\n", "", []string{
			`\s+$`, `(?<!\s)\s+$`, `\s++$`, `[\r\n]+$`, `(?<![\r\n])[\r\n]+$`, `a$`, `a(?=\r?\n?\z)`, `a(?=$)`, `a\r$`, `\r$`, `\n$`, `a\s*$`,
			`a\s*+$`, `a\s*+`, `$a`, `a$\s`,
		}, [][2]int{{0, 1}, {3, 4}, {5, 7}}},
		{syntax.Java, "a\r\n", "m", []string{`^a`, `^a$`, `a$`, `\s+$`, `(?<!\s)\s+$`, `^\s`, `a$\n`, `a$\r\n`, `^$`, `a(?=\r?\n|\r|\z)`}, [][2]int{{3, 4}}},
		{syntax.PCRE, "ab", "", []string{
			`a+b`, `a++b`, `(?>a+)b`, `a++a`, `(?>a|ab)b`, `(?>ab|a)b`, `a*+`, `a*`, `(?>a*)b*+a`, `(?:ab)++a`, `(?:ab)+a`, `(?>a?)ab`, `a?+ab`, `a{1,2}+b`, `a{1,2}b`,
		}, [][2]int{{0, 1}, {1, 2}, {6, 7}, {11, 12}, {13, 14}}},
		{syntax.PCRE, "ab", "", []string{
			`ba+b`, `ba+(*SKIP)b`, `b[^b]+b`, `b[^b]+(*SKIP)b`, `b.+?a`, `b(?:.+?a|.+(*SKIP)(*F))`, `b(?:b.*a|.*(*SKIP)(*F))`, `ab*(*SKIP)a`, `ab*a`, `a(*SKIP)b|b`, `(?:ab|b(*SKIP)a)b`,
			`a(?:b|a(*SKIP)b)a`, `aa(*SKIP)b`, `aab`, `ab+(*SKIP)ab+(*SKIP)b`, `a(?:(?!ba)b)*+b`, `a(?:(?!ba)b)*b`, `a(?:(?!bb).)*+b`, `a(?:(?!bb).)*?bb`, `a(?:(?!bb).)*+bb`, `a\Kb`, `(?<=a)b`, `aa?\Kb(*SKIP)a`,
		}, [][2]int{{0, 1}, {2, 3}, {4, 5}, {7, 8}, {18, 19}, {20, 21}}},
		{syntax.Perl, "ab", "", []string{`b.+a`, `b(?:.+a|.+(*SKIP)(*F))`, `b.*(*SKIP)a`, `b(?:[^a\n]*(*SKIP)a)`, `b.*?a`}, [][2]int{{0, 1}, {3, 4}}},
		{syntax.Ruby, "ab", "", []string{`ba+b`, `\G(?:[^b]|ba*+(?!b)|b(?=b))*\Kba+b`, `\Gab*+\Ka`, `\Ga+b`, `\G[^a]*+\Kab`, `ab`}, [][2]int{{0, 1}}},
		{syntax.Python, "a\n", "", []string{`a+$`, `(?<!a)a+$`, `a+\Z`, `a++$`, `(?>a+)$`, `a+(?=\n?\Z)`}, [][2]int{{0, 1}, {3, 4}, {0, 5}, {3, 0}}},
	} {
		words := wordsOver(group.alphabet, 6)
		var trees []*syntax.Tree
		var programs []*backtrack.Program
		for _, pattern := range group.patterns {
			tree, err := parser.Parse(group.dialect, pattern, group.flags)
			if err != nil {
				t.Fatalf("%v /%s/: %v", group.dialect, pattern, err)
			}
			p, err := backtrack.Compile(tree)
			if err != nil {
				t.Fatal(err)
			}
			trees, programs = append(trees, tree), append(programs, p)
		}
		found := map[string]bool{}
		decided := 0
		for _, mode := range []syntax.Mode{syntax.Search, syntax.Prefix, syntax.Full, syntax.All} {
			for i, first := range group.patterns {
				for j, second := range group.patterns[:i] {
					diffs, err := equivalence.Compare(trees[i], trees[j], equivalence.Options{Mode: mode, Level: equivalence.Spans, Limits: testLimits})
					if err != nil {
						continue
					}
					decided++
					found[fmt.Sprint(mode, i, j)] = len(diffs) == 0
					name := fmt.Sprintf("%v /%s/ and /%s/, mode %d", group.dialect, first, second, mode)
					for _, d := range diffs {
						x, y := results(t, programs[i], mode, equivalence.Spans, d.Input), results(t, programs[j], mode, equivalence.Spans, d.Input)
						if x == y {
							t.Errorf("Compare(%s): differ on %q, but both come to %q", name, string(d.Input), x)
						}
					}
					for _, w := range words {
						if len(diffs) > 0 {
							break
						}
						if x, y := results(t, programs[i], mode, equivalence.Spans, w), results(t, programs[j], mode, equivalence.Spans, w); x != y {
							t.Errorf("Compare(%s): the same, but on %q they come to %q and %q", name, string(w), x, y)
							break
						}
					}
				}
			}
		}
		for _, pair := range group.same {
			if !found[fmt.Sprint(syntax.Search, max(pair[0], pair[1]), min(pair[0], pair[1]))] {
				t.Errorf("%v: /%s/ and /%s/ are not proved to find the same matches", group.dialect, group.patterns[pair[0]], group.patterns[pair[1]])
			}
		}
		if decided < len(trees)*(len(trees)-1) {
			t.Errorf("%v: only %d comparisons were decided", group.dialect, decided)
		}
	}
}

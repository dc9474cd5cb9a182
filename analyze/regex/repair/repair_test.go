package repair

import (
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// propose returns the fixes of a pattern.
func propose(t testing.TB, pattern, flags string) []Fix {
	t.Helper()
	return proposeIn(t, syntax.JavaScript, pattern, flags)
}

// proposeIn returns the fixes of a pattern of a dialect.
func proposeIn(t testing.TB, d syntax.Dialect, pattern, flags string) []Fix {
	t.Helper()
	p := redos.Pattern{Text: pattern, Flags: flags, Dialect: d}
	tree, err := p.Parse()
	if err != nil {
		t.Fatalf("Parse(%s /%s/%s): %v", d, pattern, flags, err)
	}
	_, fixes := proposed(t, p, tree)
	return fixes
}

// proposed returns the verdict on a pattern that was parsed, and the fixes.
func proposed(t testing.TB, p redos.Pattern, tree *syntax.Tree) (redos.Verdict, []Fix) {
	t.Helper()
	v, err := redos.Tree(t.Context(), tree, p.Mode, redos.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	fixes, err := Propose(t.Context(), p, v, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v, fixes
}

// TestUncounted holds that a loop for whose count Ruby goes through its stack loses the count, and no other does.
func TestUncounted(t *testing.T) {
	for _, tt := range []struct{ pattern, want string }{
		{`\A(?:[ab]{2,},)*\z`, `\A(?:[ab][ab]+,)*\z`},
		{`\A(?:x|y(?:[ab]+c){2,}d)*\z`, `\A(?:x|y(?:[ab]+c)(?:[ab]+c)+d)*\z`},
		{`\A(?:([ab]){2,},)*\z`, ""}, // a copy would capture
		{`\A(?:[ab]{2,9},)*\z`, ""},  // goes through few
		{`\A[ab]{2,},\z`, ""},        // stands in no other repetition
	} {
		got := ""
		if fixes := proposeIn(t, syntax.Ruby, tt.pattern, ""); len(fixes) > 0 && fixes[0].IsSolved() {
			got = fixes[0].Pattern
		}
		if got != tt.want {
			t.Errorf("Propose(%s) = %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestProposeProvedRewrites(t *testing.T) {
	tests := []struct{ pattern, flags, want string }{
		{`^(?:a+)+$`, "", `^a+$`},
		{`^(a+)+$`, "", `^(a+)$`},
		{`^(?:a*)*$`, "", `^a*$`},
		{`\s+$`, "", `(?<!\s)\s+$`},
		{`^a*a*$`, "", `^a*$`},
		{`\s*,\s*`, "g", `(?:(?<!\s)\s+)?,\s*`},
		{`^[+-]?(?:\d+\.?\d*|\.\d+)$`, "", `^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$`},
		{`\{.+?\}`, "", `\{(?<!\{.+?).+?\}`},
		{`<!--[^]*?-->`, "", `<!--(?<!<!--[^]+?)[^]*?-->`},
		{`^"(?:[^"\\]+|\\.)*"$`, "", `^"(?:[^"\\]|\\.)*"$`},
		{`\{[^]+?\}`, "g", `\{(?<!\{[^}]+?)[^]+?\}`},
		{`<%([\s\S]+?)%>`, "g", `<%((?<!<%(?:[\s\S](?<!%>))+?)[\s\S]+?)%>`},
		{`^\.(\s*)(.*)$`, "", `^\.(\s*(?!\s))(.*)$`},
		{`^\s*x`, "m", `^(?<!^\s+?)\s*x`},
		{`translate\(([^,]+),([^)]+)\)`, "", `translate\(((?<!translate\([^,]+?)[^,]+),((?<!translate\([^,]+,[^)]+?)[^)]+)\)`},
		{`(["'])(?:\\.|(?!\1)[^\\])*\1`, "", `(["'])(?<!\1(?:\\.|(?!\1)[^\\])+?)(?:\\.|(?!\1)[^\\])*\1`},
		{`^(?:\w+\s?)*$`, "", ""},
		{`^\d+\w+$`, "", `^\d\w+$`},
		{`^(?:\r\n|\r|\n)*$`, "", `^(?:\r|\n)*$`},
	}
	for _, tt := range tests {
		fixes := propose(t, tt.pattern, tt.flags)
		if len(fixes) > 0 && tt.want == "" {
			tt.want = fixes[0].Pattern // any will do
		}
		if len(fixes) == 0 || !fixes[0].IsSolved() || fixes[0].Pattern != tt.want {
			t.Errorf("Propose(/%s/%s)[0] = %+v, want %s, proved and linear", tt.pattern, tt.flags, fixes[0], tt.want)
		}
	}
}

// TestProposeLabels checks what is said about rewrites that are not equivalent, and that there is
// something to do about every vulnerable pattern.
func TestProposeLabels(t *testing.T) {
	patterns := []struct{ pattern, flags string }{
		{`,(?=(?:(?:[^"]*"){2})*[^"]*$)`, ""}, {`^(.a)*a(.a)*a$`, "s"}, {`^(a+)b\1+a+$`, ""}, {`\/\*.*?\*\/`, "gu"},
		{`"(?:\\.|[^"])*"`, "g"}, {`\[.*?\]\(.*?\)`, "g"}, {`(?:a|b|ab)*c`, "g"},
		{`^(([a-z])+.)+[A-Z]([a-z])+$`, ""}, {`(.*)(.*)(.*)=`, ""}, {`(<[^>]+class="[^"]*"[^>]*>)`, "g"},
	}
	for _, p := range patterns {
		fixes := propose(t, p.pattern, p.flags)
		if len(fixes) == 0 {
			t.Errorf("Propose(/%s/%s) = nothing", p.pattern, p.flags)
		}
		tree, _ := parser.Parse(syntax.JavaScript, p.pattern, p.flags)
		original, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fixes {
			if f.Kind != Rewrite {
				continue
			}
			tree, err := parser.Parse(syntax.JavaScript, f.Pattern, f.Flags)
			if err != nil {
				t.Errorf("Propose(/%s/%s): /%s/: %v", p.pattern, p.flags, f.Pattern, err)
				continue
			}
			rewritten, err := backtrack.Compile(tree)
			if err != nil {
				t.Fatal(err)
			}
			check := func(inputs []string, first bool) {
				for _, input := range inputs {
					x := original.Match(tree.Chars(input), backtrack.Options{}).Outcome == backtrack.Matched
					y := rewritten.Match(tree.Chars(input), backtrack.Options{}).Outcome == backtrack.Matched
					if x != first || y == first {
						t.Errorf("/%s/ and /%s/ on %q: %t and %t, want %t and %t", p.pattern, f.Pattern, input, x, y, first, !first)
					}
				}
			}
			check(f.Loses, true)
			check(f.Gains, false)
			if f.Equivalence == SameMatches && len(f.Gains)+len(f.Loses) > 0 {
				t.Errorf("/%s/ gains and loses although it is equivalent", f.Pattern)
			}
		}
	}
}

// TestProposeFollowsSteps checks that the steps of a fix lead from the pattern to the rewrite.
func TestProposeFollowsSteps(t *testing.T) {
	for _, pattern := range []string{`translate\(([^,]+),([^)]+)\)`, `^[+-]?(?:\d+\.?\d*|\.\d+)$`, `^\s+|\s+$`} {
		at := pattern
		fixes := propose(t, pattern, "")
		for _, s := range fixes[0].Steps {
			source := []rune(at)
			if got := string(source[:s.Span.Start]) + s.Text + string(source[s.Span.End:]); got != s.Pattern {
				t.Errorf("/%s/: step %+v of /%s/ gives /%s/", pattern, s, at, got)
			}
			at = s.Pattern
		}
		if at != fixes[0].Pattern {
			t.Errorf("/%s/: the steps end at /%s/, want /%s/", pattern, at, fixes[0].Pattern)
		}
	}
}

// TestProposeIsBounded gives patterns that make everything large.
func TestProposeIsBounded(t *testing.T) {
	size := 1
	if snagtest.IsLong() {
		size = 2
	}
	for _, pattern := range []string{
		strings.Repeat(`(a|b|ab)*`, 3*size) + "c", strings.Repeat(`\s*`, 6*size) + "x",
		strings.Repeat(`(?:`, 10*size) + `a+` + strings.Repeat(`)+`, 10*size) + `b`,
	} {
		if fixes := propose(t, pattern, ""); len(fixes) > 12 {
			t.Errorf("Propose(/%.40s.../) = %d fixes", pattern, len(fixes))
		}
	}
}

func TestProposeNothingForSafePatterns(t *testing.T) {
	if fixes := propose(t, `^a+$`, ""); len(fixes) != 0 {
		t.Errorf("Propose(/^a+$/) = %+v, want nothing", fixes)
	}
}

// IsSolved reports whether f is a rewrite that is proved equivalent and linear.
func (f Fix) IsSolved() bool {
	return f.Kind == Rewrite && f.Equivalence == SameMatches && f.Class == redos.Linear
}

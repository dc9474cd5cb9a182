package repair

import (
	"testing"

	"snag/analyze"
	"snag/analyze/syntax"
)

// propose returns the fixes of a pattern.
func propose(t testing.TB, pattern, flags string) []Fix {
	t.Helper()
	p := analyze.Pattern{Text: pattern, Flags: flags}
	tree, err := syntax.JavaScript.Parse(pattern, flags)
	if err != nil {
		t.Fatalf("Parse(/%s/%s): %v", pattern, flags, err)
	}
	v, err := analyze.Tree(t.Context(), tree, p.Mode, analyze.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	fixes, err := Propose(t.Context(), p, tree, v, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return fixes
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
	}
	for _, tt := range tests {
		fixes := propose(t, tt.pattern, tt.flags)
		if len(fixes) == 0 || !fixes[0].IsSolved() || fixes[0].Pattern != tt.want {
			t.Errorf("Propose(/%s/%s)[0] = %+v, want %s, proved and linear", tt.pattern, tt.flags, fixes[0], tt.want)
		}
	}
}

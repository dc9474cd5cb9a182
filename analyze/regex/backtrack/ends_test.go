package backtrack_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestEnds matches random patterns on inputs that end in the same way, and compares the results with those of matches
// that remember nothing.
func TestEnds(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(7, 15))}
	dialects := []syntax.Dialect{syntax.JavaScript, syntax.PCRE, syntax.Ruby, syntax.Python, syntax.DotNet}
	compared := 0
	for i := range 4000 {
		pattern, flags := g.pattern()
		dialect := dialects[i%len(dialects)]
		if dialect != syntax.JavaScript {
			flags = strings.Trim(flags, "uv")
		}
		tree, err := parser.Parse(dialect, pattern, flags)
		if err != nil {
			continue
		}
		p, err := backtrack.Compile(tree)
		if err != nil || !p.HasEnds() {
			continue
		}
		mode := []syntax.Mode{syntax.Search, syntax.All}[g.IntN(2)]
		prefix, pump, suffix := tree.Chars(g.input(3)), tree.Chars(g.input(3)), tree.Chars(g.input(3))
		var ends backtrack.Ends
		for _, n := range []int{3, 1, 6, 0, 4, 9, 5} {
			input := prefix
			for range n {
				input = append(input[:len(input):len(input)], pump...)
			}
			input = append(input[:len(input):len(input)], suffix...)
			opt := backtrack.Options{Mode: mode, MaxSteps: int64(50 << g.IntN(8)), Captures: true}
			want := p.Match(input, opt)
			if opt.Common = n*len(pump) + len(suffix) - 1; opt.Common >= 0 {
				opt.Ends = &ends
			}
			got := p.Match(input, opt)
			compared++
			if got.Outcome != want.Outcome || got.Steps != want.Steps || got.Start != want.Start || got.End != want.End || got.Matches != want.Matches {
				t.Errorf("%v /%s/%s, mode %v, %q + %d of %q + %q, at most %d steps: %+v, want %+v",
					dialect, pattern, flags, mode, string(prefix), n, string(pump), string(suffix), opt.MaxSteps, got, want)
			}
		}
	}
	if compared < 5000 {
		t.Errorf("%d inputs were matched, want more", compared)
	}
}

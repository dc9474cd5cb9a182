package repair

import (
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// TestRewritesStayLinear replays the attack on every pattern, and many others, on its rewrite: what a
// guard costs is not in the automaton.
func TestRewritesStayLinear(t *testing.T) {
	rows := corpus(t, "real-javascript", syntax.JavaScript)
	every := snagtest.Number(t, "SNAG_EVERY", 40)
	var sampled []row
	for i, r := range rows {
		if i%every == 0 {
			sampled = append(sampled, r)
		}
	}
	each(t, sampled, syntax.JavaScript, func(r row, tree *syntax.Tree, fixes []Fix) {
		if len(fixes) == 0 || !fixes[0].IsSolved() {
			return
		}
		f := fixes[0]
		rewritten, err := parser.Parse(syntax.JavaScript, f.Pattern, f.Flags)
		if err != nil {
			t.Fatal(err)
		}
		if pump, grew := fastest(t, tree, rewritten); grew > 2.6 {
			t.Errorf("/%s/%s: its rewrite /%s/ takes %.1f times the steps on twice as many %q", r.Pattern, r.Flags, f.Pattern, grew, pump)
		}
	})
}

// fastest returns the pump on which the steps of tree grow most when it is doubled.
func fastest(t *testing.T, original, tree *syntax.Tree) (worst string, ratio float64) {
	t.Helper()
	p, err := backtrack.Compile(tree)
	if err != nil {
		t.Fatal(err)
	}
	mode := tree.Applied(syntax.Search)
	s := newSample(5, original)
	var pumps [][]rune
	for _, c := range s.chars {
		pumps = append(pumps, []rune{c})
	}
	for range 150 { // pieces of what matches
		text := s.match(nil, original.Root, 30)
		if len(text) == 0 {
			continue
		}
		from := 0
		if s.rng.IntN(2) == 0 {
			from = s.rng.IntN(len(text))
		}
		pumps = append(pumps, text[from:from+1+s.rng.IntN(min(len(text)-from, 12))])
	}
	steps := func(prefix, pump []rune, n int, suffix rune) float64 {
		input := slices.Concat(prefix, slices.Repeat(pump, n), []rune{suffix})
		return float64(p.Match(input, backtrack.Options{Mode: mode, MaxSteps: 30_000_000}).Steps)
	}
	for i, pump := range pumps {
		prefix := []rune(nil)
		if i%2 == 1 {
			prefix = s.match(nil, original.Root, 20)
		}
		for _, suffix := range []rune{'\n', '!', 0} {
			n := 400/len(pump) + 10
			one, two := steps(prefix, pump, n, suffix), steps(prefix, pump, 2*n, suffix)
			if two < 8000 || two < 2.2*one {
				continue
			}
			// The difference of doubled sizes leaves out what does not grow.
			four := steps(prefix, pump, 4*n, suffix)
			if grew := (four - two) / (two - one); grew > ratio {
				worst, ratio = string(pump), grew
			}
		}
	}
	return worst, ratio
}

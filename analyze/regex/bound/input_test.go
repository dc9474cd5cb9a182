package bound

import (
	"math/rand/v2"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestBoundByParts bounds patterns of too many states for anything else.
func TestBoundByParts(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		least   int
	}{
		{`The (?:INSERT|MERGE|UPDATE) statement conflicted with the FOREIGN KEY constraint "(.*)"\. The conflict occurred in database "(.*)", table "(.*)"\.`, 20},
		{`(?:^|;)((?:aqua|blue|claws|daum|fair|fox|poco|poly|samsung|yahoo) ?e?mail(?:-desktop| app|bot)?)[-/ ]([\w.]+)!`, 100},
	} {
		_, costs := searchCosts(t, syntax.JavaScript, tt.pattern, "i")
		res := Of(costs).Compute(1_000_000, Limits{Work: 20_000, Length: 2000})
		if res.Length < tt.least {
			t.Errorf("/%s/: no shorter input than %d characters exceeds the budget; want at least %d", tt.pattern, res.Length, tt.least)
		}
	}
}

// TestNoInputExceedsTheBound goes through all inputs over three letters up to the length that random
// patterns are bounded at.
func TestNoInputExceedsTheBound(t *testing.T) {
	for _, d := range syntax.Dialects() {
		if !d.Backtracks() {
			continue
		}
		rng := rand.New(rand.NewPCG(9, uint64(d)))
		reached, rated, parted := 0, 0, 0
		for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(20, 150)) {
			w, ok := wildCosts(rng, d, 3, 1500)
			if !ok {
				continue
			}
			budget := int64(20 + rng.IntN(400))
			limits := Limits{Work: 100_000}
			if rng.IntN(2) == 0 { // then runs are taken together as a crowd
				limits.Length = 8 + rng.IntN(60)
			}
			bounds := Of(w.costs)
			res := bounds.Compute(budget, limits)
			if closed, ok := bounds.Rated(budget); ok {
				if rated++; closed.Length > res.Length {
					res = closed
				}
			}
			if bounds.settled {
				if length := bounds.e.parted(bounds.letters, float64(budget)); length > 0 {
					parted++
					res.Length = max(res.Length, length)
				}
			}
			if res.Complete {
				reached++
			}
			if res.Length == 0 {
				continue // the empty input exceeds the budget
			}
			length := min(res.Length-1, 6)
			each := make([]rune, length)
			var visit func(i int)
			visit = func(i int) {
				if i == length {
					for from := range length + 1 {
						r := w.program.Match(each[from:], backtrack.Options{Mode: w.mode})
						if r.Steps > budget {
							t.Fatalf("%v /%s/%s in mode %v: inputs of fewer than %d characters take at most %d steps, but %q takes %d", d, w.pattern, w.flags, w.mode, res.Length, budget, string(each[from:]), r.Steps)
						}
						if from == 0 && length > 0 && each[0] != 'a' {
							break // shorter ones come with others
						}
					}
					return
				}
				for _, c := range "ab1" {
					each[i] = c
					visit(i + 1)
				}
			}
			if length > 0 {
				visit(0)
			}
			// Longer ones at random, and the one that the bound was found with.
			for range 30 {
				text := randomText(rng)
				text = text[:min(len(text), res.Length-1)]
				if r := w.program.Match(text, backtrack.Options{Mode: w.mode}); r.Steps > budget {
					t.Fatalf("%v /%s/%s in mode %v: inputs of fewer than %d characters take at most %d steps, but %q takes %d", d, w.pattern, w.flags, w.mode, res.Length, budget, string(text), r.Steps)
				}
			}
		}
		t.Logf("%v: %d reach the budget; %d have a closed form, %d by parts", d, reached, rated, parted)
	}
}

package bound

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

func TestJointly(t *testing.T) {
	for _, c := range []struct {
		pattern string
		length  int
		budget  float64
		want    bool
	}{
		{`(?:abcd.{0,60}){2}x`, 150, 100_000, true},
		{`(?:abcd.{0,60}){2}x`, 150, 10_000, false},
		{`(?:a.{0,60}){2}x`, 150, 100_000, false},         // it begins four times as often
		{`(?:abcd.{0,60}){2}xyz\d+y`, 150, 150_000, true}, // what follows the last one is on one text
		{`<font\s[^>]{0,80}size\s*=\s*["']?-(?:[2-9]|[1-9]\d+)["']?[^>]{0,80}>`, 180, 500_000, true},
		{`[ab]{0,60}(?:a|b|ab){0,40}x`, 60, 100_000, false}, // ways multiply
		{`Windows [^;]{1,30}; .{0,100}?IEMobile[^;)]+[;)] ?(?:TOSHIBA|Fujitsu)[^;]{0,200}; {0,2}([^;,)]+)`, 380, 1_000_000, true},
	} {
		_, costs := searchCosts(t, syntax.JavaScript, c.pattern, "")
		if got := Of(costs).Jointly(c.length, c.budget); got != c.want {
			t.Errorf("/%s/: no more than %g steps for %d characters: got %t, want %t", c.pattern, c.budget, c.length, got, c.want)
		}
	}
}

// TestJointlyBoundsTheMatcher runs random patterns on random inputs, and on those that come of the most expensive one by
// a change.
func TestJointlyBoundsTheMatcher(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(snagtest.Number(t, "SNAG_SEED", 8)), 3))
	w := windows{rng}
	bounded, closest := 0, 0.0
	var dialects []syntax.Dialect
	for _, d := range syntax.Dialects() {
		if d.Backtracks() {
			dialects = append(dialects, d)
		}
	}
	for i := range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(25, 1500)) {
		random, ok := wild{mode: syntax.Search}, true
		input := w.input
		if i%2 == 0 {
			random.pattern = w.pattern()
			random.program, random.costs = searchCosts(t, syntax.JavaScript, random.pattern, "")
		} else {
			random, ok = wildCosts(rng, dialects[rng.IntN(len(dialects))], 3, 600)
			input = func() []rune { return randomText(rng) }
		}
		if !ok {
			continue
		}
		const longest = 60
		j, ok := newJoint(Of(random.costs), longest)
		if !ok {
			continue
		}
		bounded++
		limits := j.most(longest, math.Inf(1))
		worst, share := input(), 0.0
		worst = worst[:min(len(worst), longest)]
		for range 60 {
			text := input()
			if at := rng.IntN(len(worst) + 1); rng.IntN(4) > 0 {
				rest := worst[min(len(worst), at+rng.IntN(12)):]
				text = slices.Concat(worst[:at], text[:min(len(text), rng.IntN(12))], rest)
			}
			text = text[:min(len(text), longest)]
			r := random.program.Match(text, backtrack.Options{Mode: random.mode, MaxSteps: 1 << 24})
			limit := limits[len(text)]
			if float64(r.Steps) > limit+1e-6*limit {
				t.Fatalf("/%s/%s in mode %v: an input of %d characters takes at most %g steps, but %q takes %d", random.pattern, random.flags, random.mode, len(text), limit, string(text), r.Steps)
			}
			if part := float64(r.Steps) / limit; part > share {
				worst, share = text, part
			}
		}
		closest += share
	}
	t.Logf("%d patterns are bounded, inputs take %.0f%% of the bound on average", bounded, 100*closest/float64(bounded))
	if bounded == 0 {
		t.Error("no pattern is bounded; want most")
	}
}

package bound

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestTiered bounds patterns whose cost grows as the cube of the length or faster, and some of which no crowd is found that
// is one.
func TestTiered(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		known   int // characters of an input that exceeds the budget
		least   int
	}{
		{`<a href=".*?" class="link">(.*?)<\/a>`, 768, 640},
		{`diff --git a\/(.*) b\/(.*)$`, 552, 480},
		{`<p[^>]+id="no-such"[^>]+class="(?!x)`, 551, 330}, // a lookahead reads on as well
		{`<span[^><]*?id=sub[^><]*?>(.*?)<\/span>`, 1997, 1100},
		{`Kit\/.* Win\/\d.*\(((?:Mac|PC)[^\d]*)(\d+)(?:,|%2C)(\d+)`, 255, 180}, // three loops and digits between
		{`rgb\(\s*(\d+\.?\d*)\s*,\s*(\d+\.?\d*)%\s*,\s*(\d+\.?\d*)%\s*\)$`, 82, 70},
		{`(\w+)=(\w+);(\w+)=(\w+);(\w+)=(\w+);(\w+)!`, 2500, 300},
		{`^[^\]]+ lo=\d+\.\S+\d+[^\d\s]\d+[^\d\s]\d+[^\d\s]`, 831, 700}, // a crowd goes on from loop to loop
		{`\w+\s+Mac \s+\w+\s+(\d+).(\d+).(\d+).*`, 706, 650},            // five digits match
		{`<span[^><]*?id=subtitle[^><]*?>(.*?)<\/title>`, 2700, 1900},   // the last word is read once
		{`(?:a+)+b`, 17, 0},    // what is under way doubles
		{`(?<!x.*)a`, 1000, 0}, // what a lookbehind reads is not told
	} {
		_, costs := searchCosts(t, syntax.JavaScript, tt.pattern, "")
		bounds := Of(costs)
		if length := bounds.Divided(1_000_000, bounds.Tiered(1_000_000, 0, tt.known), tt.known); length < tt.least || length > tt.known || tt.least == 0 && length > 0 {
			t.Errorf("/%s/: no shorter input than %d characters exceeds the budget; want from %d to %d", tt.pattern, length, tt.least, tt.known)
		}
	}
}

// TestTieredBeyondABound asks for more than a bound that is known, of an input that repeats little: what its first characters
// cost does not tell whether there is more.
func TestTieredBeyondABound(t *testing.T) {
	const pattern, known, least = `^[^\]]+ rdns=\S*\d+[^\d\s]+\d+\S*\.(?:docsis|cable|dsl|adsl|dhcp|cpe)\.`, 169, 115
	_, costs := searchCosts(t, syntax.Perl, pattern, "")
	bounds := Of(costs)
	if length := bounds.Divided(1_000_000, bounds.Tiered(1_000_000, 99, known), known); length < least {
		t.Errorf("/%s/: no shorter input than %d characters exceeds the budget; want from %d to %d", pattern, length, least, known)
	}
}

// TestTiersBoundTheMatcher climbs to expensive inputs of random chains of loops, and compares them with what grids say that
// have few sizes of each crowd, and then those on the way. The chains are told apart in all the ways that Tiered does.
func TestTiersBoundTheMatcher(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	pieces := []string{"a*", "b+", "[ab]*", ".*", ".*?", "[^a]+", "(?:ab)*", "(?:a|ba)+", "a", "b", "c", "ab", "c?", "[bc]+a"}
	tiered, typed, crowds := 0, 0, 0
	for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(15, 600)) {
		var b strings.Builder
		for range 3 + rng.IntN(4) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		pattern := b.String() + "!"
		program, costs := searchCosts(t, syntax.JavaScript, pattern, "")
		bounds := Of(costs)
		e := bounds.e.summing()
		affordable := []float64{few, fewer}[rng.IntN(2)]
		system := newSystem(e, bounds.letters, settled(e, bounds.letters, affordable), nil)
		if rng.IntN(2) == 0 {
			if s, ok := e.typed(deep, deepWork); ok {
				system = s
				typed++
			}
		}
		tiers := &tiers{system: system}
		ok := tiers.gatherings(rng.IntN(2) == 0) && tiers.fill()
		if !ok || tiers.count == 1 {
			continue
		}
		tiered++
		crowds += tiers.count - 1
		const length = 40
		largest := tiers.reached(length)
		checkReached(t, tiers, pattern, 5*reachedPeriod)
		fine := fineness{}
		for j := range fine.sizes {
			fine.sizes[j] = coarsest + rng.IntN(3)
		}
		most, again := make([]float64, length+1), make([]float64, length+1)
		c := tiers.costs(most, math.Inf(1), largest, &fine, nil, 0)
		for j := range fine.along {
			fine.along[j] = rng.IntN(4) > 0
		}
		tiers.costs(again, math.Inf(1), largest, &fine, c.trace(1+rng.IntN(length)), 0)
		worst, text := int64(0), []rune(strings.Repeat("a", length))
		for range 150 {
			changed := append([]rune(nil), text...)
			for range 1 + rng.IntN(3) {
				from, letter := rng.IntN(len(changed)), rune("abc!"[rng.IntN(4)])
				for i := from; i < min(from+1+rng.IntN(12), len(changed)); i++ {
					changed[i] = letter
				}
			}
			n := len(changed) - rng.IntN(len(changed))/4
			res := program.Match(changed[:n], backtrack.Options{})
			if bound := min(most[n], again[n]) + system.success*float64(n+1); float64(res.Steps) > bound*(1+1e-9) {
				t.Fatalf("/%s/: %d characters are said to take at most %.0f steps, but %q takes %d", pattern, n, bound, string(changed[:n]), res.Steps)
			}
			if n == length && res.Steps >= worst {
				worst, text = res.Steps, changed
			}
		}
	}
	if tiered < 10 || crowds < tiered || typed < 5 {
		t.Errorf("%d patterns have %d crowds, and of %d texts are told apart; want more", tiered, crowds, typed)
	}
	t.Logf("%d patterns with %d crowds; of %d texts are told apart", tiered, crowds, typed)
}

// checkReached compares the sizes that crowds are said to reach with those that the steps lead to.
func checkReached(t *testing.T, tiers *tiers, pattern string, length int) {
	t.Helper()
	now := make([]amounts, len(tiers.sights))
	for g := range tiers.starts {
		now[g][0] = 1
	}
	var want amounts
	for n, got := range tiers.reached(length) {
		next := make([]amounts, len(now))
		for i := range now {
			for j, k := range now[i] {
				want[j] = max(want[j], k)
			}
			for s := range tiers.sights[i].steps {
				step := &tiers.sights[i].steps[s]
				k := step.apply(&now[i])
				for j := range k {
					next[step.to][j] = max(next[step.to][j], k[j])
				}
			}
		}
		now = next
		for j := range want[:tiers.count] {
			if got[j] < want[j] || got[j] > want[j]+1 {
				t.Fatalf("/%s/: %d characters are said to lead to %.0f runs of crowd %d; want %.0f", pattern, n, got[j], j, want[j])
			}
		}
	}
}

package bound

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestRate bounds patterns of several counters in a row.
func TestRate(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		length  int
		steps   float64 // at most
	}{
		{`<img\b[^>]{0,100}\ssrc=.?https?:`, 200, 60_000},
		{`\b(?:ask|tell)\b[^.]{0,50}\b(?:to|by)\b[^.]{0,50}@\b`, 115, 100_000},
		{`<[a-z]{1,10}\s[^>]{1,80}/(?:src|href)\s*=`, 99, 40_000},
		{`Mozilla.{1,200}Mobile.{1,100}(Instagram).(\d+)\.(\d+)\.(\d+)`, 328, 900_000},
		{`Net/.{0,100} Dar/7\.\d+.{0,100}\(x\)`, 230, 1_500_000},
	} {
		_, costs := searchCosts(t, syntax.JavaScript, tt.pattern, "")
		steps, each, ok := Of(costs).Rate(tt.length, tt.steps)
		if !ok || steps > tt.steps {
			t.Errorf("/%s/: %d characters take at most %.0f steps, and each more %.0f (found: %t); want at most %.0f", tt.pattern, tt.length, steps, each, ok, tt.steps)
		}
	}
	_, costs := searchCosts(t, syntax.JavaScript, `a*b*c`, "")
	if steps, each, ok := Of(costs).Rate(100, 0); ok {
		t.Errorf("/a*b*c/: 100 characters take at most %.0f steps, and each more %.0f; want no such bound", steps, each)
	}
}

// TestReach bounds patterns whose cost grows faster than the length.
func TestReach(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		known   int // characters of an input that exceeds the budget
		least   int
		steep   bool
	}{
		{`\[.*?\]\(.*?\)`, 207, 170, true},
		{`\{\+\s*([\s\S]+?)\s*\+\}`, 127, 110, true},
		{`\.com\/[A-Za-z.]{4,}[0-9]{9,12}[a-z0-9]{1,2}[A-Za-z.]+[0-9]{7,9}[A-Za-z.]{6,}[0-9]{7,9}\b`, 933, 600, false}, // counters
	} {
		_, costs := searchCosts(t, syntax.JavaScript, tt.pattern, "")
		if length := Of(costs).Reach(1_000_000, tt.known, tt.steep); length < tt.least || length > tt.known {
			t.Errorf("/%s/: no shorter input than %d characters exceeds the budget; want from %d to %d", tt.pattern, length, tt.least, tt.known)
		}
	}
}

// TestRateBoundsTheMatcher runs random patterns that have a rate, or reach a budget, on random inputs.
func TestRateBoundsTheMatcher(t *testing.T) {
	rated, reached, tiered := 0, 0, 0
	for _, d := range syntax.Dialects() {
		if !d.Backtracks() {
			continue
		}
		rng := rand.New(rand.NewPCG(uint64(snagtest.Number(t, "SNAG_SEED", 11)), uint64(d)))
		for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(8, 1500)) {
			w, ok := wildCosts(rng, d, 3, 600)
			if !ok {
				continue
			}
			length := rng.IntN(40)
			bounds := Of(w.costs)
			steps, each, ok := bounds.Rate(length, float64(rng.IntN(5000)))
			if ok {
				rated++
			}
			budget := 20 + rng.IntN(3000)
			reach := bounds.Reach(float64(budget), 1+rng.IntN(200), rng.IntN(2) == 0)
			if reach > 0 {
				reached++
			}
			known := 1 + rng.IntN(200)
			if least := bounds.Divided(float64(budget), bounds.Tiered(float64(budget), 0, known), known); least > 0 {
				tiered++
				reach = max(reach, least)
			}
			for range 40 {
				text := randomText(rng)
				if word := text[:min(len(text), 1+rng.IntN(4))]; len(word) > 0 && rng.IntN(2) == 0 {
					text = text[:0:0]
					for n := rng.IntN(150); len(text) < n; {
						text = append(text, word...)
					}
				}
				if short := text[:min(len(text), max(reach-1, 0))]; reach > 0 {
					if r := w.program.Match(short, backtrack.Options{Mode: w.mode, MaxSteps: 1 << 24}); r.Steps > int64(budget) {
						t.Fatalf("%v /%s/%s in mode %v: inputs of fewer than %d characters take at most %d steps, but %q takes %d", d, w.pattern, w.flags, w.mode, reach, budget, string(short), r.Steps)
					}
				}
				if !ok {
					continue
				}
				most := steps + each*float64(max(len(text)-length, 0))
				if r := w.program.Match(text, backtrack.Options{Mode: w.mode, MaxSteps: 1 << 24}); float64(r.Steps) > most+1e-6*most {
					t.Fatalf("%v /%s/%s in mode %v: at most %g steps and %g for each character beyond %d, but %q takes %d", d, w.pattern, w.flags, w.mode, steps, each, length, string(text), r.Steps)
				}
			}
		}
	}
	t.Logf("%d patterns have a rate, %d reach a budget, %d in tiers", rated, reached, tiered)
	if rated == 0 || reached == 0 || tiered == 0 {
		t.Errorf("%d patterns have a rate, %d reach a budget, %d in tiers; want some of each", rated, reached, tiered)
	}
}

// windows draws patterns of counted repetitions in a row that share the text, with words, loops and alternatives between
// them.
type windows struct{ *rand.Rand }

func (w windows) pattern() string {
	var b strings.Builder
	if w.IntN(6) == 0 {
		b.WriteString([]string{"^", `\b`, "(?=a)"}[w.IntN(3)])
	}
	for n := 2 + w.IntN(3); n > 0; n-- {
		b.WriteString(w.word())
		b.WriteString(w.window())
	}
	if w.IntN(3) > 0 {
		b.WriteString(w.word() + []string{"", "$", "x"}[w.IntN(3)])
	}
	return b.String()
}

// word returns what stands between two windows.
func (w windows) word() string {
	words := []string{"a", "b", "ab", "aab", ";", "; ", "b;", "[ab]", "", "a+", "[^;]+", "(?:a|ab)", "(?:a|;|)", "b*;", "(?:ab)+", `(?:ab?){1,3}`}
	return words[w.IntN(len(words))]
}

func (w windows) window() string {
	sets := []string{".", ".", "[^;]", "[ab]", "[^a]", `(?:a|b;?)`, "(?:[^;];?)"}
	least := w.IntN(3)
	window := fmt.Sprintf("%s{%d,%d}", sets[w.IntN(len(sets))], least, least+1+w.IntN(12))
	if w.IntN(4) == 0 {
		window += "?"
	}
	return window
}

// input draws words, some of them often.
func (w windows) input() (text []rune) {
	words := []string{"a", "b", "ab", "aab", ";", "; ", "b;", "x", "a;", "ab;", " "}
	var parts []string
	for n := 1 + w.IntN(6); n > 0; n-- {
		parts = append(parts, strings.Repeat(words[w.IntN(len(words))], 1+w.IntN(12)))
	}
	for n := w.IntN(160); len(text) < n; {
		text = append(text, []rune(parts[w.IntN(len(parts))])...)
	}
	return text
}

// TestLayersBoundTheMatcher runs random patterns of windows on random inputs, and on those that come of the most expensive
// one by a change.
func TestLayersBoundTheMatcher(t *testing.T) {
	w := windows{rand.New(rand.NewPCG(uint64(snagtest.Number(t, "SNAG_SEED", 5)), 1))}
	bounded, closest := 0, 0.0
	for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(25, 4000)) {
		pattern := w.pattern()
		program, costs := searchCosts(t, syntax.JavaScript, pattern, "")
		length := 10 + w.IntN(60)
		c, ok := newCrossing(Of(costs), length)
		if !ok {
			continue
		}
		start, search := c.begin()
		c.work = 2_000_000
		most, ok := c.layered(start)
		if !ok {
			continue
		}
		bounded++
		limits := make([]float64, 200)
		for n := range limits {
			limits[n] = search + most[min(n, length+1)]
			if n > 0 {
				limits[n] += limits[n-1]
			}
		}
		worst, share := w.input(), 0.0
		for range 120 {
			text := w.input()
			if at := w.IntN(len(worst) + 1); w.IntN(4) > 0 {
				rest := worst[min(len(worst), at+w.IntN(12)):]
				text = slices.Concat(worst[:at], text[:min(len(text), w.IntN(12))], rest)
			}
			text = text[:min(len(text), len(limits)-1)]
			r := program.Match(text, backtrack.Options{Mode: syntax.Search, MaxSteps: 1 << 24})
			limit := limits[len(text)]
			if float64(r.Steps) > limit+1e-6*limit {
				t.Fatalf("/%s/: an input of %d characters takes at most %g steps, but %q takes %d", pattern, len(text), limit, string(text), r.Steps)
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

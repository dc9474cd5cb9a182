package redos

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/probe/snagtest"
)

// TestVerdictsBoundTheMatcher compares verdicts on random patterns with what the reference matcher
// needs on every small attack: it must never grow faster than the verdict says.
func TestVerdictsBoundTheMatcher(t *testing.T) {
	patterns := snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(30, 150))
	for _, d := range syntax.Dialects() {
		if !d.Backtracks() {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 11+uint64(d)))
			if d == syntax.JavaScript {
				boundsTheMatcher(t, d, rng, patterns, []string{"", "", "g", "m", "y", "i", "u"})
			} else {
				boundsTheMatcher(t, d, rng, patterns/15, []string{"", "", "m", "i"})
			}
		})
	}
}

func boundsTheMatcher(t *testing.T, d syntax.Dialect, rng *rand.Rand, patterns int, letters []string) {
	unknown := 0
	for range patterns {
		pattern, flags := randomPattern(rng, d), letters[rng.IntN(len(letters))]
		tree, err := parser.Parse(d, pattern, flags)
		if err != nil && d == syntax.JavaScript {
			t.Fatalf("Parse(/%s/%s): %v", pattern, flags, err)
		} else if err != nil {
			continue
		}
		v, err := Tree(t.Context(), tree, syntax.Search, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		degree := max(v.Degree, v.UpTo)
		switch v.Class {
		case Unknown:
			if !strings.Contains(pattern, "(?<") && !strings.Contains(pattern, `(?:\`) { // lookbehinds and backreferences are not always followed
				unknown++
				t.Logf("%v /%s/%s is unknown: %s", d, pattern, flags, v.Reason)
			}
			continue
		case Exponential:
			continue // proved by its own attack
		case Linear:
			degree = 1
		}
		p := newProver(tree, tree.Applied(syntax.Search), DefaultLimits.Steps)
		if a, grew := fastest(p, degree); grew > float64(degree)+0.45 {
			t.Errorf("Analyze(%v /%s/%s) = %v degree %d, but the matcher grows with degree %.2f on %s",
				d, pattern, flags, v.Class, v.Degree, grew, describe(a))
		}
	}
	if unknown > max(patterns/50, 2) {
		t.Errorf("%d of %d random patterns are unknown", unknown, patterns)
	}
}

// fastest returns the small attack on which the steps grow fastest, and its exponent.
func fastest(p *prover, degree int) (worst attack.Attack, exponent float64) {
	size := 24
	if degree > 2 {
		size = 10
	}
	for _, pump := range words {
		for _, prefix := range []string{"", "a", "b", "ab", "ba", "\n"} {
			for _, suffix := range []string{"", "c", "a", "b", "\n", "ac"} {
				a := attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix}
				r := p.replay(a)
				one, ok1 := r.cost(size, 2_000_000)
				two, ok2 := r.cost(2*size, 2_000_000)
				if !ok1 || !ok2 {
					if degree < 3 {
						return a, math.Inf(1)
					}
					continue // a high degree is expensive
				}
				if two.Steps < 1000 {
					continue
				}
				// The second difference of the doubled sizes leaves out the linear part.
				four, ok := r.cost(4*size, 20_000_000)
				if !ok {
					continue // a high degree; the smaller sizes have not shown more
				}
				grew := math.Log2(float64(four.Steps-two.Steps) / float64(two.Steps-one.Steps))
				if grew > exponent {
					worst, exponent = a, grew
				}
			}
		}
	}
	return worst, exponent
}

// words are all words of up to three letters that may be pumped.
var words = func() []string {
	var all []string
	level := []string{""}
	for range 3 {
		var next []string
		for _, w := range level {
			for _, c := range []string{"a", "b", "c", "\n"} {
				next = append(next, w+c)
			}
		}
		all = append(all, next...)
		level = next
	}
	return all
}()

func describe(a attack.Attack) string {
	return fmt.Sprintf("%q + %q×n + %q", a.Pumps[0].Prefix, a.Pumps[0].Pump, a.Suffix)
}

// randomPattern returns a small pattern over a and b that uses everything the analysis decides.
func randomPattern(rng *rand.Rand, d syntax.Dialect) string {
	p := syntaxtest.Pattern(rng, d, 4)
	if rng.IntN(3) == 0 {
		p = "^(?:" + p + ")"
	}
	if rng.IntN(3) == 0 {
		p = "(?:" + p + ")$"
	}
	return p
}

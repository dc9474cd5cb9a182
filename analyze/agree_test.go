package analyze

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"snag/analyze/attack"
	"snag/analyze/syntax"
)

// TestVerdictsBoundTheMatcher compares verdicts on random patterns with what the reference matcher
// needs on every small attack: it must never grow faster than the verdict says.
func TestVerdictsBoundTheMatcher(t *testing.T) {
	patterns := 150
	if n, err := strconv.Atoi(os.Getenv("SNAG_RANDOM")); err == nil {
		patterns = n
	}
	rng := rand.New(rand.NewPCG(7, 11))
	unknown := 0
	for range patterns {
		pattern, flags := randomPattern(rng), []string{"", "", "g", "m", "y", "i", "u"}[rng.IntN(7)]
		tree, err := syntax.JavaScript.Parse(pattern, flags)
		if err != nil {
			t.Fatalf("Parse(/%s/%s): %v", pattern, flags, err)
		}
		v, err := Tree(t.Context(), tree, Search, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		degree := v.Degree
		switch v.Class {
		case Unknown:
			if !strings.Contains(pattern, "(?<") { // lookbehinds and backreferences are not always followed
				unknown++
			}
			continue
		case Exponential:
			continue // proved by its own attack
		case Linear:
			degree = 1
		}
		mode := Search
		if strings.Contains(flags, "g") {
			mode = All
		} else if strings.Contains(flags, "y") {
			mode = Prefix
		}
		p := newProver(tree, mode)
		if a, grew := fastest(p, degree); grew > float64(degree)+0.45 {
			t.Errorf("Regex(/%s/%s) = %v degree %d, but the matcher grows with degree %.2f on %s",
				pattern, flags, v.Class, v.Degree, grew, describe(a))
		}
	}
	if unknown > patterns/50 {
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
					continue // a high degree is dear
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
func randomPattern(rng *rand.Rand) string {
	p := randomNode(rng, 4)
	if rng.IntN(3) == 0 {
		p = "^(?:" + p + ")"
	}
	if rng.IntN(3) == 0 {
		p = "(?:" + p + ")$"
	}
	return p
}

func randomNode(rng *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "[ab]", ".", "[^a]", "c", "[^]"}[rng.IntN(7)]
	}
	sub := func() string { return randomNode(rng, depth-1) }
	switch rng.IntN(19) {
	case 0, 1, 2, 3:
		return sub() + sub()
	case 4, 5:
		return "(?:" + sub() + "|" + sub() + ")"
	case 6, 7, 8:
		quantifiers := []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?"}
		return "(?:" + sub() + ")" + quantifiers[rng.IntN(len(quantifiers))]
	case 9:
		return "(?=" + sub() + ")"
	case 10:
		return "(?!" + sub() + ")"
	case 11:
		return []string{`\b`, `\B`, "^", "$", "(?<=a)", "(?<!b)", "(?=b)", "(?!a)"}[rng.IntN(8)]
	case 12:
		return "(?:" + sub() + "|)"
	case 13:
		return "(?<=" + sub() + ")"
	case 14:
		return "(?<!" + sub() + ")"
	case 15: // an atomic group, or a backreference to something near
		name := fmt.Sprintf("g%d", rng.Uint32())
		if rng.IntN(2) == 0 {
			return "(?=(?<" + name + ">" + sub() + "))\\k<" + name + ">"
		}
		return "(?<" + name + ">" + sub() + ")" + sub() + "\\k<" + name + ">"
	}
	return randomNode(rng, 0)
}

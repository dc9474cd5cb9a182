package equivalence_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

var testLimits = equivalence.Limits{Program: 3000, States: 20_000, Work: 2_000_000}

// words are all words of up to five characters of the alphabet of random patterns, and longer ones
// over fewer.
var words = slices.Concat(wordsOver("abc\n", 4), wordsOver("ab", 8))

func wordsOver(alphabet string, most int) [][]rune {
	all, level := [][]rune{nil}, [][]rune{nil}
	for range most {
		var next [][]rune
		for _, w := range level {
			for _, c := range alphabet {
				next = append(next, append(slices.Clone(w), c))
			}
		}
		all, level = append(all, next...), next
	}
	return all
}

// results returns all that matching program comes to on input, as text.
func results(t *testing.T, p *backtrack.Program, mode syntax.Mode, level equivalence.Level, input []rune) string {
	t.Helper()
	var b strings.Builder
	one := func(opt backtrack.Options) (backtrack.Result, bool) {
		opt.Captures, opt.MaxSteps = true, 50_000_000
		res := p.Match(input, opt)
		if res.Outcome != backtrack.Matched {
			if res.Outcome != backtrack.Failed {
				t.Fatalf("the matcher gave up on %q", string(input))
			}
			return res, false
		}
		switch level {
		case equivalence.Accepts:
			b.WriteString("yes ")
		case equivalence.Spans:
			fmt.Fprint(&b, res.Captures[:2])
		case equivalence.Groups:
			fmt.Fprint(&b, res.Captures)
		}
		return res, true
	}
	switch mode {
	case syntax.Search:
		one(backtrack.Options{})
	case syntax.Prefix:
		for i := range len(input) + 1 {
			one(backtrack.Options{Mode: syntax.Prefix, Start: i})
			b.WriteByte(';')
		}
	case syntax.Full:
		one(backtrack.Options{Mode: syntax.Full})
	case syntax.All:
		for at := 0; at <= len(input); {
			res, ok := one(backtrack.Options{Start: at})
			if !ok || level == equivalence.Accepts {
				break
			}
			if at = res.End; res.Start == res.End {
				at++
			}
		}
	}
	return b.String()
}

// TestCompareAgreesWithTheMatcher compares random patterns with changed copies of themselves on all
// short inputs.
func TestCompareAgreesWithTheMatcher(t *testing.T) {
	rounds := snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(500, 1500))
	rng := rand.New(rand.NewPCG(3, 5))
	counts := map[string]int{}
	for range rounds {
		first := randomPattern(rng)
		second := mutate(rng, first)
		mode, level := syntax.Mode(rng.IntN(4)), equivalence.Level(rng.IntN(3))
		a, errA := parser.Parse(syntax.JavaScript, first, "")
		b, errB := parser.Parse(syntax.JavaScript, second, "")
		if errA != nil || errB != nil || a.Groups != b.Groups {
			continue
		}
		diffs, err := equivalence.Compare(a, b, equivalence.Options{Mode: mode, Level: level, Limits: testLimits})
		if err != nil && len(diffs) == 0 {
			if errors.Is(err, equivalence.ErrTooLarge) {
				counts["too large"]++
			} else {
				counts["unsupported"]++
			}
			continue
		}
		p, _ := backtrack.Compile(a)
		q, _ := backtrack.Compile(b)
		name := fmt.Sprintf("/%s/ and /%s/, mode %d, level %d", first, second, mode, level)
		for _, d := range diffs {
			counts["differ"]++
			x, y := results(t, p, mode, level, d.Input), results(t, q, mode, level, d.Input)
			if x == y {
				t.Errorf("Compare(%s): differ on %q, but both come to %q", name, string(d.Input), x)
			}
		}
		if len(diffs) > 0 {
			continue
		}
		counts["same"]++
		for _, w := range words {
			if x, y := results(t, p, mode, level, w), results(t, q, mode, level, w); x != y {
				t.Errorf("Compare(%s): the same, but on %q they come to %q and %q", name, string(w), x, y)
				break
			}
		}
	}
	t.Log(counts)
	if counts["same"] < rounds/20 || counts["differ"] < rounds/20 {
		t.Errorf("too few pairs were decided: %v", counts)
	}
}

// randomPattern returns a small pattern over a and b.
func randomPattern(rng *rand.Rand) string {
	p := randomNode(rng, 3)
	if rng.IntN(4) == 0 {
		p = "^(?:" + p + ")"
	}
	if rng.IntN(4) == 0 {
		p = "(?:" + p + ")$"
	}
	return p
}

func randomNode(rng *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "[ab]", ".", "[^a]", "c", "[^]"}[rng.IntN(7)]
	}
	sub := func() string { return randomNode(rng, depth-1) }
	switch rng.IntN(18) {
	case 0, 1, 2, 3:
		return sub() + sub()
	case 4, 5:
		return "(?:" + sub() + "|" + sub() + ")"
	case 6, 7, 8:
		quantifiers := []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?"}
		return "(?:" + sub() + ")" + quantifiers[rng.IntN(len(quantifiers))]
	case 9:
		return []string{"(?=", "(?!"}[rng.IntN(2)] + sub() + ")"
	case 10:
		return "(" + sub() + ")"
	case 11:
		return []string{`\b`, `\B`, "^", "$", "(?<=a)", "(?<!b)", "(?=b)", "(?!a)"}[rng.IntN(8)]
	case 12:
		return "(?:" + sub() + "|)"
	case 13:
		return "(?<=" + sub() + ")"
	case 14:
		return "(?<!" + sub() + ")"
	case 16:
		name := fmt.Sprintf("g%d", rng.Uint32())
		look := []string{"(?<!\\k<" + name + ">" + sub() + ")", "(?!\\k<" + name + ">)", "(?<=\\k<" + name + ">[^]" + sub() + ")"}[rng.IntN(3)]
		return "(?:(?<" + name + ">[ab])" + sub() + look + sub() + ")"
	case 15:
		name := fmt.Sprintf("g%d", rng.Uint32())
		return "(?:(?<" + name + ">[ab]|b?)" + sub() + "\\k<" + name + ">)"
	}
	return "(?:(" + sub() + ")|" + sub() + ")*"
}

// mutate returns a copy of pattern with a small change that may or may not matter.
func mutate(rng *rand.Rand, pattern string) string {
	at := rng.IntN(len(pattern) + 1)
	switch rng.IntN(7) {
	case 0:
		return pattern[:at] + "(?!c)" + pattern[at:]
	case 1:
		return pattern[:at] + "(?:)" + pattern[at:]
	case 2:
		return strings.Replace(pattern, "*", "+", 1)
	case 3:
		return strings.Replace(pattern, "a", "[a]", 1)
	case 4:
		return "(?:" + pattern + "|" + randomNode(rng, 1) + ")"
	case 5:
		return strings.Replace(pattern, "(?:", "(?:(?<!ab)", 1)
	}
	return strings.Replace(pattern, "*", "{0,2}", 1)
}

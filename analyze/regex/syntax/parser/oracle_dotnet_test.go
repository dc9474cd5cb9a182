package parser

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// regexp2Options returns the options that flags of .NET stand for.
func regexp2Options(flags string) regexp2.RegexOptions {
	options := regexp2.None
	for _, r := range flags {
		switch r {
		case 'i':
			options |= regexp2.IgnoreCase
		case 'm':
			options |= regexp2.Multiline
		case 's':
			options |= regexp2.Singleline
		case 'n':
			options |= regexp2.ExplicitCapture
		case 'x':
			options |= regexp2.IgnorePatternWhitespace
		case 'r':
			options |= regexp2.RightToLeft
		case 'e':
			options |= regexp2.ECMAScript
		}
	}
	return options
}

// TestRegexp2Random asks regexp2, a port of .NET's engine, whether random patterns are valid.
func TestRegexp2Random(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	flags := []string{"", "", "i", "x", "n"}
	wrong := 0
	const count = 4000
	for range count {
		q := query{randomPattern(r), flags[r.IntN(len(flags))]}
		_, theirs := regexp2.Compile(q.pattern, regexp2Options(q.flags))
		_, ours := Parse(syntax.DotNet, q.pattern, q.flags)
		if e, ok := ours.(*syntax.Error); ok && e.Limit {
			continue
		}
		if (theirs == nil) != (ours == nil) {
			wrong++
			t.Logf("/%s/%s: regexp2 says %v, got %v", q.pattern, q.flags, theirs, ours)
		}
	}
	if wrong > count/200 {
		t.Errorf("%d of %d random patterns differ", wrong, count)
	}
}

// TestRegexp2Sets compares sets with what regexp2 matches, in code units. Left out is where regexp2 does
// not follow .NET: it takes joiners for word characters, folds properties and the ends of ranges, and has
// an ECMAScript mode of its own.
func TestRegexp2Sets(t *testing.T) {
	patterns := append([]string{`\p{L}`, `\p{Lu}`, `\P{Ll}`, `[a-z-[aeiou]]`, `[^b-d-[aeiou]]`, `[^a-z-[^aeiou]]`, `[a-z-[d-w-[m]]]`, `\u0041`, `\x41`, `\cA`, `\101`, `[\]a]`}, setPatterns[""]...)
	for _, pattern := range patterns {
		for _, flags := range []string{"", "i", "s"} {
			if strings.ContainsAny(pattern, "wWΑ") || flags == "i" && strings.ContainsAny(pattern, "pP") {
				continue
			}
			re, err := regexp2.Compile(`^(?:`+pattern+`)\z`, regexp2Options(flags))
			tree, ours := Parse(syntax.DotNet, pattern, flags)
			if err != nil || ours != nil {
				if (err == nil) != (ours == nil) {
					t.Errorf("/%s/%s: regexp2 says %v, got %v", pattern, flags, err, ours)
				}
				continue
			}
			got, ok := characterSet(tree.Root)
			if !ok {
				continue
			}
			var want []charset.Range
			for _, c := range someCharacters {
				for r := c.Lo; r <= c.Hi && r < 0xD800; r++ {
					if ok, err := re.MatchRunes([]rune{r}); ok && err == nil {
						want = append(want, charset.Range{Lo: r, Hi: r})
					}
				}
			}
			got = got.Intersect(someCharacters).Intersect(charset.Set{{Hi: 0xD7FF}})
			if w := charset.Normalize(want); !got.Equal(w) {
				t.Errorf("/%s/%s: too many %v, missing %v", pattern, flags, got.Subtract(w), w.Subtract(got))
			}
		}
	}
}

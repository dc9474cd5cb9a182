package redos

import (
	"math/rand/v2"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/analyze/regex/transform"
	"snag/probe/snagtest"
)

// Patterns that are not decided as they stand are by others that cost no less, and near ones are not called safe.
func TestOtherwise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dialect syntax.Dialect
		pattern string
		want    Class
	}{
		{syntax.JavaScript, `^(a+)(b+)\1\2$`, Linear},
		{syntax.JavaScript, long(`Windows [^;]{1,30}; .{0,100}?IEMobile/[^;\)]+[;\)] ?(?:TOSHIBA|Fujitsu)[^;]{0,200}; {0,2}([^;,\)]+)`), Linear},
		{syntax.JavaScript, long(`Windows [^;]{1,30}; .{0,5000}?IEMobile/[^;\)]+[;\)] ?(?:TOSHIBA|Fujitsu)[^;]{0,200}; {0,2}([^;,\)]+)`), Polynomial},
		{syntax.Java, long(`(?<!\\[\p{Alpha}]{0,100}\{[^\}]{0,100})\}([-/ ]?)\{`), Unknown}, // what leads there shrinks to nothing
		{syntax.Perl, long(`(?sm)^From:\s+([^<]\S+\s\S+)\s(?=.{1,2048}^\1\r?$)`), Polynomial},
		{syntax.JavaScript, `\[(?:[^\[\]q]|(?<a>q+)[^q]+\k<a>(?!q))*?\]x`, Linear},
		{syntax.JavaScript, `(a+)(b+)\1\2$`, Polynomial},
		{syntax.JavaScript, `^^(?=((?=(a*))\2.*))\1a*$`, Linear},
		{syntax.JavaScript, `^(?=((?=(a*))\2.*))a*a*$`, Polynomial},
		{syntax.Ruby, `(?<=^|\G|>)[\t ]*(<)`, Linear},
		{syntax.Ruby, `(?<=^|\G|>| )[\t ]*(<)`, Polynomial},
		{syntax.Ruby, `(?=(\w+)\s*::|}|^(?!\1[\t ]|[\t ]*$))`, Linear},
		{syntax.Ruby, `(?=(\w+)\s*::|}|^(?!\1[\t ]|[\t ]*$)!)`, Polynomial},
		{syntax.JavaScript, `^(a+)b*\1b*\1$`, Polynomial},
		{syntax.JavaScript, `(?=(x+?)?)\1$`, Linear},
		{syntax.JavaScript, `(?:[^\[q]*(?:\[(?:[^\]])*\]|q+(?!q)[^q]*?q+(?!q)|qq+(?=\])))*?[^q]*?`, Linear},
		{syntax.JavaScript, `(?:[^q]*q+[^q]*?){0,999}?[^q]*?x`, Exponential},
		{syntax.JavaScript, `(^|[^\\'"])(?:'(?:[^\r\n\\']|\\.){1,10}'|"(?:[^\r\n\\"]|\\.)*"(?!")|"""[\s\S]*?""")`, Linear},
		{syntax.JavaScript, `(^|[^\\'"])(?:'(?:[^\r\n\\']|\\.){1,10}'|(?:[^\r\n\\"]|\\.)*"(?!")|"""[\s\S]*?""")`, Polynomial},
		{syntax.Ruby, `(?<=])(\s+(?:=\s*)?(?:[]*\[]+{0,1}(?:<-\s*)?\bchan\b(?:\s*<-)?\s*)+{0,1}(?![]*\[]+{0,1}\b(?:struct|interface|func)\b)[-\]*.\[\w]+(?:,\s*[]*.\[\w]+)*)?`, Linear},
	} {
		if c.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: c.pattern, Dialect: c.dialect}, DefaultLimits)
		if err != nil || v.Class != c.want {
			t.Errorf("Analyze(%v /%s/) = %v (%s), %v; want %v", c.dialect, c.pattern, v.Class, v.Reason, err, c.want)
		}
	}
}

// TestOthersCostNoLess compares what random patterns cost with what those do that are decided in their place.
func TestOthersCostNoLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	var tried [4]int
	for range snagtest.Sized(6000, 60_000) {
		d := []syntax.Dialect{syntax.JavaScript, syntax.PCRE, syntax.Ruby, syntax.Python}[rng.IntN(4)]
		pattern := syntaxtest.Pattern(rng, d, 4)
		tree, err := parser.Parse(d, pattern, "")
		if err != nil {
			continue
		}
		mode := syntax.Search
		if rng.IntN(3) == 0 {
			mode = syntax.Full
		}
		var texts [][]rune
		for range 12 {
			text := make([]rune, 1+rng.IntN(16))
			for i := range text {
				text[i] = rune("aabbbc\n"[rng.IntN(7)])
			}
			texts = append(texts, text)
		}
		costs := func(tree *syntax.Tree) (results []backtrack.Result) {
			program, err := backtrack.Compile(tree)
			if err != nil {
				return nil
			}
			for _, text := range texts {
				results = append(results, program.Match(text, backtrack.Options{Mode: mode, MaxSteps: 200_000}))
			}
			return results
		}
		check := func(what int, others []*syntax.Tree) {
			first := costs(tree)
			sums := make([]int64, len(texts))
			for _, other := range others {
				results := costs(other)
				if results == nil || first == nil {
					return
				}
				for i, r := range results {
					if sums[i] += r.Steps; r.Steps >= 200_000 {
						return
					}
					if (what == 0 || what == 3) && r.Outcome != first[i].Outcome {
						t.Errorf("%v /%s/ on %q, mode %v: %v, and %v otherwise (%d)", d, pattern, string(texts[i]), mode, first[i].Outcome, r.Outcome, what)
					}
				}
			}
			tried[what]++
			for i, r := range first {
				if most := 3*sums[i] + int64(8*len(texts[i])) + 16; r.Steps > most {
					t.Errorf("%v /%s/ on %q, mode %v: %d steps, more than %d, which follows from %d other patterns", d, pattern, string(texts[i]), mode, r.Steps, most, len(others))
				}
			}
		}
		if other, ok := transform.Committed(tree, mode); ok {
			check(0, []*syntax.Tree{other})
		}
		if other, ok := transform.Referred(tree); ok {
			check(1, []*syntax.Tree{other})
		}
		if other, ok := transform.Settled(tree, mode); ok {
			check(3, []*syntax.Tree{other})
		}
		one := &decision{tree: tree, mode: mode}
		if pieces := divided(tree, 0); len(pieces) > 1 && !one.asksWhichOne() {
			check(2, pieces)
		}
	}
	t.Logf("tried %d committed, %d referred, %d divided, %d settled", tried[0], tried[1], tried[2], tried[3])
	for what, count := range tried {
		if count < 20 {
			t.Errorf("too few patterns of kind %d: %d", what, count)
		}
	}
}

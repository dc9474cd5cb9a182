package backtrack_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// boundaries returns the indexes in UTF-16 code units at which s may be searched from.
func boundaries(s string) []int {
	at, out := 0, []int{0}
	for _, r := range wtf8.Decode(s) {
		if at++; r > 0xFFFF {
			at++
		}
		out = append(out, at)
	}
	return out
}

func (g *generator) trial(pattern, flags string, most int) trial {
	c := trial{pattern: pattern, flags: flags, input: g.input(most)}
	if g.oneIn(3) {
		starts := boundaries(c.input)
		c.start = starts[g.IntN(len(starts))]
	}
	c.sticky = g.oneIn(4)
	return c
}

func TestAgreesWithNodeOnRandomPatterns(t *testing.T) {
	snagtest.Long(t)
	g := &generator{Rand: rand.New(rand.NewPCG(1, 2))}
	var trials []trial
	for range 8000 {
		pattern, flags := g.pattern()
		for range 5 {
			trials = append(trials, g.trial(pattern, flags, 9))
		}
	}
	matched, failed := agree(t, trials)
	if matched < len(trials)/4 || failed < len(trials)/20 {
		t.Errorf("%d matched and %d failed of %d: the generator is lopsided", matched, failed, len(trials))
	}
}

func TestAgreesWithNodeOnRealPatterns(t *testing.T) {
	snagtest.Long(t)
	var trials []trial
	g := &generator{Rand: rand.New(rand.NewPCG(3, 4))}
	for _, row := range snagtest.Rows[struct{ Pattern, Flags wtf8.String }](t, filepath.Join(snagtest.Corpora(t), "real-javascript.jsonl")) {
		pattern := string(row.Pattern)
		// How often and from where the pattern is applied is up to the trial.
		flags := strings.Trim(strings.NewReplacer("g", "", "y", "", "d", "").Replace(string(row.Flags)), " ")
		tree, err := parser.Parse(syntax.JavaScript, pattern, flags)
		if err != nil {
			t.Errorf("%s: %v", wtf8.Quote(pattern), err)
			continue
		}
		g.pool = append(wtf8.Decode(pattern), 'a', 'Z', '0', ' ', '\n', 'é')
		for range 6 {
			c := g.trial(pattern, flags, 9)
			// Text that the pattern is likely to match, between text that it is not.
			c.input = g.input(3) + wtf8.Encode(g.sample(tree.Root, nil)) + g.input(3)
			c.start = 0
			trials = append(trials, c)
		}
	}
	matched, _ := agree(t, trials)
	if matched < len(trials)/2 {
		t.Errorf("only %d of %d matched: the samples are poor", matched, len(trials))
	}
}

package redos

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// TestSafeVerdictsSurviveASearch looks by brute force for inputs on which a random pattern that was
// called safe, or polynomial, grows faster than that in the reference matcher. SNAG_SEARCH is the number
// of patterns of each dialect. In the long tests, and with it, the seed is new each time unless SNAG_SEED names one.
func TestSafeVerdictsSurviveASearch(t *testing.T) {
	patterns := snagtest.Number(t, "SNAG_SEARCH", snagtest.Sized(1, 40))
	usual := 1
	if snagtest.IsLong() || os.Getenv("SNAG_SEARCH") != "" {
		usual = int(time.Now().UnixNano())
	}
	seed := uint64(snagtest.Number(t, "SNAG_SEED", usual))
	for _, d := range syntax.Dialects() {
		if !d.Backtracks() {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			t.Logf("SNAG_SEED=%d", seed)
			s := wildSearch{T: t, dialect: d, rng: rand.New(rand.NewPCG(seed, uint64(d)))}
			for range patterns {
				s.one()
			}
			t.Logf("%d patterns: %d safe, %d polynomial, %d exponential, %d unknown", s.total, s.counts[Linear], s.counts[Polynomial], s.counts[Exponential], s.counts[Unknown])
			if s.counts[Unknown] > max(s.total/5, 10) {
				t.Errorf("%d of %d random patterns are unknown", s.counts[Unknown], s.total)
			}
		})
	}
}

// wildSearch decides random patterns of one dialect and searches against the verdicts.
type wildSearch struct {
	*testing.T
	dialect syntax.Dialect
	rng     *rand.Rand
	total   int
	counts  [Exponential + 1]int
}

func (s *wildSearch) one() {
	pattern, flags := syntaxtest.Wild(s.rng, s.dialect)
	switch behind := s.dialect == syntax.JavaScript || s.dialect == syntax.DotNet; {
	case s.rng.IntN(2) == 0:
		pattern, flags = syntaxtest.Rare(s.rng, s.dialect)
	case behind && s.rng.IntN(2) == 0:
		pattern, flags = syntaxtest.Behind(s.rng), ""
	}
	tree, err := parser.Parse(s.dialect, pattern, flags)
	if err != nil {
		return
	}
	v, err := Tree(s.Context(), tree, syntax.Search, DefaultLimits)
	if err != nil {
		s.Fatal(err)
	}
	s.total++
	s.counts[v.Class]++
	degree := v.Degree
	switch v.Class {
	case Exponential: // proved by its own attack
		return
	case Unknown:
		s.Logf("unknown: %v /%s/%s: %s", s.dialect, pattern, flags, v.Reason)
		return
	case Polynomial:
		if degree > 2 || s.total%4 > 0 || v.AtLeast || v.UpTo > degree {
			return // too much work, or no claim
		}
	case Linear:
		degree = 1
	}
	p := newProver(tree, tree.Applied(syntax.Search), DefaultLimits.Steps)
	if p.compile() != nil {
		return // nothing runs it
	}
	for _, a := range s.attacks(tree) {
		if grew, ok := growth(p.replay(a), degree, len(a.Pumps[0].Pump), counted(tree)); ok {
			s.Errorf("%v /%s/%s is %v of degree %d, but the matcher grows with degree %.2f on %+v",
				s.dialect, pattern, flags, v.Class, v.Degree, grew, a)
			return
		}
	}
}

// attacks returns all that pump a short word between few others, and some with one or two pumps of what the pattern
// tells apart.
func (s *wildSearch) attacks(tree *syntax.Tree) (all []attack.Attack) {
	for _, pump := range pumpedWords {
		for _, prefix := range []string{"", "a", "ab1"} {
			for _, suffix := range []string{"", "!", "a"} {
				all = append(all, attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix})
			}
		}
	}
	letters := append(sample.Kinds(tree), 'a', 'b', '1', '!', 'k', '\u212A')
	word := func(least, more int) string {
		text := make([]rune, least+s.rng.IntN(more+1))
		for i := range text {
			text[i] = letters[s.rng.IntN(len(letters))]
		}
		return wtf8.Encode(text)
	}
	for i := range 60 {
		a := attack.Attack{Pumps: []attack.Pump{{Prefix: word(0, 2), Pump: word(1, 2)}}, Suffix: word(0, 2)}
		if i%3 == 0 {
			a.Pumps = append(a.Pumps, attack.Pump{Prefix: word(0, 1), Pump: word(1, 1)})
		}
		all = append(all, a)
	}
	return all
}

// pumpedWords are the short words that are repeated.
var pumpedWords = []string{"a", "b", "c", "1", " ", "\n", "ab", "ba", "ac", "bc", "a1", "aab", "abb", "abc", "cab", "1ab", "a b"}

// searchSteps is the work of one replay in a search.
const searchSteps = 10_000_000

// counted returns the largest number that a repetition of a pattern counts to.
func counted(tree *syntax.Tree) (most int) {
	tree.Root.Has(func(n *syntax.Node) bool {
		if n.Op == syntax.OpRepeat {
			most = max(most, n.Max)
		}
		return false
	})
	return most
}

// growth returns the exponent with which the steps of a replay grow if that is clearly more than degree,
// at sizes that counters do not pretend. length is that of the pump. What costs too much to tell does not
// count, unless the input is short.
func growth(r *replay, degree, length, counted int) (exponent float64, more bool) {
	first := []int{40, max(600, 3*counted)}
	if degree > 1 {
		first = []int{30, 120}
	}
	for i, size := range first {
		n := (size/length/12 + 1) * 12 // so that what is left over of a few characters stays the same
		one, ok := r.cost(n, searchSteps)
		if !ok {
			return math.Inf(1), i == 0
		}
		two, ok2 := r.cost(2*n, searchSteps)
		four, ok4 := r.cost(4*n, 3*searchSteps)
		if !ok2 || !ok4 || two.Steps <= one.Steps || four.Steps < 1000 {
			return 0, false
		}
		exponent = math.Log2(float64(four.Steps-two.Steps) / float64(two.Steps-one.Steps))
		if exponent < float64(degree)+0.35 {
			return 0, false
		}
	}
	return exponent, exponent > float64(degree)+0.5
}

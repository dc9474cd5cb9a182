package bound

import (
	"math/rand/v2"
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/probe/snagtest"
)

// searchCosts compiles a pattern, and returns its costs in a search as well.
func searchCosts(t *testing.T, d syntax.Dialect, pattern, flags string) (*backtrack.Program, *backtrack.Costs) {
	t.Helper()
	tree, err := parser.Parse(d, pattern, flags)
	if err != nil {
		t.Fatal(err)
	}
	program, err := backtrack.Compile(tree)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := program.Costs(tree.MaxChar(), syntax.Search, 1500)
	if err != nil {
		t.Fatal(err)
	}
	return program, costs
}

// wild is a random pattern with what it costs.
type wild struct {
	pattern, flags string
	program        *backtrack.Program
	costs          *backtrack.Costs
	mode           syntax.Mode
}

// wildCosts draws a pattern of so many levels, and how many states its costs may have among those given. ok is false where
// they are not known.
func wildCosts(rng *rand.Rand, d syntax.Dialect, depth int, states ...int) (w wild, ok bool) {
	w.pattern, w.flags = syntaxtest.Wild(rng, d)
	if rng.IntN(2) == 0 {
		w.pattern, w.flags = syntaxtest.Pattern(rng, d, depth), ""
	}
	if rng.IntN(4) == 0 {
		h := heldPattern{rng: rng}
		w.pattern = h.sequence(3)
	}
	tree, err := parser.Parse(d, w.pattern, w.flags)
	if err != nil {
		return w, false
	}
	if w.program, err = backtrack.Compile(tree); err != nil {
		return w, false
	}
	w.mode = []syntax.Mode{syntax.Search, syntax.Search, syntax.Prefix, syntax.Full, syntax.All}[rng.IntN(5)]
	w.costs, err = w.program.Costs(tree.MaxChar(), w.mode, states[rng.IntN(len(states))])
	return w, err == nil
}

// TestCostsBoundTheMatcher compares the costs of random patterns on random inputs with the steps that the
// reference matcher takes.
func TestCostsBoundTheMatcher(t *testing.T) {
	patterns := snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(20, 150))
	for _, d := range syntax.Dialects() {
		if !d.Backtracks() {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, uint64(d)))
			var known, exact, equal, failed, told, agreed, steady int
			for range patterns {
				w, ok := wildCosts(rng, d, 4, 1500, 1500, 200, 50, 20) // with few, counts are not told apart
				if !ok {
					continue
				}
				program, costs, mode := w.program, w.costs, w.mode
				known++
				if costs.Exact {
					exact++
				}
				e := newEvaluator(costs)
				meter, metered := NewMeter(costs, mode)
				if metered {
					told++
				}
				const each = 40 // steps for a character
				isSteady := Of(costs).Steady(each, 20_000)
				if isSteady {
					steady++
				}
				for range 30 {
					parts := randomParts(rng)
					var text []rune
					for _, p := range parts {
						text = append(text, slices.Repeat(p.Text, p.Times)...)
					}
					res := program.Match(text, backtrack.Options{Mode: mode, MaxSteps: 3_000_000})
					cost := e.cost(classes(costs.Alphabet, text))
					if cost < float64(res.Steps) {
						t.Errorf("%v /%s/%s in mode %d on %q: cost %.0f, but the matcher takes %d steps", d, w.pattern, w.flags, mode, string(text), cost, res.Steps)
						break
					}
					if isSteady && res.Steps > each*int64(len(text)+1) {
						t.Errorf("%v /%s/%s in mode %d on %q: takes %d steps, but is said to take no more than %d for each character", d, w.pattern, w.flags, mode, string(text), res.Steps, each)
						break
					}
					if metered {
						steps := meter.Steps(parts...)
						if res.Outcome < backtrack.StepLimit && steps != float64(res.Steps) {
							t.Errorf("%v /%s/%s in mode %d on %q: metered %.0f steps, but the matcher takes %d", d, w.pattern, w.flags, mode, string(text), steps, res.Steps)
							break
						}
						agreed++
					}
					if costs.Exact && res.Outcome == backtrack.Failed {
						failed++
						if cost == float64(res.Steps)+costs.Success*float64(len(text)+1) {
							equal++
						} else {
							t.Errorf("%v /%s/%s in mode %d on %q: cost %.0f said to be exact, but the matcher takes %d steps", d, w.pattern, w.flags, mode, string(text), cost, res.Steps)
							break
						}
					}
				}
			}
			t.Logf("%d of %d patterns have costs, %d exact ones; %d of %d failures agree; %d have tries, which agree on %d inputs; %d are steady", known, patterns, exact, equal, failed, told, agreed, steady)
			if known < patterns/4 || steady < patterns/10 {
				t.Errorf("only %d of %d patterns have costs, and %d are steady", known, patterns, steady)
			}
		})
	}
}

// heldPattern writes patterns whose group has one character, or some of a few, to which they refer from many places.
type heldPattern struct {
	rng   *rand.Rand
	group bool
}

func (h *heldPattern) sequence(depth int) (text string) {
	for range 2 + h.rng.IntN(3) {
		text += h.item(depth)
	}
	return text
}

func (h *heldPattern) item(depth int) string {
	if !h.group && h.rng.IntN(4) > 0 {
		h.group = true
		groups := []string{
			"([ab])", "(a)", "([ab])?", "(?:c|([ab]))", "(?:([ab])b?)*", "(?=([ab])).",
			"(a|b)", "(?:(a|[bc])b?)*", "(?:(b|c|a)|b)", "(b*)", "(ab|b)", "(?:([ab]+)c?)*", "(?=(a*b)).", "(b{1,2}|)",
		}
		return groups[h.rng.IntN(len(groups))]
	}
	if n := h.rng.IntN(12); depth > 0 && n < 6 {
		inner := h.sequence(depth - 1)
		return []string{"(?:" + inner + ")*", "(?:" + inner + ")+?", "(?:" + inner + "|b)", "(?:" + inner + "){1,3}", "(?=" + inner + ")", "(?!" + inner + ")"}[n]
	}
	return []string{`\1`, `\1`, `(?!\1)[abc]`, `\1*`, "[ab]", ".", "a", "b*", "$"}[h.rng.IntN(9)]
}

func randomText(rng *rand.Rand) (text []rune) {
	for _, p := range randomParts(rng) {
		text = append(text, slices.Repeat(p.Text, p.Times)...)
	}
	return text
}

// randomParts returns a few words, each of them repeated, seldom very often.
func randomParts(rng *rand.Rand) (parts []Part) {
	words := []string{"a", "b", "c", "1", " ", "\n", "ab", "ba", "ac", "bc", "a1", "aab", "abb", "abc", "\r\n", "A", "é"}
	for range 1 + rng.IntN(3) {
		times := rng.IntN(6)
		if rng.IntN(8) == 0 {
			times = 10 + rng.IntN(40)
		}
		parts = append(parts, Part{[]rune(words[rng.IntN(len(words))]), times})
	}
	return parts
}

// cost returns what an input costs at most, and exactly if e.Exact and it does not match.
func (e *evaluator) cost(word []int) float64 {
	if !e.reach(len(word)) {
		e.reach(len(word) + 1)
	}
	vec, out := make([]float64, len(e.Rows)), make([]float64, len(e.Rows))
	e.step(e.Alphabet.Len, vec, out)
	for i := len(word) - 1; i >= 0; i-- {
		vec, out = out, vec
		e.step(word[i], vec, out)
	}
	return out[0] + e.Success*float64(len(word)+1)
}

// TestSureEndsBoundTheMatcher runs patterns that end with what may be left out, so that a match is sure before that is
// read, on random texts and on changes of the most expensive ones.
func TestSureEndsBoundTheMatcher(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(snagtest.Number(t, "SNAG_SEED", 9)), 5))
	heads := []string{"a", "^.{0,9}?a", "a.{0,5}?b", "(?:a|ab)", "a+", `\bb`}
	items := []string{
		`1+`, `(?:\.1+|)`, `(?:\.1+)?`, `(?:[ .]b1|)`, `(?: a*)?`, `(?:b|b1|)`, `a*?`, `(?:a1|a\.1*)?`, `(?:\.1+(?:\.1+|)|)`, `(?:(?:\.| b)1*b|)`,
		`(?:1+\.)?`, `(?:1|\.)*`, `(?:\.{1,3}1|)`, `(?:\.b*1|)`, `\b(?:1a?|)`, `(?=1)1`, `(?!a)`,
	}
	letters := []rune("11.. ab")
	text := func() []rune {
		out := make([]rune, rng.IntN(40))
		for i := range out {
			if out[i] = letters[rng.IntN(len(letters))]; i > 0 && rng.IntN(3) > 0 {
				out[i] = out[i-1]
			}
		}
		return out
	}
	known := 0
	for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(60, 3000)) {
		pattern := heads[rng.IntN(len(heads))]
		for range 1 + rng.IntN(4) {
			pattern += items[rng.IntN(len(items))]
		}
		program, costs := searchCosts(t, syntax.JavaScript, pattern, "")
		if costs.Success == 0 {
			continue
		}
		known++
		e := newEvaluator(costs)
		worst, share := text(), 0.0
		for range 60 {
			input := text()
			if at := rng.IntN(len(worst) + 1); rng.IntN(3) > 0 {
				input = slices.Concat(worst[:at], input[:min(len(input), rng.IntN(5))], worst[min(len(worst), at+rng.IntN(5)):])
			}
			steps := float64(program.Match(input, backtrack.Options{MaxSteps: 1 << 22}).Steps)
			cost := e.cost(classes(costs.Alphabet, input))
			if cost < steps {
				t.Fatalf("/%s/ on %q: costs at most %.0f, but the matcher takes %.0f steps", pattern, string(input), cost, steps)
			}
			if steps/cost > share {
				worst, share = input, steps/cost
			}
		}
	}
	t.Logf("a match is sure to end with %d patterns", known)
	if known == 0 {
		t.Error("a match is never sure; want it to be with most patterns")
	}
}

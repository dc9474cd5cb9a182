package bound

import (
	"math"
	"math/rand/v2"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/probe/snagtest"
)

// TestTurnsAreBounds asks of crowds that no stride leads to more than it is taken from, at any length and size.
func TestTurnsAreBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	patterns := []string{
		`\s+$`, `=.*;`, `"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`, `([^%]*)%[-+]*?([1-9]\d*)?[lh]*?([dx])`, `\b\S+@[\w.]+[a-z]{2}`,
		`version\/([\w.,]+) .*mobile(?:\/\w+ | ?)safari`, `(?:\s*|^)Exit\s+(Do|For)\b`, `(^[\t ]*#in\s+)(?:<[^\r\n>]+>|"[^\r\n"]+")`,
		`\(\*(?:[^*]|\*(?!\)))*\*\)`, `windows nt ?([\d.)]*)(?!.+xbox)`, `!?\[[^\]]+\]:[\t ]+(?:\S+|<(?:\\.|[^>\\])+>)`,
	}
	for range snagtest.Number(t, "SNAG_RANDOM", snagtest.Sized(25, 2000)) {
		pattern, _ := syntaxtest.Wild(rng, syntax.JavaScript)
		patterns = append(patterns, pattern)
	}
	crowded := 0
	for _, pattern := range patterns {
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			continue
		}
		program, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		costs, err := program.Costs(tree.MaxChar(), syntax.Search, 1500)
		if err != nil {
			continue
		}
		b := Of(costs)
		var all []*crowd
		for i := 0; b.settled && i < len(crowds); i++ {
			all = append(all, b.e.crowd(b.letters, i))
		}
		if s, ok := b.e.typed(everything, 50_000); ok && b.settled {
			c, _ := newCrowd(s, 1, mostSights)
			all = append(all, c)
		}
		for i, c := range all {
			if c == nil {
				continue
			}
			u, ok := newTurns(c)
			if !ok {
				continue
			}
			crowded++
			least := u.least() // a stride may take as many runs out of a crowd
			for range 40 {
				n, k := float64(rng.IntN(1+rng.IntN(2000))), float64(rng.IntN(1+rng.IntN(1000)))
				s := int32(rng.IntN(len(c.sights)))
				if math.IsInf(least[s], 1) {
					continue
				}
				k += max(least[s], 1)
				if at, more := u.worst(s, k, n); more > at+1e-6*(1+math.Abs(at)+n+k) {
					t.Fatalf("/%s/, crowd %d: sight %d, %.0f runs, %.0f characters cost at most %g, but a stride leads to %g", pattern, i, s, k, n, at, more)
				}
			}
		}
	}
	t.Logf("%d crowds of %d patterns", crowded, len(patterns))
}

// worst returns the bound of a sight, and the largest that its strides lead to.
func (t *turns) worst(s int32, k, n float64) (at, most float64) {
	from := &t.sights[s]
	if from.crowd == nil {
		k = 0
	}
	at, most = t.at(s, k, n), math.Inf(-1) // where no input ends
	if n == 0 {
		if from.ends >= 0 {
			most = from.ends + from.each*k
		}
		return at, most
	}
	for i := range from.steps {
		step := &from.steps[i]
		size := float64(step.joins)
		if !step.dissolved {
			size += k
		}
		v := t.at(step.to, size, n-1)
		if step.away > 0 {
			v *= (size - float64(step.away)) / size
			for _, o := range step.others {
				v += t.at(o.to, size, n-1) * float64(o.runs) / size
			}
		}
		most = max(most, v+step.base+step.each*k)
	}
	return at, most
}

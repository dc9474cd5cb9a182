package backoff

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"snag/analyze/sorting"
)

// nearest is how many nats below the best a model may be that is integrated, and slack how many more it may seem
// to be below while it is still fitted.
const nearest, slack = 9, 10

// heavy is how many nats below the best a model still tells much of the probabilities: it is integrated with care.
const heavy = 5

// A hypothesis is a model with the starts of its search, and how high the best of them is.
type hypothesis struct {
	model
	starts [][]float64
	height float64
	index  int
}

// penalty is what a model with so many parameters loses at least: a narrow peak holds less evidence than its height
// says, never more than a few nats above another with as many.
func (h *hypothesis) penalty() float64 { return 1.5*float64(len(h.starts[0])) - h.logPrior }

// weigh fits every model and integrates those that are near the best, sorted by evidence.
func weigh(t table, seed uint64) []fitted {
	var hypotheses []hypothesis
	for i, m := range models(len(t.columns), t.piled(), t.level()) {
		if m.shape == Immediate && t.waits() {
			continue
		}
		h := hypothesis{model: m, starts: m.starts(t), height: math.Inf(-1), index: i}
		for _, start := range h.starts {
			h.height = max(h.height, m.logPosterior(start, t))
		}
		hypotheses = append(hypotheses, h)
	}
	// What starts high is fitted first, and shows how high the others must come.
	sorting.Stable(hypotheses, func(a, b hypothesis) int {
		return cmp.Or(cmp.Compare(b.height-b.penalty(), a.height-a.penalty()), cmp.Compare(a.index, b.index))
	})
	var list []fitted
	top := math.Inf(-1)
	for _, h := range hypotheses {
		f := fitted{model: h.model, best: math.Inf(-1)}
		needed := top + h.penalty() - nearest - slack
		for _, start := range h.starts {
			if at, height := climb(func(at []float64) float64 { return h.logPosterior(at, t) }, start, 40*len(start), max(needed, f.best)); height > f.best {
				f.at, f.best = at, height
			}
		}
		if math.IsInf(f.best, -1) || math.IsNaN(f.best) {
			continue
		}
		f.evidence, f.index = f.best-h.penalty(), h.index
		top = max(top, f.evidence)
		list = append(list, f)
	}
	sorting.Stable(list, func(a, b fitted) int {
		return cmp.Or(cmp.Compare(b.evidence, a.evidence), cmp.Compare(a.index, b.index))
	})
	near := list[:0]
	for _, f := range list {
		if f.evidence < top-nearest || len(near) >= 24 {
			break
		}
		at, height := climb(func(at []float64) float64 { return f.logPosterior(at, t) }, f.at, 60*len(f.at), math.Inf(-1))
		if height > f.best {
			f.at, f.best = at, height
		}
		// The same chance for every model: what says the same about the gaps gets the same evidence.
		f.integrate(t, f.evidence > top-heavy, rand.New(rand.NewPCG(seed, 0x6a09e667f3bcc909)))
		f.evidence += f.logPrior
		near = append(near, f)
	}
	near = append(near, tables(t)...)
	sorting.Stable(near, func(a, b fitted) int { return cmp.Compare(b.evidence, a.evidence) })
	return near
}

// tables weighs the explanation that the delays follow no law: every column has its own.
func tables(t table) []fitted {
	if len(t.columns) < 2 {
		return nil
	}
	logRange := math.Log(maxBase - minBase)
	plain := fitted{model: model{shape: Steps, jitter: NoJitter}}
	var sums []float64
	for i := -6; i <= 10; i++ {
		z := float64(i) / 3
		tau := math.Exp(math.Log(t.noise) + z*spreadTau)
		total := -z*z/2 + math.Log(1./3) - 0.919
		for k, column := range t.columns {
			lo, noise := slices.Min(column), tau
			if k == 0 {
				noise = tau * 2
			}
			l := timersLate(noise)
			for _, x := range column {
				total += math.Log(l.density(x - lo - early + 1e-9))
			}
			total += math.Log(noise/float64(len(column))) - math.Log(max(lo, 3)) - logRange
		}
		sums = append(sums, total)
	}
	plain.evidence = logSum(sums) + math.Log(0.04*0.36)
	wide := fitted{model: model{shape: Steps, jitter: Proportional}}
	sums = nil
	for i := 1; i < 40; i++ {
		p := float64(i) / 40
		ratio := (1 - p) / (1 + p)
		total := math.Log(1. / 40)
		for _, column := range t.columns {
			lo, hi, n := max(slices.Min(column), 1), slices.Max(column)+1, float64(len(column))
			if ratio*hi >= lo {
				total = math.Inf(-1)
				break
			}
			total += -n*math.Log(1-ratio) - n*math.Log(hi) + math.Log1p(-math.Pow(ratio*hi/lo, n)) - math.Log(n) - logRange
		}
		sums = append(sums, total)
	}
	wide.evidence = logSum(sums) + math.Log(0.04*0.2)
	return []fitted{plain, wide}
}

func logSum(logs []float64) float64 {
	top := slices.Max(logs)
	if math.IsInf(top, -1) {
		return top
	}
	sum := 0.
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}

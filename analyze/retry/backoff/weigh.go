package backoff

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"snag/analyze/sorting"
)

// weigh fits every model and integrates those that are near the best, sorted by evidence.
func weigh(t table, seed uint64) []fitted {
	n := len(t.columns)
	var list []fitted
	top := math.Inf(-1)
	for _, m := range models(n, t.piled(), t.level()) {
		if m.shape == Immediate && t.waits() {
			continue
		}
		f := fitted{model: m, best: math.Inf(-1)}
		target := func(at []float64) float64 { return m.logPosterior(at, t) }
		for _, start := range m.starts(t) {
			if at, height := climb(target, start, 40*len(start)); height > f.best {
				f.at, f.best = at, height
			}
		}
		if math.IsInf(f.best, -1) || math.IsNaN(f.best) {
			continue
		}
		// A narrow peak holds less evidence than its height says, never more than a few nats above
		// another with as many parameters.
		f.evidence = f.best + f.logPrior - 1.5*float64(len(f.at))
		top = max(top, f.evidence)
		list = append(list, f)
	}
	sorting.Stable(list, func(a, b fitted) int { return cmp.Compare(b.evidence, a.evidence) })
	near := list[:0]
	for _, f := range list {
		if f.evidence < top-9 || len(near) >= 24 {
			break
		}
		at, height := climb(func(at []float64) float64 { return f.logPosterior(at, t) }, f.at, 60*len(f.at))
		if height > f.best {
			f.at, f.best = at, height
		}
		// The same chance for every model: what says the same about the gaps gets the same evidence.
		f.integrate(t, rand.New(rand.NewPCG(seed, 0x6a09e667f3bcc909)))
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
			for _, x := range column {
				total += math.Log(lateDensity(x-lo-early+1e-9, noise))
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

package growth

import (
	"math"
	"slices"
	"time"

	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// Run is what a comparison needs of the measurement of an endpoint.
type Run struct {
	// Stall and Own are in milliseconds, one for each trial of size N.
	N     int       `json:"n"`
	Stall []float64 `json:"stall_ms"`
	Own   []float64 `json:"own_ms"`
	// Costs are by size, the smallest first.
	Costs []SizeCosts `json:"costs"`
}

// SizeCosts are the costs of requests of size N in milliseconds, one for each repetition.
type SizeCosts struct {
	N  int       `json:"n"`
	Ms []float64 `json:"ms"`
}

// Costs returns the costs of the series on the clock that the growth was judged by, the smallest size
// first.
func (g Growth) Costs(s Series) []SizeCosts {
	by := map[int][]float64{}
	for _, m := range s.Measurements {
		cost := m.Wall
		if g.Clock == "cpu" {
			cost = m.CPU
		}
		by[m.N] = append(by[m.N], float64(cost.Round(time.Microsecond))/float64(time.Millisecond))
	}
	all := []SizeCosts{}
	for n, costs := range by {
		all = append(all, SizeCosts{n, costs})
	}
	sorting.Stable(all, func(a, b SizeCosts) int { return a.N - b.N })
	return all
}

// Comparison is what changed since an earlier run.
type Comparison struct {
	Change stats.Change `json:"change"`
	// Of names what was compared: "cost" at a size that both runs measured, or "stall".
	Of     string  `json:"of"`
	N      int     `json:"n"`
	Before float64 `json:"before_ms"`
	After  float64 `json:"after_ms"`
}

// Since compares the cost with an earlier run at the largest size for which both have a value, by
// interpolation, and where there is none the stalls. It returns nil when nothing can be compared.
func (now Run) Since(before Run) *Comparison {
	compare := func(of string, n int, a, b []float64) *Comparison {
		return &Comparison{stats.Compare(a, b), of, n, stats.Median(a), stats.Median(b)}
	}
	if len(before.Costs) > 1 && len(now.Costs) > 1 {
		n := min(before.Costs[len(before.Costs)-1].N, now.Costs[len(now.Costs)-1].N)
		a, b := costsAt(before.Costs, n), costsAt(now.Costs, n)
		if len(a) > 0 && len(b) > 0 {
			return compare("cost", n, a, b)
		}
	}
	if len(before.Stall) == 0 || len(now.Stall) == 0 || before.N != now.N {
		return nil
	}
	return compare("stall", now.N, before.Stall, now.Stall)
}

// costsAt returns the costs at size n: those measured there, or those of the next larger size scaled
// by the growth of the medians around it.
func costsAt(costs []SizeCosts, n int) []float64 {
	i := slices.IndexFunc(costs, func(c SizeCosts) bool { return c.N >= n })
	switch {
	case i < 0:
		return nil
	case costs[i].N == n || i == 0:
		return costs[i].Ms
	}
	low, high := costs[i-1], costs[i]
	a, b := math.Log(max(stats.Median(low.Ms), 1e-3)), math.Log(max(stats.Median(high.Ms), 1e-3))
	part := (math.Log(float64(n)) - math.Log(float64(low.N))) / (math.Log(float64(high.N)) - math.Log(float64(low.N)))
	factor := math.Exp((a - b) * (1 - part))
	scaled := make([]float64, len(high.Ms))
	for j, v := range high.Ms {
		scaled[j] = v * factor
	}
	return scaled
}

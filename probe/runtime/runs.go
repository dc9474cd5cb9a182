package runtime

import (
	"cmp"
	"encoding/json"
	"slices"

	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// run is what one run took and lost, in milliseconds: the latter waiting for a processor, itself or through threads of the
// runtime that it waited for.
type run [2]float64

// mostRuns bounds the runs of work that takes next to no time.
const mostRuns = 500

// UnmarshalJSON reads the runs that a worker tells.
func (s *Spent) UnmarshalJSON(text []byte) error {
	var runs []run
	if err := json.Unmarshal(text, &runs); err != nil || len(runs) == 0 {
		return err
	}
	*s = spentOf(runs)
	return nil
}

// spentOf judges runs, of which there is at least one.
func spentOf(runs []run) Spent {
	least, typical := calm(runs), calm(runs[len(runs)/3:])
	return Spent{Least: max(slices.Min(least), 0), Typical: max(stats.Median(typical), 0), First: runs[0][0]}
}

// calm returns what those runs took that lost next to nothing, or the third that lost least. What a run takes without its
// waits is more where others had the processor meanwhile, and their data the caches, or where threads that share the work
// came too late for it.
func calm(runs []run) (took []float64) {
	const nothing = 0.05 // of what a run takes
	sorted := slices.Clone(runs)
	sorting.Stable(sorted, func(a, b run) int { return cmp.Compare(a[1], b[1]) })
	for i, r := range sorted {
		if r[1] <= nothing*r[0] || 3*i < len(sorted) {
			took = append(took, r[0])
		}
	}
	return took
}

package stats

import (
	"math"
	"slices"
)

// Quantile returns the q-quantile of values, 0 <= q <= 1, by linear interpolation between the two
// nearest ranks (Hyndman and Fan, "Sample Quantiles in Statistical Packages", type 7). The values
// may be in any order and are not changed. It is NaN when there are none.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := min(max(q, 0), 1) * float64(len(sorted)-1)
	low := int(rank)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	part := rank - float64(low)
	return sorted[low]*(1-part) + sorted[low+1]*part
}

// Median returns the 0.5-quantile of values.
func Median(values []float64) float64 { return Quantile(values, 0.5) }

package stats

import "math"

// Change is what became of a measured value between two runs.
type Change string

// The changes.
const (
	Better      Change = "better"
	Worse       Change = "worse"
	WithinNoise Change = "within noise"
)

// Compare says whether repeated measurements of a cost, in any unit, differ by more than their
// noise: the smaller of their ranges between the quartiles must not overlap the other's median, and
// the medians must differ by a twentieth.
func Compare(before, after []float64) Change {
	if len(before) == 0 || len(after) == 0 {
		return WithinNoise
	}
	b, a := Median(before), Median(after)
	if math.Abs(a-b) <= 0.05*max(math.Abs(b), math.Abs(a)) {
		return WithinNoise
	}
	if a < b && Quantile(after, 0.75) < Quantile(before, 0.25) {
		return Better
	}
	if a > b && Quantile(after, 0.25) > Quantile(before, 0.75) {
		return Worse
	}
	return WithinNoise
}

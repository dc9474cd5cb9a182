package stats

// Moved is by which share of the smaller ones the larger of some values exceed them, by the deciles; 0 for fewer than
// five, or where the smaller ones are not positive.
func Moved(values []float64) float64 {
	if len(values) < 5 {
		return 0
	}
	low, high := Quantile(values, 0.1), Quantile(values, 0.9)
	if low <= 0 {
		return 0
	}
	return high/low - 1
}

package stats

import "math"

// line is y = a + b·x.
type line struct{ a, b float64 }

func (l line) at(x float64) float64 { return l.a + l.b*x }

// theilSen fits a line by the median of the slopes between all pairs of points, which holds while
// fewer than 29% of the points are outliers. Points whose xs are equal give no slope.
func theilSen(xs, ys []float64) line {
	var slopes []float64
	for i := range xs {
		for j := range i {
			if xs[i] != xs[j] {
				slopes = append(slopes, (ys[i]-ys[j])/(xs[i]-xs[j]))
			}
		}
	}
	if len(slopes) == 0 {
		return line{a: Median(ys)}
	}
	b := Median(slopes)
	rest := make([]float64, len(xs))
	for i := range xs {
		rest[i] = ys[i] - b*xs[i]
	}
	return line{Median(rest), b}
}

// misfit is the root of the mean squared distance of the points from l, in units of y. The worst
// point is left out when there are seven or more, so that one disturbed measurement does not decide
// between two models.
func (l line) misfit(xs, ys []float64) float64 {
	var sum, worst float64
	for i := range xs {
		d := ys[i] - l.at(xs[i])
		sum += d * d
		worst = max(worst, d*d)
	}
	count := float64(len(xs))
	if len(xs) >= 7 {
		sum, count = max(sum-worst, 0), count-1
	}
	return math.Sqrt(sum / count)
}

// determination is R², the share of the variance of y that l explains.
func (l line) determination(xs, ys []float64) float64 {
	var mean, total, rest float64
	for _, y := range ys {
		mean += y / float64(len(ys))
	}
	for i, y := range ys {
		total += (y - mean) * (y - mean)
		rest += (y - l.at(xs[i])) * (y - l.at(xs[i]))
	}
	if total == 0 {
		return 1
	}
	return max(0, 1-rest/total)
}

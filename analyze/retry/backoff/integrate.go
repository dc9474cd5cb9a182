package backoff

import (
	"math"
	"math/rand/v2"
	"slices"
)

// fitted is a model with its best parameters and the logarithm of its evidence: the likelihood of the
// gaps averaged over what the parameters could have been.
type fitted struct {
	model
	index    int // among the models
	at       []float64
	best     float64 // log posterior at at
	evidence float64
	draws    []draw // from the posterior, weighted
	narrow   Jitter // what its jitter was before it was found too narrow to tell and became none
}

type draw struct {
	values
	weight float64
}

// integrate estimates the evidence of a model that climb has placed. A random walk learns the form of
// the posterior; draws from a heavy-tailed bell of that form are weighted, which learns the form
// better; then more draws are weighted, until they are of equal enough weights. What will weigh little anyway is
// integrated with less care.
func (f *fitted) integrate(t table, care bool, rng *rand.Rand) {
	target := func(at []float64) float64 { return f.logPosterior(at, t) }
	const rounds = 5
	steps, draws, enough := 600, 500, 125.
	if !care {
		steps, draws, enough = 300, 200, 50
	}
	mean, cov := f.walk(target, steps, rng)
	for round := range rounds {
		ats, logs := sampleBell(target, mean, cholesky(cov), draws, rng)
		top := slices.Max(logs)
		sum, squares := 0., 0.
		weights := make([]float64, len(logs))
		for i, l := range logs {
			w := math.Exp(l - top)
			weights[i] = w
			sum, squares = sum+w, squares+w*w
		}
		effective := sum * sum / squares
		if effective >= 2*enough || round > 0 && effective >= enough || round == rounds-1 {
			f.evidence = top + math.Log(sum/float64(draws))
			for i, w := range weights {
				if w > 1e-4 {
					v, _ := f.decode(ats[i], t.noise)
					f.draws = append(f.draws, draw{v, w})
				}
			}
			return
		}
		if effective > float64(4*len(mean)) {
			mean, cov = moments(ats, weights)
		} else {
			for i := range cov { // the bell misses the posterior: look farther
				for j := range cov[i] {
					cov[i][j] *= 3
				}
			}
		}
	}
}

// sampleBell draws from Student's t with 4 degrees of freedom around the mean, with the given factor
// of its covariance, and returns the logarithm of the weight of each draw.
func sampleBell(target func([]float64) float64, mean []float64, factor [][]float64, draws int, rng *rand.Rand) (ats [][]float64, logs []float64) {
	n := len(mean)
	const wider = 1.15
	det := 0.
	for i := range n {
		det += math.Log(wider * factor[i][i])
	}
	z, room, shape := make([]float64, n), make([]float64, n*draws), studentPeak(n)
	for d := range draws {
		chi := 0. // a bell over the root of a chi-square
		for range 4 {
			g := rng.NormFloat64()
			chi += g * g
		}
		stretch := math.Sqrt(4 / chi)
		norm := 0.
		for i := range z {
			z[i] = stretch * rng.NormFloat64()
			norm += z[i] * z[i]
		}
		at := room[d*n : (d+1)*n]
		copy(at, mean)
		for i := range n {
			for j := range i + 1 {
				at[i] += wider * factor[i][j] * z[j]
			}
		}
		ats = append(ats, at)
		logs = append(logs, target(at)-shape+(studentDegrees+float64(n))/2*math.Log1p(norm/studentDegrees)+det)
	}
	return ats, logs
}

// moments are the mean and the covariance of weighted points.
func moments(points [][]float64, weights []float64) (mean []float64, cov [][]float64) {
	n := len(points[0])
	mean = make([]float64, n)
	total := 0.
	for k, x := range points {
		total += weights[k]
		for i := range x {
			mean[i] += weights[k] * x[i]
		}
	}
	for i := range mean {
		mean[i] /= total
	}
	cov = make([][]float64, n)
	for i := range cov {
		cov[i] = make([]float64, n)
		for j := range i + 1 {
			for k, x := range points {
				cov[i][j] += weights[k] * (x[i] - mean[i]) * (x[j] - mean[j]) / total
			}
		}
		cov[i][i] += 1e-9
	}
	return mean, cov
}

// studentDegrees is the number of degrees of freedom of the bell that is drawn from.
const studentDegrees = 4.

// studentPeak is the logarithm of the density of the standard t in n dimensions in its middle.
func studentPeak(n int) float64 {
	up, _ := math.Lgamma((studentDegrees + float64(n)) / 2)
	down, _ := math.Lgamma(studentDegrees / 2.)
	return up - down - float64(n)/2*math.Log(studentDegrees*math.Pi)
}

// walk is a Metropolis walk of so many steps from the best point. It returns the mean and the covariance of what
// follows its first third.
func (f *fitted) walk(target func([]float64) float64, steps int, rng *rand.Rand) (mean []float64, cov [][]float64) {
	n := len(f.at)
	at, height := slices.Clone(f.at), f.best
	scale := make([]float64, n)
	for i := range scale {
		// The width at which the height falls by about a half.
		scale[i] = 1e-4
		for ; scale[i] < 1; scale[i] *= 2 {
			up, down := slices.Clone(at), slices.Clone(at)
			up[i] += scale[i]
			down[i] -= scale[i]
			if height-max(target(up), target(down)) > 0.5 {
				break
			}
		}
	}
	step := 1.2 / math.Sqrt(float64(n))
	var kept [][]float64
	for i := range steps {
		next := slices.Clone(at)
		for j := range next {
			next[j] += step * scale[j] * rng.NormFloat64()
		}
		accepted := false
		if h := target(next); math.Log(rng.Float64()) < h-height {
			at, height, accepted = next, h, true
		}
		if i < steps/3 {
			if accepted {
				step *= 1.08
			} else {
				step *= 0.97
			}
			continue
		}
		kept = append(kept, at)
	}
	weights := make([]float64, len(kept))
	for i := range weights {
		weights[i] = 1
	}
	mean, cov = moments(kept, weights)
	for i := range cov {
		cov[i][i] += 0.05 * scale[i] * scale[i]
	}
	return mean, cov
}

func cholesky(cov [][]float64) [][]float64 {
	n := len(cov)
	l := make([][]float64, n)
	for i := range n {
		l[i] = make([]float64, n)
		for j := range i + 1 {
			s := cov[i][j]
			for k := range j {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(max(s, 1e-12))
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	return l
}

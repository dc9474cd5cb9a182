package backoff

import (
	"math"
	"sync"
)

// lateness is the noise of timers that are late by tau on average, in milliseconds.
type lateness struct{ tau, rate float64 }

func timersLate(tau float64) lateness { return lateness{tau, 1 / tau} }

// tooEarly is by how much nothing is early that chance explains better than an impossible gap.
const tooEarly = 16 * earlyTau

// share is the probability that the noise is at most y.
func (l *lateness) share(y float64) float64 {
	y += early
	switch {
	case y < -tooEarly:
		return 0
	case y <= 0:
		return earlyShare * decay(-y/earlyTau)
	case y > 10*outlierTau && y > 20*l.tau: // what is left is some 1e-6
		return 1
	}
	above := outlierShare * decay(y/outlierTau)
	if y < 20*l.tau {
		above += (1 - outlierShare) * decay(y*l.rate)
	}
	return 1 - (1-earlyShare)*above
}

// density is that of the noise at y.
func (l *lateness) density(y float64) float64 {
	y += early
	if y <= 0 {
		return earlyShare / earlyTau * decay(-y/earlyTau)
	}
	return (1 - earlyShare) * ((1-outlierShare)*l.rate*decay(y*l.rate) + outlierShare/outlierTau*decay(y/outlierTau))
}

// clamped is the density at x of a uniform draw from lo to hi, clamped to floor and ceiling, plus the noise.
func (l *lateness) clamped(x, lo, hi, floor, ceiling float64) float64 {
	if hi-lo < 1e-3 {
		return l.density(x - min(max(lo, floor), ceiling))
	}
	a, b := max(lo, floor), min(hi, ceiling)
	p := 0.
	if b > a && x > a-early-tooEarly {
		p = l.share(x-a) - l.share(x-b)
	}
	if floor > lo {
		p += (min(floor, hi) - lo) * l.density(x-floor)
	}
	if ceiling < hi {
		p += (hi - max(ceiling, lo)) * l.density(x-ceiling)
	}
	return p / (hi - lo)
}

// pollyInverse is the point of [pollyCurve] at even steps of the logarithm of its value.
var pollyInverse = sync.OnceValue(func() *[pollySteps + 1]float64 {
	var table [pollySteps + 1]float64
	for i := range table {
		target := math.Exp(pollyLeast + float64(i)*pollyStep)
		a, b := 0., 64.
		for range 60 {
			if mid := (a + b) / 2; pollyCurve(mid) < target {
				a = mid
			} else {
				b = mid
			}
		}
		table[i] = (a + b) / 2
	}
	return &table
})

// The table of the inverse goes from e^pollyLeast to e^pollyMost, beyond what delays are of their scale.
const (
	pollySteps            = 2000
	pollyLeast, pollyMost = -12., 20.
	pollyStep             = (pollyMost - pollyLeast) / pollySteps
)

// pollyPoint is where between from and to the curve has the value.
func pollyPoint(value, from, to float64) float64 {
	at := (math.Log(max(value, 1e-6)) - pollyLeast) / pollyStep
	i := min(max(int(at), 0), pollySteps-1)
	points := pollyInverse()
	return min(max(points[i]+(points[i+1]-points[i])*(at-float64(i)), from), to)
}

// pollyLevels are the values of the curve where a retry begins.
var pollyLevels = func() (table [maxColumns + 1]float64) {
	for k := range table {
		table[k] = pollyCurve(float64(k))
	}
	return table
}()

// pollyDensity conditions on the sum of the gaps before, which tells the point of the curve.
func (m *model) pollyDensity(v *values, s *sample, l *lateness) float64 {
	scale := v.base / pollyScale
	before := max(s.sum-float64(s.k)*l.tau, 0)
	lo := max(scale*pollyLevels[s.k]-before, 0)
	hi := scale*pollyLevels[s.k+1] - before
	p := l.share(s.gap-lo) - l.share(s.gap-hi)
	if p <= 0 {
		return 0
	}
	at := pollyPoint((before+s.gap-min(l.tau, s.gap))/scale, float64(s.k), float64(s.k+1))
	const h = 1e-4
	slope := (pollyCurve(at+h) - pollyCurve(max(at-h, 0))) / (at + h - max(at-h, 0))
	return p / (scale * slope)
}

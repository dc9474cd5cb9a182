package backoff

import (
	"math"
	"time"
)

// A model is one hypothesis about a policy: which parameters there are, and which are settled.
// Its parameters live in unbounded coordinates (logarithms mostly) so that one optimiser and one
// sampler serve all models; prior and density are with respect to these coordinates.
type model struct {
	shape    Shape
	from     int // of Fibonacci
	jitter   Jitter
	capped   bool
	order    CapOrder
	factor   float64 // of Exponential; 0 when it is a parameter
	tied     bool    // Linear with increment = base
	floored  bool    // nothing comes out below base
	bounded  bool    // nothing comes out below a floor of its own
	logPrior float64
}

// sample is one gap with what the models condition on. Times are in milliseconds.
type sample struct {
	k        int
	gap      float64
	prev     float64 // the gap before, 0 at k = 0
	sum      float64 // of all gaps before
	firstGap bool    // the first gap of a process carries its warm-up
}

// values are the parameters of a model in natural units (milliseconds).
type values struct {
	base, factor, increment, cap, proportion, width, floor float64
	tau, tauFirst                                          float64
}

// The noise: a gap is late by an exponential time of mean tau, seldom by much more, and early by no
// more than what clocks and timers disagree about, unless the attempt before it was noticed late.
const (
	early        = 1.3   // ms
	earlyShare   = 0.005 // of gaps that are early by more
	earlyTau     = 8.    // ms
	outlierShare = 0.02  // of gaps that a busy machine delays
	outlierTau   = 90.   // ms
	impossible   = 1e-8  // per ms: what no model explains
	usualNoise   = 2.5   // ms, of a machine that has little else to do
)

// The ranges of the parameters that a policy may have.
var (
	minBase, maxBase     = math.Log(3.), math.Log(300_000.)
	minFactor, maxFactor = math.Log(1.1), math.Log(12.)
	minCap, maxCap       = 0.1, 8. // of log(cap/base)
	minWidth, maxWidth   = math.Log(0.02), math.Log(30.)
	minFloor, maxFloor   = -0.9, 2.2 // of log(floor/base)
	spreadTau            = 0.9       // of the logarithm, around the noise to expect
	maxTau, maxTauFirst  = math.Log(25.), math.Log(60.)
	spreadFirst          = 1.1
	spreadIncrement      = 1.2 // of log(increment/base)
)

// The logarithms of the densities of these, which are the same at every point.
var (
	evenBase, evenFactor  = -math.Log(maxBase - minBase), -math.Log(maxFactor - minFactor)
	evenWidth, evenFloor  = -math.Log(maxWidth - minWidth), -math.Log(maxFloor - minFloor)
	peakTau, peakFirst    = peak(spreadTau), peak(spreadFirst)
	peakIncrement, peakAt = peak(spreadIncrement), peak(1)
)

// peak is the logarithm of the density of a bell of the given spread in its middle.
func peak(spread float64) float64 { return -math.Log(spread) - 0.919 }

// decode turns coordinates into values and the logarithm of the prior density there, which is -Inf
// outside the range of a parameter. Noise is the lateness to expect, in milliseconds.
func (m *model) decode(at []float64, noise float64) (v values, logPrior float64) {
	next := func() float64 { x := at[0]; at = at[1:]; return x }
	within := func(x, lo, hi, even float64) {
		if x < lo || x > hi {
			logPrior = math.Inf(-1)
		} else {
			logPrior += even
		}
	}
	bell := func(x, mean, spread, peak float64) {
		z := (x - mean) / spread
		logPrior += peak - z*z/2
	}
	if m.shape != Immediate {
		b := next()
		within(b, minBase, maxBase, evenBase)
		v.base = math.Exp(b)
		v.factor, v.increment, v.cap = m.factor, v.base, math.Inf(1)
		if m.shape == Exponential && m.factor == 0 {
			e := math.Exp(next())
			v.factor = 1 + e
			logFactor := math.Log(v.factor)
			within(logFactor, minFactor, maxFactor, evenFactor)
			logPrior += math.Log(e) - logFactor
		}
		if m.shape == Linear && !m.tied {
			u := next()
			bell(u, 0, spreadIncrement, peakIncrement)
			v.increment = v.base * math.Exp(u)
		}
		if m.capped {
			u := next()
			least := m.leastCap()
			within(u, least, maxCap, -math.Log(maxCap-least))
			v.cap = v.base * math.Exp(u)
		}
		if m.floored {
			v.floor = v.base
		}
		if m.bounded {
			u := next()
			within(u, minFloor, maxFloor, evenFloor)
			v.floor = v.base * math.Exp(u)
		}
		switch m.jitter {
		case Proportional:
			p := 1 / (1 + math.Exp(-next()))
			v.proportion = p
			// People write 10%, 20%, 50%; what is near 100% is full jitter.
			density := 0.12
			if p < 0.55 {
				density += 0.88 / 0.55
			}
			logPrior += math.Log(p * (1 - p) * density)
		case Additive:
			u := next()
			within(u, minWidth, maxWidth, evenWidth)
			v.width = v.base * math.Exp(u)
		}
	}
	t, t0 := next(), next()
	if m.shape == Immediate {
		bell(t, math.Log(3), 1, peakAt)
		bell(t0, math.Log(6), 1, peakAt)
	} else if t > maxTau || t0 > maxTauFirst {
		logPrior = math.Inf(-1)
	} else {
		bell(t, math.Log(noise), spreadTau, peakTau)
		bell(t0, math.Log(1.6*noise), spreadFirst, peakFirst)
	}
	v.tau, v.tauFirst = math.Exp(t), math.Exp(t0)
	return v, logPrior
}

// leastCap is the least logarithm of cap/base.
func (m *model) leastCap() float64 {
	switch {
	case m.jitter == Decorrelated:
		return math.Log(2) // below it hardly anything would be decorrelated
	case m.order == CapLast:
		return -0.6 // it cuts off what chance adds, also of the first delay
	}
	return minCap
}

// nominal is the delay before retry k, without a cap.
func (m *model) nominal(v *values, k int) float64 {
	switch m.shape {
	case Linear:
		return v.base + v.increment*float64(k)
	case Fibonacci:
		return v.base * fibonacci(k, m.from)
	case Quadratic:
		return v.base * float64(k+1) * float64(k+1)
	case Exponential:
		return v.base * power(v.factor, k)
	case Immediate:
		return 0
	}
	return v.base
}

// power is x to the power of a small k.
func power(x float64, k int) float64 {
	y := 1.
	for ; k > 0; k-- {
		y *= x
	}
	return y
}

// logPosterior is the logarithm of prior times likelihood, the function that is searched and
// integrated.
func (m *model) logPosterior(at []float64, t table) float64 {
	v, total := m.decode(at, t.noise)
	if math.IsInf(total, -1) {
		return total
	}
	likelihood := 1. // a factor of it is at least impossible: logarithms are taken before it can vanish
	count := func(p float64) {
		if likelihood *= p + impossible; likelihood < 1e-280 {
			total += math.Log(likelihood)
			likelihood = 1
		}
	}
	first, later := timersLate(v.tauFirst), timersLate(v.tau)
	switch m.jitter {
	case Decorrelated, PollyV2: // what comes depends on what came before
		for i := range t.data {
			s, l := &t.data[i], &later
			if s.firstGap {
				l = &first
			}
			if m.jitter == PollyV2 {
				count(m.pollyDensity(&v, s, l))
				continue
			}
			prev := v.base
			if s.k > 0 {
				prev = max(s.prev, v.base)
			}
			count(l.clamped(s.gap, v.base, 3*prev, v.floor, v.cap))
		}
	default:
		for k, column := range t.columns {
			l := &later
			if k == 0 {
				l = &first
			}
			lo, hi, floor, ceiling := m.interval(&v, k)
			for _, gap := range column {
				count(l.clamped(gap, lo, hi, floor, ceiling))
			}
		}
	}
	return total + math.Log(likelihood)
}

// interval is where delay k is drawn from, and the bounds at which what falls outside piles up.
func (m *model) interval(v *values, k int) (lo, hi, floor, ceiling float64) {
	d := m.nominal(v, k)
	ceiling = math.Inf(1)
	if m.capped {
		switch {
		case m.order == CapLast:
			ceiling = v.cap
		case d >= v.cap && m.order == CapBare:
			at := max(v.cap, v.floor)
			return at, at, 0, ceiling
		default:
			d = min(d, v.cap)
		}
	}
	floor = v.floor
	switch m.jitter {
	case Proportional:
		return d * (1 - v.proportion), d * (1 + v.proportion), floor, ceiling
	case Equal:
		return d / 2, d, floor, ceiling
	case Full:
		return 0, d, floor, ceiling
	case Additive:
		return d, d + v.width, floor, ceiling
	}
	d = max(min(d, ceiling), floor)
	return d, d, 0, math.Inf(1)
}

// policy is what the values of the model mean.
func (m *model) policy(v *values) Policy {
	p := Policy{Shape: m.shape, Jitter: m.jitter, FibonacciFrom: m.from, CapOrder: m.order}
	if m.shape == Immediate {
		p.Jitter = NoJitter
		return p
	}
	p.Base = millis(v.base)
	switch m.shape {
	case Exponential:
		p.Factor = v.factor
	case Linear:
		p.Increment = millis(v.increment)
	}
	if m.capped {
		p.Cap = millis(v.cap)
	}
	switch m.jitter {
	case Proportional:
		p.Proportion = v.proportion
	case Additive:
		p.Width = millis(v.width)
	}
	p.Floor = millis(v.floor)
	return p
}

func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// models lists every hypothesis for gaps in the given number of columns, with its prior. Piled asks for
// those with a floor of its own, level for those of other shapes than Exponential that lose their jitter at
// the cap.
func models(columns int, piled, level bool) []model {
	jitters := []struct {
		kind  Jitter
		prior float64
	}{{NoJitter, 0.36}, {Proportional, 0.18}, {Equal, 0.2}, {Full, 0.16}, {Additive, 0.13}}
	type shaped struct {
		model
		prior float64
	}
	var list []model
	add := func(m model, prior float64) {
		m.logPrior = math.Log(prior)
		list = append(list, m)
	}
	shapes := []shaped{{model{shape: Fixed}, 0.2}}
	if columns > 1 {
		shapes = append(shapes,
			shaped{model{shape: Exponential, factor: 2}, 0.34},
			shaped{model{shape: Exponential, factor: 1.5}, 0.07},
			shaped{model{shape: Exponential, factor: 3}, 0.04},
			shaped{model{shape: Exponential}, 0.13},
			shaped{model{shape: Linear, tied: true}, 0.06})
	}
	if columns > 2 {
		shapes = append(shapes,
			shaped{model{shape: Linear}, 0.03},
			shaped{model{shape: Fibonacci}, 0.02},
			shaped{model{shape: Fibonacci, from: 1}, 0.02},
			shaped{model{shape: Quadratic}, 0.03})
	}
	if columns > 3 {
		shapes = append(shapes, shaped{model{shape: Fibonacci, from: 2}, 0.01})
	}
	for _, s := range shapes {
		for _, j := range jitters {
			m, prior := s.model, s.prior*j.prior
			m.jitter = j.kind
			if s.shape == Fixed || columns < 3 {
				add(m, prior)
				continue
			}
			add(m, 0.65*prior)
			m.capped = true
			if m.jitter == NoJitter || m.shape != Exponential {
				add(m, 0.35*prior)
				if level && m.jitter != NoJitter {
					m.order = CapBare
					add(m, 0.03*prior)
				}
				continue
			}
			add(m, 0.29*prior)
			for _, order := range []CapOrder{CapLast, CapBare} {
				m.order = order
				add(m, 0.03*prior)
			}
		}
		if s.shape == Exponential && columns > 2 {
			m := s.model
			m.jitter, m.floored = Equal, true
			add(m, 0.01*s.prior)
		}
		if piled && s.shape == Exponential && s.factor != 3 {
			for _, j := range jitters {
				m, prior := s.model, 0.05*s.prior*j.prior
				m.jitter, m.bounded = j.kind, true
				add(m, 0.6*prior)
				if columns > 2 {
					m.capped = true
					add(m, 0.4*prior)
				}
			}
		}
	}
	for _, j := range []struct {
		kind  Jitter
		prior float64
	}{{Decorrelated, 0.06}, {PollyV2, 0.04}} {
		m := model{shape: Exponential, jitter: j.kind, factor: 2}
		if columns < 2 {
			continue
		}
		add(m, 0.6*j.prior)
		if j.kind == Decorrelated {
			m.capped = true
			add(m, 0.4*j.prior)
			if piled {
				m.capped, m.bounded = false, true
				add(m, 0.05*j.prior)
			}
		}
	}
	add(model{shape: Immediate, jitter: NoJitter}, 0.1)
	return list
}

// maxColumns is the number of retries of one operation that the inference looks at.
const maxColumns = 24

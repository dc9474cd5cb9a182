package backoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"snag/analyze/sorting"
)

// choose picks the kind of jitter, then the shape, by probability.
func choose(list []fitted, t table) Inference {
	var in Inference
	logs := make([]float64, len(list))
	for i, f := range list {
		logs[i] = f.evidence
	}
	all := logSum(logs)
	kinds := map[Jitter]float64{}
	for i := range list {
		list[i].settle(t)
		f := list[i]
		kinds[f.jitter] += math.Exp(f.evidence - all)
	}
	order := ranked(kinds)
	kind := order[0]
	shapes := map[Shape]float64{}
	for _, f := range list {
		if f.jitter == kind {
			shapes[f.shape] += math.Exp(f.evidence-all) / kinds[kind]
		}
	}
	shape := ranked(shapes)[0]
	best := slices.IndexFunc(list, func(f fitted) bool { return f.jitter == kind && f.shape == shape })
	in.Policy = in.estimate(list[best], t)
	in.Confidence, in.ShapeConfidence = min(kinds[kind], 1), min(shapes[shape], 1)
	in.Steady = min(kinds[NoJitter], 1)
	for _, f := range list {
		if f.jitter != kind || f.shape != shape {
			var other Inference
			in.RunnerUp, in.Margin = other.estimate(f, t), list[best].evidence-f.evidence
			break
		}
	}
	in.Kinds = []Jitter{kind}
	if narrow := list[best].narrow; narrow != UnknownJitter {
		in.Kinds = append(in.Kinds, narrow)
	}
	for _, other := range order[1:] {
		if kinds[other] > 0.05 && !slices.Contains(in.Kinds, other) {
			in.Kinds = append(in.Kinds, other)
		}
	}
	for _, other := range ranked(shapes)[1:] {
		if shapes[other] > 0.03 {
			in.Shapes = append(in.Shapes, other)
		}
	}
	in.withhold(t, kinds[kind], shapes[shape])
	return in
}

// ranked returns the keys by falling share, equal shares in the order of the keys.
func ranked[K cmp.Ordered, V cmp.Ordered](shares map[K]V) []K {
	keys := make([]K, 0, len(shares))
	for k := range shares {
		keys = append(keys, k)
	}
	sorting.Stable(keys, func(a, b K) int {
		return cmp.Or(cmp.Compare(shares[b], shares[a]), cmp.Compare(a, b))
	})
	return keys
}

// withhold takes back what the gaps do not tell.
func (in *Inference) withhold(t table, kindShare, shapeShare float64) {
	p := &in.Policy
	if p.Shape == Immediate {
		return
	}
	// Where every delay comes from one interval, the kinds of jitter are names of the same thing.
	oneInterval := (p.Shape == Fixed || len(t.columns) == 1) && p.Jitter != NoJitter
	switch {
	case len(t.columns) == 1 && len(t.data) == 1:
		in.Reason = "a single gap tells neither shape nor jitter"
		p.Shape, p.Jitter = Undetermined, UnknownJitter
	case kindShare < undecided && !oneInterval:
		in.Reason = fmt.Sprintf("%d gaps in %d columns do not determine the kind of jitter: %s has a probability of %.0f%%; more runs would", len(t.data), len(t.columns), p.Jitter, 100*kindShare)
		p.Jitter = UnknownJitter
		if len(t.columns) == 1 {
			p.Shape = Undetermined
		}
	case len(t.columns) == 1:
		in.Reason = "a single retry does not determine the shape"
		p.Shape = Undetermined
	case shapeShare < undecided:
		in.Reason = fmt.Sprintf("%d retries do not determine the shape: %s has a probability of %.0f%%", len(t.columns), p.Shape, 100*shapeShare)
		p.Shape = Undetermined
	case len(t.columns) == 2 && p.Shape == Exponential && !settled(p.Factor):
		in.Reason = fmt.Sprintf("two retries do not determine the shape: any two delays are a ratio (here %.3g)", p.Factor)
		p.Shape = Undetermined
	}
}

// settled reports whether the factor is one that people choose, and not whatever two gaps happen to be
// in the ratio of.
func settled(factor float64) bool { return factor == 1.5 || factor == 2 || factor == 3 }

// settle turns a jitter that cannot be told from noise into none.
func (f *fitted) settle(t table) {
	if f.shape == Steps || f.shape == Immediate {
		return
	}
	v, _ := f.decode(f.at, t.noise)
	switch f.jitter {
	case Decorrelated, PollyV2, NoJitter:
		return
	}
	for k := range t.columns {
		if lo, hi, _, _ := f.interval(&v, k); hi-lo >= max(8, 3*v.tau, 3*t.noise, 0.004*hi) {
			return
		}
	}
	f.narrow, f.jitter = f.jitter, NoJitter
}

// estimate is the policy of a fitted model at the medians of its posterior; it notes the ranges.
func (in *Inference) estimate(f fitted, t table) Policy {
	if f.shape == Steps {
		p := Policy{Shape: Steps, Jitter: f.jitter}
		for k, column := range t.columns {
			level := median(column)
			if f.jitter == NoJitter {
				level = slices.Min(column)
			}
			if k == 0 {
				in.FirstDelay = Range{slices.Min(column), slices.Max(column)}
			}
			p.Table = append(p.Table, millis(level))
			if lo, hi := slices.Min(column), slices.Max(column); f.jitter == Proportional {
				p.Proportion = max(p.Proportion, (hi-lo)/(hi+lo))
			}
		}
		p.Base = p.Table[0]
		return p
	}
	type weighed struct{ x, weight float64 }
	list := make([]weighed, len(f.draws))
	quantity := func(get func(*values) float64) (mid float64, r Range) {
		total, sum := 0., 0.
		for i := range f.draws {
			d := &f.draws[i]
			list[i] = weighed{get(&d.values), d.weight}
			total += d.weight
		}
		sorting.Stable(list, func(a, b weighed) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.weight, b.weight)) })
		r.Low, mid, r.High = math.NaN(), math.NaN(), math.NaN()
		for _, d := range list {
			sum += d.weight
			if math.IsNaN(r.Low) && sum >= 0.05*total {
				r.Low = d.x
			}
			if math.IsNaN(mid) && sum >= 0.5*total {
				mid = d.x
			}
			if math.IsNaN(r.High) && sum >= 0.95*total {
				r.High = d.x
			}
		}
		return mid, r
	}
	var v values
	v.base, in.FirstDelay = quantity(func(v *values) float64 { return v.base })
	v.factor = f.factor
	if f.shape == Exponential && f.jitter != Decorrelated && f.jitter != PollyV2 {
		v.factor, in.Factor = quantity(func(v *values) float64 { return v.factor })
	}
	v.increment, _ = quantity(func(v *values) float64 { return v.increment })
	model := f.model
	if f.capped {
		v.cap, in.Cap = quantity(func(v *values) float64 { return v.cap })
		if f.jitter != Decorrelated && model.nominal(&v, len(t.columns)-1) <= v.cap {
			in.Cap, model.capped = Range{}, false // no delay reached it
		}
	}
	v.proportion, _ = quantity(func(v *values) float64 { return v.proportion })
	v.width, _ = quantity(func(v *values) float64 { return v.width })
	var floor Range
	v.floor, floor = quantity(func(v *values) float64 { return v.floor })
	if lo, _, _, _ := model.interval(&v, 0); model.bounded && model.jitter != Decorrelated && model.jitter != NoJitter && lo >= v.floor {
		v.floor = 0 // no delay reached it
	}
	tau, _ := quantity(func(v *values) float64 { return v.tau })
	in.Noise = millis(tau)
	// A law that stays below its floor explains lateness by chances that it does not have: every delay is the floor.
	if model.bounded && v.floor > 0 && !model.exceeds(v.floor+max(3*tau, 3*t.noise), &v, len(t.columns)) {
		in.FirstDelay, in.Factor, in.Cap = floor, Range{}, Range{}
		return Policy{Shape: Fixed, Base: millis(v.floor), Jitter: NoJitter}
	}
	return model.policy(&v)
}

// exceeds reports whether one of so many delays of a model may be longer than ms before its floor counts.
func (m model) exceeds(ms float64, v *values, delays int) bool {
	for k := range delays {
		if _, hi, _, _ := m.interval(v, k); hi > ms {
			return true
		}
	}
	return false
}

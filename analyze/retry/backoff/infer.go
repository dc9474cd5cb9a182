// Package backoff is the vocabulary of retries and judges them: it infers a client's policy from the
// gaps between its attempts, and tells where that policy is unsafe.
package backoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"snag/analyze/sorting"
)

// Options settle how Infer works. The zero Options are usable.
type Options struct {
	// Seed feeds the sampler that integrates over parameters: the same gaps and Seed give the same
	// Inference.
	Seed uint64
	// Speed is the factor by which the client's clock ran fast while the gaps were recorded; the gaps
	// are those of the client's clock. 0 means 1.
	Speed float64
	// Noise is the mean lateness to expect of timers on the machine, where that is known.
	Noise time.Duration
}

// Range is what a quantity lies in with nine chances in ten.
type Range struct{ Low, High float64 }

// Inference is what the gaps between attempts tell about a policy. Times in a Range are milliseconds.
type Inference struct {
	// Policy is the best explanation. Its Shape, its Jitter or both are undetermined when the gaps do
	// not tell them; Reason then says why.
	Policy Policy
	Reason string
	// Doubt says why the answer is not certain although no other model is as probable: the gaps do not
	// look as its policy makes them, or are too few. Empty when there is no such reason.
	Doubt string
	// Confidence is the probability of the kind of jitter, ShapeConfidence that of the shape given the
	// kind, both after weighing every model that is known here.
	Confidence, ShapeConfidence float64
	// Steady is the probability that chance does not change the delays at all.
	Steady float64
	// RunnerUp is the best explanation of another kind or shape, Margin how much less evidence it has:
	// the natural logarithm of the ratio. RunnerUp is the zero Policy when nothing comes near.
	RunnerUp Policy
	Margin   float64
	// Aliases describe other policies that produce the same gaps. Kinds lists the kinds of jitter that
	// these gaps do not rule out against the chosen one, the chosen one first.
	Aliases []string
	Kinds   []Jitter
	// Shapes are the other shapes that these gaps do not rule out.
	Shapes []Shape
	// FirstDelay, Factor and Cap are the ranges of those quantities; zero where they do not apply.
	FirstDelay, Factor, Cap Range
	// Noise is the mean lateness of a gap.
	Noise time.Duration
	// Nested is set when the gaps are those of one retry loop inside another. Policy is then the
	// inner loop.
	Nested *Nested
	// Runs and Gaps count what was looked at; Longest is the largest number of gaps in a run.
	Runs, Gaps, Longest int
}

// Determined reports whether the gaps tell both the shape and the jitter.
func (in Inference) Determined() bool {
	return in.Policy.Shape != Undetermined && in.Policy.Jitter != UnknownJitter
}

// certain is the confidence from which an answer counts as certain.
const certain = 0.95

// Certain reports whether both the shape and the jitter are told with a confidence of 95% at least,
// and the gaps themselves give no reason to doubt it. What is not certain is no ground for a check.
func (in Inference) Certain() bool {
	return in.Determined() && in.Doubt == "" && in.Confidence >= certain && in.ShapeConfidence >= certain
}

// undecided is the probability below which an answer is withheld.
const undecided = 0.5

// Infer estimates the policy behind the gaps of repeated runs: runs[r][k] is the time from the end of
// attempt k to the start of attempt k+1 in run r. Runs may differ in length. Runs without gaps count
// as operations that were not retried. It decides by likelihood: every known shape and kind of jitter
// is weighed by the probability of the gaps under it, averaged over its parameters, with gaps that
// are late by an unknown amount.
func Infer(runs [][]time.Duration, o Options) Inference {
	speed := cmp.Or(o.Speed, 1)
	var rows [][]float64
	result := Inference{Runs: len(runs)}
	for _, run := range runs {
		if len(run) == 0 {
			continue
		}
		row := make([]float64, len(run))
		for k, gap := range run {
			row[k] = max(float64(gap)/float64(time.Millisecond)/speed, 0)
		}
		result.Gaps += len(row)
		result.Longest = max(result.Longest, len(row))
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		result.Policy = Policy{Shape: NoRetry, Jitter: NoJitter}
		result.Confidence, result.ShapeConfidence = 1, 1
		return result
	}
	noise := max(float64(o.Noise)/float64(time.Millisecond), usualNoise)
	nested := decompose(rows)
	var outer Inference
	if nested != nil {
		outer = inferFlat(nested.outer, noise, o.Seed)
		nested.Outer, rows = outer.Policy, nested.inner
	}
	in := inferFlat(rows, noise, o.Seed)
	switch {
	case nested == nil || in.Doubt != "":
	case nested.OuterAttempts < 3:
		in.Doubt = "one long delay among short ones need not be that of a loop around another"
	case !outer.Certain():
		in.Doubt = "the delays of the outer loop are not certain: " + cmp.Or(outer.Doubt, outer.Reason, "another law explains them nearly as well")
	}
	in.Nested, in.Runs, in.Gaps, in.Longest = nested, result.Runs, result.Gaps, result.Longest
	in.scale(speed)
	return in
}

func (in *Inference) scale(by float64) {
	for _, p := range []*Policy{&in.Policy, &in.RunnerUp} {
		p.stretch(by)
	}
	if in.Nested != nil {
		in.Nested.Outer.stretch(by)
	}
	for _, r := range []*Range{&in.FirstDelay, &in.Cap} {
		r.Low, r.High = r.Low*by, r.High*by
	}
	in.Policy = in.rounded(in.Policy)
	in.Aliases = in.aliases()
}

func (p *Policy) stretch(by float64) {
	for _, d := range []*time.Duration{&p.Base, &p.Increment, &p.Cap, &p.Width, &p.Floor} {
		*d = time.Duration(float64(*d) * by)
	}
	for i := range p.Table {
		p.Table[i] = time.Duration(float64(p.Table[i]) * by)
	}
}

// inferFlat infers one loop. Times are in milliseconds of the machine's clock.
func inferFlat(rows [][]float64, noise float64, seed uint64) Inference {
	t := newTable(rows, noise)
	if allImmediate(t) {
		return Inference{
			Policy: Policy{Shape: Immediate, Jitter: NoJitter}, Kinds: []Jitter{NoJitter},
			Confidence: 1, ShapeConfidence: 1, Noise: millis(median(t.columns[0])), Doubt: slowAtOnce(t),
		}
	}
	first := leadingImmediate(t)
	if first {
		var rest [][]float64
		for _, row := range rows {
			if len(row) > 1 {
				rest = append(rest, row[1:])
			}
		}
		t = newTable(rest, noise)
	}
	in := choose(weigh(t, seed), t)
	switch in.check(t); {
	case !in.Certain():
	case first:
		in.Doubt = seldomAtOnce(newTable(rows, noise).columns[0])
	default:
		in.Doubt = in.starting(t, rows, seed)
	}
	in.Policy.FirstImmediate = first
	return in
}

// atOnce is the delay in milliseconds below which a retry counts as immediate: what a process needs to
// send another request.
const atOnce = 30

// waits reports whether some retry usually does not follow at once.
func (t table) waits() bool {
	return slices.ContainsFunc(t.columns, func(column []float64) bool { return median(column) >= atOnce })
}

// allImmediate reports whether no retry waits.
func allImmediate(t table) bool {
	if t.waits() {
		return false
	}
	least := math.Inf(1)
	for _, column := range t.columns {
		least = min(least, slices.Min(column))
	}
	return least < 8 && median(t.columns[len(t.columns)-1]) < max(8, 1.4*median(t.columns[0]))
}

// leadingImmediate reports whether the first retry follows at once although the later ones wait.
func leadingImmediate(t table) bool {
	if len(t.columns) < 2 || median(t.columns[0]) >= atOnce {
		return false
	}
	return median(t.columns[1]) > max(8*median(t.columns[0]), 40)
}

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
	v.floor, _ = quantity(func(v *values) float64 { return v.floor })
	if lo, _, _, _ := model.interval(&v, 0); model.bounded && model.jitter != Decorrelated && model.jitter != NoJitter && lo >= v.floor {
		v.floor = 0 // no delay reached it
	}
	tau, _ := quantity(func(v *values) float64 { return v.tau })
	in.Noise = millis(tau)
	return model.policy(&v)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func round3(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Microsecond)
}

// Retries reports whether any retry was seen.
func (in *Inference) Retries() bool { return in.Gaps > 0 }

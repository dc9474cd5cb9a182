// Package backoff knows the policies by which clients delay their retries: it draws delays from a policy, and infers the
// policy from the gaps between attempts.
package backoff

import (
	"cmp"
	"math"
	"slices"
	"time"
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

// Certainty is the confidence from which an answer counts as certain.
const Certainty = 0.95

// Certain reports whether both the shape and the jitter are told with a confidence of 95% at least,
// and the gaps themselves give no reason to doubt it. What is not certain is no ground for a check.
func (in Inference) Certain() bool {
	return in.Determined() && in.Doubt == "" && in.Confidence >= Certainty && in.ShapeConfidence >= Certainty
}

// Varies reports whether it is certain that chance changes the delays, by whatever kind of jitter.
func (in Inference) Varies() bool {
	return in.Policy.Jitter != NoJitter && in.Steady <= 1-Certainty
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

// AtOnce is the delay below which a retry counts as immediate: what a process needs to send another request.
const (
	AtOnce       = 30 * time.Millisecond
	atOnceMillis = float64(AtOnce / time.Millisecond)
)

// waits reports whether some retry usually does not follow at once.
func (t table) waits() bool {
	return slices.ContainsFunc(t.columns, func(column []float64) bool { return median(column) >= atOnceMillis })
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
	if len(t.columns) < 2 || median(t.columns[0]) >= atOnceMillis {
		return false
	}
	return median(t.columns[1]) > max(8*median(t.columns[0]), 40)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// Round shortens a time for people: to a millisecond, or where it is short to a tenth of one.
func Round(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Microsecond)
}

// Retries reports whether any retry was seen.
func (in *Inference) Retries() bool { return in.Gaps > 0 }

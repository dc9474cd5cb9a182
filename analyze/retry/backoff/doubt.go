package backoff

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// enoughRuns is the number of runs from which a kind of jitter can be certain.
const enoughRuns = 4

// mostlyAtOnce is the usual delay in milliseconds above which it is not certain that a retry does not wait.
const mostlyAtOnce = 15

// fewestAtOnce is the number of retries of which one may be late, all others being at once.
const fewestAtOnce = 8

func slowAtOnce(t table) string {
	waited := 0
	for k, column := range t.columns {
		if m := median(column); m > mostlyAtOnce {
			return fmt.Sprintf("retry %d takes %s, which may be a short delay", k+1, Round(millis(m)))
		}
		for _, gap := range column {
			if gap >= atOnceMillis {
				waited++
			}
		}
	}
	if waited > min(1+len(t.data)/20, len(t.data)/fewestAtOnce) {
		return fmt.Sprintf("retries usually follow at once, but %d of %d wait", waited, len(t.data))
	}
	return ""
}

// seldomAtOnce says why a first retry that usually follows at once may wait by chance.
func seldomAtOnce(first []float64) string {
	waited := 0
	for _, gap := range first {
		if gap >= atOnceMillis {
			waited++
		}
	}
	if waited < 2 {
		return "" // a machine may be late once
	}
	return fmt.Sprintf("the first retry follows at once in some runs, and waits in %d", waited)
}

// check compares the policy with the gaps from which it was made. A gap that it cannot make withdraws it;
// gaps that it makes, but otherwise distributed, are a Doubt.
func (in *Inference) check(t table) {
	p := in.Policy
	narrow := p.Jitter > NoJitter && p.widest(t) < max(leastJitter, 4*t.noise)
	if narrow {
		in.Steady = max(in.Steady, undecided)
	}
	if !in.Determined() {
		return
	}
	if p.Shape == Immediate {
		in.Doubt = slowAtOnce(t)
		return
	}
	tau := max(float64(in.Noise)/float64(time.Millisecond), t.noise)
	if p.Shape == Steps && p.Jitter == NoJitter {
		tau = max(tau, t.spread()) // which a table does not have to explain
	}
	if why := p.refuted(t, tau); why != "" {
		in.Reason = "the best explanation, " + p.String() + ", contradicts the gaps: " + why
		in.RunnerUp, in.Margin = p, 0
		in.Policy.Shape, in.Policy.Jitter = Undetermined, UnknownJitter
		return
	}
	runs := len(t.columns[0])
	switch {
	case t.restless():
		in.Doubt = fmt.Sprintf("timers of this machine are late by %s on average, too much for delays of %s", Round(millis(t.noise)), Round(millis(t.shortest())))
	case p.Jitter == NoJitter && tau > max(8, 4*t.noise):
		in.Doubt = fmt.Sprintf("the delays vary by %s on average, which is more than timers do", Round(millis(tau)))
	case p.Jitter == NoJitter && tau > 2*t.noise && tau > mostOfSteady*t.shortest():
		in.Doubt = fmt.Sprintf("delays of %s vary by %s on average: a floor or a cap may hide jitter", Round(millis(t.shortest())), Round(millis(tau)))
	case p.Jitter == NoJitter && in.Confidence < certainSteady:
		in.Doubt = "that nothing varies is not probable enough"
	case p.Jitter == NoJitter && p.Floor > 0 && runs < enoughRuns:
		in.Doubt = fmt.Sprintf("%d runs are too few to be certain of %s", runs, p)
	case p.Jitter == NoJitter:
		in.Doubt = p.unsteady(t, tau)
	case p.Shape == Steps:
		in.Doubt = "delays that follow no law and vary do not tell the kind of jitter"
	case runs < enoughRuns, runs < plentyOfRuns && p.involved(), runs < floorRuns && p.Floor > 0 && p.Jitter != Decorrelated:
		in.Doubt = fmt.Sprintf("%d runs are too few to be certain of %s", runs, p)
	case median(t.columns[0]) < mostlyAtOnce && p.Jitter != Full:
		in.Doubt = fmt.Sprintf("the first retry follows after %s, which may be at once", Round(millis(median(t.columns[0]))))
	case narrow:
		in.Doubt = fmt.Sprintf("delays vary by %s at most, which a busy machine may cause", Round(millis(p.widest(t))))
	case p.Jitter == Proportional && !chosenShare(p.Proportion):
		in.Doubt = fmt.Sprintf("a jitter of ±%.3g%% is one that nobody chooses: another law may look like it", 100*p.Proportion)
	case p.Shape == Exponential && !settled(p.Factor) && p.wide():
		in.Doubt = fmt.Sprintf("a factor of %.4g is one that nobody chooses: under so much jitter a table may look like it", p.Factor)
	case p.Shape == Exponential && !settled(p.Factor) && p.Jitter == Additive:
		in.Doubt = fmt.Sprintf("a factor of %.4g is one that nobody chooses: jitter of one width either way may look like it", p.Factor)
	case p.Jitter == Additive && p.Shape != Fixed && p.Width > 4*p.Base:
		in.Doubt = fmt.Sprintf("up to %s is added to %s, which hides the law", Round(p.Width), Round(p.Base))
	case p.Floor > 0 && p.Shape == Exponential && !settled(p.Factor) && p.Jitter != Decorrelated:
		in.Doubt = "the floor hides delays from which the factor would follow"
	case p.Shape != Fixed && p.visible(len(t.columns)) < p.telling():
		in.Doubt = fmt.Sprintf("fewer than %d delays are between the floor and the cap, so they do not tell the law", p.telling())
	case p.Jitter == Decorrelated && slices.Min(slices.Concat(t.columns...)) > 1.2*float64(p.Base)/float64(time.Millisecond):
		in.Doubt = "no delay is near the base, so the base does not follow"
	case p.Jitter == Decorrelated && p.lowerBase(t, tau) > 0.02:
		in.Doubt = "too few delays could have been short for the least of them to tell the base"
	case min(in.Confidence, in.ShapeConfidence) < certainVarying:
		in.Doubt = "another law under jitter is not improbable enough"
	default:
		in.Doubt = p.overrun(t, tau)
		if in.Doubt == "" {
			in.Doubt = p.unlike(t, tau)
		}
		if in.Doubt == "" {
			in.Doubt = p.crowded(t, tau)
		}
		if in.Doubt == "" {
			in.Doubt = p.capByChance(t)
		}
	}
}

// mostNoise is how late timers may be on average, in milliseconds, and mostOfDelay as a share of the shortest
// delay. On a machine that is busier they are late in ways that no exponential time describes, by turns for a
// whole run, which looks like a table or like jitter.
const mostNoise, mostOfDelay = 10, 0.03

// leastJitter is how far apart in milliseconds the delays before one retry must lie for jitter to be certain: timers
// of a busy machine may be late by anything to 10 ms without any that are later by much.
const leastJitter = 20

// widest is how far apart in milliseconds the policy lets the delays before one retry lie.
func (p Policy) widest(t table) float64 {
	if p.Shape == Undetermined {
		p.Shape = Fixed // at its base, which is all that is known
	}
	most := 0.
	for i := range t.data {
		lo, hi, floor, ceiling := p.bounds(&t.data[i], t.noise)
		most = max(most, min(hi, ceiling)-max(lo, floor))
	}
	return most
}

// mostOfSteady is the share of the shortest delay by which delays without jitter may be late on average.
const mostOfSteady = 0.05

// certainVarying is the confidence from which an answer with jitter is certain: laws that are not weighed
// resemble each other more where chance blurs them.
const certainVarying = 0.995

// certainSteady is the same for an answer without jitter, where few runs may agree by chance.
const certainSteady = 0.98

// floorRuns is the number of runs from which jitter over a floor can be certain: it hides the short delays,
// which tell most.
const floorRuns = 12

// lowerBase is how probable it is that no delay of decorrelated jitter came below the base although that is
// in truth a fifth less.
func (p Policy) lowerBase(t table, tau float64) float64 {
	chance, base := 1., float64(p.Base)/float64(time.Millisecond)
	for i := range t.data {
		if lo, hi, _, _ := p.bounds(&t.data[i], tau); hi > lo {
			chance *= (hi - lo) / (hi - base*0.8)
		}
	}
	return chance
}

// plentyOfRuns is the number of runs from which a policy of several parts can be certain.
const plentyOfRuns = 8

// FewestEqual is the number of equal delays from which a fixed delay is certain, and EqualRuns that of the runs
// they come from: a floor or a cap hides whole laws, and seldom lets a first delay through.
const FewestEqual, EqualRuns = 16, 8

// fewestLevel is the number of retries of one run from which a fixed delay is certain: more runs do not tell
// what comes after a floor that hides the first two delays.
const fewestLevel = 3

// involved reports whether jitter is laid over what hides its bounds or the law: a floor, a cap at which it is
// lost, or full jitter, which makes short delays of any law.
func (p Policy) involved() bool {
	return p.Floor > 0 || p.Cap > 0 && p.CapOrder == CapBare || p.Jitter == Full && p.Shape == Exponential
}

// wide reports whether the jitter leaves so much open that delays which follow no law look like ones that do.
func (p Policy) wide() bool {
	return p.Jitter == Equal || p.Jitter == Full || p.Jitter == Proportional && p.Proportion > 0.2
}

// chosenShare reports whether a proportion of jitter is one that people choose.
func chosenShare(proportion float64) bool {
	// Up to a quarter less, which several SDKs take off, is a seventh either way; up to a fifth more an eleventh.
	for _, one := range []float64{0.05, 1. / 11, 0.1, 1. / 7, 0.15, 0.2, 0.25, 0.3, 1. / 3, 0.4, 0.5} {
		if math.Abs(proportion-one) < 0.02*one+0.001 {
			return true
		}
	}
	return false
}

// mostStarting is how much longer in milliseconds one of few first delays may be because a program was starting.
const mostStarting = 300

// unsteady says why delays that look the same in every run may vary all the same, or follow another law.
func (p Policy) unsteady(t table, tau float64) string {
	for k, column := range t.columns {
		late, allowed := 0, 1
		for _, gap := range column {
			if gap > slices.Min(column)*1.025+6+10*tau {
				late++
			}
		}
		if k == 0 {
			allowed = max(1, len(column)/4) // it waits for a program to warm up
			if len(column) < enoughRuns {
				if wait := slices.Max(column) - slices.Min(column); wait > mostStarting {
					return fmt.Sprintf("the first delays are %s apart", Round(millis(wait)))
				}
				continue
			}
		}
		if sorted := slices.Sorted(slices.Values(column)); k == 0 && p.Shape == Steps && sorted[len(sorted)-2]-sorted[0] > 8+4*tau {
			return "the first delays vary, as if chance changed them alone" // one of them may be late
		}
		if late > allowed {
			return fmt.Sprintf("%d delays before retry %d are longer than the others: a floor may hide jitter", late, k+1)
		}
	}
	if p.Shape == Fixed && (len(t.data) < FewestEqual || len(t.columns[0]) < EqualRuns) {
		return fmt.Sprintf("%d equal delays may all lie at a floor that hides a law or jitter", len(t.data))
	}
	if p.Shape == Fixed && len(t.columns) < fewestLevel {
		return fmt.Sprintf("fewer than %d retries in a run may all lie at a floor that hides a law or jitter", fewestLevel)
	}
	if p.Shape == Fixed && t.longer() > 1 {
		return fmt.Sprintf("%d delays are longer than the others: a floor may hide jitter", t.longer())
	}
	if usual := median(t.columns[0]); p.Shape == Fixed && slices.Min(t.columns[0]) < usual-6-2*t.noise {
		return fmt.Sprintf("a first delay of %s is shorter than the others: a cap may hide a law or jitter", Round(millis(slices.Min(t.columns[0]))))
	}
	if p.Shape == Exponential && p.Factor != 2 && len(t.columns) < 3 {
		return "two delays are any law"
	}
	// Of these alone two delays are not those of another law that people choose: twice the first is the second one of a
	// linear law and of Fibonacci's, four times that of a quadratic one.
	chosen := p.Shape == Exponential && settled(p.Factor) && p.Factor != 2 && p.Factor != 4
	if p.Floor > 0 && p.Shape != Fixed && p.Shape != Steps && p.visible(len(t.columns)) < 3 {
		return "two delays above the floor are any law"
	}
	below := p.visible(len(t.columns))
	switch near := p.Cap / 50; {
	case p.Shape == Exponential && p.uncapped(below) < p.Cap+near:
		below++ // slower laws give less there
	case p.Shape != Exponential && below > 0 && p.uncapped(below-1) > p.Cap-near:
		below-- // it may be the cap of a law that grows faster
	}
	if p.Cap > 0 && p.Shape != Fixed && p.Shape != Steps && below < 2 {
		return "one delay below the cap is any law"
	}
	if p.Cap > 0 && p.Shape != Fixed && p.Shape != Steps && below < 3 &&
		(!chosen || median(t.columns[0]) > 1.025*float64(p.uncapped(0))/float64(time.Millisecond)+8) {
		return "two delays below the cap are any law" // and the first is late, as where the program was still starting
	}
	return ""
}

// crowded says where more delays lie close together than the jitter explains: at a floor or a cap that the
// policy does not have.
func (p Policy) crowded(t table, tau float64) string {
	for k := range t.columns {
		var inside []float64
		width := 0.
		for i := range t.data {
			s := &t.data[i]
			lo, hi, floor, ceiling := p.bounds(s, tau)
			if s.k == k && s.gap > floor+4*tau+8 && s.gap < ceiling-4*tau-8 {
				inside, width = append(inside, s.gap), max(width, hi-lo)
			}
		}
		slices.Sort(inside)
		window := 2*tau + 3
		for from := range inside {
			to := from
			for to < len(inside) && inside[to] < inside[from]+window {
				to++
			}
			// By chance so many follow the first within the window in one set of gaps in a hundred.
			if n := to - from; n >= 3 && float64(len(inside))*poissonTail(n-1, float64(len(inside)-1)*window/width) < 0.01 {
				return fmt.Sprintf("%d delays before retry %d are the same, which jitter makes seldom", n, k+1)
			}
		}
	}
	return ""
}

// capByChance says when the longest delays leave open whether there is a cap: without one, all of them are short
// for what the law allows; with one, they might be as short by chance.
func (p Policy) capByChance(t table) string {
	if p.Shape == Fixed || p.Jitter == Decorrelated || p.Jitter == PollyV2 || p.CapOrder != CapFirst {
		return ""
	}
	free := p
	free.Cap = 0
	last := len(t.columns) - 1
	chance := 1. // that no delay is longer than the longest of its column, without a cap
	for i := range t.data {
		s := &t.data[i]
		if p.Cap == 0 && s.k != last || p.Cap > 0 && p.uncapped(s.k) <= p.Cap {
			continue
		}
		lo, hi, _, _ := free.bounds(s, 0)
		if s.gap < 0.975*lo-6 {
			return "" // it is too short for the law without a cap
		}
		chance *= min(max((slices.Max(t.columns[s.k])-lo)/(hi-lo), 0), 1)
	}
	switch {
	case p.Cap == 0 && chance < 0.05:
		return fmt.Sprintf("no delay before retry %d comes near the longest that the law allows: a cap may be the reason", last+1)
	case p.Cap > 0 && chance > 0.001:
		return "without the cap the delays may be as short by chance"
	}
	return ""
}

// telling is the number of delays from which a law can be certain: one more where the factor is one that
// people do not choose, or where the jitter hides much of the law.
func (p Policy) telling() int {
	switch {
	case p.Jitter == Decorrelated && p.Cap == 0:
		return 5 // a cap shows late, since few delays come near it
	case p.Jitter == Decorrelated || p.Jitter == PollyV2:
		return 3
	case p.Shape == Exponential && !settled(p.Factor), p.Jitter == Additive, p.Jitter == Full:
		return 4
	}
	return 3
}

// visible counts the columns whose nominal delay no floor and no cap hides.
func (p Policy) visible(columns int) int {
	if p.Jitter == Decorrelated || p.Jitter == PollyV2 {
		return columns
	}
	n := 0
	for k := range columns {
		if d := p.uncapped(k); d >= p.Floor && (p.Cap == 0 || d <= p.Cap) {
			n++
		}
	}
	return n
}

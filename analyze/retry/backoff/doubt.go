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

func slowAtOnce(t table) string {
	for k, column := range t.columns {
		if m := median(column); m > mostlyAtOnce {
			return fmt.Sprintf("retry %d takes %s, which may be a short delay", k+1, round3(millis(m)))
		}
	}
	return ""
}

// check compares the policy with the gaps from which it was made. A gap that it cannot make withdraws it;
// gaps that it makes, but otherwise distributed, are a Doubt.
func (in *Inference) check(t table) {
	p := in.Policy
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
		in.Doubt = fmt.Sprintf("timers of this machine are late by %s on average, too much for delays of %s", round3(millis(t.noise)), round3(millis(t.shortest())))
	case p.Jitter == NoJitter && tau > max(8, 4*t.noise):
		in.Doubt = fmt.Sprintf("the delays vary by %s on average, which is more than timers do", round3(millis(tau)))
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
	case p.Jitter == Proportional && !chosenShare(p.Proportion):
		in.Doubt = fmt.Sprintf("a jitter of ±%.3g%% is one that nobody chooses: another law may look like it", 100*p.Proportion)
	case p.Shape == Exponential && !settled(p.Factor) && p.wide():
		in.Doubt = fmt.Sprintf("a factor of %.4g is one that nobody chooses: under so much jitter a table may look like it", p.Factor)
	case p.Jitter == Additive && p.Shape != Fixed && p.Width > 4*p.Base:
		in.Doubt = fmt.Sprintf("up to %s is added to %s, which hides the law", round3(p.Width), round3(p.Base))
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

// restless reports whether the machine was too busy for its lateness to be told from a policy.
func (t table) restless() bool { return t.noise > mostNoise && t.noise > mostOfDelay*t.shortest() }

// shortest is the usual length of the shortest delay that is one.
func (t table) shortest() float64 {
	least := math.Inf(1)
	for _, column := range t.columns {
		if m := median(column); m > mostlyAtOnce {
			least = min(least, m)
		}
	}
	return least
}

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

// fewestEqual is the number of equal delays from which a fixed delay is certain, and equalRuns that of the runs
// they come from: a floor or a cap hides whole laws, and seldom lets a first delay through.
const fewestEqual, equalRuns = 16, 8

// fewestLevel is the number of retries of one run from which a fixed delay is certain: more runs do not tell
// what comes after a floor that hides the first two delays.
const fewestLevel = 3

// involved reports whether jitter is laid over what hides its bounds or the law: a floor, a cap at which it is
// lost, or a factor that people do not choose under full jitter.
func (p Policy) involved() bool {
	return p.Floor > 0 || p.Cap > 0 && p.CapOrder == CapBare || p.Jitter == Full && p.Shape == Exponential && !settled(p.Factor)
}

// wide reports whether the jitter leaves so much open that delays which follow no law look like ones that do.
func (p Policy) wide() bool {
	return p.Jitter == Equal || p.Jitter == Full || p.Jitter == Proportional && p.Proportion > 0.2
}

// chosenShare reports whether a proportion of jitter is one that people choose.
func chosenShare(proportion float64) bool {
	for _, one := range []float64{0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 1. / 3, 0.4, 0.5} {
		if math.Abs(proportion-one) < 0.02*one+0.001 {
			return true
		}
	}
	return false
}

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
				continue
			}
		}
		if late > allowed {
			return fmt.Sprintf("%d delays before retry %d are longer than the others: a floor may hide jitter", late, k+1)
		}
	}
	if p.Shape == Fixed && (len(t.data) < fewestEqual || len(t.columns[0]) < equalRuns) {
		return fmt.Sprintf("%d equal delays may all lie at a floor that hides a law or jitter", len(t.data))
	}
	if p.Shape == Fixed && len(t.columns) < fewestLevel {
		return fmt.Sprintf("fewer than %d retries in a run may all lie at a floor that hides a law or jitter", fewestLevel)
	}
	if p.Shape == Fixed && t.above() > 1 {
		return fmt.Sprintf("%d delays are longer than the others: a floor may hide jitter", t.above())
	}
	if usual := median(t.columns[0]); p.Shape == Fixed && slices.Min(t.columns[0]) < usual-6-2*t.noise {
		return fmt.Sprintf("a first delay of %s is shorter than the others: a cap may hide a law or jitter", round3(millis(slices.Min(t.columns[0]))))
	}
	if p.Shape == Exponential && p.Factor != 2 && len(t.columns) < 3 {
		return "two delays are any law"
	}
	chosen := p.Shape == Exponential && settled(p.Factor) || p.Shape == Linear && p.Increment == p.Base || p.Shape == Fibonacci || p.Shape == Quadratic
	if p.Floor > 0 && p.Shape != Fixed && p.Shape != Steps && p.visible(len(t.columns)) < 3 {
		return "two delays above the floor are any law"
	}
	if p.Cap > 0 && p.Shape != Fixed && p.Shape != Steps && p.visible(len(t.columns)) < 3 &&
		(!chosen || median(t.columns[0]) > 1.025*float64(p.uncapped(0))/float64(time.Millisecond)+8) {
		return "two delays below the cap are any law" // and the first is late, as where the program was still starting
	}
	return ""
}

// overrun says which delay is longer than the jitter makes it and timers do: either it was late by far, or the law
// allows more than was inferred.
func (p Policy) overrun(t table, tau float64) string {
	for i := range t.data {
		s := &t.data[i]
		_, hi, floor, ceiling := p.bounds(s, tau)
		hi = min(max(hi, floor), ceiling)
		if s.gap > 1.03*hi+8+6*tau {
			return fmt.Sprintf("%s before retry %d is more than %s, for which it may have been late", round3(millis(s.gap)), s.k+1, round3(millis(hi)))
		}
	}
	return ""
}

// spread is how much longer the delays are on average than the shortest before the same retry.
func (t table) spread() float64 {
	sum := 0.
	for _, s := range t.data {
		sum += s.gap - slices.Min(t.columns[s.k])
	}
	return sum / float64(len(t.data))
}

// above counts the delays that are longer than timers make them, where most are the same. It takes the noise from
// the usual delay, since those that it counts would raise the mean.
func (t table) above() int {
	over := make([]float64, len(t.data))
	for i, s := range t.data {
		over[i] = s.gap - slices.Min(t.columns[s.k])
	}
	least, n := slices.Min(t.columns[0]), 0
	limit := 0.025*least + 6 + 10*max(t.noise, median(over)/math.Ln2)
	for _, o := range over {
		if o > limit {
			n++
		}
	}
	return n
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

// longestStart is how long in milliseconds a program may take longer before its first retry than its policy says:
// a virtual machine loads classes then.
const longestStart = 600

// starting says when the first delay, and nothing else, speaks against a simple law that the later ones follow:
// it may be longer because the program was still starting.
func (in *Inference) starting(t table, rows [][]float64, seed uint64) string {
	odd := in.Policy.Shape == Exponential && !settled(in.Policy.Factor) || in.Policy.Shape == Linear && in.Policy.Increment != in.Policy.Base
	if p := in.Policy; p.Shape != Steps && p.Shape != Fibonacci && p.Floor == 0 && !odd || len(t.columns) < 3 {
		return ""
	}
	var rest [][]float64
	for _, row := range rows {
		if len(row) > 1 {
			rest = append(rest, row[1:])
		}
	}
	later := newTable(rest, t.noise)
	law := choose(weigh(later, seed), later).Policy
	switch law.Shape {
	case Exponential:
		if in.Policy.Shape == Fibonacci && !settled(law.Factor) {
			return "" // the later terms of Fibonacci are nearly that
		}
		law.Base = scaled(law.Base, 1/law.Factor)
	case Linear:
		law.Base -= law.Increment
	case Fixed:
	default:
		return ""
	}
	if law.Jitter == Decorrelated || law.Jitter == PollyV2 || law.Base <= 0 {
		return ""
	}
	law.Floor = 0
	_, expected, _, _ := law.bounds(&sample{}, 0)
	if least := slices.Min(t.columns[0]); least > expected && least < expected+longestStart {
		return fmt.Sprintf("the later delays follow %s, by which the first would be %s: it may be longer because the program was starting",
			law.Shape, round3(millis(expected)))
	}
	return ""
}

// poissonTail is the probability of n events or more where mean are expected.
func poissonTail(n int, mean float64) float64 {
	term, below := math.Exp(-mean), 0.
	for k := range n {
		below += term
		term *= mean / float64(k+1)
	}
	return max(1-below, 0)
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

// bounds are what the delay of the gap is drawn from, and where what falls outside piles up, in
// milliseconds.
func (p Policy) bounds(s *sample, tau float64) (lo, hi, floor, ceiling float64) {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	ceiling, floor = math.Inf(1), ms(p.Floor)
	full := p.uncapped(s.k)
	d := full
	if p.Cap > 0 {
		if p.CapOrder == CapBare && full >= p.Cap {
			return ms(p.Cap), ms(p.Cap), floor, ceiling
		}
		if p.CapOrder == CapLast || p.Jitter == Decorrelated {
			ceiling = ms(p.Cap)
		} else {
			d = p.capped(full)
		}
	}
	at := ms(d)
	switch p.Jitter {
	case Proportional:
		return at * (1 - p.Proportion), at * (1 + p.Proportion), floor, ceiling
	case Equal:
		return at / 2, at, floor, ceiling
	case Full:
		return 0, at, floor, ceiling
	case Additive:
		return at, at + ms(p.Width), floor, ceiling
	case Decorrelated:
		prev := ms(p.Base)
		if s.k > 0 {
			prev = max(s.prev, prev)
		}
		return ms(p.Base), 3 * prev, floor, ceiling
	case PollyV2:
		scale := ms(p.Base) / pollyScale
		before := max(s.sum-float64(s.k)*tau, 0)
		return max(scale*pollyCurve(float64(s.k))-before, 0), scale*pollyCurve(float64(s.k+1)) - before, floor, ceiling
	}
	return at, at, floor, ceiling
}

// refuted says which gap the policy cannot make, given gaps that are late by tau on average and, seldom, by
// what a busy machine delays.
func (p Policy) refuted(t table, tau float64) string {
	const busy = 600. // ms
	delayed, worst := 0, ""
	for i := range t.data {
		s := &t.data[i]
		lo, hi, floor, ceiling := p.bounds(s, tau)
		a, b := min(max(lo, floor), ceiling), min(max(hi, floor), ceiling)
		slack, tail := 6+0.025*a, 10*tau
		if s.firstGap {
			tail *= 2
		}
		outside := fmt.Sprintf("%s before retry %d is not within %s to %s", round3(millis(s.gap)), s.k+1, round3(millis(a)), round3(millis(b)))
		late := s.gap - b - 6 - 0.025*b
		switch {
		case s.gap < a-slack-tau || late > max(busy, tail):
			return outside
		case late > tail:
			delayed++
			worst = outside
		}
	}
	if delayed > 1+len(t.data)/30 {
		return worst
	}
	return ""
}

// unlike compares the gaps with the distribution that the policy gives them, by the test of Kolmogorov and
// Smirnov, column by column and all together.
func (p Policy) unlike(t table, tau float64) string {
	// The levels are passed by one policy in 200 and in 100 that is right; since it was fitted to the
	// gaps, by fewer.
	const ofColumn, ofAll = 1.73, 1.63
	var all []float64
	places := make([][]float64, len(t.columns))
	piled := 0
	for i := range t.data {
		s := &t.data[i]
		lo, hi, floor, ceiling := p.bounds(s, tau)
		if hi-lo < 4*tau || floor >= hi || ceiling <= lo {
			continue
		}
		share := func(x float64) float64 { return min(max((x-lo)/(hi-lo), 0), 1) }
		x, near := s.gap-tau, max(4*tau, 8)
		at := share(x)
		// What piles up at a bound is spread over the share that the bound has.
		if low, high := floor > lo && x < floor+near, ceiling < hi && x > ceiling-near; low || high {
			from, to := 0., share(floor+near)
			if high {
				from, to = share(ceiling-near), 1
			}
			_, part := math.Modf((float64(piled) + 0.5) * math.Phi)
			at = from + part*(to-from)
			piled++
		}
		places[s.k], all = append(places[s.k], at), append(all, at)
	}
	for k, column := range places {
		if len(column) >= enoughRuns && distance(column) > ofColumn {
			return fmt.Sprintf("the delays before retry %d are not spread as %s jitter spreads them", k+1, p.Jitter)
		}
	}
	if len(all) > 0 && distance(all) > ofAll {
		return fmt.Sprintf("the delays are not spread as %s jitter spreads them", p.Jitter)
	}
	return ""
}

// distance is the statistic of Kolmogorov and Smirnov for numbers that should be uniform in [0, 1], in the
// form of Stephens that does not depend on how many they are.
func distance(places []float64) float64 {
	sorted, most := slices.Sorted(slices.Values(places)), 0.
	n := float64(len(sorted))
	for i, x := range sorted {
		most = max(most, x-float64(i)/n, float64(i+1)/n-x)
	}
	root := math.Sqrt(n)
	return (root + 0.12 + 0.11/root) * most
}

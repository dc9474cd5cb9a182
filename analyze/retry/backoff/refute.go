package backoff

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// overrun says which delay is longer than the jitter makes it and timers do: either it was late by far, or the law
// allows more than was inferred.
func (p Policy) overrun(t table, tau float64) string {
	for i := range t.data {
		s := &t.data[i]
		_, hi, floor, ceiling := p.bounds(s, tau)
		hi = min(max(hi, floor), ceiling)
		if s.gap > 1.03*hi+8+6*tau {
			return fmt.Sprintf("%s before retry %d is more than %s, for which it may have been late", Round(millis(s.gap)), s.k+1, Round(millis(hi)))
		}
	}
	return ""
}

// above is by how much each delay exceeds the shortest before the same retry.
func (t table) above() []float64 {
	over := make([]float64, len(t.data))
	for i, s := range t.data {
		over[i] = s.gap - slices.Min(t.columns[s.k])
	}
	return over
}

// spread is how late the delays are on average, had they no jitter. It follows from the usual delay, since the mean
// would take the jitter of a few for noise.
func (t table) spread() float64 { return median(t.above()) / math.Ln2 }

// longer counts the delays that are longer than timers make them, where most are the same.
func (t table) longer() int {
	over := t.above()
	sorted := slices.Sorted(slices.Values(over))
	// What a quarter of the delays exceed is a lateness that is usual here, and four times that is not.
	usual := min(10*max(t.noise, t.spread()), max(4*sorted[len(sorted)*3/4], 10*t.noise))
	limit := 0.025*slices.Min(t.columns[0]) + 6 + usual
	n := 0
	for _, o := range over {
		if o > limit {
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
		outside := fmt.Sprintf("%s before retry %d is not within %s to %s", Round(millis(s.gap)), s.k+1, Round(millis(a)), Round(millis(b)))
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
	const ofColumn, ofAll, ofHalf, ofPairs, ofEnds = 1.73, 1.63, 2.6, 2.8, 0.002
	var all []float64
	places := make([][]float64, len(t.columns))
	piled, pairs, followed, before, together := 0, 0, -1, 0., 0.
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
		if s.k > 0 && followed == i-1 {
			pairs, together = pairs+1, together+(before-0.5)*(at-0.5)
		}
		before, followed = at, i
		places[s.k], all = append(places[s.k], at), append(all, at)
	}
	// The product of two that are independent varies by a twelfth.
	if pairs > 0 && 12*together/math.Sqrt(float64(pairs)) > ofPairs {
		return "a delay that chance makes long is followed by long ones: chance may stay in all that follow"
	}
	if first := places[0]; len(first) >= enoughRuns {
		n := float64(len(first))
		if math.Pow(slices.Max(first), n) < ofEnds || math.Pow(1-slices.Min(first), n) < ofEnds {
			return fmt.Sprintf("the first delays lie on one side of what %s jitter makes: another law may lie under it", p.Jitter)
		}
	}
	for k, column := range places {
		if len(column) >= enoughRuns && distance(column) > ofColumn {
			return fmt.Sprintf("the delays before retry %d are not spread as %s jitter spreads them", k+1, p.Jitter)
		}
	}
	half := len(places) / 2
	for i, part := range [][][]float64{places[:half], places[half:]} {
		if tilt(slices.Concat(part...)) > ofHalf {
			return fmt.Sprintf("the %s delays lie on one side of what %s jitter makes: another law may lie under it", []string{"first", "last"}[i], p.Jitter)
		}
	}
	if len(all) > 0 && distance(all) > ofAll {
		return fmt.Sprintf("the delays are not spread as %s jitter spreads them", p.Jitter)
	}
	return ""
}

// tilt is how far the mean of numbers that should be uniform in [0, 1] is from the middle, in standard deviations.
func tilt(places []float64) float64 {
	sum := 0.
	for _, x := range places {
		sum += x - 0.5
	}
	return math.Abs(sum) / math.Sqrt(max(float64(len(places)), 1)/12)
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

package backoff

import (
	"fmt"
	"math"
	"slices"
	"time"
)

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
	if p := in.Policy; p.Shape == law.Shape && p.Jitter == law.Jitter && near(p.Base, law.Base) && near(p.Increment, law.Increment) && math.Abs(p.Factor-law.Factor) <= 0.02*p.Factor {
		return "" // the first delay changed nothing
	}
	_, expected, _, _ := law.bounds(&sample{}, 0)
	if least := slices.Min(t.columns[0]); least > expected+t.noise && least < expected+longestStart {
		return fmt.Sprintf("the later delays follow %s, by which the first would be %s: it may be longer because the program was starting",
			law.Shape, Round(millis(expected)))
	}
	return ""
}

// near reports whether two durations are the same within 2%.
func near(a, b time.Duration) bool { return (a - b).Abs() <= a/50 }

// poissonTail is the probability of n events or more where mean are expected.
func poissonTail(n int, mean float64) float64 {
	term, below := math.Exp(-mean), 0.
	for k := range n {
		below += term
		term *= mean / float64(k+1)
	}
	return max(1-below, 0)
}

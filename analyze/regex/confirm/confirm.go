// Package confirm judges whether the times that an engine took bear out what the analysis claims.
//
// A confirmation is news about the engine and never changes the verdict: an engine that optimises
// one attack away is not safe from the next.
package confirm

import (
	"fmt"
	"math"
	"strings"

	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
)

// Point is the time that an engine took for one input.
type Point struct {
	Pumps  int // repetitions of each pump
	Length int // in the engine's own characters
	// Millis is the time in milliseconds, of the processor where it can be had; the smallest of
	// several runs when the input is cheap.
	Millis float64
	// AtLeast reports whether the match was broken off after Millis.
	AtLeast bool
	// Matched reports whether the input matched. It is false when the match was broken off.
	Matched bool
}

// End tells why the measuring of a series ended.
type End uint8

// The ends of a series. The zero End is Enough.
const (
	Enough      End = iota // the points show how the cost grows
	LengthLimit            // no longer input is allowed
	BudgetSpent            // the time for one pattern is used up
	TimedOut               // the next larger input takes longer than a match may
	Failed                 // the engine reported an error, or died
	Unavailable            // the engine cannot run this pattern or this attack
	GaveUp                 // the engine ended the match with an error, by a limit of its own
	Overflowed             // the engine ran out of stack
)

// Series is what one engine did with one attack. Points ascend in Pumps.
type Series struct {
	Engine  string
	Version string
	Points  []Point
	End     End
	// Problem is the engine's message when End is Failed, Unavailable, GaveUp or Overflowed.
	Problem string
	// Spared says in one clause how the engine came by a series that does not grow, where a further
	// experiment showed it. Else it is empty.
	Spared string
	// Past reports whether that experiment found what gets past the engine's defence or limit after all.
	Past bool
}

// Outcome is what a series says about a claim.
type Outcome string

// The outcomes.
const (
	// Confirmed means that the time grows faster than the input.
	Confirmed Outcome = "confirmed"
	// OptimisedAway means that it does not, on inputs for which plain backtracking would need far
	// longer.
	OptimisedAway Outcome = "optimised-away"
	// NotReached means that no input on which growth would show was reached.
	NotReached Outcome = "not-reached"
	// NotRun means that the engine cannot run this pattern or this attack.
	NotRun Outcome = "unavailable"
	// Limited means that the engine gives up with an error, by a limit of its own on the work of a
	// match, before a match takes long.
	Limited Outcome = "limited"
	// StackOverflow means that the engine runs out of stack before growth shows.
	StackOverflow Outcome = "stack-overflow"
	// Skipped means that the engine was not asked.
	Skipped Outcome = "not-run"
	// Error means that the engine failed before growth showed.
	Error Outcome = "error"
)

// Confirmation is the judgement on one series.
type Confirmation struct {
	Series
	Outcome Outcome
	// Growth is how the time grows with the number of pumps.
	Growth stats.Growth
	// Reason says in one clause why the outcome is not Confirmed, or in what a confirmed growth
	// falls short of the claim. Else it is empty.
	Reason string
	// Forecast is what the model of the engine's defences says, if it was asked: see Explain.
	Forecast defence.Forecast
}

// Explain returns the confirmation with a forecast for the same engine, which gives the reason for a
// growth that does not show.
func (c Confirmation) Explain(f defence.Forecast) Confirmation {
	c.Forecast = f
	if c.Outcome != OptimisedAway {
		return c
	}
	switch f.Outcome {
	case defence.Spared:
		c.Reason += ": " + f.Spares()
	case defence.Protected:
		c.Reason += ": " + strings.Join(f.By, ", ")
	}
	return c
}

// AsPredicted reports whether what was observed is what the forecast says. What is not modelled or was not
// reached contradicts nothing.
func (c Confirmation) AsPredicted() bool {
	f := c.Forecast.Outcome
	if n := len(c.Points); f == defence.Spared && c.Engine == "php" && n > 0 && c.Points[n-1].Length >= defence.PHPSearch {
		return true // beyond that length nothing is spared
	}
	switch c.Outcome {
	case Confirmed:
		return f == defence.Unmodelled || f == defence.Grows || f == defence.Limited && c.End == GaveUp
	case OptimisedAway, StackOverflow:
		return f == defence.Unmodelled || f == defence.Protected || f == defence.Spared
	case Limited:
		// An engine may also give up for the length alone.
		return f == defence.Unmodelled || f == defence.Limited || f == defence.Protected && !c.Growth.Kind.SuperLinear()
	}
	return true
}

const (
	// Noise is the time in milliseconds below which a point says nothing. It is that low since the
	// least of several runs counts, in processor time; one point alone proves nothing anyway.
	Noise = 0.02
	// blur is the time that two points may differ by accident.
	blur = 0.2
	// telling is the time in milliseconds that the most expensive point must take before it proves growth.
	telling = 2
	// Expensive is the time in milliseconds above which a match that ends is slow, whatever becomes of longer
	// inputs.
	Expensive = 50
	// stepsPerMilli is more steps than any known engine takes in a millisecond.
	stepsPerMilli = 1e6
)

// Judge compares the series with the claim of v. It is a pure function of both.
func Judge(v redos.Verdict, s Series) Confirmation {
	c := Confirmation{Series: s}
	if s.End == Unavailable {
		c.Outcome, c.Reason = NotRun, s.Problem
		return c
	}
	points := s.Points
	if v.Bounded {
		points = rise(points)
	}
	c.Growth = Fit(points)
	if s.End == GaveUp && len(points) > 0 {
		last := points[len(points)-1]
		c.Outcome = Limited
		c.Reason = fmt.Sprintf("%s, on %d characters after %.3g ms", s.Problem, last.Length, last.Millis)
		if s.Engine == "php" {
			c.Reason += ": preg_match returns false then, and preg_replace null"
		}
		if s.Spared != "" {
			c.Reason += "; " + s.Spared
		}
		if Expensively(points) {
			c.Outcome, c.Growth = Confirmed, Fit(points[:len(points)-1])
		}
		return c
	}
	c.Outcome, c.Reason = judge(v, points, c.Growth)
	if c.Outcome == OptimisedAway && s.Spared != "" {
		c.Reason += "; " + s.Spared
	}
	if s.End == Failed && c.Outcome == NotReached {
		c.Outcome, c.Reason = Error, s.Problem
	}
	if s.End == Overflowed && (c.Outcome == NotReached || c.Outcome == OptimisedAway) {
		c.Outcome, c.Reason = StackOverflow, s.Problem
		if len(points) > 0 {
			c.Reason += fmt.Sprintf(" beyond %d characters", points[len(points)-1].Length)
		}
	}
	return c
}

// Fit fits the growth of the time with the number of pumps.
func Fit(points []Point) stats.Growth {
	measured := make([]stats.Point, len(points))
	for i, p := range points {
		measured[i] = stats.Point{N: float64(p.Pumps), Cost: p.Millis, AtLeast: p.AtLeast}
	}
	return stats.Fit(measured, stats.Options{Noise: Noise})
}

// Shown reports whether the points prove growth above linear, whose fit is g.
func Shown(points []Point, g stats.Growth) bool {
	return g.Kind.SuperLinear() && g.Confident && costliest(points) >= telling || leaps(points)
}

func judge(v redos.Verdict, points []Point, g stats.Growth) (Outcome, string) {
	if Shown(points, g) {
		return Confirmed, shortfall(v, g)
	}
	if len(points) == 0 {
		return NotReached, "no input was measured"
	}
	last := points[len(points)-1]
	if last.AtLeast {
		return NotReached, fmt.Sprintf("an input of %d characters takes more than %.0f ms, and shorter ones do not show how the time grows", last.Length, last.Millis)
	}
	steps, atLeast := v.StepsAt(last.Pumps)
	if steps == 0 {
		return NotReached, fmt.Sprintf("%s up to %d characters (%.3g ms)", noGrowth(g), last.Length, last.Millis)
	}
	if steps/stepsPerMilli >= 10*max(last.Millis, 1) {
		return OptimisedAway, fmt.Sprintf("%s up to %d characters (%.3g ms), where plain backtracking takes %s steps",
			noGrowth(g), last.Length, last.Millis, count(steps, atLeast))
	}
	return NotReached, fmt.Sprintf("%s up to %d characters (%.3g ms), where plain backtracking takes only %s steps",
		noGrowth(g), last.Length, last.Millis, count(steps, false))
}

func noGrowth(g stats.Growth) string {
	switch g.Kind {
	case stats.Flat:
		return "no growth"
	case stats.Linear:
		return "no more than linear growth"
	}
	return "no clear growth"
}

func count(steps float64, atLeast bool) string {
	switch {
	case atLeast:
		return "at least " + count(steps, false)
	case steps > 1e30:
		return "more than 1e30"
	case steps >= 1e7:
		return fmt.Sprintf("%.0e", steps)
	}
	return fmt.Sprintf("%.0f", steps)
}

// shortfall says in what growth g is less than v claims.
func shortfall(v redos.Verdict, g stats.Growth) string {
	switch {
	case !g.Confident: // growth, but not which
	case v.Class == redos.Exponential && g.Kind == stats.Polynomial:
		return fmt.Sprintf("polynomial of degree %.1f here, not exponential", g.Degree)
	case v.Class == redos.Polynomial && g.Kind == stats.Polynomial && g.Degree < float64(v.Degree)-0.6:
		return fmt.Sprintf("degree %.1f here, not %d", g.Degree, v.Degree)
	}
	return ""
}

// rise cuts off what lies beyond the bound of a counted repetition, where the cost stays or falls.
func rise(points []Point) []Point {
	for i, p := range points {
		if p.AtLeast || p.Millis >= 0.8*costliest(points) {
			return points[:i+1]
		}
	}
	return points
}

func costliest(points []Point) float64 {
	var most float64
	for _, p := range points {
		most = max(most, p.Millis)
	}
	return most
}

// leaps reports whether the time grows between two points so much more than the length that no fit is
// needed: by ten times as much, to 20 ms or more. A larger input that is cheap again takes that
// back, unless the match was broken off.
func leaps(points []Point) bool {
	for i, q := range points {
		if q.Millis < 20 {
			continue
		}
		for _, p := range points[:i] {
			if p.AtLeast || q.Millis/max(p.Millis, blur) < 10*float64(q.Length)/float64(max(p.Length, 1)) {
				continue
			}
			if q.AtLeast || math.IsInf(cheapestAfter(points[i+1:]), 1) || cheapestAfter(points[i+1:]) > q.Millis/2 {
				return true
			}
		}
	}
	return false
}

// Expensively reports whether growth shows in the points to a time that is slow, up to the one at which the engine gave up.
func Expensively(points []Point) bool {
	if len(points) == 0 {
		return false
	}
	before := points[:len(points)-1]
	return costliest(before) >= Expensive && Shown(before, Fit(before))
}

func cheapestAfter(points []Point) float64 {
	lowest := math.Inf(1)
	for _, p := range points {
		lowest = min(lowest, p.Millis)
	}
	return lowest
}

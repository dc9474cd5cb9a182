package engine

import (
	"context"
	"math"
	"slices"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/wtf8"
)

// shot is one measured input, or what prevented it.
type shot struct {
	confirm.Point
	problem    string // the engine's own error, "" when there is none
	overflowed bool   // the problem is that the engine ran out of stack
	gaveUp     string // the engine's message when it ended the match by a limit of its own, else ""
}

// shooter runs the attack with n pumps once or a few times and breaks off after limit. The error is
// that of ctx.
type shooter func(ctx context.Context, n int, limit time.Duration) (shot, error)

const (
	// plenty is the time in milliseconds at which a series whose growth is clear may end.
	plenty = 30
	// step is the factor by which the time is to grow from one point to the next.
	step = 2.0
	// visible is the time in milliseconds from which the time of the next input is predicted.
	visible = 0.1
	// cheapSteps is the work of the first input: far below a millisecond in every engine.
	cheapSteps = 2e4
	// enoughSteps is work that takes every engine more than a second. Inputs of exponential cost
	// that come so far in no time may grow by more than a pump or two.
	enoughSteps = 3e9
)

// plan chooses sizes so that a few dozen milliseconds show the growth: from the first input, which
// is known to be cheap, up in steps that about double the time.
type plan struct {
	verdict redos.Verdict
	limits  Limits
	perPump int // characters of all pumps together
	rest    int // characters that stand once
	series  *confirm.Series
	// toTheEnd reports whether clear growth is not enough: the engine may give up at a larger input.
	toTheEnd bool
}

// measure fills the points and the end of the series with what shoot measures.
func (p *plan) measure(ctx context.Context, shoot shooter) error {
	series := p.series
	p.rest = units(p.verdict.Attack.Suffix)
	for _, pump := range p.verdict.Attack.Pumps {
		p.rest += units(pump.Prefix)
		p.perPump += units(pump.Pump)
	}
	deadline := time.Now().Add(p.limits.Total)
	n := p.first()
	topped := false // nothing larger is to be tried
	for {
		left := time.Until(deadline)
		if left <= 0 {
			if series.End != confirm.GaveUp {
				series.End = confirm.BudgetSpent
			}
			return ctx.Err()
		}
		s, err := shoot(ctx, n, min(left, p.limits.Match))
		if err != nil {
			return err
		}
		if s.problem != "" {
			series.End, series.Problem = confirm.Failed, s.problem
			if s.overflowed {
				series.End = confirm.Overflowed
			}
			return nil
		}
		p.add(s.Point)
		if s.gaveUp != "" {
			series.End, series.Problem = confirm.GaveUp, s.gaveUp
			series.Points = slices.DeleteFunc(series.Points, func(longer confirm.Point) bool { return longer.Pumps > n })
		}
		if series.End == confirm.GaveUp {
			next, ok := p.answered()
			if !ok {
				return nil
			}
			n = next
			continue
		}
		topped = topped || s.AtLeast || s.Millis >= ms(p.limits.Match)/2.5
		growth := confirm.Fit(series.Points)
		shown := confirm.Shown(series.Points, growth)
		switch {
		case topped:
			// Points between the cheap ones and the expensive one tell how it grows.
			next, ok := p.gap()
			if !ok || shown && growth.Confident {
				series.End = confirm.TimedOut
				return nil
			}
			n = next
		case shown && growth.Confident && s.Millis >= plenty && !p.toTheEnd:
			series.End = confirm.Enough
			return nil
		default:
			next := min(p.next(n, s.Millis), p.largest())
			if next <= n {
				series.End = confirm.LengthLimit
				return nil
			}
			n = next
		}
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// add keeps the points in ascending order.
func (p *plan) add(point confirm.Point) {
	points := p.series.Points
	i := len(points)
	for i > 0 && points[i-1].Pumps > point.Pumps {
		i--
	}
	p.series.Points = append(points[:i:i], append([]confirm.Point{point}, points[i:]...)...)
}

// gap is an n in the middle of where the time rises most from one point to the next. There is none
// when no two neighbours are far apart in time and have a size between them.
func (p *plan) gap() (n int, ok bool) {
	widest := 1.5
	before := confirm.Point{}
	for _, q := range p.series.Points {
		rise := max(q.Millis, visible) / max(before.Millis, visible)
		if rise > widest && q.Pumps-before.Pumps >= 2 {
			widest, n, ok = rise, before.Pumps+(q.Pumps-before.Pumps)/2, true
			if p.verdict.Class == redos.Polynomial {
				n = max(before.Pumps+1, int(math.Sqrt(float64(before.Pumps)*float64(q.Pumps))))
			}
		}
		if q.AtLeast {
			break
		}
		before = q
	}
	return n, ok
}

// answered is an n between the last that the engine gave up and the one before, where that is not slow yet and the growth so
// far says that longer inputs are, which the engine may still answer.
func (p *plan) answered() (n int, ok bool) {
	const close = 1.05
	points := p.series.Points
	if len(points) < 3 {
		return 0, false
	}
	gaveUp, last, before := points[len(points)-1], points[len(points)-2], points[len(points)-3]
	if before.Millis < visible || last.Millis < before.Millis || last.Millis >= confirm.Expensive {
		return 0, false
	}
	degree := math.Log(last.Millis/before.Millis) / math.Log(float64(last.Pumps)/float64(before.Pumps))
	ratio := float64(gaveUp.Pumps) / float64(last.Pumps)
	n = int(math.Sqrt(float64(gaveUp.Pumps) * float64(last.Pumps)))
	return n, n > last.Pumps && ratio > close && last.Millis*math.Pow(ratio, degree) > confirm.Expensive
}

// largest is the largest n that the limits allow.
func (p *plan) largest() int {
	n := max((p.limits.Length-p.rest)/max(p.perPump, 1), 1)
	if enough := p.verdict.Cost.PumpsForBudget; p.verdict.Bounded && enough > 0 {
		n = min(n, 2*enough) // beyond the bound there is nothing to see
	}
	if distinct := p.verdict.Attack.Distinct(); distinct > 0 {
		n = min(n, distinct)
	}
	return n
}

// first is an n that is cheap in every engine.
func (p *plan) first() int {
	n := 1
	for _, c := range p.verdict.Cost.Points {
		if c.Steps <= cheapSteps {
			n = max(n, c.Pumps)
		}
	}
	if n == 1 && len(p.verdict.Cost.Points) == 0 && p.verdict.Class == redos.Polynomial {
		n = 1 + 32/max(p.perPump, 1)
	}
	return min(n, p.largest())
}

// next is the n after n, which took millis.
func (p *plan) next(n int, millis float64) int {
	if millis < visible {
		return p.blind(n)
	}
	// The local growth between the last point and an earlier one that is clearly cheaper.
	points := p.series.Points
	last := points[len(points)-1]
	for i := len(points) - 2; i >= 0; i-- {
		before := points[i]
		if before.Millis < visible || before.Millis > last.Millis/1.4 {
			continue
		}
		rise := math.Log(last.Millis / before.Millis)
		if p.verdict.Class == redos.Exponential {
			rate := rise / float64(last.Pumps-before.Pumps)
			return n + clamp(math.Log(step)/rate, 1, float64(n))
		}
		degree := rise / math.Log(float64(last.Pumps)/float64(before.Pumps))
		return n + clamp(float64(n)*(math.Pow(step, 1/max(degree, 1))-1), 1, float64(n))
	}
	return p.blind(n)
}

// blind is the n after n by what the verdict claims alone.
func (p *plan) blind(n int) int {
	steps, _ := p.verdict.StepsAt(n)
	switch {
	case p.verdict.Class == redos.Exponential && steps == 0:
		if n*p.perPump >= 256 {
			return 2 * n
		}
		return n + 1 + n/8
	case p.verdict.Class == redos.Exponential && steps < enoughSteps:
		for next := n + 1; ; next++ {
			if more, _ := p.verdict.StepsAt(next); next >= 2*n || more >= step*steps {
				return next
			}
		}
	case p.verdict.Class == redos.Polynomial:
		// Eight times the time at most, should it be above the noise at last.
		return n + clamp(float64(n)*(math.Pow(8, 1/float64(max(p.verdict.Degree, 3)))-1), 1, float64(n))
	}
	return 2 * n
}

// units is the length of s, which is WTF-8, in UTF-16 code units.
func units(s string) int { return len(wtf8.ToUnits(wtf8.Decode(s))) }

func clamp(x, low, high float64) int {
	return int(max(low, min(math.Round(x), max(low, high))))
}

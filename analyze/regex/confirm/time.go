package confirm

import (
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// Basis tells what a time rests on.
type Basis uint8

// The bases of a time. The zero Basis is NoTime: nothing is known.
const (
	NoTime Basis = iota
	// Measured means that the engine was timed on inputs of that length, or on shorter and longer ones.
	Measured
	// Followed means that the engine was timed on shorter inputs, and that the time is taken to go on
	// growing as the steps of plain backtracking do.
	Followed
	// Computed means that the steps of plain backtracking were multiplied by the time that a step takes
	// the engine.
	Computed
)

// String returns the basis as reports show it, "" for NoTime.
func (b Basis) String() string {
	return [...]string{"", "measured", "followed", "computed"}[b]
}

// Time is how long one match takes an engine. The zero Time is unknown.
type Time struct {
	Engine string
	// Millis is the time in milliseconds.
	Millis float64
	// Low and High bound the time where it is computed: eight of ten patterns lie between them. Else
	// they are 0.
	Low, High float64
	Basis     Basis
	// AtLeast reports whether the match may take longer than Millis.
	AtLeast bool
	// Spared reports whether the engine, or what is known of its defences, ends this attack sooner. Then
	// the time is that of an attack of equal growth that gets past them.
	Spared bool
}

// TimeAt returns how long the attack of v takes an engine of the dialect when the input has at most length
// characters, in the unit of v.Cost. What the dialect's engine did with the attack, if that is among
// confirmed, goes before what its time per step tells. An input too short for one pump is taken to have
// one. The time is unknown, with a basis of NoTime, for a verdict that is not vulnerable and for an engine
// of which no time is known.
//
// Confirmed growth is followed beyond the largest input that was measured as v.StepsAt grows there.
func TimeAt(v redos.Verdict, d syntax.Dialect, length int, confirmed ...Confirmation) Time {
	if !v.Class.SuperLinear() || v.Attack == nil {
		return Time{}
	}
	pumps := max(v.PumpsWithin(length), 1)
	spared := false
	for _, c := range confirmed {
		if c.Engine != EngineOf(d) {
			continue
		}
		if c.Outcome == Confirmed {
			if t := c.timeAt(v, pumps); t.Basis != NoTime {
				return t
			}
		}
		spared = spared || c.Outcome == OptimisedAway || c.Outcome == Limited || c.Outcome == StackOverflow
	}
	t := computed(v, EngineOf(d), pumps)
	t.Spared = spared
	return t
}

// timeAt is the time that the confirmed engine takes for so many pumps, from its points.
func (c Confirmation) timeAt(v redos.Verdict, pumps int) Time {
	t := Time{Engine: c.Engine, Basis: Measured}
	var last Point // the largest that was timed to the end
	for _, p := range c.Points {
		if p.AtLeast {
			if pumps >= p.Pumps {
				return c.follow(v, last, pumps, p.Millis)
			}
			break
		}
		if p.Pumps >= pumps {
			t.Millis = between(v, last, p, pumps)
			return t
		}
		last = p
	}
	return c.follow(v, last, pumps, 0)
}

// follow is the time beyond the last point, least at the least.
func (c Confirmation) follow(v redos.Verdict, last Point, pumps int, least float64) Time {
	from, _ := v.StepsAt(last.Pumps)
	to, atLeast := v.StepsAt(pumps)
	if from <= 0 || to <= 0 || last.Millis < Noise {
		return Time{}
	}
	return Time{Engine: c.Engine, Millis: max(last.Millis*to/from, last.Millis, least), Basis: Followed, AtLeast: atLeast}
}

// between interpolates the time between two points as the steps grow.
func between(v redos.Verdict, p, q Point, pumps int) float64 {
	low, _ := v.StepsAt(p.Pumps)
	high, _ := v.StepsAt(q.Pumps)
	at, _ := v.StepsAt(pumps)
	if high <= low {
		return q.Millis
	}
	return p.Millis + (q.Millis-p.Millis)*max(0, min((at-low)/(high-low), 1))
}

// computed is the time from the steps and the engine's time per step.
func computed(v redos.Verdict, engine string, pumps int) Time {
	per, known := StepTimes[engine]
	steps, atLeast := v.StepsAt(pumps)
	if !known || steps == 0 {
		return Time{}
	}
	millis := steps / 1e6
	return Time{
		Engine: engine, Basis: Computed, AtLeast: atLeast,
		Millis: millis * per.Nanos, Low: millis * per.Low, High: millis * per.High,
	}
}

// LengthFor returns the smallest length at which TimeAt is millis or more. ok is false when that is more than
// most, or no time is known.
func LengthFor(v redos.Verdict, d syntax.Dialect, millis float64, most int, confirmed ...Confirmation) (length int, ok bool) {
	at := func(n int) float64 { return TimeAt(v, d, n, confirmed...).Millis }
	if at(most) < millis {
		return 0, false
	}
	low, high := 0, most
	for low+1 < high {
		if middle := low + (high-low)/2; at(middle) >= millis {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

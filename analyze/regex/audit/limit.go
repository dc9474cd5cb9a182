package audit

import (
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
)

// Limit is what one match of an input of some length may cost.
type Limit struct {
	// Length is that of the input in characters.
	Length int
	// Millis is the time that a match may take. Steps go before it unless they are 0.
	Millis float64
	Steps  int64
}

// Within reports whether the attack on a pattern whose work grows with the square of the input stays within
// a limit, in the engine of its language: measured where that was done, else computed from its steps. It is
// false for what grows faster or may do so, and where no time is known.
//
// A time that was measured near the limit is as good as the machine was idle, so there the steps decide.
func (r *Result) Within(l Limit) bool {
	v := r.Verdict
	if v.Class != redos.Polynomial || v.Degree != 2 || v.UpTo > 2 {
		return false
	}
	if l.Steps > 0 {
		steps, atLeast := v.StepsAt(max(v.PumpsWithin(l.Length), 1))
		return steps > 0 && !atLeast && steps <= float64(l.Steps)
	}
	const near = 2
	computed := confirm.TimeAt(v, r.Dialect, l.Length)
	measured := confirm.TimeAt(v, r.Dialect, l.Length, r.Confirmed...)
	if measured.Basis == confirm.Measured || measured.Basis == confirm.Followed {
		switch {
		case measured.Millis > near*l.Millis:
			return false
		case near*measured.Millis < l.Millis && !measured.AtLeast:
			return true
		}
	}
	return computed.Basis != confirm.NoTime && !computed.AtLeast && computed.Millis <= l.Millis
}

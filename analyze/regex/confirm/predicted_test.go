package confirm

import (
	"testing"

	"snag/analyze/regex/defence"
	"snag/analyze/stats"
)

func TestAsPredicted(t *testing.T) {
	for _, test := range []struct {
		outcome  Outcome
		growth   stats.Kind
		forecast defence.Outcome
		want     bool
	}{
		{Confirmed, stats.Exponential, defence.Grows, true},
		{Confirmed, stats.Exponential, defence.Protected, false},
		{Confirmed, stats.Polynomial, defence.Unmodelled, true},
		{OptimisedAway, stats.Linear, defence.Grows, false},
		{OptimisedAway, stats.Linear, defence.Spared, true},
		{StackOverflow, stats.Linear, defence.Protected, true},
		{Limited, stats.Exponential, defence.Limited, true},
		{Limited, stats.Exponential, defence.Protected, false},
		{Limited, stats.Linear, defence.Protected, true},
		{NotReached, stats.Undetermined, defence.Grows, true},
	} {
		c := Confirmation{Outcome: test.outcome, Growth: stats.Growth{Kind: test.growth}, Forecast: defence.Forecast{Outcome: test.forecast}}
		if got := c.AsPredicted(); got != test.want {
			t.Errorf("%s with %v, predicted %q: got %t", test.outcome, test.growth, test.forecast, got)
		}
	}
}

package confirm_test

import (
	"testing"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/stats"
)

func TestAsPredicted(t *testing.T) {
	for _, test := range []struct {
		outcome  confirm.Outcome
		growth   stats.Kind
		forecast defence.Outcome
		want     bool
	}{
		{confirm.Confirmed, stats.Exponential, defence.Grows, true},
		{confirm.Confirmed, stats.Exponential, defence.Protected, false},
		{confirm.Confirmed, stats.Polynomial, defence.Unmodelled, true},
		{confirm.OptimisedAway, stats.Linear, defence.Grows, false},
		{confirm.OptimisedAway, stats.Linear, defence.Spared, true},
		{confirm.StackOverflow, stats.Linear, defence.Protected, true},
		{confirm.Limited, stats.Exponential, defence.Limited, true},
		{confirm.Limited, stats.Exponential, defence.Protected, false},
		{confirm.Limited, stats.Linear, defence.Protected, true},
		{confirm.NotReached, stats.Undetermined, defence.Grows, true},
	} {
		c := confirm.Confirmation{Outcome: test.outcome, Growth: stats.Growth{Kind: test.growth}, Forecast: defence.Forecast{Outcome: test.forecast}}
		if got := c.AsPredicted(); got != test.want {
			t.Errorf("%s with %v, predicted %q: got %t", test.outcome, test.growth, test.forecast, got)
		}
	}
}

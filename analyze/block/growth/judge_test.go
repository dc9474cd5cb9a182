package growth

import (
	"testing"
	"time"

	"snag/analyze/judge"
	"snag/analyze/stats"
)

func TestJudge(t *testing.T) {
	crossing := Crossing{N: 1500, Low: 1400.5, High: 1600.5}
	for _, test := range []struct {
		name     string
		growth   Growth
		crossing Crossing
		bounds   Bounds
		rule     string // "" for none
		level    judge.Level
	}{
		{"exponential", Growth{Kind: stats.Exponential, Base: 2}, Crossing{}, Bounds{}, RuleSuperlinear, judge.Error},
		{"polynomial", Growth{Kind: stats.Polynomial, Exponent: 2, Confidence: 0.9}, crossing, Bounds{}, RuleSuperlinear, judge.Warning},
		{"hardly polynomial", Growth{Kind: stats.Polynomial, Exponent: 2, Confidence: 0.4}, Crossing{}, Bounds{Complete: true}, "", 0},
		{"linear over the budget", Growth{Kind: stats.Linear}, crossing, Bounds{Budget: time.Second, Largest: 5000}, RuleOverBudget, judge.Warning},
		{"linear and harmless", Growth{Kind: stats.Linear}, crossing, Bounds{Harmless: true}, "", 0},
		{"linear within it", Growth{Kind: stats.Linear}, Crossing{}, Bounds{}, "", 0},
		{"undetermined", Growth{}, Crossing{}, Bounds{Complete: true}, RuleUnknown, judge.Note},
		{"broken off", Growth{}, Crossing{}, Bounds{}, "", 0},
	} {
		got := test.growth.Judge(test.crossing, test.bounds)
		switch {
		case test.rule == "" && len(got) > 0, test.rule != "" && (len(got) != 1 || got[0].Rule != test.rule || got[0].Level != test.level):
			t.Errorf("%s: got %+v, want %q at level %s", test.name, got, test.rule, test.level)
		}
	}
	if got, want := crossing.Words(), "1,500 (1,400 to 1,601)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

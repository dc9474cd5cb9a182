package growth_test

import (
	"testing"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/judge"
	"snag/analyze/stats"
)

func TestJudge(t *testing.T) {
	crossing := growth.Crossing{N: 1500, Low: 1400.5, High: 1600.5}
	for _, test := range []struct {
		name     string
		growth   growth.Growth
		crossing growth.Crossing
		bounds   growth.Bounds
		rule     string // "" for none
		level    judge.Level
	}{
		{"exponential", growth.Growth{Kind: stats.Exponential, Base: 2}, growth.Crossing{}, growth.Bounds{}, growth.RuleSuperlinear, judge.Error},
		{"polynomial", growth.Growth{Kind: stats.Polynomial, Exponent: 2, Confidence: 0.9}, crossing, growth.Bounds{}, growth.RuleSuperlinear, judge.Warning},
		{"hardly polynomial", growth.Growth{Kind: stats.Polynomial, Exponent: 2, Confidence: 0.4}, growth.Crossing{}, growth.Bounds{Complete: true}, "", 0},
		{"linear over the budget", growth.Growth{Kind: stats.Linear}, crossing, growth.Bounds{Budget: time.Second, Largest: 5000}, growth.RuleOverBudget, judge.Warning},
		{"linear and harmless", growth.Growth{Kind: stats.Linear}, crossing, growth.Bounds{Harmless: true}, "", 0},
		{"linear within it", growth.Growth{Kind: stats.Linear}, growth.Crossing{}, growth.Bounds{}, "", 0},
		{"undetermined", growth.Growth{}, growth.Crossing{}, growth.Bounds{Complete: true}, growth.RuleUnknown, judge.Note},
		{"broken off", growth.Growth{}, growth.Crossing{}, growth.Bounds{}, "", 0},
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

// TestJudgeUpToTheBound warns of nothing that the target does not accept.
func TestJudgeUpToTheBound(t *testing.T) {
	g := growth.Growth{Kind: stats.Exponential, Base: 2, Confidence: 0.9}
	for _, test := range []struct {
		crossing growth.Crossing
		accepted int
		want     judge.Level
	}{
		{growth.Crossing{N: 25}, 0, judge.Error}, {growth.Crossing{N: 25}, 30, judge.Error}, {growth.Crossing{N: 25}, 20, judge.Note}, {growth.Crossing{}, 20, judge.Note},
	} {
		got := g.Judge(test.crossing.UpTo(test.accepted), growth.Bounds{Budget: time.Second, Largest: 100, Accepted: test.accepted, Complete: true})
		if len(got) != 1 || got[0].Level != test.want {
			t.Errorf("over the budget from %v, accepted up to %d: got %v, want one of level %s", test.crossing.N, test.accepted, got, test.want)
		}
	}
}

// TestBetween names what lies between linear and quadratic.
func TestBetween(t *testing.T) {
	for _, test := range []struct {
		growth growth.Growth
		class  string
		words  string
	}{
		{growth.Growth{Kind: stats.Linear, Exponent: 1.08, Low: 1.03}, "linear", "~linear (n or n log n), n^1.08"},
		{growth.Growth{Kind: stats.Linear, Exponent: 1.485, Low: 1.45}, "superlinear", "~n^1.49, between linear and quadratic"},
		{growth.Growth{Kind: stats.Linear, Exponent: 1.4, Low: 1.05}, "linear", "~linear (n or n log n), n^1.40"},
		{growth.Growth{Kind: stats.Polynomial, Exponent: 1.6, Low: 1.55}, "polynomial", "~n^1.60, between linear and quadratic"},
		{growth.Growth{Kind: stats.Polynomial, Exponent: 2, Low: 1.9}, "polynomial", "~n^2.00"},
	} {
		if test.growth.Class() != test.class || test.growth.String() != test.words {
			t.Errorf("%+v: got %s, %q, want %s, %q", test.growth, test.growth.Class(), test.growth, test.class, test.words)
		}
	}
}

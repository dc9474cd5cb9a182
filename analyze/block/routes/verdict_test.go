package routes

import (
	"testing"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
)

func TestJudge(t *testing.T) {
	const budget = 50 * time.Millisecond
	all := stall.Collateral{Effect: stall.BlocksEveryone, Stall: 200 * time.Millisecond}
	partly := stall.Collateral{Effect: stall.BlocksPartly, Stall: 200 * time.Millisecond}
	slow := stall.Collateral{Effect: stall.Slow}
	square := growth.Growth{Kind: stats.Polynomial, Exponent: 2, Confidence: 0.9}
	between := growth.Growth{Kind: stats.Linear, Exponent: 1.5, Confidence: 0.9}
	linear := growth.Growth{Kind: stats.Linear, Exponent: 1, Confidence: 0.9}
	perhaps := growth.Growth{Kind: stats.Polynomial, Exponent: 1.9, Confidence: 0.4}
	flat := growth.Growth{Kind: stats.Flat}
	text, attack, itself := Trial{Spot: &Spot{}, Suspect: -1}, Trial{Spot: &Spot{}, Suspect: 0}, Trial{Suspect: -1}
	long := 200 * time.Millisecond
	tests := []struct {
		name  string
		trial Trial
		m     Measured
		want  Verdict
	}{
		{"nothing answered", text, Measured{}, NotMeasured},
		{"the service ended", text, Measured{Died: true}, Proved},
		{"within the budget", text, Measured{Largest: 9, Own: time.Millisecond, Growth: square, Collateral: all}, Harmless},
		{"an attack within the budget", attack, Measured{Largest: 9, Own: time.Millisecond, Growth: square, Collateral: all}, NotReproduced},
		{"a square", text, Measured{Largest: 9000, Bytes: 900_000, Own: long, Growth: square, Collateral: all}, Proved},
		{"between linear and square", text, Measured{Largest: 9000, Bytes: 900_000, Own: long, Growth: between, Collateral: all}, Proved},
		{"as long to read as to send", text, Measured{Largest: 9000, Bytes: 900_000, Own: long, Growth: linear, Collateral: all}, Harmless},
		{"perhaps a square", text, Measured{Largest: 9000, Bytes: 900_000, Own: long, Growth: perhaps, Collateral: all}, Undecided},
		{"perhaps a square, and little is enough", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: perhaps, Collateral: all}, Proved},
		{"an attack whose growth is not known", attack, Measured{Largest: 9000, Bytes: 900_000, Own: long, Collateral: all}, Undecided},
		{"a small number, much work", text, Measured{Largest: 1e7, Bytes: 90, Own: long, Growth: linear, Collateral: all}, Proved},
		{"the same whatever the input", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: flat, Collateral: all}, Undecided},
		{"as slow when small", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Base: 150 * time.Millisecond, Growth: square, Collateral: all}, Harmless},
		{"nobody waits", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: square, Collateral: slow}, Harmless},
		{"a processor is taken", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: square, Collateral: slow, Computes: true}, Proved},
		{"nobody was watched", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: square, Unwatched: true}, Undecided},
		{"nobody was watched, and it computes", text, Measured{Largest: 9000, Bytes: 9000, Own: long, Growth: square, Unwatched: true, Computes: true}, Proved},
		{"nobody was watched, and it is quick", text, Measured{Largest: 9000, Bytes: 9000, Own: time.Millisecond, Growth: square, Unwatched: true}, Harmless},
		{"the request itself", itself, Measured{Largest: 1, Own: long, Collateral: all}, Proved},
		{"a pool of threads", itself, Measured{Largest: 1, Own: long, Collateral: slow, Computes: true}, Harmless},
		{"others share the processor", itself, Measured{Largest: 1, Own: long, Collateral: partly}, Harmless},
	}
	for _, tt := range tests {
		if got, why := tt.m.Judge(budget, tt.trial); got != tt.want {
			t.Errorf("%s: %s (%s), want %s", tt.name, got, why, tt.want)
		}
	}
}

func TestAmplifies(t *testing.T) {
	const budget = 50 * time.Millisecond
	linear := growth.Growth{Kind: stats.Linear, Exponent: 1, Confidence: 0.9}
	for _, c := range []struct {
		name string
		m    Measured
		want bool
	}{
		{"linear, as long to read as to send", Measured{Growth: linear, Largest: 1e6, Bytes: 1e6}, false},
		{"linear, and little is enough", Measured{Growth: linear, Crossing: growth.Crossing{N: 1e5}, Largest: 1e6, Bytes: 1e6}, true},
		{"a number", Measured{Growth: linear, Largest: 1e7, Bytes: 90}, true},
		{"perhaps more than linear", Measured{Growth: growth.Growth{Kind: stats.Linear, Exponent: 1.3}, Largest: 1e6, Bytes: 1e6}, true},
		{"a square", Measured{Growth: growth.Growth{Kind: stats.Polynomial, Exponent: 2}, Largest: 1e6, Bytes: 1e6}, true},
		{"not known", Measured{Largest: 1e6, Bytes: 1e6}, true},
	} {
		if got := c.m.Amplifies(budget); got != c.want {
			t.Errorf("%s: got %t, want %t", c.name, got, c.want)
		}
	}
}

package confirm_test

import (
	"math"
	"strings"
	"testing"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
)

// costs makes the points of an oracle that counted steps(n) for some n.
func costs(steps func(n float64) float64, ns ...int) redos.Cost {
	var c redos.Cost
	for _, n := range ns {
		c.Points = append(c.Points, redos.CostPoint{Pumps: n, Length: n, Steps: int64(steps(float64(n)))})
	}
	return c
}

func times(millis func(n float64) float64, ns ...int) []confirm.Point {
	var out []confirm.Point
	for _, n := range ns {
		out = append(out, confirm.Point{Pumps: n, Length: n + 1, Millis: millis(float64(n))})
	}
	return out
}

func TestJudge(t *testing.T) {
	quadratic := redos.Verdict{Class: redos.Polynomial, Degree: 2, Cost: costs(func(n float64) float64 { return n * n }, 250, 500, 1000)}
	cubic := redos.Verdict{Class: redos.Polynomial, Degree: 3, Cost: costs(func(n float64) float64 { return n * n * n }, 25, 50, 100)}
	exponential := redos.Verdict{Class: redos.Exponential, Cost: costs(math.Exp2, 5, 10, 15, 20)}
	bounded := exponential
	bounded.Bounded = true
	square := func(n float64) float64 { return 1e-6 * n * n }
	double := func(n float64) float64 { return 1e-6 * math.Exp2(n) }
	line := func(n float64) float64 { return 4e-6 * n }
	long := []int{1000, 4000, 16000, 64000, 256000, 1 << 20}
	for _, test := range []struct {
		name    string
		verdict redos.Verdict
		series  confirm.Series
		want    confirm.Outcome
		kind    stats.Kind
		reason  string // part of it
	}{
		{"quadratic", quadratic, confirm.Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, confirm.Confirmed, stats.Polynomial, ""},
		{"exponential", exponential, confirm.Series{Points: times(double, 15, 16, 17, 18, 19, 20, 21, 22, 23)}, confirm.Confirmed, stats.Exponential, ""},
		{"worse than claimed", quadratic, confirm.Series{Points: times(double, 15, 16, 17, 18, 19, 20, 21, 22, 23)}, confirm.Confirmed, stats.Exponential, ""},
		{"less than claimed", exponential, confirm.Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, confirm.Confirmed, stats.Polynomial, "polynomial of degree 2.0 here, not exponential"},
		{"a lower degree", cubic, confirm.Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, confirm.Confirmed, stats.Polynomial, "degree 2.0 here, not 3"},
		{"growth too cheap to tell", quadratic, confirm.Series{Points: times(square, 400, 500, 600, 700, 800), End: confirm.LengthLimit}, confirm.NotReached, stats.Polynomial, "takes only"},
		{"spared", quadratic, confirm.Series{Points: times(line, long...), End: confirm.LengthLimit}, confirm.OptimisedAway, stats.Linear, "no more than linear growth up to 1048577 characters"},
		{"spared altogether", exponential, confirm.Series{Points: times(func(float64) float64 { return 0.001 }, 8, 16, 32, 64, 4096, 1<<16), End: confirm.LengthLimit}, confirm.OptimisedAway, stats.Flat, "more than 1e30 steps"},
		{"a lot to spare, then an error", quadratic, confirm.Series{Points: times(line, long...), End: confirm.Failed, Problem: "RangeError"}, confirm.OptimisedAway, stats.Linear, "linear"},
		{"an error before growth shows", quadratic, confirm.Series{Points: times(line, 10, 100), End: confirm.Failed, Problem: "RangeError"}, confirm.Error, stats.Flat, "RangeError"},
		{"an error after growth shows", quadratic, confirm.Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000), End: confirm.Failed, Problem: "RangeError"}, confirm.Confirmed, stats.Polynomial, ""},
		{"nothing measured", quadratic, confirm.Series{End: confirm.BudgetSpent}, confirm.NotReached, stats.Undetermined, "no input was measured"},
		{"given up at once", exponential, confirm.Series{Points: times(double, 15, 16, 17, 18, 19, 20), End: confirm.GaveUp, Problem: "limit exhausted"}, confirm.Limited, stats.Exponential, "limit exhausted, on 21 characters after 1.05 ms"},
		{"given up too late", quadratic, confirm.Series{Points: append(times(square, 500, 1000, 2000, 4000, 8000), confirm.Point{Pumps: 16000, Length: 16001, Millis: 0.1}), End: confirm.GaveUp, Problem: "stack exhausted"}, confirm.Confirmed, stats.Polynomial, "stack exhausted, on 16001 characters"},
		{"out of stack", quadratic, confirm.Series{Points: times(line, 1000, 4000, 16000), End: confirm.Overflowed, Problem: "StackOverflowError"}, confirm.StackOverflow, stats.Undetermined, "StackOverflowError beyond 16001 characters"},
		{"out of stack after growth shows", quadratic, confirm.Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000), End: confirm.Overflowed, Problem: "StackOverflowError"}, confirm.Confirmed, stats.Polynomial, ""},
		{"cannot run", quadratic, confirm.Series{End: confirm.Unavailable, Problem: "no such flag"}, confirm.NotRun, stats.Undetermined, "no such flag"},
		{"a leap to a match that was broken off", exponential, confirm.Series{Points: []confirm.Point{{Pumps: 2, Length: 21, Millis: 0.01}, {Pumps: 3, Length: 31, Millis: 500, AtLeast: true}}, End: confirm.TimedOut}, confirm.Confirmed, stats.Exponential, ""},
		{"only broken off", exponential, confirm.Series{Points: []confirm.Point{{Pumps: 3, Length: 31, Millis: 500, AtLeast: true}}, End: confirm.TimedOut}, confirm.NotReached, stats.Undetermined, "takes more than 500 ms"},
		{"bounded, and cheap beyond", bounded, confirm.Series{Points: append(times(double, 16, 17, 18, 19, 20, 21, 22), confirm.Point{Pumps: 24, Length: 25, Millis: 0.02})}, confirm.Confirmed, stats.Exponential, ""},
		{"one disturbance is no leap", quadratic, confirm.Series{Points: append(times(line, 1000, 2000), confirm.Point{Pumps: 3000, Length: 3000, Millis: 80}, confirm.Point{Pumps: 4000, Length: 4000, Millis: 0.02}), End: confirm.LengthLimit}, confirm.OptimisedAway, stats.Flat, "no growth up to 4000 characters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := confirm.Judge(test.verdict, test.series)
			if got.Outcome != test.want || got.Growth.Kind != test.kind {
				t.Errorf("%v: got %s, %s, %+v, want %s, %s", test.series, got.Outcome, got.Reason, got.Growth, test.want, test.kind)
			}
			if !strings.Contains(got.Reason, test.reason) || (got.Reason == "") != (test.want == confirm.Confirmed && test.reason == "") {
				t.Errorf("%v: got reason %q, want %q in it", test.series, got.Reason, test.reason)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	away := confirm.Confirmation{Outcome: confirm.OptimisedAway, Reason: "no growth"}
	for _, test := range []struct {
		name         string
		confirmation confirm.Confirmation
		forecast     defence.Forecast
		want         string
	}{
		{"spared", away, defence.Forecast{Outcome: defence.Spared, Lacks: "x\n"}, `no growth: the attack lacks "x\n", which every match holds and the engine looks for first`},
		{"protected", away, defence.Forecast{Outcome: defence.Protected, By: []string{"one", "another"}}, "no growth: one, another"},
		{"not modelled", away, defence.Forecast{Why: "no model"}, "no growth"},
		{"predicted otherwise", away, defence.Forecast{Outcome: defence.Grows}, "no growth"},
		{"explained before", confirm.Confirmation{Series: confirm.Series{Spared: "known"}, Outcome: confirm.OptimisedAway, Reason: "no growth: known"}, defence.Forecast{Outcome: defence.Protected, By: []string{"one"}}, "no growth: known: one"},
		{"confirmed", confirm.Confirmation{Outcome: confirm.Confirmed}, defence.Forecast{Outcome: defence.Protected, By: []string{"one"}}, ""},
	} {
		got := test.confirmation.Explain(test.forecast)
		if got.Reason != test.want || got.Forecast.Outcome != test.forecast.Outcome {
			t.Errorf("%s: got %q, %+v, want %q", test.name, got.Reason, got.Forecast, test.want)
		}
	}
}

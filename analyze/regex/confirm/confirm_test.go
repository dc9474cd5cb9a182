package confirm

import (
	"math"
	"strings"
	"testing"

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

func times(millis func(n float64) float64, ns ...int) []Point {
	var out []Point
	for _, n := range ns {
		out = append(out, Point{Pumps: n, Length: n + 1, Millis: millis(float64(n))})
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
		series  Series
		want    Outcome
		kind    stats.Kind
		reason  string // part of it
	}{
		{"quadratic", quadratic, Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, Confirmed, stats.Polynomial, ""},
		{"exponential", exponential, Series{Points: times(double, 15, 16, 17, 18, 19, 20, 21, 22, 23)}, Confirmed, stats.Exponential, ""},
		{"worse than claimed", quadratic, Series{Points: times(double, 15, 16, 17, 18, 19, 20, 21, 22, 23)}, Confirmed, stats.Exponential, ""},
		{"less than claimed", exponential, Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, Confirmed, stats.Polynomial, "polynomial of degree 2.0 here, not exponential"},
		{"a lower degree", cubic, Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000)}, Confirmed, stats.Polynomial, "degree 2.0 here, not 3"},
		{"growth too cheap to tell", quadratic, Series{Points: times(square, 400, 500, 600, 700, 800), End: LengthLimit}, NotReached, stats.Polynomial, "takes only"},
		{"spared", quadratic, Series{Points: times(line, long...), End: LengthLimit}, OptimisedAway, stats.Linear, "no more than linear growth up to 1048577 characters"},
		{"spared altogether", exponential, Series{Points: times(func(float64) float64 { return 0.001 }, 8, 16, 32, 64, 4096, 1<<16), End: LengthLimit}, OptimisedAway, stats.Flat, "more than 1e30 steps"},
		{"a lot to spare, then an error", quadratic, Series{Points: times(line, long...), End: Failed, Problem: "RangeError"}, OptimisedAway, stats.Linear, "linear"},
		{"an error before growth shows", quadratic, Series{Points: times(line, 10, 100), End: Failed, Problem: "RangeError"}, Error, stats.Flat, "RangeError"},
		{"an error after growth shows", quadratic, Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000), End: Failed, Problem: "RangeError"}, Confirmed, stats.Polynomial, ""},
		{"nothing measured", quadratic, Series{End: BudgetSpent}, NotReached, stats.Undetermined, "no input was measured"},
		{"given up at once", exponential, Series{Points: times(double, 15, 16, 17, 18, 19, 20), End: GaveUp, Problem: "limit exhausted"}, Limited, stats.Exponential, "limit exhausted, on 21 characters after 1.05 ms"},
		{"given up too late", quadratic, Series{Points: append(times(square, 500, 1000, 2000, 4000, 8000), Point{Pumps: 16000, Length: 16001, Millis: 0.1}), End: GaveUp, Problem: "stack exhausted"}, Confirmed, stats.Polynomial, "stack exhausted, on 16001 characters"},
		{"out of stack", quadratic, Series{Points: times(line, 1000, 4000, 16000), End: Overflowed, Problem: "StackOverflowError"}, StackOverflow, stats.Undetermined, "StackOverflowError beyond 16001 characters"},
		{"out of stack after growth shows", quadratic, Series{Points: times(square, 500, 700, 1000, 1400, 2000, 2800, 4000), End: Overflowed, Problem: "StackOverflowError"}, Confirmed, stats.Polynomial, ""},
		{"cannot run", quadratic, Series{End: Unavailable, Problem: "no such flag"}, NotRun, stats.Undetermined, "no such flag"},
		{"a leap to a match that was broken off", exponential, Series{Points: []Point{{Pumps: 2, Length: 21, Millis: 0.01}, {Pumps: 3, Length: 31, Millis: 500, AtLeast: true}}, End: TimedOut}, Confirmed, stats.Exponential, ""},
		{"only broken off", exponential, Series{Points: []Point{{Pumps: 3, Length: 31, Millis: 500, AtLeast: true}}, End: TimedOut}, NotReached, stats.Undetermined, "takes more than 500 ms"},
		{"bounded, and cheap beyond", bounded, Series{Points: append(times(double, 16, 17, 18, 19, 20, 21, 22), Point{Pumps: 24, Length: 25, Millis: 0.02})}, Confirmed, stats.Exponential, ""},
		{"one disturbance is no leap", quadratic, Series{Points: append(times(line, 1000, 2000), Point{Pumps: 3000, Length: 3000, Millis: 80}, Point{Pumps: 4000, Length: 4000, Millis: 0.02}), End: LengthLimit}, OptimisedAway, stats.Flat, "no growth up to 4000 characters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Judge(test.verdict, test.series)
			if got.Outcome != test.want || got.Growth.Kind != test.kind {
				t.Errorf("%v: got %s, %s, %+v, want %s, %s", test.series, got.Outcome, got.Reason, got.Growth, test.want, test.kind)
			}
			if !strings.Contains(got.Reason, test.reason) || (got.Reason == "") != (test.want == Confirmed && test.reason == "") {
				t.Errorf("%v: got reason %q, want %q in it", test.series, got.Reason, test.reason)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	away := Confirmation{Outcome: OptimisedAway, Reason: "no growth"}
	for _, test := range []struct {
		name         string
		confirmation Confirmation
		forecast     defence.Forecast
		want         string
	}{
		{"spared", away, defence.Forecast{Outcome: defence.Spared, Lacks: "x\n"}, `no growth: the attack lacks "x\n", which every match holds and the engine looks for first`},
		{"protected", away, defence.Forecast{Outcome: defence.Protected, By: []string{"one", "another"}}, "no growth: one, another"},
		{"not modelled", away, defence.Forecast{Why: "no model"}, "no growth"},
		{"predicted otherwise", away, defence.Forecast{Outcome: defence.Grows}, "no growth"},
		{"explained before", Confirmation{Series: Series{Spared: "known"}, Outcome: OptimisedAway, Reason: "no growth: known"}, defence.Forecast{Outcome: defence.Protected, By: []string{"one"}}, "no growth: known: one"},
		{"confirmed", Confirmation{Outcome: Confirmed}, defence.Forecast{Outcome: defence.Protected, By: []string{"one"}}, ""},
	} {
		got := test.confirmation.Explain(test.forecast)
		if got.Reason != test.want || got.Forecast.Outcome != test.forecast.Outcome {
			t.Errorf("%s: got %q, %+v, want %q", test.name, got.Reason, got.Forecast, test.want)
		}
	}
}

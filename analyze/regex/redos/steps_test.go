package redos

import (
	"math"
	"testing"

	"snag/analyze/regex/syntax"
)

// TestStepsAt compares what follows from the growth with what the matcher counts, where the budget is
// exceeded and beyond.
func TestStepsAt(t *testing.T) {
	for _, pattern := range []string{
		`\s+$`, `%.+$`, `(\w+\s)*$`, `^(?:a|b|\s)*\s*,x`, `(?=x*)a+b`, `^a*a*a*b`, `a*b*a*c`, `^\s*(.*?)\s*$`,
		`^(?:a+)+$`, `^(?:a|b|ab)+c$`, `(?:\w+\d)+!`, `^(\d+)*-\1$`, `(?:a{1,3}b?){2,}c`,
	} {
		v, err := Analyze(t.Context(), Pattern{Text: pattern}, DefaultLimits)
		if err != nil || v.Attack == nil {
			t.Fatalf("Analyze(/%s/) = %v, %v", pattern, v.Class, err)
		}
		for _, times := range []float64{0.3, 0.6, 1, 1.5, 2} {
			pumps := int(times * float64(v.Cost.PumpsForBudget))
			if v.Class == Exponential {
				pumps = v.Cost.PumpsForBudget + int(4*(times-1))
			}
			point, over, err := Steps(v.Tree, syntax.Search, *v.Attack, pumps, largestBudget)
			if over || err != nil {
				continue
			}
			got, _ := v.StepsAt(pumps)
			if ratio := got / float64(point.Steps); math.Abs(math.Log(ratio)) > 0.1 {
				t.Errorf("StepsAt of /%s/ with %d pumps = %.0f, want %d (%+v)", pattern, pumps, got, point.Steps, v.Cost)
			}
		}
		if length := v.Cost.LengthForBudget; v.PumpsWithin(length) != v.Cost.PumpsForBudget || v.PumpsWithin(length-1) >= v.Cost.PumpsForBudget {
			t.Errorf("PumpsWithin(%d) of /%s/ = %d, want %d", length, pattern, v.PumpsWithin(length), v.Cost.PumpsForBudget)
		}
	}
}

// TestStepsEndWithCounters is about counts that are loops to the automaton: no number follows from growth that they end.
func TestStepsEndWithCounters(t *testing.T) {
	for _, test := range []struct {
		pattern string
		ends    bool
	}{
		{`a{0,800}a{0,800}b`, true},
		{`x\d{0,2000}\s*\d*!`, true},
		{`a{0,5}a*a*b`, false}, // exact in the automaton
		{`x{0,2000}\s*\s*!`, false},
		{`\s+$`, false},
	} {
		v, err := Analyze(t.Context(), Pattern{Text: test.pattern}, DefaultLimits)
		if err != nil || v.Class != Polynomial || v.Bounded {
			t.Errorf("Analyze(%s) = %v, bounded %t, %v; want a polynomial", test.pattern, v.Class, v.Bounded, err)
			continue
		}
		near := v.Cost.PumpsForBudget
		steps, atLeast := v.StepsAt(100 * near)
		if atLeast != test.ends {
			t.Errorf("%s: StepsAt(%d) = %.0f, at least %t; want %t", test.pattern, 100*near, steps, atLeast, test.ends)
		}
		if _, atLeast := v.StepsAt(near); atLeast {
			t.Errorf("%s: steps at %d are not known, which were counted", test.pattern, near)
		}
		if !test.ends {
			continue
		}
		if least, _ := v.StepsAt(near); steps < least {
			t.Errorf("%s: %.0f steps with %d repetitions, fewer than with %d", test.pattern, steps, 100*near, near)
		}
	}
}

func TestStepsOfPoints(t *testing.T) {
	costs := func(steps func(n float64) float64, ns ...int) (c Cost) {
		for _, n := range ns {
			c.Points = append(c.Points, CostPoint{Pumps: n, Length: n, Steps: int64(steps(float64(n)))})
		}
		return c
	}
	square := func(n float64) float64 { return n * n }
	cases := []struct {
		name    string
		verdict Verdict
		n       int
		want    float64
	}{
		{"nothing known", Verdict{Class: Exponential}, 10, 0},
		{"at a point", Verdict{Class: Polynomial, Degree: 2, Cost: costs(square, 10, 20)}, 20, 400},
		{"between points", Verdict{Class: Polynomial, Degree: 2, Cost: costs(square, 10, 40)}, 20, 400},
		{"before the first", Verdict{Class: Polynomial, Degree: 2, Cost: costs(square, 10, 40)}, 5, 50},
		{"beyond, polynomial", Verdict{Class: Polynomial, Degree: 2, Cost: costs(square, 10, 20)}, 200, 40000},
		{"beyond, exponential", Verdict{Class: Exponential, Cost: costs(math.Exp2, 10, 11, 12)}, 20, 1 << 20},
		{"beyond a bound", Verdict{Class: Exponential, Bounded: true, Cost: costs(math.Exp2, 10, 11, 12)}, 20, 1 << 12},
		{"no pump", Verdict{Class: Exponential, Cost: costs(math.Exp2, 10, 11, 12)}, 0, 0},
	}
	for _, test := range cases {
		if got, _ := test.verdict.StepsAt(test.n); math.Abs(got-test.want) > 1e-6*test.want {
			t.Errorf("%s: StepsAt(%d) = %g, want %g", test.name, test.n, got, test.want)
		}
	}
	far := Verdict{Class: Exponential, Cost: costs(math.Exp2, 10, 11, 12)}
	if got, _ := far.StepsAt(1 << 20); got < 1e200 || math.IsInf(got, 0) {
		t.Errorf("far beyond: got %g", got)
	}
}

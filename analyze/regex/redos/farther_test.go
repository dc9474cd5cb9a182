package redos

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
)

// TestFarther is about growth that ends: what it costs beyond the budget is counted, up to where it ends or is astronomical.
func TestFarther(t *testing.T) {
	for _, c := range []struct {
		pattern string
		least   int64 // steps at the last point
	}{
		{`^(?:\w{1,15}[.]?){1,15}#$`, 1_000_000_000},
		{`^(?:c{1,8}){1,8}$`, 50_000_000},
		{`^(?:b?){30}b{30}`, 100_000_000},
		{`^(?=(?:\w{1,15}[.]?){1,15}#)(\w)?(?:\1,)?`, 3_000_000}, // which must be replayed
	} {
		v, err := Analyze(t.Context(), Pattern{Text: c.pattern}, DefaultLimits)
		if err != nil || !v.Bounded {
			t.Errorf("Analyze(%s) = %v, bounded %t, %v; want bounded growth", c.pattern, v.Class, v.Bounded, err)
			continue
		}
		points := v.Cost.Points
		last := points[len(points)-1]
		if last.Steps < c.least || last.Length > farLength {
			t.Errorf("%s: got %d steps at %d characters, want %d at least", c.pattern, last.Steps, last.Length, c.least)
		}
		for i, p := range points[1:] {
			if p.Pumps <= points[i].Pumps || p.Steps < points[i].Steps {
				t.Errorf("%s: %+v stands behind %+v", c.pattern, p, points[i])
			}
		}
		program, err := backtrack.Compile(v.Tree)
		if err != nil {
			t.Fatal(err)
		}
		const counted = 20_000_000
		for _, p := range points {
			if p.Steps > counted {
				break
			}
			got := program.Match(v.Tree.Chars(v.Attack.Build(p.Pumps)), backtrack.Options{Mode: syntax.Search, MaxSteps: 2 * counted})
			if got.Steps != p.Steps {
				t.Errorf("%s: %d repetitions take %d steps, want %d", c.pattern, p.Pumps, p.Steps, got.Steps)
			}
		}
	}
}

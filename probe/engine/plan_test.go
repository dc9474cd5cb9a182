package engine

import (
	"context"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
)

// TestLargestAnswered looks for the largest input that an engine answers before it gives up.
func TestLargestAnswered(t *testing.T) {
	for _, test := range []struct {
		name       string
		millis     func(n float64) float64
		gives      int // the engine gives up on more repetitions
		want       confirm.Outcome
		mostBeyond int // shots on which it gives up
	}{
		{"the square, up to where it is slow", func(n float64) float64 { return n * n / 1.3e6 }, 9111, confirm.Confirmed, 4},
		{"the square, up to where it is not", func(n float64) float64 { return n * n / 1e7 }, 9111, confirm.Limited, 1},
		{"slow on the last", func(n float64) float64 { return n * n / 6e5 }, 9111, confirm.Confirmed, 1},
		{"no growth", func(n float64) float64 { return n / 1e3 }, 100_000, confirm.Limited, 1},
	} {
		v := redos.Verdict{Class: redos.Polynomial, Degree: 2, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "ab"}}, Suffix: "!"}}
		series := confirm.Series{}
		p := plan{verdict: v, limits: Limits{}.orDefault(), series: &series, toTheEnd: true}
		beyond := 0
		err := p.measure(t.Context(), func(_ context.Context, n int, _ time.Duration) (shot, error) {
			s := shot{Point: confirm.Point{Pumps: n, Length: 2*n + 1, Millis: test.millis(float64(n))}}
			if n > test.gives {
				s.Millis, s.gaveUp = 0.01, "limit"
				beyond++
			}
			return s, nil
		})
		c := confirm.Judge(v, series)
		last := series.Points[len(series.Points)-1]
		if err != nil || c.Outcome != test.want || series.End != confirm.GaveUp || last.Pumps <= test.gives || beyond > test.mostBeyond {
			t.Errorf("%s: got %s, %v, given up %d times, %v; want %s\n%s", test.name, c.Outcome, series.End, beyond, err, test.want, list(series.Points))
		}
	}
}

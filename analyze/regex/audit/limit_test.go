package audit

import (
	"context"
	"testing"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// TestWithin holds what is small: only quadratic growth, and only as long as the engine takes little time.
func TestWithin(t *testing.T) {
	node := func(millis float64) []confirm.Confirmation {
		c := confirm.Confirmation{Outcome: confirm.Confirmed}
		c.Engine, c.Points = "node", []confirm.Point{{Pumps: 10_000, Length: 10_000, Millis: millis}}
		return []confirm.Confirmation{c}
	}
	usual := Limit{Length: 10_000, Millis: 50}
	for _, c := range []struct {
		pattern  string
		dialect  syntax.Dialect
		limit    Limit
		measured []confirm.Confirmation
		want     bool
	}{
		{`\s+$`, syntax.JavaScript, usual, nil, false},
		{`\s+$`, syntax.PCRE, usual, nil, true}, // a fast engine
		{`\s+$`, syntax.Java, usual, nil, false},
		{`\s+$`, syntax.DotNet, usual, nil, false}, // no time is known
		{`\s+$`, syntax.JavaScript, Limit{Length: 1000, Millis: 50}, nil, true},
		{`\s+$`, syntax.JavaScript, Limit{Length: 10_000, Millis: 500}, nil, true},
		{`\s+$`, syntax.JavaScript, Limit{Length: 10_000, Steps: 1e9}, nil, true},
		{`\s+$`, syntax.JavaScript, Limit{Length: 10_000, Steps: 1e6}, nil, false},
		{`\s+$`, syntax.JavaScript, Limit{Length: 10_000, Millis: 100}, node(300), false}, // measured to be slow
		{`\s+$`, syntax.JavaScript, Limit{Length: 10_000, Millis: 120}, node(150), true},  // near the limit: the steps decide
		{`\s+$`, syntax.JavaScript, usual, node(30), false},
		{`\s+$`, syntax.JavaScript, usual, node(20), true},
		{`\s+\s+$`, syntax.JavaScript, usual, nil, false},
		{`\s+\s+$`, syntax.JavaScript, usual, node(1), false},
		{`(a|a)+$`, syntax.JavaScript, usual, nil, false},
		{`^a$`, syntax.JavaScript, usual, nil, false},
	} {
		s := Subject{Pattern: redos.Pattern{Text: c.pattern, Dialect: c.dialect}}
		r, err := s.Audit(context.Background(), redos.Analyze, redos.DefaultLimits, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Confirmed = c.measured
		if got := r.Within(c.limit); got != c.want {
			t.Errorf("%s in %s is within %+v: got %v, want %v", c.pattern, c.dialect, c.limit, got, c.want)
		}
	}
}

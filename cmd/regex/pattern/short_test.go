package pattern

import (
	"fmt"
	"testing"
	"time"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// Without an engine a length is told of growth that has no end, or that counters end, at which somebody waits, as far as
// its steps are known.
func TestPredicted(t *testing.T) {
	for _, c := range []struct {
		pattern     string
		least, most time.Duration
	}{
		{`^(\w+\s?)*$`, time.Second, 8 * time.Second},
		{`^(?:\w{1,15}[.]?){1,15}#$`, time.Second, 8 * time.Second},
		{`^(?:c{1,8}){1,8}$`, 15 * time.Millisecond, 200 * time.Millisecond}, // all that there is
	} {
		a := &Audited{}
		a.Pattern = redos.Pattern{Text: c.pattern, Dialect: syntax.JavaScript}
		v, err := redos.Analyze(t.Context(), a.Pattern, redos.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		a.Verdict = v
		e := a.example()
		if e.took < c.least || e.took > c.most {
			t.Errorf("%s: %s; want %s to %s", c.pattern, a.shortWords(), c.least, c.most)
		}
		last := v.Cost.Points[len(v.Cost.Points)-1]
		if v.Bounded && e.length > last.Length {
			t.Errorf("%s: %s; want no more than what was counted, %s", c.pattern, a.shortWords(), fmt.Sprint(last))
		}
	}
}

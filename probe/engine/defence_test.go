package engine

import (
	"fmt"
	"testing"
	"time"

	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// TestDefences holds the model of each engine's defences to what the engine does: on each side of a
// defence there is a specimen that only that side explains. The line between growth and none is wide:
// times differ by orders of magnitude.
func TestDefences(t *testing.T) {
	snagtest.Long(t)
	for _, e := range []struct {
		name    string
		dialect syntax.Dialect
	}{
		{"java", syntax.Java}, {"perl", syntax.Perl}, {"ruby", syntax.Ruby}, {"php", syntax.PCRE}, {"python", syntax.Python},
	} {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			engine := find(t, e.name)
			if err := engine.Check(t.Context()); err != nil {
				t.Skip("the engine does not start:", err)
			}
			told := 0
			for _, s := range defence.Specimens() {
				pattern := redos.Pattern{Text: s.Pattern, Dialect: e.dialect}
				f := defence.Of(pattern.Mode, s.Verdict(e.dialect), e.name, engine.Version())
				if f.Outcome == defence.Unmodelled || e.name == "python" && told > 3 {
					continue // Python has no defence: a few are enough
				}
				told++
				limits := Limits{Total: time.Minute, Match: 120 * time.Millisecond, Length: 1 << 15}
				snagtest.InThree(t, func() error {
					c, err := Confirm(t.Context(), engine, Job{Pattern: pattern, Verdict: s.Verdict(e.dialect), Limits: limits})
					if err != nil {
						return err
					}
					var good bool
					switch f.Outcome {
					case defence.Grows:
						good = c.Outcome == confirm.Confirmed
					case defence.Protected, defence.Spared:
						// An input of this length takes seconds where it grows.
						good = c.Outcome == confirm.OptimisedAway || c.Outcome == confirm.StackOverflow || c.Outcome == confirm.NotReached
					case defence.Limited:
						good = c.Outcome == confirm.Limited
					}
					if !good {
						return fmt.Errorf("%s: %s: %s, %s; predicted %+v\n%s", s.Name, s.Pattern, c.Outcome, c.Reason, f, list(c.Points))
					}
					return nil
				})
			}
			if told == 0 {
				t.Skip("nothing of this version is modelled:", engine.Version())
			}
		})
	}
}

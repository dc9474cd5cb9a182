package pattern

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/cmd/cli"
	"snag/probe/engine"
)

// slowEngine takes six seconds for each pattern and remembers them.
type slowEngine struct {
	name     string
	measured []string
}

func (e *slowEngine) Name() string                { return e.name }
func (e *slowEngine) Runs(d syntax.Dialect) bool  { return d == syntax.JavaScript }
func (e *slowEngine) Version() string             { return "1" }
func (e *slowEngine) Check(context.Context) error { return nil }
func (e *slowEngine) Close() error                { return nil }

func (e *slowEngine) Measure(_ context.Context, job engine.Job) (confirm.Series, error) {
	time.Sleep(6 * time.Second)
	e.measured = append(e.measured, job.Pattern.Text)
	return confirm.Series{Engine: e.name}, nil
}

// TestConfirmWorstFirst begins with what requests reach and with the worst patterns, measures equal ones once, and marks what the time
// did not suffice for.
func TestConfirmWorstFirst(t *testing.T) {
	var patterns []Audited
	for _, text := range []string{`\s+$`, `^a$`, `\s+\s+$`, `(a|a)+$`, `\s+\s+$`, `\d+x`} {
		s := audit.Subject{Pattern: redos.Pattern{Text: text, Dialect: syntax.JavaScript}}
		r, err := s.Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, Audited{Result: r})
	}
	for _, c := range []struct {
		budget   time.Duration
		one      bool
		reached  int    // the number of a pattern that requests reach
		measured string // by node and by the other engine
		text     string
	}{
		{10 * time.Second, true, -1, `(a|a)+$ \s+\s+$ | `, "in 10s engines confirmed the worst 2 of 4 vulnerable patterns; the rest was not run (--engine-time)"},
		{10 * time.Second, true, 0, `\s+$ (a|a)+$ | `, "in 10s engines confirmed the worst 2 of 4 vulnerable patterns; the rest was not run (--engine-time)"},
		{0, true, -1, `(a|a)+$ \s+\s+$ \d+x \s+$ | `, ""},
		{20 * time.Second, false, -1, `(a|a)+$ \s+\s+$ | (a|a)+$ \s+\s+$`, "in 20s engines confirmed the worst 2 of 4 vulnerable patterns; the rest was not run (--engine-time)"},
	} {
		synctest.Test(t, func(t *testing.T) {
			node, other := &slowEngine{name: "node"}, &slowEngine{name: "another"}
			h := Host{Engines: []engine.Engine{other, node}, one: c.one, budget: c.budget}
			all := slices.Clone(patterns)
			if c.reached >= 0 {
				all[c.reached].Reach = &Reached{Result: reach.Result{Level: reach.Remote}}
			}
			text := h.ConfirmAll(t.Context(), all, nil, cli.NewProgress(&cli.Stdio{Err: &strings.Builder{}}))
			if got := strings.Join(node.measured, " ") + " | " + strings.Join(other.measured, " "); got != c.measured || text != c.text {
				t.Errorf("budget %s, one engine %v: measured %q and says %q, want %q and %q", c.budget, c.one, got, text, c.measured, c.text)
			}
			for _, a := range all {
				if left := slices.ContainsFunc(a.Confirmed, func(c confirm.Confirmation) bool { return c.Outcome == confirm.Skipped }); a.IsVulnerable() && left == slices.Contains(node.measured, a.Text) {
					t.Errorf("budget %s: %s is marked as not run: %v", c.budget, a.Text, left)
				}
			}
		})
	}
}

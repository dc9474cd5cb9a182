package pattern

import (
	"testing"

	"snag/analyze/judge"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/cmd/report"
)

func TestGate(t *testing.T) {
	exponential := redos.Verdict{Class: redos.Exponential}
	square := redos.Verdict{Class: redos.Polynomial, Degree: 2}
	cube := redos.Verdict{Class: redos.Polynomial, Degree: 3}
	type facts struct{ exponential, square, cube, unknown, invalid bool }
	for _, c := range []struct {
		in   string
		want facts
	}{
		{NewGate("polynomial").String(), facts{exponential: true, square: true, cube: true}},
		{"slow", facts{exponential: true, square: true, cube: true}}, // what is not slow is a note
		{"exponential", facts{exponential: true}},
		{"polynomial", facts{exponential: true, square: true, cube: true}},
		{"polynomial:3", facts{exponential: true, cube: true}},
		{"polynomial:4,unknown", facts{exponential: true, unknown: true}},
		{"unknown, invalid", facts{unknown: true, invalid: true}},
		{"none", facts{}},
	} {
		g := NewGate("polynomial")
		if err := g.Set(c.in); err != nil {
			t.Errorf("Set(%q): %v", c.in, err)
		}
		got := facts{
			g.counts(audit.RuleExponential, exponential), g.counts(audit.RulePolynomial, square),
			g.counts(audit.RuleBounded, cube), g.counts(audit.RuleUnknown, redos.Verdict{}),
			g.counts(audit.RuleInvalid, redos.Verdict{}),
		}
		if got != c.want {
			t.Errorf("%q: got %+v, want %+v", c.in, got, c.want)
		}
	}
	for _, bad := range []string{"", "linear", "polynomial:1", "polynomial:x", "exponential:2", "none,unknown"} {
		if err := NewGate("polynomial").Set(bad); err == nil {
			t.Errorf("Set(%q): no error", bad)
		}
	}
	judged := func(v redos.Verdict) *Audited {
		a := &Audited{}
		a.Verdict = v
		return a
	}
	f := report.Finding{
		Finding: judge.Finding{Rule: audit.RuleExponential, Level: judge.Error},
	}
	if !NewGate("polynomial").Fails(f, judged(exponential)) {
		t.Error("an exponential finding does not fail")
	}
	f.Suppression = &report.Suppression{}
	if NewGate("polynomial").Fails(f, judged(exponential)) {
		t.Error("a suppressed finding fails")
	}
	if NewGate("polynomial").Fails(report.Finding{
		Finding: judge.Finding{Rule: audit.RulePolynomial, Level: judge.Note},
	}, judged(square)) {
		t.Error("a finding graded down to a note fails")
	}
}

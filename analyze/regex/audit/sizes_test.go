package audit_test

import (
	"strings"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// TestTimesLead shows that what was measured comes first in the advice, and that nothing is said without it.
func TestTimesLead(t *testing.T) {
	s := audit.Subject{Pattern: redos.Pattern{Text: `<[^>]+>`, Dialect: syntax.JavaScript}}
	r, err := s.Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := r.Finding(0); strings.Contains(f.Help, "16 KB") {
		t.Errorf("nothing was measured: help %q", f.Help)
	}
	series := confirm.Series{Engine: "node", Version: "20.0.0", Points: []confirm.Point{
		{Pumps: 1000, Length: 1000, Millis: 1}, {Pumps: 16384, Length: 16384, Millis: 250}, {Pumps: 32768, Length: 32768, Millis: 1000},
	}}
	r.Confirmed = []confirm.Confirmation{{Series: series, Outcome: confirm.Confirmed}}
	want := "In the engine, an attack of 16 KB (the headers of a request) takes 250 ms, an attack of 100 KB (a JSON body) takes "
	if f, _ := r.Finding(0); !strings.HasPrefix(f.Help, want) {
		t.Errorf("got  %q\nwant %q...", f.Help, want)
	}
}

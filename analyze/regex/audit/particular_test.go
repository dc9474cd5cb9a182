package audit_test

import (
	"strings"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

func TestParticular(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{`^(\w+\s?)*$`, `A further round of \w+ and a new round of (\w+\s?)* can both take "a"`},
		{`(?:a|\w)+$`, `a at 3 and \w at 5 both match "a"`},
		{`\s*\s*$`, `\s at 0 and \s at 3 both match " "`},
		{`\s+$`, `The search begins anew at each " ", and \s+ reads on from there`},
		{`(a?){25}a{25}`, `Lower the counts`},
	} {
		s := audit.Subject{Pattern: redos.Pattern{Text: test.pattern, Dialect: syntax.JavaScript}}
		r, err := s.Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Particular(); !strings.HasPrefix(got, test.want) || !strings.Contains(got, "Until then accept fewer than ") {
			t.Errorf("%s:\ngot  %s\nwant %s...", test.pattern, got, test.want)
		}
	}
}

func TestNotation(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{`(a|a)*$`, "O(2ⁿ)"},
		{`(\/.+)+$`, "O(1.6ⁿ)"},
		{`\s+$`, "O(n²)"},
		{`\s*\s*$`, "O(n³)"},
		{`(a?){25}a{25}`, "O(2ⁿ) up to its counters"},
	} {
		s := audit.Subject{Pattern: redos.Pattern{Text: test.pattern, Dialect: syntax.JavaScript}}
		r, err := s.Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Notation(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.pattern, got, test.want)
		}
	}
}

// TestHelp shows that what a finding advises is about its own pattern.
func TestHelp(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{`^(?:a|b)+,.*,.*$`, `. at `},
		{`<[^>]+>`, `[^>]+ reads on from there`},
		{`(\w+) \1$`, ``},
	} {
		s := audit.Subject{Pattern: redos.Pattern{Text: test.pattern, Dialect: syntax.JavaScript}}
		r, err := s.Audit(t.Context(), redos.Analyze, redos.DefaultLimits, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := r.Finding(0)
		if !ok || !strings.Contains(f.Help, test.want) || strings.Contains(f.Help, "as in ") {
			t.Errorf("%s: help %q, want %q in it, and no other pattern", test.pattern, f.Help, test.want)
		}
	}
}

package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// TestWithoutJIT runs attacks that PHP's JIT spares or stops without it, and one that PCRE2 spares either way: for
// the last character of every match, which a text without a match cannot hold behind where it begins.
func TestWithoutJIT(t *testing.T) {
	snagtest.Long(t)
	e := find(t, "php")
	if err := e.Check(t.Context()); err != nil || !strings.HasSuffix(e.Version(), "JIT") {
		t.Skip("SKIPPED: no PHP with a JIT:", err)
	}
	for _, test := range []struct{ pattern, want string }{
		{`[\w-]+: .+`, "without the JIT (pcre.jit=0) the time grows"},
		{`(<object[^>]*>)\s*`, `PCRE2 looks for ">", which every match holds and this attack lacks`},
	} {
		p := redos.Pattern{Text: test.pattern, Dialect: syntax.PCRE}
		tree, err := parser.Parse(p.Dialect, p.Text, "")
		if err != nil {
			t.Fatal(err)
		}
		v, err := redos.Tree(t.Context(), tree, p.Mode, redos.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		snagtest.InThree(t, func() error {
			c, err := Confirm(t.Context(), e, Job{Pattern: p, Verdict: v, Limits: Limits{Match: 120 * time.Millisecond, Length: 1 << 16}})
			if err != nil {
				return err
			}
			if !strings.Contains(c.Reason, test.want) {
				return fmt.Errorf("/%s/ with %+v: got %s: %q, want %q\n%s", test.pattern, *v.Attack, c.Outcome, c.Reason, test.want, list(c.Points))
			}
			return nil
		})
	}
}

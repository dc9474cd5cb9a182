package audit

import (
	"context"
	"reflect"
	"testing"

	"snag/analyze/regex/redos"
)

// TestRemembering decides twice about patterns that differ in one thing each, after a context that ended.
func TestRemembering(t *testing.T) {
	asked := 0
	decide := Decider(func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		asked++
		return redos.Analyze(ctx, p, limits)
	}).Remembering()
	for _, p := range []redos.Pattern{{Text: `\s+$`}, {Text: `\s+$`, Flags: "y"}, {Text: `\s+$`, Mode: 1}, {Text: `(a+)+$`}, {Text: `a`}} {
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := decide(ended, p, redos.DefaultLimits); err == nil {
			t.Errorf("%+v: no error when the context has ended", p)
		}
		want, _ := redos.Analyze(t.Context(), p, redos.DefaultLimits)
		want.Tree = nil
		before := asked
		for range 2 {
			got, err := decide(t.Context(), p, redos.DefaultLimits)
			if got.Tree = nil; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v: got %+v, %v; want %+v", p, got, err, want)
			}
		}
		if asked != before+1 {
			t.Errorf("%+v: asked %d times; want once", p, asked-before)
		}
	}
	for range 2 {
		if _, err := decide(t.Context(), redos.Pattern{Text: `(`}, redos.DefaultLimits); err == nil {
			t.Error("no error for an invalid pattern")
		}
	}
}

package repair

import (
	"context"
	"reflect"
	"testing"

	"snag/analyze/regex/redos"
)

// TestRemembering looks twice for the fixes of patterns that differ in one thing each, and once with a context that ended.
func TestRemembering(t *testing.T) {
	propose := Remembering()
	for _, p := range []redos.Pattern{{Text: `\s+$`}, {Text: `\s+$`, Flags: "m"}, {Text: `\s+$`, Mode: 1}, {Text: `(a+)+$`}} {
		v, err := redos.Analyze(t.Context(), p, redos.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := propose(ended, p, v, QuickLimits); err == nil {
			t.Errorf("%+v: no error when the context has ended", p)
		}
		want, _ := Propose(t.Context(), p, v, QuickLimits)
		for range 2 {
			if got, err := propose(t.Context(), p, v, QuickLimits); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v: got %+v, %v; want %+v", p, got, err, want)
			}
		}
		if first, _ := propose(t.Context(), p, v, QuickLimits); len(want) > 0 {
			if again, _ := propose(t.Context(), p, v, QuickLimits); &first[0] != &again[0] {
				t.Errorf("%+v: fixes were looked for again", p)
			}
		}
	}
}

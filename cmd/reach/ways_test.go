package reach

import (
	"context"
	"strings"
	"testing"
)

// TestInterruptedWays claims of no line that nothing leads to it before the search for ways is done.
func TestInterruptedWays(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := waysData{Place: "a.js:1"}
	if r := d.report(ctx); r.Partial || r.Summary.Text != "no path was found to a.js:1" || len(r.Notes) == 0 {
		t.Errorf("partial %v, %q, notes %q", r.Partial, r.Summary.Text, r.Notes)
	}
	cancel()
	if r := d.report(ctx); !r.Partial || strings.Contains(r.Summary.Text, "no path") || len(r.Notes) > 0 {
		t.Errorf("interrupted: partial %v, %q, notes %q", r.Partial, r.Summary.Text, r.Notes)
	}
}

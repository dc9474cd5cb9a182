package classes

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
)

// TestLargePatterns holds that what a pattern asks of a member that is far away is not written out for each condition.
func TestLargePatterns(t *testing.T) {
	far := strings.Repeat("a.", 2000) + "a"
	for _, test := range []struct{ name, text string }{
		{"members", "if (x is {" + far + ": 1" + strings.Repeat(" or 1", 2000) + "}) f();"},
		{"subjects", "if (x." + far + " is 1" + strings.Repeat(" or 1", 2000) + ") f();"},
		{"nested", "if (x is " + strings.Repeat("{a:", 150) + "1" + strings.Repeat(" or 1", 2000) + strings.Repeat("}", 150) + ") f();"},
		{"cases", "switch (x." + far + ") { " + strings.Repeat("case > 1: f(); break; ", 1000) + "}"},
	} {
		if got := len(tree.Print(CSharp([]byte(test.text)).Body)); got > 600_000 {
			t.Errorf("%s: %d characters, want 600,000 at most", test.name, got)
		}
	}
}

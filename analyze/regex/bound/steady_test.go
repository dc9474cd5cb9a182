package bound

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestCostsThatShareSums asks what a run costs of patterns whose costs share sums: where they cannot be written out, nothing is
// told, as that would take any amount of memory.
func TestCostsThatShareSums(t *testing.T) {
	for _, test := range []struct {
		pattern string
		ok      bool
	}{
		{`^(?>.\d\\.|\w*|\s{0,5}){6}`, true},
		{`^(?>.\d\\.|\w*|\s{0,5}){9}`, false},
	} {
		_, costs := searchCosts(t, syntax.Python, test.pattern, "")
		if each, more, ok := Of(costs).Costliest(); ok != test.ok {
			t.Errorf("Costliest of /%s/ = %v, %v, %v; want %v", test.pattern, each, more, ok, test.ok)
		}
	}
}

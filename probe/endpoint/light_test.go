package endpoint

import (
	"slices"
	"testing"
)

func TestLighter(t *testing.T) {
	for _, test := range []struct {
		path string
		want []string
	}{
		{"/slow", nil},
		{"/slow?ms=80", []string{"/slow?ms=1", "/slow?ms=0", "/slow"}},
		{"/slow?rows=80&columns=7&name=x9", []string{"/slow?rows=1&columns=1&name=x9", "/slow?rows=0&columns=0&name=x9", "/slow"}},
		{"/slow?name=x", []string{"/slow"}},
	} {
		if got := lighter(test.path); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.path, got, test.want)
		}
	}
}

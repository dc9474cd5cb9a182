package reach

import (
	"strings"
	"testing"
)

func TestBundles(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       bool
	}{
		{"a long file with lines of a person", strings.Repeat("const a = require('a').b(c, d)\n", 20_000), false},
		{"one line of 300 KB", strings.Repeat("a.b(c,d);", 35_000), true},
		{"lines of 32 KB", strings.Repeat(strings.Repeat("a.b(c,d);", 3_600)+"\n", 10), true},
		{"one line of 100 KB", strings.Repeat("a.b(c,d);", 11_000), false},
		{"nothing", "", false},
	} {
		if got := isBundle([]byte(c.text)); got != c.want {
			t.Errorf("%s: isBundle = %t, want %t", c.what, got, c.want)
		}
	}
}

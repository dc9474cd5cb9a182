package syntax_test

import (
	"testing"

	"snag/analyze/regex/syntax"
)

func TestParseFlags(t *testing.T) {
	for _, tt := range []struct{ in, want string }{{"", ""}, {"yvsmigd", "dgimsvy"}, {"u", "u"}} {
		f, err := syntax.JavaScript.ParseFlags(tt.in)
		if err != nil || syntax.JavaScript.FormatFlags(f) != tt.want {
			t.Errorf("%q: %v, %v", tt.in, f, err)
		}
	}
}

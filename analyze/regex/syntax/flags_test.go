package syntax

import "testing"

func TestParseFlags(t *testing.T) {
	for _, tt := range []struct{ in, want string }{{"", ""}, {"yvsmigd", "dgimsvy"}, {"u", "u"}} {
		f, err := JavaScript.ParseFlags(tt.in)
		if err != nil || JavaScript.FormatFlags(f) != tt.want {
			t.Errorf("%q: %v, %v", tt.in, f, err)
		}
	}
}

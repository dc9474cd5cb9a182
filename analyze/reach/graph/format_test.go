package graph

import (
	"fmt"
	"testing"
)

// TestConversions reads what formats of Python say of their arguments.
func TestConversions(t *testing.T) {
	show := func(all []conversion) string {
		got := ""
		for _, c := range all {
			most := fmt.Sprint(c.precision)
			if c.precision == NoLimit {
				most = "any"
			}
			got += fmt.Sprintf("%d%s %s+%d %t; ", c.index, c.name, most, c.width, c.quoted)
		}
		return got
	}
	for _, c := range []struct {
		what func(string) []conversion
		in   string
		want string
	}{
		{percents, "%s", "0 any+0 false; "},
		{percents, "%.40s", "0 40+0 false; "},
		{percents, "%<name>s %{other}", ""},
		{percents, "100%% %-10.5s|%r", "0 5+10 false; 1 any+0 true; "},
		{percents, "%.3f %s", "0 any+0 false; 1 any+0 false; "},
		{percents, "%.*s", ""},
		{percents, "%(a).4s", ""},
		{percents, "%", ""},
		{fields, "{}{}", "0 any+0 false; 1 any+0 false; "},
		{fields, "{1:.4}{x!r:>9}", "1 4+0 false; -1x any+9 true; "},
		{fields, "{{}} {:*^12.3s}", "0 3+12 false; "},
		{fields, "{:.2f}", "0 any+0 false; "},
		{fields, "{a.b}", ""},
		{fields, "{:{}}", ""},
		{fields, "{", ""},
	} {
		if got := show(c.what(c.in)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.in, got, c.want)
		}
	}
}

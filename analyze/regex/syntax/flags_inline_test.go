package syntax

import (
	"slices"
	"testing"
)

func TestFormatChange(t *testing.T) {
	for _, test := range []struct {
		dialect  Dialect
		from, to Flags
		want     string
	}{
		{JavaScript, IgnoreCase, Multiline, "m-i"},
		{PCRE, 0, Extended | ExtendedMore, "xx"},
		{Python, Unicode | IgnoreCase, ASCII, "a-i"}, // u cannot be cleared
		{Ruby, DotAll, IgnoreCase, "i-m"},
		{Go, Ungreedy | DotAll, Ungreedy, "-s"},
	} {
		if got := test.dialect.FormatChange(test.from, test.to); got != test.want {
			t.Errorf("%s from %b to %b: got %q, want %q", test.dialect, test.from, test.to, got, test.want)
		}
	}
}

func TestReachable(t *testing.T) {
	for _, test := range []struct {
		dialect      Dialect
		flags, among Flags
		want         []Flags
	}{
		{JavaScript, Unicode, IgnoreCase | Unicode, []Flags{Unicode, Unicode | IgnoreCase}},
		{JavaScript, IgnoreCase, IgnoreCase, []Flags{IgnoreCase, 0}},
		{Python, Unicode, ASCII, []Flags{Unicode, ASCII}}, // one of them alone
		{DotNet, 0, Unicode, []Flags{0}},
	} {
		if got := test.dialect.Reachable(test.flags, test.among); !slices.Equal(got, test.want) {
			t.Errorf("%s from %b among %b: got %b, want %b", test.dialect, test.flags, test.among, got, test.want)
		}
	}
}

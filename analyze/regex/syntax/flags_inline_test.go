package syntax_test

import (
	"slices"
	"testing"

	"snag/analyze/regex/syntax"
)

func TestFormatChange(t *testing.T) {
	for _, test := range []struct {
		dialect  syntax.Dialect
		from, to syntax.Flags
		want     string
	}{
		{syntax.JavaScript, syntax.IgnoreCase, syntax.Multiline, "m-i"},
		{syntax.PCRE, 0, syntax.Extended | syntax.ExtendedMore, "xx"},
		{syntax.Python, syntax.Unicode | syntax.IgnoreCase, syntax.ASCII, "a-i"}, // u cannot be cleared
		{syntax.Ruby, syntax.DotAll, syntax.IgnoreCase, "i-m"},
		{syntax.Go, syntax.Ungreedy | syntax.DotAll, syntax.Ungreedy, "-s"},
	} {
		if got := test.dialect.FormatChange(test.from, test.to); got != test.want {
			t.Errorf("%s from %b to %b: got %q, want %q", test.dialect, test.from, test.to, got, test.want)
		}
	}
}

func TestReachable(t *testing.T) {
	for _, test := range []struct {
		dialect      syntax.Dialect
		flags, among syntax.Flags
		want         []syntax.Flags
	}{
		{syntax.JavaScript, syntax.Unicode, syntax.IgnoreCase | syntax.Unicode, []syntax.Flags{syntax.Unicode, syntax.Unicode | syntax.IgnoreCase}},
		{syntax.JavaScript, syntax.IgnoreCase, syntax.IgnoreCase, []syntax.Flags{syntax.IgnoreCase, 0}},
		{syntax.Python, syntax.Unicode, syntax.ASCII, []syntax.Flags{syntax.Unicode, syntax.ASCII}}, // one of them alone
		{syntax.DotNet, 0, syntax.Unicode, []syntax.Flags{0}},
	} {
		if got := test.dialect.Reachable(test.flags, test.among); !slices.Equal(got, test.want) {
			t.Errorf("%s from %b among %b: got %b, want %b", test.dialect, test.flags, test.among, got, test.want)
		}
	}
}

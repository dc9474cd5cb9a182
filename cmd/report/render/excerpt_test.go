package render

import (
	"strings"
	"testing"

	"snag/cmd/report"
)

func TestExcerptOf(t *testing.T) {
	long := strings.Repeat("日", 300)
	for _, test := range []struct {
		source string
		marked string
		want   string
		marks  string
	}{
		{"a\n\tconst x = /a+/;  \nb", "a+", "const x = /a+/;", "           ^^"},
		{"one\r\ntwo\r\n", "two", "two", "^^^"},
		{"x = `a\nb`", "a\nb", "x = `a", "     ^"},
		{long + "/a+/" + long, "/a+/", report.Ellipsis + strings.Repeat("日", 66) + "/a+/" + strings.Repeat("日", 132) + report.Ellipsis, " " + strings.Repeat("  ", 66) + "^^^^"},
		{"token = /a+/, password = 'secret'", "a+", "token = /a+/, password = 'REDACTED'", "         ^^"},
		{"\xff\xfe /a+/", "a+", "\xff\xfe /a+/", "    ^^"},
	} {
		start := strings.Index(test.source, test.marked)
		mark := report.Span{Start: start, End: start + len(test.marked)}
		x := report.ExcerptOf([]byte(test.source), mark, mark)
		if got := carets(strings.ReplaceAll(strings.ReplaceAll(x.Text, "\xff", "?"), "\xfe", "?"), x.Marks); x.Text != test.want || got != test.marks {
			t.Errorf("%q in %.40q:\ngot  %q\n     %q\nwant %q\n     %q", test.marked, test.source, x.Text, got, test.want, test.marks)
		}
	}
	for _, bounds := range [][2]int{{-1, 5}, {5, 2}, {100, 200}, {0, 0}} {
		if x := report.ExcerptOf([]byte("some text"), report.Span{Start: bounds[0], End: bounds[1]}, report.Span{Start: bounds[1], End: bounds[0]}); x == nil {
			t.Errorf("no excerpt at %v", bounds)
		}
	}
}

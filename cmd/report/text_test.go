package report

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\"\\\n\t\r\x01", `"a\"\\\n\t\r\u0001"`},
		{"\xed\xa0\x80x\xed\xbf\xbf", `"\ud800x\udfff"`},
		{"😀\u2028", `"😀\u2028"`},
		{"\xff\xed\xa0", "\"\uFFFD\uFFFD\uFFFD\""},
		{"<&>", `"<&>"`},
	} {
		got, err := Marshal(Text(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("Text(%q): got %s, %v, want %s", c.in, got, err, c.want)
		}
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain ünï 日本 😀", "plain ünï 日本 😀"},
		{"\x1b[31m\x00\x7f\u0085", `\x1b[31m\x00\x7f\x85`},
		{"\u202e\u2066\u200b\ufeff", `\u202e\u2066\u200b\ufeff`},
		{"\n\r\t", `\n\r\t`},
		{"\xff\xed\xa0\x80", `\xfffd\ud800`},
		{"\U000e0041\u00a0", `\u{e0041}\xa0`},
	} {
		want := strings.ReplaceAll(c.want, `\xfffd`, `\ufffd`)
		if got := Visible(c.in); got != want {
			t.Errorf("Visible(%q): got %s, want %s", c.in, got, want)
		}
	}
}

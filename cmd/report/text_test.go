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

func TestClip(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"", 3, ""},
		{" a\n\t b ", 3, "a b"},
		{"abcd", 3, "ab…"},
		{"日本語", 3, "日本語"},
		{"日本語文", 3, "日本…"},
		{"ab", 1, "…"},
	} {
		if got := Clip(c.in, c.most); got != c.want {
			t.Errorf("Clip(%q, %d): got %q, want %q", c.in, c.most, got, c.want)
		}
	}
}

func TestTraceWords(t *testing.T) {
	at := func(file string, line int, code string) Location {
		return Location{File: file, Start: Position{Line: line}, Code: code}
	}
	for _, c := range []struct {
		steps []Location
		want  string
	}{
		{nil, ""},
		{[]Location{at("a.js", 3, "")}, "a.js:3"},
		{[]Location{at("a.js", 3, "req.query"), at("a.js", 5, "f(q)"), at("b.js", 1, "s"), at("a.js", 9, "")}, "a.js:3 req.query → :5 f(q) → b.js:1 s → a.js:9"},
	} {
		if got := TraceWords(c.steps); got != c.want {
			t.Errorf("TraceWords(%v): got %q, want %q", c.steps, got, c.want)
		}
	}
}

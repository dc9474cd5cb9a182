package regex

import (
	"bufio"
	"strings"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/cmd/regex/pattern"
)

func TestReadList(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []pattern.Subject // id, pattern, flags, dialect and malformed
	}{
		{"", nil},
		{"\uFEFF" + `{"pattern": "a"}` + "\r\n\n" + `{"pattern": "b", "flags": "i", "dialect": "ruby", "id": "x"}` + "\n" + `{"pattern": "c", "dialect": "cobol"}`, []pattern.Subject{
			{ID: "list:1", Subject: audit.Subject{Pattern: redos.Pattern{Text: "a"}}},
			{ID: "x", Subject: audit.Subject{Pattern: redos.Pattern{Text: "b", Flags: "i", Dialect: syntax.Ruby}}},
			{ID: "list:4", Subject: audit.Subject{Pattern: redos.Pattern{Text: "c"}, DialectName: "cobol"}},
		}},
		{`{"pattern": "\ud83d\ude00\ud800", "id": 12, "flags": null}`, []pattern.Subject{
			{ID: "12", Subject: audit.Subject{Pattern: redos.Pattern{Text: "😀\xed\xa0\x80"}}},
		}},
		{`{"pattern": null}` + "\n[]\n" + `{"pattern": "a"`, []pattern.Subject{
			{ID: "list:1", Subject: audit.Subject{Malformed: true}},
			{ID: "list:2", Subject: audit.Subject{Malformed: true}},
			{ID: "list:3", Subject: audit.Subject{Malformed: true}},
		}},
	} {
		var got []pattern.Subject
		readList("list", bufio.NewReaderSize(strings.NewReader(c.in), 16), syntax.JavaScript, func(u pattern.Unit) bool {
			got = append(got, u.Subjects...)
			return true
		})
		if len(got) != len(c.want) {
			t.Errorf("%q: %d subjects, want %d", c.in, len(got), len(c.want))
			continue
		}
		for i, s := range got {
			w := c.want[i]
			if s.ID != w.ID || s.Pattern != w.Pattern || s.DialectName != w.DialectName || s.Malformed != w.Malformed {
				t.Errorf("%q: subject %d is %+v, want %+v", c.in, i, s, w)
			}
			if s.Malformed != (s.Unknown != "") {
				t.Errorf("%q: subject %d: malformed %v, unknown %q", c.in, i, s.Malformed, s.Unknown)
			}
		}
	}
}

// FuzzReadList checks that every line that is not blank becomes a subject, whatever it holds.
func FuzzReadList(f *testing.F) {
	f.Add(`{"pattern": "a"}` + "\n\n{}\r\nx")
	f.Fuzz(func(t *testing.T, in string) {
		want := 0
		for line := range strings.SplitSeq(strings.TrimPrefix(in, "\uFEFF"), "\n") {
			if strings.TrimSpace(line) != "" {
				want++
			}
		}
		got := 0
		readList("list", bufio.NewReaderSize(strings.NewReader(in), 16), syntax.JavaScript, func(u pattern.Unit) bool {
			got += len(u.Subjects)
			return true
		})
		if got != want {
			t.Errorf("%q: %d subjects, want %d", in, got, want)
		}
	})
}

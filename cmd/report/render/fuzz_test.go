package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// FuzzFormats puts a text wherever text from outside may stand and checks that no format lets it out:
// JSON and XML stay well-formed, and nothing but JSON passes a control character on.
func FuzzFormats(f *testing.F) {
	for _, seed := range []string{"", "a|b`c", "\x1b[2J\u202e\x00", "]]></system-out>", "</script><!--", "\xed\xa0\x80\xff", "| --- |\n\n```"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := &report.Report{
			Command: "regex", Version: "1",
			Summary: report.Summary{Text: s},
			Findings: []report.Finding{
				{
					Finding:  judge.Finding{Rule: "a/b", Level: judge.Error, Message: s, Evidence: report.Text(s), Help: s},
					Location: report.Location{File: s},
					Details:  []report.Detail{{Label: s, Text: s, Code: true, Marks: []report.Mark{{Start: 0, End: 3}, {Start: 2, End: 1 << 20}}}, {Label: s, Text: s}},
				},
				{
					Finding:     judge.Finding{Rule: "a/b"},
					Location:    report.Location{Command: s},
					Suppression: &report.Suppression{Reason: s},
				},
			},
			Sections: []report.Section{{Title: s, Text: s, Table: &report.Table{Columns: []report.Column{{Name: s}}, Rows: [][]report.Cell{{{Text: s}}}}}},
			Notes:    []string{s},
			Data:     items{report.Text(s)},
		}
		for _, format := range Formats {
			var b bytes.Buffer
			if err := format.Render(&b, r, View{}); err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
			out := b.String()
			if !utf8.ValidString(out) {
				t.Errorf("%s: not UTF-8", format.Name)
			}
			switch format.Name {
			case "json", "sarif", "ndjson":
				if !json.Valid(b.Bytes()) {
					t.Errorf("%s: not JSON: %s", format.Name, out)
				}
				continue
			case "junit":
				for d := xml.NewDecoder(&b); ; {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("junit: %v in %s", err, out)
					}
				}
			}
			if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && r != '\u200B' && !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%s passes %q on", format.Name, out[i:min(i+4, len(out))])
			}
		}
	})
}

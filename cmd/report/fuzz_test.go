package report

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
)

// FuzzFormats puts a text wherever text from outside may stand and checks that no format lets it out:
// JSON and XML stay well-formed, and nothing but JSON passes a control character on.
func FuzzFormats(f *testing.F) {
	for _, seed := range []string{"", "a|b`c", "\x1b[2J\u202e\x00", "]]></system-out>", "</script><!--", "\xed\xa0\x80\xff", "| --- |\n\n```"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := &Report{
			Command: "regex", Version: "1",
			Summary: Summary{Text: s},
			Findings: []Finding{
				{
					Finding:  judge.Finding{Rule: "a/b", Level: judge.Error, Message: s, Evidence: Text(s), Help: s},
					Location: Location{File: s},
					Details:  []Detail{{Label: s, Text: s, Code: true, Marks: []Mark{{0, 3}, {2, 1 << 20}}}, {Label: s, Text: s}},
				},
				{
					Finding:     judge.Finding{Rule: "a/b"},
					Location:    Location{Command: s},
					Suppression: &Suppression{Reason: s},
				},
			},
			Sections: []Section{{Title: s, Text: s, Table: &Table{Columns: []Column{{Name: s}}, Rows: [][]Cell{{{Text: s}}}}}},
			Notes:    []string{s},
			Data:     items{Text(s)},
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

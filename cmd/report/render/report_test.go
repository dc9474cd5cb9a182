package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"snag/analyze/judge"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is a report in which everything that comes from outside tries to break out of the format.
func hostile() *report.Report {
	const nasty = "a|b`c`` <script>alert(1)</script> &amp; \x1b[31mred\x1b[0m \u202Egnp.exe \"' ]]> */ \x00 \r\n# @all ${x} \xff"
	return &report.Report{
		Command: "regex", Version: "1.2.3",
		Started:  time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Duration: 1234 * time.Millisecond,
		Partial:  true,
		Summary: report.Summary{
			Text:   "3 patterns: 1 exponential, 1 unknown, 1 safe.",
			Counts: []report.Count{{Name: "patterns", N: 3}, {Name: "safe", N: 1}},
		},
		Rules: []judge.Rule{
			{ID: "regex/exponential", Name: "ExponentialRegex", Short: "A regex doubles its work.",
				Full: "Long text.", Help: "Rewrite it.", Level: judge.Error},
			{ID: "regex/unknown", Name: "UnknownRegex", Short: "A regex could not be judged.",
				Full: "Long text.", Help: "Simplify it.", Level: judge.Warning},
		},
		Findings: []report.Finding{
			{
				Finding: judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "The pattern " + nasty + " takes time that doubles with every repetition of the pump, which an attacker may choose as he likes to.", Evidence: map[string]any{"pattern": report.Text("\xed\xa0\xbd(a+)+😀"), "n": 3}, Help: "Write a+ instead of (a+)+."},
				Location: report.Location{File: "src/ä b/100%/<x>|y:z.js",
					Start: report.Position{Line: 3, Column: 5, ColumnUTF16: 6, Offset: 40},
					End:   report.Position{Line: 3, Column: 9, ColumnUTF16: 11, Offset: 50}},
				Details: []report.Detail{
					{Label: "pattern", Text: "日本\t\x1b[2J(a+)+$", Code: true, Marks: []report.Mark{{Start: 7, End: 13}}},
					{Label: "attack", Text: `"a".repeat(30) + "` + "```" + `"`, Code: true},
					{Label: "why", Text: nasty},
				},
				Trace: []report.Location{{File: "in " + nasty + ".js", Start: report.Position{Line: 7, Column: 2, ColumnUTF16: 2}, End: report.Position{Line: 7, Column: 4, ColumnUTF16: 4}, Code: nasty}, {File: "src/a.js"}}, Rank: 42.5, Proved: true,
				Fixes: []report.Fix{{Description: "Rewrite it: " + nasty, Text: "/a+$/" + nasty, Lines: "x = " + nasty,
					Location: report.Location{File: "src/ä b/100%/<x>|y:z.js",
						Start: report.Position{Line: 3, Column: 4, ColumnUTF16: 5}, End: report.Position{Line: 3, Column: 9, ColumnUTF16: 11}}}},
				Fingerprint: "0123456789abcdef",
			},
			{
				Finding:  judge.Finding{Rule: "regex/unknown", Level: judge.Warning, Message: "Not decided."},
				Location: report.Location{File: "../outside.js", Start: report.Position{Line: 1}},
			},
			{
				Finding:  judge.Finding{Rule: "regex/unknown", Level: judge.Note, Message: "Not decided at a URL."},
				Location: report.Location{URL: "http://127.0.0.1:8080/x?q=<1>"},
			},
			{
				Finding:  judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "In a process."},
				Location: report.Location{PID: 4711, Command: "node " + nasty},
			},
			{
				Finding: judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "Nowhere."},
			},
			{
				Finding:     judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "Known."},
				Location:    report.Location{File: "/abs/a b.js", Start: report.Position{Line: 7, Column: 1, ColumnUTF16: 1}},
				Suppression: &report.Suppression{InSource: true, Reason: "only ours " + nasty},
			},
		},
		Sections: []report.Section{
			{Title: "Engines " + nasty, Table: &report.Table{
				Columns: []report.Column{{Name: "engine"}, {Name: "ms", Right: true}},
				Rows: [][]report.Cell{
					{{Text: "node|20", Tone: report.Good}, {Text: "1.5"}},
					{{Text: nasty, Tone: report.Bad}, {Text: "1000.25", Tone: report.Muted}},
				}}},
			{Title: "Plot", Text: "1 |  *\n0 | *\x1b[31m\n"},
			{Title: "Chart", Text: "1 | *\n", Picture: &picture.Plot{X: "n " + nasty, Y: "ms", Series: []picture.Series{
				{Name: "fit " + nasty, Points: [][2]float64{{1, 0.5}, {100, 50}, {2_000_000, 90}}, Line: true},
				{Name: "measured", Points: [][2]float64{{1, 1}, {math.NaN(), 4}, {1_500_000, math.Inf(1)}, {2_000_000, 88.5}}}}}},
		},
		Data:  items{report.Text("\xed\xb0\x80"), 1, map[string]string{"a": nasty}},
		Notes: []string{"gone.js cannot be read: " + nasty},
	}
}

type items []any

func (it items) Items(yield func(any) bool) {
	for _, v := range it {
		if !yield(v) {
			return
		}
	}
}

func (it items) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"items": []any(it)})
}

func TestGolden(t *testing.T) {
	for _, f := range Formats {
		for _, color := range []bool{false, true} {
			name := f.Name
			if color {
				if f.Name != "table" {
					continue
				}
				name = "table-color"
			}
			t.Run(name, func(t *testing.T) {
				var b bytes.Buffer
				if err := f.Render(&b, hostile(), View{Color: color}); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join("testdata", "hostile."+name+".golden")
				if *update {
					if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(b.Bytes(), want) {
					t.Errorf("%s differs (run with -update to accept):\n%s", file, b.String())
				}
			})
		}
	}
}

// TestNoControls checks that no format passes a control character, or a bidirectional control, on.
func TestNoControls(t *testing.T) {
	for _, f := range Formats {
		var b bytes.Buffer
		if err := f.Render(&b, hostile(), View{}); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Errorf("%s: not UTF-8", f.Name)
		}
		// JSON strings carry exact characters; only those below U+0020 must be escaped.
		controls := "\x00\x1b\r\x07\x7f"
		if f.Name != "json" && f.Name != "ndjson" && f.Name != "sarif" {
			controls += "\u202e\u0085"
		}
		if i := strings.IndexAny(b.String(), controls); i >= 0 {
			t.Errorf("%s: passes %q on", f.Name, b.String()[max(0, i-20):i+1])
		}
	}
}

func TestSARIFSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	schema, err := c.Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	way := finding(judge.Error, "a b/é.js", 3, "Reached.")
	way.Trace, way.Rank = []report.Location{finding(judge.Error, "app.js", 1, "").Location, way.Location}, 95
	way.Trace[0].Code = "req.body"
	way.Fixes = []report.Fix{{Description: "Rewrite it.", Location: way.Location, Text: "/a/", Lines: "x = /a/"}}
	for _, r := range []*report.Report{hostile(), {Command: "regex", Version: "0"}, {Findings: []report.Finding{way}}} {
		var b bytes.Buffer
		if err := renderSARIF(&b, r, View{}); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%v", err)
		}
	}
}

func TestEnvelopeSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "..", "docs", "schema", "report.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*report.Report{hostile(), {Command: "regex", Version: "0"}} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%v", err)
		}
	}
}

func TestXMLWellFormed(t *testing.T) {
	var b bytes.Buffer
	if err := renderJUnit(&b, hostile(), View{}); err != nil {
		t.Fatal(err)
	}
	cases := 0
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "testcase" {
			cases++
		}
	}
	if want := len(hostile().Findings) + 1; cases != want {
		t.Errorf("got %d test cases, want %d", cases, want)
	}
}

func TestMarkdownFits(t *testing.T) {
	r := hostile()
	one := r.Findings[0]
	for range 2000 {
		r.Findings = append(r.Findings, one)
		r.Notes = append(r.Notes, "a file cannot be read")
	}
	var b bytes.Buffer
	if err := renderMarkdown(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	if got := utf8.RuneCount(b.Bytes()); got > 65_536 {
		t.Errorf("a comment of %d characters, want at most 65,536", got)
	}
	if !strings.Contains(b.String(), "do not fit") && !strings.Contains(b.String(), "does not fit") {
		t.Error("what does not fit is not said")
	}
}

func TestCarets(t *testing.T) {
	for _, c := range []struct {
		text  string
		marks []report.Mark
		want  string
	}{
		{"(a+)+$", []report.Mark{{Start: 0, End: 5}}, "^^^^^"},
		{"x(a+)+$", []report.Mark{{Start: 2, End: 4}, {Start: 6, End: 7}}, "  ^^  ^"},
		{"日本a+", []report.Mark{{Start: 2, End: 4}}, "    ^^"},
		{"\x1ba+", []report.Mark{{Start: 1, End: 3}}, "    ^^"},
		{"ab", []report.Mark{{Start: 2, End: 2}}, "  ^"},
		{"ab", nil, ""},
	} {
		text, marks := report.VisibleMarks(c.text, c.marks)
		if got := carets(text, marks); got != c.want {
			t.Errorf("carets(%q, %v): got %q, want %q", c.text, c.marks, got, c.want)
		}
	}
}

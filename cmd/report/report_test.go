package report

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
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is a report in which everything that comes from outside tries to break out of the format.
func hostile() *Report {
	const nasty = "a|b`c`` <script>alert(1)</script> &amp; \x1b[31mred\x1b[0m \u202Egnp.exe \"' ]]> */ \x00 \r\n# @all ${x} \xff"
	return &Report{
		Command: "regex", Version: "1.2.3",
		Started:  time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Duration: 1234 * time.Millisecond,
		Partial:  true,
		Summary: Summary{
			Text:   "3 patterns: 1 exponential, 1 unknown, 1 safe.",
			Counts: []Count{{"patterns", 3}, {"safe", 1}},
		},
		Rules: []judge.Rule{
			{ID: "regex/exponential", Name: "ExponentialRegex", Short: "A regex doubles its work.",
				Full: "Long text.", Help: "Rewrite it.", Level: judge.Error},
			{ID: "regex/unknown", Name: "UnknownRegex", Short: "A regex could not be judged.",
				Full: "Long text.", Help: "Simplify it.", Level: judge.Warning},
		},
		Findings: []Finding{
			{
				Finding: judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "The pattern " + nasty + " takes time that doubles with every repetition of the pump, which an attacker may choose as he likes to.", Evidence: map[string]any{"pattern": Text("\xed\xa0\xbd(a+)+😀"), "n": 3}, Help: "Write a+ instead of (a+)+."},
				Location: Location{File: "src/ä b/100%/<x>|y:z.js",
					Start: Position{Line: 3, Column: 5, ColumnUTF16: 6, Offset: 40},
					End:   Position{Line: 3, Column: 9, ColumnUTF16: 11, Offset: 50}},
				Details: []Detail{
					{Label: "pattern", Text: "日本\t\x1b[2J(a+)+$", Code: true, Marks: []Mark{{7, 13}}},
					{Label: "attack", Text: `"a".repeat(30) + "` + "```" + `"`, Code: true},
					{Label: "why", Text: nasty},
				},
				Trace: []Location{{File: "in " + nasty + ".js", Start: Position{Line: 7, Column: 2, ColumnUTF16: 2}, End: Position{Line: 7, Column: 4, ColumnUTF16: 4}}, {File: "src/a.js"}}, Rank: 42.5, Proved: true,
				Fixes: []Fix{{Description: "Rewrite it: " + nasty, Text: "/a+$/" + nasty, Lines: "x = " + nasty,
					Location: Location{File: "src/ä b/100%/<x>|y:z.js",
						Start: Position{Line: 3, Column: 4, ColumnUTF16: 5}, End: Position{Line: 3, Column: 9, ColumnUTF16: 11}}}},
				Fingerprint: "0123456789abcdef",
			},
			{
				Finding:  judge.Finding{Rule: "regex/unknown", Level: judge.Warning, Message: "Not decided."},
				Location: Location{File: "../outside.js", Start: Position{Line: 1}},
			},
			{
				Finding:  judge.Finding{Rule: "regex/unknown", Level: judge.Note, Message: "Not decided at a URL."},
				Location: Location{URL: "http://127.0.0.1:8080/x?q=<1>"},
			},
			{
				Finding:  judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "In a process."},
				Location: Location{PID: 4711, Command: "node " + nasty},
			},
			{
				Finding: judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "Nowhere."},
			},
			{
				Finding:     judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: "Known."},
				Location:    Location{File: "/abs/a b.js", Start: Position{Line: 7, Column: 1, ColumnUTF16: 1}},
				Suppression: &Suppression{InSource: true, Reason: "only ours " + nasty},
			},
		},
		Sections: []Section{
			{Title: "Engines " + nasty, Table: &Table{
				Columns: []Column{{Name: "engine"}, {Name: "ms", Right: true}},
				Rows: [][]Cell{
					{{Text: "node|20", Tone: Good}, {Text: "1.5"}},
					{{Text: nasty, Tone: Bad}, {Text: "1000.25", Tone: Muted}},
				}}},
			{Title: "Plot", Text: "1 |  *\n0 | *\x1b[31m\n"},
			{Title: "Chart", Text: "1 | *\n", Picture: &Plot{X: "n " + nasty, Y: "ms", Series: []Series{
				{Name: "fit " + nasty, Points: [][2]float64{{1, 0.5}, {100, 50}, {2_000_000, 90}}, Line: true},
				{Name: "measured", Points: [][2]float64{{1, 1}, {math.NaN(), 4}, {1_500_000, math.Inf(1)}, {2_000_000, 88.5}}}}}},
		},
		Data:  items{Text("\xed\xb0\x80"), 1, map[string]string{"a": nasty}},
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
	way.Trace, way.Rank = []Location{finding(judge.Error, "app.js", 1, "").Location, way.Location}, 95
	way.Fixes = []Fix{{Description: "Rewrite it.", Location: way.Location, Text: "/a/", Lines: "x = /a/"}}
	for _, r := range []*Report{hostile(), {Command: "regex", Version: "0"}, {Findings: []Finding{way}}} {
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
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schema", "report.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Report{hostile(), {Command: "regex", Version: "0"}} {
		var b bytes.Buffer
		if err := renderJSON(&b, r, View{}); err != nil {
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

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\"\\\n\t\r\x01", `"a\"\\\n\t\r\u0001"`},
		{"\xed\xa0\x80x\xed\xbf\xbf", `"\ud800x\udfff"`},
		{"😀\u2028", `"😀\u2028"`},
		{"\xff\xed\xa0", "\"\uFFFD\uFFFD\uFFFD\""},
		{"<&>", `"<&>"`},
	} {
		got, err := marshal(Text(c.in))
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

func TestCarets(t *testing.T) {
	for _, c := range []struct {
		text  string
		marks []Mark
		want  string
	}{
		{"(a+)+$", []Mark{{0, 5}}, "^^^^^"},
		{"x(a+)+$", []Mark{{2, 4}, {6, 7}}, "  ^^  ^"},
		{"日本a+", []Mark{{2, 4}}, "    ^^"},
		{"\x1ba+", []Mark{{1, 3}}, "    ^^"},
		{"ab", []Mark{{2, 2}}, "  ^"},
		{"ab", nil, ""},
	} {
		text, marks := visibleMarks(c.text, c.marks)
		if got := carets(text, marks); got != c.want {
			t.Errorf("carets(%q, %v): got %q, want %q", c.text, c.marks, got, c.want)
		}
	}
}

func TestRedact(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"http://u:p@h/x?a=1&access_token=abc&b=2#f", "http://REDACTED@h/x?a=1&access_token=REDACTED&b=2#f"},
		{"http://h/?api%5Fkey=1", "http://h/?api%5Fkey=REDACTED"},
		{"http://h/#id_token=1", "http://h/#id_token=REDACTED"},
		{"postgres://me:secret@db:5432/x?sslmode=off", "postgres://REDACTED@db:5432/x?sslmode=off"},
		{"http://h/?key=1&monkey=2", "http://h/?key=REDACTED&monkey=2"},
		{"http://user:pass word", "http://user:REDACTED"},
		{"http://us er:p@h/?token=%zz&a=1", "http://REDACTED@h/?token=REDACTED&a=1"},
	} {
		if got := RedactURL(c.in); got != c.want {
			t.Errorf("RedactURL(%q): got %q, want %q", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ name, value, want string }{
		{"Authorization", "Bearer abc", "Bearer REDACTED"},
		{"Cookie", "a=b", "REDACTED"},
		{"X-Api-Key", "abc", "REDACTED"},
		{"Idempotency-Key", "abc", "abc"},
		{"Referer", "http://u:p@h/", "http://REDACTED@h/"},
	} {
		if got := RedactHeader(c.name, c.value); got != c.want {
			t.Errorf("RedactHeader(%q, %q): got %q, want %q", c.name, c.value, got, c.want)
		}
	}
	in := []string{"curl", "-H", "Authorization: Bearer x", "--password", "x", "--token=x", "DB_PASSWORD=x",
		"http://u:p@h/?sig=1", "--verbose", "--token", "--other"}
	want := "curl -H Authorization: Bearer REDACTED --password REDACTED --token=REDACTED DB_PASSWORD=REDACTED " +
		"http://REDACTED@h/?sig=REDACTED --verbose --token --other"
	if got := strings.Join(RedactArgs(in), " "); got != want {
		t.Errorf("RedactArgs(%q):\n got %s\nwant %s", in, got, want)
	}
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"curl", "-u", "a:b", "-ua:b", "--user=a:b", "-b", "c=d"}, "curl -u REDACTED -uREDACTED --user=REDACTED -b REDACTED"},
		{[]string{"curl", "-d", "password=x&a=1", "-dtoken=x", "--data-raw=secret=x", "http://h/?key=1"}, "curl -d password=REDACTED&a=1 -dtoken=REDACTED --data-raw=secret=REDACTED http://h/?key=REDACTED"},
		{[]string{"curl", "--json", `{"api_key": "x\"y", "n": 1, "token": 12, "o": {"password":"z"}}`}, `curl --json {"api_key": "REDACTED", "n": 1, "token": "REDACTED", "o": {"password":"REDACTED"}}`},
	} {
		if got := strings.Join(RedactArgs(c.in), " "); got != c.want {
			t.Errorf("RedactArgs(%q):\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"Authorization Bearer x", "Authorization REDACTED"}, {"X-Token: x", "X-Token: REDACTED"}, {"Accept: a", "Accept: a"}, {"plain", "plain"},
	} {
		if got := RedactHeaderLine(c.in); got != c.want {
			t.Errorf("RedactHeaderLine(%q): got %q, want %q", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"API_TOKEN=x node server.js --port 1", "API_TOKEN=REDACTED node server.js --port 1"},
		{`curl -u me:pw -H "Authorization: Bearer abc" 'http://a:b@h/?key=1' --password "it is"`, `curl -u REDACTED -H "Authorization: REDACTED" 'http://REDACTED@h/?key=REDACTED' --password "REDACTED is"`},
		{`    password: "hunter2"   # x`, `    password: "REDACTED"   # x`},
		{"SyntaxError: Unexpected token: }", "SyntaxError: Unexpected token: }"},
		{"the token is long and the password -- too", "the token is long and the password -- too"},
		{"it wrote: password=x, token: \"a=b==\"", "it wrote: password=REDACTED, token: \"REDACTED\""},
		{`{"api_key":"abcd","n":1}`, `{"api_key":"REDACTED","n":1}`},
	} {
		if got := RedactText(c.in); got != c.want {
			t.Errorf("RedactText(%q): got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSort(t *testing.T) {
	r := Report{Findings: []Finding{
		{
			Finding:  judge.Finding{Rule: "b"},
			Location: Location{File: "b.js", Start: Position{Line: 2}},
		},
		{
			Finding:  judge.Finding{Rule: "b"},
			Location: Location{File: "a.js", Start: Position{Line: 10}},
		},
		{
			Finding:  judge.Finding{Rule: "a"},
			Location: Location{File: "a.js", Start: Position{Line: 10}},
		},
		{
			Finding:  judge.Finding{Rule: "c"},
			Location: Location{File: "a.js", Start: Position{Line: 9}},
		},
	}}
	r.Sort()
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Rule+f.Location.String())
	}
	if want := "ca.js:9 aa.js:10 ba.js:10 bb.js:2"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

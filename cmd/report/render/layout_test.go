package render

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// widths are those that tables are tried at.
var widths = []int{60, 80, 120}

func shown(t *testing.T, r *report.Report, columns int) string {
	t.Helper()
	var b bytes.Buffer
	if err := renderTable(&b, r, View{Columns: columns}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNoLineIsWiderThanTheView(t *testing.T) {
	long := strings.Repeat("(?:a|b)*", 120)
	wide := &report.Report{
		Findings: []report.Finding{{
			Finding:  judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: strings.Repeat("word ", 60), Help: long},
			Location: report.Location{File: "src/a.js", Start: report.Position{Line: 1, Column: 900}},
			Excerpt:  &report.Excerpt{Text: long + "日本語" + long, Marks: []report.Mark{{Start: 958, End: 975}}},
			Short:    "O(n²) · " + strings.Repeat("many words ", 20),
			Details: []report.Detail{
				{Label: "attack", Text: `"` + long + `" + "a".repeat(30) + "日本語日本語日本語"`, Code: true, Short: true, Remark: "of which " + long},
				{Label: "pattern", Text: long, Code: true, Marks: []report.Mark{{Start: 500, End: 520}}, Short: true},
				{Label: "why", Text: long, Short: true},
			},
			Uses: []report.Location{{File: "src/b.js", Start: report.Position{Line: 1, Column: 1}}},
		}},
		Sections: []report.Section{
			{Title: long, Text: long + "\n  - indented " + strings.Repeat("text and more ", 20)},
			{Title: "Words", Table: func() *report.Table {
				table := report.NewTable("name", ">n", "what it says", "why")
				table.Add("a", 1, strings.Repeat("word ", 40), long)
				return table
			}()},
			{Title: "Numbers", Table: func() *report.Table {
				var names []string
				var cells []any
				for i := range 20 {
					names = append(names, fmt.Sprintf(">column %d", i))
					cells = append(cells, 1_000_000*i)
				}
				table := report.NewTable(names...)
				table.Add(cells...)
				table.Add(cells...)
				return table
			}()},
		},
		Notes:   []string{long, "日本語 " + strings.Repeat("日本語", 40)},
		Summary: report.Summary{Text: strings.Repeat("words and more ", 20)},
	}
	for _, r := range []*report.Report{hostile(), wide} {
		for _, columns := range append(widths, 1, 300) {
			for line := range strings.Lines(shown(t, r, columns)) {
				if width := columnsOf(strings.TrimSuffix(line, "\n")); width > max(columns, MinColumns) {
					t.Errorf("at %d columns a line has %d: %s", columns, width, line)
				}
			}
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"one two three", 8, "one two|three"},
		{"src/server/routes/users.js:12", 20, "src/server/routes/|users.js:12"},
		{"a/unbroken-name-that-is-long", 12, "a/unbroken-n|ame-that-is-|long"}, // a slash in the first half leaves too much empty
		{"  src/server/routes.js:12", 16, "  src/server/|  routes.js:12"},
		{"at src/server/routes.js:12", 16, "at|src/server/|routes.js:12"},
		{"  /", 2, " |/"},
		{"", 1, ""},
	} {
		if got := strings.Join(wrap(test.text, test.columns), "|"); got != test.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

func TestWindow(t *testing.T) {
	for _, test := range []struct {
		text        string
		mark        report.Mark
		columns     int
		want, under string
	}{
		{"short", report.Mark{Start: 0, End: 2}, 10, "short", "^^"},
		{"0123456789abcdefghij", report.Mark{Start: 10, End: 12}, 10, "…789abcde…", "    ^^"},
		{"0123456789abcdefghij", report.Mark{Start: 0, End: 2}, 10, "01234567…", "^^"},
		{"0123456789abcdefghij", report.Mark{Start: 18, End: 20}, 10, "…cdefghij", "       ^^"},
		{"0123456789abcdefghij", report.Mark{Start: 2, End: 20}, 10, "…12345678…", "  ^^^^^^^"},
		{"日本語日本語", report.Mark{Start: 2, End: 3}, 8, "…本語日…", "   ^^"},
		{"e\u0301e\u0301e\u0301a", report.Mark{Start: 6, End: 7}, 10, "e\u0301e\u0301e\u0301a", "   ^"},
		{"e\u0301a", report.Mark{Start: 1, End: 2}, 10, "e\u0301a", "^"},
		{"", report.Mark{Start: 0, End: 0}, 10, "", "^"},
	} {
		text, marks := window(test.text, []report.Mark{test.mark}, test.columns)
		if under := carets(text, marks); text != test.want || under != test.under {
			t.Errorf("%q %v in %d columns:\ngot  %q %q\nwant %q %q", test.text, test.mark, test.columns, text, under, test.want, test.under)
		}
	}
}

// many returns a report with so many findings, which get worse towards the end.
func many(n int) *report.Report {
	r := &report.Report{}
	for i := range n {
		r.Findings = append(r.Findings, report.Finding{
			Finding:  judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: fmt.Sprintf("message %d.", i)},
			Location: report.Location{File: fmt.Sprintf("src/part%d/a.js", i%12), Start: report.Position{Line: i + 1, Column: 1}},
			Weight:   float64(i),
		})
	}
	return r
}

func TestManyFindingsBeginWithASummary(t *testing.T) {
	if got := shown(t, many(20), 80); strings.Contains(got, "folder") || strings.Count(got, "message ") != 20 {
		t.Errorf("20 findings are not shown one by one:\n%s", got)
	}
	got := shown(t, many(30), 80)
	for _, want := range []string{"30 findings\n", "  rule ", "  regex/polynomial ", "  folder ", "  src/part0 ", "  4 others ", "The worst 20\n",
		"message 29.", "message 10.", "10 findings more"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "message 9.") || strings.Index(got, "message 29.") > strings.Index(got, "message 28.") {
		t.Errorf("not the worst 20, the worst first:\n%s", got)
	}
	all := many(30)
	all.All = true
	if got := shown(t, all, 80); strings.Count(got, "message ") != 30 {
		t.Errorf("not all are shown:\n%s", got)
	}
}

func TestTheSameAtManyPlacesIsOneFinding(t *testing.T) {
	r := many(40)
	for i := range r.Findings {
		r.Findings[i].Group, r.Findings[i].Weight = "g", 0
	}
	got := shown(t, r, 80)
	for _, want := range []string{"src/part0/a.js:1:1  warning", "  also at  src/part1/a.js:2:1, src/part2/a.js:3:1,", "more\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}
	if strings.Count(got, "message ") != 1 {
		t.Errorf("the same is said more than once:\n%s", got)
	}
}

func TestOneReasonOnce(t *testing.T) {
	r := many(3)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Level, f.Message, f.Weight = judge.Note, "The same reason.", 0
	}
	want := "Also\n  regex/polynomial: The same reason.\n    src/part0/a.js:1:1, src/part1/a.js:2:1, src/part2/a.js:3:1\n"
	if got := shown(t, r, 80); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPageHasTheWorstFirstAndFolded(t *testing.T) {
	r := many(30)
	r.Findings[4].Level = judge.Error
	var b bytes.Buffer
	if err := renderHTML(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, test := range []struct {
		part string
		n    int
	}{
		{"<details>\n<summary><h3>", 30}, // folded
		{`<li><a href="#n-`, 12},         // the index
		{`<svg class="plot bars"`, 1},
	} {
		if got := strings.Count(page, test.part); got != test.n {
			t.Errorf("%q: got %d, want %d", test.part, got, test.n)
		}
	}
	error, worst, least := strings.Index(page, "message 4."), strings.Index(page, "message 29."), strings.Index(page, "message 0.")
	if error < 0 || error > worst || worst > least {
		t.Errorf("the error stands at %d, the worst warning at %d, the least at %d", error, worst, least)
	}
}

func TestReasonsThatDifferInTheirEndOnly(t *testing.T) {
	r := many(3)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Level, f.Message, f.Weight = judge.Note, fmt.Sprintf("Not judged: put together: depends on %d.", i/2), 0
	}
	want := "Also\n  regex/polynomial: Not judged: put together\n    src/part0/a.js:1:1, src/part1/a.js:2:1: depends on 0.\n    src/part2/a.js:3:1: depends on 1.\n"
	if got := shown(t, r, 80); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

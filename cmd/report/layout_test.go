package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"snag/analyze/judge"
)

// widths are those that tables are tried at.
var widths = []int{60, 80, 120}

func shown(t *testing.T, r *Report, columns int) string {
	t.Helper()
	var b bytes.Buffer
	if err := renderTable(&b, r, View{Columns: columns}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNoLineIsWiderThanTheView(t *testing.T) {
	long := strings.Repeat("(?:a|b)*", 120)
	wide := &Report{
		Findings: []Finding{{
			Finding:  judge.Finding{Rule: "regex/exponential", Level: judge.Error, Message: strings.Repeat("word ", 60), Help: long},
			Location: Location{File: "src/a.js", Start: Position{Line: 1, Column: 900}},
			Excerpt:  &Excerpt{Text: long + "日本語" + long, Marks: []Mark{{958, 975}}},
			Short:    "O(n²) · " + strings.Repeat("many words ", 20),
			Details: []Detail{
				{Label: "attack", Text: `"` + long + `" + "a".repeat(30) + "日本語日本語日本語"`, Code: true, Short: true, Remark: "of which " + long},
				{Label: "pattern", Text: long, Code: true, Marks: []Mark{{500, 520}}, Short: true},
				{Label: "why", Text: long, Short: true},
			},
			Uses: []Location{{File: "src/b.js", Start: Position{Line: 1, Column: 1}}},
		}},
		Sections: []Section{
			{Title: long, Text: long + "\n  - indented " + strings.Repeat("text and more ", 20)},
			{Title: "Words", Table: func() *Table {
				table := NewTable("name", ">n", "what it says", "why")
				table.Add("a", 1, strings.Repeat("word ", 40), long)
				return table
			}()},
			{Title: "Numbers", Table: func() *Table {
				var names []string
				var cells []any
				for i := range 20 {
					names = append(names, fmt.Sprintf(">column %d", i))
					cells = append(cells, 1_000_000*i)
				}
				table := NewTable(names...)
				table.Add(cells...)
				table.Add(cells...)
				return table
			}()},
		},
		Notes:   []string{long, "日本語 " + strings.Repeat("日本語", 40)},
		Summary: Summary{Text: strings.Repeat("words and more ", 20)},
	}
	for _, r := range []*Report{hostile(), wide} {
		for _, columns := range append(widths, 1, 300) {
			for line := range strings.Lines(shown(t, r, columns)) {
				if width := columnsOf(strings.TrimSuffix(line, "\n")); width > max(columns, MinColumns) {
					t.Errorf("at %d columns a line has %d: %s", columns, width, line)
				}
			}
		}
	}
}

func TestWindow(t *testing.T) {
	for _, test := range []struct {
		text        string
		mark        Mark
		columns     int
		want, under string
	}{
		{"short", Mark{0, 2}, 10, "short", "^^"},
		{"0123456789abcdefghij", Mark{10, 12}, 10, "…789abcde…", "    ^^"},
		{"0123456789abcdefghij", Mark{0, 2}, 10, "01234567…", "^^"},
		{"0123456789abcdefghij", Mark{18, 20}, 10, "…cdefghij", "       ^^"},
		{"0123456789abcdefghij", Mark{2, 20}, 10, "…12345678…", "  ^^^^^^^"},
		{"日本語日本語", Mark{2, 3}, 8, "…本語日…", "   ^^"},
		{"e\u0301e\u0301e\u0301a", Mark{6, 7}, 10, "e\u0301e\u0301e\u0301a", "   ^"},
		{"e\u0301a", Mark{1, 2}, 10, "e\u0301a", "^"},
		{"", Mark{0, 0}, 10, "", "^"},
	} {
		text, marks := window(test.text, []Mark{test.mark}, test.columns)
		if under := carets(text, marks); text != test.want || under != test.under {
			t.Errorf("%q %v in %d columns:\ngot  %q %q\nwant %q %q", test.text, test.mark, test.columns, text, under, test.want, test.under)
		}
	}
}

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
		{long + "/a+/" + long, "/a+/", ellipsis + strings.Repeat("日", 66) + "/a+/" + strings.Repeat("日", 132) + ellipsis, " " + strings.Repeat("  ", 66) + "^^^^"},
		{"token = /a+/, password = 'secret'", "a+", "token = /a+/, password = 'REDACTED'", "         ^^"},
		{"\xff\xfe /a+/", "a+", "\xff\xfe /a+/", "    ^^"},
	} {
		start := strings.Index(test.source, test.marked)
		mark := Span{start, start + len(test.marked)}
		x := ExcerptOf([]byte(test.source), mark, mark)
		if got := carets(strings.ReplaceAll(strings.ReplaceAll(x.Text, "\xff", "?"), "\xfe", "?"), x.Marks); x.Text != test.want || got != test.marks {
			t.Errorf("%q in %.40q:\ngot  %q\n     %q\nwant %q\n     %q", test.marked, test.source, x.Text, got, test.want, test.marks)
		}
	}
	for _, bounds := range [][2]int{{-1, 5}, {5, 2}, {100, 200}, {0, 0}} {
		if x := ExcerptOf([]byte("some text"), Span{bounds[0], bounds[1]}, Span{bounds[1], bounds[0]}); x == nil {
			t.Errorf("no excerpt at %v", bounds)
		}
	}
}

// many returns a report with so many findings, which get worse towards the end.
func many(n int) *Report {
	r := &Report{}
	for i := range n {
		r.Findings = append(r.Findings, Finding{
			Finding:  judge.Finding{Rule: "regex/polynomial", Level: judge.Warning, Message: fmt.Sprintf("message %d.", i)},
			Location: Location{File: fmt.Sprintf("src/part%d/a.js", i%12), Start: Position{Line: i + 1, Column: 1}},
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

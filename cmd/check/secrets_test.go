package check

import (
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// TestConcealReport looks for a secret in a page: pictures are among what it stands in.
func TestConcealReport(t *testing.T) {
	const secret = "hunter2-and-more"
	s := &secrets{}
	s.add("TOKEN", secret)
	r := &report.Report{Notes: []string{secret}, Sections: []report.Section{
		{Title: secret, Text: secret, Table: &report.Table{Columns: []report.Column{{Name: "a"}}, Rows: [][]report.Cell{{{Text: secret}}}}},
		{Picture: &report.Lanes{Lines: []report.LaneLine{{At: 2, Name: secret}}, Lanes: []report.Lane{{Name: secret, Spans: []report.LaneSpan{{To: 1, Text: secret, Title: secret}}}}}},
		{Picture: &report.Plot{X: secret, Series: []report.Series{{Name: secret, Points: [][2]float64{{1, 1}}}}, Limits: []report.Limit{{Name: secret, At: 1}}}},
	}}
	if err := s.concealReport(r); err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := cli.FormatNamed("html").Render(&page, r, report.View{}); err != nil {
		t.Fatal(err)
	}
	if at := strings.Index(page.String(), secret); at >= 0 {
		t.Errorf("the page shows it: ...%s", page.String()[max(at-80, 0):at])
	}
	if n := strings.Count(page.String(), "${TOKEN}"); n < 9 {
		t.Errorf("the page names it %d times", n)
	}
}

package check

import (
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/picture"
	"snag/cmd/report/render"
)

// TestConcealReport looks for a secret in a page: pictures are among what it stands in.
func TestConcealReport(t *testing.T) {
	const secret = "hunter2-and-more"
	s := &secrets{}
	s.add("TOKEN", secret)
	r := &report.Report{Notes: []string{secret}, Sections: []report.Section{
		{Title: secret, Text: secret, Table: &report.Table{Columns: []report.Column{{Name: "a"}}, Rows: [][]report.Cell{{{Text: secret}}}}},
		{Picture: &picture.Lanes{Lines: []picture.LaneLine{{At: 2, Name: secret}}, Lanes: []picture.Lane{{Name: secret, Spans: []picture.LaneSpan{{To: 1, Text: secret, Title: secret}}}}}},
		{Picture: &picture.Plot{X: secret, Series: []picture.Series{{Name: secret, Points: [][2]float64{{1, 1}}}}, Limits: []picture.Limit{{Name: secret, At: 1}}}},
	}}
	if err := s.concealReport(r); err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := cli.FormatNamed("html").Render(&page, r, render.View{}); err != nil {
		t.Fatal(err)
	}
	if at := strings.Index(page.String(), secret); at >= 0 {
		t.Errorf("the page shows it: ...%s", page.String()[max(at-80, 0):at])
	}
	if n := strings.Count(page.String(), "${TOKEN}"); n < 9 {
		t.Errorf("the page names it %d times", n)
	}
}

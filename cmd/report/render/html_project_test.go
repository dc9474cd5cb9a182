package render

import (
	"strings"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// TestProjectGroups looks for each finding in the group that a team reads it in: a remark is none of what may stall.
func TestProjectGroups(t *testing.T) {
	finding := func(message string, level judge.Level, proved bool) report.Finding {
		return report.Finding{Finding: judge.Finding{Rule: "r/r", Level: level, Message: message}, Proved: proved, Fingerprint: message}
	}
	r := &report.Report{Command: "check", Project: &report.Project{}, Findings: []report.Finding{
		finding("shown", judge.Error, true), finding("feared", judge.Warning, false), finding("remarked", judge.Note, false),
	}}
	var b strings.Builder
	format := Formats[0]
	for _, f := range Formats {
		if f.Name == "html" {
			format = f
		}
	}
	if err := format.Render(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	for group, want := range map[string]string{"Proved": "shown", "Possible": "feared", "Notes": "remarked"} {
		_, rest, _ := strings.Cut(b.String(), "</span> "+group+"</h3>")
		if box, _, _ := strings.Cut(rest, "</ul>"); strings.Count(box, "<li>") != 1 || !strings.Contains(box, want) {
			t.Errorf("%s: got %q, want %s alone", group, box, want)
		}
	}
}

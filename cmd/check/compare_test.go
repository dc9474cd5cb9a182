package check

import (
	"strings"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// TestCompare compares two runs: only what both looked at counts, and what had been measured is not called fixed.
func TestCompare(t *testing.T) {
	finding := func(check, fingerprint string, level judge.Level, proved bool) report.Finding {
		return report.Finding{Finding: judge.Finding{Rule: "r/" + fingerprint, Level: level, Message: "m"}, Fingerprint: fingerprint, Proved: proved,
			Details: []report.Detail{{Label: labelCheck, Text: check}}}
	}
	item := func(name, command, result string) checkItem {
		return checkItem{Name: name, Command: report.Text(command), Result: result}
	}
	before := &earlier{&report.Report{Findings: []report.Finding{
		finding("a", "gone", judge.Error, false), finding("a", "measured", judge.Error, true), finding("a", "milder", judge.Error, false),
		finding("a", "accepted", judge.Error, false), finding("other", "gone-too", judge.Error, false), finding("broken", "hidden", judge.Error, false),
		finding("part", "unseen", judge.Error, false),
	}}, map[string]checkItem{
		"a": item("a", "snag regex .", checkFindings), "other": item("other", "snag regex src", checkFindings),
		"broken": item("broken", "snag regex b", checkFindings), "part": item("part", "snag regex --changed-since main", checkFindings),
	}, nil}
	accepted := finding("a", "accepted", judge.Error, false)
	accepted.Suppression = &report.Suppression{}
	now := &report.Report{Project: &report.Project{}, Sections: []report.Section{{}}, Findings: []report.Finding{
		finding("a", "milder", judge.Warning, false), finding("a", "new", judge.Error, false), accepted,
		finding("brand-new", "first", judge.Error, false),
	}}
	before.compare(now, []checkItem{item("a", "snag regex .", checkFindings), item("other", "snag regex lib", checkPassed),
		item("broken", "snag regex b", checkNotRun), item("part", "snag regex --changed-since main", checkPassed), item("brand-new", "x", checkFindings)})
	var rows []string
	for _, row := range now.Sections[1].Table.Rows {
		rows = append(rows, row[0].Text+" "+row[1].Text)
	}
	const want = "better r/milder, new r/new, fixed r/gone, not seen r/measured"
	if got := strings.Join(rows, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(now.Project.Gone) != 2 || len(now.Notes) != 1 || !strings.Contains(now.Notes[0], "4 checks did not look") && !strings.HasSuffix(now.Notes[0], ": other, broken, part, brand-new") {
		t.Errorf("gone %d, notes %q", len(now.Project.Gone), now.Notes)
	}
}

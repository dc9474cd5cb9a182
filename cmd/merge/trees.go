package merge

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// shownTrees is how many reports the table shows: those with the worst findings.
const shownTrees = 30

// treeCount is what a report of one tree has, without what is suppressed or minor.
type treeCount struct {
	name            string
	shown           report.Tally
	failed, partial bool
}

// mergeTrees says what reports of different trees are together. The data of the reports is left out.
func (m *merger) mergeTrees(merged *report.Report) {
	var counts []treeCount
	data := &mergedData{}
	failed, findings := 0, 0
	for i, p := range m.parts {
		counts = append(counts, treeCount{m.trees[i], p.shown, p.hasFailed(), p.Partial})
		data.Reports = append(data.Reports, mergedReport{Command: p.Command, Version: p.Version, File: report.Text(m.names[i]), Findings: p.findings})
		failed += cli.Count(p.hasFailed())
		findings += p.findings
	}
	merged.Data = data
	merged.Summary.Text = fmt.Sprintf("%s, %d failed: %s.", cli.Plural(len(m.parts), "report"), failed, cli.Plural(findings, "finding"))
	merged.Sections = []report.Section{{Title: "By report", Table: treeTable(counts)}}
	if len(counts) > shownTrees {
		merged.Notes = append(merged.Notes, fmt.Sprintf("the table shows %d of %d reports", shownTrees, len(counts)))
	}
}

// treeNames returns the names of reports without the folder and the ending, with as much of the folder as tells
// them apart.
func treeNames(files []string) []string {
	for depth := 1; ; depth++ {
		var names []string
		seen := map[string]bool{}
		for _, file := range files {
			steps := strings.Split(strings.TrimSuffix(filepath.ToSlash(filepath.Clean(file)), ".json"), "/")
			name := path.Join(steps[max(0, len(steps)-depth):]...)
			seen[name] = true
			names = append(names, name)
		}
		if len(seen) == len(files) || depth > longestPath(files) {
			return names
		}
	}
}

// longestPath returns how many slashes the longest path has.
func longestPath(files []string) int {
	most := 0
	for _, file := range files {
		most = max(most, strings.Count(filepath.ToSlash(file), "/"))
	}
	return most
}

// inTree puts the name of a tree before the paths of a finding.
func inTree(f *report.Finding, tree string) {
	place := func(l *report.Location) {
		if l.File != "" {
			l.File = tree + "/" + strings.TrimPrefix(l.File, "/") // a path that leads out of the tree stays as it is
		}
	}
	place(&f.Location)
	for _, places := range [][]report.Location{f.Uses, f.Trace} {
		for i := range places {
			place(&places[i])
		}
	}
	for i := range f.Fixes {
		place(&f.Fixes[i].Location)
	}
}

// treeTable counts by report, those with the most errors first.
func treeTable(counts []treeCount) *report.Table {
	sorting.Stable(counts, func(a, b treeCount) int {
		return cmp.Or(cmp.Compare(b.shown.Errors, a.shown.Errors), cmp.Compare(b.shown.Warnings, a.shown.Warnings), cmp.Compare(b.shown.Notes, a.shown.Notes), cmp.Compare(a.name, b.name))
	})
	t := report.NewTable("REPORT", ">ERRORS", ">WARNINGS", ">NOTES", "RUN")
	for _, c := range counts[:min(len(counts), shownTrees)] {
		run := report.Good.Cell("passed")
		switch {
		case c.partial:
			run = report.Bad.Cell("partial")
		case c.failed:
			run = report.Bad.Cell("failed")
		}
		t.Add(c.name, c.shown.Errors, c.shown.Warnings, c.shown.Notes, run)
	}
	return t
}

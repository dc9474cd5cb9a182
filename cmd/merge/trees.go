package merge

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// shownTrees is how many reports the table shows: those with the worst findings.
const shownTrees = 30

// treeCount is what a report of one tree has, without what is suppressed or minor.
type treeCount struct {
	name                    string
	errors, warnings, notes int
	failed, partial         bool
}

// mergeTrees puts together reports of different trees. The name of its report stands before each path. The data
// of the reports is left out.
func mergeTrees(parts []*report.Report, names []string) (*report.Report, error) {
	trees := treeNames(names)
	var counts []treeCount
	data := &mergedData{}
	for i, r := range parts {
		count := treeCount{name: trees[i], failed: hasFailed(r), partial: r.Partial}
		for j := range r.Findings {
			f := &r.Findings[j]
			inTree(f, trees[i])
			if f.Suppression != nil || f.Minor != "" {
				continue
			}
			switch f.Level {
			case judge.Error:
				count.errors++
			case judge.Warning:
				count.warnings++
			default:
				count.notes++
			}
		}
		counts = append(counts, count)
		for j, n := range r.Notes {
			r.Notes[j] = trees[i] + ": " + n
		}
		data.Reports = append(data.Reports, mergedReport{Command: r.Command, Version: r.Version, File: report.Text(names[i]), Findings: len(r.Findings)})
	}
	merged := united(parts, names)
	merged.Data = data
	failed := 0
	for _, c := range counts {
		if c.failed {
			failed++
		}
	}
	merged.Summary.Text = fmt.Sprintf("%s, %d failed: %s.", cli.Plural(len(parts), "report"), failed, cli.Plural(len(merged.Findings), "finding"))
	merged.Sections = []report.Section{{Title: "By report", Table: treeTable(counts)}}
	if len(counts) > shownTrees {
		merged.Notes = append(merged.Notes, fmt.Sprintf("the table shows %d of %d reports", shownTrees, len(counts)))
	}
	return merged, nil
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
		return cmp.Or(cmp.Compare(b.errors, a.errors), cmp.Compare(b.warnings, a.warnings), cmp.Compare(b.notes, a.notes), cmp.Compare(a.name, b.name))
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
		t.Add(c.name, c.errors, c.warnings, c.notes, run)
	}
	return t
}

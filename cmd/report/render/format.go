// Package render writes a report in every format that snag speaks.
package render

import (
	"io"

	"snag/cmd/report"
)

// Format is a way to render a report.
type Format struct {
	Name        string
	Description string // completes "for ..."
	// Render writes the report. The view has a meaning for table alone.
	Render func(w io.Writer, r *report.Report, v View) error
}

// Formats are all formats, in the order of presentation.
var Formats = []Format{
	{"table", "for people, in a terminal or a pipe", renderTable},
	{"lines", "for editors: one line a finding, file:line:column: level: message", renderLines},
	{"json", "for programs: one document", func(w io.Writer, r *report.Report, _ View) error { return r.WriteJSON(w) }},
	{"ndjson", "for programs: one item of the data a line, streamed", func(w io.Writer, r *report.Report, _ View) error { return r.WriteNDJSON(w) }},
	{"sarif", "for code scanning: SARIF 2.1.0", renderSARIF},
	{"github", "for GitHub Actions: annotations in the diff, by workflow commands", renderGitHub},
	{"gitlab", "for merge requests of GitLab: a Code Quality report", renderGitLab},
	{"junit", "for CI systems: JUnit XML", renderJUnit},
	{"markdown", "for pull-request comments", renderMarkdown},
	{"html", "for browsers: one self-contained page", renderHTML},
}

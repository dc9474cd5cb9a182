package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/report"
)

// What the runner of GitHub Actions makes of workflow commands:
//   - A line that begins with :: is a command. In its message %, CR and LF are escaped by percent, in its properties
//     the colon and the comma as well.
//   - "##[" anywhere in a line begins a command of the older form.
//   - Of a step it keeps 10 errors, 10 warnings and 10 notices; the rest only stands in the log.
//   - file is relative to the root of the repository, and columns have a meaning on one line alone.

// mostAnnotations is how many annotations of a level a step can have.
const mostAnnotations = 10

// longestAnnotation is how many characters of a message are shown.
const longestAnnotation = 4000

var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", "##\u200b[")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "##[", "##\u200b[")
)

// renderGitHub writes the findings as workflow commands of GitHub Actions, which become annotations in the diff, the
// worst first. Those that a step has no room for are lines of the log.
func renderGitHub(w io.Writer, r *report.Report, _ View) error {
	var b strings.Builder
	counts := map[judge.Level]int{}
	for _, f := range worstFirst(r.Findings) {
		text := annotationText(r, f)
		if counts[f.Level]++; counts[f.Level] > mostAnnotations {
			where := strings.TrimSpace(report.Visible(f.Location.String()) + " " + f.Level.String() + " " + f.Rule)
			fmt.Fprintf(&b, "%s: %s\n", plainLine(where), plainLine(strings.ReplaceAll(text, "\n", " ")))
			continue
		}
		var properties []string
		add := func(name, value string) {
			properties = append(properties, name+"="+commandProperty.Replace(report.Visible(value)))
		}
		if l := f.Location; l.File != "" {
			add("file", l.File)
			if l.Start.Line > 0 {
				add("line", fmt.Sprint(l.Start.Line))
			}
			if end := max(l.End.Line, l.Start.Line); end > 0 {
				add("endLine", fmt.Sprint(end))
			}
			if l.Start.ColumnUTF16 > 0 && l.End.ColumnUTF16 > 0 && l.Start.Line == l.End.Line {
				add("col", fmt.Sprint(l.Start.ColumnUTF16))
				add("endColumn", fmt.Sprint(l.End.ColumnUTF16))
			}
		}
		add("title", "snag "+f.Rule)
		command := "notice"
		switch f.Level {
		case judge.Error:
			command = "error"
		case judge.Warning:
			command = "warning"
		}
		fmt.Fprintf(&b, "::%s %s::%s\n", command, strings.Join(properties, ","), commandText.Replace(text))
	}
	left := 0
	for _, n := range counts {
		left += max(n-mostAnnotations, 0)
	}
	if left > 0 {
		fmt.Fprintf(&b, "%s above have no annotation: a step has at most %d of a level.\n", judge.Plural(left, "finding"), mostAnnotations)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", plainLine(report.Visible(n)))
	}
	if text := r.Outcome(); text != "" {
		b.WriteString(plainLine(report.Visible(text)) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// worstFirst returns the findings that are not suppressed in the order of how urgent they are.
func worstFirst(findings []report.Finding) []report.Finding {
	open := slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool { return f.Suppression != nil })
	sorting.Stable(open, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
	})
	return open
}

// annotationText says in lines what is wrong and what shows it.
func annotationText(r *report.Report, f report.Finding) string {
	lines := []string{report.Visible(f.Message)}
	if f.Short != "" && f.Short != f.Message {
		lines = append([]string{report.Visible(f.Short)}, lines...)
	}
	for _, d := range f.Details {
		if d.Short {
			lines = append(lines, strings.TrimSpace(report.Visible(d.Label)+" "+strings.TrimSpace(report.Visible(d.Text)+"  "+report.Visible(d.Remark))))
		}
	}
	if help := r.Help(f); help != "" && f.Short == "" {
		lines = append(lines, report.Visible(help))
	}
	text := []rune(strings.Join(lines, "\n"))
	if len(text) > longestAnnotation {
		text = append(text[:longestAnnotation-1], '…')
	}
	return string(text)
}

// plainLine returns a line that the runner takes for no command.
func plainLine(s string) string {
	s = strings.ReplaceAll(s, "##[", "##\u200b[")
	if strings.HasPrefix(strings.TrimSpace(s), "::") {
		s = "\u200b" + s
	}
	return s
}

package render

import (
	"fmt"
	"io"
	"strings"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// maxMarkdown is the largest report in bytes; GitHub refuses comments of more than 65,536
// characters.
const maxMarkdown = 60_000

// renderMarkdown writes the report as GitHub-flavoured Markdown for a comment: a table of the
// findings, then the evidence of each folded away. Evidence that does not fit is counted.
func renderMarkdown(w io.Writer, r *report.Report, _ View) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### snag %s\n\n", markdownText(r.Command))
	if label, rest, ok := strings.Cut(r.Outcome(), " "); ok && r.Partial {
		b.WriteString("**" + label + "** " + markdownText(rest) + "\n\n")
	} else if text := r.Summary.Text; text != "" {
		b.WriteString(markdownText(text) + "\n\n")
	}
	open := entries(r.Findings)
	var suppressed []report.Finding
	for _, f := range r.Findings {
		if f.Suppression != nil {
			suppressed = append(suppressed, f)
		}
	}
	left := 0
	if len(open) > 0 {
		b.WriteString("| Level | Where | What |\n|---|---|---|\n")
		for _, f := range open {
			where := markdownCode(f.Location.String())
			if n := len(f.also); n > 0 {
				where += fmt.Sprintf(" and %d more", n)
			}
			what := f.Message
			if f.Short != "" {
				what = f.Short
			}
			row := fmt.Sprintf("| %s | %s | %s (%s) |\n", f.Level, where, markdownText(what), markdownCode(f.Rule))
			if b.Len()+len(row) > maxMarkdown/2 {
				left++
				continue
			}
			b.WriteString(row)
		}
		b.WriteByte('\n')
	}
	if left > 0 {
		fmt.Fprintf(&b, "What does not fit here: %s more.\n\n", judge.Plural(left, "finding"))
	}
	for _, s := range r.Sections {
		if part := markdownSection(s); b.Len()+len(part) < maxMarkdown {
			b.WriteString(part)
		}
	}
	left = 0
	for _, f := range open {
		part := markdownFinding(r, f)
		if b.Len()+len(part) > maxMarkdown {
			left++
			continue
		}
		b.WriteString(part)
	}
	if left > 0 {
		fmt.Fprintf(&b, "The evidence of %s does not fit here.\n\n", judge.Plural(left, "finding"))
	}
	markdownList(&b, "Suppressed", len(suppressed), func(i int) string {
		f := suppressed[i]
		return markdownCode(f.Location.String()) + " " + markdownCode(f.Rule) + ": " + markdownText(f.Suppression.Reason)
	})
	markdownList(&b, "Notes", len(r.Notes), func(i int) string { return markdownText(r.Notes[i]) })
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func markdownList(b *strings.Builder, title string, n int, item func(i int) string) {
	if n == 0 || b.Len() > maxMarkdown {
		return
	}
	fmt.Fprintf(b, "**%s**\n\n", title)
	for i := range n {
		line := "- " + item(i) + "\n"
		if b.Len()+len(line) > maxMarkdown {
			fmt.Fprintf(b, "- and %d more\n", n-i)
			break
		}
		b.WriteString(line)
	}
	b.WriteByte('\n')
}

func markdownFinding(r *report.Report, f entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n", markdownText(report.JoinWords(f.Rule, f.Location.String())))
	b.WriteString(markdownEvidence(f))
	b.WriteString(markdownSuggestion(f.Finding))
	if help := r.Help(f.Finding); help != "" {
		b.WriteString(markdownText(help) + "\n\n")
	}
	b.WriteString("</details>\n\n")
	return b.String()
}

// markdownSuggestion shows the lines that mend a finding as a block of a suggestion, which a reader of a pull request
// takes over as it is. So it is left out where the lines cannot be shown exactly.
func markdownSuggestion(f report.Finding) string {
	if len(f.Fixes) == 0 || f.Fixes[0].Lines == "" {
		return ""
	}
	fix := f.Fixes[0]
	for line := range strings.SplitSeq(fix.Lines, "\n") {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", " ")
		if report.Visible(line) != line || report.RedactText(line) != line {
			return ""
		}
	}
	place := report.Location{File: fix.Location.File, Start: report.Position{Line: fix.Location.Start.Line}}
	fence := strings.Repeat("`", max(3, longestRun(fix.Lines, '`')+1))
	return fmt.Sprintf("%s %s\n\n%ssuggestion\n%s\n%s\n\n", markdownCode(place.String()), markdownText("becomes, by a rewrite that is proved:"), fence, strings.ReplaceAll(fix.Lines, "\r", ""), fence)
}

// markdownEvidence shows what a finding is about and what proves it.
func markdownEvidence(f entry) string {
	var b strings.Builder
	if x := f.Excerpt; x != nil {
		text, marks := report.VisibleMarks(x.Text, x.Marks)
		if line := carets(text, marks); line != "" {
			text += "\n" + line
		}
		b.WriteString(markdownFence(text) + "\n")
	}
	if f.Short != "" && f.Short != f.Message {
		b.WriteString(markdownText(f.Message) + "\n\n")
	}
	for _, d := range f.Details {
		if !d.Code {
			fmt.Fprintf(&b, "%s\n\n", markdownText(strings.TrimPrefix(d.Label+": "+d.Text, ": ")))
			continue
		}
		text, marks := report.VisibleMarks(d.Text, d.Marks)
		if line := carets(text, marks); line != "" {
			text += "\n" + line
		}
		fmt.Fprintf(&b, "%s:\n\n%s\n", markdownText(d.Label), markdownFence(text))
	}
	for _, w := range []struct {
		label  string
		places []report.Location
	}{{"used at", f.Uses}, {"also at", f.also}} {
		if len(w.places) > 0 {
			var names []string
			for _, l := range w.places {
				names = append(names, markdownCode(l.String()))
			}
			b.WriteString(w.label + ": " + strings.Join(names, ", ") + "\n\n")
		}
	}
	return b.String()
}

// MarkdownOf shows one finding with what proves it, as GitHub-flavoured Markdown.
func MarkdownOf(f report.Finding) string {
	head := f.Message
	if f.Short != "" {
		head = f.Short
	}
	text := "**" + markdownText(head) + "** " + markdownCode(f.Rule) + "\n\n" + markdownEvidence(entry{Finding: f})
	if f.Help != "" {
		text += markdownText(f.Help) + "\n"
	}
	return strings.TrimRight(text, "\n") + "\n"
}

func markdownSection(s report.Section) string {
	var b strings.Builder
	if s.Title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", markdownText(s.Title))
	}
	if s.Text != "" {
		b.WriteString(markdownFence(strings.Join(report.VisibleLines(s.Text), "\n")) + "\n")
	}
	if s.Table == nil || len(s.Table.Rows) == 0 {
		return b.String()
	}
	for _, c := range s.Table.Columns {
		b.WriteString("| " + markdownText(c.Name) + " ")
	}
	b.WriteString("|\n")
	for _, c := range s.Table.Columns {
		if c.Right {
			b.WriteString("|---:")
		} else {
			b.WriteString("|---")
		}
	}
	b.WriteString("|\n")
	for _, row := range s.Table.Rows {
		for _, c := range row {
			b.WriteString("| " + markdownText(c.Text) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String() + "\n"
}

var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `|`, `\|`, `~`, `\~`, `$`, `\$`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`, `#`, `\#`, `@`, "@\u200B")

// markdownText returns text that Markdown shows as it is, on one line, in a table cell or elsewhere.
// An @ is kept from notifying people by an invisible space after it.
func markdownText(s string) string { return markdownEscaper.Replace(report.Visible(s)) }

// markdownCode returns a code span for a table cell, in which only the pipe needs an escape.
func markdownCode(s string) string {
	if s == "" {
		return ""
	}
	s = strings.ReplaceAll(report.Visible(s), "|", `\|`)
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

func markdownFence(text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	return fence + "text\n" + text + "\n" + fence + "\n"
}

func longestRun(s string, of rune) int {
	longest, run := 0, 0
	for _, r := range s {
		if r == of {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

package render

import (
	"bytes"
	"io"
	"strings"

	"github.com/fatih/color"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// palette maps tones and levels to colours.
type palette struct {
	tones map[report.Tone]*color.Color
}

func newPalette(enabled bool) palette {
	p := palette{tones: map[report.Tone]*color.Color{
		report.Good:   color.New(color.FgGreen),
		report.Warn:   color.New(color.FgYellow),
		report.Bad:    color.New(color.FgRed),
		report.Muted:  color.New(color.Faint),
		report.Strong: color.New(color.Bold),
	}}
	for _, c := range p.tones {
		// The package decides by os.Stdout, which need not be where the report goes.
		if enabled {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}

func (p palette) paint(t report.Tone, s string) string {
	if c := p.tones[t]; c != nil && s != "" {
		return c.Sprint(s)
	}
	return s
}

func toneOf(l judge.Level) report.Tone {
	return [...]report.Tone{report.Muted, report.Warn, report.Bad}[l]
}

// terminal writes a report for people to read in lines of limited width.
type terminal struct {
	palette
	b       bytes.Buffer
	columns int
	helped  map[string]bool // the help that was shown
}

// renderTable writes the report for people: the findings, the worst first, with their evidence, then the
// sections, the notes and the summary. No line is wider than the view, but for a place in a long path, which
// stays in one piece. Text from outside is escaped so that it cannot drive the terminal.
func renderTable(w io.Writer, r *report.Report, v View) error {
	t := terminal{palette: newPalette(v.Color), columns: v.width(), helped: map[string]bool{}}
	t.findings(r)
	for _, s := range r.Sections {
		t.section(s)
	}
	for _, n := range r.Notes {
		t.prose(t.paint(report.Muted, "note:")+" ", 6, n)
	}
	if len(r.Notes) > 0 {
		t.b.WriteByte('\n')
	}
	if label, rest, ok := strings.Cut(r.Outcome(), " "); ok && r.Partial {
		t.prose(t.paint(report.Bad, label)+" ", len(label)+1, rest)
	} else if text := r.Summary.Text; text != "" {
		t.prose("", 0, text)
	}
	_, err := w.Write(t.b.Bytes())
	return err
}

// prose writes text after what the first line begins with, which takes so many columns as the others are
// indented by.
func (t *terminal) prose(first string, indent int, text string) {
	for i, line := range wrap(report.Visible(text), min(t.columns, maxProse)-indent) {
		if i > 0 {
			first = strings.Repeat(" ", indent)
		}
		t.b.WriteString(strings.TrimRight(first+line, " ") + "\n")
	}
}

// section writes a table, or text whose lines are broken only where they are too long.
func (t *terminal) section(s report.Section) {
	const indent = "  "
	if s.Title != "" {
		for _, line := range wrap(report.Visible(s.Title), t.columns) {
			t.b.WriteString(t.paint(report.Strong, line) + "\n")
		}
	}
	var body bytes.Buffer
	if s.Text != "" {
		for _, line := range report.VisibleLines(s.Text) {
			for _, piece := range hang(line, t.columns-len(indent)) {
				body.WriteString(piece + "\n")
			}
		}
	}
	if s.Table != nil && len(s.Table.Rows) > 0 {
		t.grid(&body, s.Table, t.columns-len(indent))
	}
	for line := range strings.Lines(body.String()) {
		t.b.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
	}
	t.b.WriteByte('\n')
}

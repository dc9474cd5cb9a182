package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/fatih/color"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"snag/analyze/judge"
)

// wrapAt is the width in columns that prose is wrapped to. Patterns, attacks and tables are never
// broken.
const wrapAt = 96

// palette maps tones and levels to colours.
type palette struct {
	tones map[Tone]*color.Color
}

func newPalette(enabled bool) palette {
	p := palette{tones: map[Tone]*color.Color{
		Good:   color.New(color.FgGreen),
		Warn:   color.New(color.FgYellow),
		Bad:    color.New(color.FgRed),
		Muted:  color.New(color.Faint),
		Strong: color.New(color.Bold),
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

func (p palette) paint(t Tone, s string) string {
	if c := p.tones[t]; c != nil && s != "" {
		return c.Sprint(s)
	}
	return s
}

func toneOf(l judge.Level) Tone { return [...]Tone{Muted, Warn, Bad}[l] }

// renderTable writes the report for people: findings one after the other with their evidence, then
// the sections, the notes and the summary. Nothing is truncated. Text from outside is escaped so that
// it cannot drive the terminal.
func renderTable(w io.Writer, r *Report, enabled bool) error {
	var b bytes.Buffer
	p := newPalette(enabled)
	var brief, suppressed []string // findings of which a line says all
	for _, f := range r.Findings {
		switch {
		case f.Suppression != nil:
			suppressed = append(suppressed, joinWords(f.Location.String(), f.Rule+":", f.Suppression.Reason))
		case f.Level == judge.Note && len(f.Details) == 0:
			brief = append(brief, joinWords(f.Location.String(), f.Rule+":", f.Message))
		default:
			p.finding(&b, r, f)
			b.WriteByte('\n')
		}
	}
	p.list(&b, "Also", brief)
	p.list(&b, "Suppressed", suppressed)
	for _, s := range r.Sections {
		if s.Title != "" {
			b.WriteString(p.paint(Strong, Visible(s.Title)) + "\n")
		}
		if err := p.section(&b, s); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	for _, n := range r.Notes {
		writeWrapped(&b, p.paint(Muted, "note:")+" ", "      ", Visible(n))
	}
	if len(r.Notes) > 0 {
		b.WriteByte('\n')
	}
	if r.Partial {
		b.WriteString(p.paint(Bad, "Partial: the run ended before it was done.") + "\n")
	}
	if r.Summary.Text != "" {
		writeWrapped(&b, "", "", Visible(r.Summary.Text))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (p palette) list(b *bytes.Buffer, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	b.WriteString(p.paint(Strong, title) + "\n")
	for _, line := range lines {
		b.WriteString("  " + p.paint(Muted, Visible(line)) + "\n")
	}
	b.WriteByte('\n')
}

func (p palette) finding(b *bytes.Buffer, r *Report, f Finding) {
	head := []string{}
	if where := f.Location.String(); where != "" {
		head = append(head, p.paint(Strong, Visible(where)))
	}
	head = append(head, p.paint(toneOf(f.Level), f.Level.String()), p.paint(Muted, Visible(f.Rule)))
	b.WriteString(strings.Join(head, "  ") + "\n")
	writeWrapped(b, "  ", "  ", Visible(f.Message))

	details := slices.Clone(f.Details)
	if help := r.Help(f); help != "" && f.Level > judge.Note { // notes are many, and brief
		details = append(details, Detail{Label: "help", Text: help})
	}
	width := 0
	for _, d := range details {
		width = max(width, displaywidth.String(d.Label))
	}
	for _, d := range details {
		pad := strings.Repeat(" ", width-displaywidth.String(d.Label))
		label := "    " + p.paint(Muted, Visible(d.Label)) + pad + "  "
		indent := strings.Repeat(" ", 4+width+2)
		if !d.Code {
			writeWrapped(b, label, indent, Visible(d.Text))
			continue
		}
		text, marks := visibleMarks(d.Text, d.Marks)
		b.WriteString(label + text + "\n")
		if carets := carets(text, marks); carets != "" {
			b.WriteString(indent + p.paint(toneOf(f.Level), carets) + "\n")
		}
	}
}

// carets returns a line that points at the marked parts of a line of visible text.
func carets(text string, marks []Mark) string {
	runes := []rune(text)
	marked := make([]bool, len(runes)+1)
	last := -1
	for _, m := range marks {
		for i := m.Start; i < max(m.End, m.Start+1) && i < len(marked); i++ {
			marked[i] = true
			last = max(last, i)
		}
	}
	var b strings.Builder
	for i := 0; i <= last; i++ {
		width := 1
		if i < len(runes) {
			width = displaywidth.Rune(runes[i])
		}
		b.WriteString(strings.Repeat(map[bool]string{true: "^", false: " "}[marked[i]], width))
	}
	return b.String()
}

// writeWrapped writes prose in lines of at most wrapAt columns where words allow that.
func writeWrapped(b *bytes.Buffer, first, indent, text string) {
	column := displaywidth.String(indent)
	b.WriteString(first)
	at := column
	for i, word := range strings.Split(text, " ") {
		width := displaywidth.String(word)
		if i > 0 && at+1+width > wrapAt {
			b.WriteString("\n" + indent)
			at = column
		} else if i > 0 {
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += width
	}
	b.WriteByte('\n')
}

func (p palette) section(b *bytes.Buffer, s Section) error {
	if s.Text != "" {
		for _, line := range visibleLines(s.Text) {
			b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
		}
	}
	if s.Table == nil || len(s.Table.Rows) == 0 {
		return nil
	}
	return p.table(b, s.Table)
}

func (p palette) table(b *bytes.Buffer, table *Table) error {
	align := make(tw.Alignment, len(table.Columns))
	head := make([]string, len(table.Columns))
	for i, c := range table.Columns {
		align[i] = tw.AlignLeft
		if c.Right {
			align[i] = tw.AlignRight
		}
		head[i] = p.paint(Muted, Visible(c.Name))
	}
	var raw bytes.Buffer
	t := tablewriter.NewTable(&raw,
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleNone),
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone}}),
		tablewriter.WithHeaderAutoFormat(tw.Off), // keeps names as they are
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithAlignment(align),
		tablewriter.WithPadding(tw.Padding{Right: "  ", Overwrite: true}))
	t.Header(head)
	for _, row := range table.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = p.paint(c.Tone, Visible(c.Text))
		}
		if err := t.Append(cells); err != nil {
			return fmt.Errorf("table row: %w", err)
		}
	}
	if err := t.Render(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	for line := range strings.Lines(raw.String()) {
		b.WriteString("  " + strings.TrimRight(line, " \n") + "\n")
	}
	return nil
}

// String returns the location in the form that terminals and editors make clickable,
// "file:line:column" for a place in a file, or "" for nowhere.
func (l Location) String() string {
	switch {
	case l.File != "" && l.Start.Line > 0 && l.Start.Column > 0:
		return fmt.Sprintf("%s:%d:%d", l.File, l.Start.Line, l.Start.Column)
	case l.File != "" && l.Start.Line > 0:
		return fmt.Sprintf("%s:%d", l.File, l.Start.Line)
	case l.PID != 0:
		return joinWords(fmt.Sprintf("process %d", l.PID), l.Command)
	}
	return cmp.Or(l.File, l.URL, l.Command)
}

func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

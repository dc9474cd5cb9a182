package render

import (
	"fmt"
	"strings"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// ShownFindings is how many findings a table shows one by one before a summary stands in for the rest.
const ShownFindings = 20

const (
	shownFolders = 8 // lines of the summary by folder
	shownPlaces  = 3 // lines of the other places of a finding
	shownCode    = 3 // lines of code under a finding that is shown in short
)

// findings writes the findings, after a summary when they are many.
func (t *terminal) findings(r *report.Report) {
	all := entries(r.Findings)
	if len(all) > ShownFindings && !r.All {
		t.overview(all)
		t.b.WriteString(t.paint(report.Strong, fmt.Sprintf("The worst %d", ShownFindings)) + "\n\n")
	}
	var brief []entry
	left := 0
	for i, e := range all {
		switch {
		case i >= ShownFindings && !r.All:
			left++
		case e.isBrief():
			brief = append(brief, e)
		default:
			t.finding(r, e)
			t.b.WriteByte('\n')
		}
	}
	t.list("Also", remarks(brief))
	var suppressed []remark
	for _, f := range r.Findings {
		if f.Suppression != nil {
			suppressed = append(suppressed, remark{f.Rule, f.Suppression.Reason, []report.Location{f.Location}})
		}
	}
	t.list("Suppressed", merged(suppressed))
	if left > 0 {
		t.prose("", 0, fmt.Sprintf("%s more: --all shows them, and so does every other --format.", judge.Plural(left, "finding")))
		t.b.WriteByte('\n')
	}
}

// overview counts many findings by rule and by folder.
func (t *terminal) overview(all []entry) {
	places := len(all)
	for _, e := range all {
		places += len(e.also)
	}
	title := judge.Plural(len(all), "finding")
	if places > len(all) {
		title += " at " + judge.Plural(places, "place")
	}
	section := func(title, head string, rows []tally, most int) {
		if len(rows) == 0 {
			return
		}
		table := report.NewTable(head, ">errors", ">warnings", ">notes")
		count := func(n int, tone report.Tone) report.Cell {
			if n == 0 {
				return report.Cell{}
			}
			return tone.Cell(judge.Thousands(int64(n)))
		}
		row := func(c tally) {
			table.Add(c.name, count(c.levels[judge.Error], report.Bad), count(c.levels[judge.Warning], report.Warn), count(c.levels[judge.Note], report.Muted))
		}
		rest := tally{}
		for i, c := range rows {
			if i < most || len(rows) == most+1 {
				row(c)
				continue
			}
			for l, n := range c.levels {
				rest.levels[l] += n
			}
		}
		if rest.total() > 0 {
			rest.name = fmt.Sprintf("%d others", len(rows)-most)
			row(rest)
		}
		t.section(report.Section{Title: title, Table: table})
	}
	section(title, "rule", tallies(all, byRule), len(all))
	section("", "folder", tallies(all, byFolder(all)), shownFolders)
}

// finding writes one finding: its place, the source, what is wrong and what shows it.
func (t *terminal) finding(r *report.Report, e entry) {
	const indent = 2
	t.heading(e)
	tone := toneOf(e.Level)
	if x := e.Excerpt; x != nil {
		text, marks := report.VisibleMarks(x.Text, x.Marks)
		text, marks = window(text, marks, t.columns-2*indent)
		t.b.WriteString("    " + text + "\n")
		if line := carets(text, marks); line != "" {
			t.b.WriteString("    " + t.paint(tone, line) + "\n")
		}
	}
	message := e.Message
	if e.Short != "" {
		message = e.Short
	}
	t.prose("  ", indent, message)
	details := e.shownDetails()
	if help := r.Help(e.Finding); help != "" && e.Short == "" && e.Level > judge.Note && !t.helped[help] {
		t.helped[help] = true
		details = append(details, report.Detail{Label: "help", Text: help})
	}
	width := 0
	elsewhere := []struct {
		label  string
		places []report.Location
	}{{"used at", e.Uses}, {"also at", e.also}}
	for _, w := range elsewhere {
		if len(w.places) > 0 {
			width = columnsOf(w.label)
		}
	}
	for _, d := range details {
		width = max(width, columnsOf(report.Visible(d.Label)))
	}
	label := func(text string) string {
		text = report.Visible(text)
		return "  " + t.paint(report.Muted, text) + strings.Repeat(" ", width-columnsOf(text)+2)
	}
	for _, d := range details {
		if d.Code {
			t.code(label(d.Label), indent+width+2, d, e)
		} else {
			t.prose(label(d.Label), indent+width+2, d.Text)
		}
	}
	for _, w := range elsewhere {
		if len(w.places) > 0 {
			t.places(label(w.label), indent+width+2, w.places, e.Location.File)
		}
	}
}

// heading writes where the finding is, how bad it is, and by which rule.
func (t *terminal) heading(e entry) {
	where, level, rule := report.Visible(e.Location.String()), e.Level.String(), report.Visible(e.Rule)
	first := ""
	if where != "" {
		first = t.paint(report.Strong, where) + "  "
		if e.Location.File == "" { // a URL or a command may be of any length
			lines := wrap(where, t.columns)
			for i := range lines {
				lines[i] = t.paint(report.Strong, lines[i])
			}
			first = strings.Join(lines, "\n") + "  "
			where = lines[len(lines)-1]
		}
		if columnsOf(where)+2+len(level)+2+columnsOf(rule) > t.columns {
			first = strings.TrimRight(first, " ") + "\n"
		}
	}
	t.b.WriteString(first + t.paint(toneOf(e.Level), level) + "  " + t.paint(report.Muted, rule) + "\n")
}

// shownDetails are the details that a terminal has room for.
func (e entry) shownDetails() []report.Detail {
	var shown []report.Detail
	for _, d := range e.Details {
		if d.Short || e.Short == "" {
			shown = append(shown, d)
		}
	}
	return shown
}

// code writes a detail that is code, with carets below what is marked.
func (t *terminal) code(label string, indent int, d report.Detail, e entry) {
	pad := strings.Repeat(" ", indent)
	room := t.columns - indent
	text, marks := report.VisibleMarks(d.Text, d.Marks)
	if len(marks) > 0 {
		text, marks = window(text, marks, room)
		t.b.WriteString(label + text + "\n")
		if line := carets(text, marks); line != "" {
			t.b.WriteString(pad + t.paint(toneOf(e.Level), line) + "\n")
		}
		return
	}
	lines := wrapCode(text, room)
	if e.Short != "" && len(lines) > shownCode {
		end, _ := window(strings.Join(lines[shownCode-1:], ""), nil, room)
		lines = append(lines[:shownCode-1], end)
	}
	if d.Remark != "" {
		remark := report.Visible(d.Remark)
		if last := lines[len(lines)-1]; columnsOf(last)+2+columnsOf(remark) <= room {
			lines[len(lines)-1] = last + "  " + t.paint(report.Muted, remark)
		} else {
			for _, line := range wrap(remark, room) {
				lines = append(lines, t.paint(report.Muted, line))
			}
		}
	}
	for i, line := range lines {
		if i > 0 {
			label = pad
		}
		t.b.WriteString(strings.TrimRight(label+line, " ") + "\n")
	}
}

// places writes places one after the other, as many as a few lines hold. Those in a file that was named
// already go by their lines.
func (t *terminal) places(label string, indent int, all []report.Location, file string) {
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = report.Visible(l.String())
		if l.File == file && l.Start.Line > 0 {
			names[i] = fmt.Sprintf("line %d", l.Start.Line)
		}
		if i < len(all)-1 {
			names[i] += ","
		}
	}
	room := min(t.columns, maxProse) - indent
	var lines []string
	shown := 0
	for _, name := range names {
		n := len(lines)
		switch {
		case n > 0 && columnsOf(lines[n-1])+1+columnsOf(name) <= room:
			lines[n-1] += " " + name
		case n == shownPlaces:
			more := fmt.Sprintf("and %d more", len(all)-shown)
			if columnsOf(lines[n-1])+1+len(more) <= room {
				lines[n-1] += " " + more
			} else {
				lines = append(lines, more)
			}
		default:
			lines = append(lines, name)
		}
		if len(lines) > shownPlaces || strings.HasSuffix(lines[len(lines)-1], " more") {
			break
		}
		shown++
	}
	for i, line := range lines {
		switch long := columnsOf(line) > t.columns-indent; {
		case i == 0 && long: // alone, so that a terminal wraps nothing else
			label = strings.TrimRight(label, " ") + "\n" + strings.Repeat(" ", 4)
		case long:
			label = strings.Repeat(" ", 4)
		case i > 0:
			label = strings.Repeat(" ", indent)
		}
		t.b.WriteString(label + line + "\n")
	}
}

// remark is what one line says about places.
type remark struct {
	rule, text string
	places     []report.Location
}

func remarks(all []entry) []remark {
	out := make([]remark, len(all))
	for i, e := range all {
		out[i] = remark{e.Rule, e.Message, append([]report.Location{e.Location}, e.also...)}
	}
	return merged(out)
}

// merged says the same only once, with all the places.
func merged(all []remark) []remark {
	var out []remark
	index := map[[2]string]int{}
	for _, m := range all {
		key := [2]string{m.rule, m.text}
		if i, known := index[key]; known {
			out[i].places = append(out[i].places, m.places...)
			continue
		}
		index[key] = len(out)
		out = append(out, m)
	}
	return out
}

// list writes remarks under a title, each with its places: one on its line, several below it.
func (t *terminal) list(title string, all []remark) {
	if len(all) == 0 {
		return
	}
	t.b.WriteString(t.paint(report.Strong, title) + "\n")
	heads := map[[2]string][]remark{}
	for _, m := range all {
		head, _ := m.reason()
		heads[[2]string{m.rule, head}] = append(heads[[2]string{m.rule, head}], m)
	}
	for _, m := range all {
		head, _ := m.reason()
		key := [2]string{m.rule, head}
		if alike := heads[key]; head != "" && len(alike) != 1 {
			delete(heads, key)
			if len(alike) > 0 {
				t.alike(m.rule, head, alike)
			}
			continue
		}
		if len(m.places) == 1 {
			t.prose("  ", 4, report.JoinWords(m.places[0].String(), m.rule+":", m.text))
			continue
		}
		t.prose("  ", 4, report.JoinWords(m.rule+":", m.text))
		t.places("    ", 4, m.places, "")
	}
	t.b.WriteByte('\n')
}

// reason divides what a remark says into the reason, which others may have as well, and what is particular.
func (m remark) reason() (head, rest string) {
	if i := strings.LastIndex(m.text, ": "); i > 0 {
		return m.text[:i], m.text[i+2:]
	}
	return "", m.text
}

// alike writes remarks that have a reason in common: it once, then a line for each.
func (t *terminal) alike(rule, head string, all []remark) {
	t.prose("  ", 4, report.JoinWords(rule+":", head))
	for _, m := range all {
		_, rest := m.reason()
		names := make([]string, len(m.places))
		for i, l := range m.places {
			names[i] = l.String()
		}
		t.prose("    ", 6, report.JoinWords(strings.Join(names, ", ")+":", rest))
	}
}

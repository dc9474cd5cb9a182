package render

import (
	"bytes"
	"io"
	"strings"

	"snag/cmd/markup"
	"snag/cmd/report"
)

// The size of a picture of a terminal, in the units of the SVG: of a character, of a line, and of the margin.
const (
	screenChar, screenLine, screenMargin = 7.8, 19.0, 16.0
	screenColumns                        = 80
)

// screenStyle colours a picture of a terminal for pages that are light and for such that are dark.
const screenStyle = `
svg { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color-scheme: light dark }
text { white-space: pre; fill: #1b1f24 }
rect { fill: #f6f8fa; stroke: #d0d7de }
.good { fill: #116329 } .warn { fill: #8a5300 } .bad { fill: #b42318 } .muted { fill: #57606a }
.strong { font-weight: 700 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e8eb } rect { fill: #14171a; stroke: #3a424a }
.good { fill: #6fd08c } .warn { fill: #eab04c } .bad { fill: #ff8f84 } .muted { fill: #a3acb5 }
}
`

// sequences are the classes of a picture by the escape sequence that begins a colour in a terminal.
var sequences = map[string]report.Tone{"32": report.Good, "33": report.Warn, "31": report.Bad, "2": report.Muted, "1": report.Strong}

// Screen draws what a command shows in a terminal as a picture in SVG that stands for itself: the command line
// and the report below it, as wide as 80 columns. Its text can be read and searched.
func Screen(w io.Writer, command string, r *report.Report) error {
	var b bytes.Buffer
	for _, line := range typed("$ " + report.Visible(command)) {
		b.WriteString(newPalette(true).paint(report.Strong, line) + "\n")
	}
	b.WriteByte('\n')
	if err := renderTable(&b, r, View{Color: true, Columns: screenColumns}); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	width, height := screenColumns*screenChar+2*screenMargin, float64(len(lines))*screenLine+2*screenMargin
	m := markup.New(w)
	m.Open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+markup.Number(width)+" "+markup.Number(height),
		"width", markup.Number(width), "height", markup.Number(height), "role", "img", "aria-label", report.Visible(command))
	m.Element("title", report.Visible(command))
	m.Line()
	m.Open("style")
	m.Raw(screenStyle)
	m.End()
	m.Line()
	m.Void("rect", "x", "0.5", "y", "0.5", "width", markup.Number(width-1), "height", markup.Number(height-1), "rx", "6")
	m.Line()
	for i, line := range lines {
		screenText(m, line, screenMargin+screenLine*(float64(i)+0.75))
	}
	return m.Close()
}

// typed divides a command line as one types it into a terminal that is too narrow.
func typed(line string) (lines []string) {
	const more = " \\"
	for columnsOf(line) > screenColumns {
		i := strings.LastIndexByte(line[:min(len(line), screenColumns-len(more)+1)], ' ')
		if i < 8 {
			break
		}
		lines, line = append(lines, line[:i]+more), "    "+line[i+1:]
	}
	return append(lines, line)
}

// screenText writes a line of a terminal, each piece of one colour as wide as its characters are there.
func screenText(m *markup.Writer, line string, y float64) {
	column := 0
	tone := report.Plain
	for line != "" {
		text := line
		rest := ""
		if i := strings.Index(line, "\x1b["); i == 0 {
			code, after, _ := strings.Cut(line[2:], "m")
			tone, line = sequences[code], after
			continue
		} else if i > 0 {
			text, rest = line[:i], line[i:]
		}
		line = rest
		// Blanks need no element.
		blank := len(text) - len(strings.TrimLeft(text, " "))
		shown := strings.Trim(text, " ")
		wide := columnsOf(shown)
		if wide > 0 {
			m.Element("text", shown, "x", markup.Number(screenMargin+float64(column+blank)*screenChar), "y", markup.Number(y),
				"textLength", markup.Number(float64(wide)*screenChar), markup.If(tone != report.Plain, "class"), tone.String())
		}
		column += columnsOf(text)
	}
	m.Line()
}

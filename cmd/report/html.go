package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"time"
)

//go:embed report.html
var pageSource string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"visible": Visible,
	"lines":   func(s string) string { return strings.Join(visibleLines(s), "\n") },
	"parts":   markedParts,
	"tone":    func(t Tone) string { return [...]string{"plain", "good", "warn", "bad", "muted", "strong"}[t] },
	"when":    func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
}).Parse(pageSource))

// part is a piece of a detail that is marked or not.
type part struct {
	Text   string
	Marked bool
}

func markedParts(d Detail) []part {
	text, marks := visibleMarks(d.Text, d.Marks)
	runes := []rune(text)
	marked := make([]bool, len(runes))
	for _, m := range marks {
		for i := m.Start; i < m.End && i < len(runes); i++ {
			marked[i] = true
		}
	}
	var parts []part
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && marked[j] == marked[i] {
			j++
		}
		parts = append(parts, part{string(runes[i:j]), marked[i]})
		i = j
	}
	return parts
}

// renderHTML writes one page that needs nothing else: no script, no font, no request.
func renderHTML(w io.Writer, r *Report, _ bool) error {
	return page.Execute(w, r)
}

package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"
)

var (
	//go:embed report.html
	pageSource string
	//go:embed report.css
	pageStyle string
	// The script filters and sorts; without it the page shows everything.
	//go:embed report.js
	pageScript string
)

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"policy":  func() string { return pagePolicy },
	"style":   func() template.CSS { return template.CSS(pageStyle) },
	"script":  func() template.JS { return template.JS(pageScript) },
	"visible": Visible,
	"lines":   func(s string) string { return strings.Join(visibleLines(s), "\n") },
	"plot":    func(p *Plot) template.HTML { return p.svg() },
	"parts":   markedParts,
	"counted": counted,
	"level":   shownLevel,
	"tone":    func(t Tone) string { return [...]string{"plain", "good", "warn", "bad", "muted", "strong"}[t] },
	"when":    func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
}).Parse(pageSource))

// pagePolicy lets the page's own style and script run and forbids everything else, should text of a
// report ever get out of its place.
var pagePolicy = "default-src 'none'; style-src '" + sourceHash(pageStyle) + "'; script-src '" + sourceHash(pageScript) + "'"

// sourceHash identifies an inline element by its content (Content Security Policy Level 3, 2.3.1).
func sourceHash(source string) string {
	h := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}

// counted returns the counts that are not zero, with names for people.
func counted(counts []Count) []Count {
	var out []Count
	for _, c := range counts {
		if c.N != 0 {
			out = append(out, Count{strings.ReplaceAll(c.Name, "_", " "), c.N})
		}
	}
	return slices.Clip(out)
}

// shownLevel is the level of a finding, or that it is suppressed.
func shownLevel(f Finding) string {
	if f.Suppression != nil {
		return "suppressed"
	}
	return f.Level.String()
}

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

// renderHTML writes one page that needs nothing else: no font, no picture, no request.
func renderHTML(w io.Writer, r *Report, _ View) error {
	return page.Execute(w, r)
}

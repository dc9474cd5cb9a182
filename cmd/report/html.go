package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"snag/analyze/judge"
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
	"parts":   func(d Detail) []part { return markedParts(d.Text, d.Marks) },
	"excerpt": func(x *Excerpt) []part { return markedParts(x.Text, x.Marks) },
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

func markedParts(s string, in []Mark) []part {
	text, marks := visibleMarks(s, in)
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

// card is a finding on a page.
type card struct {
	entry
	ID string // of the element, "" for none
}

// Places are the other places of the finding.
func (c card) Places() []Location { return c.also }

// htmlPage is a report as its template takes it.
type htmlPage struct {
	*Report
	// Picture shows the outcome at a glance, "" for none.
	Picture template.HTML
	// Charts are the sections that draw, for the top of the page; Texts are the others.
	Charts, Texts []Section
	Cards         []card
	Files         []htmlFile
	Open          bool // the cards are few enough to be open
}

// htmlFile is a file in the index of a page.
type htmlFile struct {
	Name                    string
	ID                      string // of the worst finding in it
	Errors, Warnings, Notes int
}

// openCards is how many findings a page shows unfolded.
const openCards = 3

func newHTMLPage(r *Report) *htmlPage {
	p := &htmlPage{Report: r}
	for _, s := range r.Sections {
		if s.Plot != nil {
			p.Charts = append(p.Charts, s)
		} else {
			p.Texts = append(p.Texts, s)
		}
	}
	all := entries(r.Findings)
	if len(p.Charts) == 0 {
		p.Picture = bars(all)
	}
	files := tallies(all, byFile)
	for _, f := range r.Findings {
		if f.Suppression != nil {
			all = append(all, entry{Finding: f})
		}
	}
	first := map[string]string{}
	for i, e := range all {
		id := fmt.Sprintf("n-%d", i+1)
		if e.Fingerprint != "" {
			id = "f-" + e.Fingerprint
		}
		p.Cards = append(p.Cards, card{e, id})
		for _, l := range append([]Location{e.Location}, e.also...) {
			if _, known := first[l.File]; !known {
				first[l.File] = id
			}
		}
	}
	p.Open = len(all) <= openCards
	for _, f := range files {
		p.Files = append(p.Files, htmlFile{f.name, first[f.name], f.levels[judge.Error], f.levels[judge.Warning], f.levels[judge.Note]})
	}
	return p
}

// renderHTML writes one page that needs nothing else: no font, no picture, no request.
func renderHTML(w io.Writer, r *Report, _ View) error {
	return page.Execute(w, newHTMLPage(r))
}

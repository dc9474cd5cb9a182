package render

import (
	"crypto/sha256"
	_ "embed" // for the style, the script and the tools of pages
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"snag/cmd/markup"
	"snag/cmd/report"
)

var (
	//go:embed report.css
	pageStyle string
	// The script filters and sorts; without it the page shows everything.
	//go:embed report.js
	pageScript string
	// The tools are shown by the script.
	//go:embed tools.html
	pageTools string
)

// pagePolicy lets the page's own style and script run and forbids everything else, should text of a
// report ever get out of its place.
var pagePolicy = "default-src 'none'; style-src '" + sourceHash(pageStyle) + "'; script-src '" + sourceHash(pageScript) + "'"

// sourceHash identifies an inline element by its content (Content Security Policy Level 3, 2.3.1).
func sourceHash(source string) string {
	h := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}

// counted returns the counts that are not zero, with names for people.
func counted(counts []report.Count) []report.Count {
	var out []report.Count
	for _, c := range counts {
		if c.N != 0 {
			out = append(out, report.Count{Name: strings.ReplaceAll(c.Name, "_", " "), N: c.N})
		}
	}
	return slices.Clip(out)
}

// card is a finding on a page.
type card struct {
	entry
	id string // of the element
}

// indexed is a file in the index of a page.
type indexed struct {
	tally
	id string // of the worst finding in it
}

// openCards is how many findings a page shows unfolded, and openFiles how many files its index.
const (
	openCards = 3
	openFiles = 10
)

// page writes a report.
type page struct {
	*markup.Writer
	report *report.Report
	cards  []card
	files  []indexed
}

// renderHTML writes one page that needs nothing else: no font, no picture, no request.
func renderHTML(w io.Writer, r *report.Report, _ View) error {
	p := &page{Writer: markup.New(w), report: r}
	all := entries(r.Findings)
	worst := all
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
		p.cards = append(p.cards, card{e, id})
		for _, l := range append([]report.Location{e.Location}, e.also...) {
			if _, known := first[l.File]; !known {
				first[l.File] = id
			}
		}
	}
	for _, f := range files {
		p.files = append(p.files, indexed{f, first[f.name]})
	}

	p.Raw("<!DOCTYPE html>\n")
	p.Open("html", "lang", "en")
	p.head()
	p.Open("body")
	p.Line()
	p.header(worst)
	p.main()
	p.Element("footer", fmt.Sprintf("snag %s, %s, %s", report.Visible(r.Version), r.Started.UTC().Format("2006-01-02 15:04:05 UTC"), r.Duration.Round(time.Millisecond)))
	p.Line()
	p.Open("script")
	p.Raw(pageScript)
	return p.Close()
}

func (p *page) head() {
	p.Line()
	p.Open("head")
	p.Line()
	p.Void("meta", "charset", "utf-8")
	p.Line()
	p.Void("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	p.Line()
	p.Void("meta", "http-equiv", "Content-Security-Policy", "content", pagePolicy)
	p.Line()
	p.Element("title", "snag "+report.Visible(p.report.Command))
	p.Line()
	p.Open("style")
	p.Raw(pageStyle)
	p.End()
	p.Line()
	p.End()
	p.Line()
}

// header tells the outcome in a sentence, in numbers and in a picture.
func (p *page) header(worst []entry) {
	p.Open("header")
	p.Line()
	p.Element("h1", "snag "+report.Visible(p.report.Command))
	class := ""
	if p.report.Partial {
		class = "bad strong"
	}
	if text := p.report.Outcome(); text != "" {
		p.paragraph(text, class)
	}
	if counts := counted(p.report.Summary.Counts); len(counts) > 0 {
		p.Line()
		p.Open("ul", "class", "counts")
		for _, c := range counts {
			p.Line()
			p.Open("li")
			p.Element("b", fmt.Sprint(c.N))
			p.Text(" " + report.Visible(c.Name))
			p.End()
		}
		p.End()
	}
	p.Line()
	if p.report.Project != nil || !slices.ContainsFunc(p.report.Sections, drawn) {
		bars(p.Writer, worst)
	}
	p.End()
	p.Line()
}

func (p *page) paragraph(text, class string) {
	p.Line()
	p.Element("p", report.Visible(text), markup.If(class != "", "class"), class)
}

func drawn(s report.Section) bool { return s.Picture != nil }

// main writes what is drawn, the findings, and what is text alone.
func (p *page) main() {
	p.Open("main")
	p.Line()
	p.project()
	for _, s := range p.report.Sections {
		if drawn(s) {
			p.section(s)
		}
	}
	if len(p.cards) > 0 {
		p.index()
		p.Element("h2", "Findings")
		p.Line()
		if len(p.cards) > 1 {
			p.Raw(pageTools)
		}
		p.Open("div", "id", "findings")
		p.Line()
		for _, c := range p.cards {
			p.card(c)
		}
		p.End()
		p.Line()
	}
	for _, s := range p.report.Sections {
		if !drawn(s) {
			p.section(s)
		}
	}
	if len(p.report.Notes) > 0 {
		p.Element("h2", "Notes")
		p.Line()
		p.Open("ul")
		p.Line()
		for _, n := range p.report.Notes {
			p.Element("li", report.Visible(n))
			p.Line()
		}
		p.End()
		p.Line()
	}
	p.End()
	p.Line()
}

func (p *page) section(s report.Section) {
	p.Open("section")
	p.Line()
	if s.Title != "" {
		p.Element("h2", report.Visible(s.Title))
		p.Line()
	}
	if s.Picture != nil {
		s.Picture.Draw(p.Writer)
		p.Line()
	}
	if s.Text != "" {
		if s.Picture != nil {
			p.Open("details")
			p.Element("summary", "As text")
		}
		p.Element("pre", strings.Join(report.VisibleLines(s.Text), "\n"), "class", "figure", "tabindex", "0")
		if s.Picture != nil {
			p.End()
		}
		p.Line()
	}
	if s.Table != nil && len(s.Table.Rows) > 0 {
		p.table(s.Table)
	}
	p.End()
	p.Line()
}

func (p *page) table(t *report.Table) {
	p.Open("div", "class", "scroll", "tabindex", "0")
	p.Open("table")
	p.Line()
	p.Open("thead")
	p.Open("tr")
	for _, c := range t.Columns {
		p.Element("th", report.Visible(c.Name), "scope", "col", markup.If(c.Right, "class"), "right")
	}
	p.End()
	p.End()
	p.Line()
	p.Open("tbody")
	p.Line()
	for _, row := range t.Rows {
		p.Open("tr")
		for i, cell := range row {
			right := ""
			if t.Columns[i].Right {
				right = "right"
			}
			p.Element("td", report.Visible(cell.Text), "class", markup.Class(cell.Tone.String(), right))
		}
		p.End()
		p.Line()
	}
	p.End()
	p.End()
	p.End()
	p.Line()
}

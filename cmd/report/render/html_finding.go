package render

import (
	"cmp"
	"fmt"

	"snag/analyze/judge"
	"snag/cmd/markup"
	"snag/cmd/report"
)

// index lists the files with findings, when there are several.
func (p *page) index() {
	if len(p.files) < 2 {
		return
	}
	p.Open("nav", "aria-label", "Files")
	p.Line()
	p.Open("details", markup.If(len(p.files) <= openFiles, "open"), "")
	p.Open("summary")
	p.Element("h2", "Files")
	p.Text(" ")
	p.Element("span", fmt.Sprint(len(p.files)), "class", "muted")
	p.End()
	p.Line()
	p.Open("ul", "class", "files")
	for _, f := range p.files {
		p.Line()
		p.Open("li")
		p.Element("a", report.Visible(f.name), "href", "#"+f.id)
		for _, level := range []judge.Level{judge.Error, judge.Warning, judge.Note} {
			if n := f.levels[level]; n > 0 {
				p.Text(" ")
				p.Element("span", fmt.Sprint(n), "class", levelClasses[level])
			}
		}
		p.End()
	}
	p.End()
	p.End()
	p.Line()
	p.End()
	p.Line()
}

// levelClasses are the classes of the page's style by level.
var levelClasses = [...]string{judge.Note: "muted", judge.Warning: "warn", judge.Error: "bad"}

// shownLevel is the level of a finding, or that it is suppressed.
func shownLevel(f report.Finding) string {
	if f.Suppression != nil {
		return "suppressed"
	}
	return f.Level.String()
}

// card writes a finding: what it is in a line, and all about it to be unfolded.
func (p *page) card(c card) {
	level := shownLevel(c.Finding)
	p.Open("article", "class", level, "data-level", level, "data-rule", c.Rule, "data-file", report.Visible(c.Location.File),
		"data-line", fmt.Sprint(c.Location.Start.Line), "id", c.id)
	p.Line()
	p.Open("details", markup.If(len(p.cards) <= openCards, "open"), "")
	p.Line()
	p.Open("summary")
	p.Open("h3")
	if place := c.Location.String(); place != "" {
		p.Element("code", report.Visible(place))
		p.Text(" ")
	}
	p.Element("span", level, "class", "level")
	p.Text(" ")
	p.Element("span", c.Rule, "class", "rule")
	p.End()
	p.paragraph(cmp.Or(c.Short, c.Message), "")
	p.End()
	p.Line()
	if c.Excerpt != nil {
		p.code(c.Excerpt.Text, c.Excerpt.Marks)
		p.Line()
	}
	if c.Short != "" && c.Short != c.Message {
		p.paragraph(c.Message, "")
	}
	if c.Suppression != nil {
		p.paragraph("Suppressed: "+c.Suppression.Reason, "")
	}
	p.Line()
	p.Open("dl")
	p.Line()
	for _, d := range c.Details {
		p.Element("dt", report.Visible(d.Label))
		p.Open("dd")
		if d.Code {
			p.code(d.Text, d.Marks)
		} else {
			p.Text(report.Visible(d.Text))
		}
		if d.Remark != "" {
			p.Text(" ")
			p.Element("span", report.Visible(d.Remark), "class", "muted")
		}
		p.End()
		p.Line()
	}
	p.places("used at", c.Uses)
	p.places("also at", c.also)
	if help := p.report.Help(c.Finding); help != "" {
		p.Element("dt", "help")
		p.Element("dd", report.Visible(help))
		p.Line()
	}
	p.End()
	p.End()
	p.Line()
	p.End()
	p.Line()
}

func (p *page) places(label string, places []report.Location) {
	if len(places) == 0 {
		return
	}
	p.Element("dt", label)
	p.Open("dd")
	for _, l := range places {
		p.Element("code", report.Visible(l.String()), "class", "place")
		p.Text(" ")
	}
	p.End()
	p.Line()
}

// code writes text as it is, with its marks.
func (p *page) code(text string, marks []report.Mark) {
	p.Open("pre")
	for _, part := range markedParts(text, marks) {
		if part.Marked {
			p.Element("mark", part.Text)
		} else {
			p.Text(part.Text)
		}
	}
	p.End()
}

// part is a piece of a detail that is marked or not.
type part struct {
	Text   string
	Marked bool
}

func markedParts(s string, in []report.Mark) []part {
	text, marks := report.VisibleMarks(s, in)
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

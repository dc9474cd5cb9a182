package render

import (
	"cmp"
	"fmt"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/markup"
	"snag/cmd/report"
)

// listed is how many findings of a group a page lists before it refers to the rest.
const listed = 12

// project writes the groups that a team asks for: proved, possible, noted, accepted, open, gone since.
func (p *page) project() {
	if p.report.Project == nil {
		return
	}
	var proved, possible, noted, accepted []card
	for _, c := range p.cards {
		switch {
		case c.Suppression != nil:
			accepted = append(accepted, c)
		case c.Proved:
			proved = append(proved, c)
		case strings.HasPrefix(c.Rule, "check/"): // is among what is open
		case c.Level == judge.Note:
			noted = append(noted, c)
		default:
			possible = append(possible, c)
		}
	}
	p.Open("section", "class", "project")
	p.Line()
	p.Element("h2", "What can stall us")
	p.Line()
	p.group("Proved", "A run showed it.", "bad", proved, "Nothing was shown to stall.")
	p.group("Possible", "The code or a simulation says so; no run of the service has shown it.", "warn", possible, "Nothing was found.")
	if open := p.report.Project.Open; len(open) > 0 {
		p.box("Open", len(open), "What could not be decided is not safe.", "warn")
		for _, text := range open[:min(len(open), listed)] {
			p.Element("li", report.Visible(text))
			p.Line()
		}
		p.closeBox(len(open))
	}
	if len(noted) > 0 {
		p.group("Notes", "Remarks, and what does little harm by itself.", "muted", noted, "")
	}
	if len(accepted) > 0 {
		p.group("Accepted", "Somebody decided to live with it.", "muted", accepted, "")
	}
	if since := p.report.Project.Since; since != "" {
		var gone []card
		for _, f := range p.report.Project.Gone {
			gone = append(gone, card{entry: entry{Finding: f}})
		}
		p.group("Gone since "+since, "What was measured and not seen again may come back: measure it again.", "good", gone, "Nothing of what was there has gone.")
	}
	if n := len(p.report.Passed); n > 0 {
		p.box("Passed", n, "Checks that found nothing.", "good")
		for _, c := range p.report.Passed[:min(n, listed)] {
			p.Open("li")
			p.Text(report.Visible(c.Name) + " ")
			p.Element("span", report.Visible(c.Class), "class", "muted")
			p.End()
			p.Line()
		}
		p.closeBox(n)
	}
	p.End()
	p.Line()
}

// group lists findings with where they are.
func (p *page) group(title, about, class string, cards []card, none string) {
	if len(cards) == 0 {
		about = none
	}
	sorting.Stable(cards, func(a, b card) int { return cmp.Compare(b.Level, a.Level) })
	p.box(title, len(cards), about, class)
	for _, c := range cards[:min(len(cards), listed)] {
		p.Open("li")
		text := report.Visible(cmp.Or(c.Short, c.Message))
		if c.id != "" {
			p.Element("a", text, "href", "#"+c.id)
		} else {
			p.Text(text)
		}
		if place := c.Location.String(); place != "" {
			p.Text(" ")
			p.Element("code", report.Visible(place))
		}
		p.Text(" ")
		p.Element("span", c.Rule, "class", "rule")
		p.End()
		p.Line()
	}
	p.closeBox(len(cards))
}

// box begins a group of so many things, and closeBox ends it.
func (p *page) box(title string, n int, about, class string) {
	p.Open("div", "class", "group")
	p.Open("h3")
	p.Element("span", fmt.Sprint(n), "class", markup.Class("strong", class))
	p.Text(" " + report.Visible(title))
	p.End()
	p.paragraph(about, "muted")
	p.Line()
	p.Open("ul")
	p.Line()
}

func (p *page) closeBox(n int) {
	if n > listed {
		p.Element("li", fmt.Sprintf("and %d more below", n-listed), "class", "muted")
	}
	p.End()
	p.End()
	p.Line()
}

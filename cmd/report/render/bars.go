package render

import (
	"fmt"

	"snag/analyze/judge"
	"snag/cmd/markup"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// The size of a chart of bars, in the units of the SVG.
const (
	barsWidth, barHeight, barGap = 640, 16, 6
	barsLabel                    = 260 // room for the names
	shownBars                    = 10
)

// bars draws how many findings of each level there are by file, or by folder when the files are many; nothing
// when all are in one place. Colours come from the page's style, by class.
func bars(m *markup.Writer, all []entry) {
	rows := tallies(all, byFile)
	what := "file"
	if len(rows) > shownBars {
		rows, what = tallies(all, byFolder(all)), "folder"
	}
	if len(rows) < 2 {
		return
	}
	rows = rows[:min(len(rows), shownBars)]
	most := 1
	for _, r := range rows {
		most = max(most, r.total())
	}
	picture.OpenSVG(m, "plot bars", barsWidth, len(rows)*(barHeight+barGap)+barGap, "Findings by "+what)
	for i, r := range rows {
		y := barGap + i*(barHeight+barGap)
		base := fmt.Sprint(y + barHeight - 4)
		name := report.Visible(r.name)
		short := []rune(name)
		if len(short) > 40 {
			short = append([]rune(report.Ellipsis), short[len(short)-39:]...)
		}
		m.Open("text", "x", fmt.Sprint(barsLabel-8), "y", base, "text-anchor", "end")
		m.Text(string(short))
		m.Element("title", name)
		m.End()
		m.Line()
		x := float64(barsLabel)
		for _, level := range []judge.Level{judge.Error, judge.Warning, judge.Note} {
			n := r.levels[level]
			if n == 0 {
				continue
			}
			width := float64(n) / float64(most) * (barsWidth - barsLabel - 40)
			m.Open("rect", "class", level.String(), "x", markup.Number(x), "y", fmt.Sprint(y), "width", markup.Number(width), "height", fmt.Sprint(barHeight))
			m.Element("title", judge.Plural(n, level.String()))
			m.End()
			m.Line()
			x += width
		}
		m.Element("text", judge.Thousands(int64(r.total())), "x", markup.Number(x+6), "y", base)
		m.Line()
	}
	m.End()
}

package report

import (
	"fmt"
	"html/template"
	"strings"

	"snag/analyze/judge"
)

// The size of a chart of bars, in the units of the SVG.
const (
	barsWidth, barHeight, barGap = 640, 16, 6
	barsLabel                    = 260 // room for the names
	shownBars                    = 10
)

// bars draws how many findings of each level there are by file, or by folder when the files are many; "" when
// all are in one place. Colours come from the page's style, by class.
func bars(all []entry) template.HTML {
	rows := tallies(all, byFile)
	what := "file"
	if len(rows) > shownBars {
		rows, what = tallies(all, byFolder(all)), "folder"
	}
	if len(rows) < 2 {
		return ""
	}
	rows = rows[:min(len(rows), shownBars)]
	most := 1
	for _, r := range rows {
		most = max(most, r.total())
	}
	var b strings.Builder
	height := len(rows)*(barHeight+barGap) + barGap
	fmt.Fprintf(&b, "<svg class=\"plot bars\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"Findings by %s\">\n",
		barsWidth, height, barsWidth, height, what)
	for i, r := range rows {
		y := barGap + i*(barHeight+barGap)
		name := Visible(r.name)
		short := []rune(name)
		if len(short) > 40 {
			short = append([]rune(ellipsis), short[len(short)-39:]...)
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s<title>%s</title></text>\n",
			barsLabel-8, y+barHeight-4, template.HTMLEscapeString(string(short)), template.HTMLEscapeString(name))
		x := float64(barsLabel)
		for _, level := range []judge.Level{judge.Error, judge.Warning, judge.Note} {
			n := r.levels[level]
			if n == 0 {
				continue
			}
			width := float64(n) / float64(most) * (barsWidth - barsLabel - 40)
			fmt.Fprintf(&b, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s</title></rect>\n",
				level, x, y, width, barHeight, judge.Plural(n, level.String()))
			x += width
		}
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", x+6, y+barHeight-4, judge.Thousands(int64(r.total())))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

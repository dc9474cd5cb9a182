package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// Plot is a chart of values over an axis. Renderers that cannot draw show the Text of its section.
type Plot struct {
	X, Y   string // what the axes show, with the unit
	Series []Series
}

// Series are the values of a Plot that belong together, in the order of X. Values that are not finite
// are left out.
type Series struct {
	Name   string
	Points [][2]float64 // x and y
	// Line joins the points, which are not marked then.
	Line bool
}

// The size of a chart and the room around its area, in the units of the SVG.
const (
	plotWidth, plotHeight = 640, 240
	plotLeft, plotRight   = 64, 12
	plotTop, plotBottom   = 24, 40
	maxPlotted            = 5000 // points of a series, so that a page stays small
)

// ranges returns the span of the values. Both axes begin at 0 unless a value lies below it.
func (p Plot) ranges() (low, high [2]float64, ok bool) {
	for _, s := range p.Series {
		for _, at := range s.points() {
			for axis, v := range at {
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
			}
			ok = true
		}
	}
	for axis := range low {
		if low[axis] == high[axis] {
			high[axis]++
		}
	}
	return low, high, ok
}

// points are those that can be drawn.
func (s Series) points() [][2]float64 {
	var kept [][2]float64
	for _, p := range s.Points {
		if !math.IsNaN(p[0]+p[1]) && !math.IsInf(p[0]+p[1], 0) && len(kept) < maxPlotted {
			kept = append(kept, p)
		}
	}
	return kept
}

// svg draws the plot, "" when it has no points. Colours come from the page's style, by class.
func (p Plot) svg() template.HTML {
	low, high, ok := p.ranges()
	if !ok {
		return ""
	}
	x := func(v float64) float64 {
		return plotLeft + (v-low[0])/(high[0]-low[0])*(plotWidth-plotLeft-plotRight)
	}
	y := func(v float64) float64 {
		return plotHeight - plotBottom - (v-low[1])/(high[1]-low[1])*(plotHeight-plotTop-plotBottom)
	}
	var b strings.Builder
	text := func(x, y float64, anchor, words string) {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, template.HTMLEscapeString(Visible(words)))
	}
	fmt.Fprintf(&b, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n",
		plotWidth, plotHeight, plotWidth, plotHeight, template.HTMLEscapeString(Visible(p.Y+" over "+p.X)))
	for _, v := range ticks(low[1], high[1]) {
		fmt.Fprintf(&b, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", plotLeft, plotWidth-plotRight, y(v), y(v))
		text(plotLeft-6, y(v)+4, "end", number(v))
	}
	for _, v := range ticks(low[0], high[0]) {
		text(x(v), plotHeight-plotBottom+16, "middle", number(v))
	}
	text((plotLeft+plotWidth-plotRight)/2, plotHeight-6, "middle", p.X)
	text(plotLeft, 14, "start", p.Y)
	for i, s := range p.Series {
		points := s.points()
		class := "series" + strconv.Itoa(i%4)
		fmt.Fprintf(&b, "<g class=\"%s\"><title>%s</title>\n", class, template.HTMLEscapeString(Visible(s.Name)))
		if s.Line {
			b.WriteString(`<polyline points="`)
			for j, at := range points {
				if j > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprintf(&b, "%.1f,%.1f", x(at[0]), y(at[1]))
			}
			b.WriteString("\"/>\n")
		} else {
			for _, at := range points {
				fmt.Fprintf(&b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x(at[0]), y(at[1]))
			}
		}
		// The names of the series stand in a row at the top.
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"14\" text-anchor=\"end\">%s</text></g>\n", plotWidth-plotRight-130*(len(p.Series)-1-i), template.HTMLEscapeString(Visible(s.Name)))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// ticks are a few round values from low to high.
func ticks(low, high float64) (all []float64) {
	raw := (high - low) / 5
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5, 10} {
		if step*factor >= raw {
			step *= factor
			break
		}
	}
	if step <= 0 || math.IsInf(step, 0) || math.IsNaN(step) {
		return nil
	}
	for i := math.Ceil(low / step); i*step <= high*(1+1e-9) && len(all) < 12; i++ {
		all = append(all, i*step)
	}
	return all
}

// number shows a value of an axis, with a letter for millions and more.
func number(v float64) string {
	switch {
	case math.Abs(v) >= 1e9:
		return strconv.FormatFloat(v/1e9, 'g', 4, 64) + "G"
	case math.Abs(v) >= 1e6:
		return strconv.FormatFloat(v/1e6, 'g', 4, 64) + "M"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

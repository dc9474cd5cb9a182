// Package picture draws the figures of a report as SVG: curves over axes, and what goes on side by side in lanes.
package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"snag/cmd/markup"
	"snag/cmd/report"
)

// Plot is a chart of values over an axis. Renderers that cannot draw show the Text of its section.
type Plot struct {
	X, Y   string // what the axes show, with the unit
	Series []Series
	// Log makes both axes logarithmic. Values that are not above 0 are left out then.
	Log bool
	// Limits are lines across the plot at a value of one axis.
	Limits []Limit
}

// Limit is a value of an axis with a name: of Y, unless it is Upright.
type Limit struct {
	Name    string
	At      float64
	Upright bool
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

// ranges returns the span of the values. Axes that are not logarithmic begin at 0 unless a value lies below it.
func (p *Plot) ranges() (low, high [2]float64, ok bool) {
	if p.Log {
		low = [2]float64{math.Inf(1), math.Inf(1)}
	}
	include := func(axis int, v float64) { low[axis], high[axis] = min(low[axis], v), max(high[axis], v) }
	for _, s := range p.Series {
		for _, at := range p.points(s) {
			for axis, v := range at {
				include(axis, v)
			}
			ok = true
		}
	}
	for _, l := range p.limits() {
		include(l.axis(), l.At)
	}
	for axis := range low {
		if low[axis] == high[axis] {
			high[axis] += max(1, high[axis])
		}
	}
	return low, high, ok
}

// limits are those that can be drawn.
func (p *Plot) limits() (kept []Limit) {
	for _, l := range p.Limits {
		if !math.IsNaN(l.At) && !math.IsInf(l.At, 0) && (!p.Log || l.At > 0) {
			kept = append(kept, l)
		}
	}
	return kept
}

// axis is 0 for a limit of X and 1 for one of Y.
func (l Limit) axis() int {
	if l.Upright {
		return 0
	}
	return 1
}

// points are those that can be drawn.
func (p *Plot) points(s Series) [][2]float64 {
	var kept [][2]float64
	for _, at := range s.Points {
		if !math.IsNaN(at[0]+at[1]) && !math.IsInf(at[0]+at[1], 0) && (!p.Log || at[0] > 0 && at[1] > 0) && len(kept) < maxPlotted {
			kept = append(kept, at)
		}
	}
	return kept
}

// Draw writes the curves as SVG, nothing where there is no range to show.
func (p *Plot) Draw(m *markup.Writer) {
	low, high, ok := p.ranges()
	if !ok {
		return
	}
	x := func(v float64) string {
		return markup.Number(plotLeft + p.share(v, low[0], high[0])*(plotWidth-plotLeft-plotRight))
	}
	y := func(v float64) float64 {
		return plotHeight - plotBottom - p.share(v, low[1], high[1])*(plotHeight-plotTop-plotBottom)
	}
	text := func(x, y, anchor, words string) {
		m.Element("text", report.Visible(words), "x", x, "y", y, "text-anchor", anchor)
		m.Line()
	}
	OpenSVG(m, "plot", plotWidth, plotHeight, p.Y+" over "+p.X)
	for _, v := range p.ticks(low[1], high[1]) {
		at := markup.Number(y(v))
		m.Void("line", "class", "grid", "x1", fmt.Sprint(plotLeft), "x2", fmt.Sprint(plotWidth-plotRight), "y1", at, "y2", at)
		m.Line()
		text(fmt.Sprint(plotLeft-6), markup.Number(y(v)+4), "end", number(v))
	}
	for _, v := range p.ticks(low[0], high[0]) {
		text(x(v), fmt.Sprint(plotHeight-plotBottom+16), "middle", number(v))
	}
	text(fmt.Sprint((plotLeft+plotWidth-plotRight)/2), fmt.Sprint(plotHeight-6), "middle", p.X)
	text(fmt.Sprint(plotLeft), "14", "start", p.Y)
	for i, s := range p.Series {
		points := p.points(s)
		m.Open("g", "class", "series"+strconv.Itoa(i%4))
		m.Element("title", report.Visible(s.Name))
		m.Line()
		if s.Line {
			line := make([]string, len(points))
			for j, at := range points {
				line[j] = x(at[0]) + "," + markup.Number(y(at[1]))
			}
			m.Void("polyline", "points", strings.Join(line, " "))
			m.Line()
		} else {
			for _, at := range points {
				m.Void("circle", "cx", x(at[0]), "cy", markup.Number(y(at[1])), "r", "3")
				m.Line()
			}
		}
		// The names of the series stand in a row at the top.
		text(fmt.Sprint(plotWidth-plotRight-130*(len(p.Series)-1-i)), "14", "end", s.Name)
		m.End()
		m.Line()
	}
	for _, l := range p.limits() {
		m.Open("g", "class", "limit")
		if l.Upright {
			m.Void("line", "x1", x(l.At), "x2", x(l.At), "y1", fmt.Sprint(plotTop), "y2", fmt.Sprint(plotHeight-plotBottom))
			text(x(l.At), fmt.Sprint(plotHeight-plotBottom-6), "end", l.Name+" ")
		} else {
			m.Void("line", "x1", fmt.Sprint(plotLeft), "x2", fmt.Sprint(plotWidth-plotRight), "y1", markup.Number(y(l.At)), "y2", markup.Number(y(l.At)))
			text(fmt.Sprint(plotLeft+6), markup.Number(y(l.At)+14), "start", l.Name)
		}
		m.End()
		m.Line()
	}
	m.End()
}

// share is how far a value lies from the low end of its axis to the high one, from 0 to 1.
func (p *Plot) share(v, low, high float64) float64 {
	if p.Log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	return (v - low) / (high - low)
}

// ticks are the values of an axis that are named.
func (p *Plot) ticks(low, high float64) []float64 {
	if !p.Log || high/low < 20 {
		return slices.DeleteFunc(ticks(low, high), func(v float64) bool { return p.Log && v < low })
	}
	// Powers of ten, or of more where they are many.
	first, last := math.Ceil(math.Log10(low)), math.Floor(math.Log10(high))
	step := math.Ceil((last - first + 1) / 8)
	var all []float64
	for e := first; e <= last; e += step {
		all = append(all, math.Pow(10, e))
	}
	return all
}

// OpenSVG begins a picture of a size in units of its own, with a name for who does not see it.
func OpenSVG(m *markup.Writer, class string, width, height int, name string) {
	w, h := fmt.Sprint(width), fmt.Sprint(height)
	m.Open("svg", "class", class, "viewBox", "0 0 "+w+" "+h, "width", w, "height", h, "role", "img", "aria-label", report.Visible(name))
	m.Line()
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

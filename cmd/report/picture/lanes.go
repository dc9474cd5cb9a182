package picture

import (
	"fmt"
	"math"
	"strings"

	"snag/cmd/markup"
	"snag/cmd/report"
)

// Lanes is a picture of what goes on side by side: spans in rows over one axis, which is a time, or a text with a
// unit for each of its characters.
type Lanes struct {
	What string // is shown, for who does not see it
	Axis string // what the axis shows, with the unit
	// Text stands along the axis where that is a text: what is shown of each of its characters.
	Text  []string
	Lanes []Lane
	// Lines go through all lanes.
	Lines []LaneLine
}

// Lane is a row. Depth moves its name to the right.
type Lane struct {
	Name  string
	Depth int
	Spans []LaneSpan
}

// LaneSpan is a part of a lane from one place of the axis to another; one whose end is not behind its beginning is
// a point. Text is written into it where there is room, and Title tells all about it.
type LaneSpan struct {
	From, To    float64
	Text, Title string
	Tone        report.Tone
}

// LaneLine is a place of the axis with a name.
type LaneLine struct {
	At   float64
	Name string
	Tone report.Tone
}

// The size of lanes, in the units of the SVG.
const (
	lanesWidth, lanesName, lanesRight = 720, 220, 12
	laneHeight, laneGap, laneChar     = 18, 6, 6.6
	lanesUnit                         = 40     // the widest that a character of a text gets
	lanesTop, lanesBottom             = 34, 36 // room for the names of lines, and for the axis
	maxLanes, maxSpans                = 200, 500
)

// ends are the first and the last place of the axis.
func (l *Lanes) ends() (low, high float64) {
	if len(l.Text) > 0 {
		return 0, float64(len(l.Text))
	}
	for _, lane := range l.Lanes {
		for _, s := range lane.Spans {
			low, high = min(low, s.From), max(high, s.From, s.To)
		}
	}
	for _, line := range l.Lines {
		low, high = min(low, line.At), max(high, line.At)
	}
	return low, high
}

// Draw writes the lanes as SVG, nothing where there is no time to show.
func (l *Lanes) Draw(m *markup.Writer) {
	low, high := l.ends()
	if len(l.Lanes) == 0 || !(high > low) || math.IsInf(high-low, 0) {
		return
	}
	lanes := l.Lanes[:min(len(l.Lanes), maxLanes)]
	height := lanesTop + len(lanes)*(laneHeight+laneGap) + lanesBottom
	bottom := float64(height - lanesBottom)
	room := float64(lanesWidth - lanesName - lanesRight)
	if len(l.Text) > 0 {
		room = min(room, lanesUnit*float64(len(l.Text)))
	}
	x := func(at float64) float64 { return lanesName + (at-low)/(high-low)*room }
	m.Open("div", "class", "scroll", "tabindex", "0")
	OpenSVG(m, "plot lanes", lanesWidth, height, l.What)
	label := func(x, y float64, anchor, words string, tone report.Tone) {
		m.Element("text", words, "x", markup.Number(x), "y", markup.Number(y), "text-anchor", anchor, markup.If(tone != report.Plain, "class"), tone.String())
		m.Line()
	}
	if wide := x(1) - x(0); len(l.Text) > 0 && wide >= laneChar {
		for i, r := range l.Text {
			if r = report.Visible(r); strings.TrimSpace(r) == "" {
				r = "␣"
			}
			label(x(float64(i))+wide/2, lanesTop-8, "middle", r, report.Strong)
		}
	} else if len(l.Text) == 0 {
		for _, v := range ticks(low, high) {
			at := markup.Number(x(v))
			m.Void("line", "class", "grid", "x1", at, "x2", at, "y1", fmt.Sprint(lanesTop), "y2", markup.Number(bottom))
			m.Line()
			label(x(v), bottom+14, "middle", number(v), report.Muted)
		}
	}
	if len(l.Text) == 0 {
		label(lanesName+room/2, bottom+30, "middle", report.Visible(l.Axis), report.Muted)
	} else {
		label(0, lanesTop-8, "start", report.Visible(l.Axis), report.Muted)
	}
	for i, lane := range lanes {
		y := float64(lanesTop + i*(laneHeight+laneGap))
		m.Open("g")
		m.Element("title", report.Visible(lane.Name))
		indent := float64(min(lane.Depth, 8) * 8)
		label(indent, y+laneHeight-5, "start", cut(report.Visible(lane.Name), int((lanesName-indent-6)/laneChar)), report.Plain)
		for _, s := range lane.Spans[:min(len(lane.Spans), maxSpans)] {
			l.span(m, s, x(s.From), x(max(s.From, s.To)), y)
		}
		m.End()
		m.Line()
	}
	for i, line := range l.Lines {
		at := markup.Number(x(line.At))
		m.Void("line", "class", markup.Class("event", line.Tone.String()), "x1", at, "x2", at, "y1", fmt.Sprint(lanesTop-6), "y2", markup.Number(bottom))
		m.Line()
		anchor := "start"
		if x(line.At) > lanesWidth*2/3 {
			anchor = "end"
		}
		// Names of neighbours stand at two heights.
		label(x(line.At), float64(lanesTop-10-12*(i%2)), anchor, cut(report.Visible(line.Name), 40), line.Tone)
	}
	m.End()
	m.End()
}

// span draws a span, or a point.
func (l *Lanes) span(m *markup.Writer, s LaneSpan, from, to, y float64) {
	m.Open("g", "class", s.Tone.String())
	if s.Title != "" {
		m.Element("title", report.Visible(s.Title))
	}
	if to <= from {
		m.Void("circle", "cx", markup.Number(from), "cy", markup.Number(y+laneHeight/2), "r", "4")
	} else {
		m.Void("rect", "x", markup.Number(from), "y", markup.Number(y), "width", markup.Number(max(to-from, 1)), "height", fmt.Sprint(laneHeight), "rx", "2")
	}
	if text := report.Visible(s.Text); text != "" && float64(report.Columns(text))*laneChar < to-from {
		m.Element("text", text, "x", markup.Number((from+to)/2), "y", markup.Number(y+laneHeight-5), "text-anchor", "middle")
	}
	m.End()
}

// cut leaves so many characters of a text.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:max(most-1, 0)]) + report.Ellipsis
	}
	return text
}

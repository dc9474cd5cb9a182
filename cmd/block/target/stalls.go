package target

import (
	"fmt"
	"slices"
	"time"

	"github.com/guptarohit/asciigraph"

	"snag/analyze/block/stall"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// Stall is a time in which nobody was answered, for JSON.
type Stall struct {
	Start   float64 `json:"start_ms"`
	Length  float64 `json:"length_ms"`
	Delayed int     `json:"delayed"`
	Lost    int     `json:"lost,omitempty"` // of the delayed ones, those that were never answered
	Open    bool    `json:"open,omitempty"`
	// Machine says why the stall is the machine's and not the target's, "" when it is the target's.
	Machine string `json:"machine,omitempty"`
	// Seen is for how long nobody was answered, where the machine made that longer than the target did.
	Seen float64 `json:"seen_ms,omitempty"`
}

// Percentiles are those of a set of times, for JSON.
type Percentiles struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50_ms"`
	P90   float64 `json:"p90_ms"`
	P95   float64 `json:"p95_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// NewPercentiles returns percentiles for JSON.
func NewPercentiles(p stall.Percentiles) Percentiles {
	return Percentiles{p.Count, cli.Milliseconds(p.P50), cli.Milliseconds(p.P90), cli.Milliseconds(p.P95), cli.Milliseconds(p.P99), cli.Milliseconds(p.Max)}
}

// StallSection lists stalls.
func StallSection(stalls []stall.Stall) report.Section {
	list := report.NewTable(">START", ">LENGTH", ">DELAYED", "WHOSE")
	machines := slices.ContainsFunc(stalls, func(s stall.Stall) bool { return s.Machine != "" || s.Seen > 0 })
	if !machines {
		list = report.NewTable(">START", ">LENGTH", ">DELAYED")
	}
	for _, s := range stalls {
		length := cli.ShortMillis(s.Length)
		if s.Open {
			length = "over " + length
		}
		delayed := cli.Plural(s.Delayed, "request")
		if s.Lost > 0 {
			delayed += fmt.Sprintf(", %d lost", s.Lost)
		}
		row := []any{fmt.Sprintf("%.3f s", s.Start.Seconds()), length, delayed}
		if machines {
			whose := "the target's"
			if s.Seen > 0 {
				whose += fmt.Sprintf("; for want of a processor %s", cli.ShortMillis(s.Seen))
			}
			if s.Machine != "" {
				whose = "the machine's: " + s.Machine
			}
			row = append(row, whose)
		}
		list.Add(row...)
	}
	return report.Section{Title: "Stalls of others", Table: list}
}

// FigureWidth and FigureHeight are the size of a figure of characters, in columns and lines: with its axis it fits
// into the narrowest terminal.
const FigureWidth, FigureHeight = 46, 8

// CanarySection plots the longest response of each piece of the time: coarse for a terminal, finer for
// what can draw.
func CanarySection(p stall.Peaks) report.Section {
	line := picture.Series{Name: "longest response", Line: true}
	bars := make([]float64, FigureWidth)
	for i, v := range p.Values {
		at := i * FigureWidth / len(p.Values)
		bars[at] = max(bars[at], cli.Milliseconds(v))
		line.Points = append(line.Points, [2]float64{(time.Duration(i) * p.Width).Seconds(), cli.Milliseconds(v)})
	}
	end := time.Duration(len(p.Values)) * p.Width
	text := asciigraph.Plot(bars, asciigraph.Height(6), asciigraph.Precision(0)) + fmt.Sprintf("\n0 to %.1f s", end.Seconds())
	return report.Section{Title: "Response time of the canary in ms over time", Text: text, Picture: &picture.Plot{X: "seconds", Y: "ms", Series: []picture.Series{line}}}
}

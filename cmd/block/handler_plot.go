package block

import (
	"fmt"
	"math"

	"github.com/guptarohit/asciigraph"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/picture"
)

// growthSection plots the measured costs and the fit; it is nil when there is nothing to see.
func growthSection(g growth.Growth) *report.Section {
	if len(g.Curve) < 4 || g.Kind == stats.Flat || g.Kind == stats.Undetermined {
		return nil
	}
	first, last := g.Curve[0], g.Curve[len(g.Curve)-1]
	if last.N <= first.N || last.Cost <= 0 {
		return nil
	}
	top := cli.Milliseconds(last.Cost)
	fit := func(n float64) float64 {
		switch g.Kind {
		case stats.Exponential:
			return top * math.Pow(g.Base, n-float64(last.N))
		case stats.Threshold:
			return interpolate(g.Curve, n)
		}
		return top * math.Pow(n/float64(last.N), g.Exponent)
	}
	var measured, fitted []float64
	line, points := picture.Series{Name: "fit " + g.String(), Line: true}, picture.Series{Name: "measured"}
	for i := range target.FigureWidth {
		n := float64(first.N) + float64(last.N-first.N)*float64(i)/(target.FigureWidth-1)
		measured, fitted = append(measured, interpolate(g.Curve, n)), append(fitted, fit(n))
		line.Points = append(line.Points, [2]float64{n, fit(n)})
	}
	for _, c := range g.Curve {
		points.Points = append(points.Points, [2]float64{float64(c.N), cli.Milliseconds(c.Cost)})
	}
	text := asciigraph.PlotMany([][]float64{fitted, measured}, asciigraph.Height(target.FigureHeight), asciigraph.Precision(1))
	return &report.Section{Title: "Cost in ms against n", Text: fmt.Sprintf("%s\nn = %d to %d, measured over the fit", text, first.N, last.N),
		Picture: &picture.Plot{X: "n", Y: "ms", Series: []picture.Series{line, points}}}
}

func interpolate(curve []growth.Cost, n float64) float64 {
	for i := 1; i < len(curve); i++ {
		a, b := curve[i-1], curve[i]
		if n <= float64(b.N) {
			part := (n - float64(a.N)) / float64(b.N-a.N)
			return (float64(a.Cost)*(1-part) + float64(b.Cost)*part) / 1e6
		}
	}
	return float64(curve[len(curve)-1].Cost) / 1e6
}

// peaksOf are the longest responses of a stream.
func peaksOf(samples []stall.Sample) (p stall.Peaks) {
	for _, s := range samples {
		p.Add(s.Intended, s.Response())
	}
	return p
}

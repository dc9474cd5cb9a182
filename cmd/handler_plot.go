package cmd

import (
	"fmt"
	"math"
	"time"

	"github.com/guptarohit/asciigraph"

	"snag/analyze/blocking"
	"snag/cmd/report"
)

// stallSection lists stalls.
func stallSection(stalls []blocking.Stall) report.Section {
	list := &report.Table{Columns: []report.Column{{Name: "START", Right: true}, {Name: "LENGTH", Right: true}, {Name: "DELAYED", Right: true}}}
	for _, s := range stalls {
		length := shortMillis(s.Length)
		if s.Open {
			length = "over " + length
		}
		list.Rows = append(list.Rows, []report.Cell{{Text: fmt.Sprintf("%.3f s", s.Start.Seconds())}, {Text: length}, {Text: plural(s.Delayed, "request")}})
	}
	return report.Section{Title: "Stalls of others", Table: list}
}

const figureWidth, figureHeight = 60, 8

// growthFigure plots the measured costs and the fit.
func growthFigure(g blocking.Growth) string {
	if len(g.Curve) < 4 || g.Class == blocking.Flat || g.Class == blocking.Inconclusive {
		return ""
	}
	first, last := g.Curve[0], g.Curve[len(g.Curve)-1]
	if last.N <= first.N || last.Cost <= 0 {
		return ""
	}
	var measured, fitted []float64
	for i := range figureWidth {
		n := float64(first.N) + float64(last.N-first.N)*float64(i)/(figureWidth-1)
		measured = append(measured, interpolate(g.Curve, n))
		top := float64(last.Cost) / 1e6
		switch g.Class {
		case blocking.Exponential:
			fitted = append(fitted, top*math.Pow(g.Base, n-float64(last.N)))
		case blocking.Threshold:
			fitted = append(fitted, measured[i])
		default:
			fitted = append(fitted, top*math.Pow(n/float64(last.N), g.Exponent))
		}
	}
	plot := asciigraph.PlotMany([][]float64{fitted, measured}, asciigraph.Height(figureHeight), asciigraph.Precision(1))
	return fmt.Sprintf("%s\nn = %d to %d, measured over the fit", plot, first.N, last.N)
}

func interpolate(curve []blocking.Cost, n float64) float64 {
	for i := 1; i < len(curve); i++ {
		a, b := curve[i-1], curve[i]
		if n <= float64(b.N) {
			part := (n - float64(a.N)) / float64(b.N-a.N)
			return (float64(a.Cost)*(1-part) + float64(b.Cost)*part) / 1e6
		}
	}
	return float64(curve[len(curve)-1].Cost) / 1e6
}

// canaryFigure plots the longest response of each piece of the time.
func canaryFigure(samples []blocking.Sample) string {
	var end time.Duration
	for _, s := range samples {
		end = max(end, s.Intended)
	}
	bars := make([]float64, figureWidth)
	for _, s := range samples {
		i := min(int(float64(s.Intended)/float64(end+1)*figureWidth), figureWidth-1)
		bars[i] = max(bars[i], ms(s.Response()))
	}
	return asciigraph.Plot(bars, asciigraph.Height(6), asciigraph.Precision(0)) + fmt.Sprintf("\n0 to %.1f s", end.Seconds())
}
